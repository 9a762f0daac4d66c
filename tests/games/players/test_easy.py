from statistics import mean, stdev

import pytest

import games
from games import match, players, replay


def lower_end(game: games.Game, boards: int) -> float:
    """The lower end of the 95 % interval of easy's score against `random` on all other seats, by board."""
    table = [players.load("easy", game, seed=1), *(players.load("random", game, seed=n) for n in range(game.seats - 1))]
    doc = match.play(game, table, seed="e45e", boards=boards)
    replay.read(replay.dumps(doc))
    per_board = [
        match.scoring.match_scores(doc["games"][board * game.seats : (board + 1) * game.seats], game.seats)[0]
        for board in range(boards)
    ]
    return mean(per_board) - 1.96 * stdev(per_board) / boards**0.5


@pytest.mark.parametrize(("name", "preset"), [(n, p) for n in games.names() for p in games.presets(n)])
def test_easy_beats_random_at_every_preset(name: str, preset: str) -> None:
    assert lower_end(games.load(name, preset), 200 if preset in ("classic", "plain-sevens", "quick") else 40) > 0.5


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("player", ["random", "easy"])
def test_the_same_seed_plays_the_same(name: str, player: str) -> None:
    game = games.load(name)

    def actions(seed: int) -> bytes:
        table = [players.load(player, game, seed=seed + n) for n in range(game.seats)]
        return replay.dumps(match.play(game, table, seed="0", boards=2))

    assert actions(1) == actions(1)
    if player == "random":
        assert actions(1) != actions(2)


def test_an_unknown_player_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="'strong' is not a built-in player of saat-aath; they are random, easy"):
        players.load("strong", games.load("saat-aath"))
