"""Balanced tables for three to six seats."""

from tournaments.pairings.seating import even_seats

SEATS = range(3, 7)


def tables(entrants: int, seats: int, rounds: int) -> list[tuple[tuple[int, ...], ...]]:
    """Rounds of tables of `seats` entrants each; in a round everybody plays once, and `entrants % seats` sit out.

    Nobody sits out more than once more than anybody else, each pair meets as equally often as can be, and every entrant
    has every place at the table equally often within one. ValueError names what does not fit.
    """
    if seats not in SEATS:
        raise ValueError(f"tables have 3 to 6 seats, not {seats}")
    if entrants < seats:
        raise ValueError(f"{entrants} entrants do not fill a table of {seats} seats")
    if rounds < 1:
        raise ValueError(f"tables are drawn for at least 1 round, not {rounds}")
    drawn = []
    for number in range(rounds):
        order = [(number * (entrants % seats) + place) % entrants for place in range(entrants - entrants % seats)]
        drawn.append(tuple(tuple(order[at : at + seats]) for at in range(0, len(order), seats)))
    return even_seats(drawn, seats)
