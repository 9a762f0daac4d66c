"""Shuffling from a seed, the same in any language: docs/exact-rules.md, "Shuffling"."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from struct import unpack
from typing import TypeVar

Card = TypeVar("Card")

_NUMBERS = [block.to_bytes(4, "big") for block in range(32)]
_NEAR_THE_TOP = b"\xff\xff\xff"  # how every word that `below(n)` can reject begins, where n is 256 at most


def shuffle(pack: Sequence[Card], seed: str, board: int, deal: int) -> list[Card]:
    """`pack` (canonical order) in the order in which the cards of this deal are dealt."""
    cards = list(pack)
    key = f"{seed}/{board}/{deal}".encode()
    blocks = b"".join([sha256(key + number).digest() for number in _NUMBERS[: (len(cards) + 6) // 8]])
    if len(cards) > 256 or _NEAR_THE_TOP in blocks:
        return _shuffle_carefully(cards, key)
    # The same with no word to reject, for the speed of random play
    last = max(len(cards) - 1, 0)
    for i, word in zip(range(last, 0, -1), unpack(f">{last}I", blocks[: 4 * last]), strict=True):
        j = word % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def _shuffle_carefully(cards: list[Card], key: bytes) -> list[Card]:
    stream = words(key)
    for i in range(len(cards) - 1, 0, -1):
        j = below(i + 1, stream)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def words(key: bytes) -> Iterator[int]:
    """The stream of 32-bit words of a key: block i is SHA-256(key + i as 4 big-endian bytes), eight words each."""
    block = 0
    while True:
        yield from unpack(">8I", sha256(key + block.to_bytes(4, "big")).digest())
        block += 1


def below(n: int, stream: Iterator[int]) -> int:
    """A number from 0 to n - 1, each as likely: words that would favour the lower ones are left out."""
    while True:
        word = next(stream)
        if word < 2**32 - 2**32 % n:
            return word % n
