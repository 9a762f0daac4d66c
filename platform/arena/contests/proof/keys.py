"""The arena's signing keys: files in a folder, `1.json`, `2.json` and so on, of which the last one signs.

A file holds its public key, when it was made and, while it may sign, its private key; it is readable for this user
alone. Files are made whole under another name and linked to their own, so several processes at once make one key.
"""

import json
import os
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

from tournaments.bundle import signature

NAME = re.compile(r"([1-9][0-9]*)\.json")


def sign(manifest: bytes) -> Mapping[str, str]:
    """Sign a bundle's manifest with the newest key; the first is made where there is none."""
    numbered = _all() or _make(1)
    return signature.sign(numbered[max(numbered)]["private"], manifest)


def published() -> dict[str, Any]:
    """All public keys, the retired ones too: what bundles of any age are checked with."""
    shown = ("algorithm", "key", "created_at", "retired_at")
    numbered = _all() or _make(1)
    return signature.key_list([{name: numbered[at].get(name) for name in shown} for at in sorted(numbered)])


def rotate() -> str:
    """Sign with a new key from now on and forget the private part of the old one. Returns the new public key."""
    numbered = _all() or _make(1)
    last = max(numbered)
    made = _make(last + 1)
    now = timezone.now().isoformat()
    for number in numbered:
        key = numbered[number]
        if "private" in key:
            del key["private"]
            _write(key | {"retired_at": now}, lambda path, n=number: os.replace(path, _folder() / f"{n}.json"))
    return str(made[max(made)]["key"])


def _all() -> dict[int, dict[str, Any]]:
    folder = _folder()
    if not folder.is_dir():
        return {}
    found = {int(match[1]): folder / match[0] for name in os.listdir(folder) if (match := NAME.fullmatch(name))}
    return {number: json.loads(path.read_text()) for number, path in found.items()}


def _make(number: int) -> dict[int, dict[str, Any]]:
    """Make this key, unless another process has just done so. Returns all."""
    private, public = signature.new_key()
    now = timezone.now().isoformat()
    key = {"algorithm": signature.ALGORITHM, "key": public, "created_at": now, "private": private}

    def link(path: str) -> None:
        try:
            os.link(path, _folder() / f"{number}.json")
        except FileExistsError:
            pass
        finally:
            os.unlink(path)

    _write(key, link)
    return _all()


def _write(key: Mapping[str, Any], put: Any) -> None:
    """A whole file, on the disk, of mode 0600, which `put` gives its name."""
    folder = _folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor, path = tempfile.mkstemp(dir=folder, prefix=".new-")
    with open(descriptor, "w") as file:
        json.dump(key, file, indent=1)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    put(path)


def _folder() -> Path:
    return Path(settings.SIGNING_KEYS)
