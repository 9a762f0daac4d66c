"""Nothing in a bundle that proves itself can be changed, left out or put in."""

import csv
import io
import json
import zipfile
from functools import cache

import pytest

from games import replay
from tests.tournaments.bundle.conftest import OTHER, PUBLIC, SECRET
from tournaments import bundle, draws, seeds
from tournaments.bundle import signature
from tournaments.bundle.archive import FILES, OLD_FILES, Archive
from tournaments.bundle.canonical import canonical, sha256
from tournaments.bundle.history import Impossible
from tournaments.bundle.verifying import common

PRIVATE = "11" * 32
SEALS = ("manifest.json", "signature.json")
LINES = tuple(name for name in FILES if name.endswith("l"))
SHEETS = tuple(name for name in FILES if name.endswith(".csv"))


def opened(data):
    source = zipfile.ZipFile(io.BytesIO(data))
    return {name: source.read(name) for name in source.namelist()}


def zipped(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as target:
        for name, data in members.items():
            target.writestr(name, data)
    return out.getvalue()


def sealed(members, private=PRIVATE):
    """The members with a manifest and a signature that fit them: as a dishonest arena could make it."""
    manifest = signature.manifest({name: sha256(data) for name, data in members.items() if name not in SEALS})
    signed = canonical(signature.sign(private, manifest))
    return members | {"manifest.json": manifest, "signature.json": signed}


def problems(members, **how):
    return [str(problem) for problem in bundle.check(zipped(members), keys=[PUBLIC], **how).problems]


@pytest.fixture(scope="module")
def members(cup):
    return opened(cup.bytes())


def leaves(value, path=()):
    """Paths to every leaf of a JSON value, empty lists and objects included."""
    if isinstance(value, (dict, list)) and value:
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[key], (*path, key))
    else:
        yield path


def other(leaf):
    """A value of the same type that is not this one."""
    return {bool: lambda: not leaf, int: lambda: leaf + 1, float: lambda: leaf + 0.25, list: lambda: [1]}.get(
        type(leaf), lambda: "x" if leaf is None else {"x": 1} if leaf == {} else f"{leaf}x"
    )()


def with_leaf(value, path, change=other):
    copied = json.loads(json.dumps(value))
    place = copied
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = change(place[path[-1]])
    return copied


def without_leaf(value, path):
    copied = json.loads(json.dumps(value))
    place = copied
    for key in path[:-1]:
        place = place[key]
    del place[path[-1]]
    return copied


def dumped(name, value):
    """As the file has it: canonical where it must be."""
    if name in ("commitment.json", "chain.jsonl", "manifest.json", "signature.json"):
        return canonical(value)
    indent = 1 if name == "contest.json" else None
    text = json.dumps(value, ensure_ascii=False, indent=indent, separators=None if indent else (",", ":"))
    return (text + ("\n" if indent else "")).encode()


def mutations(members):
    """Every leaf of every JSON file changed and removed, every line removed, doubled and swapped with the next, every
    key doubled, every cell of a sheet changed, as (what, file, its new bytes). Of replays, which the engine's tests
    break action by action, the leaves outside the games."""
    for name, data in members.items():
        if name in SHEETS:
            yield from sheet_mutations(name, data)
            continue
        pieces = data.split(b"\n")[:-1] if name in LINES else [data]
        for at, piece in enumerate(pieces):
            value = json.loads(piece)
            paths = [path for path in leaves(value) if name != "replays.jsonl" or path[0] != "games"]
            changed = [("changed", path, dumped(name, with_leaf(value, path))) for path in paths]
            changed += [("removed", path, dumped(name, without_leaf(value, path))) for path in paths]
            first = next(iter(value))
            twice = json.dumps(first).encode() + b":" + json.dumps(value[first]).encode() + b","
            changed.append(("doubled", (first,), piece.replace(b"{", b"{" + twice, 1)))
            for what, path, new in changed:
                lines = [*pieces[:at], new, *pieces[at + 1 :]]
                yield f"{name} {at + 1} {what} {path}", name, b"\n".join(lines) + b"\n" if name in LINES else new
        if name in LINES:
            for at in range(len(pieces)):
                for what, lines in (
                    ("removed", [*pieces[:at], *pieces[at + 1 :]]),
                    ("doubled", [*pieces[: at + 1], *pieces[at:]]),
                    ("swapped", [*pieces[:at], *pieces[at : at + 2][::-1], *pieces[at + 2 :]]),
                ):
                    new = b"".join(line + b"\n" for line in lines)
                    if new != data:
                        yield f"{name} line {at + 1} {what}", name, new


def sheet_mutations(name, data):
    rows = list(csv.reader(io.StringIO(data.decode())))
    for at, row in enumerate(rows):
        for column in range(len(row)):
            changed = [[*row[:column], row[column] + "9", *row[column + 1 :]] if row is one else one for one in rows]
            yield f"{name} line {at + 1} column {column}", name, sheet(changed)
        yield f"{name} line {at + 1} removed", name, sheet(rows[:at] + rows[at + 1 :])


def sheet(rows):
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue().encode()


def test_what_is_mutated_here_is_a_bundle_without_problems(members):
    report = bundle.check(zipped(members), keys=[PUBLIC])
    assert (report.problems, report.unproven) == ([], [])
    assert (report.matches, report.tries, report.records) == (3, 5, 14)
    assert problems(sealed(members)) == []


def test_any_change_is_refused_without_the_arena_s_key(members):
    """The seals do not fit; and where they are made to fit by somebody else, the key is not the arena's."""
    count = 0
    for what, name, data in mutations(members):
        archive = Archive(zipped(members | {name: data}))
        fits = signature.manifest({one: archive.digest(one) for one in FILES if one not in SEALS})
        assert name in SEALS or fits != members["manifest.json"], what
        count += 1
    assert count > 900
    for name in FILES:
        changed = members | {name: members[name] + b" "}
        assert problems(changed), name
        assert problems({one: data for one, data in members.items() if one != name}) == [f"bundle: {name} is missing"]
        if name not in SEALS:
            assert "signature.json: 'd04a" not in problems(sealed(changed))[0]
            assert any("is not a key of the arena's" in one for one in problems(sealed(changed, OTHER)))


UNPROVEN = ("logs.jsonl", "audit.jsonl")
"""Their texts, which nothing implies: the signature vouches for them, and an arena could have written others."""


def test_any_change_is_refused_even_if_the_arena_signs_it(members, monkeypatch):
    """By commitment and chain, which were published; except in the parts documented as unproven."""
    monkeypatch.setattr(common.replay, "read", cache(replay.read))  # of the same bytes it is the same every time
    published = bundle.Expected(sha256(members["commitment.json"]), hashes(members["chain.jsonl"]))
    assert problems(members, expected=published) == []
    accepted = []
    for what, name, data in mutations(members):
        if name in SEALS:
            continue
        if not problems(sealed(members | {name: data}), expected=published):
            accepted.append((name, what))
    assert {name for name, _ in accepted} == set(UNPROVEN)
    assert all(
        name == "audit.jsonl" or ("changed" in what and "log'" in what) for name, what in accepted
    ), accepted


def hashes(text):
    return [sha256(line) for line in text.split(b"\n")[:-1]]


def remade(show, **commitment):
    """The bundle of a contest whose chain has been written anew over what is left, sheets and signature included."""
    return bundle.check(show.proven().bytes(), keys=[PUBLIC], **commitment)


def refused(show, *parts):
    try:
        found = [str(problem) for problem in remade(show).problems]
    except Impossible:  # the arena's own writer would not make it; somebody else's would, and the chain is read first
        kept = show.proven()
        chain = {"commitment.json": kept.committed, "chain.jsonl": b"".join(line + b"\n" for line in kept.records)}
        found = problems(sealed(dict.fromkeys(FILES, b"{}") | chain))
    assert any(part in one for one in found for part in parts), found


@pytest.fixture
def begun(direct):
    """Three bots of whom everybody is to meet everybody twice, all drawn, nothing played."""
    show = direct(rounds=2)
    show.draw(2)
    return show


def test_the_last_match_cannot_be_left_out(begun):
    begun.play(1, 2, 3, 4, 5)
    begun.record("finish", void=[], note="")
    refused(begun, "the contest ends while match 6 is neither done nor void")


def test_a_contest_cannot_end_before_its_chain_does(begun):
    begun.play(1, 2, 3, 4, 5, 6)
    refused(begun, "chain.jsonl: it ends before the contest does")


def test_a_round_cannot_be_left_out(direct):
    show = direct(rounds=2)
    show.draw(1)
    show.play(1, 2, 3)
    show.record("finish", void=[], note="")
    refused(show, "1 rounds were drawn, and there were to be 2")
    swiss = direct(format="swiss", labels=[f"u{n}/b@1" for n in range(4)], rounds=2)
    swiss.draw(1)
    swiss.play(1, 2)
    swiss.record("finish", void=[], note="")
    refused(swiss, "1 rounds were drawn, and there were to be 2")


def test_a_swiss_round_is_paired_by_its_rule(direct):
    show = direct(format="swiss", labels=[f"u{n}/b@1" for n in range(4)], rounds=2)
    show.draw(1)
    show.play(1, 2)
    owners = {n: f"u{n}" for n in range(4)}
    tables = draws.draw("swiss/1", draws.Question([0, 1, 2, 3], 2, 2, 2, tuple(show.played.values()), (), owners))[0]
    (a, b), (c, d) = tables
    show.record("draw", round=2, match=3, boards=1, rounds=[[[a, c], [b, d]]])
    show.round = 2
    show._add((2, 1), (a, c))
    show._add((2, 2), (b, d))
    show.play(3, 4)
    show.record("finish", void=[], note="")
    refused(show, "round 2 is not what swiss/1 draws")


@pytest.mark.parametrize(
    ("kind", "how"),
    [
        ("swiss", {"format": "swiss", "labels": [f"u{n}/b@1" for n in range(5)], "rounds": 4}),
        ("tables", {"game": "badam-satti", "preset": "quick", "labels": [f"u{n}/b@1" for n in range(5)],
                    "format": "tables", "rounds": 3}),
    ],
)  # fmt: skip
def test_every_format_proves_itself_whatever_happens_to_it(direct, kind, how):
    show = direct(**how)
    for last in range(1, 5) if kind == "swiss" else [3]:
        show.draw(last)
        waiting = [n for n in show.tables if n not in show.replays and show.played[n].state != "void"]
        show.play(*waiting)
        if last == 2:
            show.void(1)
        if last == 3 and kind == "swiss":
            show.remove(2, [])
    if kind == "tables":
        show.record("extend", rounds=2, boards=1)
        show.draw(5)
        show.play(*(n for n in show.tables if n not in show.replays))
    show.record("finish", void=[], note="")
    assert remade(show).problems == []


def test_a_match_is_not_repeated_in_secret(begun):
    begun.play(1)
    begun.record("try", match=1, key="1/1/2", worker="w", **{"try": 2})
    refused(begun, "match 1 is done")


def test_a_try_has_the_key_of_its_number(begun):
    begun.begin(1)
    begun.fail(1)
    begun.record("try", match=1, key="1/1", worker="w", **{"try": 2})
    refused(begun, "must be try 2 with key 1/1/2")


def test_a_match_played_again_goes_on_counting_tries(begun):
    begun.play(1)
    begun.play(begun.rerun(1), 2, 3, 4, 5, 6)
    begun.record("finish", void=[], note="")
    report = remade(begun)
    assert (report.problems, report.matches, report.tries) == ([], 6, 7)
    assert "1 of 7 tries repeated a match, which is more than 1%" in report.warnings[0]


def test_a_false_removal_is_refused(begun):
    begun.play(1, 2, 3)
    begun.remove(0, [])
    refused(begun, "matches of entry 0 are still waiting")


@pytest.mark.parametrize(
    ("field", "value"),
    [("name", "Autumn open"), ("rounds", 2), ("memory_mb", 512), ("matches", 4), ("format", "swiss"), ("k", 16)],
)
def test_another_commitment_is_not_the_one_published(begun, members, field, value):
    """Even if the whole chain is written anew over it: what was published at the start is another hash."""
    committed = json.loads(members["commitment.json"]) | {field: value}
    head, records = sha256(canonical(committed)), []
    for line in members["chain.jsonl"].split(b"\n")[:-1]:
        records.append(canonical(json.loads(line) | {"prev": head}))
        head = sha256(records[-1])
    new = {"commitment.json": canonical(committed), "chain.jsonl": b"".join(line + b"\n" for line in records)}
    published = bundle.Expected(sha256(members["commitment.json"]), hashes(members["chain.jsonl"]))
    found = problems(sealed(members | new), expected=published)
    assert any("the arena published" in one for one in found)


def test_a_contest_with_a_commitment_is_not_verified_by_the_old_rules(members):
    """Its secret says what it is, and all of its deals follow from that secret."""
    value = json.loads(members["contest.json"])
    old = {name: members[name] for name in OLD_FILES}
    old["contest.json"] = json.dumps(value | {"bundle": bundle.FORMAT}).encode()
    found = [str(problem) for problem in bundle.check(zipped(old)).problems]
    assert any("committed to all it consists of" in one for one in found)
    bare = SECRET.removeprefix(seeds.COMMITTED)
    disguised = value | {"bundle": bundle.FORMAT, "secret": bare, "secret_sha256": seeds.commitment(bare)}
    found = [str(one) for one in bundle.check(zipped(old | {"contest.json": json.dumps(disguised).encode()})).problems]
    assert any("seed does not follow from the secret" in one for one in found)


def test_an_old_bundle_says_what_it_does_not_prove(duels):
    report = bundle.check(duels.bytes(), keys=[PUBLIC])
    assert report.problems == []
    assert report.unproven == [bundle.UNPROVEN]
    assert "completeness and origin are not proven" in bundle.UNPROVEN
    published = bundle.check(duels.bytes(), expected=bundle.Expected("ab" * 32))
    assert published.problems


def test_an_unknown_key_leaves_the_origin_unproven(cup):
    data = cup.bytes()
    for how in ({}, {"keys": ["ab" * 32], "strict": False}):
        report = bundle.check(data, **how)
        assert report.problems == []
        assert report.unproven
    (problem,) = bundle.check(data, keys=["ab" * 32]).problems
    assert "is not a key of the arena's" in str(problem)


def test_records_that_the_arena_did_not_publish_are_refused(cup, members):
    published = bundle.Expected(sha256(members["commitment.json"]), hashes(members["chain.jsonl"])[:-1])
    (problem,) = bundle.check(cup.bytes(), keys=[PUBLIC], expected=published).problems
    assert "it has records that the arena did not publish" in str(problem)
