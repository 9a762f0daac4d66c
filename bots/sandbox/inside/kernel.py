"""The system calls that Python does not have, by ctypes. Each raises OSError with the call's name."""

import ctypes
import os
import sys
from collections.abc import Iterable
from typing import Any

CLONE_NEWNS = 0x00020000
CLONE_NEWCGROUP = 0x02000000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT, MS_NOATIME, MS_BIND = 1, 2, 4, 8, 32, 1024, 4096
MNT_DETACH = 2
PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}  # which the C library does not have

PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_SECUREBITS, PR_SET_NO_NEW_PRIVS = 4, 22, 24, 28, 38
PR_SET_THP_DISABLE = 41
SECCOMP_MODE_FILTER = 2
SECUREBITS_ALL_LOCKED = 0x2F | 0xC0  # no root rights, no setuid fix-up, no keeping, no ambient rights; all locked

LANDLOCK_CREATE_RULESET, LANDLOCK_ADD_RULE, LANDLOCK_RESTRICT_SELF = 444, 445, 446  # the same on every architecture
LANDLOCK_RULE_PATH_BENEATH = 1
LANDLOCK_READ = 4 | 8  # read a file, list a folder
LANDLOCK_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}  # how many file rights each version knows

libc: Any = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
if libc:
    libc.prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
    libc.mmap.restype = ctypes.c_ssize_t
    libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


class _Ruleset(ctypes.Structure):
    _fields_ = [("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64)]


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = [("allowed", ctypes.c_uint64), ("fd", ctypes.c_int32)]


def _call(name: str, *arguments: object) -> int:
    result = int(getattr(libc, name)(*arguments))
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return result


def _long(value: int) -> ctypes.c_long:
    return ctypes.c_long(value)


def unshare(flags: int) -> None:
    _call("unshare", flags)


def setns(fd: int, flags: int) -> None:
    _call("setns", fd, flags)


def mount(kind: str, target: str, flags: int, data: str = "") -> None:
    _call("mount", kind.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), data.encode())


def bind(source: str, target: str) -> None:
    _call("mount", source.encode(), target.encode(), None, ctypes.c_ulong(MS_BIND), None)


def make_private() -> None:
    """No mount of this namespace from here on shows in another."""
    _call("mount", None, b"/", None, ctypes.c_ulong(0x4000 | 0x40000), None)  # MS_REC | MS_PRIVATE


def pivot_root(new: str, old: str) -> None:
    _call("syscall", _long(PIVOT_ROOT[os.uname().machine]), new.encode(), old.encode())


def umount(target: str) -> None:
    _call("umount2", target.encode(), MNT_DETACH)


def prctl(option: int, value: int = 0, pointer: int = 0) -> None:
    _call("prctl", option, value, pointer, 0, 0)


def option(number: int, value: int = 0) -> int:
    """What prctl says of one; -1 where it does not know."""
    return int(libc.prctl(number, value, 0, 0, 0))


def raw(number: int, *arguments: int) -> int:
    """Any system call; errno stays in ctypes.get_errno()."""
    return int(libc.syscall(_long(number), *map(_long, arguments)))


def file_system(path: str) -> int:
    """The kernel's number for the kind of file system that a path is on."""
    status = (ctypes.c_long * 32)()
    _call("statfs", path.encode(), status)
    return int(status[0])


def capabilities() -> list[int]:
    """What capget says: effective, permitted and inheritable ones, in two parts."""
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    sets = (ctypes.c_uint32 * 6)()
    _call("capget", header, sets)
    return list(sets)


def drop_capabilities() -> None:
    """All of them, for ever: also none may come back by exec."""
    capability = 0
    while libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0:  # until one that this kernel has not
        capability += 1
    prctl(PR_SET_SECUREBITS, SECUREBITS_ALL_LOCKED)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    _call("capset", header, (ctypes.c_uint32 * 6)())


def landlock_version() -> int:
    """0 where the kernel has no landlock or it is off."""
    return max(0, int(libc.syscall(_long(LANDLOCK_CREATE_RULESET), None, _long(0), _long(1)))) if libc else 0


def landlock(readable: Iterable[str]) -> None:
    """From here on only reading below these folders; no network, no signals or abstract sockets to the outside."""
    version = landlock_version()
    if not version:
        return
    rights = (1 << LANDLOCK_FILE_RIGHTS.get(version, 16)) - 1
    rules = _Ruleset(rights, 3 if version >= 4 else 0, 3 if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = _call("syscall", _long(LANDLOCK_CREATE_RULESET), ctypes.byref(rules), _long(size), _long(0))
    for path in readable:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
        allowed = LANDLOCK_READ if os.path.isdir(path) else 4
        rule = _PathBeneath(allowed, fd)
        kind = _long(LANDLOCK_RULE_PATH_BENEATH)
        _call("syscall", _long(LANDLOCK_ADD_RULE), _long(ruleset), kind, ctypes.byref(rule), _long(0))
        os.close(fd)
    _call("syscall", _long(LANDLOCK_RESTRICT_SELF), _long(ruleset), _long(0))
    os.close(ruleset)


def seccomp(program: bytes) -> None:
    """Put on a filter, for good."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    filter = _Program(len(program) // 8, program)
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(filter))
