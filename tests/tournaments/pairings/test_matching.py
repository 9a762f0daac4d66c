import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairings.matching import complete


def largest(size, edges):
    @cache
    def best(left):
        if not left:
            return 0
        one, rest = min(left), left - {min(left)}
        return max([best(rest)] + [1 + best(rest - {other}) for other in rest if frozenset((one, other)) in edges])

    return best(frozenset(range(size)))


def matched(size, edges, partners=None):
    near = [[b for b in range(size) if frozenset((a, b)) in edges] for a in range(size)]
    found = complete(partners or [-1] * size, near.__getitem__)
    for vertex, partner in enumerate(found):
        if partner != -1:
            assert found[partner] == vertex
            assert frozenset((vertex, partner)) in edges
    return found


@settings(max_examples=300, deadline=None)
@given(st.integers(2, 10), st.integers(0, 10**6), st.floats(0.1, 0.7))
def test_no_larger_matching_exists(size, seed, density):
    rng = random.Random(seed)
    edges = {frozenset((a, b)) for a in range(size) for b in range(a) if rng.random() < density}
    found = matched(size, edges)
    assert sum(partner != -1 for partner in found) == 2 * largest(size, edges)


def test_odd_circles_are_seen_through():
    """Two triangles joined by an edge: a search that forgets blossoms leaves two people over."""
    edges = {frozenset(edge) for edge in [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3)]}
    assert -1 not in matched(6, edges, [1, 0, -1, 4, 3, -1])


@pytest.mark.parametrize("seed", range(20))
def test_who_is_paired_stays_paired(seed):
    rng = random.Random(seed)
    edges = {frozenset((a, b)) for a in range(12) for b in range(a) if rng.random() < 0.3}
    a, b = map(int, min(edges, key=sorted))
    partners = [-1] * 12
    partners[a], partners[b] = b, a
    found = matched(12, edges, partners)
    assert found[a] != -1
    assert found[b] != -1
