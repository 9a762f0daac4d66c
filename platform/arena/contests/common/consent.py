"""Who agreed to be rated in a contest, and so which pairs of a match are. Decided when the match is scheduled.

Without this anybody could pick a strong bot's opponents by entering it into a contest of their own.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple

from arena.accounts.models import BUILTIN, User
from arena.contests.models import Contest, Entry, HouseBoards
from arena.submissions.models import Bot
from tournaments.ratings import rated
from tournaments.ratings.rated import Pair


class Decision(NamedTuple):
    """Of a match: the pairs that are rated, those that only the house's limit excludes, and why not all are."""

    pairs: tuple[Pair, ...]
    excluded: tuple[Pair, ...]
    why: str


def of_entry(*, bot: Bot, by: User) -> str:
    """The consent that lies in who enters a bot: its owner, or an operator for the house. Others' is up to the bot's
    setting when the contest starts."""
    if bot.owner_id == by.pk or (bot.owner.username == BUILTIN and by.is_staff):
        return Entry.Consent.OWNER
    return Entry.Consent.HOUSE if bot.owner.username == BUILTIN else ""


def settle(entries: Iterable[Entry]) -> None:
    """When a contest starts: those whose owners did not enter them agree by the bot's setting. The caller saves."""
    for entry in entries:
        entry.consent = now(entry)


def now(entry: Entry) -> str:
    """The consent that an entry has, or would have if its contest started now."""
    if entry.consent in (Entry.Consent.OWNER, Entry.Consent.HOUSE) or entry.contest.started_at:
        return entry.consent
    return Entry.Consent.SETTING if entry.bot.accepts_rated else ""


def missing(contest: Contest) -> list[Entry]:
    """The active entries whose owners have not agreed; none in a ladder, or where the contest's rule asks nobody."""
    if contest.unrated or contest.kind == "ladder" or contest.rating_rule == rated.WHOLE:
        return []
    found = contest.entries.filter(state=Entry.State.ACTIVE, consent__in=["", Entry.Consent.SETTING])
    return [entry for entry in found.select_related("bot__owner").order_by("number") if not now(entry)]


def decide(*, contest: Contest, tables: Sequence[tuple[Sequence[Entry], int]], at: datetime) -> list[Decision]:
    """Of each table, with how many boards it plays. Books the boards against the house on the day of `at`, in the
    transaction of the caller, who holds the contest's lock."""
    if contest.unrated:
        return [Decision((), (), contest.unrated) for _ in tables]
    seated = [([_player(entry) for entry in entries], entries, boards) for entries, boards in tables]
    rule = contest.rating_rule or rated.WHOLE
    limited = [
        rated.limited_pairs(players, rated.rated_pairs(rule, players)) if rule == rated.BY_PAIRS else {}
        for players, _, _ in seated
    ]
    concerned = {
        entries[player].bot_id
        for (_, entries, _), of_table in zip(seated, limited, strict=True)
        for users in of_table.values()
        for player in users
    }
    used = _locked(concerned, at) if concerned else Counter[int]()
    before = Counter(used)
    decisions = []
    for (players, entries, boards), of_table in zip(seated, limited, strict=True):
        room = {
            player: used[entries[player].bot_id] + boards <= (contest.house_boards or 0)
            for users in of_table.values()
            for player in users
        }
        excluded = tuple(pair for pair, users in of_table.items() if not all(room[player] for player in users))
        pairs = tuple(pair for pair in rated.rated_pairs(rule, players) if pair not in excluded)
        used.update({entries[player].bot_id: boards for player in _users(of_table, pairs)})
        decisions.append(Decision(pairs, excluded, _why(contest, players, entries, excluded)))
    _book(used - before, at)
    return decisions


def _users(limited: Mapping[Pair, tuple[int, ...]], pairs: Sequence[Pair]) -> set[int]:
    return {player for pair in pairs for player in limited.get(pair, ())}


def _player(entry: Entry) -> rated.Player:
    house = entry.bot.owner.username == BUILTIN
    return rated.Player("" if house else str(entry.bot.owner_id), entry.consent)


def _locked(bots: set[int], at: datetime) -> Counter[int]:
    """The boards of each bot so far, locked in the order of the bots, so that no two contests wait for each other."""
    day = _day(at)
    HouseBoards.objects.bulk_create([HouseBoards(bot_id=bot, day=day) for bot in sorted(bots)], ignore_conflicts=True)
    rows = HouseBoards.objects.filter(bot__in=bots, day=day).order_by("bot_id").select_for_update()
    return Counter(dict(rows.values_list("bot_id", "boards")))


def _day(at: datetime) -> date:
    return at.astimezone(UTC).date()


def _book(more: Counter[int], at: datetime) -> None:
    rows = list(HouseBoards.objects.filter(bot__in=list(more), day=_day(at)))
    for row in rows:
        row.boards += more[row.bot_id]
    HouseBoards.objects.bulk_update(rows, ["boards"], batch_size=1000)


def _why(contest: Contest, players: Sequence[rated.Player], entries: Sequence[Entry], excluded: Sequence[Pair]) -> str:
    """As the end of a sentence; "" where every pair is rated."""
    owned: dict[str, list[str]] = {}
    for entry, player in zip(entries, players, strict=True):
        if player.owner:
            owned.setdefault(player.owner, []).append(str(entry.bot))
    reasons = [f"{_list(bots)} have the same owner" for bots in owned.values() if len(bots) > 1]
    if contest.rating_rule == rated.BY_PAIRS:
        silent = [str(entry.bot) for entry in entries if not entry.consent]
        if silent:
            what = "owner has" if len(silent) == 1 else "owners have"
            reasons.append(f"the {what} not agreed to be rated here: {_list(silent)}")
    if excluded:
        reasons.append(
            f"the house's bots agree to {contest.house_boards} rated boards per bot and day in such contests, "
            "and these were used up"
        )
    return "; ".join(reasons)


def _list(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
