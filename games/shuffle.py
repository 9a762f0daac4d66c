"""Shuffling from a seed, the same in any language: spec in docs/exact-rules.md, "Shuffling"."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from struct import Struct
from typing import TypeVar

Card = TypeVar("Card")
_WORDS = Struct(">8I").unpack


def words(key: bytes) -> Iterator[int]:
    """The stream of 32-bit words of a key: block i is SHA-256(key + i as 4 big-endian bytes), eight words each."""
    block = 0
    while True:
        yield from _WORDS(sha256(key + block.to_bytes(4, "big")).digest())
        block += 1


def shuffle(pack: Sequence[Card], seed: str, board: int, deal: int) -> list[Card]:
    """`pack` (canonical order) in the order in which the cards of this deal are dealt."""
    cards = list(pack)
    stream = words(f"{seed}/{board}/{deal}".encode())
    for i in range(len(cards) - 1, 0, -1):
        n = i + 1
        word = next(stream)
        while word >= 0x1_0000_0000 - 0x1_0000_0000 % n:
            word = next(stream)
        j = word % n
        cards[i], cards[j] = cards[j], cards[i]
    return cards
