"""Which text people and bots may show to others: what languages need, and nothing that deceives the eye.

Control characters, bidirectional controls and invisible characters are refused. The joiners U+200C and U+200D are
allowed where a script or an emoji needs them (the CONTEXTJ rules of RFC 5892, and emoji ZWJ sequences of UTS #51).
"""

import unicodedata

ZWNJ, ZWJ = "\u200c", "\u200d"
VIRAMA = 9  # the canonical combining class of a sign that joins consonants
BLACK_FLAG, TAG_END = "\U0001f3f4", "\U000e007f"
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters, marks and symbols one cannot see
MARKS_IN_A_ROW = 8  # no language stacks more
TAGS = 6  # letters and digits of a region's code, in the flag of one


def nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def one_line(text: str) -> str:
    """A name as it is stored: NFC, and every run of spaces, whatever their kind, as one space."""
    spaced = "".join(" " if unicodedata.category(c) == "Zs" else c for c in nfc(text))
    return " ".join(filter(None, spaced.split(" ")))


def forbidden(text: str, allowed: str = "") -> str:
    """The first character that may not be shown, as "U+202E RIGHT-TO-LEFT OVERRIDE"; "" where there is none.
    `allowed` are control characters that are no fault here, such as line ends."""
    for at, character in enumerate(text):
        if character not in allowed and not _may_stand(text, at):
            return describe(character)
    return ""


def shown(text: str, allowed: str = "", instead: str = "\ufffd") -> str:
    """The text with `instead` for every character that may not be shown."""
    if text.isprintable() and text.isascii():
        return text
    return "".join(c if c in allowed or _may_stand(text, at) else instead for at, c in enumerate(text))


def describe(character: str) -> str:
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()


def _may_stand(text: str, at: int) -> bool:
    character = text[at]
    if character.isascii():
        return character.isprintable()
    before = text[at - 1] if at else ""
    after = text[at + 1] if at + 1 < len(text) else ""
    if character in (ZWJ, ZWNJ):
        return _joins(character, before, after)
    if "\ufe00" <= character <= "\ufe0f":  # variation selectors: of a symbol, or of a key's digit
        return bool(before) and (_is_symbol(before) or (before in "0123456789#*" and after == "\u20e3"))
    if "\U000e0020" <= character <= TAG_END:
        return _in_flag(text, at)
    if character in BLANKS or (ord(character) & 0xFFFE) == 0xFFFE or "\ufdd0" <= character <= "\ufdef":
        return False
    category = unicodedata.category(character)
    if category.startswith("M"):
        return bool(before) and not _too_many_marks(text, at)
    return category not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def _joins(character: str, before: str, after: str) -> bool:
    if not before:
        return False
    if unicodedata.combining(before) == VIRAMA:
        return True
    if character == ZWNJ:  # between or after letters that would join: Arabic, Persian, Urdu, Syriac
        return unicodedata.bidirectional(before) in ("AL", "NSM") and unicodedata.bidirectional(after or before) != "L"
    if unicodedata.bidirectional(before) == "AL":  # the initial form of a letter by itself
        return True
    emoji = before == "\ufe0f" or _is_symbol(before) or "\U0001f3fb" <= before <= "\U0001f3ff"
    return emoji and bool(after) and _is_symbol(after)


def _is_symbol(character: str) -> bool:
    """Emoji of a Unicode version newer than Python's have no category yet."""
    return unicodedata.category(character) in ("So", "Sm", "Po", "Cn", "Sk") and not character.isascii()


def _in_flag(text: str, at: int) -> bool:
    """Whether this tag belongs to a flag such as that of Scotland: a black flag, letters as tags, and the end."""
    start = at
    while start and at - start <= TAGS and "\U000e0020" <= text[start - 1] <= TAG_END:
        start -= 1
    end = text.find(TAG_END, start, start + TAGS + 1)
    return bool(start) and text[start - 1] == BLACK_FLAG and end >= at and end > start


def _too_many_marks(text: str, at: int) -> bool:
    start = at
    while start and at - start < MARKS_IN_A_ROW and unicodedata.category(text[start - 1]).startswith("M"):
        start -= 1
    return at - start >= MARKS_IN_A_ROW
