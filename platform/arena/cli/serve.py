"""`satti serve`: the whole arena under one process; `satti manage`: the site's own commands on the same data."""

import os
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.common import Misused, Negative

Data = Annotated[Path, typer.Option("--data", metavar="FOLDER", help="Database, logs, secret key; made if need be.")]
HERE = Path("data")


def serve(
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 is every address.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8000,
    data: Data = HERE,
    workers: Annotated[int, typer.Option(min=0, max=64, help="Matches at once; 0: one a core.")] = 0,
    demo: Annotated[
        bool | None, typer.Option("--demo/--no-demo", help="Load the demo. Default: only on the private database.")
    ] = None,
) -> None:
    """Start everything and serve the arena until Ctrl-C: PostgreSQL, Valkey, workers, beat and web server.

    Where DATABASE_URL or REDIS_URL is set, that server is used and no private one is started.
    """
    # psycopg is slow to import, and no other command waits for it
    from arena.standalone.arena import Arena  # noqa: PLC0415
    from arena.standalone.engines import ServiceError  # noqa: PLC0415

    try:
        Arena(data, host=host, port=port, workers=workers, demo=demo).run()
    except ServiceError as error:
        raise Negative(str(error)) from error


def manage(context: typer.Context, data: Data = HERE) -> None:
    """Run one of the site's own commands (`satti manage help`) on a running arena's data folder."""
    from arena.standalone.arena import environment  # noqa: PLC0415 - see serve

    if not context.args:
        raise Misused("manage: name a command; `satti manage help` lists them")
    if not data.is_dir():
        raise Misused(f"--data {data}: there is no such folder; `satti serve` makes it")
    os.environ.update(environment(data))
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - the one command that needs Django
    from django.db import OperationalError  # noqa: PLC0415

    try:
        execute_from_command_line(["satti manage", *context.args])
    except OperationalError as error:
        raise Negative(f"the database does not answer; is `satti serve --data {data}` running? {error}") from error
