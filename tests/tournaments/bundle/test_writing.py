import csv
import io
import json
import zipfile
from dataclasses import replace

import pytest

from games import replay
from tournaments import bundle
from tournaments.bundle.archive import OLD_FILES as FILES
from tournaments.bundle.records import bot_of
from tournaments.standings import POINTS


def read(data, name):
    return zipfile.ZipFile(io.BytesIO(data)).read(name).decode()


def sheet(data, name):
    return list(csv.DictReader(io.StringIO(read(data, name))))


def test_the_same_records_give_the_same_bytes(duels):
    assert duels.bytes() == duels.bytes()


def test_a_bundle_holds_just_the_files_of_the_format(duels):
    assert sorted(zipfile.ZipFile(io.BytesIO(duels.bytes())).namelist()) == sorted(FILES)


def test_each_line_of_replays_is_one_that_the_engine_reads(duels):
    lines = read(duels.bytes(), "replays.jsonl").splitlines()
    assert len(lines) == 6
    for line, match in zip(lines, duels.matches, strict=True):
        assert replay.read(line).doc["seed"] == match.seed
        assert line.encode() + b"\n" == match.replay


def test_matches_come_with_scores_and_without_replay_or_log(duels):
    first = json.loads(read(duels.bytes(), "matches.jsonl").splitlines()[0])
    assert first["scores"] == json.loads(duels.matches[0].replay)["match_scores"]
    assert "replay" not in first
    assert "log" not in first
    assert json.loads(read(duels.bytes(), "logs.jsonl").splitlines()[0]) == {"number": 1, "log": "match 1/1\n"}


def test_spreadsheets_show_standings_meetings_and_ratings(duels):
    data = duels.bytes()
    standings = sheet(data, "standings.csv")
    assert standings[0]["bot"] == "builtin/easy"
    assert sum(float(row["points"]) for row in standings) == pytest.approx(6)
    assert len(sheet(data, "crosstable.csv")) == 12
    ratings = sheet(data, "ratings.csv")
    assert len(ratings) == 2 * 5  # ada's own bots are not rated against each other
    assert sum(float(row["change"]) for row in ratings) == pytest.approx(0)


def test_a_contest_without_matches_is_a_bundle_too(duels):
    out = io.BytesIO()
    bundle.write(out, duels.contest, [])
    assert bundle.verify(out.getvalue()) == []


def test_a_match_that_is_done_must_have_a_replay(duels):
    with pytest.raises(ValueError, match="match 1 is done and has no replay"):
        bundle.write(io.BytesIO(), duels.contest, [replace(duels.matches[0], replay=None)])


def by_points(played, **how):
    return replace(played, contest=replace(played.contest, ranking=POINTS, **how))


def test_a_bundle_by_points_has_void_matches_and_removed_bots_and_verifies(duels):
    entries = (replace(duels.contest.entries[0], removed=True), *duels.contest.entries[1:])
    gone = entries[0].bot
    at = next(n for n, match in enumerate(duels.matches) if gone not in map(bot_of, match.players))
    played = by_points(duels, entries=entries)
    played.matches = list(duels.matches)
    played.matches[at] = replace(duels.matches[at], state="void", replay=None)
    played.rate()
    data = played.bytes()
    assert bundle.verify(data) == []
    rows = sheet(data, "standings.csv")
    assert [row["removed"] for row in rows] == ["", "", "", "yes"]
    assert sorted(row["void"] for row in rows) == ["0", "0", "1", "1"]
    points = [float(row["points"]) for row in rows[:-1]]
    assert points == sorted(points, reverse=True)
    assert all(float(row["score"]) == pytest.approx(float(row["points"]) / 3, abs=1e-6) for row in rows[:-1])


def test_byes_that_the_rounds_do_not_make_are_a_problem(duels):
    (problem,) = bundle.verify(by_points(duels, byes={duels.contest.entries[0].bot: 1}).bytes())
    assert problem.what.startswith("byes is {")


def test_an_unknown_rule_of_the_standings_is_a_problem(duels):
    data = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(duels.bytes())) as old, zipfile.ZipFile(data, "w") as new:
        for name in old.namelist():
            text = old.read(name).decode()
            new.writestr(name, text.replace('"ranking": ""', '"ranking": "luck/1"'))
    (problem,) = bundle.verify(data.getvalue())
    assert problem.what == "ranking is 'luck/1', it may be points/1, rating/1 or absent"


def test_a_bundle_from_before_rankings_had_names_verifies(duels):
    data = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(duels.bytes())) as old, zipfile.ZipFile(data, "w") as new:
        for name in old.namelist():
            text = old.read(name).decode()
            new.writestr(name, text.replace(',\n "ranking": ""', ""))
    assert "ranking" not in read(data.getvalue(), "contest.json")
    assert bundle.verify(data.getvalue()) == []
