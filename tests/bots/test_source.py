"""Uploads: what is taken, and a clear verdict for each that is not."""

import io
import stat
import zipfile

import pytest

from bots import source
from bots.limits import FILES, UNPACKED_BYTES, UPLOAD_BYTES
from bots.source import Source, SourceError

BOT = b"class Bot:\n    def act(self, view):\n        return view.legal_actions[0]\n"


def archive(files: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", compression) as file:
        for name, content in files.items():
            file.writestr(name, content)
    return data.getvalue()


def linked(name: str, target: str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        file.writestr("bot.py", BOT)
        link = zipfile.ZipInfo(name)
        link.create_system = 3
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        file.writestr(link, target)
    return data.getvalue()


def verdict(data: bytes, filename: str = "bot.py") -> str:
    with pytest.raises(SourceError) as raised:
        source.read(data, filename)
    assert raised.value.reason
    return raised.value.verdict


def test_a_python_file_becomes_bot_py_whatever_it_is_called():
    assert source.read(BOT, "greedy.py").files == {"bot.py": BOT}


def test_a_zip_keeps_its_folders_and_its_data():
    files = {"bot.py": BOT, "lib/eval.py": b"x = 1\n", "weights.bin": bytes(range(256))}
    assert source.read(archive(files), "bot.zip").files == files


def test_modules_that_the_library_has_too_are_known():
    files = {"bot.py": BOT, "random.py": b"", "queue/__init__.py": b"", "numpy/core/x.py": b"", "games.py": b""}
    fine = {"helper.py": b"", "lib/random.py": b"", "json/table.json": b"{}", "random.txt": b"", "test.py": b""}
    assert source.read(archive(files | fine), "bot.zip").shadowed == ["games.py", "numpy/", "queue/", "random.py"]
    assert source.read(archive({"bot.py": BOT} | fine), "bot.zip").shadowed == []


def test_what_macs_add_to_a_zip_is_left_out():
    assert source.read(archive({"bot.py": BOT, "__MACOSX/._bot.py": b"\0\1"}), "bot.zip").files == {"bot.py": BOT}


@pytest.mark.parametrize(
    ("data", "filename", "expected"),
    [
        (b"", "bot.py", "empty"),
        (b" \n\n", "bot.py", "empty"),
        (b"#" * (2 << 20), "bot.py", "too-large"),
        (b"\x89PNG\r\n\x1a\n\0\0", "bot.py", "not-python"),
        (b"\x89PNG\r\n\x1a\n\0\0", "bot.png", "not-python"),
        (b"x = '\xff'\n", "bot.py", "not-python"),
        (b"x = 1\0\n", "bot.py", "not-python"),
        (b"\x7fELF", "bot.py", "not-python"),
        (b"nothing of the sort", "bot.zip", "bad-archive"),
        (b"PK\x03\x04 broken", "bot.zip", "bad-archive"),
        (archive({"bot.py": BOT})[:-30], "bot.zip", "bad-archive"),
    ],
)
def test_what_is_no_bot_has_its_verdict(data: bytes, filename: str, expected: str):
    assert verdict(data, filename) == expected


def test_a_reason_names_what_was_found():
    with pytest.raises(SourceError, match="PNG image"):
        source.read(b"\x89PNG\r\n\x1a\n", "bot.py")
    with pytest.raises(SourceError, match="2,097,152 bytes"):
        source.read(b"#" * (2 << 20), "bot.py")
    with pytest.raises(SourceError, match=r"move mine/bot\.py"):
        source.read(archive({"mine/bot.py": BOT}), "bot.zip")


ELSEWHERE = r"../evil.py a/../../evil.py /etc/evil.py C:/evil.py a\b.py ./a.py a//b.py a/b/c/d/e/f/g/h/i/j.py"


@pytest.mark.parametrize("name", [*ELSEWHERE.split(), "a\nb.py", "x" * 300])
def test_a_zip_with_a_path_that_leads_elsewhere_is_refused(name: str):
    assert verdict(archive({"bot.py": BOT, name: b"x"}), "bot.zip") == "bad-archive"


def test_a_name_with_a_nul_is_refused():
    data = archive({"bot.py": BOT, "evilXpy": b"x"}).replace(b"evilXpy", b"evil\0py")
    assert verdict(data, "bot.zip") == "bad-archive"


@pytest.mark.parametrize("target", ["/etc/passwd", "bot.py", "../.."])
def test_a_zip_with_a_symbolic_link_is_refused(target: str):
    assert verdict(linked("link.py", target), "bot.zip") == "bad-archive"


def test_a_zip_of_ten_thousand_files_is_refused():
    data = archive({"bot.py": BOT} | {str(n): b"" for n in range(10_000)}, zipfile.ZIP_STORED)
    assert verdict(data, "bot.zip") in ("bad-archive", "too-large")
    fewer = archive({"bot.py": BOT} | {str(n): b"" for n in range(FILES)})
    assert verdict(fewer, "bot.zip") == "bad-archive"


def test_a_bomb_is_refused_by_what_it_unpacks_to():
    bomb = archive({"bot.py": BOT, "zeros": bytes(100 << 20)})
    assert len(bomb) < UPLOAD_BYTES
    assert verdict(bomb, "bot.zip") == "too-large"


def test_a_bomb_that_lies_about_its_size_is_refused():
    honest = archive({"bot.py": BOT, "zeros": bytes(20 << 20)})
    lying = honest.replace((20 << 20).to_bytes(4, "little"), (5).to_bytes(4, "little"))
    assert lying != honest
    assert verdict(lying, "bot.zip") in ("too-large", "bad-archive")


def test_many_small_bombs_count_together():
    part = bytes(UNPACKED_BYTES // 4)
    assert verdict(archive({"bot.py": BOT} | {f"{n}": part for n in range(5)}), "bot.zip") == "too-large"


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_may_occur_once():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        file.writestr("bot.py", BOT)
        file.writestr("bot.py", b"x = 1")
    assert verdict(data.getvalue(), "bot.zip") == "bad-archive"
    assert verdict(archive({"bot.py": BOT, "a": b"", "a/b": b""}), "bot.zip") == "bad-archive"


def test_an_encrypted_file_is_refused():
    data = bytearray(archive({"bot.py": BOT}))
    data[6] |= 1  # in the file's own header
    data[data.index(b"PK\x01\x02") + 8] |= 1  # in the directory
    assert verdict(bytes(data), "bot.zip") == "bad-archive"


def test_other_compressions_are_refused():
    assert verdict(archive({"bot.py": BOT}, zipfile.ZIP_LZMA), "bot.zip") == "bad-archive"


def test_python_inside_a_zip_must_be_text_too():
    assert verdict(archive({"bot.py": b"\x89PNG\0"}), "bot.zip") == "not-python"


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("bot.py", "bot.py"),
        ("../../etc/bot.py", "bot.py"),
        ("C:\\Users\\me\\my bot.py", "my bot.py"),
        ("", "bot.py"),
        ("..", "bot.py"),
        ("a/", "bot.py"),
        ("a\n[fault: x].py", "a [fault: x].py"),
        ("\u202eyp.bot", "\ufffdyp.bot"),
        ("a\0b.py", "a\ufffdb.py"),
        ("\ud800.py", "?.py"),
        ('<b>"x".py', "bx.py"),
        ("x" * 300 + ".zip", "x" * 48 + "..." + "x" * 44 + ".zip"),
    ],
)
def test_the_name_of_a_file_is_made_safe_to_show(given: str, shown: str):
    assert Source(given, {}).filename == shown
    if not shown.endswith(".zip"):
        assert source.read(BOT, given).filename == shown
    shown.encode()


def test_an_error_shows_the_name_made_safe():
    with pytest.raises(SourceError) as error:
        source.read(b"a\0b", "x\x1b[31m\n.py")
    assert str(error.value).isprintable()


def test_what_python_leaves_beside_its_sources_is_left_out():
    files = {"bot.py": BOT, "lib/eval.py": b"x = 1\n"}
    cached = {"__pycache__/bot.cpython-311.pyc": b"\0", "lib/__pycache__/eval.cpython-313.opt-1.pyc": b"\0"}
    assert source.read(archive(files | cached), "bot.zip").files == files


def test_a_reason_says_what_to_do_about_text_that_misleads():
    with pytest.raises(SourceError, match=r"U\+202E in line 2, .* write it as an escape, \\u202e"):
        source.read("x = 1\ny = '\u202e'\n".encode(), "bot.py")
    with pytest.raises(SourceError, match="encoding is 'latin-1'; it must be UTF-8"):
        source.read(b"# coding: latin-1\n" + BOT, "bot.py")


@pytest.mark.parametrize(
    "text",
    ["# coding: utf-8\n", "#!/usr/bin/env python\n# -*- coding: UTF-8 -*-\n", "\ufeff",
     "x = 'caf\u00e9 \u2665'\r\n", "\f\n",
     "a = 1\nb = 2\n# coding: latin-1\n", "# coding: us-ascii\n", "# vim: set fileencoding=utf-8 :\n"],
)  # fmt: skip
def test_text_that_everybody_reads_alike_is_taken(text: str):
    data = text.encode() + BOT
    assert source.read(data, "bot.py").files == {"bot.py": data}


def test_an_archive_with_folders_and_descriptors_is_taken():
    """As it is written by a tool that streams: each file's size stands behind it."""

    class Stream(io.RawIOBase):
        def __init__(self) -> None:
            self.data = b""

        def writable(self) -> bool:
            return True

        def write(self, data: object) -> int:
            self.data += bytes(data)  # type: ignore[call-overload]
            return len(bytes(data))  # type: ignore[call-overload]

    stream = Stream()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
        file.mkdir("lib") if hasattr(file, "mkdir") else file.writestr("lib/", b"")
        file.writestr("lib/eval.py", b"x = 1\n")
        file.writestr("bot.py", BOT)
        file.comment = b"made by hand"
    assert source.read(stream.data, "bot.zip").files == {"lib/eval.py": b"x = 1\n", "bot.py": BOT}


@pytest.mark.parametrize(
    "files",
    [{"lib.pyc": b"\0"}, {"lib.py": b"", "lib/__init__.py": b""}, {"lib.py": b"# coding: latin-1\n"},
     {"lib.py": b"\x1b"}, {"BOT.py": b""}, {"lib.so": b"\x7fELF"}],
)  # fmt: skip
def test_an_upload_that_was_taken_when_less_was_refused_can_still_be_read(files: dict[str, bytes]):
    data = archive({"bot.py": BOT} | files)
    with pytest.raises(SourceError):
        source.read(data, "bot.zip")
    kept = source.read(data, "bot.zip", stored=True).files
    assert kept["bot.py"] == BOT
    assert not any(name.endswith((".pyc", ".so")) for name in kept)
