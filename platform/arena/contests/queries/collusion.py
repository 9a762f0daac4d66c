"""What an organiser may want to look at: results that ratings do not explain, bots of one owner, uploads alike."""

from itertools import combinations
from statistics import NormalDist
from typing import Any

from arena.contests.models import Contest, Entry
from arena.contests.queries.standings import snapshot
from arena.contests.services.schedule import same_owner

ERROR = 0.05  # the chance that an honest contest shows any pair at all


def suspicions(contest: Contest) -> dict[str, Any]:
    """{"odd": pairs, "kin": pairs, "alike": pairs, "snapshot": what they come from or None}."""
    entries = {
        e.number: e
        for e in contest.entries.select_related("bot__owner", "version__bot__owner").defer("version__source")
    }
    latest = snapshot(contest)
    return {
        "odd": _odd(latest.data, entries) if latest else [],
        "kin": [pair for pair in combinations(entries.values(), 2) if same_owner(pair)],
        "alike": latest.data["alike"]["pairs"] if latest else [],
        "snapshot": latest,
    }


def _odd(data: dict[str, Any], entries: dict[int, Entry]) -> list[dict[str, Any]]:
    """Pairs whose mean board score lies farther from what the fit predicts than chance allows over all pairs together
    (Bonferroni). The standard error is taken from the pair's own interval."""
    ratings = {row["entry"]: row["rating"] for row in data["fit"]}
    pairs = [tuple(map(int, pair.split("-"))) for pair in data["cells"]]
    pairs = [pair for pair in pairs if pair[0] < pair[1] and pair[0] in ratings and pair[1] in ratings]
    if not pairs:
        return []
    limit = NormalDist().inv_cdf(1 - ERROR / (2 * len(pairs)))
    found = []
    for one, other in pairs:
        mean, low, high, boards = data["cells"][f"{one}-{other}"]
        expected = 1 / (1 + 10 ** ((ratings[other] - ratings[one]) / 400))
        error = (high - low) / (2 * NormalDist().inv_cdf(0.975))
        if error and abs(mean - expected) > limit * error:
            row = {"one": entries[one], "other": entries[other], "mean": mean, "expected": expected}
            found.append(row | {"boards": int(boards), "times": abs(mean - expected) / error})
    return sorted(found, key=lambda row: -row["times"])
