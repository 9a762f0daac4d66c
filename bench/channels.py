"""What one seat of a bot can tell another about the cards, past the sandbox: bits that arrive, for each board.

A bot's process for the seat of the first rotation writes bits that it knows when the board has been played; the process
that plays the same board with the seats turned reads them. Both know the code, so what arrives is counted here: the
capacity of a binary channel with the share of errors that was seen. Each way to write is measured in the sandbox, and,
where a layer closes it, without that layer too.
"""

import math
import platform
import random
import time
from collections.abc import Iterator
from pathlib import Path

import bots
import games
from bench.measure import Result
from bots.match import Entrant
from bots.sandbox import jail, parts
from bots.source import Source

BOARDS = 12
LIMITS = bots.Limits(action_seconds=2.0, output_bytes=1 << 22)
PRELUDE = Path(__file__).parent / "channels_bot.py"

# Way to write -> bits for each board, and the layer that closes it.
WAYS = {
    "names": (128, parts.OWN_ROOT),
    "pages": (64, ""),
    "time": (5, ""),
    "cache": (256, ""),
}


def payload(board: int, bits: int) -> list[int]:
    return random.Random(board).choices((0, 1), k=bits)


def run() -> Iterator[Result]:
    for way, (bits, layer) in WAYS.items():
        if way == "cache" and platform.machine() != "x86_64":
            continue
        right, seconds = _measure(way, bits, frozenset())
        yield Result(f"{way}: arrive, of {bits} bits a board", bits * capacity(right), "bits")
        yield Result("  and in a second of play", bits * capacity(right) / seconds, "bits/s")
        if layer:
            right, _ = _measure(way, bits, frozenset({layer}))
            yield Result(f"  without {layer}", bits * capacity(right), "bits")


def capacity(right: float) -> float:
    """Of a channel that carries so much of its bits rightly, in bits for each."""
    wrong = min(max(1 - right, 1e-9), 1 - 1e-9)
    if wrong >= 0.5:
        return 0.0
    return 1 + wrong * math.log2(wrong) + (1 - wrong) * math.log2(1 - wrong)


def _measure(way: str, bits: int, without: frozenset[str]) -> tuple[float, float]:
    """The share of bits that were read rightly, beyond what chance gives with so few; seconds for each board."""
    place = jail.Jail(without)
    code = PRELUDE.read_text().replace('WAY = ""', f'WAY = "{way}"').replace("BITS = 0", f"BITS = {bits}")
    game = games.load("saat-aath")
    entrants = [Entrant("bot", source=Source("bot.py", {"bot.py": code.encode()})), Entrant("other", builtin="random")]
    began = time.monotonic()
    try:
        outcome = bots.run_match(game, entrants, seed="5a77", boards=BOARDS, limits=LIMITS, place=lambda: place)
    finally:
        place.close()
    seconds = (time.monotonic() - began) / BOARDS
    if faults := [fault for played in outcome.replay["games"] for fault in played["faults"]]:
        raise RuntimeError(f"the bot that measures failed: {faults[0]} {outcome.logs[0][-1000:]}")
    read = [line.split()[1:] for line in outcome.logs[0].splitlines() if line.startswith("read ")]
    pairs = [
        (int(got), wanted)
        for board, text in read
        for got, wanted in zip(text, payload(int(board), bits), strict=True)
    ]
    right = sum(got == wanted for got, wanted in pairs) / len(pairs)
    return max(0.5, right - 2 / math.sqrt(4 * len(pairs))), seconds
