"""The cache counts requests for the rate limits and keeps what can be worked out again. A Redis that is away must not
take the site down."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import structlog
from django.core.cache import cache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)


class Busy(Exception):
    """Somebody else is being served: ask again in a moment."""


@contextmanager
def one_at_a_time(name: str, longest: int) -> Iterator[None]:
    """For what is dear and anybody may ask for: raises Busy while another process of the site is within. One that died
    there does not block the others for more than `longest` seconds."""
    key = f"{name}:busy"
    if not cache.add(key, True, longest):
        raise Busy
    try:
        yield
    finally:
        cache.delete(key)


def forgiving(name: str, otherwise: Callable[..., Any]) -> Callable[..., Any]:
    """RedisCache's method of that name; while the server is away it answers `otherwise(...)` of the same arguments."""
    method = getattr(RedisCache, name)

    def call(self: RedisCache, *args: Any, **kwargs: Any) -> Any:
        try:
            return method(self, *args, **kwargs)
        except RedisError as error:
            log.warning("the cache does not answer", operation=name, error=str(error))
            return otherwise(*args, **kwargs)

    return call


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache, which acts as an empty one while the server is away."""

    add = forgiving("add", lambda *args, **kwargs: True)
    get = forgiving("get", lambda key, default=None, version=None: default)
    set = forgiving("set", lambda *args, **kwargs: None)
    touch = forgiving("touch", lambda *args, **kwargs: False)
    delete = forgiving("delete", lambda *args, **kwargs: False)
    incr = forgiving("incr", lambda key, delta=1, version=None: delta)
    has_key = forgiving("has_key", lambda *args, **kwargs: False)
    get_many = forgiving("get_many", lambda *args, **kwargs: {})
    set_many = forgiving("set_many", lambda *args, **kwargs: [])
    delete_many = forgiving("delete_many", lambda *args, **kwargs: None)
