"""What an organiser may want to look at: results that ratings do not explain, bots that do better when the same cards
come again, bots of one owner, uploads alike."""

from collections import defaultdict
from typing import Any

from arena.accounts.models import BUILTIN
from arena.contests.models import Contest, Entry
from arena.contests.standings.queries import snapshot


def suspicions(contest: Contest) -> dict[str, Any]:
    """{"odd": pairs, "turned": bots, "kin": {owner: entries, of more than one}, "alike": pairs,
    "snapshot": the source of these, or None}."""
    rows = contest.entries.select_related("bot__owner").order_by("number")
    entries = {entry.number: entry for entry in rows}
    owned: dict[str, list[Entry]] = defaultdict(list)
    for entry in rows:
        owned[entry.bot.owner.username].append(entry)
    latest = snapshot(contest)
    odd = latest.data["odd"] if latest else []
    turned = latest.data.get("turned", []) if latest else []  # snapshots of before have none
    return {
        "odd": [pair | {"first": entries[pair["first"]], "second": entries[pair["second"]]} for pair in odd],
        "turned": [row | {"bot": entries[row["entry"]], "low": row["gain"] - row["half_width"]} for row in turned],
        "kin": {owner: theirs for owner, theirs in owned.items() if len(theirs) > 1 and owner != BUILTIN},
        "alike": latest.data["alike"]["pairs"] if latest else [],
        "snapshot": latest,
    }
