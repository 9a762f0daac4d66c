"""All attacks on this host, added up layer by layer."""

import time
from collections.abc import Callable
from typing import Any

from bots.attacks.attack import Attack, attacks
from bots.attacks.runner import run


def run_all(on_attack: Callable[[int, int, Attack], None] | None = None) -> dict[str, Any]:
    """Plain JSON: `tried`, `seconds`, and for each of `layers` its name, how many were tried, and what got `through`.
    `on_attack` is told before each: how many are over, of how many, and what comes."""
    began = time.monotonic()
    layers: dict[str, dict[str, Any]] = {}
    for number, attack in enumerate(attacks()):
        if on_attack:
            on_attack(number, len(attacks()), attack)
        layer = layers.setdefault(attack.layer, {"name": attack.layer, "tried": 0, "through": []})
        layer["tried"] += 1
        result = run(attack)
        if not result.held:
            layer["through"].append(
                {"name": attack.name, "verdict": result.verdict, "problems": list(result.problems)[:10]}
            )
    return {"tried": len(attacks()), "seconds": round(time.monotonic() - began, 1), "layers": list(layers.values())}


def through(summary: dict[str, Any]) -> list[str]:
    """What got through, a line each."""
    return [
        f"{layer['name']}: {attack['name']}: {'; '.join(attack['problems'])}"
        for layer in summary["layers"]
        for attack in layer["through"]
    ]
