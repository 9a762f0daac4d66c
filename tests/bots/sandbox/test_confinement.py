"""What a bot can reach and do, tried from inside: next to nothing. First with every layer, then without the filter."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import bots
from bots.log import Log
from bots.match_info import Match
from bots.sandbox import jail, parts
from bots.sandbox.process import BotProcess
from tests.bots import tables

ATTEMPTS = Path(__file__).with_name("attempts.py").read_bytes()


def attempt(place: jail.Jail) -> dict[str, str]:
    """What came of each attempt in attempts.py: `refused: why`, or what was had."""
    log = Log(1 << 20)
    process = BotProcess(place, bots.Source("bot.py", {"bot.py": ATTEMPTS}), bots.Limits(), log, 60.0)
    try:
        match = Match(tables.game(), 1, 1.0, 1.0, 256, 0)
        assert process.ask({"type": "match", "match": match.to_json()}, 30.0) == {"n": 1, "done": True}
    finally:
        process.close()
    found: dict[str, str] = json.loads(log.text())
    return found


@pytest.fixture(scope="module")
def confined() -> dict[str, str]:
    return attempt(jail.current())


@pytest.fixture(scope="module")
def unfiltered() -> Iterator[dict[str, str]]:
    """In a jail whose bots wear no system-call filter of their own."""
    place = jail.Jail(frozenset({parts.FILTER}))
    yield attempt(place)
    place.close()


FILTERED = """
    fork vfork clone_process posix_spawn exec unshare_user unshare_mount setns mount umount pivot_root chroot
    ptrace process_vm_readv keyctl bpf perf_event_open io_uring userfaultfd memfd_create pidfd_open pidfd_getfd
    open_by_handle_at socket_inet socket_inet6 socket_unix socket_netlink socket_packet socketpair kill_self
    kill_all kill_other tgkill sigqueue prctl seccomp flock fcntl_lock fcntl_notify pipe_size shmget msgget
    semget mq_open prlimit_set setuid setgroups capset sethostname mknod mkfifo symlink link chmod
    chown truncate_file inotify fanotify ioctl_tty sched_affinity priority acct reboot swapon settime kexec
    module sysinfo syslog personality execveat
"""


@pytest.mark.parametrize("name", FILTERED.split())
def test_a_dangerous_call_is_refused(confined: dict[str, str], name: str):
    assert confined[name].startswith("refused"), confined[name]


UNREACHABLE = """
    proc proc_self proc_1 sys dev etc_passwd etc_shadow home root tmp run var write_root write_bot write_library
    list_root import_arena import_tournaments import_django import_tests settings site_packages network_connect
    network_listen abstract_socket user_namespace raise_priority kill_parent other_processes
"""


@pytest.mark.parametrize("name", UNREACHABLE.split())
def test_nothing_of_the_host_is_in_reach(confined: dict[str, str], name: str):
    assert confined[name].startswith("refused"), confined[name]


@pytest.mark.parametrize("name", UNREACHABLE.split())
def test_the_other_layers_hold_without_the_filter(unfiltered: dict[str, str], name: str):
    assert unfiltered[name].startswith("refused"), unfiltered[name]


def test_without_the_filter_there_are_still_few_processes(unfiltered: dict[str, str], confined: dict[str, str]):
    assert int(unfiltered["fork_bomb"]) < 16
    assert confined["fork_bomb"] == "0"


@pytest.mark.parametrize("name", ["numpy", "threads_work", "standard_library", "own_files", "temporary_memory"])
def test_an_honest_bot_has_what_it_needs(confined: dict[str, str], name: str):
    assert confined[name] == "True"


def test_threads_are_bounded(confined: dict[str, str]):
    assert 1 < int(confined["thread_bomb"]) <= 16


def test_memory_is_bounded_by_its_limit(confined: dict[str, str]):
    assert 200 <= int(confined["memory_bomb"]) <= 256


def test_it_is_nobody_alone_and_without_an_environment_of_the_host(confined: dict[str, str]):
    groups = [] if os.geteuid() == 0 else [65534] * len(os.getgroups())  # who is not root cannot leave a group
    assert confined["identity"] == str((65534, 65534, 1, 0, groups, "bot"))
    assert confined["foreign_environment"] == "[]"
    assert confined["descriptors"] == "[0, 1, 2, 3, 4]"
    assert confined["standard_input"] == "''"


def test_another_abi_kills(confined: dict[str, str]):
    """The x32 numbers of x86_64 would be a way around a filter by number."""
    outcome = tables.play(tables.acting("ctypes.CDLL(None).syscall(0x40000000 + 39)"))
    assert tables.faults(outcome) == ["crash", "crash"]
    assert "SIGSYS" in outcome.logs[0]


def test_two_bots_of_a_match_do_not_see_each_other():
    code = """
        import os
        secret = open("/bot/bot.py").read()
        class Bot:
            def act(self, view):
                print(os.getpid(), sorted(os.listdir("/bot")), "MARK-%s" in secret)
                return view.legal_actions[0]
    """
    outcome = tables.play(code % "ONE", code % "TWO")
    assert set(outcome.logs[0].splitlines()) == {"1 ['bot.py'] True"} or outcome.logs
    assert tables.faults(outcome) == tables.faults(outcome, 1) == []


def test_a_bomb_of_threads_leaves_its_opponent_threads():
    bomb = """
        import threading
        class Bot:
            def __init__(self):
                try:
                    for _ in range(100): threading.Thread(target=threading.Event().wait, daemon=True).start()
                except RuntimeError: print("full")
            def act(self, view):
                return view.legal_actions[0]
    """
    outcome = tables.play(bomb, bomb)
    assert [log.count("full") for log in outcome.logs] == [2, 2]  # in the process of each seat
    assert tables.faults(outcome) == tables.faults(outcome, 1) == []


def test_what_a_bot_changes_in_the_engine_hurts_itself_only():
    vandal = """
        import games, games.match, json, sys
        games.load = games.view_from_json = json.loads = None
        class Bot:
            def act(self, view):
                return view.legal_actions[0]
    """
    outcome = tables.play(vandal, tables.HONEST)
    assert tables.faults(outcome)
    assert tables.faults(outcome, 1) == []
    assert tables.faults(tables.play(tables.HONEST)) == []
