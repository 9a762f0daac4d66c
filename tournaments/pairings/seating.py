"""Places at the tables, evened out: an edge colouring of the graph of tables and entrants."""

from collections.abc import Sequence

Table = tuple[int, ...]


def even_seats(rounds: Sequence[Sequence[Table]], seats: int) -> list[tuple[Table, ...]]:
    """The same tables in another order within each: every entrant has had every place equally often, within one.

    It is so after any number of rounds. An entrant's first `seats` tables, the next `seats`, and so on, are taken as
    nodes of their own; tables and nodes then have at most `seats` edges, so `seats` colours, the places, are enough
    (D. König, 1916), and they are found edge by edge, turning an alternating path where no colour is free at both ends.
    """
    flat = [table for drawn in rounds for table in drawn]
    played: dict[int, int] = {}
    at_table: list[dict[int, tuple[int, int]]] = [{} for _ in flat]  # table -> place -> node
    at_node: dict[tuple[int, int], dict[int, int]] = {}  # node -> place -> table
    for number, table in enumerate(flat):
        for entrant in sorted(table):
            node = (entrant, played.get(entrant, 0) // seats)
            played[entrant] = played.get(entrant, 0) + 1
            _seat(number, node, at_table, at_node, seats)
    seated = iter([tuple(places[place][0] for place in range(seats)) for places in at_table])
    return [tuple(next(seated) for _ in drawn) for drawn in rounds]


def _seat(
    table: int,
    node: tuple[int, int],
    at_table: list[dict[int, tuple[int, int]]],
    at_node: dict[tuple[int, int], dict[int, int]],
    seats: int,
) -> None:
    free_here = next(place for place in range(seats) if place not in at_table[table])
    taken = at_node.setdefault(node, {})
    free_there = next(place for place in range(seats) if place not in taken)
    if free_here in taken:
        # Swap the two places along the path that starts here; it never comes back to this table (Kőnig).
        path, place, at = [], free_here, node
        while True:
            other = at_node[at].get(place)
            if other is None:
                break
            path.append((other, at, place))
            place = free_there if place == free_here else free_here
            following = at_table[other].get(place)
            if following is None:
                break
            path.append((other, following, place))
            place = free_there if place == free_here else free_here
            at = following
        for other, at, place in path:
            at_table[other].pop(place, None)
            at_node[at].pop(place, None)
        for other, at, place in path:
            turned = free_there if place == free_here else free_here
            at_table[other][turned] = at
            at_node[at][turned] = other
    at_table[table][free_here] = node
    at_node[node][free_here] = table
