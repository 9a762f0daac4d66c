"""What an exception of a bot counts as: what it says changes nothing, and where memory ran out it is `memory`."""

import pytest

import bots
from tests.bots import tables
from tests.bots.tables import acting, faults, play

LIMITS = bots.Limits(memory_mb=64, action_seconds=1.0)


@pytest.mark.parametrize(
    "text",
    [
        *("'a\\0b'", "'\\ud800'", "'\\udcff\\0' * 300", "'\\1' * 900"),
        *("'\\\\' * 900", "'\\n' * 900", "'\\U0010ffff' * 900", "b'\\0'"),
    ],
)
@pytest.mark.parametrize("kind", ["ValueError", "ImportError", "type('\\ud83d', (Exception,), {})", "SystemExit"])
def test_whatever_an_exception_says_it_is_a_crash(kind: str, text: str):
    outcome = play(acting(f"raise {kind}({text})"))
    assert faults(outcome) == ["crash"] * 2
    assert len(outcome.notes[0].splitlines()) == 1
    outcome.notes[0].encode()


@pytest.mark.parametrize(
    "body",
    [
        "while True: kept.append(mmap.mmap(-1, 1 << 20))",
        "while True: kept.append(mmap.mmap(-1, 1 << 20, flags=mmap.MAP_PRIVATE))",
        "while True: kept.append(bytearray(1 << 20))",
        "while True: kept.append(numpy.ones(1 << 17))",
        "mmap.mmap(-1, 1 << 40, flags=mmap.MAP_PRIVATE)",
        "threading.stack_size(1 << 28); threading.Thread(target=print).start()",
        "try: kept.append(mmap.mmap(-1, 1 << 40, flags=mmap.MAP_PRIVATE))\nexcept OSError: raise",
        "try: kept.append(mmap.mmap(-1, 1 << 40, flags=mmap.MAP_PRIVATE))\nexcept OSError as e: raise e from None",
        "while True: kept.append(os.scandir('/bot') and mmap.mmap(-1, 1 << 22, flags=mmap.MAP_PRIVATE))",
    ],
)
def test_memory_that_ran_out_is_a_memory_fault_whatever_says_so(body: str):
    outcome = play("import mmap, numpy\nkept = []\n" + acting(body), limits=LIMITS)
    assert faults(outcome) == ["memory"] * 2


@pytest.mark.parametrize(
    "body",
    [
        "raise OSError(12, 'no memory')",
        "os.stat('/nowhere')",
        "raise ImportError('Cannot allocate memory')",
        "raise RuntimeError(\"can't start new thread\")",
        "raise SystemError('memory')",
        "threading.stack_size(1 << 16)\nwhile True: threading.Thread(target=time.sleep, args=(5,)).start()",
    ],
)
def test_what_only_speaks_of_memory_is_a_crash(body: str):
    assert faults(play("import threading\n" + acting(body), limits=LIMITS)) == ["crash"] * 2


def test_no_memory_while_it_is_loaded_is_a_memory_fault_too():
    code = "import mmap\nkept = []\nwhile True: kept.append(mmap.mmap(-1, 1 << 20))\n" + tables.HONEST
    assert faults(play(code, limits=LIMITS)) == ["memory"] * 2
    verdict = bots.check(tables.source(code), tables.game(), LIMITS)
    assert (verdict.ok, verdict.kind) == (False, "memory")


def test_a_timeout_says_how_long_it_took():
    outcome = play(acting("while True: pass"))
    assert faults(outcome) == ["timeout"] * 2
    assert "it used more than the 0.2 s of CPU time it has for this; it took 0.2" in outcome.logs[0]
    assert "it took 0.2" in outcome.notes[0]


def test_a_sleeper_is_told_how_little_cpu_time_it_took():
    limits = bots.Limits(action_seconds=0.05, wall_factor=1.0, wall_grace=0.2)
    assert "by the clock; it took 0.0" in play(acting("time.sleep(60)"), limits=limits).logs[0]
