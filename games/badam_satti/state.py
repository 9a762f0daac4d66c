"""A game of Badam Satti in progress. The rules are in docs/exact-rules.md.

`_legal` is the mask of the cards that the seat to act may lay; it is 0 while a card is to be given.
"""

from typing import Any

from games import scoring
from games.badam_satti.tables import DECK, OPENS, POINTS, ROWS, START, SUIT_MASKS
from games.badam_satti.view import View
from games.cards import Deck
from games.core import Deal, Game, IllegalAction, InvalidAction
from games.shuffle import shuffle

_BIT = DECK.bit
_HALF = 26
_LOW_HALF = (1 << _HALF) - 1
_CLUBS, _DIAMONDS, _HEARTS, _SPADES = SUIT_MASKS
_CLUB_ROWS, _DIAMOND_ROWS, _HEART_ROWS, _SPADE_ROWS = ROWS


class _Names(dict[int, tuple[str, ...]]):
    """The names of half the deck's cards by their mask, kept: few sets of cards can fit at once."""

    def __init__(self, shift: int) -> None:
        self.shift = shift

    def __missing__(self, mask: int) -> tuple[str, ...]:
        names = self[mask] = DECK.names(mask << self.shift)
        return names


_GIFTS = Deck(f"give {card}" for card in DECK.canonical)  # sorted like the cards, so with the bits of the cards
_LOW = _Names(0)
_HIGH = _Names(_HALF)


class State:
    """See games.core.State."""

    __slots__ = (
        "_actions",
        "_fits",
        "_hands",
        "_legal",
        "board",
        "game",
        "giving_to",
        "history",
        "passes",
        "scores",
        "seed",
        "to_act",
    )

    game: Game
    to_act: int | None
    history: list[Deal]

    def __init__(self, game: Game, seed: str, board: int) -> None:
        """A game without a deal yet."""
        self.game = game
        self.seed = seed
        self.board = board
        self.scores = [0] * game.seats
        self.history = []

    def deal(self, number: int, *, pack: list[int] | None = None) -> None:
        """Begin round `number`, with the pack that the seed gives unless `pack` says another."""
        pack = pack or shuffle(DECK.pack, self.seed, self.board, number)
        seats = self.game.seats
        dealer = number % seats
        self.history.append(Deal(number, dealer, pack, DECK.name))
        self._actions = self.history[-1].actions
        self._hands = [sum(pack[(seat - dealer - 1) % seats :: seats]) for seat in range(seats)]
        self._fits = START
        self.passes = 0  # in a row
        self.giving_to: int | None = None  # who passed and is to be handed a card
        self.to_act = next(seat for seat, hand in enumerate(self._hands) if hand & START)
        self._legal = START

    def legal_actions(self) -> tuple[str, ...]:
        legal = self._legal
        if legal:
            return _LOW[legal & _LOW_HALF] + _HIGH[legal >> _HALF]
        if self.to_act is None:
            return ()
        return _GIFTS.names(self._hands[self.to_act])

    def apply(self, action: str) -> None:
        try:
            bit = _BIT[action]
        except (KeyError, TypeError):
            bit = 0
        if not bit & self._legal:
            self._give(action)
            return
        seat: int = self.to_act  # type: ignore[assignment]  # somebody is to act where a card is legal
        self._actions.append((seat, action))
        hands = self._hands
        hands[seat] ^= bit
        self._fits = fits = self._fits ^ bit | OPENS[bit]
        self.passes = 0
        if hands[seat]:
            seat += 1
            if seat == len(hands):
                seat = 0
            legal = hands[seat] & fits
            if legal:
                self.to_act = seat
                self._legal = legal
            else:
                self._pass(seat)
        else:
            self._end_round()

    def _pass(self, seat: int) -> None:
        """`seat` passes, and so do all after it up to the first who can lay a card or has to give one."""
        hands, fits = self._hands, self._fits
        seats = len(hands)
        legal = 0
        while not legal:
            self._actions.append((seat, "pass"))
            self.passes += 1
            if self.passes <= seats and self.game.options["take_a_card"] and hands[seat - 1].bit_count() > 1:
                self.to_act = (seat - 1) % seats
                self.giving_to = seat
                self._legal = 0
                return
            seat = (seat + 1) % seats
            legal = hands[seat] & fits
        self.to_act = seat
        self._legal = legal

    def _give(self, action: str) -> None:
        """A card handed to who passed, or whatever else is not a legal card to lay: that is refused."""
        giver, taker = self.to_act, self.giving_to
        bit = _GIFTS.bit.get(action, 0) if isinstance(action, str) else 0
        if giver is None or taker is None or not bit & self._hands[giver]:
            raise _refusal(action, giver, self.legal_actions())
        self.history[-1].private[len(self._actions)] = (giver, taker)
        self._actions.append((giver, action))
        self._hands[giver] ^= bit
        self._hands[taker] ^= bit
        self.giving_to = None
        seat = (taker + 1) % len(self._hands)
        self._legal = self._hands[seat] & self._fits
        self.to_act = seat
        if not self._legal:
            self._pass(seat)

    def _end_round(self) -> None:
        deal = self.history[-1]
        points = POINTS[str(self.game.options["pictures"])]
        deal.scores = tuple([sum([points[card] for card in DECK.names(hand)]) for hand in self._hands])
        self.scores = [old + new for old, new in zip(self.scores, deal.scores, strict=True)]
        self._legal = 0
        if deal.number + 1 == self.game.options["rounds"]:
            self.to_act = None
        else:
            self.deal(deal.number + 1)

    def places(self) -> tuple[int, ...]:
        if self.to_act is not None:
            raise ValueError("the game is not over: it has no places yet")
        if self.game.options["rounds"] == 1:  # nothing is added up: who went out is first, all others are second
            return scoring.places([bool(points) for points in self.scores])
        return scoring.places(self.scores)

    def copy(self) -> "State":
        twin = State.__new__(State)
        twin.game = self.game
        twin.seed = self.seed
        twin.board = self.board
        twin.to_act = self.to_act
        twin.giving_to = self.giving_to
        twin.passes = self.passes
        twin._fits = self._fits
        twin._legal = self._legal
        twin._hands = self._hands[:]
        twin.scores = self.scores[:]
        twin.history = [*self.history[:-1], self.history[-1].copy()]
        twin._actions = twin.history[-1].actions
        return twin

    @property
    def deals(self) -> list[dict[str, Any]]:
        return [deal.to_json() for deal in self.history]

    def view(self, seat: int) -> View:
        hands = self._hands
        if seat not in range(len(hands)):
            raise ValueError(f"seat {seat!r} is not at the table: it must be from 0 to {len(hands) - 1}")
        deal = self.history[-1]
        laid = DECK.all ^ sum(hands)
        over = self.to_act is None
        return View(
            game=self.game,
            seat=seat,
            to_act=self.to_act,
            legal_actions=self.legal_actions() if seat == self.to_act else (),
            deal=deal.number,
            dealer=deal.dealer,
            hand=DECK.names(hands[seat]),
            hand_sizes=tuple([hand.bit_count() for hand in hands]),
            rows=(
                _CLUB_ROWS[laid & _CLUBS],
                _DIAMOND_ROWS[laid & _DIAMONDS],
                _HEART_ROWS[laid & _HEARTS],
                _SPADE_ROWS[laid & _SPADES],
            ),
            scores=tuple(self.scores),
            giving_to=self.giving_to,
            passes=self.passes,
            shown=tuple([DECK.names(hand) for hand in hands]) if over else (),
            history=deal.seen_by(seat),
        )


def start(game: Game, seed: str, board: int) -> State:
    state = State(game, seed, board)
    state.deal(0)
    return state


def _refusal(action: object, seat: int | None, legal: tuple[str, ...]) -> ValueError:
    word, _, card = action.partition(" ") if isinstance(action, str) else ("", "", "")
    if action not in ("pass", *_BIT) and not (word == "give" and card in _BIT):
        return InvalidAction(f"{action!r:.80} is no action of badam-satti: a card, or give and a card")
    if seat is None:
        return IllegalAction(f"{action!r:.80} is illegal: the game is over")
    return IllegalAction(f"{action!r:.80} is illegal for seat {seat}; legal: {', '.join(legal)}")
