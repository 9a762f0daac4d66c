"""What holds on this host."""

from dataclasses import dataclass

from bots import jail
from bots.errors import SandboxMissing


@dataclass(frozen=True)
class Layer:
    name: str
    held: bool
    why: str


def sandbox_report() -> list[Layer]:
    """Each layer of the sandbox, tried here and now."""
    try:
        now = jail.current()
    except SandboxMissing as error:
        return [Layer("jail", False, str(error))]
    return [Layer("jail", True, f"bubblewrap, Python {now.ready['ready'].split()[0]}")]


def require_sandbox() -> None:
    """Raises SandboxMissing where this host may not run an upload."""
    jail.current()
