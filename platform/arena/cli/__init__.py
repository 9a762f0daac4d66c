"""The command `satti`. Playing, checking and verifying need the engine and the sandbox, and no Django."""

import os
import sys
from importlib.metadata import version

import typer
from typer.exceptions import TyperException

from arena import console
from arena.cli import check, play, replay, sandbox_check, serve, verify

app = typer.Typer(
    name="satti",
    help="Bots for Saat-Aath and Badam Satti: play, check and verify them here, or serve an arena for them.",
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (play.play, replay.replay, check.check, verify.verify, sandbox_check.sandbox_check, serve.serve):
    app.command()(command)
app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})(serve.manage)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"satti-arena {version('satti-arena')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _satti(
    context: typer.Context,
    show_version: bool = typer.Option(False, "--version", is_eager=True, callback=_print_version, help="Say which."),
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(2)


def main() -> None:
    """Exit code 0: fine; 1: a negative result; 2: misused; 3: not proven. An error is one line on stderr, never a
    traceback."""
    console.forgive()
    try:
        code = app(standalone_mode=False) or 0
        sys.stdout.flush()
    except TyperException as error:
        print(f"satti: {error.format_message()}", file=sys.stderr)
        code = error.exit_code
    except BrokenPipeError:  # the reader has seen enough; whatever is still buffered goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    except OSError as error:
        print(f"satti: {error.filename or 'output'}: {error.strerror or error}", file=sys.stderr)
        code = 1
    except (KeyboardInterrupt, typer.Abort):
        code = 130
    sys.exit(code)
