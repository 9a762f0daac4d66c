import pytest
from django.core.cache import cache

from arena.cache import ForgivingRedisCache


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
