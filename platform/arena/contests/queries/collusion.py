"""What an organiser may want to look at: results that ratings do not explain, bots of one owner, uploads alike."""

from itertools import combinations
from typing import Any

from arena.contests.models import Contest
from arena.contests.queries.standings import snapshot
from arena.contests.services.schedule import same_owner


def suspicions(contest: Contest) -> dict[str, Any]:
    """{"odd": pairs, "kin": pairs, "alike": pairs, "snapshot": what they come from or None}."""
    rows = contest.entries.select_related("bot__owner").order_by("number")
    entries = {entry.number: entry for entry in rows}
    latest = snapshot(contest)
    odd = latest.data["odd"] if latest else []
    return {
        "odd": [pair | {"first": entries[pair["first"]], "second": entries[pair["second"]]} for pair in odd],
        "kin": [pair for pair in combinations(entries.values(), 2) if same_owner(pair)],
        "alike": latest.data["alike"]["pairs"] if latest else [],
        "snapshot": latest,
    }
