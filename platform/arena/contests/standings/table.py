"""The standings of a contest from its rows: the one sum behind pages, API, statistics, bundles and Swiss pairings.

The rules are `tournaments.standings`; a contest names its own (`Contest.ranking`), and keeps it.
"""

from collections.abc import Collection
from fractions import Fraction

from django.core.cache import cache
from django.db.models import Count, F, Max, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Round

from arena.contests.models import Contest, Entry, Match, MatchPlayer, RatingChange
from tournaments import standings
from tournaments.results import Places, pair_scores
from tournaments.standings import Meeting, Row

LADDER_SECONDS = 30  # so long the sums of a ladder are kept, which never stops growing and is looked at all the time
KEPT_SECONDS = 3600  # a table is kept under the state of the contest that it was made from


def table(contest: Contest) -> list[Row]:
    """The rows, best first; a player is `str` of its entry's number. Those of a ladder under way may be LADDER_SECONDS
    old, all others are of this very moment."""
    if contest.ranking == standings.RATING:
        if contest.is_over:
            return _ladder(contest)
        return cache.get_or_set(f"table:{contest.pk}", lambda: _ladder(contest), LADDER_SECONDS) or []
    return cache.get_or_set(f"table:{contest.pk}:{_state(contest)}", lambda: _tournament(contest), KEPT_SECONDS) or []


def tie_breaks(contest: Contest) -> tuple[str, ...]:
    return standings.SWISS if contest.format == Contest.Format.SWISS else standings.EVERYBODY_MEETS


def entrants(contest: Contest) -> dict[str, str]:
    """By `str` of the entry's number, the state of everybody who takes part; not who was taken out before the start."""
    entries = contest.entries.order_by("number")
    entries = entries.exclude(name="") if contest.started_at else entries.filter(state=Entry.State.ACTIVE)
    return {str(number): state for number, state in entries.values_list("number", "state")}


def meetings(contest: Contest) -> list[Meeting]:
    """All matches in the order of the schedule."""
    of_contest = contest.matches.order_by("number")
    fields = ("pk", "round", "key", "state", "boards")
    matches = list(of_contest.values_list(*fields))
    places: dict[int, Places] = {}
    if contest.seats > 2:  # a match score of two is that of the pair
        done = of_contest.filter(state=Match.State.DONE).values_list("pk", "places")
        places = {pk: stored or () for pk, stored in done}
    players: dict[int, list[str]] = {}
    first: dict[int, Fraction] = {}
    seats = MatchPlayer.objects.filter(match__contest=contest).order_by("match", "number")
    for match, number, score in seats.values_list("match_id", "entry__number", "score"):
        if match not in players:
            first[match] = Fraction(score or 0)
        players.setdefault(match, []).append(str(number))
    found = []
    for pk, round_, key, state, boards in matches:
        pairs: tuple[tuple[int, int, Fraction], ...] = ()
        if state == Match.State.DONE and contest.seats == 2:
            pairs = ((0, 1, Fraction(round(first[pk] * 4 * boards), 4 * boards)),)
        elif state == Match.State.DONE:
            games = 2 * len(places[pk])
            halves = pair_scores(places[pk], contest.seats)
            pairs = tuple((one, other, Fraction(won, games)) for one, other, won in halves)
        found.append(Meeting(round_, key, tuple(players[pk]), state, pairs))
    return found


def _state(contest: Contest) -> str:
    """Changes whenever a row of the table might."""
    done, void = Q(state=Match.State.DONE), Q(state=Match.State.VOID)
    seen = contest.matches.aggregate(
        number=Max("number"), done=Count("pk", filter=done), void=Count("pk", filter=void), at=Max("finished_at")
    )
    entries = contest.entries.aggregate(all=Count("pk"), removed=Count("pk", filter=Q(state=Entry.State.REMOVED)))
    return "/".join(str(value).replace(" ", "T") for value in (contest.started_at, *seen.values(), *entries.values()))


def _tournament(contest: Contest) -> list[Row]:
    states = entrants(contest)
    removed = {player for player, state in states.items() if state == Entry.State.REMOVED}
    played = meetings(contest)
    byes = None
    if contest.ranking == standings.MEAN and contest.format == Contest.Format.SWISS:
        byes = _byes_by_mean(played, [player for player in states if player not in removed])
    return standings.ranked(
        contest.ranking, played, list(states), removed=removed, tie_breaks=tie_breaks(contest), byes=byes
    )


def _byes_by_mean(played: list[Meeting], players: Collection[str]) -> dict[str, int]:
    """As Swiss tournaments counted before `points/1`: every complete round without a result, a void match included."""
    complete = {meeting.round for meeting in played} - standings.open_rounds(played)
    results: dict[str, set[int]] = {player: set() for player in players}
    for meeting in played:
        if meeting.state == Match.State.DONE:
            for player in meeting.players:
                results.setdefault(player, set()).add(meeting.round)
    return {player: n for player in players if (n := len(complete - results[player]))}


def _ladder(contest: Contest) -> list[Row]:
    """Added up by the database, in whole numbers: what a score is a multiple of follows from boards and seats."""
    unit = 2 * contest.seats * (contest.seats - 1)
    done = MatchPlayer.objects.filter(match__contest=contest, match__state=Match.State.DONE).order_by()
    sums = done.values_list("entry__number", "match__boards").annotate(
        matches=Count("pk"), units=Sum(Round(F("score") * F("match__boards") * unit))
    )
    totals: dict[str, tuple[int, Fraction]] = {}
    for number, boards, matches, units in sums:
        before, points = totals.get(str(number), (0, Fraction(0)))
        totals[str(number)] = before + matches, points + Fraction(int(units), boards * unit)
    events = RatingChange.objects.filter(
        pool__game=contest.game, pool__preset=contest.preset, bot=OuterRef("bot"), match__contest=contest
    )
    rated = contest.entries.annotate(rating=Subquery(events.order_by("-sequence").values("new")[:1]))
    ratings = {str(number): rating for number, rating in rated.values_list("number", "rating") if rating is not None}
    states = entrants(contest)
    removed = {player for player, state in states.items() if state == Entry.State.REMOVED}
    return standings.ladder_table(totals, list(states), ratings, removed)
