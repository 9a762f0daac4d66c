"""Consoles that know few characters: an ASCII or cp1252 terminal shows a replacement, and no command fails for it."""

import codecs
import sys

ERRORS = "satti-console"
PLAIN = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "½": "1/2", "…": "...", "±": "+-"}


def _replace(error: UnicodeError) -> tuple[str, int]:
    """An error handler of codecs: suits become their letters, so that cards can still be told apart; the rest `?`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAIN.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


codecs.register_error(ERRORS, _replace)


def forgive() -> None:
    """From here on this process prints what its console cannot show as replacements."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):  # there may be no stream, or a test's
            reconfigure(errors=ERRORS)
