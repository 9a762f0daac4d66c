"""One conformance check for every game, ours and those of other packages: `check(games.load(name))`."""

import json
import math
import pickle
import random
from collections import Counter
from itertools import combinations

from games import match, replay
from games.core import Game, IllegalAction, InvalidAction, State, View
from games.delta import Values
from games.players.random import Random
from games.shuffle import shuffle

NOT_ACTIONS = ("", "XX", "7", "7h", "give", "give XX", "pass me", "arrange 7H", "draw 9", "\ud800", "7H " * 1000)
GAMES = 6  # played out before, for deals and places
OTHER_ACTIONS = 12  # tried in each state of those that are legal at other times
LAST_ACTIONS = 24  # of a deal, where samples are counted
FEW_SAMPLES, FEW_STATES, SAMPLES = 40, 6, 240


class CheckFailed(AssertionError):
    """A game that does not keep to the interface: the message says what it does wrong."""


def check(game: Game, *, boards: int = 3, seed: str = "c0ffee") -> None:
    """Play random games and look at every state and view on the way. Raises CheckFailed."""
    rng = random.Random(seed)  # noqa: S311  # a test's randomness
    games = [_play(game, seed, board, rng) for board in range(GAMES)]
    words = sorted({action for state in games for deal in state.history for _, action in deal.actions})
    for board in range(boards):
        state = game.start(seed, board)
        _require(state.deals == game.start(seed, board).deals, "the same seed and board deal other cards")
        _check_hidden(state, rng)
        twin = state.copy()
        sent: dict[int, Values] = {}
        while state.to_act is not None:
            _check_delta(state.view(state.to_act), sent)
            _check_refusals(state, rng, words)
            _check_state(state, rng)
            action = rng.choice(state.legal_actions())
            state.apply(action)
            twin.apply(action)
            _require(_facts(twin) == _facts(state), f"the same actions lead to other states, at {action}")
        _check_end(state, rng)
    _check_deals(game, games, seed)
    _check_places(games)
    _check_samples(game, games[0], seed, rng)
    _check_replay(game, seed)


def _play(game: Game, seed: str, board: int, rng: random.Random) -> State:
    """A game of random actions, over."""
    state = game.start(seed, board)
    while state.to_act is not None:
        state.apply(rng.choice(state.legal_actions()))
    return state


def _require(condition: bool, failure: str) -> None:
    if not condition:
        raise CheckFailed(failure)


def _facts(state: State) -> tuple[object, ...]:
    """All that can be seen of a state from outside."""
    views = [state.view(seat) for seat in range(state.game.seats)]
    return state.to_act, state.legal_actions(), state.deals, views


def _check_state(state: State, rng: random.Random) -> None:
    legal = state.legal_actions()
    _require(isinstance(legal, tuple) and bool(legal), f"legal_actions() is {legal!r}: it must be a tuple, not empty")
    _require(list(legal) == sorted(set(legal)), f"the legal actions are not sorted, or not different: {legal}")
    before = _facts(state)
    try:
        state.places()
    except ValueError:
        pass
    else:
        raise CheckFailed("places() answers while the game goes on")
    copy = state.copy()
    copy.apply(rng.choice(legal))
    while copy.to_act is not None and rng.random() < 0.8:
        copy.apply(rng.choice(copy.legal_actions()))
    _require(_facts(state) == before, "the state changes with its copy")
    for seat in range(state.game.seats):
        view = state.view(seat)
        _require(view.legal_actions == (legal if seat == state.to_act else ()), f"seat {seat} sees other legal actions")
        _check_view(view, state.deals[-1]["actions"], rng)


def _check_refusals(state: State, rng: random.Random, words: list[str]) -> None:
    """What is not legal is refused: no action at all, and actions that are legal at other times."""
    legal = state.legal_actions()
    before = _facts(state)
    others = [word for word in rng.sample(words, min(len(words), OTHER_ACTIONS)) if word not in legal]
    for wrong in (*NOT_ACTIONS, *others, None, 7, ["7H"]):
        try:
            state.apply(wrong)  # type: ignore[arg-type]
        except (IllegalAction, InvalidAction):
            continue
        raise CheckFailed(f"{wrong!r:.40} is accepted as an action, and is not among the legal ones")
    _require(_facts(state) == before, "the state changes by an action that is refused")


def _check_view(view: View, actions: list[list[object]], rng: random.Random) -> None:
    """A view stands for itself: as JSON, pickled, and as all that a sampled state needs to give it again."""
    game, seat = view.game, view.seat
    data = view.to_json()
    _require(json.loads(json.dumps(data)) == data, "to_json() gives what is not plain JSON")
    _require(game.rules.view_from_json(game, data) == view, "a view is another one when it comes back from JSON")
    _require(pickle.loads(pickle.dumps(view)) == view, "a view is another one when pickled")  # noqa: S301  # our own
    _require(hash(view) == hash(pickle.loads(pickle.dumps(view))), "equal views have different hashes")  # noqa: S301
    _require(len(view.history) == len(actions), "a view's history has other actions than the deal")
    for (actor, shown), (real_actor, action) in zip(view.history, actions, strict=True):
        whole = str(action)
        seen = (whole,) if actor == seat else (whole, whole.split(" ")[0])
        _require(actor == real_actor and shown in seen, f"seat {seat} sees {shown!r} for {whole!r} of seat {actor}")
    sampled = view.sample(rng)
    _require(sampled.view(seat) == view, f"a state sampled from seat {seat}'s view gives it another view")
    _require(sampled.to_act == view.to_act, "a sampled state has another seat to act")


def _check_delta(view: View, sent: dict[int, Values]) -> None:
    """What changed since the last view of this seat, written and read, leads to this one."""
    delta = view.game.rules.delta
    if delta is None:
        return
    before, now = sent.get(view.seat), delta.values(view)
    changes = delta.between(before, now) if before else None
    if before and changes is not None:
        again = delta.apply(before, json.loads(json.dumps(changes)))
        _require(delta.view(again) == view, f"the changes {changes} of a view lead to another one")
        _require(hash(delta.view(again)) == hash(view), f"the changes {changes} lead to a view with another hash")
    sent[view.seat] = now


def _check_deals(game: Game, games: list[State], seed: str) -> None:
    """Every deal is games.shuffle's of one and the same pack, so that anybody can verify it from the seed."""
    packs: dict[tuple[str, int, int], list[str]] = {
        (seed, board, deal.number): [deal.names[bit] for bit in deal.pack]
        for board, state in enumerate(games)
        for deal in state.history
    }
    other = seed[::-1] + "0"
    packs |= {(other, board, 0): game.start(other, board).deals[0]["pack"].split(" ") for board in range(2)}
    first = packs[seed, 0, 0]
    _require(any(pack != first for pack in packs.values()), "the same cards are dealt on every board, deal and seed")
    canonical: list[str] = []
    for (text, board, number), pack in packs.items():
        undone = [""] * len(pack)
        for place, card in zip(shuffle(range(len(pack)), text, board, number), pack, strict=True):
            undone[place] = card
        canonical = canonical or undone
        where = f"the cards of board {board}, deal {number}"
        _require(undone == canonical, f"{where} are not games.shuffle.shuffle(pack, seed, board, deal)")


def _check_places(games: list[State]) -> None:
    """Places follow the scores of the deals: more is better, or fewer is, in all games alike."""
    better = set()
    level = []
    for state in games:
        scores = [deal.scores for deal in state.history if deal.scores is not None]
        totals = [sum(seat) for seat in zip(*scores, strict=True)]
        places = state.places()
        for (one, a), (two, b) in combinations(zip(totals, places, strict=False), 2):
            if a != b and one != two:
                better.add((one > two) == (a < b))
            level.append((one == two, a == b))
    _require(len(better) < 2, "the places contradict the scores: more is better in one game, and fewer in another")
    _require(bool(better) or all(same for same, _ in level), "all seats share a place, whatever their scores")


def _check_samples(game: Game, played: State, seed: str, rng: random.Random) -> None:
    """Near the end of a deal few states fit a view: the real one is among those that are drawn, and each comes up as
    often as any other, as far as SAMPLES of them can tell."""
    deal = played.history[-1]
    for left in range(2, min(len(deal.actions), LAST_ACTIONS)):
        state = _replayed(game, played, seed, left)
        if state is None or state.to_act is None:
            continue
        for seat in range(game.seats):
            view = state.view(seat)
            few = Counter(_all_views(view.sample(rng)) for _ in range(FEW_SAMPLES))
            if not 2 <= len(few) <= FEW_STATES:
                continue
            found = Counter(_all_views(view.sample(rng)) for _ in range(SAMPLES))
            _require(_all_views(state) in found, f"the states sampled from seat {seat}'s view are never the real one")
            mean = SAMPLES / len(found)
            spread = sum((count - mean) ** 2 / mean for count in found.values())
            limit = len(found) + 8 * math.sqrt(2 * len(found)) + 20  # never in a lifetime, where all are as likely
            _require(spread < limit, f"samples of seat {seat}'s view are biased: {sorted(found.values())} of {SAMPLES}")
            return


def _replayed(game: Game, played: State, seed: str, left: int) -> State | None:
    """The state of board 0 when so many actions of its last deal are left, or None where one was forced just there."""
    state = game.start(seed, 0)
    last = played.history[-1]
    for deal in played.history:
        for index, (_, action) in enumerate(deal.actions):
            if deal is last and index >= len(deal.actions) - left:
                return state if index == len(state.history[-1].actions) else None
            if index == len(state.history[deal.number].actions):
                state.apply(action)
    return None


def _all_views(state: State) -> tuple[View, ...]:
    return tuple(state.view(seat) for seat in range(state.game.seats))


def _check_hidden(state: State, rng: random.Random) -> None:
    """No leak: at the start of a game other cards may be hidden from a seat than those that are."""
    for seat in range(state.game.seats):
        packs = {sample.deals[-1]["pack"] for sample in (state.view(seat).sample(rng) for _ in range(20))}
        _require(len(packs) > 1, f"seat {seat}'s view tells it the whole pack")


def _check_end(state: State, rng: random.Random) -> None:
    _require(state.legal_actions() == (), "there are legal actions after the end")
    places = state.places()
    _require(len(places) == state.game.seats, f"{places} are not a place for each of {state.game.seats} seats")
    ranks = [1 + sum(other < place for other in places) for place in places]
    _require(list(places) == ranks, f"the places {places} do not follow each other: level ones share the better")
    for seat in range(state.game.seats):
        _check_view(state.view(seat), state.deals[-1]["actions"], rng)
    played = state.copy()
    try:
        played.apply("7H")
    except (IllegalAction, InvalidAction):
        return
    raise CheckFailed("an action is accepted after the end")


def _check_replay(game: Game, seed: str) -> None:
    """A match of random players makes a replay that is read, and made again from its actions to the byte."""
    players = [Random(f"random{number}", game, number) for number in range(game.seats)]
    written = replay.dumps(match.play(game, players, seed=seed, boards=1))
    doc = replay.read(written).doc
    _require(replay.regenerate(doc) == written, "a replay is another one when made again from its seed and actions")
