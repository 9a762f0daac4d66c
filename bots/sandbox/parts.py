"""The sandbox's layers by name, each of which can be left off in a jail that is made for a test of the others.

Nothing that plays a match for somebody makes such a jail: no setting, variable or argument of a command leads here.
"""

import os
from collections.abc import Collection

from bots.sandbox import syscalls

OUTER = {kind: f"outer {kind} namespace" for kind in ("user", "pid", "net", "ipc", "uts", "cgroup")}
OWN = {kind: f"own {kind} namespace" for kind in ("user", "pid", "mnt", "net", "ipc", "uts", "cgroup")}
ORDINARY_USER = "ordinary user"  # where the runner is root
ENVIRONMENT = "empty environment"
OUTER_FILTER = "outer filter"
OWN_ROOT = "a root of its own"
READ_ONLY_ROOT = "read-only root"
READ_ONLY_FOLDER = "read-only folder"
DESCRIPTORS = "no descriptors"
CAPABILITIES = "no capabilities"
NOT_DUMPABLE = "not dumpable"
ADDRESS_SPACE = "RLIMIT_AS"
LANDLOCK = "landlock"
FILTER = "system-call filter"
NO_SHARED_MEMORY = "no shared memory"  # part of the filter
NO_HUGE_PAGES = "no huge pages"
CLOSED_ADDRESSES = "addresses closed off"

ALL = frozenset(
    (*OUTER.values(), *OWN.values(), *syscalls.RLIMITS, ADDRESS_SPACE, ORDINARY_USER, ENVIRONMENT, OUTER_FILTER,
     OWN_ROOT)
) | {READ_ONLY_ROOT, READ_ONLY_FOLDER, DESCRIPTORS, CAPABILITIES, NOT_DUMPABLE, LANDLOCK, FILTER,
     NO_SHARED_MEMORY, NO_HUGE_PAGES, CLOSED_ADDRESSES}  # fmt: skip

CANARY = "/canary"  # a file that anybody may read, as far as its mode goes: only landlock keeps a bot from it


def check(without: Collection[str]) -> frozenset[str]:
    """Raises ValueError for what is no layer."""
    if unknown := set(without) - ALL:
        raise ValueError(f"no layers of the sandbox: {', '.join(sorted(unknown))}")
    return frozenset(without)


def bubblewrap(without: Collection[str]) -> list[str]:
    """The words of syscalls.BUBBLEWRAP, without what these layers are made of."""
    words = syscalls.BUBBLEWRAP.split()
    left = [kind for kind, name in OUTER.items() if name in without]
    if left:
        words.remove("--unshare-all")
        words += [f"--unshare-{kind}" for kind in OUTER if kind not in (*left, "user")]
    for kind, word in (("user", "--unshare-user"), ("pid", "--as-pid-1")):
        if kind in left:
            words.remove(word)
    if "uts" in left:
        at = words.index("--hostname")
        del words[at : at + 2]
    if ENVIRONMENT in without:
        words.remove("--clearenv")
    return words


def user(without: Collection[str]) -> int:
    """Who starts bubblewrap where the runner is root."""
    return os.geteuid() if ORDINARY_USER in without else syscalls.UNPRIVILEGED_ID
