"""Reading an upload: a `bot.py`, or a zip with one at its root. Nothing of it is run or compiled here."""

import io
import stat
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field

from bots import text
from bots.policy import FILES, PATH_BYTES, PATH_DEPTH, UNPACKED_BYTES, UPLOAD_BYTES

ENTRY = "bot.py"
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


class SourceError(ValueError):
    """An upload that cannot be a bot. `verdict` is its kind: empty, too-large, not-python or bad-archive."""

    def __init__(self, verdict: str, reason: str) -> None:
        super().__init__(reason)
        self.verdict = verdict
        self.reason = reason


@dataclass(frozen=True)
class Source:
    """A bot's files: relative paths, `bot.py` among them, and their bytes."""

    filename: str
    files: dict[str, bytes] = field(repr=False)

    @property
    def shadowed(self) -> list[str]:
        """Its own modules that cannot be imported, because the library has one of that name: a file or a folder/."""
        found = set()
        for path in self.files:
            first, slash, _ = path.partition("/")
            if path.endswith(".py") and first.removesuffix("" if slash else ".py") in LIBRARY:
                found.add(first + slash)
        return sorted(found)


def read(data: bytes, filename: str) -> Source:
    """The bot in an uploaded file. Raises SourceError with a verdict and a reason to show."""
    if len(data) > UPLOAD_BYTES:
        raise SourceError("too-large", f"The file has {len(data):,} bytes; a bot may have {UPLOAD_BYTES:,}.")
    if not data.strip():
        raise SourceError("empty", "The file is empty.")
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return Source(filename, dict(_unpack(data)))
    if filename.lower().endswith(".zip"):
        raise SourceError("bad-archive", "The file is called .zip, but is no zip archive.")
    _check_python(data, filename or ENTRY)
    return Source(filename, {ENTRY: data})


def _check_python(data: bytes, name: str) -> None:
    for magic, kind in KNOWN_KINDS.items():
        if data.startswith(magic):
            raise SourceError("not-python", f"{name} is {kind}, not Python source.")
    if b"\0" in data:
        raise SourceError("not-python", f"{name} is binary (byte {data.index(0)} is NUL), not Python source.")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SourceError(
            "not-python", f"{name} is not UTF-8 text: byte {error.start} is 0x{data[error.start]:02x}."
        ) from None


def _unpack(data: bytes) -> Iterator[tuple[str, bytes]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            listed = archive.infolist()
            members = [m for m in listed if not m.filename.startswith("__MACOSX/") and not m.filename.endswith("/")]
            if not members:
                raise SourceError("empty", "The archive holds no files.")
            if len(members) > FILES:
                raise SourceError("bad-archive", f"The archive holds {len(members):,} files; a bot may have {FILES}.")
            for member in members:
                _check_member(member)
            _check_names([text.nfc(member.filename) for member in members])
            left = UNPACKED_BYTES
            for member in members:
                with archive.open(member) as file:
                    content = file.read(left + 1)  # never more, whatever size the archive claims
                left -= len(content)
                if left < 0:
                    raise SourceError("too-large", f"Unpacked, the archive has more than {UNPACKED_BYTES:,} bytes.")
                if member.filename.endswith(".py"):
                    _check_python(content, member.filename)
                yield text.nfc(member.filename), content  # as Python looks for a module, whatever system packed it
    except SourceError:
        raise
    except Exception as error:  # zipfile has no end of them for what it cannot read
        raise SourceError("bad-archive", f"The zip archive cannot be read: {error}") from error


def _check_member(member: zipfile.ZipInfo) -> None:
    name = member.filename
    shown = ascii(member.orig_filename)
    mode = member.external_attr >> 16
    parts = name.split("/")
    wrong, bad = None, ""
    if name != member.orig_filename or "\\" in name or (bad := text.forbidden(name)):
        wrong = f"its name has a character that no file name here may have{f' ({bad})' if bad else ''}"
    elif name.startswith("/") or ":" in parts[0]:
        wrong = "its path is absolute"
    elif ".." in parts or "." in parts or "" in parts:
        wrong = "its path leads elsewhere"
    elif len(name.encode()) > PATH_BYTES or len(parts) > PATH_DEPTH:
        wrong = f"its path is longer than {PATH_BYTES} bytes or deeper than {PATH_DEPTH} folders"
    elif stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        wrong = "it is a link or a device; only plain files are taken"
    elif member.flag_bits & 0x1:
        wrong = "it is encrypted"
    elif member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        wrong = "its compression is neither stored nor deflated"
    if wrong:
        raise SourceError("bad-archive", f"The archive's file {shown} is not taken: {wrong}.")


def _check_names(names: list[str]) -> None:
    """Each path once, and none both a file and a folder; `bot.py` at the root."""
    seen = set(names)
    if len(seen) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise SourceError("bad-archive", f"The archive holds {twice} twice.")
    for name in names:
        parts = name.split("/")
        for depth in range(1, len(parts)):
            if "/".join(parts[:depth]) in seen:
                raise SourceError(
                    "bad-archive", f"The archive holds {'/'.join(parts[:depth])} as a file and as a folder."
                )
    if hidden := next((name for name in names if name.startswith("bot/")), None):
        raise SourceError(
            "bad-archive", f"The archive holds {hidden}: Python would import that folder and not {ENTRY}; rename it."
        )
    if ENTRY not in seen:
        nearest = next((name for name in names if name.endswith("/" + ENTRY)), None)
        hint = f"; move {nearest} and what is beside it up" if nearest else ""
        raise SourceError("bad-archive", f"The archive has no {ENTRY} at its root{hint}.")
