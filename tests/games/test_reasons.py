"""Reasons against the vectors: each step has one from the list, and a second, plain telling of the rules agrees."""

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import games
from games.frames import frames
from games.reasons import CODES, legal_reason, step_reasons

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "tests" / "vectors"
NAMES = sorted(path.name.removesuffix(".replay.json") for path in VECTORS.glob("*.replay.json"))
GAMES = {name: json.loads((VECTORS / f"{name}.replay.json").read_text())["game"] for name in NAMES}
SAAT_AATH, BADAM_SATTI = ([name for name in NAMES if GAMES[name] == game] for game in ("saat-aath", "badam-satti"))
Frame = dict[str, Any]


def told(name: str) -> Iterator[tuple[dict[str, Any], list[Frame]]]:
    doc = json.loads((VECTORS / f"{name}.replay.json").read_text())
    for number in range(len(doc["games"])):
        yield doc, frames(doc, number)


def shaped(reason: Frame) -> bool:
    """Whether it has a code of the list with that code's parameters."""
    parameters = CODES[reason["why"]]
    needed = {name for name in parameters if not name.endswith("?")}
    return needed <= reason.keys() - {"why"} <= {name.removesuffix("?") for name in parameters}


@pytest.mark.parametrize("name", NAMES)
def test_every_step_and_every_choice_has_a_reason_from_the_list(name: str) -> None:
    for _, frames_ in told(name):
        for frame in frames_:
            assert (frame["why"] is not None) == (frame["action"] is not None)
            assert frame["why"] is None or shaped(frame["why"]), frame
            assert frame["legal_why"] is None or shaped(frame["legal_why"]), frame
            if frame["legal"]:
                assert frame["legal_why"] is not None


@pytest.mark.parametrize("name", SAAT_AATH)
def test_reasons_of_saat_aath_are_true(name: str) -> None:
    for doc, frames_ in told(name):
        top = doc["options"]["sevens"] == "top"
        led: tuple[int, str] | None = None
        draws = tricks = winner = 0
        for before, frame in pairwise(frames_):
            why, kind = frame["why"], frame["kind"]
            if kind == "deal":
                draws = tricks = 0
            elif kind == "arrange":
                assert why == {"why": "lays-hand-down"}
            elif kind == "draw":
                draws += 1
                card = before["hands"][1 - frame["seat"]][why["position"]]
                assert (why["why"], why["draw"], card) == ("draws-card", draws, frame["card"])
            elif kind == "give":
                assert why == {"why": "gives-card-back", "draw": draws, "card": frame["card"]}
            elif kind == "call":
                assert why == {"why": "caller-names-trumps", "suit": frame["trumps"]}
                assert frame["seat"] == frame["caller"]
            elif kind == "lead":
                code = "winner-leads" if tricks else "caller-leads-first"
                assert why == {"why": code, "card": frame["card"]}
                assert frame["seat"] == (winner if tricks else frame["caller"])
                led = frame["seat"], frame["card"]
            elif kind == "follow":
                assert led is not None
                winner = check_trick(why, led, (frame["seat"], frame["card"]), frame["trumps"], top)
                assert frame["winner"] == winner
                tricks += 1
            if frame["legal"] and frame["trumps"]:
                check_legal(frame, top)
            elif frame["to_act"] is not None and frame["legal_why"]:
                expected = "must-name-trumps" if frame["legal"] == ["C", "D", "H", "S"] else "must-lay-hand-down"
                if frame["legal"][:1] == ["draw 0"]:
                    expected = "may-draw"
                elif frame["legal"] and frame["legal"][0].startswith("give"):
                    expected = "must-give-back"
                assert frame["legal_why"]["why"] == expected


def suit_of(card: str, trumps: str, top: bool) -> str:
    return trumps if top and card in ("7H", "7S") else card[1]


def strength(card: str, top: bool) -> int:
    return 20 + ("7S", "7H").index(card) if top and card in ("7S", "7H") else "789TJQKA".index(card[0])


def check_trick(why: Frame, first: tuple[int, str], second: tuple[int, str], trumps: str, top: bool) -> int:
    """By the rules as they are told to people. Returns who won."""
    (leader, led), (follower, card) = first, second
    suit, other = suit_of(led, trumps, top), suit_of(card, trumps, top)
    if other == suit:
        best = max(led, card, key=lambda each: strength(each, top))
        code = "led-suit-higher"
    else:
        best = card if other == trumps else led
        code = "trumped" if other == trumps else "not-of-led-suit"
    if top and best in ("7H", "7S") and code != "not-of-led-suit":
        code = "top-seven"
    winner = follower if best == card else leader
    assert why == {
        "why": code,
        "card": best,
        "over": led if best == card else card,
        "led": suit,
        "trumps": trumps,
        "winner": winner,
        "followed": other == suit,
    }
    return winner


def check_legal(frame: Frame, top: bool) -> None:
    seat, why, legal = frame["to_act"], frame["legal_why"], frame["legal"]
    open_ = [stack["cards"][-1] for stack in frame["stacks"][seat] if stack["cards"] and stack["up"]]
    usable = sorted([*frame["hands"][seat], *open_])
    if len(frame["trick"]) == 1:
        led = frame["trick"][0][1]
        suit = suit_of(led, frame["trumps"], top)
        following = [card for card in usable if suit_of(card, frame["trumps"], top) == suit]
        if following:
            assert legal == following
            if len(following) > 1:
                assert why == {"why": "must-follow", "suit": suit, "led": led}
            else:
                assert why == {"why": "only-card-of-suit", "suit": suit, "led": led, "card": following[0]}
            return
        assert legal == usable
        if len(usable) > 1:
            assert why == {"why": "cannot-follow", "suit": suit, "led": led}
            return
    assert legal == usable
    assert why == ({"why": "may-lead-any"} if len(usable) > 1 else {"why": "only-card-left", "card": usable[0]})


RANKS = "A23456789TJQK"


def fits(card: str, lying: set[str]) -> bool:
    rank, suit = RANKS.index(card[0]), card[1]
    if not lying:
        return card == "7H"
    return rank == 6 or (RANKS[rank + 1] + suit in lying if rank < 6 else RANKS[rank - 1] + suit in lying)


@pytest.mark.parametrize("name", BADAM_SATTI)
def test_reasons_of_badam_satti_are_true(name: str) -> None:
    for _, frames_ in told(name):
        for before, frame in pairwise(frames_):
            why, seat = frame["why"], frame["seat"]
            lying = {card for row in before.get("rows", {}).values() for card in row}
            if frame["kind"] == "pass":
                assert why == {"why": "nothing-fits"}
                assert not any(fits(card, lying) for card in before["hands"][seat])
            elif frame["kind"] == "give":
                taker = (seat + 1) % len(frame["hands"])
                assert why == {"why": "handed-after-pass", "to": taker, "card": frame["card"]}
                assert before["word"] == "pass"
                assert before["seat"] == taker
            elif frame["kind"] == "lay":
                card = frame["card"]
                assert fits(card, lying)
                assert why["card"] == card
                assert why["last"] == (frame["hands"][seat] == [])
                if card[0] == "7":
                    assert why["why"] == ("starting-card" if not lying else "opens-suit")
                else:
                    assert why["of"] in lying
                    step = RANKS.index(card[0]) - RANKS.index(why["of"][0])
                    assert (why["why"], why["of"][1]) == ({-1: "next-below", 1: "next-above"}[step], card[1])
            if frame["legal"]:
                check_choice(frame)


def check_choice(frame: Frame) -> None:
    seat, why, legal = frame["to_act"], frame["legal_why"], frame["legal"]
    lying = {card for row in frame["rows"].values() for card in row}
    if frame["word"] == "pass" and legal[0].startswith("give"):
        assert why == {"why": "must-hand-card", "to": frame["seat"]}
        return
    fitting = sorted(card for card in frame["hands"][seat] if fits(card, lying))
    assert legal == fitting
    if not lying:
        assert why == {"why": "must-start", "card": "7H"}
    elif len(fitting) == 1:
        assert why == {"why": "only-card-fits", "card": fitting[0]}
    else:
        assert why == {"why": "must-lay-fitting"}


@pytest.mark.parametrize("name", NAMES)
def test_a_live_seat_gets_the_reasons_of_its_view_and_no_more(name: str) -> None:
    """From the view alone, the same as a replay shows to that seat."""
    doc = json.loads((VECTORS / f"{name}.replay.json").read_text())
    rules = games.load(doc["game"], **doc["options"])
    for seat in range(rules.seats):
        shown = [frame for frame in frames(doc, 0, view=seat) if frame["deal"] == 0]
        if not shown or shown[0]["kind"] == "result":
            return
        record = doc["games"][0]["deals"][0]
        state = rules.start(doc["seed"], doc["games"][0]["board"])
        for _, action in record["actions"][: len(record["actions"]) // 2]:
            recorded = len(state.history[0].actions)
            if action != "pass" and recorded < len(record["actions"]) and record["actions"][recorded][1] == action:
                state.apply(action)
        view = state.view(seat)
        steps = [frame["why"] for frame in shown if frame["action"] is not None]
        assert step_reasons(rules, view.dealer, view.history) == steps[: len(view.history)]  # type: ignore[attr-defined]
        assert (legal_reason(view) is None) == (view.legal_actions == ())


def test_a_card_handed_over_is_in_the_reasons_of_two_seats_only() -> None:
    doc = json.loads((VECTORS / "13-take-a-card.replay.json").read_text())
    for seat in range(4):
        for frame in frames(doc, 0, view=seat):
            if frame["kind"] == "give":
                assert ("card" in frame["why"]) == (seat in (frame["seat"], frame["why"]["to"]))
            if frame["to_act"] not in (None, seat):
                assert frame["legal_why"] is None


def test_every_code_occurs_in_the_vectors_and_is_documented() -> None:
    seen = set()
    for name in NAMES:
        for _, frames_ in told(name):
            for frame in frames_:
                seen |= {reason["why"] for reason in (frame["why"], frame["legal_why"]) if reason}
    assert seen == set(CODES)
    page = (ROOT / "docs" / "reasons.md").read_text("utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \|([^|]*)\|", page, re.MULTILINE)
    documented = {code: tuple(re.findall(r"`([a-z]+\??)`", parameters)) for code, parameters in rows if code != "why"}
    assert documented == dict(CODES)


def test_a_game_without_reasons_has_none() -> None:
    class Chess:
        name = "chess"

    class View:
        legal_actions = ("e4",)

    game: Any = Chess()
    view: Any = View()
    assert step_reasons(game, 0, [(0, "e4")]) == [None]
    assert legal_reason(view) is None
