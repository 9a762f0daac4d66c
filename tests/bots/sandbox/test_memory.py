"""What one process of a bot makes the host hold is bounded, by whatever means it tries, and going beyond is its fault.

Most of these measure the host itself, on which others live too: 128 MB are theirs to take meanwhile.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

import bots
from bots.limits import EXTRA_MB, MB, MOST_EXTRA_MB
from bots.log import Log
from bots.player import BotPlayer
from bots.sandbox import jail, parts, report
from bots.sandbox.inside import kernel
from bots.sandbox.memory import Watch
from bots.sandbox.process import BotProcess
from games.match import Fault
from tests.bots import tables
from tests.bots.sandbox import holding

LIMITS = bots.Limits(memory_mb=128, action_seconds=5.0, match_seconds=60.0)
OTHERS_MB = 128
WAYS = {
    "pages": "fill(pages)",
    "shared memory": "fill(shared)",
    "halves of huge pages": "fill(huge)",
    "page tables, 1 GiB apart": "fill(tables)",
    "page tables, 2 MiB apart": "fill(spread)",
    "page tables, wherever the kernel puts them": "fill(wide)",
    "mappings": "fill(mappings)",
    "one after the other": "fill(shared, huge, tables, spread, wide, mappings, pages, seconds=1.0)",
}


def play_alone(code: str, *, place: Callable[[], jail.Jail] = report.trusted) -> tuple[str, int]:
    """The kind of the fault of a first action, and the most that the host held more meanwhile, in MB."""
    game = tables.game()
    player = BotPlayer("bot", tables.source(code), game, number=0, seed="0", boards=1, limits=LIMITS, place=place)
    kind = "none"
    try:
        state = game.start("0", 0)
        assert state.to_act is not None
        player.start_game(0, state.to_act)
        with holding.Most() as most:
            try:
                player.act(state.view(state.to_act))
            except Fault as fault:
                kind = str(fault.kind)
                print(player.log.text())
    finally:
        player.close()
    print(f"the host held {most.bytes // MB} MB more")
    return kind, most.bytes // MB


@pytest.mark.parametrize("way", WAYS)
def test_one_process_makes_the_host_hold_no_more_than_its_limit_and_a_constant(way: str):
    most = []
    for _ in range(3):  # what others took meanwhile they hardly take each time
        kind, held = play_alone(holding.bot(f"{WAYS[way]}; time.sleep(0.2); return view.legal_actions[0]"))
        assert kind in ("none", "memory")
        most.append(held)
        if held < LIMITS.memory_mb + MOST_EXTRA_MB + OTHERS_MB:
            return
    raise AssertionError(f"the host held {most} MB more")


@contextmanager
def a_jail_without(*layers: str) -> Iterator[jail.Jail]:
    """And without a cgroup, whatever the host lends."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jail, "Cgroup", no_cgroup)
        place = jail.Jail(frozenset(layers))
    yield place
    place.close()


def no_cgroup(pid: int) -> None:
    raise jail.CgroupMissing("taken out by a test")


@pytest.mark.parametrize("way", ["shared memory", "page tables, 1 GiB apart"])
def test_without_what_bounds_it_the_host_would_hold_more(way: str, monkeypatch: pytest.MonkeyPatch):
    """Or the test above would say nothing."""
    monkeypatch.setattr(Watch, "look", lambda self, now: setattr(self, "due", now + 9))
    with a_jail_without(parts.NO_SHARED_MEMORY, parts.CLOSED_ADDRESSES) as place:
        body = f"{WAYS[way].removesuffix(')')}, seconds=0.5); time.sleep(0.2); return view.legal_actions[0]"
        _, held = play_alone(holding.bot(body), place=lambda: place)
    assert held > LIMITS.memory_mb + EXTRA_MB + 100


def test_where_addresses_cannot_be_closed_off_page_tables_are_seen_and_a_fault():
    with a_jail_without(parts.CLOSED_ADDRESSES) as place:
        kind, held = play_alone(holding.bot("fill(tables, seconds=4.0)"), place=lambda: place)
    assert kind == "memory"
    assert held < LIMITS.memory_mb + 1024


def test_an_honest_bot_may_use_all_of_its_limit():
    """Numpy, threads and a file included."""
    code = tables.acting("""
        import mmap, numpy, random, threading
        kept = [numpy.ones((1 << 20) // 8) for _ in range(100)]
        kept[0] = kept[0][:100] @ numpy.ones((100, 100))
        file = open("bot.py")
        kept.append(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        kept.append(mmap.mmap(-1, 1 << 20, flags=mmap.MAP_PRIVATE))
        threads = [threading.Thread(target=numpy.ones, args=(1000,)) for _ in range(2)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        return view.legal_actions[0]
    """)
    assert tables.faults(tables.play(code, limits=LIMITS)) == []


def test_what_a_process_holds_is_looked_at_while_it_thinks_and_when_it_answers(monkeypatch: pytest.MonkeyPatch):
    looks: list[float] = []
    monkeypatch.setattr(Watch, "look", lambda self, now: (looks.append(now), setattr(self, "due", now + 0.05)))
    tables.play(tables.acting("burn = sum(range(10 ** 6)); return view.legal_actions[0]"), limits=LIMITS)
    assert looks
    assert all(later - sooner > 0.04 for sooner, later in zip(looks[::2], looks[2::2], strict=False))


def test_beyond_the_limit_it_is_a_fault_with_the_numbers(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bots.sandbox.memory.EXTRA_MB", -100)
    body = "kept = bytearray(100 << 20); end = time.process_time() + 1\nwhile time.process_time() < end: pass"
    outcome = tables.play(tables.acting(body), limits=LIMITS)
    assert tables.faults(outcome) == ["memory"] * 2
    assert "it made the host hold" in outcome.logs[0]


def alone() -> BotProcess:
    process = BotProcess(jail.current(), tables.source(tables.HONEST), LIMITS, Log(), 60.0)
    process.ask({"type": "game_over", "result": {}}, 1.0)
    return process


def test_who_was_beyond_its_limit_when_it_was_killed_is_at_fault():
    process = alone()
    assert process._watch is not None
    process._watch.held = (LIMITS.memory_mb + EXTRA_MB + 1) * MB
    signal.pidfd_send_signal(process._channels.pidfd, signal.SIGKILL)
    with pytest.raises(Fault, match=r"^memory: it was ended because it took more than its 128 MB"):
        process.ask({"type": "game_over", "result": {}}, 1.0)
    process.close()


def test_who_was_within_it_is_not():
    process = alone()
    signal.pidfd_send_signal(process._channels.pidfd, signal.SIGKILL)
    with pytest.raises(bots.HostFailure) as failure:
        process.ask({"type": "game_over", "result": {}}, 1.0)
    assert failure.value.reason == bots.HostReason.KILLED == "killed"
    process.close()


@pytest.mark.skipif(kernel.libc is None, reason="Linux only")
def test_the_addresses_are_closed_off_where_the_kernel_can_seal():
    ready = jail.current().ready
    can_seal = kernel.libc.syscall(462, None, 0, 0) == 0
    assert ready["can_seal"] == can_seal
    assert (ready["closed_bytes"] > 1 << 46) == can_seal
