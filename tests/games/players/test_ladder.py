"""Each built-in player beats the one below. `STRENGTH_BOARDS=200` measures in full what docs/players.md records."""

import os
from itertools import pairwise

import pytest

import games
from bench.strength import LADDER, SETTINGS, measure
from games import match, players, replay
from games.players import hard_badam_satti, hard_saat_aath

BOARDS = int(os.environ.get("STRENGTH_BOARDS", "0"))
# Enough for the lower end of the interval to be above one half; and then `hard` thinks but a little
SMALL = {"classic": 60, "78": 8, "standard": 20}
MATCHES = [(name, preset, player, against) for name, preset in SETTINGS for against, player in pairwise(LADDER)]
SLOW = [match for match in MATCHES if match[2] == "hard"]  # thousands of games of a player that thinks


@pytest.fixture
def _thinking_little(monkeypatch):
    if not BOARDS:
        monkeypatch.setattr(hard_saat_aath, "SOLVED", 10)
        monkeypatch.setattr(hard_saat_aath, "DEALS", 8)
        monkeypatch.setattr(hard_badam_satti, "SAMPLES", 40)


@pytest.mark.usefixtures("_thinking_little")
@pytest.mark.parametrize(
    ("name", "preset", "player", "against"),
    [pytest.param(*match, marks=pytest.mark.long) if match in SLOW else match for match in MATCHES],
)
def test_each_player_beats_the_one_below(name, preset, player, against):
    found = measure(games.load(name, preset), player, against, BOARDS or SMALL[preset])
    assert found.low > (0.55 if BOARDS else 0.5)


@pytest.mark.usefixtures("_thinking_little")
@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("player", ["normal", "hard"])
def test_the_same_seed_plays_the_same_whatever_was_played_before(name, player):
    game = games.load(name, **({"rounds": 1} if name == "badam-satti" else {}))
    rest = [players.load("random", game, seed=n) for n in range(1, game.seats)]
    table = [players.load(player, game, seed=7), *rest]
    first = match.play(game, table, seed="5eed", boards=1)
    assert replay.dumps(match.play(game, table, seed="5eed", boards=1)) == replay.dumps(first)


@pytest.mark.usefixtures("_thinking_little")
@pytest.mark.parametrize(
    ("name", "preset"), [(name, preset) for name in games.names() for preset in games.presets(name)]
)
@pytest.mark.parametrize("player", ["normal", "hard"])
def test_every_preset_is_played_without_a_fault(name, preset, player):
    shorter = {"rounds": 1} if name == "badam-satti" else {"deals": 2}
    game = games.load(name, preset, **shorter)
    table = [players.load(player, game, seed=1), *(players.load("random", game, seed=n) for n in range(1, game.seats))]
    played = match.play(game, table, seed="fa17", boards=1)
    assert [record["faults"] for record in played["games"]] == [[]] * game.seats
