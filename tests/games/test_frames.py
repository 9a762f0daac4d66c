"""Frames against the vectors: what they show is what the engine says, and a seat is shown just what its view says."""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games.frames import frames, player_names, summary
from games.pictures import ONLOOKER, picture, pretty

VECTORS = Path(__file__).resolve().parent.parent / "vectors"
NAMES = sorted(path.name.removesuffix(".replay.json") for path in VECTORS.glob("*.replay.json"))
CARD = re.compile(r"\b[A2-9TJQK][CDHS]\b")
PRETTY = re.compile(r"(10|[A2-9JQK])([♣♦♥♠])")
LETTERS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}


def load(name: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads((VECTORS / f"{name}.replay.json").read_text())
    return result


def every_game(name: str) -> list[tuple[dict[str, Any], int, dict[str, Any]]]:
    doc = load(name)
    return [(doc, number, game) for number, game in enumerate(doc["games"])]


def cards_in(value: Any) -> set[str]:
    """The cards that any JSON value names, in either way of writing."""
    text = json.dumps(value, ensure_ascii=False)
    return {*CARD.findall(text), *(rank.replace("10", "T") + LETTERS[s] for rank, s in PRETTY.findall(text))}


@pytest.mark.parametrize("name", NAMES)
def test_there_is_a_frame_for_every_deal_action_fault_and_result(name: str) -> None:
    for doc, number, game in every_game(name):
        told = frames(doc, number)
        actions = [[frame["seat"], frame["word"]] for frame in told if frame["action"] is not None]
        assert actions == [action for deal in game["deals"] for action in deal["actions"]]
        kinds = [frame["kind"] for frame in told]
        assert kinds.count("deal") == len(game["deals"])
        assert kinds.count("end") == sum("scores" in deal for deal in game["deals"])
        assert kinds.count("fault") == len(game["faults"])
        assert kinds.count("result") == 1
        assert kinds[-1] == "result"
        assert json.loads(json.dumps(told)) == told


@pytest.mark.parametrize("name", NAMES)
def test_results_shown_are_the_replays(name: str) -> None:
    for doc, number, game in every_game(name):
        told = frames(doc, number)
        ends = [frame for frame in told if frame["kind"] == "end"]
        complete = [deal for deal in game["deals"] if "scores" in deal]
        assert [frame.get("tricks") for frame in ends] == [deal.get("tricks") for deal in complete]
        sums = [sum(points) for points in zip(*(deal["scores"] for deal in complete), strict=True)]
        assert told[-1]["scores"] == (sums or [0] * len(doc["players"]))
        seats = len(doc["players"])
        assert told[-1]["places"] == [game["places"][(seat - game["rotation"]) % seats] for seat in range(seats)]


@pytest.mark.parametrize("name", NAMES)
def test_who_acts_and_what_is_legal_is_the_trace(name: str) -> None:
    lines = [json.loads(line) for line in (VECTORS / f"{name}.trace.jsonl").read_text().splitlines()]
    for doc, number, _ in every_game(name):
        told = frames(doc, number)
        asked = [line for line in lines if line["game"] == number and line.get("action", "pass") != "pass"]
        steps = [pair for pair in pairwise(told) if pair[1]["word"] not in (None, "pass")]
        for (before, frame), line in zip(steps, asked, strict=True):
            assert before["to_act"] == line["seat"] == frame["seat"]
            if not line["action"].startswith("arrange"):  # the 120 orders of a hand are not listed
                assert before["legal"] == line["legal"]


SHOWN = ("hands", "stacks", "card", "text", "legal", "why", "legal_why")


def seen(view: Any) -> set[str]:
    """The cards that a seat's view names, the rows of Badam Satti written out."""
    named = cards_in(view.to_json())
    ranks = "A23456789TJQK"
    for row, suit in zip(getattr(view, "rows", ()), "CDHS", strict=False):
        if row:
            named |= {rank + suit for rank in ranks[ranks.index(row[0][0]) : ranks.index(row[1][0]) + 1]}
    return named


@pytest.mark.parametrize("name", NAMES)
def test_a_seats_frames_name_no_card_that_its_view_does_not(name: str) -> None:
    for doc, number, game in every_game(name):
        rules = games.load(doc["game"], **doc["options"])
        for seat in range(rules.seats):
            state = rules.start(doc["seed"], game["board"])
            for frame in frames(doc, number, view=seat):
                if frame["kind"] in ("end", "result"):
                    continue
                recorded = state.history[frame["deal"]].actions
                if frame["action"] is not None and frame["action"] == len(recorded):
                    state.apply(game["deals"][frame["deal"]]["actions"][frame["action"]][1])
                if frame["to_act"] is None:  # the deal is over, and the state may be in the next one
                    continue
                view: Any = state.view(seat)
                table = {key: frame[key] for key in SHOWN if key in frame}
                assert cards_in(table) - {"7H"} <= seen(view)
                assert sorted(frame["hands"][seat]) == sorted(view.hand)
                if doc["game"] == "saat-aath":
                    assert len(frame["hands"][1 - seat]) == view.opponent_cards
                    tops = [
                        [(s["cards"][-1] if s["up"] else None, len(s["cards"]) > s["up"]) for s in row]
                        for row in frame["stacks"]
                    ]
                    assert tops == [[(stack.open, stack.closed) for stack in stacks] for stacks in view.stacks]
                else:
                    assert [len(hand) for hand in frame["hands"]] == list(view.hand_sizes)


@pytest.mark.parametrize("name", NAMES)
def test_an_onlooker_is_told_nothing_that_one_seat_is_not(name: str) -> None:
    for doc, number, _ in every_game(name):
        told = frames(doc, number, view=ONLOOKER)
        for seat in range(len(doc["players"])):
            for mine, frame in zip(frames(doc, number, view=seat), told, strict=True):
                table = {key: frame[key] for key in SHOWN if key in frame}
                assert cards_in(table) <= cards_in({key: mine[key] for key in SHOWN if key in mine})
                assert frame["legal"] == []
        assert all(cards_in(frame["word"] or "") <= {frame["card"]} for frame in told)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_swapping_hidden_cards_changes_nothing_that_an_onlooker_is_told(data: st.DataObject) -> None:
    doc = load(data.draw(st.sampled_from(NAMES)))
    number = data.draw(st.integers(0, len(doc["games"]) - 1))
    told = frames(doc, number, view=ONLOOKER)
    at = data.draw(st.sampled_from([i for i, frame in enumerate(told) if frame["action"] is not None] or [0]))
    if told[at]["deal"] is None:
        return
    cut = until(doc, number, told[at]["deal"], told[at]["action"])
    deal = cut["games"][number]["deals"][-1]
    by_seat = [frames(cut, number, view=seat) for seat in range(len(doc["players"]))]
    together = [set.intersection(*map(cards_in, at)) for at in zip(*by_seat, strict=True)]  # what all seats know
    shown = cards_in(deal["actions"]).union(*together)  # a card given in secret stays with its giver
    pack = deal["pack"].split()
    hidden = [place for place, card in enumerate(pack) if card not in shown]
    order = data.draw(st.permutations(hidden))
    for place, other in zip(hidden, order, strict=True):
        pack[place] = deal["pack"].split()[other]
    before = json.dumps(frames(cut, number, view=ONLOOKER)).encode()
    deal["pack"] = " ".join(pack)
    assert json.dumps(frames(cut, number, view=ONLOOKER)).encode() == before


def until(doc: dict[str, Any], number: int, deal: int, action: int) -> dict[str, Any]:
    """The match as it stands after an action: what comes later is not in it yet."""
    cut: dict[str, Any] = json.loads(json.dumps(doc))
    game = cut["games"][number]
    game["deals"] = game["deals"][: deal + 1]
    last = game["deals"][deal]
    last["actions"] = last["actions"][: action + 1]
    if action + 1 < len(doc["games"][number]["deals"][deal]["actions"]):
        last.pop("scores", None)
    game["faults"] = [f for f in game["faults"] if (f["deal"], f["action"]) <= (deal, action)]
    return cut


def test_all_cards_are_shown_without_a_seat_and_the_others_hidden_with_one() -> None:
    doc = load("01-classic")
    for frame in frames(doc, 0):
        assert None not in [card for hand in frame["hands"] for card in hand]
    mine = frames(doc, 0, view=1)[0]
    assert mine["hands"][0] == [None] * 5
    assert None not in mine["hands"][1]


def test_a_gift_is_seen_by_giver_and_taker_and_no_longer_sure_after_the_next() -> None:
    pack = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    table = picture("badam-satti", {"dealer": 2, "pack": " ".join(pack), "actions": []}, {}, 3)
    table.apply(1, "pass", 0)
    table.apply(0, "give AC", 2)
    shown = [table.describe(view)["hands"][1].count("AC") for view in range(3)]
    assert shown == [1, 1, 0]
    table.apply(2, "pass", 1)
    table.apply(1, "give AC", 0)
    shown = [table.describe(view)["hands"][2].count("AC") for view in range(3)]
    assert shown == [0, 1, 1], "seat 0 cannot know which card seat 1 gave on"


def test_a_hand_laid_face_down_does_not_show_its_order_to_the_drawer() -> None:
    doc = load("03-winner-draws")
    frame = next(f for f in frames(doc, 0) if f["kind"] == "arrange")
    loser = frame["seat"]
    drawer = next(f for f in frames(doc, 0, view=1 - loser) if f["kind"] == "arrange")
    assert drawer["hands"][loser] == [None] * 5
    assert drawer["word"] == "arrange"
    assert cards_in(drawer["text"]) == set()
    assert frame["hands"][loser] == frame["word"].split()[1:]


def test_draws_show_the_card_to_both_and_move_it() -> None:
    doc = load("03-winner-draws")
    for view in (None, 0, 1):
        told = frames(doc, 0, view=view)
        drawn = next(i for i, frame in enumerate(told) if frame["kind"] == "draw")
        assert told[drawn]["card"] in told[drawn]["hands"][told[drawn]["seat"]]
        assert [len(hand) for hand in told[drawn]["hands"]].count(6) == 1
        assert [len(hand) for hand in told[drawn + 1]["hands"]] == [5, 5]
        assert pretty(told[drawn]["card"]) in told[drawn]["text"]


def test_a_trick_says_who_won_it_until_the_next_is_led() -> None:
    told = frames(load("01-classic"), 0)
    for before, frame in pairwise(told):
        if frame["kind"] == "lead":
            assert frame["winner"] is None
            assert len(frame["trick"]) == 1
        if frame["kind"] == "follow":
            assert sum(frame["tricks"]) == sum(before["tricks"]) + 1
            assert frame["tricks"][frame["winner"]] == before["tricks"][frame["winner"]] + 1


def test_a_fault_ends_a_game_of_two_and_is_marked() -> None:
    told = frames(load("09-fault-in-draws"), 0)
    assert told[-2]["kind"] == "fault"
    assert "malformed" in told[-2]["text"]
    assert told[-1]["faults"] == [{"seat": 0, "kind": "malformed", "stand_in": False}]
    assert told[-2]["to_act"] is None


def test_a_stand_in_plays_on_and_stays_marked() -> None:
    told = frames(load("21-stand-ins"), 0)
    first = next(i for i, frame in enumerate(told) if frame["kind"] == "fault")
    assert told[first]["action"] is None
    assert told[first + 1]["seat"] == told[first]["seat"]
    assert all(frame["faults"] for frame in told[first:])
    assert [fault["stand_in"] for fault in told[-1]["faults"]] == [True] * 3


def test_a_game_lost_by_forfeit_is_told_without_a_table() -> None:
    (frame,) = frames(load("10-forfeit"), 4)
    assert frame["kind"] == "result"
    assert frame["text"].startswith("Not played: oracle/random0@1 had forfeited the match.")
    assert frame["hands"] == []
    assert frame["faults"][0]["kind"] == "forfeit"


def test_after_a_forfeit_at_a_larger_table_the_seat_is_marked_from_the_start() -> None:
    doc = load("23-forfeit-three")
    later = len(doc["games"]) - 1
    assert "forfeit" in [fault["kind"] for fault in frames(doc, later)[0]["faults"]]


def test_the_summary_names_games_seats_and_results() -> None:
    doc = load("01-classic")
    told = summary(doc)
    assert [game["seats"] for game in told["games"][:2]] == [[0, 1], [1, 0]]
    assert told["games"][0]["result"] == "½ : ½"
    assert told["scored"] is False
    assert summary(load("04-78"))["scored"] is True


def test_players_of_the_same_name_are_told_apart() -> None:
    assert player_names({"players": ["a", "b", "a"]}) == ["a (1)", "b", "a (2)"]


@pytest.mark.parametrize(("number", "view"), [(-1, None), (99, None), (0, 2), (0, -2)])
def test_games_and_seats_that_are_not_there_are_refused(number: int, view: int | None) -> None:
    with pytest.raises(IndexError, match=r"there is no (game|seat) -?\d+"):
        frames(load("01-classic"), number, view=view)


def test_a_game_without_a_picture_is_told_in_words() -> None:
    table = picture("tiny", {"deal": 0, "scores": [1, 0]}, {}, 2)
    step = table.apply(0, "take 3", None)
    assert step.words == "{name}: take 3"
    assert step.hidden_words == "{name}: take"
    assert table.describe(None) == {"hands": []}
    assert table.closing(["x", "y"]) == "The deal is over: x 1, y 0"
