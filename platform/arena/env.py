"""Typed readers of environment variables. A variable that is missing or malformed stops the start, by name."""

import os
from ipaddress import ip_network
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

from arena import addresses

TRUE, FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


def text(name: str, default: str | None = None) -> str:
    """The variable's text; an empty one counts as not set. Without a default it is required."""
    value = os.environ.get(name, "").strip() or default
    if value is None:
        raise ImproperlyConfigured(f"Set the environment variable {name}: it is required and has no default.")
    return value


def flag(name: str, default: bool = False) -> bool:
    value = text(name, "yes" if default else "no").lower()
    if value not in TRUE + FALSE:
        raise ImproperlyConfigured(f"{name}={value!r} is no yes or no: write one of {', '.join(TRUE + FALSE)}.")
    return value in TRUE


def integer(name: str, default: int, *, least: int = 0, most: int = 2**31 - 1) -> int:
    value = text(name, str(default))
    if not (value.isascii() and value.isdigit() and len(value) < 12 and least <= int(value) <= most):
        raise ImproperlyConfigured(f"{name}={value!r} is no whole number from {least} to {most}.")
    return int(value)


def words(name: str, default: str = "") -> list[str]:
    """A list, separated by commas."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def networks(name: str, default: str) -> list[str]:
    """Addresses and networks, separated by commas."""
    found = words(name, default)
    for network in found:
        try:
            ip_network(network)
        except ValueError:
            raise ImproperlyConfigured(f"{name} has {network!r}, which is no address and no network.") from None
    return found


def database(name: str) -> dict[str, Any]:
    """Django's description of a PostgreSQL database from a libpq address, such as
    postgresql://user:password@host:5432/name or postgresql:///name?host=/folder/of/socket&user=arena."""
    value = text(name)
    if not value.startswith(("postgresql://", "postgres://")):
        raise ImproperlyConfigured(f"{name} must start with postgresql:// (other databases are not supported).")
    try:
        parts: dict[str, Any] = conninfo_to_dict(value)
    except ProgrammingError as error:
        raise ImproperlyConfigured(f"{name} is no address of a PostgreSQL database: {error}") from None
    if not parts.get("dbname"):
        raise ImproperlyConfigured(f"{name} names no database: end the address with /NAME.")
    known = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    return {
        "ENGINE": "django.db.backends.postgresql",
        **{key: str(parts.pop(part)) for part, key in known.items() if part in parts},
        "OPTIONS": parts,
    }


def redis(name: str) -> tuple[str, str]:
    """The same server twice: as redis-py's address and as Celery's. Redis and Valkey, by network
    (redis://host:6379/0, rediss://...) or by socket (unix:///folder/valkey.sock?db=0, its path quoted)."""
    value = text(name)
    scheme, _, rest = value.partition("://")
    if scheme in ("redis", "rediss") and rest:
        return value, value
    if scheme in ("unix", "redis+socket") and rest.startswith("/"):
        path, _, query = rest.partition("?")
        if "#" in path:
            raise ImproperlyConfigured(f"{name} has a # in its path: write %23 (and %25 for %, %3F for ?).")
        number = "0"
        for item in filter(None, query.split("&")):
            key, _, number = item.partition("=")
            if key not in ("db", "virtual_host") or not (number.isascii() and number.isdigit() and len(number) < 6):
                raise ImproperlyConfigured(f"{name} ends with {item!r}; only ?db=NUMBER may follow a socket's path.")
        socket = addresses.unquoted(path)
        return addresses.redis(socket, int(number)), addresses.celery(socket, int(number))
    raise ImproperlyConfigured(f"{name} must be redis://host:port/number or unix:///path/of/socket?db=number.")
