"""Files that are no bundle, or one that was made to do harm."""

import io
import zipfile

import pytest

from tournaments import bundle
from tournaments.bundle import archive
from tournaments.bundle.archive import OLD_FILES as FILES


def packed(members, **options):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in members:
            target.writestr(name, data, **options)
    return out.getvalue()


def only_problem(data):
    (problem,) = bundle.verify(data)
    return str(problem)


@pytest.mark.parametrize("data", [b"", b"PK", b"{}", b"\x89PNG\r\n\x1a\n" + b"\0" * 400, b"PK\x05\x06" + b"\0" * 18])
def test_what_is_no_bundle_is_one_problem(data):
    assert only_problem(data).startswith("bundle: ")


def test_a_file_that_is_not_there_is_a_problem(tmp_path):
    assert "no zip file that can be opened" in only_problem(tmp_path / "nothing.zip")
    assert "no zip file that can be opened" in only_problem(tmp_path)


def test_members_must_be_those_of_the_format():
    assert only_problem(packed([("contest.json", "{}")])) == "bundle: matches.jsonl is missing"
    for name in ("../../etc/passwd", "/etc/passwd", "contest.json/", "x\x1b[2J"):
        assert "which is no file of a bundle" in only_problem(packed([(name, "x")]))
        assert only_problem(packed([(name, "x")])).isprintable()


REPACKED = {
    "plain": ("", ()),
    "macOS": ("cup/", ("cup/", "cup/.DS_Store", "__MACOSX/", "__MACOSX/cup/._contest.json", "__MACOSX/._cup")),
    "Windows": ("cup/", ("cup/desktop.ini", "cup/Thumbs.db")),
    "twice": ("a folder/cup é/", ("a folder/", "a folder/cup é/", "a folder/.DS_Store")),
    "files only": ("", (".DS_Store", "._matches.jsonl")),
}


@pytest.mark.parametrize(("folder", "extra"), REPACKED.values(), ids=REPACKED)
def test_a_bundle_that_a_desktop_zipped_again_verifies(duels, folder, extra):
    source = zipfile.ZipFile(io.BytesIO(duels.bytes()))
    members = [(name, "clutter") for name in extra] + [(folder + name, source.read(name)) for name in FILES]
    assert bundle.verify(packed(members)) == []


def test_files_in_several_folders_are_no_bundle(duels):
    source = zipfile.ZipFile(io.BytesIO(duels.bytes()))
    spread = [(f"{number}/{name}", source.read(name)) for number, name in enumerate(FILES)]
    assert "which is no file of a bundle" in only_problem(packed(spread))
    beside = [(f"cup/{name}", source.read(name)) for name in FILES] + [("notes.txt", "x")]
    assert "which is no file of a bundle" in only_problem(packed(beside))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_second_file_in_a_folder_around_does_not_hide_the_first(duels):
    source = zipfile.ZipFile(io.BytesIO(duels.bytes()))
    twice = [("cup/" + name, source.read(name)) for name in (*FILES, "contest.json")]
    assert only_problem(packed(twice)) == "bundle: holds contest.json more than once"


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_member_must_not_be_there_twice():
    assert only_problem(packed([(name, "") for name in (*FILES, "contest.json")])) == (
        "bundle: holds contest.json more than once"
    )


def test_a_bomb_is_not_unpacked(duels, monkeypatch):
    monkeypatch.setattr(archive, "LONGEST_FILE", 1 << 16)
    monkeypatch.setattr(archive, "LONGEST_LINE", 1 << 16)
    source = zipfile.ZipFile(io.BytesIO(duels.bytes()))
    for name in ("contest.json", "matches.jsonl", "replays.jsonl", "standings.csv", "audit.jsonl"):
        members = [(other, " " * (1 << 20) if other == name else source.read(other)) for other in FILES]
        data = packed(members)
        assert any(name in str(problem) and "longer than" in str(problem) for problem in bundle.verify(data))
    monkeypatch.setattr(archive, "MOST_BYTES", 1 << 16)
    assert "unpacks to more than" in only_problem(packed([(name, " " * (1 << 14)) for name in FILES]))


@pytest.mark.parametrize("text", ["[" * 200_000, '{"a":' * 200_000, "9" * 10_000, '{"name": NaN}', "\x00", "\ufeff{}"])
def test_json_made_to_hurt_is_a_problem(text):
    assert only_problem(packed([(name, text) for name in FILES])).startswith("contest.json")


def test_bytes_that_are_no_text_are_a_problem():
    assert "cannot be read" in only_problem(packed([(name, b"\xff\xfe") for name in FILES]))


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_any_method_of_packing_that_python_knows_will_do(duels, method):
    source = zipfile.ZipFile(io.BytesIO(duels.bytes()))
    assert bundle.verify(packed([(name, source.read(name)) for name in FILES], compress_type=method)) == []


def test_an_encrypted_member_is_a_problem(duels):
    data = bytearray(duels.bytes())
    start = 0
    while (at := data.find(b"PK\x01\x02", start)) >= 0:  # the flags of every member in the central directory
        data[at + 8] |= 1
        start = at + 4
    assert "cannot be read" in only_problem(bytes(data))
