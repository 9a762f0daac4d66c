"""Playing an attack on this host, beside an honest bot, and judging what came of it."""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import bots.source
import games
from bots.attacks import honest, host, jails
from bots.attacks.attack import FOLDER, PLAYS_ON, Attack
from bots.attacks.uploads import UPLOADS
from bots.errors import HostFailure
from bots.limits import Limits
from bots.log import safe
from bots.match import Entrant, Outcome, run_match
from bots.sandbox import filters, jail, parts, report, runtime, syscalls
from bots.sandbox.inside import kernel
from bots.sandbox.inside.zygote import SPARES
from bots.source import Source, SourceError

SEED = "5e1f0b0a7d3c4f6e8a9b1c2d3e4f5061728394a5b6c7d8e9fa0b1c2d3e4f5a6b"
LIMITS = Limits(
    action_seconds=0.2,
    start_seconds=0.3,
    match_seconds=20.0,
    memory_mb=64,
    output_bytes=1 << 20,
    sleep_seconds=0.4,
)
GOT, REFUSED = "GOT THROUGH", "refused"  # as prelude.py prints them
END_SECONDS = 5.0


@dataclass(frozen=True)
class Result:
    """`problems` says what got through; none: the sandbox held."""

    attack: Attack
    verdict: str
    problems: tuple[str, ...]
    seconds: float
    log: str = ""

    @property
    def held(self) -> bool:
        return not self.problems


def run(attack: Attack, without: Collection[str] = ()) -> Result:
    """`without`: layers to leave off besides the attack's own, for a test of whether it then gets through."""
    began = time.monotonic()
    if attack.upload:
        verdict, problems, log = _read(attack)
    elif attack.needs == parts.LANDLOCK and not kernel.landlock_version():
        return Result(attack, PLAYS_ON, (), 0.0, "not tried: this kernel has no landlock")
    elif left_off := frozenset([*attack.without, *without]):
        with jails.without(left_off) as place:
            verdict, problems, log = _play(attack, lambda: place)
    else:
        verdict, problems, log = _play(attack, report.trusted)
    if not set(verdict.split(" and ")) <= set(attack.verdicts):
        problems = [f"ended as {verdict}, not {' or '.join(attack.verdicts)}", *problems]
    return Result(attack, verdict, tuple(problems), time.monotonic() - began, log)


def source(attack: Attack, limits: Limits = LIMITS) -> Source:
    """The bot of an attack that is played."""
    code = (FOLDER / "prelude.py").read_text() + _known(limits) + attack.code
    return Source("bot.py", {"bot.py": code.encode()})


def _read(attack: Attack) -> tuple[str, list[str], str]:
    filename, make, _ = UPLOADS[attack.upload]
    try:
        bots.source.read(make(), filename)
    except SourceError as error:
        return error.verdict, [] if safe(str(error)) == str(error) else ["its reason is not safe to show"], str(error)
    except Exception as error:
        return "an error", [f"{type(error).__name__}: {error}"], ""
    return "taken", [], ""


def _play(attack: Attack, place: Callable[[], jail.Jail]) -> tuple[str, list[str], str]:
    game = games.load("saat-aath")
    limits = replace(LIMITS, **attack.limits)
    bot = source(attack, limits)
    code = (FOLDER / "honest.py").read_text().replace("BUSY_SECONDS = 0.0", f"BUSY_SECONDS = {attack.busy_opponent}")
    entrants = [Entrant("attacker", source=bot), Entrant("honest", source=Source("bot.py", {"bot.py": code.encode()}))]
    try:
        with host.notes() if parts.OUTER_FILTER in attack.without else nullcontext():
            outcome = run_match(game, entrants, seed=SEED, boards=1, limits=limits, place=place)
    except HostFailure as failure:
        return "void", [f"the match is void: {failure}"], ""
    faults = _faults(outcome, 0)
    verdict = " and ".join(sorted(set(faults))) or PLAYS_ON
    return verdict, list(_problems(attack, game, outcome, faults, place().pid)), outcome.logs[0]


def _problems(
    attack: Attack, game: games.Game, outcome: Outcome, faults: list[str], jail_pid: int
) -> Iterator[str]:
    log = outcome.logs[0]
    yield from (line for line in log.splitlines() if line.startswith(GOT))
    if PLAYS_ON in attack.verdicts and REFUSED not in log:
        yield "it tried nothing"
    if faults and len(faults) != attack.faulty_games:
        yield f"{len(faults)} games with a fault, not {attack.faulty_games}"
    if _faults(outcome, 1):
        yield f"the honest bot is charged with {', '.join(_faults(outcome, 1))}"
    if not _honest_moves(game, outcome.replay):
        yield "the honest bot's moves are not its own"
    if not faults and outcome.replay != _beside_random(game):
        yield "the match is not the one that random plays"
    if safe(log) != log:
        yield "its log is not safe to show"
    if sum(line.startswith("[fault: ") for line in log.splitlines()) != len(outcome.notes) and not faults:
        yield "its log says of a fault that was none"
    if not _nothing_left(jail_pid):
        yield "processes are left behind"


def _faults(outcome: Outcome, player: int) -> list[str]:
    return [str(f["kind"]) for g in outcome.replay["games"] for f in g["faults"] if f["player"] == player]


def _honest_moves(game: games.Game, replay: dict[str, Any]) -> bool:
    """Whether the honest bot's every action is what it chooses for the view that it had."""
    for number, played in enumerate(replay["games"]):
        state = game.start(SEED, played["board"])
        for seat, action in (pair for deal in played["deals"] for pair in deal["actions"]):
            if seat == (1 + number) % 2 and action != honest.choose(state.view(seat)):
                return False
            state.apply(action)
    return True


@cache
def _beside_random(game: games.Game) -> dict[str, Any]:
    """The match of the honest bot, in the sandbox, and the built-in `random`."""
    code = {"bot.py": (FOLDER / "honest.py").read_bytes()}
    entrants = [Entrant("attacker", builtin="random"), Entrant("honest", source=Source("bot.py", code))]
    for _ in range(5):  # a host that stands still for seconds may cost even the honest bot a game
        replay = run_match(game, entrants, seed=SEED, boards=1, limits=LIMITS).replay
        if not any(played["faults"] for played in replay["games"]):
            return replay
    raise HostFailure("the honest bot has faults on this host, whoever it plays with")


def _nothing_left(pid: int) -> bool:
    """Whether the jail has no processes but those it keeps ready; where /proc does not tell, nobody knows."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    end = time.monotonic() + END_SECONDS
    while children.exists() and len(children.read_text().split()) > SPARES:
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def _known(limits: Limits) -> str:
    """What prelude.py wants to know of this host."""
    root = FOLDER.parents[1]
    tried = [root, *(root / name for name in ("platform", ".git", ".env")), Path.cwd(), Path.home(), Path(sys.prefix)]
    tried += map(Path, [sys.executable, tempfile.gettempdir(), f"/proc/{os.getpid()}", f"/proc/{os.getpid()}/environ"])
    inside = [Path(place) for place in runtime.find().binds]  # the folders above these are in the jail too, and empty
    places = {str(place) for place in tried if not any(bind.is_relative_to(place) for bind in inside)}
    values = {
        "NUMBERS": filters.numbers(),
        "PLACES": sorted(places),
        "PLAYER": f"{SEED}/bot/0",
        "MEMORY_MB": limits.memory_mb,
        "RLIMITS": syscalls.RLIMITS,
        "REFUSED_IN_JAIL": syscalls.words(syscalls.REFUSED_IN_JAIL),
        **host.known(),
    }
    return "".join(f"{name} = {value!r}\n" for name, value in values.items())
