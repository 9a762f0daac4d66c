"""A bot's own process, confined: load `Bot`, answer questions until they end. docs/bot-protocol.md has the messages."""

import contextlib
import faulthandler
import gc
import inspect
import json
import os
import random
import sys
import traceback
from collections.abc import Callable
from types import FunctionType, TracebackType
from typing import Any

import games
from bots import wire
from bots.match_info import Match
from bots.sandbox.inside import modules, withheld
from bots.sandbox.inside.verdict import Malformed, NoBotClass, explain
from games.delta import Values

NO_MEMORY = b'{"n":%d,"error":"memory","reason":"MemoryError"}\n'  # ready-made: there may be none left to make it with
REHEARSAL = "class Bot:\n    def act(self, view):\n        return ''\n"
NO_MEMORY_STATUS = 76  # the process ends with this where there is not even enough to say so


def read_files(questions: int) -> dict[str, bytes]:
    """The bot's files, which come first: a JSON line of [path, size] pairs, then the bytes."""
    header = b""
    while not header.endswith(b"\n"):
        header += os.read(questions, 1)
    return {path: _read_exactly(questions, size) for path, size in json.loads(header)}


def _read_exactly(fd: int, size: int) -> bytes:
    parts = []
    while size:
        parts.append(os.read(fd, size))
        if not parts[-1]:
            raise EOFError("the runner is gone")
        size -= len(parts[-1])
    return b"".join(parts)


def send(answers: int, message: dict[str, Any]) -> None:
    _write(answers, wire.encode(message))


def _write(fd: int, data: bytes) -> None:
    while data:
        data = data[os.write(fd, data) :]


def prepare() -> None:
    faulthandler.enable()  # so that a log says where a crash below Python was
    sys.argv = ["bot.py"]
    modules.find_below(os.getcwd())
    sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")  # type: ignore[union-attr]


def rehearse() -> None:
    """Before there is a bot to wait for: all that a start and a first action do, with a bot of our own, in an empty
    folder. A fork copies each page of memory when it first writes to it; after this most of them are copied.
    """
    path = sys.path[:]
    with open("bot.py", "w") as file:
        file.write(REHEARSAL)
    game = games.load(games.names()[0])
    session = Session()
    for question in (
        {"type": "match", "match": Match(game, 1, 1.0, 1.0, 64, 0).to_json()},
        {"type": "act", "view": game.start("0", 0).view(0).to_json()},
        *([{"type": "act", "changes": {"history": [], "hand": []}}] if game.rules.delta else []),
    ):
        wire.encode_answer(1, session.handle(wire.read(wire.encode(question))))
    del sys.modules["bot"], sys.path_importer_cache[os.getcwd()]
    sys.path[:] = path
    os.unlink("bot.py")
    del session, game
    gc.collect()  # a class is part of a ring of references


def serve(questions: int, answers: int) -> None:
    """All below is at the bot's mercy, which shares the process. It only hurts itself; the runner believes nothing."""
    send(answers, {"n": 0, "done": True})  # confined
    session = Session()
    buffer = b""
    while True:
        while b"\n" not in buffer:
            chunk = os.read(questions, 65536)
            if not chunk:
                return
            buffer += chunk
        line, _, buffer = buffer.partition(b"\n")
        question = wire.read(line)
        number = question["n"]
        try:
            answer = session.handle(question)
        except MemoryError as error:
            session.bot = None
            with contextlib.suppress(MemoryError):
                _show(error.with_traceback(_own_frames(error.__traceback__)))
            _write(answers, NO_MEMORY % number)
            continue
        except BaseException as error:
            kind, reason = explain(error)
            if kind != "memory" and (refused := _sandbox(error)):
                reason = f"{reason[: 497 - len(refused)]} ({refused})"
            _show(error.with_traceback(_own_frames(error.__traceback__)))
            answer = {"error": kind, "reason": reason}
        _flush()
        _write(answers, wire.encode_answer(number, answer))


class Session:
    bot: Any = None
    game: games.Game
    _values: Values = ()  # of the last view

    def handle(self, question: dict[str, Any]) -> dict[str, Any]:
        if question["type"] == "act":
            return {"action": self._act(self._view(question))}
        if question["type"] == "game_over":
            if hasattr(self.bot, "game_over"):
                self.bot.game_over(question["result"])
        elif question["type"] == "match":
            self._load(Match.from_json(question["match"]))
        return {"done": True}

    def _view(self, question: dict[str, Any]) -> games.View:
        delta = self.game.rules.delta
        if delta is None:
            return games.view_from_json(self.game, question["view"])
        if "changes" in question:
            self._values = delta.apply(self._values, question["changes"])
        else:
            self._values = delta.values(games.view_from_json(self.game, question["view"]))
        view: games.View = delta.view(self._values)
        return view

    def _act(self, view: games.View) -> str:
        action = self.bot.act(view)
        if not issubclass(type(action), str):  # asked itself, it may claim to be one
            raise Malformed(f"act returned {_called(action)}; it must return one of view.legal_actions, a string")
        action = str.__str__(action)  # of a class of its own, such as numpy's str_ or a StrEnum, what it spells
        if len(action) > 200:
            raise Malformed(f"act returned a string of {len(action)} characters; it must be one of view.legal_actions")
        return action

    def _load(self, match: Match) -> None:
        self.game = match.game
        _seed(match.seed)
        sys.path.append(os.getcwd())  # the library's modules first, whether they are loaded yet or not
        module = __import__("bot")
        if not inspect.isclass(getattr(module, "Bot", None)) or not callable(getattr(module.Bot, "act", None)):
            raise NoBotClass("bot.py must define a class Bot with a method act(self, view)")
        made: Callable[..., Any] = module.Bot
        self.bot = made(match) if _takes_match(made.__init__, match) else made()  # type: ignore[misc]


def _seed(seed: int) -> None:
    """Random numbers are the same when the match is repeated: those of the module `random`, and of numpy also where a
    generator is made without a seed, which it would otherwise take from the operating system."""
    random.seed(seed)
    sys.modules["numpy"].random.seed(seed % 2**32)  # warm already
    entropy = random.Random(f"{seed}/numpy").getrandbits  # noqa: S311  # part of the game, not a secret
    vars(sys.modules["numpy.random.bit_generator"])["randbits"] = entropy


def _called(value: object) -> str:
    name = type(value).__name__
    return name if type(value).__module__ == "builtins" else f"{type(value).__module__}.{name}"


def _sandbox(error: BaseException) -> str:
    """Whether it was the sandbox that refused something, in words, which the traceback then ends with."""
    try:
        if reason := withheld.hint(error):
            error.add_note(reason)
        return reason
    except Exception:  # it may be of a class of the bot's own, which can do anything
        return ""


def _takes_match(init: Callable[..., None], match: Match) -> bool:
    if not isinstance(init, FunctionType):  # it has none of its own
        return False
    try:
        inspect.signature(init).bind(None, match)
    except TypeError:
        return False
    return True


def _own_frames(trace: TracebackType | None) -> TracebackType | None:
    """The bot's part of a traceback."""
    while trace and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    return trace


def _flush() -> None:
    try:  # noqa: SIM105  # after every answer
        sys.stdout.flush()
    except (OSError, ValueError, AttributeError):  # the bot closed or changed it
        pass


def _show(error: BaseException) -> None:
    if isinstance(error, NoBotClass | Malformed):
        print(error, file=sys.stderr)
    else:
        traceback.print_exception(error)
    sys.stderr.flush()
