"""Started as root, to start bubblewrap as an ordinary user: alone it would leave root's files readable to the jail.

Paths below a folder that only root may enter are first bound into a mount namespace of this process's own; nothing of
that shows on the host, and it ends with the process.
"""

import json
import os
import sys

from bots.sandbox.inside import kernel

STAGE = "/tmp"  # noqa: S108  # a mount point that exists everywhere; hidden below a file system of our own


def main() -> None:
    """argv[1], JSON: {"command": [...], "paths": {name: path}, "id": uid}. "@NAME" in the command is that path."""
    task = json.loads(sys.argv[1])
    paths: dict[str, str] = task["paths"]
    try:
        _stage(paths)
        places = {name: f"{STAGE}/{name}" for name in paths}
    except PermissionError:  # a container's root, without the right to mount: the plain paths may do
        places = paths
    os.chdir("/")
    os.setgroups([])
    os.setresgid(task["id"], task["id"], task["id"])
    os.setresuid(task["id"], task["id"], task["id"])
    command = [resolve(word, places) for word in task["command"]]
    os.execv(command[0], command)  # noqa: S606


def _stage(paths: dict[str, str]) -> None:
    kernel.unshare(kernel.CLONE_NEWNS)
    kernel.make_private()
    sources = {name: os.open(path, os.O_PATH | os.O_CLOEXEC) for name, path in paths.items()}  # before STAGE hides any
    kernel.mount("tmpfs", STAGE, kernel.MS_NOSUID | kernel.MS_NODEV, "mode=755,size=1m")
    for name, fd in sources.items():
        if os.path.isdir(f"/proc/self/fd/{fd}"):
            os.mkdir(f"{STAGE}/{name}")
        else:
            os.close(os.open(f"{STAGE}/{name}", os.O_CREAT | os.O_WRONLY))
        kernel.bind(f"/proc/self/fd/{fd}", f"{STAGE}/{name}")


def resolve(word: str, places: dict[str, str]) -> str:
    """ "@3/bin/bwrap" is that file below path 3."""
    if not word.startswith("@"):
        return word
    name, slash, rest = word[1:].partition("/")
    return places[name] + slash + rest
