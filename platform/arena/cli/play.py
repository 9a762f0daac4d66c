"""`satti play`: a match here and now, by the rules, the sandbox and the limits of the site."""

import json
import re
import secrets
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

import bots
import games.replay
from arena.cli.common import GameName, Misused, Negative, Options, Preset, entrants, load_game, write_file


def play(
    players: Annotated[list[str], typer.Argument(metavar="BOT BOT...", help="A bot's file, or builtin/NAME.")],
    game: GameName,
    preset: Preset = None,
    options: Options = [],  # noqa: B006 - typer's way to say "none"
    boards: Annotated[int, typer.Option(min=1, max=10_000, help="Each is played in every rotation of the seats.")] = 10,
    seed: Annotated[str | None, typer.Option(metavar="HEX", help="1 to 64 of 0-9a-f; random where not given.")] = None,
    replay: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the replay there.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Play a match between bots and print scores and faults."""
    rules = load_game(game, preset, options)
    seed = secrets.token_hex(16) if seed is None else seed
    if not re.fullmatch("[0-9a-f]{1,64}", seed):
        raise Misused(f"--seed {seed}: write 1 to 64 of the characters 0-9a-f")
    if len(players) != rules.seats:
        hint = " (see --set players=N)" if "players" in rules.options else ""
        raise Misused(f"{rules.name} with these options is for {rules.seats} players, not {len(players)}{hint}")
    if replay is not None and (replay.is_dir() or not replay.absolute().parent.is_dir()):
        raise Misused(f"--replay {replay}: name a file in a folder that is there")
    playing = entrants(players, rules)
    try:
        outcome = bots.run_match(
            rules, playing, seed=seed, boards=boards, limits=bots.Limits(), on_game=_progress if _watched() else None
        )
    except (bots.SandboxMissing, bots.HostFailure) as error:
        raise Negative(f"no result: {error}") from error
    if replay is not None:
        write_file(replay, games.replay.dumps(outcome.replay))
    result = summary(outcome.replay, outcome.cpu_seconds, players)
    if as_json:
        print(json.dumps(result, indent=2))
    else:
        _print(result, rules.preset, outcome.logs)


def summary(replay: dict[str, Any], cpu_seconds: list[float], words: list[str]) -> dict[str, Any]:
    """The result of a match as plain JSON types: `players` in match order, each with the word of the command line that
    it came from as `bot`; `faults` in the order they happened."""
    faults = [{"game": number} | fault for number, game in enumerate(replay["games"]) for fault in game["faults"]]
    counts = Counter(fault["player"] for fault in faults)
    first = [Counter(game["places"][player] for game in replay["games"]) for player in range(len(replay["players"]))]
    players = [
        {
            "name": name,
            "bot": word,
            "score": score,
            "first_places": places[1],
            "faults": counts[player],
            "cpu_seconds": seconds,
        }
        for player, (name, word, score, places, seconds) in enumerate(
            zip(replay["players"], words, replay["match_scores"], first, cpu_seconds, strict=True)
        )
    ]
    return {
        "game": replay["game"],
        "options": replay["options"],
        "seed": replay["seed"],
        "boards": len(replay["games"]) // len(players),
        "games": len(replay["games"]),
        "players": players,
        "faults": faults,
    }


def _print(result: dict[str, Any], preset: str | None, logs: list[str]) -> None:
    print(f"{result['game']}, {preset or 'options of its own'}: {result['boards']} boards, {result['games']} games")
    print(f"seed {result['seed']}")
    width = max(len(player["name"]) for player in result["players"])
    print(f"{'':{width}}  score  first  faults  CPU s")
    for player in sorted(result["players"], key=lambda player: -player["score"]):
        print(
            f"{player['name']:{width}}  {player['score']:5.3f}  {player['first_places']:5}  {player['faults']:6}"
            f"  {player['cpu_seconds']:5.2f}"
        )
    for fault in result["faults"]:
        name = result["players"][fault["player"]]["name"]
        place = ", ".join(f"{part} {fault[part] + 1}" for part in ("game", "deal", "action"))  # from 1, for people
        print(f"{place}: fault of {name}: {fault['kind']}")
    for player in {fault["player"]: None for fault in result["faults"]}:
        if log := logs[player].strip():
            print(f"--- the log of {result['players'][player]['name']}\n{log}")


def _watched() -> bool:
    return sys.stderr.isatty()


def _progress(number: int, total: int) -> None:
    print(f"\rgame {number} of {total}", end="\n" if number == total else "", file=sys.stderr, flush=True)
