"""The messages of the table and the scripts that show them belong together."""

import re
from pathlib import Path

from arena.table.messages import MESSAGES, messages
from games.reasons import CODES

SCRIPTS = Path(__file__).resolve().parents[3] / "platform" / "arena" / "static" / "table"
LITERAL = re.compile(r'(?:\b(?:text|nodes|has)\(|said\("\w+", [^"]*(?:"[\w -]+"[^"]*)*?, |key: )"([\w.-]+)"')


def used() -> set[str]:
    return {key for script in SCRIPTS.glob("*.js") for key in LITERAL.findall(script.read_text())}


def forms(key: str) -> set[str]:
    return {key, f"{key}.one", f"{key}.other"} & set(MESSAGES)


def test_every_message_that_a_script_names_is_there() -> None:
    assert len(used()) > 60
    assert {key for key in used() if not forms(key)} == set()


def test_messages_that_count_have_both_forms() -> None:
    for key in MESSAGES:
        if key.endswith(".one"):
            assert f"{key.removesuffix('.one')}.other" in MESSAGES, key


def test_forms_of_a_message_have_the_same_placeholders_but_the_name() -> None:
    def placeholders(key: str) -> set[str]:
        return set(re.findall(r"\{(\w+)\}", str(MESSAGES[key]))) - {"name", "other"}

    for key in MESSAGES:
        for ending in (".you", ".other", ".you.other"):
            if key + ending in MESSAGES and key in MESSAGES:
                assert placeholders(key) >= placeholders(key + ending), key


def test_every_reason_of_the_engine_for_a_step_has_a_sentence_or_needs_none() -> None:
    legal_only = {code for code in CODES if code.startswith(("must-", "may-", "only-", "cannot-"))}
    without = {code for code in CODES if not forms(f"why.{code}")} - legal_only
    assert without == {"caller-names-trumps"}  # the targets are told there


def test_the_page_gets_plain_strings() -> None:
    assert all(type(text) is str and text for text in messages().values())
