"""Packages of games that cannot be played, each in its own way, as pip would install them."""

from pathlib import Path

WHOLE = "from satti_high_card import *\nfrom dataclasses import replace\nimport games\n"
# name -> (the module, what the reason must say)
BROKEN = {
    "missing-module": ("import nowhere", "ModuleNotFoundError: No module named 'nowhere'"),
    "syntax": ("def", "SyntaxError"),
    "leaves": ("import sys; sys.exit('bye')", "SystemExit: bye"),
    "raises": ("1 / 0", "ZeroDivisionError"),
    "empty": ("", "AttributeError"),
    "no-rules": ("RULES = 5", "is a int, not a games.Rules"),
    "misnamed": (WHOLE, "calls itself 'high-card'"),
    "badam-satti": (WHOLE, "more than one package"),
    "A Name/": (WHOLE + "RULES = replace(RULES, name='A Name/')", "must be 1 to 40 of a-z"),
    "no-preset": (WHOLE + "RULES = replace(RULES, name='no-preset', presets={})", "at least one preset"),
    "bad-preset": (WHOLE + "RULES = replace(RULES, name='bad-preset', presets={'x': {'stakes': 10}})", "stakes"),
    "no-deal": (WHOLE + "RULES = replace(RULES, name='no-deal', start=lambda *a: 1 / 0)", "ZeroDivisionError"),
    "circle": ("import games\ngames.load('circle')", "GameMissing"),
}


def install(folder: Path) -> None:
    for number, (name, (code, _)) in enumerate(BROKEN.items()):
        (folder / f"broken_{number}.py").write_text(code)
        info = folder / f"broken_{number}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: broken-{number}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[satti.games]\n{name} = broken_{number}:RULES\n")
