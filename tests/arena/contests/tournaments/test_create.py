"""Making a tournament: what is taken, what is refused and in which words."""

import pytest

from arena.contests.tournaments import create
from arena.errors import Refused

pytestmark = pytest.mark.django_db
PLAIN = {"name": "Cup", "game": "saat-aath", "preset": "classic"}


def test_two_seats_play_a_round_robin_and_more_sit_at_tables(organiser):
    assert create.create(by=organiser, **PLAIN).format == "round-robin"
    four = create.create(by=organiser, name="Cup", game="badam-satti", preset="quick", format="round-robin")
    assert (four.format, four.seats) == ("tables", 4)
    six = create.create(by=organiser, name="Cup", game="badam-satti", preset="quick", options={"players": 6})
    assert (six.seats, six.preset) == (6, "")


def test_equal_names_get_addresses_of_their_own(organiser):
    slugs = [
        create.create(by=organiser, **PLAIN | {"name": name}).slug for name in ("Cup", "Cup", "cup", "New", "کاپ")
    ]
    assert slugs == ["cup", "cup-2", "cup-3", "new-2", "contest"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"preset": "hyper"}, "preset"),
        ({"options": {"deals": 0}}, "options"),
        ({"options": {"name": "x"}}, "options"),
        ({"options": {"deals": True}}, "options"),
        ({"format": "knockout"}, "format"),
        ({"format": "tables"}, "format"),
        ({"game": "badam-satti", "preset": "quick", "format": "swiss"}, "format"),
        ({"rounds": 0}, "rounds"),
        ({"boards": 100_000}, "boards"),
        ({"action_seconds": 0.01}, "action_seconds"),
        ({"action_seconds": float("nan")}, "action_seconds"),
        ({"memory_mb": 4096}, "memory_mb"),
        ({"entry": "secret"}, "entry"),
        ({"name": "  "}, "name"),
        ({"name": "a\x00b"}, "name"),
        ({"name": "x" * 81}, "name"),
    ],
)
def test_what_cannot_be_is_refused_by_the_name_of_the_input(organiser, change, field):
    with pytest.raises(Refused) as refused:
        create.create(by=organiser, **PLAIN | change)
    assert refused.value.field == field


def test_an_account_has_so_many_contests_that_are_not_over(organiser, settings):
    settings.CONTESTS_PER_ACCOUNT = 1
    create.create(by=organiser, **PLAIN)
    with pytest.raises(Refused, match="as many as an account may"):
        create.create(by=organiser, **PLAIN)
