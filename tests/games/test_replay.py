import copy
import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import replay
from games.replay import ReplayError

VECTORS = Path(__file__).parent.parent / "vectors"
REPLAYS = sorted(VECTORS.glob("*.replay.json"))
BAD = [json.loads(line) for line in (VECTORS / "bad.jsonl").read_text().splitlines()]
MUTATIONS = int(os.environ.get("SATTI_REPLAY_MUTATIONS", "1500"))


def vector(name: str) -> dict[str, Any]:
    (path,) = VECTORS.glob(f"{name}-*.replay.json")
    doc: dict[str, Any] = json.loads(path.read_text())
    return doc


def refused(doc: Any) -> ReplayError:
    with pytest.raises(ReplayError) as raised:
        replay.read(json.dumps(doc))
    return raised.value


def place(error: ReplayError) -> tuple[int | None, int | None, int | None]:
    return error.game, error.deal, error.action


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.name[:-12])
def test_a_vector_is_read_traced_and_made_again_to_the_byte(path: Path) -> None:
    data = path.read_bytes()
    doc = replay.read(data).doc
    assert replay.dumps(doc) == data
    assert replay.regenerate(doc) == data
    lines = [json.dumps(line, separators=(",", ":")) for line in replay.trace(doc)]
    assert lines == path.with_name(path.name.replace(".replay.json", ".trace.jsonl")).read_text().splitlines()


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad["name"])
def test_a_bad_replay_is_refused_at_its_place(bad: dict[str, Any]) -> None:
    assert place(refused(bad["replay"])) == (bad["game"], bad["deal"], bad["action"])


def test_an_error_names_its_place_and_the_reason() -> None:
    doc = vector("01")
    doc["games"][1]["deals"][0]["actions"][4][1] = "7C"
    error = refused(doc)
    assert str(error) == f"game 1, deal 0, action 4: {error.reason}"
    assert error.reason.startswith("'7C' is no action of saat-aath")


def test_unknown_keys_are_allowed_only_at_the_top() -> None:
    doc = vector("08")
    extended = {"played_at": "2026-11-30", **doc, "sha256": [1, {"a": None}]}
    assert replay.read(json.dumps(extended)).doc == extended
    assert replay.dumps(extended) == replay.dumps(doc)
    assert replay.regenerate(extended) == replay.dumps(doc)
    for inside in (doc["options"], doc["games"][0], doc["games"][0]["deals"][0], doc["games"][0]["faults"][0]):
        inside["note"] = "x"
        assert "note" in str(refused(doc))
        del inside["note"]


def test_keys_may_stand_in_any_order() -> None:
    doc = vector("22")

    def backwards(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: backwards(value[key]) for key in reversed(value)}
        return [backwards(item) for item in value] if isinstance(value, list) else value

    text = json.dumps(backwards(doc))
    assert replay.dumps(replay.read(text).doc) == replay.dumps(doc)


def test_names_of_players_may_be_in_any_script() -> None:
    doc = vector("01")
    doc["players"] = ["सात/आठ@1", "\u2028\x00'\"\\/@2"]
    data = replay.dumps(doc)
    assert "सात/आठ@1" in data.decode()
    assert replay.dumps(replay.read(data).doc) == data


@pytest.mark.parametrize("key", ["format", "game", "options", "seed", "players", "games", "match_scores"])
def test_a_missing_key_is_named(key: str) -> None:
    doc = vector("01")
    del doc[key]
    assert str(refused(doc)) == f"replay: {key} is missing"


@pytest.mark.parametrize(
    "text", ["", " ", "{", "[]", "null", "7", '"x"', "{}", "\ufeff{}", "{'a': 1}", "nul", "[" * 10**5]
)
def test_text_that_is_no_replay_is_refused(text: str) -> None:
    for form in (text, text.encode()):
        with pytest.raises(ReplayError):
            replay.read(form)


@pytest.mark.parametrize("data", [b"\xff\xfe{\x00}\x00", b"\x80", b'{"format": "\xc3\x28"}', b"\x89PNG\r\n\x1a\n"])
def test_what_is_not_utf_8_is_refused(data: bytes) -> None:
    with pytest.raises(ReplayError, match="not JSON in UTF-8"):
        replay.read(data)


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "9" * 5000, "0.49999", "true"])
def test_match_scores_that_are_no_good_numbers_are_refused(constant: str) -> None:
    text = REPLAYS[0].read_text()
    assert '"match_scores":[' in text
    head = text[: text.index('"match_scores":[')]
    with pytest.raises(ReplayError):
        replay.read(head + f'"match_scores":[{constant},{constant}]}}')


def test_match_scores_may_be_off_by_half_a_millionth() -> None:
    doc = vector("22")
    exact = [0.0, 5 / 6, 2 / 3]
    for off in (0, 0.49e-6, -0.49e-6):
        doc["match_scores"] = [score + off for score in exact]
        replay.read(json.dumps(doc))
    for off in (0.51e-6, -0.51e-6):
        doc["match_scores"] = [exact[0], exact[1] + off, exact[2]]
        assert "match_scores: player 1" in str(refused(doc))
    doc["match_scores"] = [0, 0.833333, 0.666667]  # a whole number is a number
    replay.read(json.dumps(doc))


def test_a_key_twice_is_refused() -> None:
    text = REPLAYS[0].read_text()
    with pytest.raises(ReplayError, match="'board' stands twice"):
        replay.read(text.replace('"board":0', '"board":1,"board":0', 1))
    with pytest.raises(ReplayError, match="'seed' stands twice"):
        replay.read(text.replace('"seed"', '"seed":"00","seed"', 1))


@pytest.mark.parametrize("seed", ["", "ABC", "0x1", "g", "a" * 65, "a\n", " a", None, 7, ["a"]])
def test_a_seed_of_another_form_is_refused(seed: Any) -> None:
    assert "seed is" in str(refused({**vector("01"), "seed": seed}))


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        (("games", 0, "board"), False, (0, None, None)),
        (("games", 0, "board"), 0.0, (0, None, None)),
        (("games", 1, "rotation"), True, (1, None, None)),
        (("games", 1, "rotation"), "1", (1, None, None)),
        (("games", 0, "places"), [1.0, 1], (0, None, None)),
        (("games", 0, "places"), [True, 1], (0, None, None)),
        (("games", 0, "places"), {"0": 1}, (0, None, None)),
        (("games", 0, "faults"), None, (0, None, None)),
        (("games", 0, "faults"), [None], (0, None, None)),
        (("games", 0), [], (0, None, None)),
        (("games", 0, "deals"), {}, (0, None, None)),
        (("games", 0, "deals"), [], (0, None, None)),
        (("games", 0, "deals", 0), "x", (0, 0, None)),
        (("games", 0, "deals", 0, "deal"), False, (0, 0, None)),
        (("games", 0, "deals", 0, "dealer"), 0.0, (0, 0, None)),
        (("games", 0, "deals", 0, "pack"), [], (0, 0, None)),
        (("games", 0, "deals", 0, "tricks"), [7.0, 8], (0, 0, None)),
        (("games", 0, "deals", 0, "scores"), [False, 0], (0, 0, None)),
        (("games", 0, "deals", 0, "actions"), None, (0, 0, None)),
        (("games", 0, "deals", 0, "actions", 3), None, (0, 0, 3)),
        (("games", 0, "deals", 0, "actions", 3), {"0": "AS"}, (0, 0, 3)),
        (("games", 0, "deals", 0, "actions", 3), [0, "AS", 1], (0, 0, 3)),
        (("games", 0, "deals", 0, "actions", 0), [True, "D"], (0, 0, 0)),
        (("games", 0, "deals", 0, "actions", 0), [1.0, "D"], (0, 0, 0)),
        (("games", 0, "deals", 0, "actions", 0), [1, ["D"]], (0, 0, 0)),
        (("games", 0, "deals", 0, "actions", 0), [1, {"D": 1}], (0, 0, 0)),
        (("games", 0, "deals", 0, "actions", 0), [10**400, "D"], (0, 0, 0)),
        (("options", "deals"), True, (None, None, None)),
        (("options", "deals"), 1.0, (None, None, None)),
        (("options", "winner_draws"), 0, (None, None, None)),
        (("options", "\ud800"), 0, (None, None, None)),
        (("options",), [], (None, None, None)),
        (("players",), "ab", (None, None, None)),
        (("players", 0), 7, (None, None, None)),
        (("players", 0), "\ud800", (None, None, None)),
        (("game",), ["saat-aath"], (None, None, None)),
        (("game",), "whist", (None, None, None)),
        (("game",), "\ud800", (None, None, None)),
        (("games",), [], (None, None, None)),
        (("games",), {}, (None, None, None)),
    ],
)
def test_a_wrong_type_is_refused_at_its_place(path: tuple[str | int, ...], value: Any, where: tuple[Any, ...]) -> None:
    doc: Any = vector("01")
    inner = doc
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    error = refused(doc)
    assert place(error) == where
    str(error).encode()  # can be printed


def test_what_the_rules_did_by_themselves_must_be_in_the_replay() -> None:
    doc = vector("13")
    deal = doc["games"][0]["deals"][0]
    index = next(i for i, (_, action) in enumerate(deal["actions"]) if action == "pass")
    deal["actions"][index] = [deal["actions"][index][0], "PASS"]
    assert place(refused(doc)) == (0, 0, index)
    deal["actions"][index] = [float(deal["actions"][index][0]), "pass"]
    assert place(refused(doc)) == (0, 0, index)
    del deal["actions"][index:]
    assert place(refused(doc)) == (0, 0, None)


@pytest.mark.parametrize(
    ("name", "game", "change"),
    [
        ("08", 0, {"player": 0}),  # not the one who had to act
        ("08", 0, {"action": 9}),
        ("08", 0, {"deal": 0}),
        ("08", 0, {"deal": -1}),
        ("21", 0, {"action": 1}),  # the first has its place after forced passes
        ("21", 0, {"player": 3}),
    ],
)
def test_a_fault_has_its_place_where_its_player_had_to_act(name: str, game: int, change: dict[str, int]) -> None:
    doc = vector(name)
    doc["games"][game]["faults"][0].update(change)
    assert refused(doc).game == game


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "void"},
        {"kind": None},
        {"kind": ["crash"]},
        {"player": True},
        {"player": 4},
        {"player": -1},
        {"action": 0.0},
        {"deal": None},
        {"deal": 10**30},
    ],
)
def test_the_form_of_faults_is_checked(change: dict[str, Any]) -> None:
    doc = vector("21")
    doc["games"][0]["faults"][0].update(change)
    assert place(refused(doc)) == (0, None, None)


def test_faults_stand_in_order_and_once_for_a_player() -> None:
    doc = vector("21")
    faults = doc["games"][0]["faults"]
    faults.reverse()
    assert place(refused(doc)) == (0, None, None)
    faults.reverse()
    faults.append({**faults[0], "action": 30})
    assert place(refused(doc)) == (0, None, None)


def test_a_kind_of_fault_does_not_matter_for_the_rest() -> None:
    doc = vector("21")
    doc["games"][0]["faults"][0]["kind"] = "timeout"
    assert replay.read(json.dumps(doc)).doc == doc


def test_who_has_forfeited_is_not_listed_and_does_not_play() -> None:
    doc = vector("10")
    doc["games"][4]["faults"] = [{"player": 0, "deal": 0, "action": 0, "kind": "crash"}]
    assert place(refused(doc)) == (4, None, None)
    doc = vector("10")
    doc["games"][4]["deals"] = doc["games"][0]["deals"]
    assert place(refused(doc)) == (4, None, None)
    doc = vector("23")
    doc["games"][5]["deals"] = []
    assert refused(doc).game == 5


def test_deals_after_the_end_and_missing_deals_are_refused() -> None:
    doc = vector("22")
    deals = doc["games"][0]["deals"]
    deals.append(deals[0])
    assert place(refused(doc)) == (0, 3, None)
    del deals[2:]
    assert place(refused(doc)) == (0, None, None)


def test_a_deal_cut_short_by_a_fault_has_no_result() -> None:
    doc = vector("10")
    doc["games"][1]["deals"][0]["tricks"] = [0, 2]
    assert place(refused(doc)) == (1, 0, None)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from paths(value[key], (*path, key))


GARBAGE = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    1.0,
    0.5,
    1e308,
    10**40,
    "",
    "7H",
    "pass",
    "give KS",
    "x",
    [],
    {},
    [[]],
    [0, "7H"],
]


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.name[:2])
def test_mutations_of_a_replay_are_refused_or_hold(path: Path) -> None:
    """Whatever is broken, ReplayError is all that comes; and what is accepted is still canonical and consistent."""
    doc = json.loads(path.read_text())
    everywhere = list(paths(doc))[1:]
    rng = random.Random(path.name)
    for _ in range(MUTATIONS // len(REPLAYS)):
        where = rng.choice(everywhere)
        mutant = copy.deepcopy(doc) if len(where) < 3 else {**doc, "games": [*doc["games"]]}
        if len(where) >= 3 and where[0] == "games":
            mutant["games"][where[1]] = copy.deepcopy(doc["games"][where[1]])
        elif len(where) >= 2:
            mutant = copy.deepcopy(doc)
        inner = mutant
        for key in where[:-1]:
            inner = inner[key]
        mutate(inner, where[-1], rng)
        try:
            read = replay.read(json.dumps(mutant))
        except ReplayError as error:
            str(error).encode()
            continue
        assert replay.regenerate(read.doc) == replay.dumps(read.doc)


def mutate(inner: Any, key: Any, rng: random.Random) -> None:
    kind = rng.randrange(5)
    if kind == 0:
        del inner[key]
    elif kind == 1 and isinstance(inner, list):
        inner.insert(key, inner[rng.randrange(len(inner))])
    elif kind == 2 and isinstance(inner, list):
        other = rng.randrange(len(inner))
        inner[key], inner[other] = inner[other], inner[key]
    elif kind == 3 and isinstance(inner[key], int | float):
        inner[key] += rng.choice([-1, 1, 0.5, 10**20])
    else:
        inner[key] = rng.choice(GARBAGE)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60), st.integers(0, 2000), st.integers(0, 30))
def test_broken_bytes_are_refused_or_hold(junk: str | bytes, start: int, length: int) -> None:
    text = REPLAYS[0].read_bytes()
    junk = junk if isinstance(junk, bytes) else junk.encode("utf-8", "surrogatepass")
    try:
        replay.read(text[:start] + junk + text[start + length :])
    except ReplayError as error:
        str(error).encode()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_any_json_in_any_place_is_refused(data: st.DataObject) -> None:
    doc = vector("01")
    where = data.draw(st.sampled_from([path for path in paths(doc) if path and len(path) < 6]))
    inner: Any = doc
    for key in where[:-1]:
        inner = inner[key]
    inner[where[-1]] = data.draw(JSON)
    try:
        replay.read(json.dumps(doc))
    except ReplayError as error:
        str(error).encode()
    else:
        assert where[0] in ("players", "match_scores") or replay.dumps(doc) == REPLAYS[0].read_bytes()
