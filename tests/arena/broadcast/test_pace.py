import json
from itertools import pairwise
from pathlib import Path

import pytest

from arena.broadcast.pace import SECONDS, moments
from arena.broadcast.shows import show
from games.frames import frames
from games.pictures import ONLOOKER

VECTORS = Path(__file__).resolve().parents[2] / "vectors"
NAMES = ("01-classic", "03-winner-draws", "10-forfeit", "15-three-take-ten", "21-stand-ins")


@pytest.mark.parametrize("name", NAMES)
def test_steps_come_one_after_the_other_and_the_result_stays_for_a_while(name: str) -> None:
    document = json.loads((VECTORS / f"{name}.replay.json").read_text())
    numbers = list(range(min(3, len(document["games"]))))
    made = show(document, numbers, 1.0)
    at = [moment for moment, _, _ in made.steps]
    assert at[0] == 0
    assert all(earlier < later for earlier, later in pairwise(at))
    assert made.seconds == pytest.approx(at[-1] + SECONDS["result"])
    told = [frame for number in numbers for frame in frames(document, number, view=ONLOOKER)]
    assert [json.loads(text) for _, _, text in made.steps] == told
    assert show(document, numbers, 2.0).seconds == pytest.approx(2 * made.seconds, abs=0.1)


def test_every_kind_of_step_lasts_long_enough_to_be_seen() -> None:
    kinds = {
        frame["kind"]
        for path in VECTORS.glob("*.replay.json")
        for frame in frames(json.loads(path.read_text()), 0, view=ONLOOKER)
    }
    assert kinds == set(SECONDS)
    assert min(SECONDS.values()) > 0.5


def test_what_is_due_is_a_function_of_the_time_alone() -> None:
    document = json.loads((VECTORS / "01-classic.replay.json").read_text())
    made = show(document, [0, 1], 1.0)
    assert made.due(-0.01) == 0
    assert made.due(0) == 1
    for step, (moment, _, _) in enumerate(made.steps):
        assert made.due(moment) == step + 1
        assert made.due(moment - 0.001) == step
    assert made.due(10**9) == len(made.steps)
    second = next(at for at, (_, game, _) in enumerate(made.steps) if game == 1)
    assert [made.first_of_game(at) for at in (0, second - 1, second, len(made.steps) - 1)] == [0, 0, second, second]


def test_nothing_lasts_no_time() -> None:
    assert moments([], 1.0) == ([], 0.0)
