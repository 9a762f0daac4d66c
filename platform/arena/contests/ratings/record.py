"""What a bot has played: matches won, drawn and lost, against whom, and how its last matches went."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from arena.contests.models import Match, MatchPlayer
from arena.submissions.models import Bot

NEWEST = 400  # matches that are looked at: a ladder has no end of them
FORM = 12
MOST_OPPONENTS = 12


@dataclass(frozen=True)
class Record:
    """Of the newest matches: `won` are first places alone, `drawn` shared ones; `form` W, D or L, the latest last."""

    matches: int
    won: int
    drawn: int
    lost: int
    faults: int
    form: list[str] = field(default_factory=list)


@dataclass
class Opponent:
    """Matches against one bot; `share` is the mean score of the matches both played, 0 to 1; more than two at a table
    share it out among all."""

    bot: Any
    matches: int = 0
    won: int = 0
    lost: int = 0
    share: float = 0.0

    @property
    def hundredths(self) -> int:
        return round(100 * self.share)


Table = tuple[MatchPlayer, list[MatchPlayer]]


def record(tables: list[Table]) -> Record:
    outcomes, faults = [], 0
    for mine, theirs in tables:
        outcomes.append(_outcome(mine, theirs))
        faults += bool(mine.faults)
    count = Counter(outcomes)
    return Record(len(outcomes), count["W"], count["D"], count["L"], faults, outcomes[:FORM][::-1])


def opponents(tables: list[Table]) -> list[Opponent]:
    """Those met most often first."""
    met: dict[int, Opponent] = {}
    for mine, theirs in tables:
        for other in theirs:
            row = met.setdefault(other.bot_id, Opponent(other.bot))
            row.matches += 1
            row.won += _place(mine) < _place(other)
            row.lost += _place(mine) > _place(other)
            row.share += float(mine.score or 0)
    for row in met.values():
        row.share /= row.matches
    return sorted(met.values(), key=lambda row: (-row.matches, row.bot.pk))[:MOST_OPPONENTS]


def _outcome(mine: MatchPlayer, theirs: list[MatchPlayer]) -> str:
    best = min(_place(other) for other in theirs)
    return "W" if _place(mine) < best else "D" if _place(mine) == best else "L"


def _place(player: MatchPlayer) -> int:
    """Every player of a done match has one."""
    return player.place or 0


def played(bot: Bot) -> list[Table]:
    """The newest done matches first: the bot's own row, and those of the others."""
    done = MatchPlayer.objects.filter(bot=bot, match__state=Match.State.DONE, place__isnull=False)
    newest = list(done.order_by("-match").values_list("match", flat=True)[:NEWEST])
    players = MatchPlayer.objects.filter(match__in=newest, place__isnull=False)
    players = players.select_related("bot__owner").defer("log")
    tables: dict[int, list[MatchPlayer]] = {pk: [] for pk in newest}
    for player in players:
        tables[player.match_id].append(player)
    rows = []
    for table in tables.values():
        mine = next((player for player in table if player.bot_id == bot.pk), None)
        theirs = [player for player in table if player.bot_id != bot.pk]
        if mine and theirs:
            rows.append((mine, theirs))
    return rows
