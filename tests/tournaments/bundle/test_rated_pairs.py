"""Which pairs are rated follows from the commitment: owners, consents and the house's limit. So does K."""

import json
from dataclasses import replace

import pytest

from tournaments import bundle
from tournaments.bundle import chain, commitment
from tournaments.bundle.canonical import canonical
from tournaments.bundle.history import Impossible
from tournaments.ratings.rated import WHOLE

FOUR = ("ada/a@1", "ada/b@1", "bob/c@1", "builtin/easy@1")


def problems(proven):
    return bundle.verify(proven.bytes())


def finished(show):
    show.draw(show.commitment.rounds)
    show.play(*show.tables)
    show.record("finish", void=[], note="")
    return show.proven()


def rechained(proven, records):
    """The parts with other records, chained anew."""
    head, lines = commitment.hash_of(proven.committed), []
    for number, record in enumerate(records, start=1):
        lines.append(canonical(record | {"n": number, "prev": head}))
        head = chain.hash_of(lines[-1])
    return replace(proven, records=lines)


@pytest.fixture(scope="module")
def table(direct):
    """One table of four: two bots of ada's, one of bob's, one of the house."""
    return finished(direct(game="badam-satti", preset="quick", format="tables", labels=FOUR))


@pytest.fixture(scope="module")
def silent(direct):
    """Everybody against everybody; cyd has not agreed to anything."""
    return finished(direct(consents={"cyd/x@1": ""}))


def test_two_bots_of_one_owner_at_a_table_leave_the_other_pairs_rated(table):
    assert problems(table) == []
    assert {change.bot for change in table.changes} == {"ada/a", "ada/b", "bob/c", "builtin/easy"}
    assert not any(set(pair) == {"ada/a", "ada/b"} for pair in table.changes[0].pairs)
    assert len(table.changes[0].pairs) == 5


def test_who_has_not_agreed_is_not_rated(silent):
    assert problems(silent) == []
    assert {change.bot for change in silent.changes} == {"ada/low", "bob/bot"}


@pytest.mark.parametrize(
    "change",
    [
        {"k": 31},
        {"k": None, "rule": None, "pairs": None},
        {"rule": WHOLE},
        {"pairs": (("ada/a", "bob/c"),)},
        {"pairs": ()},
        {"pairs": None},
        {"k": None},
    ],
)
@pytest.mark.parametrize("all_lines", [True, False])
def test_k_rule_and_pairs_of_an_event_are_those_committed_to(table, change, all_lines):
    changes = [replace(line, **change) if all_lines or at == 0 else line for at, line in enumerate(table.changes)]
    assert problems(replace(table, changes=changes))


@pytest.mark.parametrize("key", ["k", "rule", "pairs"])
@pytest.mark.parametrize("value", [None, "x", 0, [], [1], [["a"]], [["a", 1]], {}, True, 2**60])
def test_malformed_values_are_problems_and_no_crash(table, key, value):
    change = replace(table.changes[0], **{key: value})
    assert problems(replace(table, changes=[change, *table.changes[1:]]))


@pytest.mark.parametrize(
    ("bot", "consent"),
    [("cyd/x", "owner"), ("ada/low", ""), ("ada/low", "house"), ("ada/low", "maybe"), ("ada/low", None)],
)
def test_another_consent_than_the_one_that_was_rated_by_is_refused(silent, bot, consent):
    committed = json.loads(silent.committed)
    for entry in committed["entries"]:
        if entry["bot"] == bot:
            entry["consent"] = consent
    changed = replace(silent, committed=canonical(committed))
    assert problems(rechained(changed, [json.loads(record) for record in silent.records]))


def test_another_owner_in_the_commitment_is_refused(table):
    committed = json.loads(table.committed)
    committed["entries"][1]["owner"] = "eve"
    changed = replace(table, committed=canonical(committed))
    assert problems(rechained(changed, [json.loads(record) for record in table.records]))


LABELS = ("ada/low@1", "builtin/easy@1", "bob/bot@2")


def test_the_house_s_boards_may_be_used_up(direct):
    plain = direct(labels=LABELS)
    plain.draw(1)
    against = next(number for number, pair in plain.tables.items() if sorted(pair) == [0, 1])
    show = finished(direct(labels=LABELS, unrated=[(against, 0, 1)]))
    assert problems(show) == []
    assert against not in {change.match for change in show.changes}


@pytest.mark.parametrize(
    "unrated", [[], [[1, 0, 1], [1, 0, 1]], [[9, 0, 1]], [[1, 1, 0]], [[1, 0, 2]], ["x"], [[1, 0]]]
)
def test_pairs_left_unrated_without_need_are_refused(direct, unrated):
    show = finished(direct(labels=LABELS))
    records = [json.loads(record) for record in show.records]
    records[0]["unrated"] = unrated
    with pytest.raises((Impossible, ValueError, KeyError, TypeError)):
        rechained(show, records).bytes()


def test_only_pairs_with_the_house_may_be_left_unrated_and_no_more_boards_than_a_day_allows(direct):
    plain = direct(labels=LABELS)
    plain.draw(1)
    people = next(number for number, pair in plain.tables.items() if sorted(pair) == [0, 2])
    with pytest.raises(Impossible, match="no limit of the house"):
        finished(direct(labels=LABELS, unrated=[(people, 0, 1)])).bytes()
    assert problems(finished(direct(labels=LABELS, house_boards=1))) == []
    with pytest.raises(Impossible, match="more rated boards against the house"):
        finished(direct(labels=LABELS, house_boards=0)).bytes()


@pytest.mark.parametrize("told", [True, False])
def test_a_contest_under_the_first_rule_verifies_with_and_without_k_in_its_events(direct, told):
    show = finished(direct(rule=WHOLE, told=told, labels=("ada/a@1", "ada/b@1", "bob/c@1")))
    assert problems(show) == []
    assert len({change.match for change in show.changes}) == 2
