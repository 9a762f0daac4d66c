"""Sizes and times: what an upload, an answer and a match may take, all of it, as data."""

from dataclasses import dataclass

MB = 1 << 20

# An upload.
UPLOAD_BYTES = 1 * MB
UNPACKED_BYTES = 8 * MB
FILES = 200
PATH_BYTES = 200
PATH_DEPTH = 8
FILENAME_CHARACTERS = 100  # of its name, as it is shown

# The wire. An answer may be this long; so much of a bot's output is kept, half from its head and half from its tail.
ANSWER_BYTES = 4096
LOG_BYTES = 64 * 1024

# What an organiser may choose from; the operator's settings may narrow it.
ACTION_SECONDS = (0.05, 10.0)
MEMORY_MB = (64, 2048)

# The platform gets this long (wall clock) to start a jail or a bot before it counts as the host's failure.
HOST_SECONDS = 60.0

# A process that closed a pipe, or was killed, gets this long to end.
EXIT_SECONDS = 2.0

# What one process of a bot may make the host hold beyond its limit. `EXTRA_MB` of pages and page tables are measured
# (some are the bare runtime's own, which it may write to); more is a `memory` fault. Whatever it does between two
# looks, it cannot make the host hold more than `MOST_EXTRA_MB`: docs/sandbox.md adds them up.
EXTRA_MB = 96
MOST_EXTRA_MB = 256
LOOK_SECONDS = 0.05  # between two looks at what a process holds, while it acts and when it answers

# How far a bot's CPU clock may stray before it counts against it. On a busy host the same work is charged more than on
# a quiet one, because processors share caches, memory, cores and power, and because a virtual machine may not hear of
# the time that its own host took: docs/sandbox.md says what was measured. So an answer is a timeout where it took its
# limit, this part of it, and so many seconds more. The limit of a whole match has no such tolerance: it averages out.
CLOCK_TOLERANCE = 0.25
CLOCK_TOLERANCE_SECONDS = 0.02


@dataclass(frozen=True)
class Limits:
    """What a bot may use in one match. Seconds are its own CPU time, of all its threads, unless they say wall."""

    action_seconds: float = 1.0
    start_seconds: float = 3.0  # to load its modules and make its `Bot`
    match_seconds: float = 300.0  # all together
    memory_mb: int = 256  # address space beyond that of the bare runtime
    output_bytes: int = 4 * MB  # more than this on stdout and stderr together is a fault
    wall_factor: float = 10.0  # a sleeper is caught by the wall clock, far enough away that a busy host harms nobody
    wall_grace: float = 5.0
    sleep_seconds: float = 20.0  # asleep while it should act, all together
    unseen_factor: float = 4.0  # and this for each second of CPU time: a virtual machine may lose processors unseen

    def __post_init__(self) -> None:
        for name, (low, high) in {"action_seconds": ACTION_SECONDS, "memory_mb": MEMORY_MB}.items():
            if not low <= getattr(self, name) <= high:
                raise ValueError(f"{name} must be from {low} to {high}, not {getattr(self, name)}")

    def wall_seconds(self, cpu_seconds: float) -> float:
        """The wall-clock backstop of something that may use so much CPU time."""
        return self.wall_factor * cpu_seconds + self.wall_grace

    @staticmethod
    def tolerated_seconds(cpu_seconds: float) -> float:
        """What may be charged for something that may take so much CPU time, before it counts as a timeout."""
        return cpu_seconds * (1 + CLOCK_TOLERANCE) + CLOCK_TOLERANCE_SECONDS

    @property
    def longest_seconds(self) -> float:
        """For so long, by the clock, can a bot hold up a match, on a host that has a processor for it. Whoever ends a
        match that lasts longer than that for each of its players ends none for what a bot does."""
        processes = 6 + 2  # one a seat, and after the third fault it has forfeited; each may sleep, and be slow to end
        return (1 + self.unseen_factor) * self.match_seconds + processes * (self.sleep_seconds + EXIT_SECONDS)


HOST_LIMITS = Limits(wall_factor=0.0, wall_grace=HOST_SECONDS, sleep_seconds=HOST_SECONDS)
