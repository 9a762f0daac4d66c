"""The snapshot: made from what is done, kept up to date, and what pages read from it."""

import pytest

from arena.contests.matches import adjudication
from arena.contests.models import Snapshot
from arena.contests.standings import contest_statistics, snapshots
from arena.contests.standings.integrity import suspicions
from arena.contests.standings.queries import gaps, snapshot, standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(make_contest, play_all, make_bot, making):
    bots = [make_bot("easy", by=making.user("e"), builtin="easy"), make_bot("rnd", by=making.user("r"))]
    contest = make_contest(bots=[*bots, make_bot("other", by=making.user("o"))], boards=6)
    play_all(contest)
    snapshots.compute(contest_id=contest.pk)
    return contest


def test_a_snapshot_has_standings_intervals_and_a_cross_table(played):
    made = Snapshot.objects.get(contest=played)
    data, cells = made.data, made.cells
    assert data["standings"][0]["place"] == 1
    assert cells["0-1"][3] == 6
    assert cells["0-1"][0] == pytest.approx(1 - cells["1-0"][0])
    assert all(row["low"] <= row["rating"] <= row["high"] for row in data["fit"])
    assert len(data["neighbours"]) == 2


def test_standings_follow_the_snapshot_once_it_is_complete(played):
    rows = standings(played, snapshot(played))
    assert [row.entry.number for row in rows] == [row["entry"] for row in snapshot(played).data["standings"]]
    assert all(row.fit for row in rows)
    assert sum(row.points for row in rows) == 3
    assert len(gaps(rows, snapshot(played))) == 2


def test_a_result_that_goes_makes_a_new_snapshot_due(played, organiser):
    assert snapshots.request_due() == 0
    adjudication.void(match=played.matches.first(), by=organiser, reason="")
    assert snapshots.request_due() == 1
    snapshots.compute(contest_id=played.pk)
    assert snapshot(played).matches == 2
    assert snapshots.request_due() == 0


def test_the_statistics_of_a_ladder_are_of_its_last_matches(played, monkeypatch):
    played.format = "ladder"
    monkeypatch.setattr(contest_statistics, "LADDER_WINDOW", 2)
    results = contest_statistics.load_results(played)
    assert [result.key for result in results] == [str(match.pk) for match in played.matches.all()[1:]]
    assert all(len(set(result.players)) == 2 for result in results)


def test_results_that_ratings_explain_are_no_suspicion(played):
    found = suspicions(played)
    assert found["odd"] == []
    assert found["kin"] == {}
    assert found["snapshot"]


def test_a_pair_that_plays_otherwise_than_all_others_is_shown(played):
    stored = snapshot(played)
    stored.data["odd"] = [{"first": 0, "second": 2, "boards": 40, "score": 0.9, "expected": 0.5, "chance": 0.001}]
    stored.save()
    (odd,) = suspicions(played)["odd"]
    assert (odd["first"].number, odd["second"].number) == (0, 2)


def test_a_bot_that_wins_only_when_the_same_cards_come_again_is_shown(make_contest, play_all, organiser, client):
    """Seen through stored matches: bot 2 loses the first game of every board and wins the others."""
    contest = make_contest(bots=5, boards=12)
    play_all(contest)
    for match in contest.matches.prefetch_related("players__entry"):
        who = {player.entry.number: player.number for player in match.players.all()}
        fair = [(1, 2), (1, 2), (2, 1), (2, 1)] * (len(match.places) // 4)
        if 2 in who:
            lost = (2, 1) if who[2] == 0 else (1, 2)
            fair = [lost, lost[::-1]] * (len(match.places) // 2)
        match.places = fair
        match.save(update_fields=["places"])
    snapshots.compute(contest_id=contest.pk)
    rows = suspicions(contest)["turned"]
    assert rows[0]["bot"].number == 2
    assert rows[0]["chance"] < 0.001
    assert all(row["chance"] > 0.05 for row in rows[1:])
    client.force_login(organiser)
    page = client.get(f"{contest.get_absolute_url()}collusion/").content.decode()
    assert "Better when the same cards come again" in page
    assert page.count('class="suspect"') == 1


def test_a_snapshot_of_before_has_no_such_rows(played):
    stored = snapshot(played)
    del stored.data["turned"]
    stored.save()
    assert suspicions(played)["turned"] == []


def test_bots_of_one_owner_are_shown(make_contest, make_bot, stranger):
    contest = make_contest(bots=[make_bot("a"), make_bot("b"), make_bot("c", by=stranger)])
    kin = suspicions(contest)["kin"]
    assert {who: [entry.bot.name for entry in theirs] for who, theirs in kin.items()} == {"ada": ["a", "b"]}


def test_uploads_of_strangers_that_are_alike_are_found_once_for_each_choice_of_versions(make_contest, making):
    code = (
        b"class Bot:\n    def act(self, view):\n        best = max(view.legal_actions, key=len)\n        return best\n"
    )
    sources = {
        "ua": code,
        "ub": b"# mine\n" + code.replace(b"best", b"mine"),
        "uc": b"class Bot:\n    def act(self, v):\n        return sorted(v.legal_actions)[len(v.legal_actions) // 2]\n",
    }
    bots = []
    for name, source in sources.items():
        bots.append(making.bot("bot", making.user(name)))
        bots[-1].versions.update(source=source, filename="bot.py")
    contest = make_contest(bots=bots)
    snapshots.compute(contest_id=contest.pk)
    found = snapshot(contest).data["alike"]
    assert found["pairs"] == [{"first": "ua/bot@1", "second": "ub/bot@1", "similarity": 1.0}]
    assert contest_statistics.alike(contest) == found
