"""A small contest played by the house's bots, and the records that its bundle is written from."""

import io
from dataclasses import dataclass, field, replace

import pytest

import games
from games import players, replay
from games.match import play
from tournaments import bundle, pairings, seeds
from tournaments.bundle.records import bot_of, same_owner
from tournaments.ratings import elo
from tournaments.results import from_replay

SECRET = "5a" * 32


@dataclass
class Played:
    """Records of a contest; `bytes()` is its bundle."""

    contest: bundle.Contest
    matches: list[bundle.Match]
    changes: list[bundle.RatingChange] = field(default_factory=list)
    audit: list[dict[str, str]] = field(default_factory=list)

    def bytes(self) -> bytes:
        out = io.BytesIO()
        bundle.write(out, self.contest, iter(self.matches), self.changes, self.audit)
        return out.getvalue()

    def rate(self) -> None:
        """The rating events of the matches that are done and to be rated, in order."""
        ratings: dict[str, int] = {}
        self.changes = []
        for match in self.matches:
            if match.state == "done" and match.rated:
                sequence = len({change.sequence for change in self.changes}) + 1
                names = [bot_of(player) for player in match.players]
                old = [ratings.get(name, elo.START) for name in names]
                moved = elo.changes(old, from_replay(match.key, replay.read(match.replay).doc).places)
                for name, before, change in zip(names, old, moved, strict=True):
                    ratings[name] = before + change
                    event = bundle.RatingChange(sequence, match.number, name, before, change, before + change)
                    self.changes.append(event)


def play_contest(game: str, preset: str, labels: list[str], boards: int = 1) -> Played:
    """Everybody against everybody once (or two rounds of tables), by `random` and `easy` in turn."""
    rules = games.load(game, preset)
    entries = tuple(bundle.Entry(number, bot_of(label), label) for number, label in enumerate(labels))
    form = "round-robin" if rules.seats == 2 else "tables"
    contest = bundle.Contest(
        name="Spring open",
        game=game,
        options=dict(rules.options),
        format=form,
        rounds=1 if rules.seats == 2 else 2,
        boards=boards,
        secret=SECRET,
        secret_sha256=seeds.commitment(SECRET),
        entries=entries,
        preset=preset,
    )
    drawn = pairings.round_robin(len(labels)) if rules.seats == 2 else pairings.tables(len(labels), rules.seats, 2)
    matches: list[bundle.Match] = []
    for round, tables in enumerate(drawn, start=1):
        for number, table in enumerate(tables, start=1):
            key = seeds.match_key(round, number)
            seed = seeds.match_seed(SECRET, key)
            seated = []
            for entrant in table:
                player = players.load(("random", "easy")[entrant % 2], rules, seed=f"{key}/{entrant}")
                player.name = labels[entrant]
                seated.append(player)
            data = replay.dumps(play(rules, seated, seed=seed, boards=boards))
            names = tuple(labels[entrant] for entrant in table)
            match = bundle.Match(len(matches) + 1, key, names, seed, boards, "done", not same_owner(names), data)
            matches.append(replace(match, log=f"match {key}\n"))
    played = Played(contest, matches, audit=[{"action": "start", "at": "2026-05-01T10:00:00Z"}])
    played.rate()
    return played


@pytest.fixture(scope="session")
def duels() -> Played:
    """Four bots at Saat-Aath, two of them of one owner."""
    return play_contest("saat-aath", "classic", ["ada/low@1", "ada/high@2", "bob/bot@1", "builtin/easy@1"])


@pytest.fixture(scope="session")
def tables() -> Played:
    """Five bots at Badam Satti for four."""
    return play_contest("badam-satti", "quick", [f"{name}/bot@1" for name in ("ada", "bob", "cyd", "dee", "eve")])
