"""The web server killed with -9 while a request is under way."""

import os
import signal
import socket
import sys
import time
import urllib.request
from pathlib import Path
from threading import Thread

from arena.standalone import process
from tests.arena.standalone.test_arena import free_port

APP = """
import time

def app(environ, start_response):
    if environ["PATH_INFO"] == "/slow":
        time.sleep(60)
    start_response("200 OK", [])
    return [b"here"]
"""


def fetch(url: str) -> bytes:
    try:
        with urllib.request.urlopen(url, timeout=20) as answer:
            return bytes(answer.read())
    except OSError:
        return b""


def test_a_killed_web_server_frees_its_port_at_once(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(APP)
    port = free_port()
    words = ("gunicorn", "--config=python:arena.standalone.web", f"--bind=127.0.0.1:{port}", "--threads=2", "slow:app")
    env = os.environ | {"PYTHONPATH": os.pathsep.join([*sys.path, str(tmp_path)])}
    server = process.spawn([sys.executable, "-m", *words, "--no-control-socket"], log=tmp_path / "log", env=env)
    deadline = time.monotonic() + 30
    while fetch(f"http://127.0.0.1:{port}/") != b"here":
        assert time.monotonic() < deadline, (tmp_path / "log").read_text()
        time.sleep(0.1)
    Thread(target=fetch, args=[f"http://127.0.0.1:{port}/slow"], daemon=True).start()
    time.sleep(0.3)
    os.kill(server.pid, signal.SIGKILL)
    server.wait()
    time.sleep(0.5)
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))
