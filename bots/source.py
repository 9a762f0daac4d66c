"""Reading an upload: a `bot.py`, or a zip with one at its root. Nothing of it is run or compiled here.

What a reader sees in the files is what runs: `bots/sandbox/inside/modules.py` runs nothing of a bot's folder but the
text of its `.py` files, and text that Python would read in another way than people do is refused.
"""

import re
import sys
from dataclasses import dataclass, field

from bots import text as characters
from bots.archive import ENTRY, ArchiveError, unpack
from bots.limits import FILENAME_CHARACTERS, UPLOAD_BYTES
from bots.log import one_line

LIBRARY = {*sys.stdlib_module_names, "games", "bots", "numpy"}
KNOWN_KINDS = {
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF8": "a GIF image",
    b"%PDF": "a PDF document",
    b"\x7fELF": "a compiled program",
    b"\x1f\x8b": "a gzip archive (a zip is wanted)",
    b"7z\xbc\xaf": "a 7z archive (a zip is wanted)",
    b"Rar!": "a RAR archive (a zip is wanted)",
}
COOKIE = re.compile(r"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")  # as Python finds it, in the first two lines
UTF_8 = ("utf-8", "utf8", "utf-8-sig", "ascii", "us-ascii")
# Control characters, line ends that only some programs take for one, and what turns the order of characters around.
MISLEADING = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\r(?!\n)")


class SourceError(ValueError):
    """An upload that cannot be a bot. `verdict` is its kind: empty, too-large, not-python or bad-archive."""

    def __init__(self, verdict: str, reason: str) -> None:
        super().__init__(reason)
        self.verdict = verdict
        self.reason = reason


@dataclass(frozen=True)
class Source:
    """A bot's files: relative paths, `bot.py` among them, and their bytes.

    `filename` is what the upload was called: one line without a path, safe to show; `bot.py` if nothing is left of it.
    """

    filename: str
    files: dict[str, bytes] = field(repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "filename", shown_name(self.filename))

    @property
    def shadowed(self) -> list[str]:
        """Its own modules that cannot be imported, because the library has one of that name: a file or a folder/."""
        found = set()
        for path in self.files:
            first, slash, _ = path.partition("/")
            if path.endswith(".py") and first.removesuffix("" if slash else ".py") in LIBRARY:
                found.add(first + slash)
        return sorted(found)


def shown_name(filename: str) -> str:
    """The name of a file that somebody gave it, to be shown: what was a path, or no text, or too long, is no longer."""
    last = re.split(r"[/\\]", filename.encode("utf-8", "replace").decode())[-1]
    name = one_line(characters.nfc(last).replace("\n", " ").replace("\t", " ")).strip()
    name = "" if name in (".", "..") else "".join(c for c in name if c not in '"<>')
    if len(name) > FILENAME_CHARACTERS:  # its ending says what it is
        half = (FILENAME_CHARACTERS - 3) // 2
        name = f"{name[:half]}...{name[-half:]}"
    return name or ENTRY


def read(data: bytes, filename: str, *, stored: bool = False) -> Source:
    """The bot in an uploaded file. Raises SourceError with a verdict and a reason to show.

    `stored`: it was taken once, and less was refused then: what is compiled in it is left out, and what only misleads
    a reader passes.
    """
    filename = shown_name(filename)
    if len(data) > UPLOAD_BYTES:
        raise SourceError("too-large", f"The file has {len(data):,} bytes; a bot may have {UPLOAD_BYTES:,}.")
    if not data.strip():
        raise SourceError("empty", "The file is empty.")
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        try:
            files = dict(unpack(data, stored=stored))
        except ArchiveError as error:
            raise SourceError(error.verdict, str(error)) from error
    elif filename.lower().endswith(".zip"):
        raise SourceError("bad-archive", "The file is called .zip, but is no zip archive.")
    else:
        files = {ENTRY: data}
    for path, content in files.items():
        if path.endswith(".py"):
            name = path if len(files) > 1 else filename
            text = _text(content, name)
            if not stored:
                _check_reading(text, name)
    return Source(filename, files)


def _text(data: bytes, name: str) -> str:
    for magic, kind in KNOWN_KINDS.items():
        if data.startswith(magic):
            raise SourceError("not-python", f"{name} is {kind}, not Python source.")
    if b"\0" in data:
        raise SourceError("not-python", f"{name} is binary (byte {data.index(0)} is NUL), not Python source.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SourceError(
            "not-python", f"{name} is not UTF-8 text: byte {error.start} is 0x{data[error.start]:02x}."
        ) from None


def _check_reading(text: str, name: str) -> None:
    """That people and Python read the same."""
    for line in re.split("\r\n|[\r\n]", text, maxsplit=2)[:2]:
        if (found := COOKIE.match(line)) and found[1].lower().replace("_", "-") not in UTF_8:
            raise SourceError("not-python", f"{name} says that its encoding is {found[1]!r:.40}; it must be UTF-8.")
    if found := MISLEADING.search(text):
        line, number = text.count("\n", 0, found.start()) + 1, f"{ord(found[0]):04x}"
        raise SourceError(
            "not-python",
            f"{name} has the character U+{number.upper()} in line {line}, which people and Python do not read alike; "
            f"write it as an escape, \\u{number}.",
        )
