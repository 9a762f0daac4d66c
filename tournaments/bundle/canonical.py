"""JSON that has one form only, so that its SHA-256 says what it says."""

import hashlib
import json
from typing import Any


def canonical(value: Any) -> bytes:
    """UTF-8, keys sorted by code point, no space, no needless escape. ValueError for NaN and the like."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text.encode()


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
