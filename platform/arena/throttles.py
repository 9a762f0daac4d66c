"""How often somebody may ask. Each limit is counted by one atomic step in Redis, so that requests that arrive at the
same moment count one by one; while Redis is away nothing is limited."""

import time
from functools import cache
from ipaddress import IPv6Address, ip_address

import structlog
from django.conf import settings
from django.http import HttpRequest
from limits import RateLimitItem, parse
from limits.storage import RedisStorage
from limits.strategies import MovingWindowRateLimiter
from redis.exceptions import RedisError

from arena.errors import TooMany
from arena.proxies import client_address

log = structlog.get_logger(__name__)


@cache
def limiter(url: str) -> MovingWindowRateLimiter:
    address = url.replace("unix://", "redis+unix://", 1) if url.startswith("unix://") else url
    storage = RedisStorage(address, key_prefix="arena:limits", socket_timeout=1, socket_connect_timeout=1)
    return MovingWindowRateLimiter(storage)


def take(scope: str, who: str) -> None:
    """Count one request of `who` against settings.RATE_LIMITS[scope]. Raises TooMany."""
    rate = _rate(scope)
    try:
        counted = limiter(settings.REDIS_URL)
        if counted.hit(rate, scope, who):
            return
        wait = counted.get_window_stats(rate, scope, who).reset_time
    except RedisError as error:
        log.warning("the rate limits are not counted", error=str(error))
        return
    raise TooMany(f"At most {rate.amount} requests of this kind in {_period(rate)}.", wait - time.time())


def forgive(scope: str, who: str) -> None:
    """Forget what was counted: what it guards against did not happen."""
    try:
        limiter(settings.REDIS_URL).clear(_rate(scope), scope, who)
    except RedisError as error:
        log.warning("the rate limits are not counted", error=str(error))


def address(request: HttpRequest) -> str:
    """Whose connection a request came by: an address, and of IPv6 the network of 64 bits that one customer has."""
    text = client_address(request)
    try:
        found = ip_address(text)
    except ValueError:
        return text
    return f"{IPv6Address(int(found) >> 64 << 64)}/64" if found.version == 6 else text


def requester(request: HttpRequest) -> tuple[str, str]:
    """(general limit, who): an account, or whoever is behind the address."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return "user", f"user:{user.pk}"
    return "anon", f"address:{address(request)}"


def _rate(scope: str) -> RateLimitItem:
    return parse(settings.RATE_LIMITS[scope])


def _period(rate: RateLimitItem) -> str:
    seconds = rate.get_expiry()
    amount, unit = next((seconds // size, unit) for size, unit in UNITS if seconds % size == 0)
    return f"{amount} {unit}s" if amount > 1 else f"a {unit}" if unit != "hour" else "an hour"


UNITS = ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))
