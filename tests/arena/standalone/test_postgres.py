"""The private PostgreSQL: what it keeps, whom it lets in, and what stops its start."""

import os
import signal
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import psycopg
import pytest

from arena.standalone import postgres
from arena.standalone.engines import ServiceError
from arena.standalone.private import Servers, sockets_folder


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    both = Servers(tmp_path / "data", durable=False)
    yield both
    both.stop()


def started(servers: Servers) -> str:
    servers.start_postgres()
    return postgres.url(sockets_folder(servers.data))


def query(url: str, sql: str) -> object:
    with psycopg.connect(url) as connection:
        cursor = connection.execute(sql)
        row = cursor.fetchone() if cursor.description else None
        return row[0] if row else None


def test_data_survive_a_stop_and_a_kill(servers: Servers) -> None:
    url = started(servers)
    query(url, "CREATE TABLE kept (n int)")
    servers.stop()
    servers.start_postgres()
    query(url, "INSERT INTO kept VALUES (7)")
    query(url, "CHECKPOINT")
    assert servers.postgres is not None
    servers.postgres.send_signal(signal.SIGKILL)
    servers.postgres.wait()
    servers.start_postgres()
    assert query(url, "SELECT n FROM kept") == 7


def test_only_this_user_can_reach_it(servers: Servers) -> None:
    servers.start_postgres()
    mode = sockets_folder(servers.data).stat().st_mode
    assert stat.S_IMODE(mode) == 0o700
    assert query(postgres.url(sockets_folder(servers.data)), "SHOW listen_addresses") == ""


def test_sorting_does_not_depend_on_the_host(servers: Servers) -> None:
    url = started(servers)
    assert query(url, "SELECT string_agg(c, '' ORDER BY c) FROM unnest(ARRAY['b','B','a','é']) c") == "Babé"
    assert query(url, "SELECT lower('É')") == "é"


def test_a_recycled_process_id_is_no_running_server(servers: Servers) -> None:
    url = started(servers)
    servers.stop()
    for lock in (servers.data / "postgres" / "postmaster.pid", sockets_folder(servers.data) / postgres.SOCKET_LOCK):
        lock.parent.mkdir(exist_ok=True)
        lock.write_text(f"{os.getpid()}\n{servers.data}/postgres\n")
    servers.start_postgres()
    assert query(url, "SELECT 1") == 1


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_it_starts_when_the_last_session_of_a_killed_server_has_ended(servers: Servers) -> None:
    url = started(servers)
    busy = psycopg.connect(url)
    session = busy.info.backend_pid
    work = "DO $$ BEGIN WHILE clock_timestamp() < now() + interval '3 s' LOOP END LOOP; END $$"
    thread = Thread(target=busy.execute, args=[work])
    thread.start()
    time.sleep(0.5)
    assert servers.postgres is not None
    servers.postgres.kill()
    servers.postgres.wait()
    assert alive(session)
    servers.start_postgres()
    assert not alive(session)
    thread.join()
    busy.close()
    assert query(url, "SELECT 1") == 1


def test_an_interrupted_initdb_is_begun_again(servers: Servers) -> None:
    half = servers.data / "postgres.unfinished"
    half.mkdir(parents=True)
    (half / "PG_VERSION").write_text("18\n")
    assert query(started(servers), "SELECT 1") == 1


def test_a_cluster_of_another_version_is_named(servers: Servers) -> None:
    servers.start_postgres()
    servers.stop()
    (servers.data / "postgres" / "PG_VERSION").write_text("12\n")
    with pytest.raises(ServiceError, match="made by PostgreSQL 12"):
        servers.start_postgres()


def test_a_server_that_stops_at_once_shows_its_log(servers: Servers) -> None:
    servers.start_postgres()
    servers.stop()
    with (servers.data / "postgres" / "postgresql.conf").open("a") as file:
        file.write("no_such_setting = 1\n")
    with pytest.raises(ServiceError, match="no_such_setting"):
        servers.start_postgres()
