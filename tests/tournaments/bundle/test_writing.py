import csv
import io
import json
import zipfile
from dataclasses import replace

import pytest

from games import replay
from tournaments import bundle
from tournaments.bundle.archive import FILES


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
