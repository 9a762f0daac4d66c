"""The bots in examples/: they pass the check, and are worth learning from."""

from pathlib import Path

import pytest

import bots
import games
import games.match
import games.players

EXAMPLES = Path(__file__).parents[2] / "examples"


SHORT = bots.Limits(action_seconds=0.05)


def example(name: str) -> bots.Source:
    return bots.source.read((EXAMPLES / name / "bot.py").read_bytes(), "bot.py")


def score(name: str, game: games.Game, boards: int) -> float:
    """Against `random` on every other seat."""
    entrants = [bots.Entrant(name, source=example(name))]
    entrants += [bots.Entrant(f"random {seat}", builtin="random") for seat in range(1, game.seats)]
    outcome = bots.run_match(game, entrants, seed="e8a3", boards=boards, limits=SHORT)
    assert outcome.notes == []
    return float(outcome.replay["match_scores"][0])


@pytest.mark.parametrize("preset", games.presets("saat-aath"))
def test_the_first_bot_plays_every_preset(preset: str):
    verdict = bots.check(example("first_bot"), games.load("saat-aath", preset), bots.Limits())
    assert verdict.ok, verdict


def test_the_first_bot_beats_random():
    assert score("first_bot", games.load("saat-aath"), 40) > 0.6


@pytest.mark.parametrize(("name", "preset"), [("saat-aath", "winner-draws"), ("badam-satti", "take-a-card")])
def test_the_one_that_looks_ahead_plays_both_games(name: str, preset: str):
    verdict = bots.check(example("look_ahead"), games.load(name, preset), SHORT)
    assert verdict.ok, verdict


def test_the_one_that_looks_ahead_beats_random():
    assert score("look_ahead", games.load("saat-aath"), 10) > 0.5


def test_there_is_a_test_for_each_example():
    tested = {"first_bot", "look_ahead", "trained_bot"}  # the last in tests/games/test_training.py
    assert {folder.name for folder in EXAMPLES.iterdir() if (folder / "bot.py").exists()} == tested
