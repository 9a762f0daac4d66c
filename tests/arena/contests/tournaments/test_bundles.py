"""A contest in one file, which `tournaments.bundle.verify` finds nothing wrong with."""

import io
import zipfile

import pytest
from django.core.cache import cache
from django.test import Client

from arena.contests.common import audit
from arena.contests.matches import adjudication
from arena.contests.tasks import play_match
from arena.contests.tournaments import bundles, entries, lifecycle
from arena.errors import Refused
from tournaments import bundle

pytestmark = pytest.mark.django_db


def test_a_bundle_that_has_not_changed_is_not_made_again(client, make_contest, play_all, organiser):
    contest = make_contest(bots=2)
    play_all(contest)
    for address in (f"/api/v1/tournaments/{contest.slug}/bundle/", f"/contests/{contest.slug}/bundle/"):
        tag = client.get(address)["ETag"]
        assert client.get(address, headers={"if-none-match": tag}).status_code == 304
        audit.record(contest=contest, by=organiser, action="note")
        assert client.get(address, headers={"if-none-match": tag}).status_code == 200


def packed(contest):
    return b"".join(bundles.download(contest).streaming_content)


def test_a_finished_contest_verifies_whatever_was_done_to_it(make_contest, play_all, organiser, making):
    contest = make_contest(bots=4, boards=2)
    first, second, *_ = contest.matches.all()
    play_match(first.pk)
    play_match(second.pk)
    adjudication.rerun(match=first, by=organiser)
    renamed = second.players.first().bot
    renamed.name = "renamed"
    renamed.save()
    entries.remove(entry=contest.entries.last(), by=organiser)
    play_all(contest)
    adjudication.void(match=second, by=organiser, reason="odd")
    assert bundle.verify(packed(contest)) == []


@pytest.mark.parametrize(
    "how",
    [
        {"bots": 5, "format": "swiss", "rounds": 3},
        {"bots": 5, "game": "badam-satti", "preset": "quick", "rounds": 2},
        {"bots": 2, "options": {"deals": 2}},
        {"bots": 2, "action_seconds": 0.5},
        {"bots": 2, "memory_mb": 512},
    ],
)
def test_every_format_verifies(make_contest, play_all, how):
    contest = make_contest(**how)
    play_all(contest)
    assert bundle.verify(packed(contest)) == []


def test_a_cancelled_contest_verifies(make_contest, organiser):
    contest = make_contest(bots=3)
    play_match(contest.matches.first().pk)
    assert bundle.verify(packed(lifecycle.cancel(contest=contest, by=organiser))) == []


def test_ratings_that_other_contests_also_changed_verify(make_contest, play_all):
    one, other = make_contest(bots=3), make_contest(bots=3)
    play_match(one.matches.first().pk)
    play_all(other)
    play_all(one)
    assert bundle.verify(packed(one)) == []
    assert bundle.verify(packed(other)) == []


def test_what_bots_printed_is_not_in_it(make_contest, play_all):
    contest = make_contest()
    play_all(contest)
    contest.matches.get().players.update(log="a bot's own secret")
    with zipfile.ZipFile(io.BytesIO(packed(contest))) as archive:
        assert not any(b"own secret" in archive.read(name) for name in archive.namelist())


def test_there_is_no_bundle_while_the_secret_is_secret(make_contest, organiser):
    contest = make_contest()
    with pytest.raises(Refused, match="when it is over"):
        bundles.download(contest)
    draft = make_contest(start=False)
    with pytest.raises(Refused, match="never started"):
        bundles.download(lifecycle.cancel(contest=draft, by=organiser))


def test_one_bundle_is_made_at_a_time(make_contest, play_all):
    contest = make_contest()
    play_all(contest)
    addresses = (f"{contest.get_absolute_url()}bundle/", f"/api/v1/tournaments/{contest.pk}/bundle/")
    cache.add("bundle:busy", True, 30)
    for address in addresses:
        answer = Client().get(address)
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, "2")
    cache.delete("bundle:busy")
    for address in addresses:
        assert Client().get(address).status_code == 200
