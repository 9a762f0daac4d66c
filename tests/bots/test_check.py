"""The check of an upload: each way to be wrong has its own verdict, with a reason and the bot's own traceback."""

import marshal
import sys
from importlib.util import MAGIC_NUMBER

import pytest

import bots
import games
from tests.bots import tables
from tests.bots.tables import HONEST, acting


@pytest.mark.parametrize(
    ("code", "kind", "reason", "logged"),
    [
        ("def act(self, view:\n  pass", "syntax-error", "'(' was never closed (bot.py, line 1)", "SyntaxError"),
        ("class Bot:\nreturn", "syntax-error", "IndentationError", "line 2"),
        ("import torch", "import-error", "No module named 'torch'", "line 1, in <module>"),
        ("from games import nothing", "import-error", "cannot import name 'nothing'", "ImportError"),
        ("x = 1", "no-bot-class", "class Bot with a method act(self, view)", ""),
        ("class Bot: pass", "no-bot-class", "class Bot with a method act(self, view)", ""),
        ("Bot = 5", "no-bot-class", "class Bot", ""),
        ("1 / 0", "crash", "while it was loaded: ZeroDivisionError: division by zero", "line 1, in <module>"),
        (
            "class Bot:\n  def __init__(self, match): 1 / 0\n  def act(self, view): 0",
            "crash",
            "ZeroDivisionError",
            "in __init__",
        ),
        ("import os; os._exit(0)", "crash", "while it was loaded: its process exited with status 0", ""),
        ("import time; time.sleep(600)", "timeout", "while it was loaded", ""),
        ("while True: pass", "timeout", "while it was loaded", ""),
        ("x = bytearray(1 << 30)", "memory", "while it was loaded", "MemoryError"),
        ("while True: print('x' * 10000)", "output", "while it was loaded", ""),
        (acting("1 / 0"), "crash", "It crashed: ZeroDivisionError: division by zero", "in act"),
        (acting("while True: pass"), "timeout", "It took too long", ""),
        (acting("return 'no card'"), "illegal", "'no card' is not one of the legal actions: ", ""),
        (acting("return 5"), "malformed", "act returned int", ""),
        (acting("print('hello'); 1 / 0"), "crash", "ZeroDivisionError", "hello\nTraceback"),
    ],
)
def test_each_way_to_be_wrong_has_its_verdict(code: str, kind: str, reason: str, logged: str):
    verdict = bots.check(tables.source(code), tables.game(), tables.QUICK)
    assert (verdict.ok, verdict.kind) == (False, kind), verdict
    assert reason in verdict.reason
    assert logged in verdict.log
    assert "/work" not in verdict.log
    assert "serve.py" not in verdict.log


@pytest.mark.parametrize(
    ("name", "preset"), [("saat-aath", "classic"), ("saat-aath", "78"), ("badam-satti", "standard")]
)
def test_an_honest_bot_is_ready(name: str, preset: str):
    steps: list[str] = []
    game = games.load(name, preset)
    verdict = bots.check(tables.source(HONEST), game, bots.Limits(), on_step=steps.append)
    assert verdict == bots.Verdict(True, "ready", f"It played {game.seats} games without a fault.", "")
    assert steps == ["loading", "playing against random"]


def test_a_zip_brings_its_modules_and_data():
    files = {
        "bot.py": b"from lib.choice import pick\nfrom pathlib import Path\n"
        b"data = Path(__file__).with_name('data.bin').read_bytes()\n"
        b"class Bot:\n    def act(self, view):\n        print(len(data)); return pick(view)\n",
        "lib/__init__.py": b"",
        "lib/choice.py": b"def pick(view): return view.legal_actions[-1]\n",
        "data.bin": bytes(100_000),
    }
    verdict = bots.check(bots.Source("bot.zip", files), tables.game(), tables.QUICK)
    assert verdict.ok, verdict
    assert verdict.log.startswith("100000\n")


@pytest.mark.parametrize("module", ["random", "queue", "numpy"])  # loaded before the bot, after it, another package
def test_the_librarys_module_wins_over_the_bots_own_and_the_verdict_says_so(module: str):
    honest = f"import {module}\nassert not hasattr({module}, 'mine')\n{HONEST}".encode()
    files = {"bot.py": honest, f"{module}.py": b"mine = 1\n"}
    verdict = bots.check(bots.Source("bot.zip", files), tables.game(), tables.QUICK)
    assert verdict.ok, verdict
    assert f"{module}.py in the zip is never imported, because `import {module}` finds the library's" in verdict.reason
    files["bot.py"] = f"from {module} import mine\n".encode()
    verdict = bots.check(bots.Source("bot.zip", files), tables.game(), tables.QUICK)
    assert verdict.kind == "import-error"
    assert verdict.note in verdict.reason
    assert "rename it" in verdict.note


@pytest.mark.parametrize(
    "answer",
    [
        "numpy.str_(view.legal_actions[0])",
        "numpy.random.choice(view.legal_actions)",
        "enum.StrEnum('Card', {'A': view.legal_actions[0]}).A",
        "enum.Enum('Card', {'A': view.legal_actions[0]}, type=str).A",
        "type('Mine', (str,), {'__len__': lambda s: 10**9, '__str__': lambda s: 5})(view.legal_actions[0])",
    ],
)
def test_an_answer_that_is_an_instance_of_str_is_played(answer: str):
    code = f"import enum, numpy\nclass Bot:\n    def act(self, view):\n        return {answer}\n"
    verdict = bots.check(tables.source(code), tables.game(), tables.QUICK)
    assert verdict.ok, verdict


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("b'7H'", "bytes"),
        ("None", "NoneType"),
        ("numpy.array(['7H'])", "numpy.ndarray"),
        ("type('C', (), {'__class__': str})()", "bot.C"),
    ],
)
def test_an_answer_that_is_no_string_is_named(answer: str, kind: str):
    code = f"import numpy\nclass Bot:\n    def act(self, view):\n        return {answer}\n"
    verdict = bots.check(tables.source(code), tables.game(), tables.QUICK)
    assert (verdict.kind, f"act returned {kind};" in verdict.reason) == ("malformed", True), verdict


def test_a_traceback_shows_the_line_of_a_module_beside_the_bot():
    files = {"bot.py": b"import helper\n", "helper.py": b"answer = 41\nassert answer == 42, 'not that'\n"}
    verdict = bots.check(bots.Source("bot.zip", files), tables.game(), tables.QUICK)
    assert verdict.kind == "crash"
    assert "assert answer == 42, 'not that'" in verdict.log
    assert 'File "/bot/helper.py", line 2' in verdict.log


def compiled(code: str, name: str) -> bytes:
    """As Python writes it, and says that the source need not be looked at."""
    return MAGIC_NUMBER + (0b01).to_bytes(4, "little") + bytes(8) + marshal.dumps(compile(code, name, "exec"))


def test_what_is_shown_as_source_is_what_runs():
    """Not compiled code beside it, whatever Python would do, nor what Python runs unasked when it starts."""
    shown = "import helper, sys\nfrom pkg import inner\n" + HONEST + "print('shown', helper.where, inner.where)\n"
    names = ("bot", "helper", "pkg/inner", "pkg/__init__")
    files = {"bot.py": shown.encode(), "helper.py": b"where = 'here'\n", "pkg/inner.py": b"where = 'below'\n"}
    for name in names:
        folder, _, stem = f"/{name}".rpartition("/")
        data = compiled("where = 'hidden'\nprint('HIDDEN')\n", f"{name}.py")
        files[f"{folder}/__pycache__/{stem}.{sys.implementation.cache_tag}.pyc".lstrip("/")] = data
        files[f"{name}.pyc"] = data
    for name in ("sitecustomize", "usercustomize", "__main__", "encodings/hidden", "__init__", "python"):
        files[f"{name}.py"] = b"print('HIDDEN')\n"
    files |= {"hidden.pth": b"import sitecustomize\n", "pyvenv.cfg": b"home = /bot\n", "python311._pth": b".\n"}
    verdict = bots.check(bots.Source("bot.zip", files), tables.game(), tables.QUICK)
    assert verdict.ok, verdict
    assert "HIDDEN" not in verdict.log
    assert verdict.log.startswith("shown here below\n")


@pytest.mark.parametrize("name", ["helper.pyc", "helper.abi3.so", "helper.so"])
def test_a_module_without_source_is_not_there(name: str):
    data = compiled("print('HIDDEN')", "helper.py") if name.endswith("pyc") else b"\x7fELF"
    files = {"bot.py": b"import helper\n" + HONEST.encode(), name: data}
    verdict = bots.check(bots.Source("bot.zip", files), tables.game(), tables.QUICK)
    assert (verdict.kind, "No module named 'helper'" in verdict.reason) == ("import-error", True), verdict


def test_no_line_of_a_text_changes_how_it_is_read():
    """Of one that was taken when that was not refused yet."""
    text = "# coding: unicode_escape\n# \\u000aprint('HIDDEN')\n" + HONEST
    verdict = bots.check(bots.Source("bot.py", {"bot.py": text.encode()}), tables.game(), tables.QUICK)
    assert (verdict.ok, verdict.log) == (True, "")


def test_what_on_step_raises_passes_through():
    def lost(step: str) -> None:
        raise ConnectionError("the database is gone")

    with pytest.raises(ConnectionError):
        bots.check(tables.source(HONEST), tables.game(), tables.QUICK, on_step=lost)
