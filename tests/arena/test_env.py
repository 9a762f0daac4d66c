import pytest
from django.core.exceptions import ImproperlyConfigured

from arena import env


def test_a_missing_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("X", raising=False)
    with pytest.raises(ImproperlyConfigured, match="environment variable X"):
        env.text("X")


def test_an_empty_variable_counts_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("X", " ")
    assert env.text("X", "default") == "default"
    assert env.integer("X", 7) == 7
    assert env.flag("X", True) is True
    assert env.words("X") == []


@pytest.mark.parametrize(("text", "value"), [("1", True), ("YES", True), ("on", True), ("0", False), ("False", False)])
def test_flags(monkeypatch: pytest.MonkeyPatch, text: str, value: bool) -> None:
    monkeypatch.setenv("X", text)
    assert env.flag("X") is value


@pytest.mark.parametrize("text", ["maybe", "2", "truee"])
def test_what_is_no_flag_is_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("X", text)
    with pytest.raises(ImproperlyConfigured, match="X='"):
        env.flag("X")


@pytest.mark.parametrize("text", ["-1", "1.5", "ten", "11", "٣", "9" * 5000])
def test_what_is_no_number_in_range_is_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("X", text)
    with pytest.raises(ImproperlyConfigured, match="from 0 to 10"):
        env.integer("X", 1, most=10)


def test_words_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("X", "a.example, b.example,,")
    assert env.words("X") == ["a.example", "b.example"]


def test_databases_by_network_and_by_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("X", "postgresql://anna:p%40ss@db.example:6432/arena?sslmode=require")
    assert env.database("X") == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "arena",
        "USER": "anna",
        "PASSWORD": "p@ss",
        "HOST": "db.example",
        "PORT": "6432",
        "OPTIONS": {"sslmode": "require"},
    }
    monkeypatch.setenv("X", "postgresql://anna@%2Frun%2Fpg/arena")
    assert env.database("X")["HOST"] == "/run/pg"
    monkeypatch.setenv("X", "postgresql:///arena?host=/run/pg&user=anna")
    assert (env.database("X")["HOST"], env.database("X")["USER"]) == ("/run/pg", "anna")


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("sqlite:///db", "must start with postgresql://"),
        ("postgresql://host/", "names no database"),
        ("postgresql://host/db?nonsense=1", "is no address"),
        ("postgresql://ho%zzst/db", "is no address"),
    ],
)
def test_what_is_no_database_is_refused(monkeypatch: pytest.MonkeyPatch, url: str, complaint: str) -> None:
    monkeypatch.setenv("X", url)
    with pytest.raises(ImproperlyConfigured, match=complaint):
        env.database("X")


@pytest.mark.parametrize(
    ("url", "cache", "broker"),
    [
        ("redis://host:6379/1", "redis://host:6379/1", "redis://host:6379/1"),
        ("rediss://u:p@host/0", "rediss://u:p@host/0", "rediss://u:p@host/0"),
        ("unix:///run/v.sock?db=3", "unix:///run/v.sock?db=3", "redis+socket:///run/v.sock?virtual_host=3"),
        ("unix:///a/%2541%23.sock", "unix:///a/%2541%23.sock?db=0", "redis+socket:///a/%2541%23.sock?virtual_host=0"),
        ("unix:///a b/é.sock", "unix:///a%20b/%C3%A9.sock?db=0", "redis+socket:///a%20b/%C3%A9.sock?virtual_host=0"),
        ("redis+socket:///run/v.sock", "unix:///run/v.sock?db=0", "redis+socket:///run/v.sock?virtual_host=0"),
    ],
)
def test_one_redis_address_serves_the_cache_and_the_broker(
    monkeypatch: pytest.MonkeyPatch, url: str, cache: str, broker: str
) -> None:
    monkeypatch.setenv("X", url)
    assert env.redis("X") == (cache, broker)


@pytest.mark.parametrize(
    "url",
    ["localhost:6379", "redis://", "unix://run/v.sock", "memory://", "unix:///s?db=one", "unix:///a#b", "unix:///s?db=٣"],
)
def test_what_is_no_redis_address_is_refused(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("X", url)
    with pytest.raises(ImproperlyConfigured, match="X"):
        env.redis("X")
