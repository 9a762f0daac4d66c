"""The site's settings for tools that load them without a database: mypy's Django plugin."""

import os

for name, value in {
    "SECRET_KEY": "only for type checks: no server starts with it",
    "DATABASE_URL": "postgresql:///none",
    "REDIS_URL": "unix:///none",
}.items():
    os.environ.setdefault(name, value)

from arena.settings import *  # noqa: E402, F403
