import pytest

from tournaments.integrity.similarity import near_identical, similarity

GREEDY = '''
class Bot:
    """Plays the highest card."""

    def __init__(self, match):
        self.order = "23456789TJQKA"
        self.match = match

    def act(self, view):
        best = None
        for action in view.legal_actions:
            if best is None or self.order.find(action[0]) > self.order.find(best[0]):
                best = action
        return best

    def game_over(self, result):
        print("places", result["places"])
'''
RENAMED = (
    GREEDY.replace("best", "champion")
    .replace("action", "a")
    .replace("        return", "\n        # surely mine\n        return")
    .replace('"""Plays the highest card."""', '"""Plays the highest card."""  # really')
)
OTHER = """
import random

class Bot:
    def act(self, view):
        spades = [card for card in view.legal_actions if card.endswith("S")]
        return random.choice(spades or list(view.legal_actions))
"""


def test_names_layout_and_comments_hide_nothing():
    assert RENAMED != GREEDY
    assert similarity(GREEDY, RENAMED) == 1


def test_different_programs_are_different():
    assert similarity(GREEDY, OTHER) < 0.2


def test_a_small_change_is_still_nearly_the_same():
    changed = GREEDY.replace('print("places", result["places"])', "self.over = True")
    assert 0.8 <= similarity(GREEDY, changed) < 1


def test_pairs_are_reported_the_likest_first():
    changed = GREEDY.replace('print("places", result["places"])', "self.over = True")
    uploads = {"ada/a@1": GREEDY, "bob/b@1": OTHER, "cyd/c@1": RENAMED, "dee/d@1": changed}
    found = near_identical(uploads)
    assert [(pair.first, pair.second) for pair in found] == [
        ("ada/a@1", "cyd/c@1"),
        ("ada/a@1", "dee/d@1"),
        ("cyd/c@1", "dee/d@1"),
    ]
    assert found[0].similarity == 1


def test_what_everybody_starts_from_counts_for_nobody():
    mine = GREEDY + "\n\ndef mine(a, b, c):\n    return [a + b * c for a in range(b) if c % 2] + [c ** a, {b: a}]\n"
    yours = GREEDY + "\n\ndef yours(x):\n    while x > 3:\n        x -= 1\n        yield x\n    raise ValueError(x)\n"
    assert near_identical({"a": mine, "b": yours}, threshold=0.5)
    assert near_identical({"a": mine, "b": yours}, known=[GREEDY], threshold=0.5) == []
    assert near_identical({"a": GREEDY, "b": GREEDY}, known=[GREEDY]) == []


@pytest.mark.parametrize("source", ["", "def (:", "'''", "\0\0", "\ud800 x", "if 1:\n\tx\n        y", "(" * 5000])
def test_what_is_no_python_is_compared_too(source):
    assert similarity(source, source) == 1
    assert similarity(source, GREEDY) < 0.2


@pytest.mark.parametrize("piece", ['"\\', "1e+", "'\\a", "(", "a = b + 1\n"])
def test_a_source_made_to_keep_it_busy_does_not(piece):
    """Python's own tokenizer takes minutes for the first two, and their square for twice as much."""
    assert similarity(piece * 1_000_000, piece * 1_000_000) == 1
