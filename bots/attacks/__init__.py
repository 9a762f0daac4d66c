"""The attack suite: hostile bots and uploads, each with the verdict that it must end in.

The bots are in the TOML files, one for each layer; an entry says `name`, `bot` (Python; prelude.py stands before it),
`verdict` (a kind of fault, or several of which any will do, or "plays on") and, where it needs them, `each` (values of
ITEM, an attack each), `limits`, `faulty_games` (of two; all by default), `busy_opponent` (CPU seconds for each of its
actions), `machine` (the only architecture it is for), `verdict_of` (where one ITEM's differs), `without` (layers that
stand before the one that is attacked, and are left off so that it stands alone: names of `bots.sandbox.parts`), `needs`
(a layer that a host may lack: "landlock").
"""

from bots.attacks.attack import Attack, attacks
from bots.attacks.runner import Result, run
from bots.attacks.summary import run_all, through

__all__ = ["Attack", "Result", "attacks", "run", "run_all", "through"]
