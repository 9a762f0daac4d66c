"""The inner layers: the fork that becomes a bot puts them on before any of the bot's code. Each stops most attacks."""

import os
import resource
from typing import Any

from bots.inside import kernel

FOLDER = "/bot"


def separate() -> None:
    """Into namespaces and a session of its own; that of processes is there already."""
    os.setsid()
    kernel.unshare(
        kernel.CLONE_NEWNS | kernel.CLONE_NEWIPC | kernel.CLONE_NEWUTS | kernel.CLONE_NEWNET | kernel.CLONE_NEWCGROUP
    )


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
    """The bot's files in a small file system of their own, which nobody else sees and nobody can write to."""
    flags = kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC
    size = sum(len(content) + 8192 for content in files.values())
    kernel.mount("tmpfs", FOLDER, flags, f"size={size + 65536},nr_inodes={8 * len(files) + 16},mode=755")
    for path, content in files.items():
        if "/" in path:
            os.makedirs(os.path.dirname(f"{FOLDER}/{path}"), exist_ok=True)
        with open(f"{FOLDER}/{path}", "wb") as file:
            file.write(content)
    kernel.mount("tmpfs", FOLDER, flags | kernel.MS_REMOUNT | kernel.MS_RDONLY)
    os.chdir(FOLDER)
