"""A bot's output: bounded, both ends kept, and safe to store and to show."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots import log as logs
from bots.log import Log, Place


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


def printed(log: Log) -> list[tuple[Place | None, str, str]]:
    """What was printed when, on which stream."""
    text, marks = log.text(), log.marks()
    ends = [*[mark.start for mark in marks], len(text)][1:]
    assert [mark.start for mark in marks] == sorted(mark.start for mark in marks)
    return [(mark.place, mark.stream, text[mark.start : end]) for mark, end in zip(marks, ends, strict=True)]


def test_what_was_printed_when_is_known():
    log = Log()
    log.place = Place(0, 0)
    log.add(b"loaded\r\n")
    log.place = Place(0, 0, 3)
    log.add("zw\u00f6lf\n".encode())
    log.add(b"careful\n", "stderr")
    log.note("fault: crash")
    log.place = Place(1, 2, 0)
    log.add(b"[fault: forged]\n")
    log.add(b"[x")
    assert printed(log) == [
        (Place(0, 0), "stdout", "loaded\n"),
        (Place(0, 0, 3), "stdout", "zw\u00f6lf\n"),
        (Place(0, 0, 3), "stderr", "careful\n"),
        (Place(0, 0, 3), "runner", "[fault: crash]\n"),
        (Place(1, 2, 0), "stdout", "\\[fault: forged]\n[x"),
    ]
    assert Log().marks() == []


def test_what_fell_out_is_said_between_the_moves_that_are_kept():
    log = Log(20)
    for number in range(9):
        log.place = Place(0, 0, number)
        log.add(f"move {number}\n".encode())
    assert printed(log) == [
        (Place(0, 0, 0), "stdout", "move 0\n"),
        (Place(0, 0, 1), "stdout", "mov"),
        (Place(0, 0, 1), "runner", "\n[... 43 bytes left out ...]\n"),
        (Place(0, 0, 7), "stdout", " 7\n"),
        (Place(0, 0, 8), "stdout", "move 8\n"),
    ]


def test_a_move_that_fills_the_log_goes_on_behind_the_gap():
    log = Log(20)
    log.place = Place(0, 0, 5)
    log.add(b"a" * 100)
    assert [(place, text.strip("\n")) for place, _, text in printed(log)] == [
        (Place(0, 0, 5), "a" * 10),
        (Place(0, 0, 5), "[... 80 bytes left out ...]"),
        (Place(0, 0, 5), "a" * 10),
    ]


def test_marks_are_bounded_and_what_has_none_is_no_moves(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(logs, "MOST_MARKS", 5)
    log = Log(40)
    for number in range(60):
        log.place = Place(0, 0, number)
        log.add(b"x", "stdout" if number % 2 else "stderr")
    assert len(log.marks()) <= 2 * 5 + 3
    for place, stream, text in printed(log):
        if place is not None and stream != "runner":
            assert len(text) == 1
    nobodys = [text for place, stream, text in printed(log) if place is None and stream != "runner"]
    assert sum(map(len, nobodys)) == 15 + 15


@given(
    st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["stdout", "stderr"]), st.binary(max_size=30)), max_size=30),
    st.integers(2, 200),
)
def test_marks_cut_the_text_into_what_was_printed(parts: list[tuple[int, str, bytes]], size: int):
    log = Log(size)
    for move, stream, data in parts:
        log.place = Place(0, 0, move)
        log.add(data, stream)
    pieces = printed(log)
    assert "".join(text for _, _, text in pieces) == log.text()
    whole = b"".join(data for *_, data in parts)
    if len(whole) < size - 1 and whole.isalnum():
        for move in range(4):
            told = "".join(text for place, _, text in pieces if place == Place(0, 0, move))
            assert told == b"".join(data for one, _, data in parts if one == move).decode()
