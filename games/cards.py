"""Cards as bits. A card is two characters, rank then suit; a set of cards is an int with a bit for each."""

from collections.abc import Iterable

SUITS = "CDHS"
_CHUNK = 10  # bits per table of names: small enough to stay in the processor's cache


class Deck:
    """The cards of a game. The lowest bit is the card whose name sorts first, so that the names of a set
    come out sorted when the names of its parts are joined: actions are sorted strings, and this is their hot path.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.canonical = tuple(names)  # in the order of the canonical pack
        ordered = sorted(self.canonical)
        self.bit = {name: 1 << i for i, name in enumerate(ordered)}
        self.name = {bit: name for name, bit in self.bit.items()}
        self.pack = tuple(self.bit[name] for name in self.canonical)
        self.all = (1 << len(ordered)) - 1
        self.tables = tuple(_names_of_subsets(ordered[i : i + _CHUNK]) for i in range(0, len(ordered), _CHUNK))

    def mask(self, names: Iterable[str]) -> int:
        return sum([self.bit[name] for name in names])

    def names(self, mask: int) -> tuple[str, ...]:
        """The names of the cards in `mask`, sorted."""
        result: tuple[str, ...] = ()
        for table in self.tables:
            result += table[mask & 1023]
            mask >>= _CHUNK
        return result


def _names_of_subsets(names: list[str]) -> list[tuple[str, ...]]:
    subsets: list[tuple[str, ...]] = [()]
    for name in names:
        subsets += [(*subset, name) for subset in subsets]
    return subsets


def single_bits(mask: int) -> list[int]:
    """The single bits of a mask, ascending."""
    bits = []
    while mask:
        bits.append(mask & -mask)
        mask &= mask - 1
    return bits
