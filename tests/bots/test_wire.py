"""The runner takes exactly the agreed shapes, whatever a bot sends."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots import wire
from bots.wire import WireError


@pytest.mark.parametrize(
    "answer", [{"n": 3, "action": "7H"}, {"n": 0, "done": True}, {"n": 9, "error": "crash", "reason": "ValueError: ö"}]
)
def test_an_agreed_answer_is_read(answer: dict[str, object]):
    assert wire.decode(wire.encode(answer)) == answer


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"7H",
        b"null",
        b"[]",
        b"{}",
        b'"7H"',
        b'{"n": 1}',
        b'{"n": 1, "action": 7}',
        b'{"n": 1, "action": null}',
        b'{"n": 1, "action": ["7H"]}',
        b'{"n": true, "action": "7H"}',
        b'{"n": 1.0, "action": "7H"}',
        b'{"n": NaN, "action": "7H"}',
        b'{"n": Infinity, "action": "7H"}',
        b'{"n": 1e999, "action": "7H"}',
        b'{"n": 1e308, "action": "7H"}',
        b'{"n": "1", "action": "7H"}',
        b'{"n": 1, "done": 1}',
        b'{"n": 1, "action": "7H", "more": 1}',
        b'{"n": 1, "action": "7H", "action": "8H"}',
        b'{"n": 1, "action": "7H"} {"n": 2, "action": "7H"}',
        b'{"n": 1, "action": "\\ud800"}',
        b'{"n": 1, "action": "\\u0000"}',
        b'{"n": 1, "action": "\xff"}',
        b'{"n": 1, "action": "\xed\xa0\x80"}',
        '{"n": 1, "action": "7H"}'.encode("utf-16"),
        b"\xef\xbb\xbf" + b'{"n": 1, "action": "7H"}',
        b"[" * 4000,
        b'{"a":' * 800,
        b'{"n": ' + b"9" * 4000 + b', "action": 1}',
    ],
    ids=lambda line: str(line[:30]),
)
def test_anything_else_is_refused(line: bytes):
    with pytest.raises(WireError):
        wire.decode(line)


@given(st.binary(max_size=200) | st.text(max_size=100).map(str.encode))
def test_noise_is_refused_and_nothing_else_is_raised(line: bytes):
    with pytest.raises(WireError):
        wire.decode(line)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
        lambda s: st.lists(s) | st.dictionaries(st.text(), s),
    )
)
def test_what_is_taken_has_an_agreed_shape(value: object):
    line = json.dumps(value).encode()
    try:
        answer = wire.decode(line)
    except WireError:
        return
    assert {key: type(item) for key, item in answer.items()} in wire.SHAPES


def test_a_question_is_one_line_of_ascii():
    line = wire.encode({"text": "a\nb\u2028ö"})
    assert line.count(b"\n") == 1
    assert line.isascii()


USUAL = rb'\{"n":[0-9]{1,10},"action":"[ -~]{0,6}"\}\n?'


@given(st.from_regex(USUAL, fullmatch=True))
def test_what_is_read_the_quick_way_is_what_json_says(line: bytes):
    def read() -> object:
        try:
            return wire.decode(line)
        except WireError:
            return None

    quick = read()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wire, "_USUAL", lambda line: None)
        assert quick == read()


def test_the_usual_answer_is_read_the_quick_way():
    assert wire._USUAL(wire.encode({"n": 12, "action": "give 7H"}).rstrip())
