"""Uploads that are the same program, or nearly: by the tokens of their source, whatever its names and comments."""

import hashlib
import keyword
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice

SHINGLE = 8
"""Tokens in a row that make one piece of comparison."""
THRESHOLD = 0.8
MOST_TOKENS = 50_000
"""More of an upload is not looked at: it comes from anybody, and this is no sandbox."""
# Not Python's own `tokenize`, which takes minutes for a megabyte made to that end. What is in a string counts too.
_TOKEN = re.compile(r"#[^\n]*|\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Similar:
    """Two uploads and the share of their pieces that both have (P. Jaccard), 0 to 1; 1 is the same program renamed."""

    first: str
    second: str
    similarity: float


def pieces(source: str) -> frozenset[bytes]:
    """The source's runs of SHINGLE tokens, hashed. Names are all the same, layout and comments are nothing."""
    tokens = _tokens(source)
    runs = (tokens[at : at + SHINGLE] for at in range(max(1, len(tokens) - SHINGLE + 1)))
    return frozenset(
        hashlib.blake2b("\0".join(run).encode(errors="replace"), digest_size=8).digest() for run in runs if run
    )


def similarity(first: str, second: str) -> float:
    """The share of pieces that both sources have, 0 to 1."""
    return _jaccard(pieces(first), pieces(second))


def near_identical(
    sources: Mapping[str, str], known: Iterable[str] = (), threshold: float = THRESHOLD
) -> list[Similar]:
    """The pairs of uploads (by name) that are at least `threshold` alike, the likest first.

    Pieces of `known` sources, such as the sample bots that people start from, count for nobody.
    """
    public = frozenset[bytes]().union(*map(pieces, known))
    cut = sorted(
        ((pieces(source) - public, name) for name, source in sources.items()), key=lambda one: (len(one[0]), one[1])
    )
    found = []
    for at, (own, name) in enumerate(cut):
        for other, other_name in cut[at + 1 :]:
            if len(own) < threshold * len(other):  # and so it is with all that follow, which are longer
                break
            share = _jaccard(own, other)
            if own and share >= threshold:
                found.append(Similar(min(name, other_name), max(name, other_name), share))
    return sorted(found, key=lambda pair: (-pair.similarity, pair.first, pair.second))


def _jaccard(first: frozenset[bytes], second: frozenset[bytes]) -> float:
    together = len(first | second)
    return len(first & second) / together if together else 1.0


def _tokens(source: str) -> list[str]:
    words = (found[0] for found in _TOKEN.finditer(source) if not found[0].startswith("#"))
    return ["name" if _is_name(word) else word for word in islice(words, MOST_TOKENS)]


def _is_name(word: str) -> bool:
    return word.isidentifier() and not keyword.iskeyword(word)
