"""A bot's output, kept within bounds: its head, its tail, and a mark where something is missing."""

from bots import text as characters
from bots.policy import LOG_BYTES


class Log:
    def __init__(self, size: int = LOG_BYTES) -> None:
        self.total = 0  # bytes that came, kept or not
        self._half = size // 2
        self._head = b""
        self._tail = b""

    def add(self, data: bytes) -> None:
        self.total += len(data)
        if room := self._half - len(self._head):
            self._head += data[:room]
            data = data[room:]
        self._tail = (self._tail + data)[-self._half :]

    def note(self, text: str) -> None:
        """A line of the runner's own, among the bot's."""
        kept = self._tail or self._head
        start = b"" if not kept or kept.endswith(b"\n") else b"\n"
        self.add(start + f"[{text}]\n".encode())

    def text(self) -> str:
        """Safe for a database and a browser: no NUL, no invalid UTF-8, no control characters but line ends and tabs."""
        missing = self.total - len(self._head) - len(self._tail)
        mark = f"\n[... {missing:,} bytes left out ...]\n".encode() if missing else b""
        return safe((self._head + mark + self._tail).decode("utf-8", "replace").replace("\r\n", "\n"))


def safe(text: str) -> str:
    """With every character replaced that could do more than be read."""
    return characters.shown(text, allowed="\n\t")
