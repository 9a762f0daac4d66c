"""Names that are drawn: of tables, and of guests, who cannot write names of their own."""

import secrets
from collections.abc import Collection

COLOURS = (
    "amber", "azure", "brown", "coral", "crimson", "golden", "green", "indigo", "ivory", "jade", "maroon", "olive",
    "orange", "pink", "purple", "red", "ruby", "saffron", "scarlet", "silver", "teal", "violet", "white", "yellow",
)  # fmt: skip
THINGS = (
    "almond", "banyan", "basil", "cedar", "clove", "coconut", "cotton", "fig", "ginger", "guava", "jasmine", "kite",
    "lamp", "lemon", "lotus", "mango", "mint", "neem", "papaya", "pepper", "river", "saffron", "spice", "tea",
)  # fmt: skip
GUESTS = (
    "Bulbul", "Cheetah", "Cobra", "Crane", "Deer", "Dolphin", "Eagle", "Elephant", "Falcon", "Gecko", "Heron",
    "Hornbill", "Ibis", "Jackal", "Kingfisher", "Langur", "Leopard", "Lion", "Lynx", "Mongoose", "Myna", "Nilgai",
    "Otter", "Owl", "Panda", "Parrot", "Peacock", "Pelican", "Robin", "Squirrel", "Stork", "Swan", "Tiger", "Turtle",
    "Wolf", "Yak",
)  # fmt: skip


def table() -> str:
    """A name such as `green-mango-417`, which people can read to each other. It need not be free."""
    return f"{secrets.choice(COLOURS)}-{secrets.choice(THINGS)}-{secrets.randbelow(900) + 100}"


def guests(count: int, taken: Collection[str] = ()) -> list[str]:
    """So many different names of guests that nobody at the table has."""
    free = [name for name in GUESTS if name not in taken]
    return secrets.SystemRandom().sample(free, count)
