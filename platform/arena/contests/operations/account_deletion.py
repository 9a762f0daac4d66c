"""Deleting an account, as its owner wishes it."""

from django.db import transaction
from django.utils import timezone

from arena.accounts import services as accounts
from arena.accounts.models import User
from arena.contests.common import locks
from arena.contests.models import Contest, Entry, MatchPlayer, RatingChange
from arena.contests.tournaments import entries, lifecycle
from arena.submissions.models import Bot, Version


def delete_account(*, user: User) -> User:
    """What has taken part in a contest stays under a neutral name, for others' results rest on it: bots, the versions
    that played, contests. Everything else goes, and nobody can log in. Contests of theirs that have not started are
    cancelled, and their bots leave those of others; what is under way plays on, and what they paused is resumed."""
    with transaction.atomic():
        ahead = Contest.objects.filter(state__in=Contest.BEFORE_START).order_by("pk")
        paused = Contest.objects.filter(organiser=user, state=Contest.State.PAUSED)
        concerned = ahead.filter(organiser=user) | ahead.filter(entries__bot__owner=user) | paused
        for pk in concerned.distinct().values_list("pk", flat=True):
            locks.contest(pk)
        gone = accounts.forget(user=user)
        for contest in ahead.filter(organiser=gone):
            lifecycle.cancel(contest=contest, by=None, reason="The account of its organiser was deleted.")
        for contest in paused:
            lifecycle.resume(contest=contest, by=None)
        for entry in Entry.objects.filter(bot__owner=gone, state=Entry.State.ACTIVE, contest__in=ahead):
            entries.remove(entry=entry, by=gone)
        _remove_what_never_took_part(gone)
        MatchPlayer.objects.filter(bot__owner=gone).exclude(log="").update(log="", log_marks=[])
        Version.objects.filter(bot__owner=gone).update(log="", reason="")
        gone.bots.update(on_ladder=False, retired_at=timezone.now())
    return gone


def _remove_what_never_took_part(user: User) -> None:
    """Entries without a match in contests that never began or go on without them, versions, bots."""
    idle = Entry.objects.filter(bot__owner=user, played=None)
    (idle.filter(name="") | idle.filter(contest__format=Contest.Format.LADDER)).delete()
    taken = {
        version
        for users in (Entry.objects, MatchPlayer.objects, RatingChange.objects)
        for version in users.filter(bot__owner=user).order_by().values_list("version_id", flat=True).distinct()
        if version
    }
    Version.objects.filter(bot__owner=user).exclude(pk__in=taken).only("pk").delete()  # no sources
    Bot.objects.filter(owner=user, entries=None, played=None, ratings=None, rating_changes=None).delete()
