"""The addresses of servers on local sockets, built only here: a path may hold `%41`, `#`, `?` or a space."""

import os
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes


def postgres(sockets: Path, *, user: str, database: str) -> str:
    """libpq's address of the server whose sockets lie in that folder."""
    return f"postgresql://{quote(user, safe='')}@{_quoted(sockets, safe='')}/{quote(database, safe='')}"


def redis(socket: Path, database: int) -> str:
    """redis-py's address of the server on that socket; Django's cache takes it too."""
    return f"unix://{_quoted(socket)}?db={database}"


def celery(socket: Path, database: int) -> str:
    """Celery's address of the same server."""
    return f"redis+socket://{_quoted(socket)}?virtual_host={database}"


def unquoted(path: str) -> Path:
    """The path that an address names."""
    return Path(os.fsdecode(unquote_to_bytes(path)))


def plain(path: Path) -> bool:
    """Whether every server and client can listen and connect there. A comma separates folders for PostgreSQL, and
    hosts for libpq, however it is quoted; a path that is no UTF-8 cannot be in an address."""
    try:
        path.as_posix().encode()
    except UnicodeEncodeError:
        return False
    return str(path).isprintable() and not set(str(path)) & set(",\"'\\;")


def _quoted(path: Path, safe: str = "/") -> str:
    return quote(os.fsencode(path), safe=safe)
