"""The table of docs/sandbox-limits.md, tried inside: what it says does not work does not, and the error says why."""

import re
from pathlib import Path

import pytest

import bots
from tests.bots import tables

PAGE = Path(__file__).resolve().parents[3] / "docs" / "sandbox-limits.md"

# By the row of the table that begins with these words: code that fails, and what the error says of the sandbox.
WITHHELD = {
    "`asyncio.run`": ("import asyncio\nasyncio.run(asyncio.sleep(0))", "asyncio needs a socket"),
    "`zoneinfo.ZoneInfo`": ("import zoneinfo\nzoneinfo.ZoneInfo('Asia/Kolkata')", "no time zone data"),
    "`multiprocessing`": ("import multiprocessing\nmultiprocessing.Pool(1)", "multiprocessing does not work"),
    "`multiprocessing.dummy`": ("from multiprocessing.dummy import Pool\nPool(2)", "multiprocessing does not work"),
    "`concurrent.futures.ProcessPoolExecutor`": (
        "from concurrent.futures import ProcessPoolExecutor\nProcessPoolExecutor(1).submit(abs, 1)",
        "start no other process",
    ),
    "`subprocess`": ("import subprocess\nsubprocess.run(['true'])", "start no other process"),
    "`os.fork`": ("import os\nos.fork()", "start no other process"),
    "`signal.setitimer`": ("import signal\nsignal.setitimer(signal.ITIMER_REAL, 1)", "no timers"),
    "`signal.raise_signal`": ("import signal\nsignal.raise_signal(signal.SIGUSR1)", "no timers"),
    "`os.kill`": ("import os\nos.kill(os.getpid(), 0)", "no timers"),
    "`socket`": ("import socket\nsocket.socket()", "no network"),
    "`urllib.request`": ("import urllib.request\nurllib.request.urlopen('http://127.0.0.1/')", "no network"),
    "`open(..., \"w\")`": ("open('x', 'w')", "no place to write files"),
    "`pathlib.Path.write_text`": ("import pathlib\npathlib.Path('x').write_text('')", "no place to write files"),
    "`tempfile`": ("import tempfile\ntempfile.TemporaryFile()", "no place to write files"),
    "`shelve`": ("import shelve\nshelve.open('x')", "no place to write files"),
    "`sqlite3.connect`": ("import sqlite3\nsqlite3.connect('x.db').execute('create table a(b)')", "':memory:'"),
    "`logging.FileHandler`": ("import logging\nlogging.FileHandler('x')", "no place to write files"),
    "`os.pipe`": ("import os\nos.pipe()", "does not allow that"),
    "`fcntl.flock`": ("import fcntl\nfcntl.flock(open('bot.py'), fcntl.LOCK_SH)", "does not allow that"),
    "`os.sched_setaffinity`": ("import os\nos.sched_setaffinity(0, {0})", "does not allow that"),
    "`/dev`": ("open('/dev/null')", "does not allow that"),
    "`/proc`": ("open('/proc/self/status')", "does not allow that"),
    "`os.listdir(\"/\")`": ("import os\nos.listdir('/')", "does not allow that"),
    "more than 16 threads": (
        "import threading\nwait = threading.Event().wait\n"
        "for _ in range(20): threading.Thread(target=wait, daemon=True).start()",
        "16 threads",
    ),
}
# The same without a reason of the sandbox's: nothing refuses, it is only not there.
ABSENT = {
    "`os.system`": "import os\nassert os.system('true') == 0",
    "`input`": "input()",
    "`getpass.getuser`": "import getpass\ngetpass.getuser()",
    "`locale.setlocale`": "import locale\nlocale.setlocale(locale.LC_ALL, 'de_DE.UTF-8')",
    "`ctypes.util.find_library`": "import ctypes.util\nassert ctypes.util.find_library('m')",
    "`importlib.metadata`": "import importlib.metadata\nimportlib.metadata.version('numpy')",
    "`mmap.mmap(-1, n)`": "import mmap\nmmap.mmap(-1, 4096)",
    "`curses`": "import curses\ncurses.initscr()",
}
WORKS = """
import bz2, concurrent.futures, contextvars, csv, ctypes, decimal, fractions, gzip, hashlib, hmac, io, logging, lzma
import mmap, pickle, platform, queue, secrets, select, sqlite3, ssl, struct, threading, time, tomllib
import tracemalloc, unicodedata, uuid, weakref, xml.etree.ElementTree, zipfile, datetime, tempfile, resource, signal
import cProfile, numpy, os, sys
with concurrent.futures.ThreadPoolExecutor(8) as pool:
    assert list(pool.map(abs, [-1, 2])) == [1, 2]
timer = threading.Timer(0.001, print); timer.start(); timer.join()
database = sqlite3.connect(":memory:")
database.execute("create table a(b)"); database.execute("insert into a values(1)")
assert decimal.Decimal("1.1") * 3 == decimal.Decimal("3.3")
assert lzma.decompress(lzma.compress(bz2.compress(gzip.compress(b"x"))))
hashlib.scrypt(b"x", salt=b"y", n=2, r=1, p=1); hmac.new(b"x", b"y", "sha256")
ctypes.CDLL(None).getpid(); assert ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(abs)(-1) == 1
ctypes.CDLL("libm.so.6").cos
mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE); numpy.memmap("bot.py", mode="r"); numpy.linalg.inv(numpy.eye(50))
numpy.savez(io.BytesIO(), a=numpy.ones(2)); tempfile.SpooledTemporaryFile(max_size=1000).write(b"x")
ssl.create_default_context(); secrets.token_hex(); os.urandom(8); uuid.uuid4(); platform.platform()
datetime.datetime.now(datetime.timezone.utc); time.process_time(); time.thread_time(); time.sleep(0.001)
signal.signal(signal.SIGTERM, signal.SIG_IGN); resource.getrusage(resource.RUSAGE_SELF); select.poll(); select.epoll()
sys.setrecursionlimit(5000); tracemalloc.start(); tracemalloc.stop(); cProfile.run("1 + 1"); logging.warning("x")
async def one(): return 1
try: one().send(None)
except StopIteration as stop: assert stop.value == 1
"""


def test_each_row_of_the_table_is_tried_and_the_other_way_round() -> None:
    rows = re.findall(r"^\| (.+?) \|", PAGE.read_text("utf-8").partition("## What does not work")[2], re.MULTILINE)
    named = [name for row in rows[1:] for name in re.split(r", (?=`)", row)]
    assert sorted(named) == sorted([*WITHHELD, *ABSENT])


@pytest.mark.parametrize("name", ["`asyncio.run`", "`signal.setitimer`", "`sqlite3.connect`", "`/dev`"])
def test_a_bot_that_fails_of_it_reads_why_in_the_verdict_and_in_its_log(name: str) -> None:
    code, why = WITHHELD[name]
    verdict = bots.check(tables.source(code), tables.game(), bots.Limits())
    assert verdict.kind == "crash", verdict
    assert why in verdict.reason
    assert why in verdict.log


def test_everything_in_the_table_fails_inside_and_is_explained_there() -> None:
    tries = WITHHELD | {name: (code, "") for name, code in ABSENT.items()}
    code = f"""
    import linecache
    from bots.sandbox.inside import withheld
    class Bot:
        def __init__(self):
            for number, (name, (code, why)) in enumerate({tries!r}.items()):
                file = f"/bot/{{number}}.py"
                linecache.cache[file] = (len(code), None, code.splitlines(True), file)
                try:
                    exec(compile(code, file, "exec"), {{"__name__": "bot"}})
                except BaseException as error:
                    hint = withheld.hint(error)
                    if (why not in hint) if why else hint:
                        print(name, "is explained by", repr(hint), "not", repr(why), repr(error))
                else:
                    print(name, "works")
        def act(self, view):
            return view.legal_actions[0]
    """
    verdict = bots.check(tables.source(code), tables.game(), bots.Limits())
    complaints = [line for line in verdict.log.splitlines() if "`" in line or "is explained" in line]
    assert verdict.ok, verdict
    assert complaints == []


def test_the_rest_of_the_library_works() -> None:
    verdict = bots.check(tables.source(WORKS + tables.HONEST), tables.game(), bots.Limits())
    assert verdict.ok, verdict


@pytest.mark.parametrize(
    "code",
    [
        "open('weights.npz')",  # a file that was forgotten is the bot's own matter
        "raise PermissionError('no')",
        "raise RuntimeError('sandbox')",
        "{}['asyncio']",
    ],
)
def test_a_bots_own_mistake_is_not_blamed_on_the_sandbox(code: str) -> None:
    verdict = bots.check(tables.source(code), tables.game(), tables.QUICK)
    assert "sandbox" not in verdict.reason.replace("RuntimeError: sandbox", "")


def test_an_error_that_hurts_to_look_at_is_still_only_a_crash() -> None:
    code = """
    class Evil(OSError):
        @property
        def errno(self): raise SystemExit
        @property
        def __traceback__(self): return self
    error = Evil(1, "x")
    error.__context__ = Evil(1, "y")
    raise error
    """
    assert bots.check(tables.source(code), tables.game(), tables.QUICK).kind == "crash"
