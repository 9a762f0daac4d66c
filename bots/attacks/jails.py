"""Jails without some of their layers, so that an attack meets one of the others alone."""

import atexit
from collections.abc import Iterator
from contextlib import contextmanager

from bots.sandbox.jail import Jail

_kept: list[Jail] = []  # the last one: attacks of a kind stand together


@contextmanager
def without(layers: frozenset[str]) -> Iterator[Jail]:
    """A jail without these. It is kept for whoever asks next for the same."""
    if not _kept or _kept[0].without != layers or not _kept[0].alive:
        close()
        _kept.append(Jail(layers))
    yield _kept[0]


def close() -> None:
    while _kept:
        _kept.pop().close()


atexit.register(close)
