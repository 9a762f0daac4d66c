"""The system-call filters as BPF programs for this machine, made by libseccomp from the lists in `syscalls`."""

import errno
import os
from functools import cache
from types import ModuleType

from bots.errors import SandboxMissing
from bots.sandbox import syscalls


@cache
def inner(*, shared_memory: bool = False) -> bytes:
    """A bot's: an allow-list. `shared_memory`: it lets through what is anonymous and shared, for a test. Other
    architectures' calls kill; so does the x32 ABI's, which shares x86_64's numbers."""
    lib = _library()
    filter = lib.SyscallFilter(lib.ERRNO(errno.EPERM))
    filter.set_attr(lib.Attr.ACT_BADARCH, lib.KILL_PROCESS)
    for name in syscalls.words(syscalls.ALLOWED_CALLS):
        _add(lib, filter, lib.ALLOW, name)
    for name, index, value in syscalls.ALLOWED_ARGUMENTS:
        _add(lib, filter, lib.ALLOW, name, lib.Arg(index, lib.EQ, value))
    for name, index, bits, value in syscalls.ALLOWED_BITS:
        _add(lib, filter, lib.ALLOW, name, lib.Arg(index, lib.MASKED_EQ, bits, value))
    for name in syscalls.NOT_IMPLEMENTED_CALLS.split():
        _add(lib, filter, lib.ERRNO(errno.ENOSYS), name)
    others = list(syscalls.OTHER_ERRORS)
    if shared_memory:
        for name, index, bits, value, _ in (line for line in others if line[0] == "mmap"):
            _add(lib, filter, lib.ALLOW, name, lib.Arg(index, lib.MASKED_EQ, bits, value))
        others = [line for line in others if line[0] != "mmap"]
    for name, index, bits, value, error in others:
        _add(lib, filter, lib.ERRNO(getattr(errno, error)), name, lib.Arg(index, lib.MASKED_EQ, bits, value))
    return _program(filter)


@cache
def outer() -> bytes:
    """The jail's, put on by bubblewrap: a list of what nothing in it needs."""
    lib = _library()
    filter = lib.SyscallFilter(lib.ALLOW)
    for name in syscalls.words(syscalls.REFUSED_IN_JAIL):
        _add(lib, filter, lib.ERRNO(errno.EPERM), name)
    return _program(filter)


@cache
def numbers() -> dict[str, int]:
    """Every system call of this machine that libseccomp knows."""
    lib = _library()
    known = {}
    for number in range(1024):
        try:
            known[lib.resolve_syscall(lib.Arch.NATIVE, number).decode()] = number
        except ValueError:  # there is no such number
            continue
    return known


def _library() -> ModuleType:
    try:
        import pyseccomp  # type: ignore[import-untyped]  # noqa: PLC0415  # it fails, when imported, where the C library is not there
    except (ImportError, RuntimeError) as error:
        raise SandboxMissing(
            f"system calls cannot be filtered: {error} (on Debian: apt install libseccomp2)"
        ) from error
    return pyseccomp


def _add(lib: ModuleType, filter: "object", action: int, name: str, *arguments: "object") -> None:
    """Calls that this machine does not have (`open` on arm64) or this libseccomp does not know stay as they are."""
    try:
        lib.resolve_syscall(lib.Arch.NATIVE, name)
    except ValueError:
        return
    filter.add_rule(action, name, *arguments)  # type: ignore[attr-defined]


def _program(filter: "object") -> bytes:
    reader, writer = os.pipe()  # a few kilobytes, below what a pipe holds
    with os.fdopen(reader, "rb") as output:
        with os.fdopen(writer, "wb") as file:
            filter.export_bpf(file)  # type: ignore[attr-defined]
        return output.read()
