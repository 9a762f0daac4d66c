"""Places and scores: pure arithmetic that matches, replays and tournaments share."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any


def places(keys: Sequence[Any]) -> tuple[int, ...]:
    """The place of each, the smallest key first: level ones share the better place, and the next is skipped."""
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def game_places(seat_places: Sequence[int] | None, rotation: int, faulted: Sequence[int], seats: int) -> list[int]:
    """The place of each player in a game.

    `seat_places` is each seat's place by the rules (None where the game did not end), `faulted` the players at fault
    in the order of their faults: the last of them is placed best, all of them behind the others.
    """
    sound = [player for player in range(seats) if player not in faulted]
    keys = [(0, seat_places[(player + rotation) % seats] if seat_places else 0) for player in range(seats)]
    ranked = dict(zip(sound, places([keys[player] for player in sound]), strict=True))
    return [ranked[p] if p in ranked else seats - list(faulted).index(p) for p in range(seats)]


def match_scores(games: Sequence[Mapping[str, Any]], players: int) -> list[float]:
    """Each player's match score from the `places` of the games, 0 to 1, to 6 decimals."""
    return [float(round(score, 6)) for score in exact_match_scores([game["places"] for game in games], players)]


def exact_match_scores(game_places: Sequence[Sequence[int]], players: int) -> list[Fraction]:
    """A player's score is the mean over the opponents of the mean game result: 1 better placed, 1/2 level, else 0."""
    halves = [0] * players
    for place in game_places:
        for player in range(players):
            for other in range(players):
                if other != player:
                    halves[player] += (place[player] < place[other]) + (place[player] <= place[other])
    return [Fraction(half, 2 * (players - 1) * max(1, len(game_places))) for half in halves]
