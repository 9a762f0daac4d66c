"""The inner layers: the fork that becomes a bot puts them on before any of the bot's code. Each stops most attacks.

What does not depend on the bot is done before there is one: `separate`. The rest is `confine`.
"""

import os
import resource
from typing import Any

from bots.inside import kernel

FOLDER = "/bot"
FOLDER_FLAGS = kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC
FOLDER_SIZE = "size=16m,nr_inodes=4096,mode=755"  # the most that a source may hold, and how a file system counts it


def separate() -> None:
    """Into namespaces and a session of its own, with an empty folder for the bot's files, which nobody else sees. The
    namespace of processes is there already."""
    os.setsid()
    kernel.unshare(
        kernel.CLONE_NEWNS | kernel.CLONE_NEWIPC | kernel.CLONE_NEWUTS | kernel.CLONE_NEWNET | kernel.CLONE_NEWCGROUP
    )
    kernel.mount("tmpfs", FOLDER, FOLDER_FLAGS, FOLDER_SIZE)
    os.chdir(FOLDER)


def confine(settings: dict[str, Any], request: dict[str, Any], files: dict[str, bytes]) -> None:
    """Its files read-only, then no rights, limits, landlock and the filter; in this order."""
    _lay_out(files)
    # In this namespace the user is mapped to nobody: it owns nothing, and may neither make files nor user namespaces.
    kernel.unshare(kernel.CLONE_NEWUSER)
    kernel.drop_capabilities()
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    for name, value in {**settings["rlimits"], "RLIMIT_AS": request["address_space"]}.items():
        resource.setrlimit(getattr(resource, name), (value, value))
    kernel.landlock([*settings["readable"], FOLDER])
    kernel.seccomp(bytes.fromhex(settings["filter"]))


def _lay_out(files: dict[str, bytes]) -> None:
    """The bot's files, to which nobody can write from then on."""
    for path, content in files.items():
        if "/" in path:
            os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
    kernel.mount("tmpfs", FOLDER, FOLDER_FLAGS | kernel.MS_REMOUNT | kernel.MS_RDONLY)
