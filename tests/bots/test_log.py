"""A bot's output: bounded, both ends kept, and safe to store and to show."""

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
