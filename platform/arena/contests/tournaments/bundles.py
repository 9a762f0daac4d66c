"""One download with everything that is needed to check a contest offline: `satti verify` reads it."""

import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from typing import IO, Any

from django.db.models import Max
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response

from arena.cache import one_at_a_time
from arena.contests.matches import public_log
from arena.contests.matches.queries import matches
from arena.contests.models import Commitment, Contest, Match, RatingChange, Replay
from arena.contests.proof import keys
from arena.contests.standings.table import table, tie_breaks
from arena.downloads import FileDownload
from arena.errors import Refused
from tournaments import bundle
from tournaments.ratings import elo

_OF_CHANGE = (
    *("sequence", "bot_id", "old", "change", "new", "reversal", "match__number"),
    *("event__k", "event__rule", "event__players", "event__pairs"),
)
AT_A_TIME = 200
LONGEST = 600  # seconds
TIMES = 3  # that a bundle is made again because its contest changed meanwhile


def download(contest: Contest) -> FileDownload:
    """Raises Refused while the contest's secret is secret, where it was never started, or where replays of it were
    removed; Busy while another bundle is made, since one of a large contest takes a processor a minute."""
    if not contest.is_over:
        raise Refused(f"{contest.name} is {contest.state}: its bundle comes when it is over, together with the secret.")
    if contest.started_at is None:
        raise Refused(f"{contest.name} was never started: there is nothing to bundle.")
    _require_replays(contest)
    file = tempfile.TemporaryFile()  # noqa: SIM115 - the response closes it
    with one_at_a_time("bundle", LONGEST):
        try:
            _write(file, contest)
        except ValueError:
            _require_replays(contest)  # some may have been removed meanwhile
            raise
    file.seek(0)
    return FileDownload(file, as_attachment=True, filename=f"{contest.slug}.bundle.zip", content_type="application/zip")


def _write(file: IO[bytes], contest: Contest) -> None:
    commitment = Commitment.objects.filter(contest=contest).first()
    if commitment is None:  # it started before there were any
        bundle.write(file, head(contest), rows(contest), changes(contest), audit(contest))
        return
    for _ in range(TIMES):
        records = [text.encode() for text in contest.chain.values_list("text", flat=True)]
        file.seek(0)
        file.truncate()
        bundle.seal(
            file,
            secret=contest.revealed_secret,
            commitment=commitment.text.encode(),
            records=records,
            stored=stored(contest),
            changes=changes(contest),
            audit=audit(contest),
            sign=keys.sign,
        )
        if contest.chain.count() == len(records):
            return
    raise Refused(f"Matches of {contest.name} are being declared void just now: ask again in a while.")


def stored(contest: Contest) -> Iterator[tuple[int, bytes | None, str]]:
    """Of each match its number, its replay and its public log, in order."""
    for match, found in _found(contest):
        yield match.number, bytes(found.data) if found else None, public_log.text(match, found)


def _found(contest: Contest) -> Iterator[tuple[Match, Replay | None]]:
    """The matches in the order of their numbers, some at a time: a contest may hold gigabytes of replays."""
    wanted = matches(contest=contest).select_related("replay").order_by("number")
    last = 0
    while found := list(wanted.filter(number__gt=last)[:AT_A_TIME]):
        for match in found:
            yield match, match.replay if match.has_replay else None  # type: ignore[attr-defined]
        last = found[-1].number


def etag(contest: Contest) -> str:
    """Changes whenever the bundle would: whatever is done to a contest that is over is in its audit log, and its
    ratings change by events."""
    audit_id = contest.audit.aggregate(last=Max("pk"))["last"]
    change = RatingChange.objects.filter(match__contest=contest).aggregate(last=Max("pk"))["last"]
    return f'W/"bundle-{contest.pk}-{contest.state}-{audit_id}-{change}-{version("satti-arena")}"'


def answer(request: HttpRequest, contest: Contest) -> HttpResponseBase:
    """The download, or 304 where the client has it. Raises what `download` does."""
    tag = etag(contest)
    if contest.is_over and (unchanged := get_conditional_response(request, etag=tag)) is not None:
        return unchanged
    response = download(contest)
    response.headers["ETag"] = tag
    return response


def _require_replays(contest: Contest) -> None:
    if contest.matches.filter(places__isnull=False, replay=None).exists():
        raise Refused(f"{contest.name} has no bundle any more: replays were removed, without which none verifies it.")


def head(contest: Contest) -> bundle.Contest:
    entries = list(contest.entries.select_related("version").defer("version__source", "version__log"))
    names = {str(entry.number): entry.name for entry in entries}
    return bundle.Contest(
        name=contest.name,
        game=contest.game,
        options=dict(contest.rules.options),
        format=contest.format,
        rounds=contest.rounds,
        boards=contest.boards,
        secret=contest.revealed_secret,
        secret_sha256=contest.secret_sha256,
        entries=tuple(
            bundle.Entry(
                number=entry.number,
                bot=entry.name,
                version=f"{entry.name}@{entry.version.number}" if entry.version else None,
                removed=entry.state == entry.State.REMOVED,
            )
            for entry in entries
            if entry.name  # who was taken out before the start never took part
        ),
        preset=contest.preset,
        k=contest.k or elo.FIRST_K,
        action_seconds=contest.action_seconds,
        memory_mb=contest.memory_mb,
        tie_breaks=tie_breaks(contest),
        ranking=contest.ranking,
        byes={names[row.player]: row.byes for row in table(contest) if row.byes},
        started_at=_time(contest.started_at),
        finished_at=_time(contest.finished_at),
    )


def rows(contest: Contest) -> Iterator[bundle.Match]:
    """Of a contest that started before there were commitments: its matches in the order of their numbers."""
    names = dict(contest.entries.values_list("pk", "name"))
    for match, found in _found(contest):
        yield bundle.Match(
            number=match.number,
            key=match.key,
            players=tuple(f"{names[p.entry_id]}@{p.version.number}" for p in match.players.all()),
            seed=match.seed,
            boards=match.boards,
            state=match.state,
            rated=match.rated,
            replay=bytes(found.data) if found and match.state == Match.State.DONE else None,
            note=match.void_reason,
            log=public_log.text(match, found),
            started_at=_time(match.started_at),
            finished_at=_time(match.finished_at),
        )


def changes(contest: Contest) -> Iterator[bundle.RatingChange]:
    names = dict(contest.entries.values_list("bot", "name"))
    events = RatingChange.objects.filter(match__contest=contest).order_by("sequence", "id")
    for row in events.select_related("event", "match").only(*_OF_CHANGE).iterator():
        change = (row.sequence, row.match.number, names[row.bot_id], row.old, row.change, row.new, row.reversal)
        if row.event is None:
            yield bundle.RatingChange(*change)
            continue
        players = [names[bot] for bot, _ in row.event.players]
        pairs = tuple((players[first], players[second]) for first, second in row.event.pairs)
        yield bundle.RatingChange(*change, row.event.k, row.event.rule, pairs)


def audit(contest: Contest) -> Iterator[dict[str, Any]]:
    for entry in contest.audit.select_related("actor").order_by("at", "id"):
        actor = entry.actor.username if entry.actor else None
        yield {"at": _time(entry.at), "actor": actor, "action": entry.action, "detail": entry.detail}


def _time(at: Any) -> str:
    return at.isoformat() if at else ""
