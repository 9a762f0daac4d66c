"""Hostile uploads, made here: each with the verdict that reading it must end in."""

import io
import stat
import struct
import zipfile
from collections.abc import Callable, Iterable

HONEST = b"class Bot:\n    def act(self, view):\n        return view.legal_actions[0]\n"


def archive(*members: tuple[str | zipfile.ZipInfo, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as made:
        for name, content in [("bot.py", HONEST), *members]:
            made.writestr(name, content)
    return buffer.getvalue()


def linked(target: bytes, kind: int = stat.S_IFLNK) -> bytes:
    link = zipfile.ZipInfo("data")
    link.create_system = 3
    link.external_attr = (kind | 0o777) << 16
    return archive((link, target))


def renamed(old: bytes, new: bytes) -> bytes:
    """A member whose name no honest program would write; both names are equally long."""
    return archive((old.decode(), b"x")).replace(old, new)


def nameless() -> bytes:
    data = bytearray(archive(("x", b"y")))
    for signature, name_length, header in ((b"PK\1\2", 28, 46), (b"PK\3\4", 26, 30)):
        at = data.rindex(signature)
        del data[at + header]
        data[at + name_length : at + name_length + 2] = b"\0\0"
    end = data.rindex(b"PK\5\6")
    size, start = struct.unpack("<II", data[end + 12 : end + 20])
    data[end + 12 : end + 20] = struct.pack("<II", size - 1, start - 1)
    return bytes(data)


def lying() -> bytes:
    """Says that it unpacks to 100 bytes."""
    data = bytearray(archive(("data", bytes(20 << 20))))
    at = data.rindex(b"PK\1\2")
    data[at + 24 : at + 28] = struct.pack("<I", 100)
    return bytes(data)


def beyond() -> bytes:
    """Says that its file begins where no file can."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        made.writestr("bot.py", HONEST)
        made.filelist[0].header_offset = 1 << 63
    return buffer.getvalue()


def encrypted() -> bytes:
    data = bytearray(archive(("data", b"x")))
    for signature, flags in ((b"PK\1\2", 8), (b"PK\3\4", 6)):
        data[data.rindex(signature) + flags] |= 1
    return bytes(data)


def twice() -> bytes:
    return renamed(b"b_t.py", b"bot.py")


def many(number: int) -> Iterable[tuple[str, bytes]]:
    return ((f"{n}", b"") for n in range(number))


# name -> (file name, how it is made, verdict)
UPLOADS: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "a path that climbs out": ("b.zip", lambda: archive(("../evil.py", b"")), "bad-archive"),
    "a path that climbs out later": ("b.zip", lambda: archive(("a/../../evil.py", b"")), "bad-archive"),
    "an absolute path": ("b.zip", lambda: archive(("/etc/cron.d/evil", b"")), "bad-archive"),
    "a path of Windows": ("b.zip", lambda: archive(("C:/evil.py", b"")), "bad-archive"),
    "backslashes": ("b.zip", lambda: renamed(b".._evil", b"..\\evil"), "bad-archive"),
    "a NUL in a name": ("b.zip", lambda: renamed(b"bot_py.txt", b"bot.py\0txt"), "bad-archive"),
    "a line end in a name": ("b.zip", lambda: archive(("a\nb.py", b"")), "bad-archive"),
    "an escape sequence in a name": ("b.zip", lambda: archive(("\x1b[2J", b"")), "bad-archive"),
    "a name that turns the text around": ("b.zip", lambda: archive(("yp.\u202egnp", b"")), "bad-archive"),
    "no name": ("b.zip", nameless, "bad-archive"),
    "a name of 5,000 characters": ("b.zip", lambda: archive(("x" * 5000, b"")), "bad-archive"),
    "a hundred folders deep": ("b.zip", lambda: archive(("a/" * 100 + "x", b"")), "bad-archive"),
    "a symbolic link": ("b.zip", lambda: linked(b"/etc/passwd"), "bad-archive"),
    "a device": ("b.zip", lambda: linked(b"", stat.S_IFCHR), "bad-archive"),
    "a pipe": ("b.zip", lambda: linked(b"", stat.S_IFIFO), "bad-archive"),
    "a socket": ("b.zip", lambda: linked(b"", stat.S_IFSOCK), "bad-archive"),
    "10,000 files": ("b.zip", lambda: archive(*many(10_000), compression=zipfile.ZIP_STORED), "bad-archive"),
    "one file twice": ("b.zip", twice, "bad-archive"),
    "a file and a folder of one name": ("b.zip", lambda: archive(("a", b""), ("a/b", b"")), "bad-archive"),
    "encrypted": ("b.zip", encrypted, "bad-archive"),
    "an unusual compression": ("b.zip", lambda: archive(("d", b"x"), compression=zipfile.ZIP_LZMA), "bad-archive"),
    "a bomb": ("b.zip", lambda: archive(("data", bytes(20 << 20))), "too-large"),
    "a bomb of many files": ("b.zip", lambda: archive(*((f"{n}", bytes(1 << 20)) for n in range(20))), "too-large"),
    "a bomb that lies about its size": ("b.zip", lying, "bad-archive"),
    "a file that begins beyond any end": ("b.zip", beyond, "bad-archive"),
    "a folder in the place of bot.py": ("b.zip", lambda: archive(("bot/__init__.py", HONEST)), "bad-archive"),
    "a zip in name only": ("b.zip", lambda: b"import os", "bad-archive"),
    "half a zip": ("b.zip", lambda: archive(("data", bytes(1000)))[:-30], "bad-archive"),
    "no bot.py": ("b.zip", lambda: archive().replace(b"bot.py", b"b0t.py"), "bad-archive"),
    "a program": ("bot.py", lambda: b"\x7fELF" + bytes(100), "not-python"),
    "an image": ("bot.py", lambda: b"\x89PNG\r\n" + bytes(100), "not-python"),
    "a NUL in the source": ("bot.py", lambda: HONEST + b"\0", "not-python"),
    "source that is no UTF-8": ("bot.py", lambda: b"# -*- coding: latin-1 -*-\nx = '\xe9'\n", "not-python"),
    "nothing": ("bot.py", lambda: b"", "empty"),
    "white space": ("bot.py", lambda: b"\n \t\n" * 100, "empty"),
    "two megabytes": ("bot.py", lambda: b"x" * (2 << 20), "too-large"),
}
