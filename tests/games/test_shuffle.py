import json
from itertools import islice
from pathlib import Path

import pytest

from games.badam_satti.tables import DECK as FIFTY_TWO
from games.saat_aath.tables import DECK as THIRTY
from games.shuffle import _shuffle_carefully, below, shuffle, words

VECTORS = json.loads((Path(__file__).parent.parent / "vectors/shuffle.json").read_text())
DECKS = {"saat-aath": THIRTY, "badam-satti": FIFTY_TWO}
CASES = [(name, case["key"], case["pack"]) for name in VECTORS for case in VECTORS[name]]


@pytest.mark.parametrize(("name", "key", "pack"), CASES)
def test_the_packs_of_the_vectors(name: str, key: str, pack: str) -> None:
    seed, board, deal = key.split("/")
    deck = DECKS[name]
    assert " ".join(deck.name[bit] for bit in shuffle(deck.pack, seed, int(board), int(deal))) == pack


def test_the_canonical_pack_lists_suits_and_then_ranks() -> None:
    assert " ".join(THIRTY.canonical[:9]) == "8C 9C TC JC QC KC AC 8D 9D"
    assert " ".join(THIRTY.canonical[-8:]) == "7S 8S 9S TS JS QS KS AS"
    assert " ".join(FIFTY_TWO.canonical[:14]) == "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD"


def test_the_stream_is_that_of_numbered_blocks() -> None:
    # SHA-256("abc123/0/0" + 00000000) and (... 00000001), first and last word of each
    stream = list(islice(words(b"abc123/0/0"), 16))
    assert all(0 <= word < 2**32 for word in stream)
    assert len(set(stream)) == 16
    assert stream[:8] == list(islice(words(b"abc123/0/0"), 8))


def test_every_order_of_three_is_as_likely() -> None:
    counts: dict[str, int] = {}
    for board in range(6000):
        order = "".join(shuffle("abc", "5eed", board, 0))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())  # 1000 each, five standard deviations


def test_the_pack_given_is_left_alone() -> None:
    pack = list("abcdef")
    shuffle(pack, "5eed", 0, 0)
    assert pack == list("abcdef")


@pytest.mark.parametrize("size", [0, 1, 2, 8, 9, 10, 30, 52, 256, 257, 300])
def test_the_quick_way_is_the_careful_one(size: int) -> None:
    for board in range(40):
        key = f"5eed/{board}/1".encode()
        assert shuffle(range(size), "5eed", board, 1) == _shuffle_carefully(list(range(size)), key)


def test_words_that_would_favour_low_numbers_are_left_out() -> None:
    for n in (3, 30, 52):
        limit = 2**32 - 2**32 % n
        assert below(n, iter([2**32 - 1, limit, limit - 1])) == (limit - 1) % n
