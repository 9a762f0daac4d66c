"""The filters are made of the lists in `syscalls`, and of nothing that this machine's libseccomp does not know."""

import platform

import pyseccomp
import pytest

from bots.errors import SandboxMissing
from bots.sandbox import filters, syscalls


@pytest.mark.skipif(platform.machine() != "x86_64", reason="other machines lack some of the calls")
@pytest.mark.parametrize("name", syscalls.words(syscalls.ALLOWED_CALLS) + syscalls.words(syscalls.REFUSED_IN_JAIL))
def test_every_listed_call_exists(name: str):
    assert pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, name) >= 0


def test_no_call_is_allowed_that_makes_a_process_opens_a_socket_or_changes_another():
    forbidden = """fork vfork clone clone3 execve execveat unshare setns mount umount2 ptrace kill tkill tgkill socket
        socketpair connect bind bpf keyctl io_uring_setup memfd_create userfaultfd perf_event_open process_vm_readv
        prctl seccomp setuid setrlimit flock fcntl ioctl prlimit64 shmget inotify_init1 sendmsg pidfd_open
        pipe pipe2 futex set_tid_address"""
    assert not set(forbidden.split()) & set(syscalls.words(syscalls.ALLOWED_CALLS))


def test_programs_are_whole_instructions():
    for program in (filters.inner(), filters.outer()):
        assert len(program) % 8 == 0
        assert len(program) > 8 * 40


def test_without_libseccomp_the_sandbox_is_missing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(__import__("sys").modules, "pyseccomp", None)
    filters.inner.cache_clear()
    with pytest.raises(SandboxMissing, match="libseccomp2"):
        filters.inner()
