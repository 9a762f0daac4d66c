"""Provable deals: a contest commits to a secret at its start, every match seed follows from it, its end reveals it.

Everything is text, so a shell can repeat it: `printf %s SECRET | sha256sum` and
`printf %s KEY | openssl dgst -sha256 -hmac SECRET`.
"""

import hashlib
import hmac
import re
import secrets

COMMITTED = "satti2-"
"""How the secret of a contest starts that committed to all it consists of. The rules of older bundles refuse such a
secret, so no such contest can be passed off as one of them: its seeds, and so its deals, follow from this very text."""


def new_secret() -> str:
    """A secret for a contest that commits to all it consists of: 256 random bits behind COMMITTED."""
    return COMMITTED + secrets.token_hex(32)


def is_secret(secret: str, *, committed: bool) -> bool:
    """Whether the text has the form of a secret, of a contest with a commitment or of an older one."""
    return re.fullmatch(f"{COMMITTED if committed else ''}[0-9a-f]{{64}}", secret) is not None


def commitment(secret: str) -> str:
    """What is published at the start: SHA-256 of the secret's UTF-8 text, in hex."""
    return hashlib.sha256(secret.encode()).hexdigest()


def match_key(round: int, number: int, attempt: int = 1) -> str:
    """The key of a match, `ROUND/NUMBER`; of a later try, whose players may have seen those deals, `ROUND/NUMBER/TRY`.
    It holds nothing that could be chosen, so no seed can be picked by its deals.
    """
    return f"{round}/{number}" if attempt == 1 else f"{round}/{number}/{attempt}"


def key_parts(key: str) -> tuple[int, int, int] | None:
    """Round, number in the round and try of a key; None where it is not one that `match_key` makes."""
    found = re.fullmatch("([1-9][0-9]{0,8})/([1-9][0-9]{0,8})(?:/([1-9][0-9]{0,8}))?", key)
    if found is None or found[3] == "1":
        return None
    return int(found[1]), int(found[2]), int(found[3] or 1)


def match_seed(secret: str, key: str) -> str:
    """The seed of the match with that key: HMAC-SHA-256 (key the secret, message the match key), 64 hex digits."""
    return hmac.new(secret.encode(), key.encode(), hashlib.sha256).hexdigest()
