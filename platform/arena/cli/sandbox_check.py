"""`satti sandbox-check`: which layers of the sandbox hold on this host, and whether any attack gets through."""

import json
import platform
import sys
from dataclasses import asdict
from typing import Annotated, Any

import typer

import bots
from arena.cli.common import Negative
from bots import attacks


def sandbox_check(
    layers: Annotated[bool, typer.Option("--layers", help="Look at the layers only, and run no attack.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was found as JSON.")] = False,
) -> None:
    """Try every layer of the sandbox and every attack of the suite on this host. Exit code 1 if it does not hold."""
    report = bots.sandbox_report()
    missing = [f"{layer.name}: {layer.why}" for layer in report if layer.required and not layer.held]
    if not as_json:
        for layer in report:
            print(f"{'held' if layer.held else 'MISSING':8} {layer.name}: {layer.why}")
    tried = None if layers or missing else attacks.run_all(_progress if sys.stderr.isatty() else None)
    problems = missing + (attacks.through(tried) if tried else [])
    if as_json:
        found = {"host": platform.node(), "held": not problems, "layers": list(map(asdict, report)), "attacks": tried}
        print(json.dumps(found, indent=2))
    elif tried:
        _print(tried)
    if problems:
        raise Negative(f"the sandbox does not hold on this host: {'; '.join(problems)[:2000]}")


def _print(tried: dict[str, Any]) -> None:
    width = max(len(layer["name"]) for layer in tried["layers"])
    print(f"\n{'attacks on':{width}}  tried  held")
    for layer in tried["layers"]:
        print(f"{layer['name']:{width}}  {layer['tried']:5}  {layer['tried'] - len(layer['through']):4}")
        for attack in layer["through"]:
            print(f"  GOT THROUGH  {attack['name']}: {'; '.join(attack['problems'])}")
    print(f"{tried['tried']} attacks in {tried['seconds']:.0f} s")


def _progress(number: int, total: int, attack: attacks.Attack) -> None:
    print(f"\r\033[Kattack {number + 1} of {total}: {attack.layer}", end="\r", file=sys.stderr, flush=True)
    if number + 1 == total:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
