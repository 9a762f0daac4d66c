"""Reading a bundle that may be broken or hostile: bounded, and every failure becomes a Problem with its place."""

import hashlib
import io
import json
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

OLD_FILES = (
    "contest.json",
    "matches.jsonl",
    "replays.jsonl",
    "ratings.jsonl",
    "ratings.csv",
    "standings.csv",
    "crosstable.csv",
    "logs.jsonl",
    "audit.jsonl",
)
"""Of a `satti-bundle/1`."""
PROOF = ("commitment.json", "chain.jsonl", "manifest.json", "signature.json")
FILES = (*OLD_FILES, *PROOF)
"""Of a `satti-bundle/2`."""
MOST_BYTES = 4 << 30
"""Of everything unpacked."""
LONGEST_LINE = 64 << 20
LONGEST_FILE = 256 << 20
"""Of those that are read in one piece."""
_BROKEN = (
    zipfile.BadZipFile,
    OSError,
    EOFError,
    zlib.error,
    struct.error,
    RuntimeError,
    NotImplementedError,
    ValueError,
)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a bundle that is not as it should be: where, and what."""

    where: str
    what: str

    def __str__(self) -> str:
        text = f"{self.where}: {self.what}"
        return "".join(c if c.isprintable() and c.isascii() else ascii(c)[1:-1] for c in text)


class Wrong(Exception):
    """Carries a Problem out of what cannot be read any further."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(where, what)
        self.problem = Problem(where, what)


class Archive:
    """An opened bundle. Making one, and every method, raise Wrong."""

    def __init__(self, source: bytes | str | os.PathLike[str]) -> None:
        try:
            self.zip = zipfile.ZipFile(io.BytesIO(source) if isinstance(source, bytes) else source)
        except _BROKEN as error:
            raise Wrong("bundle", f"no zip file that can be opened ({error})") from None
        found = [(member.filename, member) for member in self.zip.infolist() if not _clutter(member.filename)]
        folders = {name.rpartition("/")[0] for name, _ in found}
        if len(folders) == 1:  # a folder around everything: somebody unpacked the bundle and zipped it again
            found = [(name.rpartition("/")[2], member) for name, member in found]
        self._members: dict[str, zipfile.ZipInfo] = {}
        for name, member in found:
            if name not in FILES:
                raise Wrong("bundle", f"holds {show(member.filename)}, which is no file of a bundle")
            if name in self._members:
                raise Wrong("bundle", f"holds {name} more than once")
            self._members[name] = member
        self.names = FILES if any(name in self._members for name in PROOF) else OLD_FILES
        for name in self.names:
            if name not in self._members:
                raise Wrong("bundle", f"{name} is missing")
        if sum(member.file_size for member in self._members.values()) > MOST_BYTES:
            raise Wrong("bundle", f"unpacks to more than {MOST_BYTES >> 30} GiB")

    @property
    def is_old(self) -> bool:
        """Whether these are the files of a `satti-bundle/1`."""
        return self.names == OLD_FILES

    def text(self, name: str) -> str:
        """A whole file. CSV and contest.json are small."""
        try:
            with self.zip.open(self._members[name]) as file:
                data = file.read(LONGEST_FILE + 1)
            if len(data) > LONGEST_FILE:
                raise Wrong(name, f"longer than {LONGEST_FILE >> 20} MiB")
            return data.decode()
        except _BROKEN as error:
            raise Wrong(name, f"cannot be read ({error})") from None

    def digest(self, name: str) -> str:
        """The SHA-256 of a whole file."""
        found = hashlib.sha256()
        try:
            with self.zip.open(self._members[name]) as file:
                while piece := file.read(1 << 20):
                    found.update(piece)
        except _BROKEN as error:
            raise Wrong(name, f"cannot be read ({error})") from None
        return found.hexdigest()

    def lines(self, name: str) -> Iterator[bytes]:
        """The lines of a file, without their ends."""
        number = 1
        try:
            with self.zip.open(self._members[name]) as member, io.BufferedReader(member) as file:  # type: ignore[type-var] # typeshed's IO
                while line := file.readline(LONGEST_LINE + 1):
                    if len(line) > LONGEST_LINE:
                        raise Wrong(f"{name} line {number}", f"longer than {LONGEST_LINE >> 20} MiB")
                    yield line.rstrip(b"\n")
                    number += 1
        except _BROKEN as error:
            raise Wrong(f"{name} line {number}", f"cannot be read ({error})") from None

    def objects(self, name: str) -> Iterator[tuple[str, Any]]:
        """Of each line where it is and the JSON value in it."""
        for number, line in enumerate(self.lines(name), start=1):
            where = f"{name} line {number}"
            yield where, parse(line, where)


def _clutter(path: str) -> bool:
    """Whether a desktop's archiver added it, folders included. It is neither read nor part of what is verified."""
    *folders, name = path.split("/")
    mac = "__MACOSX" in folders or name == ".DS_Store" or name.startswith("._")
    return mac or name in ("Thumbs.db", "desktop.ini") or (not name and path.rstrip("/") not in FILES)


def parse(text: str | bytes, where: str) -> Any:
    """A JSON value; NaN and the like are none."""
    try:
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_unique)
    except RecursionError:
        raise Wrong(where, "nested too deeply") from None
    except ValueError as error:
        raise Wrong(where, f"no JSON in UTF-8 ({error})") from None


def take(value: Any, shape: Mapping[str, tuple[type, ...]], where: str) -> dict[str, Any]:
    """The keys of `shape` from a JSON object, each of one of its types; other keys are left out."""
    if not isinstance(value, dict):
        raise Wrong(where, f"{show(value)} stands where an object should be")
    for key, types in shape.items():
        if key not in value:
            raise Wrong(where, f"{key} is missing")
        if type(value[key]) not in types:
            raise Wrong(where, f"{key} is {show(value[key])}, it must be {' or '.join(_NAMES[t] for t in types)}")
        if type(value[key]) is str and any("\ud800" <= letter <= "\udfff" for letter in value[key]):
            raise Wrong(where, f"{key} is {show(value[key])}, which is no text: it has half a surrogate pair")
        if type(value[key]) is int and abs(value[key]) >= 1 << 53:
            raise Wrong(where, f"{key} is {show(value[key])}, which is too great a number")
    return {key: value[key] for key in shape}


def show(value: Any) -> str:
    """A value in a message: ASCII, and short."""
    text = ascii(value) if not isinstance(value, int) or abs(value) < 10**60 else "a huge number"
    return text if len(text) <= 80 else text[:77] + "..."


_NAMES = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
    float: "a number",
    type(None): "null",
}


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"the key {show(max(names, key=names.count))} stands twice in one object")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")
