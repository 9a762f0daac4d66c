"""A game of a replay as frames: what a viewer draws, one a step, in plain JSON types.

Every frame has: `kind`; `deal`; `action` (its index in the deal, None where the step is no action); `seat`, `word` and
`card` (who did what; of what the viewer may not see just the first word); `text` (the same in a sentence); `why` (of an
action); `to_act` and `legal` (what may follow); `legal_why` (of `legal`); `dealer`; `scores` (of each seat, so far);
`faults` (`seat`, `kind`, `stand_in`: whether `random` plays on); `places` of the seats, in the last frame, else None.
Both reasons are of `games.reasons`, as far as the viewer may know them, or None. What lies on the table is the game's
own (`games.pictures`): `hands` and more. All of it speaks of seats, as the deals of a replay do.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import games
from games.pictures import ONLOOKER, Picture, listed, picture, pretty
from games.reasons import legal_reason, steps_of

Document = Mapping[str, Any]  # a replay that games.replay.read has accepted
Frame = dict[str, Any]
FORFEIT = 3  # faults in so many games of a match


def frames(doc: Document, game_number: int, *, view: int | None = None) -> list[Frame]:
    """The frames of one game; with `view`, cards that this seat could not see at that moment are None;
    with `view=ONLOOKER`, those that not everybody could see.

    Raises IndexError for a game or a seat that the match does not have.
    """
    if not 0 <= game_number < len(doc["games"]):
        raise IndexError(f"there is no game {game_number}: the match has games 0 to {len(doc['games']) - 1}")
    if view not in (None, ONLOOKER) and not 0 <= view < len(doc["players"]):
        raise IndexError(f"there is no seat {view}: the table has seats 0 to {len(doc['players']) - 1}")
    return list(_Teller(doc, game_number, view).tell())


def summary(doc: Document) -> dict[str, Any]:
    """What a viewer must know of the whole match: names, and of each game who sits where and how it ended."""
    names = player_names(doc)
    games_of_match = []
    for number, game in enumerate(doc["games"]):
        seats = _players_by_seat(len(names), game["rotation"])
        title = f"Board {game['board'] + 1}, seats: " + ", ".join(names[player] for player in seats)
        games_of_match.append(
            {
                **{key: game[key] for key in ("board", "rotation", "places", "faults")},
                "number": number,
                "seats": seats,  # the player on each seat
                "result": _result(game["places"]),
                "title": title,
            }
        )
    return {
        "game": doc["game"],
        "options": dict(doc["options"]),
        "names": names,
        "scored": doc["options"].get("deals", 1) != 1,  # games of several deals that add up to a score
        "match_scores": doc["match_scores"],
        "games": games_of_match,
    }


def player_names(doc: Document) -> list[str]:
    """The players' names; where some are the same, numbered."""
    given: Sequence[str] = doc["players"]
    return [
        name if given.count(name) == 1 else f"{name} ({given[: i + 1].count(name)})" for i, name in enumerate(given)
    ]


def _players_by_seat(players: int, rotation: int) -> list[int]:
    return [(seat - rotation) % players for seat in range(players)]


def _result(places: Sequence[int]) -> str:
    """Two players: the points of each; more: the place of each, in the players' order."""
    if len(places) == 2:
        return "½ : ½" if places[0] == places[1] else f"{2 - places[0]} : {2 - places[1]}"
    return " ".join(map(str, places))


class _Teller:
    """Plays one game again on the engine and tells it step by step."""

    def __init__(self, doc: Document, number: int, view: int | None) -> None:
        self.game = games.load(doc["game"], **doc["options"])
        self.record = doc["games"][number]
        self.view = view
        self.seats = self.game.seats
        self.by_seat = _players_by_seat(self.seats, self.record["rotation"])
        self.names = [player_names(doc)[player] for player in self.by_seat]
        self.state = self.game.start(doc["seed"], self.record["board"])
        self.scores = [0] * self.seats
        self.faults = [self._fault(player, "forfeit") for player in _forfeited(doc, number)]

    def _fault(self, player: int, kind: str) -> Frame:
        return {"seat": self.by_seat.index(player), "kind": kind, "stand_in": self.seats > 2}

    def tell(self) -> Iterator[Frame]:
        deal, table = None, None
        for deal in self.record["deals"]:
            table = picture(self.game.name, deal, self.game.options, self.seats)
            yield from self._deal(deal, table)
        yield self._result(deal, table)

    def _deal(self, deal: Mapping[str, Any], table: Picture) -> Iterator[Frame]:
        number, actions = deal["deal"], deal["actions"]
        right = (deal["dealer"] + 1) % self.seats
        opening = table.opening.format(dealer=self.names[deal["dealer"]], other=self.names[right])
        yield self._frame("deal", deal, table, f"Deal {number + 1}: {opening}", **self._next(deal, 0))
        reasons = steps_of(self.game, deal["dealer"])
        for index, (seat, action) in enumerate(actions):
            yield from self._faults_before(deal, table, index)
            if index == len(self.state.history[number].actions):  # else it followed by itself from the one before
                self.state.apply(action)
            follows = self._next(deal, index + 1)
            step = table.apply(seat, action, follows["to_act"])
            seen = self.view is None or step.seen_by is None or self.view in step.seen_by
            text = (step.words if seen else step.hidden_words).format(
                name=self.names[seat],
                card=pretty(step.card) if step.card else "",
                other="" if step.other is None else self.names[step.other],
            )
            word, card = (action, step.card) if seen else (step.hidden_action or action.split(" ")[0], None)
            did = {"action": index, "seat": seat, "word": word, "card": card, "why": reasons.after(seat, word)}
            yield self._frame(step.kind, deal, table, text, **did, **follows)
        yield from self._faults_before(deal, table, len(actions))
        if "scores" in deal:
            self.scores = [old + new for old, new in zip(self.scores, deal["scores"], strict=True)]
            yield self._frame("end", deal, table, table.closing(self.names))

    def _next(self, deal: Mapping[str, Any], index: int) -> Frame:
        """Who acts when `index` actions of the deal are done, and what is legal (not the orders of a whole hand)."""
        recorded = self.state.history[deal["deal"]].actions
        if index < len(recorded):
            return {"to_act": recorded[index][0], "legal": [], "legal_why": None}
        if len(self.state.history) > deal["deal"] + 1 or self.state.to_act is None:
            return {"to_act": None, "legal": [], "legal_why": None}
        seat = self.state.to_act
        if self.view not in (None, seat):
            return {"to_act": seat, "legal": [], "legal_why": None}
        legal = [action for action in self.state.legal_actions() if len(action) < 10]
        return {"to_act": seat, "legal": legal, "legal_why": legal_reason(self.state.view(seat))}

    def _faults_before(self, deal: Mapping[str, Any], table: Picture, index: int) -> Iterator[Frame]:
        for fault in self.record["faults"]:
            if (fault["deal"], fault["action"]) == (deal["deal"], index):
                self.faults = [*self.faults, self._fault(fault["player"], fault["kind"])]
                seat = self.faults[-1]["seat"]
                after = "random plays this seat on" if self.seats > 2 else "the game is lost"
                text = f"{self.names[seat]} is at fault ({fault['kind']}): {after}"
                follows = self._next(deal, index) if self.seats > 2 else {}
                yield self._frame("fault", deal, table, text, seat=seat, **follows)

    def _result(self, deal: Mapping[str, Any] | None, table: Picture | None) -> Frame:
        places = [self.record["places"][player] for player in self.by_seat]
        firsts = [name for name, place in zip(self.names, places, strict=True) if place == 1]
        if len(firsts) == self.seats:
            text = "The game is a tie"
        else:
            text = f"{listed(firsts)} {'wins' if len(firsts) == 1 else 'share the win of'} the game"
        if deal is None:
            lost = listed(self.names[fault["seat"]] for fault in self.faults)
            text = f"Not played: {lost} had forfeited the match. {text}"
        return self._frame("result", deal, table, text, places=places)

    def _frame(self, kind: str, deal: Mapping[str, Any] | None, table: Picture | None, text: str, **more: Any) -> Frame:
        return {
            "kind": kind,
            "deal": deal["deal"] if deal else None,
            "action": None,
            "seat": None,
            "word": None,
            "card": None,
            "text": text,
            "to_act": None,
            "legal": [],
            "why": None,
            "legal_why": None,
            "dealer": deal["dealer"] if deal else None,
            "scores": self.scores,
            "faults": self.faults,
            "places": None,
            **(table.describe(self.view) if table else {"hands": []}),
            **more,
        }


def _forfeited(doc: Document, number: int) -> list[int]:
    """The players who had forfeited the match before this game."""
    at_fault = [fault["player"] for game in doc["games"][:number] for fault in game["faults"]]
    return [player for player in range(len(doc["players"])) if at_fault.count(player) >= FORFEIT]
