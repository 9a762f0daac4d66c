"""As many disjoint pairs as can be among people of whom some may not be paired: matching in a general graph."""

from collections import deque
from collections.abc import Callable, Sequence

Partners = list[int]
"""Of each vertex its partner, or -1."""


def complete(partners: Partners, choices: Callable[[int], Sequence[int]]) -> Partners:
    """Turn a matching into a largest one, by augmenting paths (J. Edmonds, Paths, trees, and flowers, 1965).

    `choices(vertex)` are the vertices it may be paired with, the best first; who is paired stays so, with whomever.
    """
    partners = list(partners)
    for root, partner in enumerate(partners):
        if partner == -1:
            _augment(root, partners, choices)
    return partners


def _augment(root: int, partners: Partners, choices: Callable[[int], Sequence[int]]) -> None:
    """Grow a tree of alternating paths from an unpaired root; at the first unpaired vertex, turn the path round."""
    size = len(partners)
    parent = [-1] * size  # of an odd vertex, the even one it was reached from
    base = list(range(size))  # of each vertex, the base of the blossom (an odd circle, taken as one) that holds it
    even = [False] * size
    even[root] = True
    queue = deque([root])
    while queue:
        vertex = queue.popleft()
        for other in choices(vertex):
            if base[vertex] == base[other] or partners[vertex] == other:
                continue
            if other == root or (partners[other] != -1 and parent[partners[other]] != -1):
                queue.extend(_shrink(vertex, other, partners, parent, base, even))
            elif parent[other] == -1:
                parent[other] = vertex
                if partners[other] == -1:
                    _turn(other, partners, parent)
                    return
                even[partners[other]] = True
                queue.append(partners[other])


def _shrink(
    vertex: int, other: int, partners: Partners, parent: list[int], base: list[int], even: list[bool]
) -> list[int]:
    """Make one blossom of the odd circle that the edge between two even vertices closes; the vertices now even."""
    meeting = _meeting(vertex, other, partners, parent, base)
    inside = [False] * len(partners)
    for start, child in ((vertex, other), (other, vertex)):
        at = start
        while base[at] != meeting:
            inside[base[at]] = inside[base[partners[at]]] = True
            parent[at] = child
            child = partners[at]
            at = parent[partners[at]]
    fresh = []
    for at, below in enumerate(base):
        if inside[below]:
            base[at] = meeting
            if not even[at]:
                even[at] = True
                fresh.append(at)
    return fresh


def _meeting(vertex: int, other: int, partners: Partners, parent: list[int], base: list[int]) -> int:
    """The base at which the paths from two even vertices to the root come together."""
    seen = set()
    at = base[vertex]
    while True:
        seen.add(at)
        if partners[at] == -1:
            break
        at = base[parent[partners[at]]]
    at = base[other]
    while at not in seen:
        at = base[parent[partners[at]]]
    return at


def _turn(end: int, partners: Partners, parent: list[int]) -> None:
    at = end
    while at != -1:
        before = parent[at]
        following = partners[before]
        partners[at], partners[before] = before, at
        at = following
