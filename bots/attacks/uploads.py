"""Hostile uploads, made here: each with the verdict that reading it must end in."""

import io
import stat
import struct
import zipfile
from collections.abc import Callable, Iterable
from zlib import crc32

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


def before(prefix: bytes) -> bytes:
    """Bytes in front that are another archive to who reads from the start."""
    return prefix + archive()


def between() -> bytes:
    """A member that the directory does not name: `unzip -l` does not show it, a tool that streams unpacks it."""
    hidden = io.BytesIO()
    with zipfile.ZipFile(hidden, "w") as made:
        made.writestr("bot.py", b"import os\n")
        end = made.start_dir
    inserted, data = hidden.getvalue()[:end], bytearray(archive())
    start = data.rindex(b"PK\1\2")
    data[start:start] = inserted
    at = data.rindex(b"PK\5\6")
    data[at + 16 : at + 20] = struct.pack("<I", start + len(inserted))
    return bytes(data)


def overlapping() -> bytes:
    """Two entries of the directory for the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        for name in ("bot.py", "data.bin", "more.bin"):
            made.writestr(name, HONEST)
        made.filelist[2].header_offset = made.filelist[1].header_offset
        made.filelist[2].filename = "data.bin"
        made.filelist[2].orig_filename = "data.bin"
    return buffer.getvalue()


def renamed_inside(kind: int = 0x7075) -> bytes:
    """An extra field with another name, which other tools show in the place of the first."""
    member = zipfile.ZipInfo("data.py")
    other = b"\1" + struct.pack("<L", crc32(b"data.py")) + b"help.py"
    member.extra = struct.pack("<HH", kind, len(other)) + other
    return archive((member, b"x = 1\n"))


def unlike_inside() -> bytes:
    """One name in front of the file, another in the directory."""
    data = archive(("safe.py", b"x = 1\n"))
    return data.replace(b"safe.py", b"evil.py", 1)


def cookie(name: str, text: str = "x = 1\n") -> bytes:
    return f"# -*- coding: {name} -*-\n{text}".encode() + HONEST


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
    "compiled Python beside the source": ("b.zip", lambda: archive(("helper.pyc", bytes(16))), "bad-archive"),
    "compiled Python of long ago": ("b.zip", lambda: archive(("helper.pyo", bytes(16))), "bad-archive"),
    "compiled Python in capitals": ("b.zip", lambda: archive(("__PYCACHE__/bot.cpython-311.PYC", b"")), "bad-archive"),
    "a compiled module": ("b.zip", lambda: archive(("helper.cpython-311-x86_64.so", b"")), "bad-archive"),
    "a compiled module of Windows": ("b.zip", lambda: archive(("lib/helper.pyd", b"MZ")), "bad-archive"),
    "an archive of modules": ("b.zip", lambda: archive(("lib.egg", archive())), "bad-archive"),
    "a package behind which a module hides": (
        "b.zip",
        lambda: archive(("helper.py", b"x = 1\n"), ("helper/__init__.py", b"x = 2\n")),
        "bad-archive",
    ),
    "two names that differ in their case": ("b.zip", lambda: archive(("BOT.py", b"x = 1\n")), "bad-archive"),
    "two folders that differ in their case": ("b.zip", lambda: archive(("a/x", b""), ("A/y", b"")), "bad-archive"),
    "two names that look alike": ("b.zip", lambda: archive(("\u00e9.py", b""), ("e\u0301.py", b"")), "bad-archive"),
    "a wide letter in a name": ("b.zip", lambda: archive(("b\uff4ft.py", b"")), "bad-archive"),
    "bytes before the archive": ("b.zip", lambda: before(b"PK\3\4" + bytes(100)), "bad-archive"),
    "another archive before the archive": ("b.zip", lambda: before(archive()), "bad-archive"),
    "a file that the directory does not name": ("b.zip", between, "bad-archive"),
    "two files in the same bytes": ("b.zip", overlapping, "bad-archive"),
    "a second name in an extra field": ("b.zip", renamed_inside, "bad-archive"),
    "another name before the file": ("b.zip", unlike_inside, "bad-archive"),
    "code in a comment of an encoding": (
        "bot.py",
        lambda: cookie("unicode_escape", "# nothing \\u000aimport os\n"),
        "not-python",
    ),
    "an encoding that turns letters": ("bot.py", lambda: cookie("rot13"), "not-python"),
    "an encoding in the second line": ("bot.py", lambda: b"#!\n" + cookie("utf-7"), "not-python"),
    "an encoding behind a form feed": ("bot.py", lambda: b"\x0c" + cookie("raw_unicode_escape"), "not-python"),
    "an encoding behind a mark of UTF-8": ("bot.py", lambda: b"\xef\xbb\xbf" + cookie("utf-16"), "not-python"),
    "an encoding in a module": ("b.zip", lambda: archive(("lib/x.py", cookie("cp037"))), "not-python"),
    "a line that ends where editors see none": ("bot.py", lambda: b"# nothing\rimport os\n" + HONEST, "not-python"),
    "a text that editors turn around": ("bot.py", lambda: "# \u202e } \u2066if x\n".encode() + HONEST, "not-python"),
    "a line end of Unicode": ("bot.py", lambda: "# \u2028import os\n".encode() + HONEST, "not-python"),
    "a backspace": ("bot.py", lambda: b"x = 1 #\x08\x08\n" + HONEST, "not-python"),
    "an escape sequence": ("bot.py", lambda: b"# \x1b[2K\n" + HONEST, "not-python"),
}
