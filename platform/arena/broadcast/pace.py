"""When each step of a broadcast is shown: a pure function of its frames and its pace."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

# Seconds that a step stays on view, by its kind. A complete trick and a result want to be read; a pass is soon seen.
SECONDS: Mapping[str, float] = {
    "deal": 3.0,
    "call": 2.5,
    "arrange": 2.0,
    "draw": 2.5,
    "give": 1.8,
    "lead": 1.6,
    "follow": 2.4,
    "lay": 1.5,
    "pass": 0.9,
    "fault": 4.0,
    "end": 4.0,
    "result": 9.0,
}
OTHER = 1.6  # of a game that names its steps in its own way


def durations(frames: Iterable[Mapping[str, Any]], pace: float) -> Iterator[float]:
    for frame in frames:
        yield pace * SECONDS.get(frame["kind"], OTHER)


def moments(frames: Sequence[Mapping[str, Any]], pace: float) -> tuple[list[float], float]:
    """The seconds after the start at which each frame comes on view, and those after which the last one goes."""
    ends = [round(end, 3) for end in accumulate(durations(frames, pace))]
    return [0.0, *ends[:-1]] if ends else [], ends[-1] if ends else 0.0
