"""gunicorn's configuration: its processes die with the first, else they would keep the port of a killed site."""

from typing import Any

from arena.standalone.process import die_with_parent


def post_fork(server: Any, worker: Any) -> None:
    die_with_parent(server.pid)
