"""What a bot's own process finds in its last moment before the filter: the layers below it, which it would hide.

`found` names each that does not hold, with what was seen in its place. probe.py, which then runs as the bot, tells.
"""

import ctypes
import errno
import fcntl
import os
import socket
import struct

from bots.sandbox import parts
from bots.sandbox.inside import kernel

GET_DUMPABLE, GET_NO_NEW_PRIVS, READ_BOUNDING_SET = 3, 39, 23
GET_FLAGS, UP = 0x8913, 1  # of a network interface
RAMFS = 0x858458F6
NO_NEW_PRIVILEGES = "no new privileges"

found: dict[str, str] = {}


def look(refused: list[int], places: list[str]) -> None:
    """`refused`: the system calls that the outer filter must refuse; `places`: paths of the root."""
    for name, what in (
        (parts.OUTER_FILTER, _not_refused(refused)),
        (parts.OWN_ROOT, _elsewhere(places)),
        (parts.OWN["net"], _network()),
        (parts.CAPABILITIES, _capabilities()),
        (parts.NOT_DUMPABLE, _value(GET_DUMPABLE, 0)),
        (NO_NEW_PRIVILEGES, _value(GET_NO_NEW_PRIVS, 1)),
        (parts.OWN["user"], _new_namespace()),  # last: in one that it could make it would have capabilities
    ):
        if what:
            found[name] = what


def _not_refused(numbers: list[int]) -> str:
    """With arguments that no call takes, so that none does anything."""
    passed = []
    for number in numbers:
        ctypes.set_errno(0)
        kernel.raw(number, *[-1] * 6)
        if ctypes.get_errno() not in (errno.EPERM, errno.ENOSYS):
            passed.append(str(number))
    return f"calls {' '.join(passed)} came through" if passed else ""


def _elsewhere(places: list[str]) -> str:
    root = os.stat("/").st_dev
    if kernel.file_system("/") != RAMFS:
        return f"its root is a file system of kind {kernel.file_system('/'):x}"
    return next((f"{place} is on another file system" for place in places if os.stat(place).st_dev != root), "")


def _network() -> str:
    """A fresh network namespace has one interface, which is down; bubblewrap's is up."""
    names = [name for _, name in socket.if_nameindex()]
    if names != ["lo"]:
        return f"it has the interfaces {names}"
    with socket.socket() as any_socket:
        flags = struct.unpack_from("16xH", fcntl.ioctl(any_socket, GET_FLAGS, struct.pack("16s16x", b"lo")))[0]
    return "its interface is up" if flags & UP else ""


def _new_namespace() -> str:
    try:
        kernel.unshare(kernel.CLONE_NEWUSER)
    except OSError:
        return ""
    return "it could make a user namespace"


def _capabilities() -> str:
    if any(kernel.capabilities()):
        return f"it has {kernel.capabilities()}"
    left = [number for number in range(64) if kernel.option(READ_BOUNDING_SET, number) == 1]
    return f"a program could have {left}" if left else ""


def _value(option: int, wanted: int) -> str:
    value = kernel.option(option)
    return "" if value == wanted else f"prctl {option} says {value}"
