"""Bounds that do not depend on the operator. What an operator may choose is in `arena.settings`."""

NAME_LENGTH, REASON_LENGTH = 80, 500  # characters
MAX_ROUNDS = 1000
MAX_BOARDS = 1000
SHORTEST_ACTION, SMALLEST_MEMORY = 0.05, 64  # seconds, MB; the most is the operator's
RESERVED_SLUGS = ("new", "ladder")
