import random
from collections import Counter

import pytest

from tournaments.pairings.seating import even_seats


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(8))
def test_any_tables_can_be_seated_evenly_at_any_time(seats, seed):
    """Tables at random, very uneven ones too: some entrants play much more often than others."""
    rng = random.Random(seed)
    rounds = [[tuple(rng.sample(range(seats + rng.randrange(8)), seats))] for _ in range(60)]
    seated = even_seats(rounds, seats)
    assert [[set(table) for table in drawn] for drawn in seated] == [[set(t) for t in drawn] for drawn in rounds]
    places: Counter[tuple[int, int]] = Counter()
    for drawn in seated:
        for table in drawn:
            places.update((entrant, place) for place, entrant in enumerate(table))
            for entrant in table:
                counts = [places[entrant, place] for place in range(seats)]
                assert max(counts) - min(counts) <= 1
