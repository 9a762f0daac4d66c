"""`satti verify`: what it says, and with which exit code."""

import json
from pathlib import Path

import pytest

from arena.contests.tournaments import bundles
from tests.arena.cli.satti import satti
from tests.arena.contests import making
from tests.tournaments.conftest import play_contest
from tournaments.bundle import signature


@pytest.fixture(autouse=True)
def _no_keys_of_the_developer(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def cup(transactional_db):
    contest = making.contest(making.user("olga"), bots=3, name="Spring cup")
    making.play_all(contest)
    return contest


@pytest.fixture
def path(cup, tmp_path) -> Path:
    path = tmp_path / "cup.zip"
    path.write_bytes(b"".join(bundles.download(cup).streaming_content))
    return path


def test_without_keys_the_origin_is_not_proven(path):
    done = satti("verify", path, code=3)
    assert "origin is not proven" in done.err
    assert "--arena URL" in done.err
    assert "3 matches, 3 tries" in done.out


def test_an_arena_is_asked_for_its_keys_and_what_it_published(path, cup, live_server):
    done = satti("verify", "--arena", live_server.url, path, code=0)
    assert f"{path}: verified" in done.out
    assert cup.commitment_sha256 in done.out
    assert cup.chain_head in done.out


def test_keys_that_are_pinned_are_enough_from_then_on(path, live_server, tmp_path):
    satti("verify", "--arena", live_server.url, "--pin", path, code=0)
    satti("verify", path, code=0)
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps(signature.key_list([{"key": signature.new_key()[1]}])))
    assert "is not a key of the arena's" in satti("verify", "--keys", keys, path, code=1).out


def test_the_keys_of_the_arena_served_from_here_are_trusted(path, settings, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "signing-keys").symlink_to(settings.SIGNING_KEYS)
    satti("verify", path, code=0)


def test_what_the_arena_does_not_know_is_refused(path, cup, live_server):
    cup.chain.order_by("-number").first().delete()
    done = satti("verify", "--arena", live_server.url, path, code=1)
    assert "it has records that the arena did not publish" in done.out
    type(cup).objects.filter(pk=cup.pk).update(slug="renamed")
    assert "404" in satti("verify", "--arena", live_server.url, path, code=1).err


def test_an_old_bundle_is_not_proven(tmp_path):
    path = tmp_path / "old.zip"
    path.write_bytes(play_contest("saat-aath", "classic", ["ada/a@1", "bob/b@1"]).bytes())
    done = satti("verify", path, code=3)
    assert "completeness and origin are not proven" in done.err


def test_what_is_misused_is_named(path, tmp_path):
    assert "--arena nothing" in satti("verify", "--arena", "nothing", path, code=2).err
    assert "name it with --arena" in satti("verify", "--pin", path, code=2).err
    assert "not a list of an arena's keys" in satti("verify", "--keys", path, path, code=2).err
    assert "No such file" in satti("verify", tmp_path / "none.zip", code=2).err
    assert "http://127.0.0.1:1" in satti("verify", "--arena", "http://127.0.0.1:1", path, code=1).err
