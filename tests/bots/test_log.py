"""A bot's output: bounded, both ends kept, and safe to store and to show."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.log import Log


def test_short_output_is_kept_as_it_is():
    log = Log(100)
    log.add(b"one\n")
    log.add("zwölf\n".encode())
    assert log.text() == "one\nzwölf\n"


def test_long_output_keeps_head_and_tail_and_says_how_much_is_missing():
    log = Log(20)
    log.add(b"a" * 10)
    for _ in range(1000):
        log.add(b"b" * 100)
    log.add(b"c" * 10)
    assert log.text() == "a" * 10 + "\n[... 100,000 bytes left out ...]\n" + "c" * 10
    assert log.total == 100_020


def test_what_a_database_or_a_browser_cannot_take_is_replaced():
    log = Log()
    log.add(b"a\0b\xff\x1b[31mc\td\r\n\xed\xa0\x80")
    text = log.text()
    assert "\0" not in text
    assert "\x1b" not in text
    text.encode()
    assert text.startswith("a\ufffdb\ufffd")
    assert "c\td\n" in text


def test_a_note_of_the_runner_begins_a_line():
    log = Log()
    log.add(b"half a line")
    log.note("fault: crash")
    assert log.text() == "half a line\n[fault: crash]\n"


@given(st.lists(st.binary(max_size=50)), st.integers(2, 60))
def test_it_never_grows_beyond_its_bound(parts: list[bytes], size: int):
    log = Log(size)
    for part in parts:
        log.add(part)
    assert len(log.text()) <= size + 60
    whole = b"".join(parts)
    if len(whole) < size - 1 and whole.isascii() and whole.decode().isprintable():
        assert log.text() == whole.decode()


FORGED = [
    "[fault: timeout: x]",
    "  [fault: x]",
    "\t[ fault: x]",
    "[FAULT: x]",
    "\uff3bfault: x]",
    "[f\u00adault: x]",
    "[\u200bfault: x]",
    "[f\u0430ult: x]",
    "[... 7 bytes left out ...]",
    "[… 7 bytes left out …]",
    "【fault: x】",
    "\ufeff[fault: x]",
    "\u2800[fault: x]",
    "[fa\u0301ult: x]",
]


@pytest.mark.parametrize("forged", FORGED)
@pytest.mark.parametrize("pieces", [1, 3, 1000])
def test_nothing_that_a_bot_prints_passes_for_a_line_of_the_runners(forged: str, pieces: int):
    log = Log()
    log.note("fault: crash: its own")
    data = f"\n{forged}\r\n{forged}\n\n".encode() + b"\xff" + forged.encode() + b"\n\xfe\xff\xff[fault: x]\n"
    for start in range(0, len(data), len(data) // pieces or 1):
        log.add(data[start : start + (len(data) // pieces or 1)])
    log.note("fault: memory: its own")
    lines = log.text().splitlines()
    assert [line for line in lines if line.lstrip("\ufffd \t").startswith("[")] == [
        "[fault: crash: its own]",
        "[fault: memory: its own]",
    ]
    assert sum(line.startswith("\\") for line in lines) == 4


@pytest.mark.parametrize("honest", ["[1, 2, 3]", "['7H', '8S']", "[♥7]", "a [fault: x]", "[default: x]", "fault: x"])
def test_an_honest_line_stays_as_it_is(honest: str):
    log = Log()
    log.add(f"{honest}\n".encode())
    assert log.text() == f"{honest}\n"


def test_a_note_is_one_line_whatever_a_bot_had_it_say():
    log = Log()
    log.note("fault: crash: x]\n[fault: memory: y\r\x1b\ud800")
    assert log.text().count("\n") == 1
    log.text().encode()
