"""Which uploads are the same, or nearly: what organisers look at when two bots of strangers play alike."""

import re
import zlib
from collections.abc import Iterable
from itertools import combinations
from typing import Any

from arena.submissions.models import Version
from bots import source as sources

WORDS = re.compile(rb"\w+|[^\w\s]")
COMMENT = re.compile(rb"(?m)#.*$")
RUN = 6  # words that must follow one another to count as the same
NEARLY = 0.7  # of all runs in common
MOST_RUNS = 20_000


def alike(versions: Iterable[Version]) -> list[dict[str, Any]]:
    """Pairs of versions of different owners as {one, other (labels), share (0 to 1 of what they have in common)}.

    Text is compared, nothing is compiled: comments and spaces play no part, names do.
    """
    read = [(version, runs(version)) for version in versions if version.source]
    found = []
    for (one, first), (other, second) in combinations(read, 2):
        if one.bot.owner_id == other.bot.owner_id or not first or not second:
            continue
        share = 1.0 if one.sha256 == other.sha256 else len(first & second) / len(first | second)
        if share >= NEARLY:
            found.append({"one": one.label, "other": other.label, "share": round(share, 3)})
    return sorted(found, key=lambda pair: -pair["share"])


def runs(version: Version) -> set[int]:
    """Checksums of all runs of RUN words in the upload's Python files."""
    try:
        files = sources.read(bytes(version.source), version.filename).files
    except sources.SourceError:
        return set()
    found: set[int] = set()
    for name, data in sorted(files.items()):
        words = WORDS.findall(COMMENT.sub(b"", data)) if name.endswith(".py") else []
        for at in range(max(1, len(words) - RUN + 1)):
            found.add(zlib.crc32(b" ".join(words[at : at + RUN])))
            if len(found) >= MOST_RUNS:
                return found
    return found
