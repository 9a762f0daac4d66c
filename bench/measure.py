"""What a section measures with: CPU time of this process, so that a busy machine changes little."""

import gc
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """One line of the report. `ratio` says how many times better it is than `against`, both measured in this run."""

    name: str
    value: float
    unit: str
    against: str = ""
    reference: float | None = None  # the value of `against`
    ratio: float | None = None


def rates(works: Mapping[str, Callable[[], int]], seconds: float, rounds: int = 5) -> dict[str, float]:
    """Units per CPU second of each work, a function that does some and says how many units that was.

    They take turns, so that what disturbs one of them disturbs all. `seconds` is for each.
    """
    done = dict.fromkeys(works, 0)
    spent = dict.fromkeys(works, 0.0)
    for work in works.values():
        work()  # caches, imports
    for _ in range(rounds):
        for name, work in works.items():
            gc.collect()
            start = now = time.process_time()
            while now - start < seconds / rounds:
                done[name] += work()
                now = time.process_time()
            spent[name] += now - start
    return {name: done[name] / spent[name] for name in works}


def faster(name: str, value: float, unit: str, against: str, reference: float) -> Result:
    """A rate, where more is better, with its ratio."""
    return Result(name, value, unit, against, reference, value / reference)


def cpu(work: Callable[[], object]) -> float:
    """The CPU seconds that `work` takes."""
    start = time.process_time()
    work()
    return time.process_time() - start
