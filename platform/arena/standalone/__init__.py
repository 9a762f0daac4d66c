"""Private PostgreSQL and Valkey servers from wheels, and the one process that runs the whole arena.

`engines` says where the two programs come from, `postgres` and `valkey` start one of each, `private` both in a data
folder, `supervisor` keeps the arena's processes alive. `python -m arena.standalone` runs the two servers alone.
"""
