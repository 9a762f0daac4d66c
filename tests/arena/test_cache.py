import os

import pytest
from django.core.cache import cache
from redis import Redis

from arena.cache import Busy, ForgivingRedisCache, forget_everything, one_at_a_time


@pytest.fixture
def away() -> ForgivingRedisCache:
    return ForgivingRedisCache("unix:///nowhere/valkey.sock?db=0", {})


def test_a_server_that_answers_is_an_ordinary_cache() -> None:
    cache.set("k", [1, 2])
    assert cache.get("k") == [1, 2]
    assert cache.add("k", 3) is False
    assert cache.get_many(["k", "none"]) == {"k": [1, 2]}
    assert cache.delete("k") is True


def test_a_server_that_is_away_is_an_empty_cache(away: ForgivingRedisCache) -> None:
    away.set("k", 1)
    assert away.get("k") is None
    assert away.get("k", 5) == 5
    assert away.get("k", default=5) == 5
    assert away.add("k", 1) is True
    assert away.incr("k") == 1
    assert away.has_key("k") is False
    assert away.delete("k") is False
    assert away.set_many({"k": 1}) == []


def test_what_one_caller_gets_of_a_server_that_is_away_is_not_anothers(away: ForgivingRedisCache) -> None:
    away.get_many(["k"])["k"] = 1
    assert away.get_many(["k"]) == {}


def test_only_its_holder_releases_a_lock() -> None:
    client = Redis.from_url(os.environ["REDIS_URL"])
    key = cache.make_key("cake:busy")
    with one_at_a_time("cake", 30):
        client.delete(key)  # it took too long, and its time ran out
        with one_at_a_time("cake", 30):
            pass
        client.set(key, "the next one's")
    assert client.get(key) == b"the next one's"


def test_one_at_a_time_refuses_the_second() -> None:
    with one_at_a_time("cake", 30):
        with pytest.raises(Busy), one_at_a_time("cake", 30):
            pass
        with one_at_a_time("tea", 30):
            pass
    with one_at_a_time("cake", 30):
        pass


def test_a_lock_that_was_taken_while_the_clock_was_ahead_ends_in_time() -> None:
    client = Redis.from_url(os.environ["REDIS_URL"])
    key = cache.make_key("cake:busy")
    client.set(key, "of a process that died", ex=3600)
    with pytest.raises(Busy), one_at_a_time("cake", 5):
        pass
    assert client.ttl(key) <= 5


def test_forgetting_everything_leaves_the_broker_s_queues() -> None:
    client = Redis.from_url(os.environ["REDIS_URL"])
    client.rpush("a-queue-of-the-broker", "task")
    cache.set("k", 1)
    forget_everything()
    assert cache.get("k") is None
    assert client.delete("a-queue-of-the-broker") == 1
