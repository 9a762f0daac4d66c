"""The standings of a contest: one sum for pages, API, spreadsheets and pairings, whose rule has a name.

`points/1`, tournaments
    Points are the sum of match scores; a bye, a void match and a meeting with a bot that was removed count 1/2 each.
    The place follows from the points of the complete rounds, then from the tie-breaks. Removed bots stand below.
`rating/1`, ladders
    By rating; then by mean score.
no name, contests that began before the rule had one
    By the mean match score, a bye counting 1/2.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.results import MatchResult, pair_scores
from tournaments.tie_breaks import EVERYBODY_MEETS, SWISS, TIE_BREAKS, Pair, Tally, split, split_level

__all__ = [
    "EVERYBODY_MEETS", "MEAN", "POINTS", "RATING", "RULES", "SWISS", "TIE_BREAKS",
    "Meeting", "Row", "current", "ladder_table", "mean_table", "open_rounds", "points_table", "ranked", "table",
]  # fmt: skip

POINTS, RATING, MEAN = "points/1", "rating/1", ""
RULES = (POINTS, RATING, MEAN)
DONE, VOID = "done", "void"
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings.

    `matches` are those done. `points` is the sum over them, the byes and the void matches; `score` its mean, 0 to 1,
    None before the first. `counted` is what the complete rounds alone add to the points: the place follows from it.
    `place` is None while nothing of what counts has been played. `tie_breaks` are the values of the criteria asked
    for, None where one does not apply; who is still level shares the place, and the next place is skipped.
    `rating` in milli-Elo is that of a ladder.
    """

    place: int | None
    player: str
    matches: int
    byes: int
    points: Fraction
    score: Fraction | None
    tie_breaks: tuple[Fraction | None, ...] = ()
    voids: int = 0
    counted: Fraction = Fraction(0)
    removed: bool = False
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match as the standings see it: its key, which a match played again shares with the void one before it; who
    plays; its state (`done`, `void`, or anything else while it has neither); if it is done, the score of the first
    player of each pair, as (index of the first, index of the second, 0 to 1).
    """

    round: int
    key: str
    players: tuple[str, ...]
    state: str = DONE
    pairs: tuple[tuple[int, int, Fraction], ...] = ()

    @classmethod
    def of(cls, result: MatchResult, round: int = 1) -> "Meeting":
        games = 2 * len(result.places)
        halves = pair_scores(result.places, len(result.players))
        pairs = tuple((first, second, Fraction(won, games)) for first, second, won in halves)
        return cls(round, result.key, result.players, DONE, pairs)

    def scores(self) -> dict[str, Fraction]:
        """Of a match that is done, each player's match score: the mean over the opponents."""
        sums = dict.fromkeys(self.players, Fraction(0))
        for first, second, score in self.pairs:
            sums[self.players[first]] += score
            sums[self.players[second]] += 1 - score
        others = len(self.players) - 1
        return {player: total / others for player, total in sums.items()} if others > 1 else sums


def current(meetings: Iterable[Meeting]) -> list[Meeting]:
    """One meeting for each key: the one that is not void, where there is one."""
    chosen: dict[str, Meeting] = {}
    for meeting in meetings:
        base = "/".join(meeting.key.split("/")[:2])  # of a later try the key has a third part
        if base not in chosen or chosen[base].state == VOID:
            chosen[base] = meeting
    return list(chosen.values())


def open_rounds(meetings: Iterable[Meeting]) -> set[int]:
    """The rounds with a match that is neither done nor void."""
    return {meeting.round for meeting in current(meetings) if meeting.state not in (DONE, VOID)}


def ranked(
    rule: str,
    meetings: Iterable[Meeting],
    players: Sequence[str],
    *,
    removed: Collection[str] = (),
    tie_breaks: Sequence[str] = EVERYBODY_MEETS,
    ratings: Mapping[str, int] | None = None,
    byes: Mapping[str, int] | None = None,
) -> list[Row]:
    """The standings by the rule of that name. Only MEAN needs `byes`, only RATING needs `ratings` (milli-Elo)."""
    if rule == POINTS:
        return points_table(meetings, players, removed, tie_breaks)
    if rule == RATING:
        totals: dict[str, tuple[int, Fraction]] = {}
        for meeting in meetings:
            if meeting.state == DONE:
                for player, score in meeting.scores().items():
                    matches, points = totals.get(player, (0, Fraction(0)))
                    totals[player] = matches + 1, points + score
        return ladder_table(totals, players, ratings or {}, removed)
    if rule == MEAN:
        return mean_table(meetings, players, byes, tie_breaks)
    raise ValueError(f"no rule {rule!r} for standings; there are {POINTS} and {RATING}")


class _Count:
    """Credits of each player: matches, byes, void matches, and the points for them."""

    def __init__(self, players: Iterable[str]) -> None:
        self.matches = dict.fromkeys(players, 0)
        self.byes = dict(self.matches)
        self.voids = dict(self.matches)
        self.won = dict.fromkeys(self.matches, Fraction(0))

    def add(self, meeting: Meeting, removed: frozenset[str] = frozenset()) -> None:
        if meeting.state == DONE:
            scores = meeting.scores() if removed.isdisjoint(meeting.players) else _without(meeting, removed)
            for player, score in scores.items():
                self.matches[player] += 1
                self.won[player] += score
        elif meeting.state == VOID:
            for player in meeting.players:
                self.voids[player] += player not in removed

    def points(self, player: str) -> Fraction:
        return self.won[player] + Fraction(self.byes[player] + self.voids[player], 2)

    def score(self, player: str) -> Fraction | None:
        credits = self.matches[player] + self.byes[player] + self.voids[player]
        return self.points(player) / credits if credits else None


def _without(meeting: Meeting, removed: frozenset[str]) -> dict[str, Fraction]:
    """Match scores in which a pair with a removed bot counts 1/2 for the other; the removed bot keeps what it made."""
    others = len(meeting.players) - 1
    sums = dict.fromkeys(meeting.players, Fraction(0))
    for first, second, score in meeting.pairs:
        a, b = meeting.players[first], meeting.players[second]
        sums[a] += HALF if b in removed and a not in removed else score
        sums[b] += HALF if a in removed and b not in removed else 1 - score
    return {player: total / others for player, total in sums.items()}


def points_table(
    meetings: Iterable[Meeting],
    players: Sequence[str],
    removed: Collection[str] = (),
    tie_breaks: Sequence[str] = EVERYBODY_MEETS,
) -> list[Row]:
    """The standings by points, best first. `players` names everybody; level rows stand in that order.

    A bye is a complete round in which a bot that was not removed has no match; a round is complete once all of its
    matches are done or void. While others are not, they count for the points and not for the place. A removed bot has
    the points of its matches and no other, and stands below all that were not removed.
    """
    removed = frozenset(removed)
    meetings = current(meetings)
    players = list(dict.fromkeys([*players, *(player for meeting in meetings for player in meeting.players)]))
    unfinished = open_rounds(meetings)
    complete = {meeting.round for meeting in meetings} - unfinished
    now, counted = _Count(players), _Count(players)
    drawn: dict[str, set[int]] = {player: set() for player in players}
    for meeting in meetings:
        now.add(meeting, removed)
        if meeting.round in complete:
            counted.add(meeting, removed)
        for player in meeting.players:
            drawn[player].add(meeting.round)
    for player in players:
        if player not in removed:
            now.byes[player] = counted.byes[player] = len(complete - drawn[player])
    staying = [player for player in players if player not in removed]
    points = {player: counted.points(player) for player in players}
    scores = {player: counted.score(player) or Fraction(0) for player in players}
    pairs = _pairs(meeting for meeting in meetings if meeting.round in complete)
    tally = Tally((pair for pair in pairs if pair[0] not in removed and pair[1] not in removed), scores)
    groups, values = split_level(split([staying], points), tally, tie_breaks)
    groups += split([[player for player in players if player in removed]], points)
    played = any(counted.matches.values())
    if not played:
        groups = [group for group in (staying, [player for player in players if player in removed]) if group]
    rows: list[Row] = []
    for group in groups:
        place = len(rows) + 1
        if unfinished:
            group = sorted(group, key=lambda player: now.score(player) or Fraction(-1), reverse=True)
        rows += [
            Row(
                place=place if played else None,
                player=player,
                matches=now.matches[player],
                byes=now.byes[player],
                points=now.points(player),
                score=now.score(player),
                tie_breaks=values.get(player, (None,) * len(tie_breaks)),
                voids=now.voids[player],
                counted=points[player],
                removed=player in removed,
            )
            for player in group
        ]
    return rows


def ladder_table(
    totals: Mapping[str, tuple[int, Fraction]],
    players: Sequence[str],
    ratings: Mapping[str, int],
    removed: Collection[str] = (),
) -> list[Row]:
    """The standings of a ladder: the highest rating (milli-Elo) first, then the highest mean score, bots without a
    rating after those with one, bots that left the ladder below. `totals`: matches done and points. Who has not
    played has no place."""
    players = list(dict.fromkeys([*players, *totals]))
    lowest = min(ratings.values(), default=0) - 1
    score = {player: won / n for player, (n, won) in totals.items() if n}
    staying = [player for player in players if player not in removed]
    groups = []
    for part in (staying, [player for player in players if player in removed]):
        by_rating = split([part], {player: ratings.get(player, lowest) for player in part})
        groups += split(by_rating, {player: score.get(player, Fraction(-1)) for player in part})
    rows: list[Row] = []
    for group in groups:
        place = len(rows) + 1
        for player in group:
            matches, points = totals.get(player, (0, Fraction(0)))
            rows.append(
                Row(
                    place=place if matches else None,
                    player=player,
                    matches=matches,
                    byes=0,
                    points=points,
                    score=score.get(player),
                    counted=points,
                    removed=player in removed,
                    rating=ratings.get(player),
                )
            )
    return rows


def table(
    results: Iterable[MatchResult],
    players: Sequence[str] = (),
    byes: Mapping[str, int] | None = None,
    tie_breaks: Sequence[str] = EVERYBODY_MEETS,
) -> list[Row]:
    """`mean_table` of results."""
    return mean_table([Meeting.of(result) for result in results], players, byes, tie_breaks)


def mean_table(
    meetings: Iterable[Meeting],
    players: Sequence[str] = (),
    byes: Mapping[str, int] | None = None,
    tie_breaks: Sequence[str] = EVERYBODY_MEETS,
) -> list[Row]:
    """The standings of a contest from before `points/1`: by mean match score, a bye counting 1/2, then by the
    tie-breaks in their order (keys of TIE_BREAKS).

    `players` names those who may not have played yet; `byes` how many each had. Level rows stand in the order of names.
    """
    byes = byes or {}
    done = [meeting for meeting in meetings if meeting.state == DONE]
    everybody = sorted({*players, *byes, *(player for meeting in done for player in meeting.players)})
    count = _Count(everybody)
    count.byes |= byes
    for meeting in done:
        count.add(meeting)
    score = {player: count.score(player) or Fraction(0) for player in everybody}
    groups, values = split_level(split([everybody], score), Tally(_pairs(done), score), tie_breaks)
    rows: list[Row] = []
    for group in groups:
        place = len(rows) + 1
        rows += [
            Row(
                place=place,
                player=player,
                matches=count.matches[player],
                byes=count.byes[player],
                points=count.points(player),
                score=score[player],
                tie_breaks=values[player],
                counted=count.points(player),
            )
            for player in group
        ]
    return rows


def _pairs(meetings: Iterable[Meeting]) -> Iterable[Pair]:
    for meeting in meetings:
        for first, second, score in meeting.pairs:
            yield meeting.players[first], meeting.players[second], score
