"""Run sections by name, or all but the long ones: `python -m bench [SECTION ...]`. See the table below."""

import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from bench import openspiel
from bench.measure import Result

RESULTS = Path("bench-results.json")

# A section is a module with a function `run`, which yields results
SECTIONS = {
    "engine": "bench.engine",
    "solver": "bench.solver",
    "players": "bench.players",
    "sandbox": "bench.sandbox",
    "channels": "bench.channels",
    "contests": "bench.contests",
    "duplicates": "bench.duplicates",
    "strength": "bench.strength",
}
LONG = ("strength",)  # run by name only: an hour or so


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in SECTIONS]
    if unknown:
        print(f"no section {', '.join(unknown)}; they are {', '.join(SECTIONS)}", file=sys.stderr)
        return 2
    one_core()
    if openspiel.pyspiel is None:
        print(openspiel.HOW_TO_GET_IT)
    results: dict[str, list[dict[str, object]]] = {}
    for name in names or [name for name in SECTIONS if name not in LONG]:
        print(f"\n{name}")
        run: Callable[[], Iterator[Result]] = import_module(SECTIONS[name]).run
        for result in run():
            results.setdefault(name, []).append(asdict(result))
            print(line(result), flush=True)
    report = {"python": platform.python_version(), "machine": f"{platform.system()} {platform.machine()}"}
    RESULTS.write_text(json.dumps({**report, "sections": results}, indent=1) + "\n")
    print(f"\nwritten to {RESULTS}")
    return 0


def one_core() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def line(result: Result) -> str:
    value = f"{result.value:,.0f}" if result.value >= 1000 else f"{result.value:.3g}"
    text = f"  {result.name:<45} {value:>12} {result.unit:<12}"
    return text if result.ratio is None else f"{text} {result.ratio:>9.2f} x {result.against}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
