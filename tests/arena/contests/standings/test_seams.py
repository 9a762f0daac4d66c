"""One table for everybody: page, API, statistics, CSV and bundle say the same of fields that do not come out even."""

import csv
import io
import json
import re
import zipfile

import pytest

from arena.contests.ladders import ladders
from arena.contests.matches import adjudication
from arena.contests.models import Contest
from arena.contests.standings import snapshots
from arena.contests.tasks import play_match
from arena.contests.tournaments import bundles, entries, lifecycle
from tournaments import bundle

pytestmark = pytest.mark.django_db
SIX = 1e-6


def packed(contest):
    return b"".join(bundles.download(contest).streaming_content)


def of_api(client, contest):
    rows = client.get(f"/api/v1/tournaments/{contest.pk}/standings/").json()
    rows = rows if isinstance(rows, list) else rows["results"]
    return {row["bot"]: (row["place"], row["points"], row["score"], row["byes"], row["void"]) for row in rows}


def of_statistics(client, contest):
    names = dict(contest.entries.values_list("number", "name"))
    rows = client.get(f"/api/v1/tournaments/{contest.pk}/statistics/").json()["standings"]
    return {names[row["entry"]]: (row["place"], row["points"], row["score"], row["byes"], row["void"]) for row in rows}


def of_csv(archive):
    rows = csv.DictReader(io.StringIO(archive.read("standings.csv").decode()))
    number = lambda text: float(text) if text else None  # noqa: E731
    return {
        row["bot"]: (
            int(row["place"]) if row["place"] else None,
            number(row["points"]),
            number(row["score"]),
            int(row["byes"]),
            int(row["void"]),
        )
        for row in rows
    }


def of_page(client, contest):
    """The cells as they are shown: place and points of each bot."""
    page = client.get(contest.get_absolute_url()).content.decode()
    names = dict(contest.entries.values_list("number", "name"))
    pattern = r'<tr id="row-(\d+)"[^>]*>\s*<td class="place">([^<]*)</td>.*?data-label="Points">([^<]*)</td>'
    rows = re.findall(pattern, page, re.S)
    return {names[int(n)]: (int(place) if place.isdecimal() else None, points) for n, place, points in rows}


def agree(client, contest):
    snapshots.compute(contest_id=contest.pk)
    data = packed(contest)
    assert bundle.verify(data) == []
    api, statistics = of_api(client, contest), of_statistics(client, contest)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        sheet, byes = of_csv(archive), json.loads(archive.read("contest.json"))["byes"]
    assert api.keys() == statistics.keys() == sheet.keys()
    for bot, row in api.items():
        assert row == pytest.approx(statistics[bot], abs=SIX)
        assert row == pytest.approx(sheet[bot], abs=SIX)
    assert byes == {bot: row[3] for bot, row in api.items() if row[3]}
    page = of_page(client, contest)
    assert page.keys() == api.keys()
    for bot, (place, points) in page.items():
        assert place == api[bot][0]
        assert float(points.replace("½", ".5")) == pytest.approx(api[bot][1], abs=0.06)
    return api


FORMS = {
    "swiss": {"format": "swiss", "rounds": 3},
    "tables": {"game": "badam-satti", "preset": "quick", "rounds": 1},
}


@pytest.mark.parametrize("form", FORMS)
def test_five_bots_to_the_end(make_contest, play_all, client, form):
    contest = make_contest(bots=5, **FORMS[form])
    play_all(contest)
    rows = agree(client, contest)
    assert sum(row[3] for row in rows.values()) == (3 if form == "swiss" else 0)


@pytest.mark.parametrize("form", FORMS)
def test_seven_bots_a_removal_a_void_match_and_an_extension(make_contest, making, play_all, organiser, client, form):
    contest = make_contest(bots=7, **FORMS[form])
    for match in contest.matches.order_by("number")[:2]:
        play_match(match.pk)
    removed = contest.entries.get(number=3)
    entries.remove(entry=removed, by=organiser)
    lifecycle.extend(contest=contest, by=organiser, rounds=1)
    play_all(making.draw(contest))
    last = contest.matches.filter(state="done").exclude(players__entry=removed).order_by("number").last()
    adjudication.void(match=last, by=organiser, reason="odd")
    rows = agree(client, contest)
    places = {bot: row[0] for bot, row in rows.items()}
    assert places[removed.bot.entries.get(contest=contest).name] == max(places.values())
    assert any(row[4] for row in rows.values())


def test_a_closed_ladder_ranks_by_rating_everywhere_and_verifies(making, settings, client):
    settings.LADDER_PAUSE_SECONDS, settings.LADDER_MATCHES = 0, 9
    for number in range(3):
        making.bot("b", making.user(f"player{number}"), ladder=True)
    ladders.open_ladders()
    ladder = Contest.objects.get(format="ladder", game="saat-aath", preset="classic")
    for _ in range(4):
        if not ladder.matches.filter(state="waiting").exists():
            assert ladders.next_match(ladder=ladder)
        play_match(ladder.matches.get(state="waiting").pk)
    lifecycle.close(contest=ladder, by=None)
    ladder.refresh_from_db()
    assert ladder.ranking == "rating/1"
    data = packed(ladder)
    assert bundle.verify(data) == []
    listed = client.get(f"/api/v1/tournaments/{ladder.pk}/standings/").json()
    listed = listed if isinstance(listed, list) else listed["results"]
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        sheet = list(csv.DictReader(io.StringIO(archive.read("standings.csv").decode())))
    assert [(str(row["place"]), row["bot"], f"{row['rating']:.3f}") for row in listed] == [
        (row["place"], row["bot"], row["rating"]) for row in sheet
    ]
    assert [row["rating"] for row in listed] == sorted((row["rating"] for row in listed), reverse=True)
