"""Both servers in a data folder."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
import redis

from arena.standalone.engines import ServiceError
from arena.standalone.private import SOCKET_PATH_BYTES, Lock, Servers, make_private, sockets_folder, urls
from tests.support import ROOT


def test_the_addresses_are_known_before_the_start(tmp_path: Path) -> None:
    with Servers(tmp_path, durable=False) as addresses:
        assert addresses == urls(tmp_path)
        assert redis.Redis.from_url(addresses["REDIS_URL"]).ping()


def test_a_folder_too_deep_for_a_socket_has_its_sockets_in_the_temp_folder(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    sockets = sockets_folder(deep)
    assert sockets.parent == Path(tempfile.gettempdir())
    assert len(str(sockets)) < SOCKET_PATH_BYTES
    with Servers(deep, durable=False) as addresses:
        assert redis.Redis.from_url(addresses["REDIS_URL"]).ping()
    assert not sockets.exists()


def test_a_second_arena_on_the_same_folder_is_refused_by_name(tmp_path: Path) -> None:
    lock = Lock(tmp_path)
    with pytest.raises(ServiceError, match=f"process {os.getpid()}"):
        Lock(tmp_path)
    lock.release()
    Lock(tmp_path).release()


def test_a_folder_of_somebody_else_or_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    with pytest.raises(ServiceError, match="not a folder of this user"):
        make_private(tmp_path / "link")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children of a parent's death")
def test_the_servers_go_when_their_parent_is_killed(tmp_path: Path) -> None:
    path = os.pathsep.join([str(ROOT), str(ROOT / "platform")])
    parent = subprocess.Popen(
        [sys.executable, "-m", "arena.standalone", str(tmp_path)],
        env=os.environ | {"PYTHONPATH": path},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert parent.stdout is not None
    assert parent.stdout.readline().startswith("export DATABASE_URL=")
    pid = int((tmp_path / "postgres" / "postmaster.pid").read_text().split()[0])
    os.kill(pid, 0)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    deadline = time.monotonic() + 10
    while _runs(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not _runs(pid)
    with pytest.raises(redis.ConnectionError):
        redis.Redis.from_url(urls(tmp_path)["REDIS_URL"]).ping()


def _runs(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"
