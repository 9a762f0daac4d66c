"""Names in real languages are taken; what deceives the eye is not."""

import pytest

from bots import text

FINE = [
    "Crème brûlée",
    "मीरा की टीम",
    "कर्\u200dयाचा संघ",  # Marathi: the eyelash ra needs U+200D
    "അവന്\u200d",  # Malayalam: a chillu as it was written before Unicode 5.1
    "می\u200cخواهم",  # noqa: RUF001 Persian: U+200C between letters that would join
    "क्\u200cष",
    "👩‍👩‍👧‍👦 family",
    "👩🏽‍💻",
    "❤️ and 1️⃣",
    "🏳️‍🌈",
    "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "\U0001fae8",
    "你好、世界",
    "שלום",
    "Việt Nam",
    "x\u0303",
]
WRONG = {
    "a\u200db": "U+200D",
    "admin\u200c": "U+200C",
    "\u200dabc": "U+200D",
    "a\u202eb": "U+202E RIGHT-TO-LEFT OVERRIDE",
    "a\u2066b": "U+2066",
    "a\u200eb": "U+200E",
    "a\u200bb": "U+200B",
    "a\ufeffb": "U+FEFF",
    "a\u00adb": "U+00AD",
    "a\u0085b": "U+0085",
    "a\nb": "U+000A",
    "a\0b": "U+0000",
    "a\x1bb": "U+001B",
    "\ud800": "U+D800",
    "a\ufe0f": "U+FE0F",
    "\ue000": "U+E000",
    "\uffff": "U+FFFF",
    "a\u2028b": "U+2028",
    "\u3164": "U+3164",
    "a\U000e0067": "U+E0067",
    "\u0301a": "U+0301",
    "Z" + "\u0301" * 30: "U+0301",
}


@pytest.mark.parametrize("name", FINE)
def test_what_languages_and_emoji_need_may_stand(name: str) -> None:
    assert text.forbidden(name) == ""
    assert text.shown(name) == name


@pytest.mark.parametrize("name", WRONG, ids=ascii)
def test_what_deceives_is_named_and_replaced(name: str) -> None:
    assert text.forbidden(name).startswith(WRONG[name])
    assert text.forbidden(text.shown(name)) == ""
    assert "\ufffd" in text.shown(name)


def test_a_name_is_stored_in_one_form() -> None:
    assert text.one_line("  cafe\u0301\u00a0\u3000cup ") == "café cup"
    assert text.one_line("a\nb") == "a\nb", "a line end is no space: it is refused, not replaced"


def test_line_ends_may_be_allowed() -> None:
    assert text.forbidden("a\nb\t", allowed="\n\t") == ""
    assert text.shown("a\n\x1b[1m", allowed="\n") == "a\n\ufffd[1m"
