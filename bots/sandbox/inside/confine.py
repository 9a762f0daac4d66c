"""The inner layers: the fork that becomes a bot puts them on before any of the bot's code. Each stops most attacks.

What does not depend on the bot is done before there is one: `separate`. The rest is `confine`.
"""

import os
import resource
from collections.abc import Collection
from typing import Any

from bots.sandbox import parts
from bots.sandbox.inside import beneath, kernel

FOLDER = "/bot"
FOLDER_FLAGS = kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC
FOLDER_SIZE = "size=16m,nr_inodes=4096,mode=755"  # the most that a source may hold, and how a file system counts it


NAMESPACES = {
    "mnt": kernel.CLONE_NEWNS,
    "ipc": kernel.CLONE_NEWIPC,
    "uts": kernel.CLONE_NEWUTS,
    "net": kernel.CLONE_NEWNET,
    "cgroup": kernel.CLONE_NEWCGROUP,
}


def separate(without: Collection[str] = ()) -> None:
    """Into namespaces and a session of its own, with an empty folder for the bot's files, which nobody else sees. The
    namespace of processes is there already."""
    os.setsid()
    kernel.unshare(sum(flag for kind, flag in NAMESPACES.items() if parts.OWN[kind] not in without))
    kernel.mount("tmpfs", FOLDER, FOLDER_FLAGS, FOLDER_SIZE)
    os.chdir(FOLDER)


def confine(settings: dict[str, Any], request: dict[str, Any], files: dict[str, bytes]) -> None:
    """Its files read-only, then no rights, limits, landlock and the filter; in this order."""
    without = frozenset(settings["without"])
    _lay_out(files)
    if parts.READ_ONLY_FOLDER not in without:
        kernel.mount("tmpfs", FOLDER, FOLDER_FLAGS | kernel.MS_REMOUNT | kernel.MS_RDONLY)
    if parts.OWN["user"] not in without:
        # In this namespace the user is mapped to nobody: it owns nothing, and makes neither files nor user namespaces.
        kernel.unshare(kernel.CLONE_NEWUSER)
    if parts.CAPABILITIES not in without:
        kernel.drop_capabilities()
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    if parts.NOT_DUMPABLE not in without:
        kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    for name, value in {**settings["rlimits"], parts.ADDRESS_SPACE: request["address_space"]}.items():
        if name not in without:
            resource.setrlimit(getattr(resource, name), (value, value))
    if parts.LANDLOCK not in without:
        kernel.landlock([*settings["readable"], FOLDER])
    if "probe" in request:
        beneath.look(**request["probe"])
    if parts.FILTER not in without:
        kernel.seccomp(bytes.fromhex(settings["filter"]))


def _lay_out(files: dict[str, bytes]) -> None:
    for path, content in files.items():
        if "/" in path:
            os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
