"""Badam Satti: three to six players, 52 cards, four rows built out from the sevens. Rules: docs/exact-rules.md."""

from games.badam_satti.sample import sample
from games.badam_satti.state import State, start
from games.badam_satti.view import DELTA, Row, View
from games.core import Rules
from games.options import OptionSpec

__all__ = ["RULES", "Row", "State", "View"]

RULES = Rules(
    name="badam-satti",
    title="Badam Satti",
    options=(
        OptionSpec("players", 4, "seats at the table", (3, 4, 5, 6)),
        OptionSpec("rounds", 5, "rounds in a game", (1, 3, 5)),
        OptionSpec("pictures", "face", "jack 11, queen 12 and king 13 points, or 10 each", ("face", "ten")),
        OptionSpec("take_a_card", False, "who passes is handed a card by the player before", (False, True)),
    ),
    presets={
        "standard": {},
        "quick": {"rounds": 1},
        "take-a-card": {"take_a_card": True},
        "pictures-ten": {"pictures": "ten"},
    },
    seats=lambda options: options["players"],  # type: ignore[return-value,arg-type]  # checked: 3 to 6
    start=start,
    view_from_json=DELTA.from_json,
    delta=DELTA,
    sample=sample,
    players={
        "easy": "games.players.easy_badam_satti:Easy",
        "normal": "games.players.normal_badam_satti:Normal",
        "hard": "games.players.hard_badam_satti:Hard",
    },
)
