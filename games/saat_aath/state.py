"""A game of Saat-Aath in progress. The rules are in docs/exact-rules.md.

`_legal` is the mask of the cards that may be played. It is 0 whenever something else than a card is asked for, so
that playing a card, the hot path, needs one test only.
"""

from typing import Any

from games import scoring
from games.core import Deal, Game
from games.options import Options
from games.saat_aath.actions import CALLS, DRAWS, arrangements, refusal
from games.saat_aath.stacks import Table, lay, look
from games.saat_aath.tables import DECK, TRUMPS
from games.saat_aath.view import Stack, View
from games.shuffle import shuffle

_BIT = DECK.bit
_LOW, _MIDDLE, _HIGH = DECK.tables


class State:
    """See games.core.State."""

    __slots__ = (
        "_actions",
        "_beats",
        "_cards",
        "_drawn",
        "_follow",
        "_hands",
        "_known",
        "_lead",
        "_legal",
        "_offer",
        "_table",
        "_taken",
        "_under",
        "board",
        "drawer",
        "draws_left",
        "game",
        "history",
        "scores",
        "seed",
        "to_act",
        "tricks",
        "trumps",
    )

    game: Game
    to_act: int | None
    history: list[Deal]

    def __init__(self, game: Game, seed: str, board: int) -> None:
        """A game without a deal yet."""
        self.game = game
        self.seed = seed
        self.board = board
        self.scores = [0, 0]  # of the game so far
        self.history = []

    def deal(self, number: int, *, drawer: int | None, draws: int, pack: list[int] | None = None) -> None:
        """Begin deal `number`, with the pack that the seed gives unless `pack` says another."""
        pack = pack or shuffle(DECK.pack, self.seed, self.board, number)
        dealer = number % 2
        caller = 1 - dealer
        self.history.append(Deal(number, dealer, pack, DECK.name))
        self._actions = self.history[-1].actions
        hands = [sum(pack[1:10:2]), sum(pack[0:10:2])]
        self._hands = hands if caller else hands[::-1]
        self._cards = self._hands[:]  # what each seat may use
        self._follow: dict[int, int] = {}  # by the bit of the card led, once trumps are called
        self._beats: dict[int, int] = {}
        self._under = dict(zip(pack[20:], pack[10:20], strict=True))  # the closed card under each open one
        self._table: Table | None = None  # by seat; made for the first view of the deal
        self._legal = self._lead = 0
        self.tricks = [0, 0]
        self.trumps: str | None = None
        self.drawer = drawer
        self.draws_left = draws
        self._drawn: list[str] = []
        self._offer: tuple[str, ...] = ()  # the loser's hand as laid down for a draw
        self._taken = 0  # the card just drawn, until another is given for it
        self._known = [0, 0]  # of each seat's hand, the cards that the opponent knows
        self.to_act = caller if drawer is None else 1 - drawer

    def legal_actions(self) -> tuple[str, ...]:
        legal = self._legal
        if legal:
            return _LOW[legal & 1023] + _MIDDLE[legal >> 10 & 1023] + _HIGH[legal >> 20]
        if self.to_act is None:
            return ()
        if not self.draws_left:
            return CALLS
        if self._taken:
            return tuple(["give " + card for card in DECK.names(self._hands[self.to_act] ^ self._taken)])
        if self._offer:
            return DRAWS
        return arrangements(self._hands[self.to_act])

    def apply(self, action: str) -> None:
        try:
            bit = _BIT[action]
        except (KeyError, TypeError):
            bit = 0
        if not bit & self._legal:
            self._apply_other(action)
            return
        seat: int = self.to_act  # type: ignore[assignment]  # somebody is to act where a card is legal
        self._actions.append((seat, action))
        cards = self._cards
        lead = self._lead
        if lead:
            other = 1 - seat
            under = self._under
            cards[seat] ^= bit
            if bit in under:
                cards[seat] |= under[bit]
            if lead in under:
                cards[other] |= under[lead]
            winner = seat if self._beats[lead] & bit else other
            self.tricks[winner] += 1
            self._lead = 0
            self.to_act = winner
            self._legal = usable = cards[winner]
            if not usable:
                self._end_deal()
        else:
            cards[seat] ^= bit
            self._lead = bit
            self.to_act = seat = 1 - seat
            usable = cards[seat]
            self._legal = usable & self._follow[bit] or usable

    def _apply_other(self, action: str) -> None:
        """Everything but a legal card: the call of trumps, the draws, and what is refused."""
        legal = self.legal_actions()
        if action not in legal:
            raise refusal(action, self.to_act, legal)
        seat: int = self.to_act  # type: ignore[assignment]  # somebody is to act where an action is legal
        self.history[-1].actions.append((seat, action))
        if not self.draws_left:
            self._call(action)
            return
        loser = 1 - self.drawer  # type: ignore[operator]  # there is a drawer where draws are left
        word, *words = action.split(" ")
        if word == "arrange":
            deal = self.history[-1]
            deal.private[len(deal.actions) - 1] = (seat,)
            self._offer = tuple(words)
            self.to_act = self.drawer
        elif word == "draw":
            card = self._offer[int(words[0])]
            self._drawn.append(card)
            self._taken = _BIT[card]
            self._hand_over(self._taken, loser, seat)
        else:
            self._hand_over(_BIT[words[0]], seat, loser)
            self._taken = 0
            self._offer = ()
            self.draws_left -= 1
            self.to_act = loser if self.draws_left else 1 - self.history[-1].dealer

    def _hand_over(self, bit: int, giver: int, taker: int) -> None:
        self._hands[giver] ^= bit
        self._hands[taker] ^= bit
        self._known[giver] &= ~bit
        self._known[taker] |= bit
        self._cards = self._hands[:]

    def _call(self, suit: str) -> None:
        deal = self.history[-1]
        caller = 1 - deal.dealer
        self.trumps = suit
        self._follow, self._beats, _ = TRUMPS[suit, self.game.options["sevens"] == "top"]
        self._cards[caller] |= sum(deal.pack[20::2])
        self._cards[deal.dealer] |= sum(deal.pack[21::2])
        self._legal = self._cards[caller]

    def _end_deal(self) -> None:
        deal = self.history[-1]
        options = self.game.options
        margin = self.tricks[0] - target_of(0, deal.dealer)  # of seat 0; the other's is opposite
        deal.scores = deal_scores(options, margin)
        deal.tricks = (self.tricks[0], self.tricks[1])
        self.scores = [self.scores[0] + deal.scores[0], self.scores[1] + deal.scores[1]]
        target: int | None = options["target"]  # type: ignore[assignment]
        if deal.number + 1 == options["deals"] or (target is not None and max(self.scores) >= target):
            self.to_act = None
        elif options["winner_draws"] and margin:
            self.deal(deal.number + 1, drawer=0 if margin > 0 else 1, draws=abs(margin))
        else:
            self.deal(deal.number + 1, drawer=None, draws=0)

    def places(self) -> tuple[int, ...]:
        if self.to_act is not None:
            raise ValueError("the game is not over: it has no places yet")
        return scoring.places([-score for score in self.scores])

    def copy(self) -> "State":
        twin = State.__new__(State)
        twin.game = self.game
        twin.seed = self.seed
        twin.board = self.board
        twin.to_act = self.to_act
        twin.trumps = self.trumps
        twin.drawer = self.drawer
        twin.draws_left = self.draws_left
        twin._follow = self._follow
        twin._beats = self._beats
        twin._lead = self._lead
        twin._legal = self._legal
        twin._offer = self._offer
        twin._taken = self._taken
        twin._under = self._under
        twin._table = self._table
        twin.scores = self.scores[:]
        twin.tricks = self.tricks[:]
        twin._hands = self._hands[:]
        twin._cards = self._cards[:]
        twin._known = self._known[:]
        twin._drawn = self._drawn[:]
        twin.history = [*self.history[:-1], self.history[-1].copy()]
        twin._actions = twin.history[-1].actions
        return twin

    @property
    def deals(self) -> list[dict[str, Any]]:
        return [deal.to_json() for deal in self.history]

    def view(self, seat: int) -> View:
        if seat not in (0, 1):
            raise ValueError(f"seat {seat!r} is not at the table: it must be 0 or 1")
        deal = self.history[-1]
        other = 1 - seat
        opponent = self._hands[other] & self._cards[other]
        return View(
            game=self.game,
            seat=seat,
            to_act=self.to_act,
            legal_actions=self.legal_actions() if seat == self.to_act else (),
            deal=deal.number,
            dealer=deal.dealer,
            trumps=self.trumps,
            hand=_names(self._hands[seat] & self._cards[seat]),
            stacks=((), ()) if self.trumps is None else self._stacks(),
            trick=(deal.actions[-1],) if self._lead else (),
            tricks=tuple(self.tricks),
            scores=tuple(self.scores),
            drawer=self.drawer,
            draws_left=self.draws_left,
            drawn=tuple(self._drawn),
            opponent_cards=opponent.bit_count(),
            opponent_known=_names(opponent & self._known[other]),
            history=deal.seen_by(seat),
        )

    def _stacks(self) -> tuple[tuple[Stack, ...], ...]:
        if self._table is None:
            self._table = lay(self.history[-1])
        return look(self._table, self._cards, self._lead, self.game.options["reveal"] == "at_once")


def start(game: Game, seed: str, board: int) -> State:
    state = State(game, seed, board)
    state.deal(0, drawer=None, draws=0)
    return state


def target_of(seat: int, dealer: int) -> int:
    """The tricks that a seat has to win."""
    return 7 if seat == dealer else 8


def deal_scores(options: Options, margin: int) -> tuple[int, int]:
    """What a deal adds to the seats' scores, by the margin of seat 0."""
    if options["scoring"] == "margin":
        return margin, -margin
    return int(margin > 0), int(margin < 0)


def _names(mask: int) -> tuple[str, ...]:
    """DECK.names, quicker."""
    return _LOW[mask & 1023] + _MIDDLE[mask >> 10 & 1023] + _HIGH[mask >> 20]
