"""What happened to a contest is recorded as it happens, and published."""

import hashlib
import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from arena.contests.matches import adjudication
from arena.contests.tasks import play_match
from arena.contests.tournaments import bundles, entries, lifecycle
from tournaments import bundle, seeds
from tournaments.bundle.signature import read_keys

pytestmark = pytest.mark.django_db


def kinds(contest):
    return [json.loads(text)["kind"] for text in contest.chain.values_list("text", flat=True)]


def packed(contest):
    return b"".join(bundles.download(contest).streaming_content)


def published(client, contest):
    """The hashes that the arena's pages give of commitment and chain."""
    page = contest.get_absolute_url()
    commitment = hashlib.sha256(client.get(f"{page}commitment/").content).hexdigest()
    lines = client.get(f"{page}chain/").content.split(b"\n")[:-1]
    return bundle.Expected(commitment, [hashlib.sha256(line).hexdigest() for line in lines])


def test_a_contest_commits_at_its_start_to_all_it_consists_of(make_contest, client):
    contest = make_contest(bots=3, name="Spring cup", rounds=2, boards=3, memory_mb=512)
    text = client.get(f"{contest.get_absolute_url()}commitment/").content
    value = json.loads(text)
    assert hashlib.sha256(text).hexdigest() == contest.commitment_sha256
    assert (value["name"], value["rounds"], value["boards"], value["matches"]) == ("Spring cup", 2, 3, 6)
    assert (value["schedule"], value["memory_mb"], value["k"]) == ("round-robin/1", 512, 32)
    assert value["secret_sha256"] == seeds.commitment(contest.secret) == contest.secret_sha256
    assert contest.secret not in text.decode()
    assert len({entry["owner"] for entry in value["entries"]}) == 3
    assert all(entry["version"] and entry["source_sha256"] for entry in value["entries"])
    assert contest.commitment_sha256 in contest.audit.get(action="start").detail
    shown = client.get(f"/api/v1/tournaments/{contest.pk}/").json()
    assert (shown["commitment_sha256"], shown["chain_head"]) == (contest.commitment_sha256, contest.chain_head)
    page = client.get(contest.get_absolute_url()).content.decode()
    assert contest.commitment_sha256 in page
    assert contest.chain_head in page


def test_a_draft_has_nothing_to_show(make_contest, client):
    draft = make_contest(start=False)
    for address in (f"{draft.get_absolute_url()}commitment/", f"/api/v1/tournaments/{draft.pk}/commitment/"):
        assert client.get(address).status_code == 404


def test_whatever_is_done_to_a_contest_is_in_its_chain_and_its_bundle_verifies(
    make_contest, play_all, organiser, client
):
    contest = make_contest(bots=4, boards=2)
    first, second, *_ = contest.matches.all()
    play_match(first.pk)
    lifecycle.pause(contest=contest, by=organiser)
    lifecycle.resume(contest=contest, by=organiser)
    play_match(second.pk)
    adjudication.rerun(match=first, by=organiser)
    entries.remove(entry=contest.entries.last(), by=organiser)
    lifecycle.extend(contest=contest, by=organiser, rounds=1)
    play_all(contest)
    adjudication.void(match=second, by=organiser, reason="odd")
    seen = kinds(contest)
    assert seen[:6] == ["draw", "try", "result", "pause", "resume", "try"]
    assert seen[-2:] == ["finish", "void"]
    assert {"rerun", "remove", "extend"} < set(seen)
    keys = read_keys(client.get("/.well-known/satti-arena.json").content)
    report = bundle.check(packed(contest), keys=keys, expected=published(client, contest))
    assert (report.problems, report.unproven) == ([], [])
    assert (report.contest, report.commitment_sha256, report.head) == (
        contest.slug, contest.commitment_sha256, contest.chain_head,
    )  # fmt: skip
    assert client.get(f"/api/v1/tournaments/{contest.pk}/chain/").content == client.get(
        f"{contest.get_absolute_url()}chain/"
    ).content


@pytest.mark.parametrize(
    "how",
    [
        {"bots": 5, "format": "swiss", "rounds": 4, "boards": 3},
        {"bots": 3, "format": "swiss", "rounds": 3},
        {"bots": 6, "game": "badam-satti", "preset": "quick"},
        {"bots": 3, "rounds": 2},
    ],
)
def test_rounds_drawn_by_the_site_are_those_that_verifying_draws(make_contest, play_all, organiser, how):
    contest = make_contest(**how)
    for number, match in enumerate(contest.matches.all()[:2]):
        play_match(match.pk)
        if number == 0:
            adjudication.void(match=match, by=organiser, reason="")
    lifecycle.extend(contest=contest, by=organiser, rounds=2, boards=2)
    play_all(contest)
    assert contest.state == "finished"
    assert bundle.verify(packed(contest)) == []


@pytest.mark.django_db(transaction=True)
def test_workers_that_claim_and_store_at_once_leave_one_chain_without_gaps(make_contest):
    contest = make_contest(bots=5)
    matches = list(contest.matches.values_list("pk", flat=True))

    def play(pk):
        try:
            play_match(pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(play, [*matches, *matches]))
    contest.refresh_from_db()
    assert contest.state == "finished"
    assert list(contest.chain.values_list("number", flat=True)) == list(range(1, 23))
    assert Counter(kinds(contest)) == {"draw": 1, "try": 10, "result": 10, "finish": 1}
    assert bundle.verify(packed(contest)) == []


def test_a_contest_that_started_before_keeps_its_old_bundle(make_contest, play_all):
    contest = make_contest(bots=3)
    secret = "ab" * 32
    contest.chain.all().delete()
    contest.commitment.delete()
    contest.commitment_sha256, contest.secret, contest.secret_sha256 = "", secret, seeds.commitment(secret)
    contest.rating_rule, contest.k, contest.house_boards = "", None, None
    contest.save()
    for match in contest.matches.all():
        match.seed, match.pairs = seeds.match_seed(secret, match.key), None
        match.save()
    play_all(contest)
    report = bundle.check(packed(contest))
    assert (report.format, report.problems) == (bundle.FORMAT, [])
    assert report.unproven == [bundle.UNPROVEN]
