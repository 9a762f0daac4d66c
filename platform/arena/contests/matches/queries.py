"""Matches for lists and pages: never their replays, nor the private output of bots, nor the sources of versions."""

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone
from django.utils.timesince import timesince

from arena.contests.analysis.queries import with_tricks_lost
from arena.contests.models import Contest, Match, MatchPlayer, Replay
from arena.contests.schedule.progress import workers_alive
from arena.errors import Missing

REMOVED = "Its replay and logs were removed: this site keeps those of a ladder's newest matches alone."
BULK = ("log", "log_marks", "version__source", "version__log", "version__reason")


def players() -> QuerySet[MatchPlayer]:
    """Players with what their names are made of, and the tricks that mistakes cost them."""
    named = MatchPlayer.objects.select_related("bot__owner", "version__bot__owner").defer(*BULK).order_by("number")
    return with_tricks_lost(named)


def matches(**conditions: object) -> QuerySet[Match]:
    """Matches with contest and players, and `has_replay`: a match that was declared void may still have one. One that
    was played and has none any more has `lost_replay`: see `services.pruning`."""
    return (
        Match.objects.filter(**conditions)
        .select_related("contest__organiser")
        .defer("places")
        .annotate(has_replay=Q(replay__isnull=False), lost_replay=Q(places__isnull=False, replay__isnull=True))
        .prefetch_related(Prefetch("players", queryset=players()), "tries")
    )


def replay_of(match_id: int | str, *, without_data: bool = False) -> Replay:
    """Raises Missing, which says so where there was one."""
    replays = Replay.objects.defer("data") if without_data else Replay.objects.all()
    stored = replays.select_related("match__contest").filter(match_id=match_id).first()
    if stored is None:
        gone = Match.objects.filter(pk=match_id, places__isnull=False).exists()
        raise Missing(REMOVED if gone else "This match has no replay: it has not been played to its end.")
    return stored


def require_logs(match: Match) -> None:
    """Raises Missing where they were removed."""
    if match.lost_replay:  # type: ignore[attr-defined]
        raise Missing(REMOVED)


def before_in_queue(match: Match) -> int:
    """How many matches will be taken before a waiting one, as far as can be known now."""
    waiting = Match.objects.filter(state=Match.State.WAITING, contest__state=Contest.State.RUNNING)
    if match.queued_at:
        earlier = Q(queued_at__lt=match.queued_at) | Q(queued_at=match.queued_at, pk__lt=match.pk)
        return waiting.filter(earlier).count()
    ahead = Q(attempts__lt=match.attempts) | Q(attempts=match.attempts, number__lt=match.number)
    in_line = Q(queued_at__isnull=False) | (Q(contest=match.contest_id, queued_at__isnull=True) & ahead)
    return waiting.filter(in_line).count()


def explain(match: Match) -> str:
    """Where a match is and why, in a few sentences."""
    removed = f" {REMOVED}" if match.lost_replay else ""  # type: ignore[attr-defined]
    if match.state == Match.State.DONE:
        return f"Played and stored.{removed}"
    if match.state == Match.State.VOID:
        return f"Counts for nobody. {match.void_reason}{removed}"
    if match.state == Match.State.RUNNING:
        games = match.boards * match.contest.seats
        since = timesince(match.started_at) if match.started_at else "a moment"
        again = f" Try {match.attempts}, after a failure on our side." if match.attempts > 1 else ""
        return f"Being played for {since}: {match.progress} of {games} games are over.{again}"
    return f"{_why_waiting(match)} It has waited for {timesince(match.created_at, timezone.now())}."


def _why_waiting(match: Match) -> str:
    if match.contest.state == Contest.State.PAUSED:
        return "The contest is paused; it goes on when its organiser resumes it."
    again = "It is played again after a failure on our side. " if match.attempts else ""
    if not workers_alive():
        return f"{again}No worker is running, so nothing is played at the moment."
    before = before_in_queue(match)
    where = "in the queue" if match.queued_at else "in line for the queue"
    ahead = {0: "next", 1: "1 match is before it"}.get(before, f"{before} matches are before it")
    return f"{again}Waiting {where}: {ahead}."
