"""`satti serve`, from an empty folder to its end, as one process and its children."""

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest

from arena.standalone.arena import allowed_hosts, secret
from tests.arena.cli.satti import PATH, WITHOUT_SERVERS, command, satti_alone
from tests.support import ROOT


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Served:
    """A running `satti serve`."""

    def __init__(self, data: Path, *words: object) -> None:
        self.data, self.port = data, free_port()
        self.log = data.parent / f"{data.name}.out"
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                command("serve", "--data", data, "--port", self.port, "--workers", 2, *words),
                env=WITHOUT_SERVERS | {"PYTHONPATH": PATH},
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        deadline = time.monotonic() + 120
        while f":{self.port}/" not in self.said():
            assert self.process.poll() is None, self.said()
            assert time.monotonic() < deadline, self.said()
            time.sleep(0.05)

    def said(self) -> str:
        return self.log.read_text()

    def get(self, path: str, **headers: str) -> bytes:
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        with urllib.request.urlopen(request, timeout=30) as response:
            return bytes(response.read())

    def tournaments(self) -> list[dict[str, object]]:
        """Without the ladders, which go on."""
        contests = json.loads(self.get("/api/v1/tournaments/"))["results"]
        return [
            {key: value for key, value in contest.items() if key != "url"}  # it holds the port
            for contest in contests
            if contest["kind"] == "tournament"
        ]

    def descendants(self) -> list[int]:
        """Every process that serves it, wherever it hangs in the tree: its command or environment names the folder."""
        found = []
        for proc in Path("/proc").glob("[0-9]*"):
            try:
                if str(self.data).encode() in (proc / "environ").read_bytes() + (proc / "cmdline").read_bytes():
                    found.append(int(proc.name))
            except OSError:
                continue
        return found

    def wait_until_gone(self) -> None:
        deadline = time.monotonic() + 30
        while (left := self.descendants()) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not left, [Path(f"/proc/{pid}/cmdline").read_text() for pid in left]

    def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        if self.process.poll() is None:
            self.process.send_signal(number)
            self.process.wait(60)


def follow_the_readme(folder: Path, port: int) -> None:
    """Run every shell block of the README in a folder that looks like a checkout beside its running arena."""
    (folder / "examples").symlink_to(ROOT / "examples")
    program = folder / ".venv" / "bin" / "satti"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec {shlex.join(command())} "$@"\n')
    program.chmod(0o755)
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    script = "\n".join(["set -eu", *blocks]).replace("127.0.0.1:8000", f"127.0.0.1:{port}")
    env = WITHOUT_SERVERS | {"PYTHONPATH": PATH}
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", script], cwd=folder, env=env, capture_output=True, text=True, timeout=200
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for said in ('"status":"ready"', '"place":1', '"bot":"demo/first"', "demo/first@1 deals", "bot.py: ready"):
        assert said in done.stdout


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")
def test_an_arena_from_its_first_start_to_its_last_breath(tmp_path: Path) -> None:
    data = tmp_path / "data"
    arena = Served(data)
    try:
        password = re.search(r"demo / (\w+)", arena.said())
        assert password is not None
        body = json.dumps({"username": "demo", "password": password[1]}).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{arena.port}/api/v1/token/", data=body, headers={"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=30) as response:
            assert json.load(response)["token"]
        tournaments = arena.tournaments()
        assert tournaments
        checker = (data / "logs" / "checker.log").read_text()
        assert "checker@" in checker
        assert "key=checks" in checker
        assert "key=matches" not in checker
        assert {tournament["state"] for tournament in tournaments} == {"finished"}
        assert b"</html>" in arena.get("/")

        follow_the_readme(tmp_path, arena.port)

        other = satti_alone("serve", "--data", data, "--port", free_port(), code=1)
        assert f"already running on {data} (process {arena.process.pid})" in other.err
        other = satti_alone("serve", "--data", tmp_path / "other", "--port", arena.port, code=1)
        assert f"port {arena.port}" in other.err
        assert "--port" in other.err

        arena.process.send_signal(signal.SIGKILL)
        arena.process.wait()
        arena.wait_until_gone()

        arena = Served(data)
        assert len(arena.tournaments()) == len(tournaments) + 1
        assert password[1] in arena.said()
        arena.stop(signal.SIGINT)
        assert arena.process.returncode == 0
        assert arena.said().endswith(f"satti: stopped; the data are in {data}\n")
        arena.wait_until_gone()
    finally:
        arena.stop()


def test_a_server_that_is_named_is_used_and_its_absence_is_said(tmp_path: Path) -> None:
    named = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing", "REDIS_URL": os.environ["REDIS_URL"]}
    done = subprocess.run(
        command("serve", "--data", tmp_path / "data", "--port", free_port()),
        env=WITHOUT_SERVERS | {"PYTHONPATH": PATH} | named,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert "migrate failed" in done.stderr
    assert "port 1" in done.stderr
    assert not (tmp_path / "data" / "postgres").exists()


def test_a_secret_stays_and_is_private(tmp_path: Path) -> None:
    path = tmp_path / "key"
    first = secret(path)
    assert len(first) == 64
    assert secret(path) == first
    assert path.stat().st_mode & 0o077 == 0
    assert secret(tmp_path / "other") != first


def test_the_host_listened_on_may_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ALLOWED_HOSTS", raising=False)
    assert {"localhost", "127.0.0.1", "10.0.0.7"} <= set(allowed_hosts("10.0.0.7").split(","))
    assert "[fe80::1]" in allowed_hosts("fe80::1").split(",")
    monkeypatch.setenv("ALLOWED_HOSTS", "arena.example")
    assert allowed_hosts("10.0.0.7") == "arena.example"
