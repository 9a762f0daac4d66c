"""What an organiser may do to a single match. Nothing that was played is overwritten."""

from django.db import transaction
from django.db.models import Q, QuerySet

from arena import inputs
from arena.accounts.models import User
from arena.contests import conf
from arena.contests.common import audit, locks, states
from arena.contests.common.permissions import may_judge, require_organiser
from arena.contests.models import Contest, Match, MatchPlayer
from arena.contests.proof import chain, tries
from arena.contests.ratings import events
from arena.contests.schedule import advance, queue
from arena.contests.standings import snapshots
from arena.errors import Refused
from tournaments import seeds


def void(*, match: Match, by: User, reason: str) -> Match:
    """Count a match for nobody, whatever its state: its rating changes are reversed, its replay stays."""
    reason = inputs.prose(reason, "reason", conf.REASON_LENGTH)
    with transaction.atomic():
        contest, match = _lock(match, by)
        _void(match, f"Declared void by {_who(by, contest)}", reason)
        chain.append(contest=contest, kind="void", match=match.number, note=match.void_reason)
        snapshots.outdate(contest=contest)
        detail = f"match {match.number} ({match.key}){': ' + reason if reason else ''}"
        audit.record(contest=contest, by=by, action="void", detail=detail)
        advance.request_on_commit(contest=contest)
    return match


def rerun(*, match: Match, by: User, reason: str = "") -> Match:
    """Play it again: as another try of the same match, with a key and so deals of its own, because its bots may have
    kept what they saw. The old one is void; the new one is returned."""
    reason = inputs.prose(reason, "reason", conf.REASON_LENGTH)
    with transaction.atomic():
        contest, match = _lock(match, by)
        if contest.state not in Contest.UNDER_WAY:
            raise Refused(f"{contest.name} is {contest.state}: its deals are known now, so none is played again.")
        if match.state in (Match.State.WAITING, Match.State.RUNNING):
            raise Refused(f"Match {match.number} is {match.state}: it has no result to replace.")
        if _others(match).exclude(state=Match.State.VOID).exists():
            raise Refused(f"Match {match.number} has been played again already.")
        if match.players.filter(entry__state="removed").exists():
            raise Refused(f"Match {match.number} has a player that was removed from the contest.")
        if match.state == Match.State.DONE:
            _void(match, f"Played again at the request of {_who(by, contest)}", reason)
        again = _copy(match, contest.matches.order_by("-number").values_list("number", flat=True)[0] + 1)
        values = {"match": match.number, "again": again.number, "note": match.void_reason}
        chain.append(contest=contest, kind="rerun", **values)
        detail = f"match {match.number} ({match.key}) as match {again.number} ({again.key})"
        detail += f": {reason}" if reason else ""
        audit.record(contest=contest, by=by, action="re-run", detail=detail)
        transaction.on_commit(queue.dispatch, robust=True)
    return again


def _copy(match: Match, number: int) -> Match:
    key = tries.next_key(match.contest, match.key)[1]
    again = Match.objects.create(
        contest_id=match.contest_id,
        round=match.round,
        number=number,
        key=key,
        seed=seeds.match_seed(match.contest.secret, key),
        boards=match.boards,
        rated=match.rated,
        pairs=match.pairs,
        unrated=match.unrated,
    )
    MatchPlayer.objects.bulk_create(
        MatchPlayer(match=again, number=p.number, entry_id=p.entry_id, bot_id=p.bot_id, version_id=p.version_id)
        for p in match.players.defer("log", "log_marks")
    )
    return again


def _others(match: Match) -> QuerySet[Match]:
    """The other rows of the same match, which was played again or plays again."""
    base = "/".join(match.key.split("/")[:2])
    return match.contest.matches.filter(Q(key=base) | Q(key__startswith=f"{base}/")).exclude(pk=match.pk)


def _who(by: User, contest: Contest) -> str:
    return "the organiser" if by.pk == contest.organiser_id else "an operator"


def _void(match: Match, what: str, reason: str) -> None:
    if match.state == Match.State.VOID:
        raise Refused(f"Match {match.number} is void already.")
    events.reverse(match=match)
    void_reason = f"{what}: {reason[:2000]}" if reason else f"{what}."
    states.move_matches(
        Match.objects.filter(pk=match.pk),
        Match.State.VOID,
        void_reason=void_reason,
        rating_sequence=match.rating_sequence,
    )
    tries.end(matches=[match.pk], reason=void_reason)
    match.refresh_from_db()


def _lock(match: Match, by: User) -> tuple[Contest, Match]:
    contest = locks.contest(match.contest_id)
    require_organiser(by=by, contest=contest)
    match = locks.match(match.pk)
    match.contest = contest
    if not may_judge(user=by, match=match):
        raise Refused(f"A bot of yours plays in match {match.number}: only an operator may decide about it.")
    return contest, match
