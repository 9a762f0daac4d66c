"""The cache counts requests for the rate limits and keeps what can be worked out again. A Redis that is away must not
take the site down."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import structlog
from django.core.cache import cache
from django.core.cache.backends.redis import RedisCache
from redis import Redis
from redis.exceptions import RedisError

from arena.stored_times import SLACK

log = structlog.get_logger(__name__)


class Busy(Exception):
    """Somebody else is being served: ask again in a moment."""


@contextmanager
def one_at_a_time(name: str, longest: int) -> Iterator[None]:
    """Guard what is expensive and anybody may ask for: raises Busy while another process of the site is within. One
    that died there does not block the others for more than `longest` seconds. Only the holder releases the lock: one
    that was within for too long leaves that of the next alone. Without a Redis nobody is kept out."""
    lock = _client().lock(cache.make_key(f"{name}:busy"), timeout=longest, blocking=False)
    try:
        if not lock.acquire():
            _shorten(str(lock.name), longest)
            raise Busy
    except RedisError as error:
        log.warning("the cache does not answer", operation="lock", error=str(error))
    try:
        yield
    finally:
        with suppress(RedisError):  # among them LockError: it is somebody else's by now, or nobody's
            lock.release()


def forget_everything() -> None:
    """Delete all that the cache holds. Not its `clear`: in the same Redis may be the broker's queues."""
    try:
        client = _client()
        for key in client.scan_iter(f"{cache.key_prefix}:*", count=1000):
            client.delete(key)
    except RedisError as error:
        log.warning("the cache does not answer", operation="scan", error=str(error))


def _client() -> Redis:
    backend: Any = cache
    client: Redis = backend._cache.get_client(write=True)
    return client


def _shorten(key: str, longest: int) -> None:
    """Let a lock that was taken while the clock was ahead end in time: Redis keeps the moment of its end."""
    if _client().pttl(key) > 1000 * (longest + SLACK):
        _client().expire(key, longest)


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
