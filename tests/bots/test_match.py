"""Matches between bots and built-in players: reproducible, private, and void where the platform fails."""

import random

import pytest

import bots
import games
from games import replay
from tests.bots import tables
from tests.bots.tables import HONEST, acting, faults, play


def test_a_sandboxed_match_is_the_match_that_the_same_bot_plays_in_process(monkeypatch: pytest.MonkeyPatch):
    class First:
        name = "bot"

        def start_game(self, number, seat): ...
        def act(self, view):
            return view.legal_actions[0]

        def end_game(self, result): ...
        def close(self): ...

    outcome = play(HONEST, HONEST, boards=3)
    players = [First(), First()]
    players[1].name = "other"
    assert outcome.replay == games.match.play(tables.game(), players, seed="5a77", boards=3)
    assert replay.regenerate(outcome.replay) == replay.dumps(outcome.replay)


@pytest.mark.parametrize(
    "hostile", ["while True: pass", "os._exit(0)", "while True: print('x' * 9999)", "x = bytearray(1 << 33)"]
)
def test_an_honest_bot_beside_a_hostile_one_plays_as_beside_a_crash(hostile: str):
    """Whatever the other one does, the honest one sees and does the same."""
    told = """
        class Bot:
            def act(self, view):
                print(view.to_json())
                return view.legal_actions[0]
    """
    beside = play(acting(hostile), told)
    expected = play(acting("1 / 0"), told)
    assert beside.logs[1] == expected.logs[1]
    assert [g["deals"] for g in beside.replay["games"]] == [g["deals"] for g in expected.replay["games"]]
    assert faults(beside, 1) == []


@pytest.mark.parametrize(("name", "preset"), [("saat-aath", "winner-draws"), ("badam-satti", "take-a-card")])
def test_deals_that_differ_in_unseen_cards_send_the_same_bytes(name: str, preset: str, monkeypatch: pytest.MonkeyPatch):
    """In every phase: what a seat cannot see is in no message to its bot."""
    sent: list[bytes] = []
    encode = bots.sandbox.process.wire.encode
    monkeypatch.setattr(bots.sandbox.process.wire, "encode", lambda message: sent.append(encode(message)) or sent[-1])
    game = games.load(name, preset)
    state = game.start("7", 0)
    rng = random.Random(1)
    dealt = hidden = 0
    here, there = [
        bots.BotPlayer("bot", tables.source(HONEST), game, number=0, seed="7", boards=1, limits=tables.QUICK)
        for _ in range(2)
    ]
    for player in (here, there):
        player.start_game(0, 1)
    while state.to_act is not None and len(state.history) < 3:
        if state.to_act == 1:
            view = state.view(1)
            other = view.sample(rng)
            hidden += other.deals[-1]["pack"] != state.deals[-1]["pack"]
            dealt += 1
            sent.clear()
            here.act(view)
            there.act(other.view(1))
            assert len(sent) == 2
            assert sent[0] == sent[1]
        state.apply(rng.choice(state.legal_actions()))
    here.close()
    there.close()
    assert hidden > dealt // 2 > 5


def test_built_in_players_cost_and_log_nothing():
    entrants = [bots.Entrant(name, builtin="random") for name in "ab"]
    outcome = bots.run_match(tables.game(), entrants, seed="1", boards=2, limits=bots.Limits())
    assert outcome.logs == ["", ""]
    assert outcome.cpu_seconds == [0, 0]
    assert outcome.replay["players"] == ["a", "b"]


def test_progress_is_told_after_every_game():
    told: list[tuple[int, int]] = []
    play(HONEST, boards=2, on_game=lambda number, total: told.append((number, total)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_who_listens_may_stop_the_match_with_an_error_of_their_own():
    class ClaimLost(Exception):
        pass

    def stop(number: int, total: int) -> None:
        raise ClaimLost

    with pytest.raises(ClaimLost):
        play(HONEST, on_game=stop)


def test_a_failure_of_a_built_in_player_is_void(monkeypatch: pytest.MonkeyPatch):
    def broken(self: object, view: object) -> str:
        raise OSError("out of disk")

    monkeypatch.setattr("games.players.random.Random.act", broken)
    with pytest.raises(bots.HostFailure, match="out of disk"):
        play(HONEST)


@pytest.mark.parametrize("wrong", [{}, {"builtin": "random", "source": tables.source(HONEST)}])
def test_an_entrant_is_a_built_in_or_a_source(wrong: dict[str, object]):
    with pytest.raises(ValueError, match="either a built-in player or a source"):
        bots.Entrant("x", **wrong)


def test_a_fault_is_noted_with_its_reason():
    assert play(acting("1 / 0")).notes == ["bot: crash: ZeroDivisionError: division by zero"]


BEYOND = [("action_seconds", 0.01), ("action_seconds", 60), ("memory_mb", 10), ("memory_mb", 1 << 20)]


@pytest.mark.parametrize(("name", "value"), BEYOND)
def test_limits_have_bounds(name: str, value: float):
    with pytest.raises(ValueError, match=f"{name} must be from"):
        bots.Limits(**{name: value})
