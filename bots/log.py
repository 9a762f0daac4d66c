"""A bot's output, kept within bounds: its head, its tail, and a line where something is missing; and what of it was
printed when, on which stream.

The runner writes lines of its own among the bot's, in square brackets. Nothing that a bot prints can pass for one.
"""

import re
import unicodedata
from collections import deque
from typing import NamedTuple

from bots import text as characters
from bots.limits import LOG_BYTES

OURS = b"\xff"  # begins a line of the runner's; it is not UTF-8, and a bot's own are replaced by another byte
THEIRS = b"\xfe"
SPACE = re.compile(r"[\s\u2800\u3164\ufffd]*")  # what shows as nothing, or as something that could not be shown
BRACKETS = "[\u2045\u27e6\u2772\u298b\u298d\u298f\u3010\u3014\u301a"  # and their wide form, which NFKC exchanges


MOST_MARKS = 1000  # in the head, and in the tail; what is printed in smaller pieces is no move's


class Place(NamedTuple):
    """When something was printed: a game's number, a deal's in it, and how many actions of the deal came before the
    one that the bot was asked for, all from 0. At a game's end there is no deal, at its start no action."""

    game: int
    deal: int | None = None
    action: int | None = None


class Mark(NamedTuple):
    """From this character of the log's text on, to the next mark, it was printed there (None: that is not known) on
    this stream: stdout, stderr, or the runner's own lines."""

    start: int
    place: Place | None
    stream: str

    def to_json(self) -> list[int | str | None]:
        return [self.start, *(self.place or (None, None, None)), self.stream]


class Log:
    def __init__(self, size: int = LOG_BYTES) -> None:
        self.total = 0  # bytes that came, kept or not
        self.place: Place | None = None  # of what comes
        self._half = size // 2
        self._head = b""
        self._tail = b""
        self._last: tuple[Place | None, str] | None = None
        self._head_marks: list[Mark] = []  # here `start` counts the bytes that came
        self._tail_marks: deque[Mark] = deque(maxlen=MOST_MARKS)
        self._forgotten = False  # whether there were more of them

    def add(self, data: bytes, stream: str = "stdout") -> None:
        """What the bot printed."""
        self._add(data.replace(OURS, THEIRS), stream)

    def note(self, text: str) -> None:
        """A line of the runner's own, among the bot's."""
        kept = self._tail or self._head
        start = b"" if not kept or kept.endswith(b"\n") else b"\n"
        self._add(start + OURS + f"[{one_line(text)}]\n".encode("utf-8", "backslashreplace"), "runner")

    def _add(self, data: bytes, stream: str) -> None:
        if data and self._last != (self.place, stream):
            self._last = self.place, stream
            self._mark(Mark(self.total, self.place, stream))
        self.total += len(data)
        if room := self._half - len(self._head):
            self._head += data[:room]
            data = data[room:]
        self._tail = (self._tail + data)[-self._half :]
        while len(self._tail_marks) > 1 and self._tail_marks[1].start <= self.total - len(self._tail):
            self._tail_marks.popleft()

    def _mark(self, mark: Mark) -> None:
        if len(self._head) == self._half:
            self._forgotten |= len(self._tail_marks) == MOST_MARKS
            self._tail_marks.append(mark)
        elif len(self._head_marks) < MOST_MARKS:
            self._head_marks.append(mark)
        elif len(self._head_marks) == MOST_MARKS:
            self._head_marks.append(Mark(mark.start, None, ""))

    @property
    def left_out(self) -> int:
        """Bytes that came and are kept no more."""
        return self.total - len(self._head) - len(self._tail)

    def text(self) -> str:
        """Safe for a database and a browser: no NUL, no invalid UTF-8, no control characters but line ends and tabs."""
        return _text(self._raw())

    def marks(self) -> list[Mark]:
        """Of all of `text`, in order; empty where there is none."""
        found = self._head_marks[:]
        if self._tail:
            begin = self.total - len(self._tail)
            gap = len(self._raw()) - self.total
            if self.left_out:
                found.append(Mark(len(self._head), found[-1].place, "runner"))
            if self._tail_marks and self._tail_marks[0].start <= begin:
                first = self._tail_marks[0]
            else:  # what began in the head went on, as far as is known
                first = Mark(begin, None, "") if self._forgotten else self._head_marks[-1]
            found.append(Mark(begin + gap, first.place, first.stream))
            found += [Mark(mark.start + gap, *mark[1:]) for mark in self._tail_marks if mark.start > begin]
        starts = _characters(self._raw(), [mark.start for mark in found])
        return [Mark(start, *mark[1:]) for start, mark in zip(starts, found, strict=True)]

    def _raw(self) -> bytes:
        missing = self.left_out
        mark = b"\n" + OURS + f"[... {missing:,} bytes left out ...]\n".encode() if missing else b""
        return self._head + mark + self._tail


def _text(raw: bytes) -> str:
    lines = raw.replace(b"\r\n", b"\n").split(b"\n")
    return "\n".join(_ours(line[1:]) if line.startswith(OURS) else _theirs(line) for line in lines)


def _characters(raw: bytes, starts: list[int]) -> list[int]:
    """For each of these positions in `raw`, in order, how many characters of the text come before it."""
    found: list[int] = []
    begin = written = 0
    for line in raw.split(b"\n"):
        end = begin + len(line)
        shown = _text(line[:-1] if line.endswith(b"\r") and end < len(raw) else line)
        while len(found) < len(starts) and starts[len(found)] <= end:
            inside = line[: starts[len(found)] - begin]
            whole = inside == line and len(shown)
            before = len(shown) - len(line.decode("utf-8", "replace")) if inside else 0  # a backslash in front
            found.append(written + (whole or min(len(shown), len(inside.decode("utf-8", "replace")) + max(before, 0))))
        begin, written = end + 1, written + len(shown) + 1
    return found


def safe(text: str) -> str:
    """With every character replaced that could do more than be read."""
    return characters.shown(text, allowed="\n\t")


def one_line(text: str) -> str:
    return safe(text).replace("\n", "\\n")


def _ours(line: bytes) -> str:
    return safe(line.decode("utf-8", "replace"))


def _theirs(line: bytes) -> str:
    """Where it could be taken for a line of the runner's, it is shown with a backslash in front."""
    text = safe(line.decode("utf-8", "replace"))
    return f"\\{text}" if _passes_for_ours(text) else text


def _passes_for_ours(text: str) -> bool:
    seen = unicodedata.normalize("NFKC", text[:200]).casefold()
    start = SPACE.match(seen)
    seen = seen[start.end() if start else 0 :]
    if not seen or seen[0] not in BRACKETS:
        return False
    inside = "".join(c for c in seen[1:40] if not SPACE.fullmatch(c) and not unicodedata.combining(c))
    other_script = any(c.isalpha() and not c.isascii() for c in inside[:5])  # a Cyrillic a looks like a Latin one
    return inside.startswith(("fault", "...")) or other_script
