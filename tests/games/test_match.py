"""Matches with players that fail where they are told to."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games import Game, View, replay
from games.match import Fault, FaultKind, play
from games.players import load
from games.players.base import BuiltIn
from tests.games.strategies import any_game


class Failing(BuiltIn):
    """Plays at random, and fails at its `when`-th action of each of the games in `at`."""

    def __init__(self, game: Game, number: int, at: dict[int, int], kind: str = "crash") -> None:
        super().__init__(f"player{number}", game, number)
        self.at = at
        self.kind = kind
        self.calls: list[tuple[str, int]] = []

    def start_game(self, number: int, seat: int) -> None:
        super().start_game(number, seat)
        self.number, self.left = number, self.at.get(number, 1000)
        self.calls.append(("start", number))

    def act(self, view: View) -> str:
        self.calls.append(("act", self.number))
        self.left -= 1
        if self.left < 0:
            raise Fault(self.kind, "told to")
        return self.rng.choice(view.legal_actions)

    def end_game(self, result: dict[str, Any]) -> None:
        self.calls.append(("end", result["number"]))


def match(game: Game, *plans: dict[int, int], boards: int = 1) -> tuple[dict[str, Any], list[Failing]]:
    """A match in which player i fails by plan i (game -> action), whose replay is read back."""
    players = [Failing(game, number, plan) for number, plan in enumerate(plans)]
    doc = play(game, players, seed="5eed", boards=boards)
    assert replay.read(replay.dumps(doc)).doc == doc
    return doc, players


SAAT_AATH = games.load("saat-aath")
THREE = games.load("badam-satti", players=3, rounds=1)


def test_every_board_is_played_in_every_rotation_on_the_same_cards() -> None:
    doc, _ = match(games.load("badam-satti", players=5, rounds=3), {}, {}, {}, {}, {}, boards=2)
    assert [(game["board"], game["rotation"]) for game in doc["games"]] == [(b, r) for b in (0, 1) for r in range(5)]
    for board in (0, 1):
        packs = {game["deals"][0]["pack"] for game in doc["games"] if game["board"] == board}
        assert len(packs) == 1


def test_in_rotation_r_player_p_sits_on_seat_p_plus_r() -> None:
    seats: list[tuple[int, int, int]] = []

    class Seated(BuiltIn):
        def start_game(self, number: int, seat: int) -> None:
            super().start_game(number, seat)
            self.number = number

        def act(self, view: View) -> str:
            seats.append((self.number, int(self.name), view.seat))
            return view.legal_actions[0]

    play(THREE, [Seated(str(number), THREE, 0) for number in range(3)], seed="a", boards=1)
    assert {(number, player, seat) for number, player, seat in seats} == {
        (r, p, (p + r) % 3) for r in range(3) for p in range(3)
    }


def test_with_two_players_a_fault_ends_the_game() -> None:
    doc, players = match(SAAT_AATH, {0: 3}, {})
    first = doc["games"][0]
    assert first["faults"] == [{"player": 0, "deal": 0, "action": first["faults"][0]["action"], "kind": "crash"}]
    assert first["places"] == [2, 1]
    assert "scores" not in first["deals"][0]
    assert "tricks" not in first["deals"][0]
    assert len(first["deals"][0]["actions"]) == first["faults"][0]["action"]
    assert ("end", 0) in players[1].calls
    assert ("end", 0) not in players[0].calls
    assert ("act", 1) in players[0].calls  # asked again in the next game


def test_a_fault_before_the_first_action_leaves_an_empty_deal() -> None:
    doc, _ = match(SAAT_AATH, {}, {0: 0})  # player 1 calls trumps in game 0
    assert [len(deal["actions"]) for deal in doc["games"][0]["deals"]] == [0]
    assert doc["games"][0]["faults"][0]["action"] == 0


def test_a_third_fault_forfeits_the_games_not_yet_played() -> None:
    doc, players = match(SAAT_AATH, {0: 1, 1: 1, 3: 1}, {}, boards=3)
    assert [bool(game["deals"]) for game in doc["games"]] == [True, True, True, True, False, False]
    assert all(game["places"] == [2, 1] for number, game in enumerate(doc["games"]) if number != 2)
    assert doc["games"][4] == {"board": 2, "rotation": 0, "deals": [], "places": [2, 1], "faults": []}
    assert ("start", 4) not in players[0].calls
    assert ("start", 4) not in players[1].calls


def test_with_more_players_a_stand_in_plays_on() -> None:
    doc, players = match(THREE, {0: 2}, {}, {})
    first = doc["games"][0]
    assert first["places"][0] == 3
    assert first["deals"][0]["scores"]
    assert players[0].calls.count(("act", 0)) == 3  # not asked again after the fault


def test_the_later_fault_has_the_better_place() -> None:
    doc, _ = match(THREE, {0: 0}, {0: 6}, {0: 3})
    order = [fault["player"] for fault in doc["games"][0]["faults"]]
    places = doc["games"][0]["places"]
    assert sorted(places) == [1, 2, 3]
    assert [places[player] for player in order] == [3, 2, 1]


def test_all_at_fault_the_game_is_still_played_to_its_end() -> None:
    doc, _ = match(games.load("badam-satti", players=3, rounds=3), {0: 0}, {0: 0}, {0: 0})
    assert len(doc["games"][0]["deals"]) == 3
    assert all("scores" in deal for deal in doc["games"][0]["deals"])


def test_who_has_forfeited_counts_as_at_fault_before_the_first_deal() -> None:
    doc, players = match(THREE, {0: 3, 1: 3, 2: 3}, {0: 0, 1: 0, 3: 0}, {}, boards=2)
    assert [fault["player"] for fault in doc["games"][3]["faults"]] == [1]
    assert doc["games"][3]["places"] == [3, 2, 1]  # 0 forfeited after game 2
    assert doc["games"][4]["places"] == [3, 2, 1]  # and 1 after game 3: later, so better
    assert doc["games"][4]["faults"] == []
    assert doc["games"][4]["deals"][0]["scores"]
    assert ("start", 3) not in players[0].calls
    assert ("start", 3) in players[1].calls
    assert ("start", 4) not in players[1].calls


def test_two_who_forfeit_in_one_game_keep_the_order_of_their_faults() -> None:
    doc, _ = match(THREE, {0: 5, 1: 5, 2: 5}, {0: 0, 1: 0, 2: 0}, {}, boards=2)
    assert [fault["player"] for fault in doc["games"][2]["faults"]] == [1, 0]
    assert doc["games"][3]["places"] == [2, 3, 1]


def test_a_fault_in_a_later_deal_of_a_game() -> None:
    game = games.load("saat-aath", deals=3)
    doc, _ = match(game, {0: 20}, {})
    assert [list(deal)[4:] for deal in doc["games"][0]["deals"]] == [["tricks", "scores"], []]
    assert doc["games"][0]["faults"][0]["deal"] == 1
    assert doc["games"][0]["places"] == [2, 1]


@pytest.mark.parametrize("answer", ["", "7h", "XX", "arrange", "pass", None, 7, ["7H"], "7H\n"])
def test_an_answer_that_is_not_legal_is_an_illegal_action(answer: Any) -> None:
    class Wrong(BuiltIn):
        def act(self, view: View) -> str:
            return answer  # type: ignore[no-any-return]

    for game in (SAAT_AATH, THREE):
        players = [Wrong("wrong", game, 0), *(load("random", game, seed=n) for n in range(game.seats - 1))]
        doc = play(game, players, seed="0", boards=1)
        assert [fault["kind"] for fault in doc["games"][0]["faults"]] == ["illegal"]
        assert doc["games"][0]["places"][0] == game.seats


@pytest.mark.parametrize("kind", list(FaultKind))
def test_faults_keep_their_kind(kind: FaultKind) -> None:
    players = [Failing(SAAT_AATH, 0, {0: 0}, kind), load("random", SAAT_AATH)]
    assert play(SAAT_AATH, players, seed="0", boards=1)["games"][0]["faults"][0]["kind"] == str(kind)


def test_any_other_exception_passes_through() -> None:
    class Broken(BuiltIn):
        def act(self, view: View) -> str:
            raise OSError("the host's disk is full")

    with pytest.raises(OSError, match="disk is full"):
        play(SAAT_AATH, [Broken("a", SAAT_AATH, 0), Broken("b", SAAT_AATH, 0)], seed="0", boards=1)


@pytest.mark.parametrize("method", ["start_game", "end_game"])
def test_a_fault_outside_of_an_action_counts_at_the_next_one(method: str) -> None:
    class Late(Failing):
        pass

    def fail(self: Failing, *arguments: Any) -> None:
        getattr(Failing, method)(self, *arguments)
        if ("start", 1) not in self.calls:
            raise Fault("timeout")

    setattr(Late, method, fail)
    players = [Late(SAAT_AATH, 0, {}), Failing(SAAT_AATH, 1, {})]
    doc = play(SAAT_AATH, players, seed="5eed", boards=1)
    number = 0 if method == "start_game" else 1
    assert [len(game["faults"]) for game in doc["games"]] == [int(number == 0), int(number == 1)]
    assert doc["games"][number]["faults"][0]["player"] == 0
    assert ("act", number) not in players[0].calls


def test_a_match_is_repeated_exactly() -> None:
    def again() -> bytes:
        doc, _ = match(games.load("badam-satti", take_a_card=True, rounds=1), {0: 2, 2: 0}, {1: 4}, {}, {})
        return replay.dumps(doc)

    assert again() == again()


def test_progress_is_told_after_every_game() -> None:
    told: list[tuple[int, int]] = []
    players = [load("random", SAAT_AATH, seed=n) for n in range(2)]
    play(SAAT_AATH, players, seed="0", boards=2, on_game=lambda number, total: told.append((number, total)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seed": "XYZ"}, "seed 'XYZ' must be 1 to 64 characters of 0-9a-f"),
        ({"seed": ""}, "seed '' must be"),
        ({"seed": "0" * 65}, "must be 1 to 64"),
        ({"seed": "0\n"}, "must be 1 to 64"),
        ({"boards": 0}, "0 boards: a match needs at least one"),
    ],
)
def test_what_does_not_fit_is_refused(arguments: dict[str, Any], message: str) -> None:
    players = [load("random", SAAT_AATH, seed=n) for n in range(2)]
    with pytest.raises(ValueError, match=message):
        play(SAAT_AATH, players, **{"seed": "0", "boards": 1, **arguments})


def test_too_few_players_are_refused() -> None:
    with pytest.raises(ValueError, match="1 players, the game needs 2"):
        play(SAAT_AATH, [load("random", SAAT_AATH)], seed="0", boards=1)


@settings(max_examples=60, deadline=None)
@given(any_game(), st.integers(1, 3), st.data())
def test_whatever_goes_wrong_the_replay_holds(game: Game, boards: int, data: st.DataObject) -> None:
    total = boards * game.seats
    plan = st.dictionaries(st.integers(0, total - 1), st.integers(0, 40), max_size=total)
    players = [
        Failing(game, number, data.draw(plan), data.draw(st.sampled_from(list(FaultKind))))
        for number in range(game.seats)
    ]
    doc = play(game, players, seed="5eed", boards=boards)
    written = replay.dumps(doc)
    assert replay.read(written).doc == doc
    assert replay.regenerate(doc) == written
    assert sum(doc["match_scores"]) == pytest.approx(game.seats / 2, abs=1e-5)
