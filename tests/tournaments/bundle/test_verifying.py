"""Every single thing that a bundle says can be wrong, and is found, at its place."""

import copy
import io
import json
import random
import zipfile
from dataclasses import replace

import pytest

from games import replay
from tournaments import bundle, seeds


def verify(data):
    return [str(problem) for problem in bundle.verify(data)]


def changed(played, name, change):
    """The bundle with the text of one file changed."""
    source = zipfile.ZipFile(io.BytesIO(played.bytes()))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for member in source.namelist():
            text = source.read(member).decode()
            target.writestr(member, change(text) if member == name else text)
    return out.getvalue()


def line_changed(played, name, line, /, **values):
    def change(text):
        lines = text.splitlines()
        lines[line - 1] = json.dumps(json.loads(lines[line - 1]) | values)
        return "\n".join(lines) + "\n"

    return changed(played, name, change)


def contest_changed(played, **values):
    return changed(played, "contest.json", lambda text: json.dumps(json.loads(text) | values))


@pytest.fixture
def played(duels):
    return copy.deepcopy(duels)


def test_a_true_bundle_has_no_problems(duels, tables, tmp_path):
    assert verify(duels.bytes()) == []
    assert verify(tables.bytes()) == []
    path = tmp_path / "contest.zip"
    path.write_bytes(duels.bytes())
    assert bundle.verify(path) == []
    assert bundle.verify(str(path)) == []


def test_another_secret_is_not_the_one_committed_to(played):
    problems = verify(contest_changed(played, secret="ab" * 32))
    assert problems[0] == "contest.json: secret is not the one committed to: its SHA-256 is not secret_sha256"
    assert "matches.jsonl line 1 (match 1): seed does not follow from the secret and the key 1/1" in problems


def test_a_seed_that_was_chosen(played):
    first = played.matches[0]
    rules = json.loads(first.replay)
    assert rules["seed"] == first.seed
    other = seeds.match_seed(played.contest.secret, "9/9")
    problems = verify(line_changed(played, "matches.jsonl", 1, seed=other))
    assert "matches.jsonl line 1 (match 1): seed does not follow from the secret and the key 1/1" in problems
    assert any(problem.startswith("replays.jsonl line 1 (match 1): seed is ") for problem in problems)


def test_a_replay_with_another_card_in_it(played):
    document = json.loads(played.matches[2].replay)
    deal = document["games"][1]["deals"][0]
    deal["actions"][3], deal["actions"][4] = deal["actions"][4], deal["actions"][3]
    data = changed(played, "replays.jsonl", lambda text: text.replace(text.splitlines()[2], json.dumps(document)))
    problems = verify(data)
    assert problems[0].startswith("replays.jsonl line 3 (match 3): game 1, deal 0, action 3: ")


def test_a_true_replay_of_another_match(played):
    def swap(text):
        lines = text.splitlines()
        return "\n".join([lines[1], lines[0], *lines[2:]]) + "\n"

    problems = verify(changed(played, "replays.jsonl", swap))
    assert any(problem.startswith("replays.jsonl line 1 (match 1): seed is ") for problem in problems)
    assert any(problem.startswith("replays.jsonl line 2 (match 2): players is ") for problem in problems)


def test_replays_too_few_and_too_many(played):
    problems = verify(changed(played, "replays.jsonl", lambda text: "".join(text.splitlines(keepends=True)[:-1])))
    assert problems[0] == "replays.jsonl: the replay of match 6 is missing"
    problems = verify(changed(played, "replays.jsonl", lambda text: text + text.splitlines(keepends=True)[0]))
    assert problems == ["replays.jsonl line 7: more replays than matches done"]


def test_a_score_that_the_games_do_not_make(played):
    problems = verify(line_changed(played, "matches.jsonl", 2, scores=[0.75, 0.25]))
    assert problems == ["replays.jsonl line 2 (match 2): match_scores is [1.0, 0.0], scores of the match [0.75, 0.25]"]


def test_a_match_that_was_left_out(played):
    del played.matches[3]
    played.rate()
    assert verify(played.bytes()) == ["matches.jsonl: match 1/4 is missing"]


def test_a_key_of_ones_own(played):
    first = played.matches[0]
    for key in ("1/1/again", "01/1", "1/0", "x", "1/1 ", "\u0661/1"):
        played.matches[0] = replace(first, key=key)
        assert any("must be ROUND/NUMBER" in problem for problem in verify(played.bytes()))
    played.matches[0] = replace(first, key="1/2")
    problems = verify(played.bytes())
    assert "matches.jsonl line 2 (match 2): key 1/2 belongs to another match that is not void" in problems


def test_a_match_played_again_stands_beside_the_void_one(played):
    void = replace(played.matches[4], state="void", replay=None, note="the host failed")
    again = replace(played.matches[4], number=7)
    played.matches[4:] = [void, played.matches[5], again]
    played.rate()
    assert verify(played.bytes()) == []


def test_a_rating_that_was_taken_back(played):
    bad = [change for change in played.changes if change.match == 5]
    back = [replace(c, sequence=6, old=c.new, change=-c.change, new=c.old, reversal=True) for c in bad]
    played.matches[4] = replace(played.matches[4], state="void", replay=None)
    assert any("match 5 is void" in problem for problem in verify(played.bytes()))
    played.changes += back
    assert verify(played.bytes()) == []
    played.changes[-1] = replace(
        played.changes[-1], change=played.changes[-1].change + 1, new=played.changes[-1].new + 1
    )
    assert any("event 6 does not reverse what match 5 did" in problem for problem in verify(played.bytes()))


def test_ratings_that_the_results_do_not_make(played):
    first, second = played.changes[:2]
    played.changes[:2] = [
        replace(first, change=first.change - 500, new=first.new - 500),
        replace(second, change=second.change + 500, new=second.new + 500),
    ]
    problems = verify(played.bytes())
    assert problems[0] == (
        "ratings.jsonl line 1: changes of match 1 are [15500, -15500], its places make them [16000, -16000]"
    )
    assert "the rating was" in problems[1]  # the next match starts from another rating


def test_a_sum_that_is_wrong(played):
    played.changes[0] = replace(played.changes[0], new=played.changes[0].new + 1)
    assert verify(played.bytes())[0] == "ratings.jsonl line 1: 1500000 and 16000 do not make 1516001"


def test_a_rating_event_that_is_missing_or_double_or_of_nobody(played):
    events = list(played.changes)
    played.changes = events[:-2]
    assert verify(played.bytes()) == ["ratings.jsonl: match 5 is done and to be rated, and not rated"]
    played.changes = events + [replace(change, sequence=9) for change in events[-2:]]
    assert any("match 5 is rated twice" in problem for problem in verify(played.bytes()))
    played.changes = [*events, replace(events[0], sequence=9, match=77)]
    assert any("event 9 is not one of a single match and its players" in problem for problem in verify(played.bytes()))
    played.changes = list(reversed(events))
    assert any("must be in order" in problem for problem in verify(played.bytes()))


def test_other_contests_matches_may_lie_between(played):
    """The pool is shared: with a gap in the sequence an old rating may be anything, without one it may not."""
    moved = [replace(c, sequence=c.sequence + 10 * (c.match > 3)) for c in played.changes]
    assert verify(replace(played, changes=moved).bytes()) == []
    shifted = [replace(c, old=c.old + 7, new=c.new + 7) if c.match == 1 else c for c in moved]
    assert "ratings.jsonl line 1: old is 1500007, the rating was 1500000" in verify(
        replace(played, changes=shifted).bytes()
    )
    later = [replace(c, sequence=c.sequence + 4) for c in played.changes]
    assert verify(replace(played, changes=later).bytes()) == []


def test_matches_of_one_owner_are_not_rated_and_others_are(played):
    own = next(match for match in played.matches if not match.rated)
    assert {player.partition("/")[0] for player in own.players} == {"ada"}
    problems = verify(line_changed(played, "matches.jsonl", own.number, rated=True))
    assert any("rated is true: these are bots of one owner" in problem for problem in problems)
    other = next(match for match in played.matches if match.rated)
    problems = verify(line_changed(played, "matches.jsonl", other.number, rated=False))
    assert any("rated is false: these are bots of different owners" in problem for problem in problems)


def test_nothing_is_rated_under_limits_below_the_standard(played):
    for limit in ({"action_seconds": 0.5}, {"memory_mb": 128}):
        tight = replace(played, contest=replace(played.contest, **limit))
        problems = verify(tight.bytes())
        assert any("rated is true: the " in problem and "below the standard" in problem for problem in problems)
        unrated = [replace(match, rated=False) for match in played.matches]
        assert verify(replace(tight, matches=unrated, changes=[]).bytes()) == []
    wide = replace(played, contest=replace(played.contest, action_seconds=10, memory_mb=2048))
    assert verify(wide.bytes()) == []


def test_standings_and_crosstable_that_the_matches_do_not_make(played):
    problems = verify(changed(played, "standings.csv", lambda text: text.replace("2.500000", "3.000000")))
    assert len(problems) == 1
    assert problems[0].startswith("standings.csv line 2: is '1,builtin/easy,3,0,3.000000")
    problems = verify(changed(played, "crosstable.csv", lambda text: text.rstrip("\n").rpartition("\n")[0] + "\n"))
    assert len(problems) == 1
    assert problems[0].startswith("crosstable.csv line 13: is ''")
    problems = verify(changed(played, "ratings.csv", lambda text: text + "6,7,x,1,2,3,\n"))
    assert len(problems) == 1
    assert problems[0].startswith("ratings.csv line 12: is '6,7,x")


def test_players_who_are_not_entered_or_of_another_version(played):
    match = played.matches[0]
    problems = verify(line_changed(played, "matches.jsonl", 1, players=["eve/x@1", match.players[1]]))
    assert "matches.jsonl line 1 (match 1): player 'eve/x@1' is not entered" in problems
    other = match.players[0].replace("@1", "@7")
    problems = verify(line_changed(played, "matches.jsonl", 1, players=[other, match.players[1]]))
    assert any(f"player '{other}' is not the version entered" in problem for problem in problems)
    problems = verify(line_changed(played, "matches.jsonl", 1, players=[match.players[0]] * 2))
    assert "matches.jsonl line 1 (match 1): two or more different bots must play" in problems


def test_another_game_or_other_options(played):
    options = dict(played.contest.options) | {"sevens": "plain"}
    problems = verify(contest_changed(played, options=options))
    assert problems[0] == "contest.json: options are not those of preset 'classic'"
    assert "replays.jsonl line 1 (match 1): game and options are not the contest's" in problems
    assert any("contest.json: " in problem for problem in verify(contest_changed(played, game="bridge")))


@pytest.mark.parametrize(
    "values",
    [
        {"bundle": "satti-bundle/9"},
        {"entries": [1]},
        {"entries": [{"number": 1, "bot": "a/b", "version": None, "removed": False}] * 2},
        {"secret": 5},
        {"secret": "\ud800"},
        {"k": 0},
        {"k": True},
        {"k": 10**40},
        {"tie_breaks": ["coin"]},
        {"tie_breaks": [[]]},
        {"byes": {"nobody/x": 1}},
        {"byes": {"bob/bot": -1}},
        {"byes": {"bob/bot": 1.5}},
        {"options": None},
        {"name": None},
    ],
)
def test_a_contest_file_that_makes_no_sense(played, values):
    (problem,) = verify(contest_changed(played, **values))
    assert problem.startswith("contest.json")


@pytest.mark.parametrize("key", ["number", "key", "players", "seed", "boards", "state", "rated", "scores"])
@pytest.mark.parametrize("value", [None, [], {}, -1, 1.5, "", "\x1b[2J", True, [[]], 10**18])
def test_nonsense_in_a_match_is_a_problem(played, key, value):
    line = json.loads(zipfile.ZipFile(io.BytesIO(played.bytes())).read("matches.jsonl").splitlines()[0])
    if line[key] == value and type(line[key]) is type(value):
        return
    problems = verify(line_changed(played, "matches.jsonl", 1, **{key: value}))
    assert problems
    assert all(problem.isprintable() and problem.isascii() for problem in problems)


@pytest.mark.parametrize("key", ["sequence", "match", "bot", "old", "change", "new", "reversal"])
@pytest.mark.parametrize("value", [None, [], -1, 1.5, "", True, 10**15])
def test_nonsense_in_a_rating_is_a_problem(played, key, value):
    line = json.loads(zipfile.ZipFile(io.BytesIO(played.bytes())).read("ratings.jsonl").splitlines()[0])
    if line[key] != value or type(line[key]) is not type(value):
        assert verify(line_changed(played, "ratings.jsonl", 1, **{key: value}))


def test_after_a_hundred_problems_it_stops(played):
    data = changed(played, "matches.jsonl", lambda text: text.replace('"seed":"', '"seed":"0') * 60)
    problems = verify(data)
    assert len(problems) == 101
    assert problems[-1] == "bundle: 100 problems; the rest was not looked at"


def test_any_byte_of_a_bundle_may_be_broken(duels):
    """Flipped, cut, doubled: a problem each time, or a bundle that says the very same; never a traceback."""
    rng = random.Random(5)
    true = duels.bytes()
    for _ in range(300):
        data = bytearray(true)
        at = rng.randrange(len(data))
        kind = rng.randrange(3)
        if kind == 0:
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            del data[at : at + rng.randrange(1, 400)]
        else:
            data[at:at] = data[at : at + rng.randrange(1, 400)]
        bundle.verify(bytes(data))


def test_any_text_in_a_bundle_may_be_broken(duels):
    rng = random.Random(6)
    for _ in range(150):
        name = rng.choice(["contest.json", "matches.jsonl", "replays.jsonl", "ratings.jsonl", "standings.csv"])

        def damage(text):
            at = rng.randrange(len(text))
            return (
                text[:at] + rng.choice(["", "{", "]", '"', "9", "-", "\n", "null", "\\ud800", "1e999"]) + text[at + 1 :]
            )

        bundle.verify(changed(duels, name, damage))


def test_replays_are_regenerated_byte_for_byte(duels):
    for match in duels.matches:
        assert replay.regenerate(json.loads(match.replay)) == match.replay
