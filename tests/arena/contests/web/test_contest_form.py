"""The form of a new tournament: every game's options, what was typed after an error, and with and without scripts."""

from typing import Any

import pytest
from django.test import Client

import games
from arena.contests.models import Contest
from arena.contests.web.contest_form import ContestForm

FORM = {
    "name": "Cup", "rules": "saat-aath/classic", "rounds": 1, "boards": 1, "action_seconds": 1, "memory_mb": 256,
    "entry": "open", "entries_per_account": 3,
}  # fmt: skip


@pytest.fixture
def mine(client: Client, organiser: Any) -> Client:
    client.force_login(organiser)
    return client


@pytest.mark.django_db
def test_every_option_of_every_game_has_an_input_with_what_it_may_be(mine: Client) -> None:
    page = mine.get("/contests/new/").content.decode()
    for game in games.names():
        assert f"Change the options of {games.load(game).title}" in page
        for spec in games.option_specs(game):
            assert f'name="{game}-{spec.name}"' in page
            assert f"{spec.help[1:]}." in page
    assert "1 to 100, or none. Default: none (78: 5)." in page
    assert "Default: 1 (winner-draws: 6, 78: 100)." in page
    assert '<option value="after_trick">after trick</option>' in page


@pytest.mark.parametrize("game", games.names())
def test_an_option_may_take_every_value_that_its_game_allows(game: str) -> None:
    preset = next(iter(games.presets(game)))
    for spec in games.option_specs(game):
        values = spec.choices or (spec.low, spec.high, *([None] if spec.optional else []))
        for value in values:
            form = ContestForm(FORM | {"rules": f"{game}/{preset}", f"{game}-{spec.name}": str(value).lower()})
            assert form.is_valid(), form.errors
            assert form.wanted()["options"] == {spec.name: value}
            assert type(form.wanted()["options"][spec.name]) is type(value)


def test_what_is_left_as_the_preset_has_it_is_not_an_option_chosen() -> None:
    form = ContestForm(FORM)
    assert form.is_valid()
    assert form.wanted()["options"] == {}


@pytest.mark.django_db
def test_options_that_differ_from_the_preset_are_played(mine: Client) -> None:
    mine.post("/contests/new/", FORM | {"rules": "saat-aath/78", "saat-aath-target": "none", "saat-aath-deals": "4"})
    contest = Contest.objects.get()
    assert (contest.options["target"], contest.options["deals"], contest.options["sevens"]) == (None, 4, "plain")
    assert contest.preset == ""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"saat-aath-deals": "0"}, "It may be 1 to 100."),
        ({"saat-aath-target": "many"}, "It may be 1 to 100, or none."),
        ({"saat-aath-sevens": "low"}, "&quot;low&quot; is not a valid value."),
        ({"opens_at": "2030-01-02T00:00", "closes_at": "2030-01-01T00:00", "saat-aath-deals": "2"}, "close after they"),
        ({"badam-satti-rounds": "3"}, "belongs to another game"),
        ({"rules": "chess/blitz", "saat-aath-deals": "4"}, "not a valid value"),
    ],
)
def test_an_option_that_cannot_be_is_said_at_its_input_and_nothing_typed_is_lost(
    mine: Client, change: dict[str, str], says: str
) -> None:
    answer = mine.post("/contests/new/", FORM | {"name": "A cup of mine", "boards": 7} | change)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert says in page
    assert 'value="A cup of mine"' in page
    assert 'value="7"' in page
    assert all(f'value="{typed}"' in page for typed in change.values() if typed.startswith("2030"))
    assert "<details open>" in page
    assert not Contest.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_only_the_chosen_games_options_are_shown_and_sent(signed_in: Any, live_server: Any) -> None:
    page = signed_in
    page.goto(f"{live_server.url}/contests/new/")
    assert page.is_visible("text=Change the options of Saat-Aath")
    assert page.is_hidden("text=Change the options of Badam Satti")
    page.click("text=Change the options of Saat-Aath")
    page.fill("[name=saat-aath-deals]", "5")
    page.select_option("[name=rules]", "badam-satti/quick")
    assert page.is_hidden("[name=saat-aath-deals]")
    page.click("text=Change the options of Badam Satti")
    page.select_option("[name=badam-satti-players]", "3")
    page.get_by_label("Name").fill("Three at a table")
    page.get_by_role("button", name="Make the tournament").click()
    page.wait_for_url("**/contests/three-at-a-table/")
    assert Contest.objects.get().seats == 3
