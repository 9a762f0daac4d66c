"""What every test of the site needs."""

import os

import pytest
import redis


@pytest.fixture(autouse=True)
def _no_rate_limits_from_the_last_test() -> None:
    """Only the cache's keys: the queues of a running worker are in the same database."""
    server = redis.Redis.from_url(os.environ["REDIS_URL"])
    for key in server.scan_iter("arena:*"):
        server.delete(key)
