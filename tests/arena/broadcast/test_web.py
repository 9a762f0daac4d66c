import copy
import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.broadcast import queries, services
from arena.broadcast.models import Broadcast
from arena.broadcast.queries import AHEAD, OnAir, chunk, on_air
from arena.broadcast.shows import show
from arena.contests.models import Contest, Replay
from games.frames import frames
from games.pictures import ONLOOKER
from tests.arena.contests import making

pytestmark = pytest.mark.django_db
VECTORS = Path(__file__).resolve().parents[2] / "vectors"
CARD = re.compile(r"\b[A2-9TJQK][CDHS]\b")
Played = Callable[..., Contest]
At = Callable[[Broadcast, float], None]


@pytest.fixture
def on(played: Played) -> Broadcast:
    contest = played(bots=2)
    Replay.objects.filter(match__contest=contest).update(data=(VECTORS / "01-classic.replay.json").read_bytes())
    services.schedule()
    return Broadcast.objects.get()


def ask(client: Client, **query: Any) -> dict[str, Any]:
    answer = client.get("/watch/frames/", query)
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "no-store"
    result: dict[str, Any] = json.loads(answer.content)
    return result


def test_without_any_match_the_page_says_so(client: Client) -> None:
    assert "Nothing has been played yet" in client.get("/watch/").content.decode()
    assert ask(client) == {"broadcast": None}


def test_a_latecomer_gets_the_game_on_view_from_its_beginning(client: Client, on: Broadcast, at: At) -> None:
    at(on, 20)
    got = ask(client)
    made = on_air()
    assert made is not None
    assert got["broadcast"] == on.pk
    assert got["elapsed"] == pytest.approx(20, abs=1)
    assert got["first"] == 0
    assert len(got["frames"]) == made.show.due(got["elapsed"] + AHEAD)
    second = next(moment for moment, game, _ in made.show.steps if game == 1)
    at(on, second + 4)
    later = ask(client)
    assert later["first"] == made.show.due(second) - 1
    assert {game for _, game, _ in later["frames"]} == {1}


def test_nothing_is_sent_that_is_more_than_a_few_seconds_ahead(client: Client, on: Broadcast, at: At) -> None:
    for seconds in (-2, 0, 7, 31, 63, on.seconds - 8, on.seconds + 60):
        at(on, seconds)
        got = ask(client)
        assert all(moment <= got["elapsed"] + AHEAD + 0.01 for moment, _, _ in got["frames"])
        assert set(got["match"]) == {
            "game", "options", "names", "scored", "games", "all_games", "contest", "contest_url", "match_url",
            "text_url", "title", "preset", "number",
        }  # fmt: skip
        assert all(set(game) == {"number", "seats"} for game in got["match"]["games"])


def test_who_has_the_first_steps_is_sent_what_follows(client: Client, on: Broadcast, at: At) -> None:
    at(on, 10)
    first = ask(client)
    count = first["first"] + len(first["frames"])
    at(on, 25)
    more = ask(client, broadcast=on.pk, after=count)
    assert "match" not in more
    assert more["first"] == count
    made = on_air()
    assert made is not None
    assert len(more["frames"]) == made.show.due(more["elapsed"] + AHEAD) - count
    assert ask(client, broadcast=on.pk, after=10**9)["first"] == 0, "steps that it cannot have: all anew"
    assert ask(client, broadcast=on.pk + 1, after=count)["first"] == 0


@pytest.mark.parametrize("query", ["after=-1", "after=x", "broadcast=1&broadcast=2", "seat=0", "after=1.5", "view=0"])
def test_other_questions_are_refused_by_name(client: Client, query: str) -> None:
    answer = client.get(f"/watch/frames/?{query}")
    assert answer.status_code == 400
    assert query.split("=")[0] in answer.content.decode()


def test_an_answer_from_memory_asks_the_database_nothing(
    client: Client, on: Broadcast, django_assert_num_queries: Any
) -> None:
    ask(client)
    with django_assert_num_queries(0):
        for _ in range(5):
            ask(client)


def test_a_contest_shows_its_own_channel_while_it_runs_and_the_sites_if_that_is_about_it(played: Played) -> None:
    running = making.contest(making.user("olga"), bots=3)
    assert queries.featured(running) is None
    making.play_match(running.matches.order_by("number")[0].pk)
    services.schedule()
    queries.forget()
    found = queries.featured(running)
    assert found is not None
    assert found.source == f"/watch/frames/{running.pk}/"
    making.play_all(running)
    found = queries.featured(running)
    assert found is not None
    assert found.source == "/watch/frames/"
    other = making.contest(making.user("olga"), bots=3, name="Other")
    assert queries.featured(other) is None


def test_the_part_for_other_pages_is_empty_where_nothing_is_on(on: Broadcast) -> None:
    silent = render_to_string("broadcast/_table.html", queries.for_page(None))
    assert silent.strip() == ""
    shown = render_to_string("broadcast/_table.html", queries.for_page(on_air()))
    assert 'data-table="broadcast"' in shown
    assert 'id="table-messages"' in shown


def test_home_and_a_running_contest_show_what_is_on(client: Client, on: Broadcast) -> None:
    contest = making.contest(making.user("olga"), bots=3, name="Running")
    making.play_match(contest.matches.order_by("number")[0].pk)
    services.schedule()
    queries.forget()
    for address, source in (("/", "/watch/frames/"), (contest.get_absolute_url(), f"/watch/frames/{contest.pk}/")):
        page = client.get(address).content.decode()
        assert f'data-table="broadcast" data-source="{source}"' in page
        for once in ('id="table-messages"', 'class="sprite"'):
            assert page.count(once) == 1, (address, once)


def told(document: dict[str, Any], number: int, step: int) -> bytes:
    """What a spectator has been sent `step` steps after the start of a game."""
    made = show(document, [number], 1.0)
    air = OnAir(1, made, made.match, 1, "/", made.steps[step][0] - AHEAD + 0.2, time.monotonic())
    return re.sub(rb'"elapsed": [-0-9.]+', b"", chunk(air))


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_swapping_hidden_cards_leaves_every_byte_unchanged(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["01-classic", "03-winner-draws", "13-take-a-card", "16-five-take-quick"]))
    document = json.loads((VECTORS / f"{name}.replay.json").read_text())
    steps = [at for at, frame in enumerate(frames(document, 0, view=ONLOOKER)) if frame["action"] is not None]
    step = data.draw(st.sampled_from(steps))
    frame = frames(document, 0, view=ONLOOKER)[step]
    game = document["games"][0]
    game["deals"] = game["deals"][: frame["deal"] + 1]  # what is to come is not told, so it may be left out
    deal = game["deals"][-1]
    deal["actions"] = deal["actions"][: frame["action"] + 1]
    deal.pop("scores", None)
    before = told(document, 0, step)
    open_ = set(CARD.findall(before.decode() + json.dumps(deal["actions"])))
    other = copy.deepcopy(document)
    pack = deal["pack"].split()
    hidden = [place for place, card in enumerate(pack) if card not in open_]
    swapped = dict(zip(hidden, data.draw(st.permutations(hidden)), strict=True))
    other["games"][0]["deals"][-1]["pack"] = " ".join(pack[swapped.get(at, at)] for at in range(len(pack)))
    assert told(other, 0, step) == before
