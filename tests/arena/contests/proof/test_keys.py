"""Keys that sign bundles: made once by however many processes, replaced without breaking what was signed before."""

import json
import stat
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.management import call_command

from arena.contests.proof import keys
from tournaments.bundle import signature


@pytest.fixture
def folder(settings, tmp_path):
    settings.SIGNING_KEYS = str(tmp_path / "keys")
    return tmp_path / "keys"


def test_the_first_key_is_made_private_and_stays(folder):
    first = keys.sign(b"one")
    assert signature.is_signed(first["key"], first["signature"], b"one")
    assert keys.sign(b"two")["key"] == first["key"]
    assert [path.name for path in folder.iterdir()] == ["1.json"]
    assert stat.S_IMODE((folder / "1.json").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_however_many_start_at_once_there_is_one_key(folder):
    """Nothing but the file system is between them, so it is the same for threads and for processes."""
    together = Barrier(8)

    def start(_):
        together.wait()
        return keys.sign(b"")["key"]

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(start, range(8)))) == 1
    assert [path.name for path in folder.iterdir()] == ["1.json"]


def test_a_key_that_was_replaced_signs_nothing_more_and_stays_published(folder, capsys, client, db):
    old = keys.sign(b"one")
    call_command("rotate_signing_key")
    new = keys.sign(b"one")
    assert new["key"] in capsys.readouterr().out
    assert new["key"] != old["key"]
    listed = client.get("/.well-known/satti-arena.json").json()["keys"]
    assert [(one["key"], bool(one["retired_at"])) for one in listed] == [(old["key"], True), (new["key"], False)]
    assert "private" not in json.loads((folder / "1.json").read_text())
    assert "private" not in client.get("/.well-known/satti-arena.json").content.decode()

