"""Who takes part. Before the start the organiser and the bots' owners decide; after it only the organiser removes."""

import hmac

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from arena.accounts.models import User
from arena.contests.common import audit, consent, locks, states
from arena.contests.common.permissions import may_organise, require_organiser
from arena.contests.models import Contest, Entry, Match
from arena.contests.proof import chain
from arena.contests.schedule import advance, rounds
from arena.errors import NotAllowed, Refused
from arena.submissions.models import Bot
from arena.submissions.services import ready_version


def add(*, contest: Contest, bot: Bot, by: User, invite: str = "") -> Entry:
    """Enter a ready bot: any bot by the organiser, an own one by everybody whom the contest lets in."""
    with transaction.atomic():
        contest = locks.contest(contest.pk)
        for pk in sorted({by.pk, bot.owner_id}):  # so that neither account is deleted meanwhile
            locks.account(pk)
        found = Bot.objects.select_related("owner").filter(pk=bot.pk).first()
        if found is None:
            raise Refused(f"{bot} has been deleted.", "bot")
        bot = found
        if contest.state not in Contest.BEFORE_START:
            raise Refused(f"{contest.name} is {contest.state}: it takes no more entries.")
        if not may_organise(user=by, contest=contest):
            _require_open(contest, bot, by, invite)
        if bot.game != contest.game:
            raise Refused(f"{bot} plays {bot.game}; {contest.name} is a contest of {contest.game}.", "bot")
        if not bot.owner.is_active:
            raise Refused(f"{bot} does not play: the account of {bot.owner.username} is closed.", "bot")
        if bot.retired_at:
            raise Refused(f"{bot} is retired.", "bot")
        if ready_version(bot) is None:
            raise Refused(f"{bot} has no version that passed its check.", "bot")
        entry = contest.entries.filter(bot=bot).first()
        if entry and entry.state == Entry.State.ACTIVE:
            raise Refused(f"{bot} has been entered already.", "bot")
        _require_room(contest)
        if entry is None:
            last = contest.entries.aggregate(last=Max("number"))["last"]
            entry = Entry(contest=contest, bot=bot, number=0 if last is None else last + 1)
        entry.state, entry.consent = Entry.State.ACTIVE, consent.of_entry(bot=bot, by=by)
        entry.save()
        audit.record(contest=contest, by=by, action="enter", detail=str(bot))
    return entry


def remove(*, entry: Entry, by: User) -> Entry:
    """Before the start the entry goes. After it, matches not yet begun become void and those played keep counting."""
    with transaction.atomic():
        contest = locks.contest(entry.contest_id)
        organises = may_organise(user=by, contest=contest)
        if not organises and not (contest.state in Contest.BEFORE_START and by.pk == entry.bot.owner_id):
            require_organiser(by=by, contest=contest)
        if contest.is_over:
            raise Refused(f"{contest.name} is {contest.state}: nobody can be removed any more.")
        if contest.kind == "ladder":
            raise Refused("A ladder follows the switch in the bot's settings: there its owner takes it off.")
        if not contest.entries.filter(pk=entry.pk, state=Entry.State.ACTIVE).update(state=Entry.State.REMOVED):
            raise Refused(f"{entry.bot} has been removed already.")
        note = f"{entry.bot} was removed."
        waiting = contest.matches.filter(state=Match.State.WAITING, players__entry=entry)
        void = dict(waiting.order_by("number").values_list("pk", "number"))
        voided = states.move_matches(
            Match.objects.filter(pk__in=list(void), state=Match.State.WAITING), Match.State.VOID, void_reason=note
        )
        chain.append(contest=contest, kind="remove", entry=entry.number, void=list(void.values()), note=note)
        detail = f"{entry.bot}; {voided} matches are void" if voided else str(entry.bot)
        audit.record(contest=contest, by=by, action="remove", detail=detail)
        advance.request_on_commit(contest=contest)
    entry.refresh_from_db()
    return entry


def invited(*, contest: Contest, token: str) -> bool:
    return bool(contest.invite_token) and hmac.compare_digest(contest.invite_token.encode(), token.encode())


def window_reason(contest: Contest) -> str:
    """Why nobody may enter now, or ""."""
    now = timezone.now()
    if contest.state not in Contest.BEFORE_START:
        return f"{contest.name} is {contest.state}: it takes no more entries."
    if contest.opens_at and now < contest.opens_at:
        return f"Entries open at {contest.opens_at:%Y-%m-%d %H:%M} UTC."
    if contest.state == Contest.State.DRAFT:
        return "Entries are not open yet."
    if contest.closes_at and now >= contest.closes_at:
        return f"Entries closed at {contest.closes_at:%Y-%m-%d %H:%M} UTC."
    return ""


def _require_room(contest: Contest) -> None:
    entries = contest.entries.filter(state=Entry.State.ACTIVE).count() + 1
    if entries > settings.MAX_ENTRIES:
        raise Refused(
            f"{contest.name} is full: {settings.MAX_ENTRIES} entries are the most. One must be removed first."
        )
    matches = rounds.planned(contest=contest, rounds=contest.rounds, entries=entries)
    if matches > settings.MAX_MATCHES:
        raise Refused(
            f"{contest.name} is full: with {entries} entries it would have {matches:,} matches, and "
            f"{settings.MAX_MATCHES:,} are the most. A contest of fewer rounds has room for more entries."
        )


def _require_open(contest: Contest, bot: Bot, by: User, invite: str) -> None:
    if bot.owner_id != by.pk:
        raise NotAllowed("You may enter your own bots only.")
    if contest.entry == Contest.EntryMode.PRIVATE:
        raise NotAllowed("The organiser of this contest chooses its entries.")
    if contest.entry == Contest.EntryMode.LINK and not invited(contest=contest, token=invite):
        raise NotAllowed("This contest takes entries by invitation: use the link that its organiser gave you.")
    if reason := window_reason(contest):
        raise Refused(reason)
    own = contest.entries.filter(state=Entry.State.ACTIVE, bot__owner=by).count()
    if own >= contest.entries_per_account:
        may = f"{contest.entries_per_account} bot{'s' if contest.entries_per_account > 1 else ''}"
        raise Refused(f"An account may enter {may} here, and you have entered {own}: remove one to enter another.")
