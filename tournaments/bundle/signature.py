"""Signatures of an arena: Ed25519 (RFC 8032) over the SHA-256 of every file of a bundle."""

import json
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from tournaments.bundle.canonical import canonical

ALGORITHM = "ed25519"
DOMAIN = b"satti-bundle/2 manifest\n"
"""Before what is signed, so that no signature over anything else passes for one of a bundle."""
KEYS = "satti-arena-keys/1"
Signer = Callable[[bytes], Mapping[str, str]]
"""Signs a manifest: what stands in `signature.json`."""


def new_key() -> tuple[str, str]:
    """A private key and its public one, both as 64 hex digits."""
    private = Ed25519PrivateKey.generate()
    return private.private_bytes_raw().hex(), private.public_key().public_bytes_raw().hex()


def sign(private: str, manifest: bytes) -> dict[str, str]:
    """The signature of a manifest, with the public key that checks it. `private` is 64 hex digits."""
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(private))
    public = key.public_key().public_bytes_raw().hex()
    return {"algorithm": ALGORITHM, "key": public, "signature": key.sign(DOMAIN + manifest).hex()}


def is_signed(public: str, signature: str, manifest: bytes) -> bool:
    """Whether the key made this signature. Anything malformed did not."""
    if not re.fullmatch("[0-9a-f]{64}", public) or not re.fullmatch("[0-9a-f]{128}", signature):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signature), DOMAIN + manifest)
    except (InvalidSignature, ValueError):
        return False
    return True


def key_list(keys: Collection[Mapping[str, Any]]) -> dict[str, Any]:
    """What an arena publishes at `/.well-known/satti-arena.json`: all its public keys, the retired ones too."""
    return {"arena": KEYS, "keys": list(keys)}


def read_keys(text: str | bytes) -> frozenset[str]:
    """The public keys in what `key_list` made. ValueError where it is something else."""
    try:
        found = json.loads(text)
        keys = [key["key"] for key in found["keys"]] if found["arena"] == KEYS else []
    except (ValueError, TypeError, KeyError, RecursionError):
        keys = []
    if not keys or any(type(key) is not str or not re.fullmatch("[0-9a-f]{64}", key) for key in keys):
        raise ValueError(f"not a list of an arena's keys ({KEYS})")
    return frozenset(keys)


def manifest(files: Mapping[str, str]) -> bytes:
    """What is signed: the SHA-256 of each file, by name."""
    return canonical({"bundle": "satti-bundle/2", "files": dict(files)})
