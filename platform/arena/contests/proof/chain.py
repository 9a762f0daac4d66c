"""The chain of a contest: what happens after its start, each record with the hash of the one before."""

from datetime import datetime
from typing import Any

from django.utils import timezone

from arena.contests.models import ChainRecord, Contest
from tournaments.bundle import chain


def append(*, contest: Contest, kind: str, **values: Any) -> None:
    """Add a record, in the transaction of what it records; the caller holds the contest's lock. Contests that started
    before there were commitments have no chain."""
    append_at(timezone.now(), contest=contest, kind=kind, values=values)


def append_at(at: datetime, *, contest: Contest, kind: str, values: dict[str, Any]) -> None:
    """The same, where what is recorded went by a time that must be the record's."""
    if not contest.commitment_sha256:
        return
    last = ChainRecord.objects.filter(contest=contest).order_by("-number").values_list("number", "sha256").first()
    number, previous = last or (0, contest.commitment_sha256)
    line = chain.line(number + 1, previous, at.isoformat(), kind, values)
    ChainRecord.objects.create(contest=contest, number=number + 1, text=line.decode(), sha256=chain.hash_of(line))


def text(contest: Contest) -> str:
    """The chain up to now, a record a line."""
    return "".join(f"{line}\n" for line in contest.chain.values_list("text", flat=True))
