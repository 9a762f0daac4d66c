"""A zip as an upload: what its files are called, what they unpack to, and that every tool would show the same files."""

import io
import stat
import struct
import unicodedata
import zipfile
from collections.abc import Iterator
from zlib import crc32

from bots import text
from bots.limits import FILES, PATH_BYTES, PATH_DEPTH, UNPACKED_BYTES

ENTRY = "bot.py"
LOCAL_HEADER = struct.Struct("<4s22xHH")  # its mark, and how long its name and its extra fields are
DESCRIPTOR_BYTES = 24  # what may stand behind a file's data, at the most
NAME_FIELD = 0x7075  # an extra field with another name of the file, which some tools show
ADDED = ("__MACOSX/", "__pycache__/")  # by systems and by Python, beside what it is made of
COMPILED = (".pyc", ".pyo", ".pyd", ".so", ".dll", ".dylib", ".egg", ".whl", ".pyz")


class ArchiveError(ValueError):
    """What is wrong with an archive. `verdict` is its kind: empty, too-large or bad-archive."""

    def __init__(self, reason: str, verdict: str = "bad-archive") -> None:
        super().__init__(reason)
        self.verdict = verdict


def unpack(data: bytes, *, stored: bool) -> Iterator[tuple[str, bytes]]:
    """Path and content of each file but those that ADDED names. `stored`: taken once, when less was refused than today;
    then compiled files are left out."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [m for m in archive.infolist() if not m.filename.endswith("/")]
            if not stored:
                _check_layout(data, archive)
            members = [m for m in members if not any(f"/{folder}" in f"/{m.filename}" for folder in ADDED)]
            if stored:
                members = [m for m in members if not m.filename.casefold().endswith(COMPILED)]
            if not members:
                raise ArchiveError("The archive holds no files.", "empty")
            if len(members) > FILES:
                raise ArchiveError(f"The archive holds {len(members):,} files; a bot may have {FILES}.")
            for member in members:
                _check_member(member, stored=stored)
            names = [text.nfc(member.filename) for member in members]
            _check_names(names)
            if not stored:
                _check_what_runs(names)
            yield from _contents(archive, members)
    except ArchiveError:
        raise
    except Exception as error:  # zipfile has no end of them for what it cannot read
        raise ArchiveError(f"The zip archive cannot be read: {error}") from error


def _contents(archive: zipfile.ZipFile, members: list[zipfile.ZipInfo]) -> Iterator[tuple[str, bytes]]:
    left = UNPACKED_BYTES
    for member in members:
        with archive.open(member) as file:
            content = file.read(left + 1)  # never more, whatever size the archive claims
        left -= len(content)
        if left < 0:
            raise ArchiveError(f"Unpacked, the archive has more than {UNPACKED_BYTES:,} bytes.", "too-large")
        yield text.nfc(member.filename), content  # as Python looks for a module, whatever system packed it


def _check_layout(data: bytes, archive: zipfile.ZipFile) -> None:
    """The archive is its files, one after the other from its first byte, and its directory: else there is more in it
    than the directory says, and a tool that reads from the start shows other files than one that reads from the end."""
    at = 0
    for member in sorted(archive.infolist(), key=lambda member: member.header_offset):
        start = member.header_offset
        if not at <= start <= at + (DESCRIPTOR_BYTES if at else 0):
            raise ArchiveError(f"The archive holds bytes that belong to no file, or to two (before byte {start:,}).")
        mark, name, extra = LOCAL_HEADER.unpack_from(data, start)
        if mark != b"PK\3\4":
            raise ArchiveError(f"The archive has no file where its directory says {member.filename!a} is.")
        for fields in (member.extra, data[start + LOCAL_HEADER.size + name :][:extra]):
            _check_extra(fields, member)
        at = start + LOCAL_HEADER.size + name + extra + member.compress_size
    if not at <= archive.start_dir <= at + (DESCRIPTOR_BYTES if at else 0):
        raise ArchiveError(f"The archive holds bytes that belong to no file (behind byte {at:,}).")


def _check_extra(fields: bytes, member: zipfile.ZipInfo) -> None:
    while len(fields) >= 4:
        kind, size = struct.unpack_from("<HH", fields)
        if kind == NAME_FIELD and fields[4 : 4 + size] != struct.pack(
            "<BL", 1, crc32(member.orig_filename.encode())
        ) + member.orig_filename.encode():
            raise ArchiveError(f"The archive's file {member.filename!a} has a second name in it.")
        fields = fields[4 + size :]


def _check_member(member: zipfile.ZipInfo, *, stored: bool) -> None:
    name = member.filename
    shown = ascii(member.orig_filename)
    mode = member.external_attr >> 16
    parts = name.split("/")
    wrong = None
    bad = "" if stored and name.isprintable() else text.forbidden(name)
    if name != member.orig_filename or "\\" in name or bad:
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
        raise ArchiveError(f"The archive's file {shown} is not taken: {wrong}.")


def _check_names(names: list[str]) -> None:
    """Each path once, and none both a file and a folder; `bot.py` at the root."""
    seen = set(names)
    if len(seen) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ArchiveError(f"The archive holds {twice} twice.")
    for name in names:
        for folder in _folders(name):
            if folder in seen:
                raise ArchiveError(f"The archive holds {folder} as a file and as a folder.")
    if hidden := next((name for name in names if name.startswith("bot/")), None):
        raise ArchiveError(
            f"The archive holds {hidden}: Python would import that folder and not {ENTRY}; rename the folder."
        )
    if ENTRY not in seen:
        nearest = next((name for name in names if name.endswith("/" + ENTRY)), None)
        hint = f"; move {nearest} and what is beside it up" if nearest else ""
        raise ArchiveError(f"The archive has no {ENTRY} at its root{hint}.")


def _check_what_runs(names: list[str]) -> None:
    """What is read as source is what runs: nothing compiled, no module behind another, no two names that look alike."""
    for name in names:
        if name.casefold().endswith(COMPILED):
            raise ArchiveError(f"The archive holds {name}, which is compiled; leave it out and bring its source.")
        folder = name.removesuffix(".py")
        if folder != name and (package := f"{folder}/__init__.py") in names:
            raise ArchiveError(f"The archive holds {name} and {package}: Python would never run the first; rename one.")
    alike: dict[str, str] = {}
    for path in dict.fromkeys(path for name in names for path in (*_folders(name), name)):
        other = alike.setdefault(unicodedata.normalize("NFKC", path).casefold(), path)
        if other != path:
            raise ArchiveError(f"The archive holds {other} and {path}, which some systems take for one; rename one.")


def _folders(name: str) -> list[str]:
    parts = name.split("/")
    return ["/".join(parts[:depth]) for depth in range(1, len(parts))]
