"""The jail's very first program: makes its root, a file system of its own in memory, and goes on in that.

On the host's file systems a bot could leave a note for the next process of its own: a name that was looked for in vain,
or a page that was read, is faster the second time, and the kernel counts the page. Here every page is in memory from
the start and stays there, a name that does not exist is forgotten at once, and nothing can be written, not even when a
file was last read. `ramfs` is never swapped out and has no huge pages; only this program writes to it.
"""

import fnmatch
import json
import os
import sys
from typing import Any

from bots.sandbox.inside import kernel

NEW = "/new"  # where bubblewrap made a folder for it
FLAGS = kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOATIME


def main() -> None:
    """argv[1], JSON: {"places": [...], "skip": [...], "folders": [...], "files": [...], "then": [...]}: what to copy
    from where it stands to the same place, without what is called like `skip`; what else to make; what to run."""
    task: dict[str, Any] = json.loads(sys.argv[1])
    os.umask(0o022)
    kernel.mount("ramfs", NEW, FLAGS, "mode=755")
    tag = f".{sys.implementation.cache_tag}.pyc"
    for place in task["places"]:
        os.makedirs(NEW + os.path.dirname(place), exist_ok=True)
        if os.path.isdir(place):
            _copy_folder(place, NEW + place, task["skip"], tag)
        else:
            _copy_file(place, NEW + place, os.stat(place))
    for folder in task["folders"]:
        os.mkdir(NEW + folder)
    for path in task["files"]:
        os.close(os.open(NEW + path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644))
    os.chdir(NEW)
    kernel.pivot_root(".", ".")
    kernel.umount(".")
    if task["read_only"]:
        kernel.mount("ramfs", "/", FLAGS | kernel.MS_REMOUNT | kernel.MS_RDONLY)
    os.chdir("/")
    os.execv(task["then"][0], task["then"])  # noqa: S606  # from the new root, so that nothing holds on to the old


def _copy_folder(source: str, target: str, skip: list[str], tag: str) -> None:
    os.mkdir(target)
    compiled = os.path.basename(source) == "__pycache__"
    for entry in os.scandir(source):
        name = entry.name
        if any(fnmatch.fnmatchcase(name, pattern) for pattern in skip) or (compiled and not name.endswith(tag)):
            continue
        if entry.is_dir(follow_symlinks=False):
            _copy_folder(entry.path, f"{target}/{name}", skip, tag)
        elif entry.is_file():  # or a link to one
            _copy_file(entry.path, f"{target}/{name}", entry.stat())


def _copy_file(source: str, target: str, status: os.stat_result) -> None:
    """With its time, by which Python knows that a compiled module belongs to its source."""
    reader = os.open(source, os.O_RDONLY)
    writer = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o755 if status.st_mode & 0o111 else 0o644)
    while os.sendfile(writer, reader, None, 1 << 30):
        pass
    os.utime(writer, ns=(status.st_mtime_ns, status.st_mtime_ns))
    os.close(reader)
    os.close(writer)
