"""Tries of matches: each with a key of its own, recorded when it starts, so that no match can be repeated in secret."""

from collections.abc import Iterable

from django.db.models import Max
from django.utils import timezone
from django.utils.crypto import salted_hmac

from arena.contests.models import Contest, Match, Try
from arena.contests.proof import chain
from tournaments import seeds


def next_key(contest: Contest, key: str) -> tuple[int, str]:
    """The number and the key of the next try of a match with this key. Its bots may have kept what earlier tries dealt;
    only contests from before there were commitments play the same deals again."""
    round_, number, _ = seeds.key_parts(key) or (0, 0, 0)
    last = Try.objects.filter(contest=contest, base=_base(key)).aggregate(last=Max("number"))["last"] or 0
    return last + 1, seeds.match_key(round_, number, last + 1) if contest.commitment_sha256 else key


def begin(*, match: Match, worker: str) -> None:
    """Record that a claimed match is tried, and give it the try's key and seed. The contest is locked."""
    attempt, key = next_key(match.contest, match.key)
    if key != match.key:
        match.key, match.seed = key, seeds.match_seed(match.contest.secret, key)
        match.save(update_fields=["key", "seed"])
    name = worker_token(worker)
    Try.objects.create(
        contest=match.contest,
        match=match,
        base=_base(key),
        number=attempt,
        key=key,
        worker=name,
        started_at=timezone.now(),
    )
    chain.append(contest=match.contest, kind="try", match=match.number, key=key, worker=name, **{"try": attempt})


def end(*, matches: Iterable[int], reason: str = "") -> None:
    """The tries of these matches that are not over end; without a `reason`, with a result."""
    Try.objects.filter(match__in=list(matches), ended_at=None).update(ended_at=timezone.now(), reason=reason)


def worker_token(worker: str) -> str:
    """A worker's name for everybody: hosts are named to operators alone."""
    return "w-" + salted_hmac("satti.worker", worker, algorithm="sha256").hexdigest()[:8]


def _base(key: str) -> str:
    return "/".join(key.split("/")[:2])
