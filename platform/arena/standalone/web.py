"""Serve the site: `python -m arena.standalone.web --host 0.0.0.0 --port 8000 --workers 2`.

Headers, bodies and answers travel in Granian's event loop, so that slow or silent clients hold a connection and nothing
else: no thread, no database connection. A client has HEADER_SECONDS to send its headers.
"""

import argparse
import importlib
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Any

import django
from django.core.management import call_command
from granian import Granian
from granian.constants import Interfaces
from granian.http import HTTP1Settings

from arena.standalone.process import die_with_parent

HEADER_SECONDS = 15
CONNECTIONS = 8192  # open at once, over all processes, where the host lets us have so many descriptors
REQUESTS = 2048  # in one process at once, those that only listen to events included
UNUSED = ["ext", "redoc", "rest_framework", "htm?x-4*"]  # of what packages bring
DATABASE_CONNECTIONS = "8"  # of one process


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m arena.standalone.web", description="Serve the site.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--header-seconds", type=int, default=HEADER_SECONDS, help="for headers to come")
    parser.add_argument("--application", default="arena.asgi:application", help="MODULE:NAME of an ASGI application")
    asked = parser.parse_args()
    allow_descriptors(CONNECTIONS)
    os.environ.setdefault("DATABASE_POOL", DATABASE_CONNECTIONS)
    with static_files():
        serve(
            asked.application,
            host=asked.host,
            port=asked.port,
            workers=asked.workers,
            header_seconds=asked.header_seconds,
        )


@contextmanager
def static_files() -> Iterator[None]:
    """Collect them into STATIC_ROOT, or into a folder that lives as long as the server."""
    with TemporaryDirectory(prefix="satti-static-") as folder:
        os.environ.setdefault("STATIC_ROOT", folder)
        django.setup()
        call_command("collectstatic", interactive=False, clear=True, verbosity=0, ignore_patterns=UNUSED)
        yield


def serve(application: str, *, host: str, port: int, workers: int, header_seconds: int) -> None:
    """Serve until SIGTERM or SIGINT. Each process dies with this one, else it would keep the port of a killed site."""
    Granian(
        application,
        address=host,
        port=port,
        interface=Interfaces.ASGINL,
        workers=workers,
        backlog=2048,
        backpressure=REQUESTS,
        http1_settings=HTTP1Settings(header_read_timeout=header_seconds * 1000),
        websockets=False,
        respawn_failed_workers=True,
        workers_kill_timeout=10,
        log_access=True,
    ).serve(target_loader=Load(os.getpid()))


@dataclass(frozen=True)
class Load:
    """What a new process of the server does first. `parent` is the server's process."""

    parent: int

    def __call__(self, application: str) -> Any:
        die_with_parent(self.parent)
        module, _, name = application.partition(":")
        return getattr(importlib.import_module(module), name)


def allow_descriptors(number: int) -> None:
    """Raise the soft limit of open descriptors towards `number`, as far as the hard limit allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = number if hard == resource.RLIM_INFINITY else min(number, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


if __name__ == "__main__":
    main()
