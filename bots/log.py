"""A bot's output, kept within bounds: its head, its tail, and a mark where something is missing.

The runner writes lines of its own among the bot's, in square brackets. Nothing that a bot prints can pass for one.
"""

import re
import unicodedata

from bots import text as characters
from bots.limits import LOG_BYTES

OURS = b"\xff"  # begins a line of the runner's; it is not UTF-8, and a bot's own are replaced by another byte
THEIRS = b"\xfe"
SPACE = re.compile(r"[\s\u2800\u3164\ufffd]*")  # what shows as nothing, or as something that could not be shown
BRACKETS = "[\u2045\u27e6\u2772\u298b\u298d\u298f\u3010\u3014\u301a"  # and their wide form, which NFKC exchanges


class Log:
    def __init__(self, size: int = LOG_BYTES) -> None:
        self.total = 0  # bytes that came, kept or not
        self._half = size // 2
        self._head = b""
        self._tail = b""

    def add(self, data: bytes) -> None:
        """What the bot printed."""
        self._add(data.replace(OURS, THEIRS))

    def note(self, text: str) -> None:
        """A line of the runner's own, among the bot's."""
        kept = self._tail or self._head
        start = b"" if not kept or kept.endswith(b"\n") else b"\n"
        self._add(start + OURS + f"[{one_line(text)}]\n".encode("utf-8", "backslashreplace"))

    def _add(self, data: bytes) -> None:
        self.total += len(data)
        if room := self._half - len(self._head):
            self._head += data[:room]
            data = data[room:]
        self._tail = (self._tail + data)[-self._half :]

    def text(self) -> str:
        """Safe for a database and a browser: no NUL, no invalid UTF-8, no control characters but line ends and tabs."""
        missing = self.total - len(self._head) - len(self._tail)
        mark = b"\n" + OURS + f"[... {missing:,} bytes left out ...]\n".encode() if missing else b""
        lines = (self._head + mark + self._tail).replace(b"\r\n", b"\n").split(b"\n")
        return "\n".join(_ours(line[1:]) if line.startswith(OURS) else _theirs(line) for line in lines)


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
