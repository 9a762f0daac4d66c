"""Round robin for two seats: everybody meets everybody once a round."""


def round_robin(entrants: int, rounds: int = 1) -> list[tuple[tuple[int, int], ...]]:
    """Every round holds each pair of entrants (0 to entrants - 1) exactly once, as (player 0, player 1).

    The pairs stand in the order of the circle method (one entrant stays, the others move round), so all have played
    about equally often at any time. Each entrant is player 0 as often as player 1, within one, also over all rounds.
    """
    if entrants < 2:
        raise ValueError(f"a round robin needs at least 2 entrants, not {entrants}")
    if rounds < 1:
        raise ValueError(f"a round robin has at least 1 round, not {rounds}")
    pairs = tuple(_circle(entrants))
    turned = tuple((second, first) for first, second in pairs)
    return [turned if number % 2 else pairs for number in range(rounds)]


def _circle(entrants: int) -> list[tuple[int, int]]:
    ring = (entrants - 1) | 1  # with an even field the last entrant stays and the others, an odd number, move round
    pairs = []
    for turn in range(ring):
        if entrants % 2 == 0:
            pairs.append((turn, ring))
        pairs += [((turn + k) % ring, (turn - k) % ring) for k in range(1, (ring + 1) // 2)]
    # On a circle of an odd number (a chair stays empty if need be) everybody comes first to the half that follows.
    chairs = entrants | 1
    return [(a, b) if (b - a) % chairs <= chairs // 2 else (b, a) for a, b in pairs]
