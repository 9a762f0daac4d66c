"""The cache counts requests for the rate limits, and nothing else. A Redis that is away must not take the site down."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import structlog
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)


def forgiving(method: Callable[..., Any], answer: Any = None) -> Callable[..., Any]:
    @wraps(method)
    def call(self: RedisCache, key: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return method(self, key, *args, **kwargs)
        except RedisError as error:
            log.warning("the cache does not answer", operation=method.__name__, error=str(error))
            return kwargs.get("default", args[0] if args else None) if method.__name__ == "get" else answer

    return call


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache, which acts as an empty one while the server is away."""

    add = forgiving(RedisCache.add, True)
    get = forgiving(RedisCache.get)
    set = forgiving(RedisCache.set)
    touch = forgiving(RedisCache.touch, False)
    delete = forgiving(RedisCache.delete, False)
    incr = forgiving(RedisCache.incr, 1)
    has_key = forgiving(RedisCache.has_key, False)
    get_many = forgiving(RedisCache.get_many, {})
    set_many = forgiving(RedisCache.set_many, [])
    delete_many = forgiving(RedisCache.delete_many)
