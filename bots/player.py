"""A bot as a player of a match: for each seat a process that lives for the match, started anew after a crash.

Every board comes again with the seats turned, and by then all its cards have been seen. A process that plays from one
seat only meets each board once, so none can know a deal from another seat's game.
"""

import hashlib
from collections.abc import Callable
from typing import Any, NoReturn

from bots import wire
from bots.errors import HostFailure
from bots.limits import Limits
from bots.log import Log, Place, one_line
from bots.match_info import Match
from bots.sandbox import report
from bots.sandbox.jail import Jail
from bots.sandbox.process import BotProcess
from bots.source import Source
from games.core import Game, View
from games.delta import Values
from games.match import Fault, FaultKind

LOAD_KINDS = ("syntax-error", "import-error", "no-bot-class")  # what the bot's process may say besides kinds of fault


class BotPlayer:
    """A games.match.Player. Raises Fault for the bot's failures and HostFailure for the platform's."""

    def __init__(
        self,
        name: str,
        source: Source,
        game: Game,
        *,
        number: int,
        seed: str,
        boards: int,
        limits: Limits,
        place: Callable[[], Jail] = report.trusted,
    ) -> None:
        """`place`: the jail that its processes run in."""
        self.name = name
        self.log = Log()
        self.fault: Fault | None = None  # the last one
        self.load_error = ""  # why the bot could not be loaded: one of LOAD_KINDS or a fault's kind
        self._source = source
        self._game = game
        self._number = number
        self._seed = seed
        self._boards = boards
        self._limits = limits
        self._place = place
        self._processes: dict[int, BotProcess] = {}  # by seat
        self._sent: dict[int, Values] = {}  # by seat: of the view that its process was last sent
        self._seat = 0  # in the game that is played
        self._playing = 0  # the game's number
        self._starts = 0
        self._cpu_before = 0.0  # of processes that have ended

    @property
    def cpu_seconds(self) -> float:
        return self._cpu_before + sum(process.cpu_seconds for process in self._processes.values())

    def start_game(self, number: int, seat: int) -> None:
        self._seat = seat
        self._playing = number
        self.log.place = Place(number, 0)
        process = self._processes.get(seat)
        if process is None:
            self._start()
        else:
            process.allow(self._limits.match_seconds - self.cpu_seconds)

    def act(self, view: View) -> str:
        self.log.place = Place(self._playing, getattr(view, "deal", None), len(view.history))
        answer = self._ask(self._question(view), self._limits.action_seconds)
        if "action" not in answer:
            self._fail(Fault(FaultKind.MALFORMED, "its answer names no action"))
        action: str = answer["action"]
        if action not in view.legal_actions:  # said here, so that its log has it; the process is well and goes on
            legal = ", ".join(view.legal_actions)
            self._blame(Fault(FaultKind.ILLEGAL, f"{action!r:.60} is not one of the legal actions: {legal:.300}"))
        return action

    def end_game(self, result: dict[str, Any]) -> None:
        self.log.place = Place(self._playing)
        self._ask({"type": "game_over", "result": result}, self._limits.action_seconds)

    def kill(self) -> None:
        """Let all its processes begin to end, for `close` to wait for them together."""
        for process in self._processes.values():
            process.kill()

    def close(self) -> None:
        self.kill()
        while self._processes:
            self._end(next(iter(self._processes)))

    def _start(self) -> None:
        limits = self._limits
        self._starts += 1
        # Its own seed follows from the match's, which nobody can compute from it.
        digest = hashlib.sha256(f"{self._seed}/bot/{self._number}/{self._starts}".encode()).digest()
        seed = int.from_bytes(digest[:6], "big")
        match = Match(self._game, self._boards, limits.action_seconds, limits.match_seconds, limits.memory_mb, seed)
        left = limits.match_seconds - self.cpu_seconds
        place = self._place()
        if self._game.name not in place.ready["games"]:  # said before any code of the bot's could say it
            raise HostFailure(f"the sandbox cannot load {self._game.name}: a game may need nothing but numpy")
        self._processes[self._seat] = BotProcess(place, self._source, limits, self.log, left)
        self.load_error = "crash"
        self._ask({"type": "match", "version": wire.VERSION, "match": match.to_json()}, limits.start_seconds)
        self.load_error = ""

    def _ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        process = self._processes.get(self._seat)
        if process is None:
            raise Fault(FaultKind.CRASH, "its process has ended")
        try:
            answer = process.ask(question, seconds)
        except Fault as fault:
            self._fail(fault)
        if "error" in answer:
            kind, reason = answer["error"], one_line(answer["reason"])
            if kind in LOAD_KINDS and self.load_error:
                self.load_error = kind
            self._fail(Fault(kind if kind in ("malformed", "memory") else FaultKind.CRASH, reason))
        return answer

    def _question(self, view: View) -> dict[str, Any]:
        """With what changed since the view that this process was last sent, or with the whole of it."""
        delta = self._game.rules.delta
        if delta is not None:
            before = self._sent.get(self._seat)
            now = self._sent[self._seat] = delta.values(view)
            changes = delta.between(before, now) if before else None
            if changes is not None:
                return {"type": "act", "changes": changes}
        return {"type": "act", "view": view.to_json()}

    def _end(self, seat: int) -> None:
        self._sent.pop(seat, None)
        process = self._processes.pop(seat, None)
        if process is not None:
            self._cpu_before += process.close()

    def _fail(self, fault: Fault) -> NoReturn:
        self._end(self._seat)
        if self.load_error == "crash":
            self.load_error = str(fault.kind)
        self._blame(fault)

    def _blame(self, fault: Fault) -> NoReturn:
        self.fault = fault
        self.log.note(f"fault: {fault}")
        raise fault
