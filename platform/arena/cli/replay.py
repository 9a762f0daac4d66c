"""`satti replay`: a replay is right or is not; and what happened in it, for everybody or as one seat saw it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

import games.replay
from arena.cli.common import Misused, Negative, read_file
from bots.log import safe
from games.frames import frames, summary
from games.pictures import pretty


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A replay, as the site and `satti play` write it.")],
    trace: Annotated[bool, typer.Option("--trace", help="Print a JSON line for every decision.")] = False,
    view: Annotated[int | None, typer.Option("--view", metavar="SEAT", help="Show only what that seat saw.")] = None,
) -> None:
    """Verify a replay against the rules and print it. Exit code 1, with what is wrong and where, if it breaks them."""
    if trace and view is not None:
        raise Misused("--trace and --view: choose one")
    try:
        document = games.replay.read(read_file(file)).doc
    except games.replay.ReplayError as error:
        raise Negative(f"{file}: {where(error)}{error.reason}") from error
    if trace:
        for line in games.replay.trace(document):
            print(json.dumps(line, separators=(",", ":")))
        return
    seats = len(document["players"])
    if view is not None and not 0 <= view < seats:
        raise Misused(f"--view {view}: the seats are 0 to {seats - 1}")
    for text in told(document, view):
        print(safe(text).replace("\n", "\ufffd"))  # a name may hold anything


def where(error: games.replay.ReplayError) -> str:
    """Such as "game 0, deal 1, action 3: ", as far as it is known."""
    parts = [("game", error.game), ("deal", error.deal), ("action", error.action)]
    known = ", ".join(f"{name} {number}" for name, number in parts if number is not None)
    return f"{known}: " if known else ""


def told(document: dict[str, Any], view: int | None) -> Iterator[str]:
    """The match in lines of text, one an event; with `view`, without what that seat could not see."""
    match = summary(document)
    yield document["game"] + ", " + ", ".join(f"{name} {_plain(value)}" for name, value in document["options"].items())
    yield f"seed {document['seed']}"
    for name, score in zip(match["names"], match["match_scores"], strict=True):
        yield f"{score:.6f}  {name}"
    for number, game in enumerate(match["games"]):
        names = [match["names"][player] for player in game["seats"]]
        yield ""
        yield f"Game {number + 1}: {game['title']}"
        for frame in frames(document, number, view=view):
            yield "  " + frame["text"]
            if frame["kind"] == "deal":
                yield from _hands(frame["hands"], names)


def _hands(hands: list[list[str | None]], names: list[str]) -> Iterator[str]:
    for name, hand in zip(names, hands, strict=False):  # a game without a picture shows no hands
        if cards := [pretty(card) for card in hand if card]:
            yield f"    {name} holds {' '.join(cards)}"


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
