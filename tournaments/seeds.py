"""Provable deals: a contest commits to a secret at its start, every match seed follows from it, its end reveals it.

Everything is text, so a shell can repeat it: `printf %s SECRET | sha256sum` and
`printf %s KEY | openssl dgst -sha256 -hmac SECRET`.
"""

import hashlib
import hmac


def commitment(secret: str) -> str:
    """What is published at the start: SHA-256 of the secret's UTF-8 text, in hex."""
    return hashlib.sha256(secret.encode()).hexdigest()


def match_key(round: int, number: int) -> str:
    """A match's key, `ROUND/NUMBER`. It holds nothing that could be chosen, so no seed can be picked by its deals."""
    return f"{round}/{number}"


def match_seed(secret: str, key: str) -> str:
    """The seed of the match with that key: HMAC-SHA-256 (key the secret, message the match key), 64 hex digits."""
    return hmac.new(secret.encode(), key.encode(), hashlib.sha256).hexdigest()
