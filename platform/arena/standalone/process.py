"""Child processes that never outlive this one."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

PR_SET_PDEATHSIG = 1
CLONE_NEWUSER = 0x10000000

_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def spawn(
    command: Sequence[str | Path],
    *,
    log: Path | None = None,
    env: Mapping[str, str] | None = None,
    never_root: bool = False,
) -> subprocess.Popen[bytes]:
    """Start a child in a session of its own, so that a terminal's Ctrl-C reaches only us and we stop it in order.

    On Linux it is killed when the calling thread ends, however that ends: call from the main thread. Its output is
    appended to `log`, else goes where ours does. With `never_root`, a child of root runs in a user namespace in which
    it is an ordinary user, yet reaches root's files: raises OSError where the host allows no user namespace.
    """
    out = log.open("ab") if log else None
    try:
        return subprocess.Popen(
            [str(word) for word in command],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            env=dict(env) if env is not None else None,
            start_new_session=True,
            preexec_fn=_before_exec(os.getpid(), namespace=never_root and os.geteuid() == 0),
        )
    except subprocess.SubprocessError as error:
        raise OSError(f"{command[0]} cannot start as an ordinary user: no user namespace here") from error
    finally:
        if out:
            out.close()


def _before_exec(parent: int, *, namespace: bool) -> Callable[[], None]:
    def prepare() -> None:
        if namespace:
            _leave_root()
        die_with_parent(parent)

    return prepare


def die_with_parent(parent: int) -> None:
    """From here on this process is killed when `parent`, whose child it is, ends; on Linux only."""
    if _libc is not None:
        _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it died before the call
            os._exit(1)


def _leave_root() -> None:
    uid, gid = os.geteuid(), os.getegid()
    if _libc is None or _libc.unshare(CLONE_NEWUSER) != 0:
        raise OSError("no user namespace")
    for name, text in (("setgroups", "deny"), ("uid_map", f"1000 {uid} 1"), ("gid_map", f"1000 {gid} 1")):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)


def stop(child: subprocess.Popen[bytes], *, by: signal.Signals = signal.SIGTERM, seconds: float = 10) -> None:
    """Ask with the signal `by`, wait `seconds`, then kill its whole group. What is left of the group of a child that is
    gone is killed too."""
    if child.poll() is None:
        child.send_signal(by)
        with suppress(subprocess.TimeoutExpired):
            child.wait(seconds)
    kill_group(child)
    child.wait()


def kill_group(child: subprocess.Popen[bytes]) -> None:
    """Kill a child of `spawn` and all its own children, at once; those may have outlived it."""
    with suppress(ProcessLookupError, PermissionError):  # nobody is left; on macOS, only zombies are
        os.killpg(child.pid, signal.SIGKILL)
