"""`satti sandbox-check`: which layers of the sandbox hold on this host."""

import bots
from arena.cli.common import Negative


def sandbox_check() -> None:
    """Say which layers of the sandbox hold on this host. Exit code 1 if it may not run an upload."""
    for layer in bots.sandbox_report():
        print(f"{'held' if layer.held else 'MISSING':8} {layer.name}: {layer.why}")
    try:
        bots.require_sandbox()
    except bots.SandboxMissing as error:
        raise Negative(str(error)) from error
