"""Uploads checked by a real worker in the real sandbox."""

import time
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from arena.submissions.models import Version
from tests.arena.submissions import making

pytestmark = pytest.mark.django_db(transaction=True)


def wait_for(versions: Iterable[Version], *, seconds: float = 60) -> list[Version]:
    keys, deadline = [version.pk for version in versions], time.monotonic() + seconds
    while (waiting := Version.objects.filter(pk__in=keys, status__in=["waiting", "checking"])).exists():
        assert time.monotonic() < deadline, [(v.label, v.status, v.step) for v in waiting]
        time.sleep(0.05)
    return list(Version.objects.filter(pk__in=keys).select_related("bot__owner").order_by("number"))


def test_every_kind_of_bad_bot_gets_its_own_verdict_and_none_stops_the_good_ones(person: Any, worker: Any) -> None:
    bot = making.bot(person("owner"))
    first = making.version(bot)
    bad = {verdict: making.version(bot, source) for verdict, source in making.BAD.items()}
    zipped = making.version(bot, making.archive(bot__py=b"from helper import *\n", helper__py=making.GOOD), "b.zip")
    wait_for([first, zipped, *bad.values()])
    verdicts = dict(Version.objects.values_list("pk", "verdict"))
    assert {name: verdicts[version.pk] for name, version in bad.items()} == {name: name for name in making.BAD}
    assert verdicts[first.pk] == verdicts[zipped.pk] == "ready"


def test_a_crash_comes_with_its_reason_and_the_bot_s_own_traceback(person: Any, worker: Any) -> None:
    (version,) = wait_for([making.version(making.bot(person("owner")), making.BAD["crash"])])
    assert "queen" in version.reason
    assert "thinking" in version.log
    assert "raise KeyError('queen')" in version.log
    assert "arena" not in version.log, "the traceback is the bot's own, and shows nothing of ours"


def test_a_crash_may_say_anything(person: Any, worker: Any) -> None:
    source = b"class Bot:\n    def act(self, view):\n        raise KeyError('\\0 \\ud800 ' + '\\u2028' * 9000)\n"
    (version,) = wait_for([making.version(making.bot(person("owner")), source)])
    assert (version.status, version.verdict) == ("failed", "crash")


def test_bots_of_every_game_are_checked_at_their_own_game(person: Any, worker: Any) -> None:
    owner = person("owner")
    games = ("saat-aath", "badam-satti")
    versions = wait_for([making.version(making.bot(owner, f"of-{game}", game)) for game in games])
    assert [version.status for version in versions] == ["ready", "ready"]


def test_an_upload_whose_message_was_lost_is_checked_after_a_sweep(
    person: Any, start_celery: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHECK_LEASE_SECONDS", "1")
    monkeypatch.setenv("SWEEP_SECONDS", "1")
    bot = making.bot(person("owner"))
    version = Version.objects.create(bot=bot, number=1, filename="bot.py", source=making.GOOD, size=1)  # and no message
    start_celery("worker", "--concurrency=1", "--queues=default,checks", "--without-mingle")
    start_celery("beat")
    (done,) = wait_for([version])
    assert done.status == "ready"
