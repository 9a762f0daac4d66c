"""A check from claim to verdict, each step of which may come twice, late or never."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

import bots
from arena.accounts.models import User
from arena.celery_app import app
from arena.errors import Refused
from arena.submissions import checks, services, tasks
from arena.submissions.models import Version
from tests.arena.submissions import making

pytestmark = pytest.mark.django_db


@pytest.fixture
def version(cast: dict[str, User]) -> Version:
    return making.version(making.bot(cast["owner"]))


def now(version: Version) -> Version:
    return Version.objects.get(pk=version.pk)


def claimed(version: Version) -> Version:
    taken = checks.claim(version_id=version.pk)
    assert taken
    return taken


def test_only_one_task_gets_a_version(version: Version) -> None:
    assert checks.claim(version_id=version.pk)
    assert checks.claim(version_id=version.pk) is None


def test_a_verdict_is_written_down_once(version: Version) -> None:
    taken = claimed(version)
    assert checks.settle(version=taken, ok=False, verdict="crash", reason="KeyError", log="...")
    assert not checks.settle(version=taken, ok=True, verdict="ready", reason="", log="")
    assert (now(version).status, now(version).verdict, now(version).reason) == ("failed", "crash", "KeyError")
    assert checks.claim(version_id=version.pk) is None


def test_a_verdict_may_say_what_postgresql_cannot_store(version: Version) -> None:
    assert checks.settle(version=claimed(version), ok=False, verdict="crash", reason="a\0b", log="\ud800 ü")
    assert (now(version).reason, now(version).log) == ("a\\0b", "\\ud800 ü")


def test_a_task_that_lost_its_claim_changes_nothing(version: Version) -> None:
    late = claimed(version)
    Version.objects.filter(pk=version.pk).update(lease_until=timezone.now())
    checks.free_lost()
    claimed(version)
    assert not checks.settle(version=late, ok=True, verdict="ready", reason="", log="")
    checks.report_step(version=late, step="playing")
    assert (now(version).status, now(version).step) == ("checking", "starting")


def test_each_step_holds_the_claim_for_another_lease(version: Version, settings: LazySettings) -> None:
    taken = claimed(version)
    Version.objects.filter(pk=version.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    checks.report_step(version=taken, step="playing against random")
    assert checks.free_lost() == 0
    assert (now(version).status, now(version).step) == ("checking", "playing against random")


def test_the_sweep_leaves_alone_what_a_live_task_holds(version: Version) -> None:
    claimed(version)
    assert checks.free_lost() == 0
    assert now(version).status == "checking"


def test_a_check_that_nobody_holds_waits_again_and_is_sent(version: Version) -> None:
    claimed(version)
    Version.objects.filter(pk=version.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    assert checks.free_lost() == 1
    assert (now(version).status, now(version).queued_at) == ("waiting", None)
    assert checks.send_waiting() == 1
    assert now(version).queued_at
    assert checks.send_waiting() == 0, "its new message is on the way"


def test_a_check_that_has_just_renewed_its_lease_is_not_freed(version: Version) -> None:
    taken = claimed(version)
    Version.objects.filter(pk=version.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    seen = now(version)
    checks.report_step(version=taken, step="playing")
    assert not checks.give_back(version=seen, reason="", lapsed=True)
    assert now(version).status == "checking"


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_message_that_the_broker_lost_is_sent_again_whatever_its_clock_said(version: Version, hours: int) -> None:
    with app.connection_for_write() as broker:
        broker.default_channel.queue_declare(checks.QUEUE, durable=True)
        broker.default_channel.queue_purge(checks.QUEUE)
    Version.objects.filter(pk=version.pk).update(queued_at=timezone.now() + timedelta(hours=hours))
    assert checks.requeue_lost() == 1
    assert now(version).queued_at is None


def test_a_lease_that_was_taken_while_the_clock_was_ahead_ends_in_time(version: Version) -> None:
    taken = claimed(version)
    Version.objects.filter(pk=version.pk).update(lease_until=timezone.now() + timedelta(hours=1))
    assert checks.free_lost() == 0
    left = now(version).lease_until
    assert left
    assert left <= timezone.now() + timedelta(minutes=16)
    assert checks.settle(version=taken, ok=True, verdict="ready", reason="", log=""), "its holder has lost nothing"


def test_after_some_tries_the_site_says_that_the_fault_is_its_own(version: Version, settings: LazySettings) -> None:
    for number in range(settings.CHECK_TRIES):
        assert now(version).status == "waiting", f"before try {number + 1}"
        checks.give_back(version=claimed(version), reason="HostFailure: no sandbox here")
    assert (now(version).status, now(version).verdict) == ("unchecked", "host-failure")
    assert now(version).reason == "HostFailure: no sandbox here"
    assert services.ready_version(version.bot) is None


def test_what_could_not_be_checked_can_be_checked_again_and_nothing_else(version: Version) -> None:
    with pytest.raises(Refused, match="nothing to check again"):
        checks.check_again(version=version)
    Version.objects.filter(pk=version.pk).update(status="unchecked", tries=3)
    checks.check_again(version=version)
    assert claimed(version).tries == 1


def test_the_database_itself_keeps_claims_and_status_together(version: Version) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Version.objects.filter(pk=version.pk).update(status="checking")
    claimed(version)
    with pytest.raises(IntegrityError), transaction.atomic():
        Version.objects.filter(pk=version.pk).update(status="ready")


def test_a_failure_of_ours_is_never_the_bot_s(version: Version, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise bots.HostFailure("the host has no memory left")

    monkeypatch.setattr(bots, "check", fail)
    tasks.check_version(version.pk)
    assert (now(version).status, now(version).tries, now(version).verdict) == ("waiting", 1, "")


def test_a_task_for_a_version_that_is_gone_or_done_does_nothing(version: Version) -> None:
    checks.settle(version=claimed(version), ok=True, verdict="ready", reason="", log="")
    tasks.check_version(version.pk)
    tasks.check_version(10**9)
    assert (now(version).status, now(version).tries) == ("ready", 1)


@pytest.mark.django_db(transaction=True)
def test_of_tasks_at_the_same_moment_one_checks(person: Any) -> None:
    version = making.bot(person("owner")).versions.create(number=1, size=0, sha256="")  # no worker hears of it
    taken = []

    def take() -> None:
        taken.append(checks.claim(version_id=version.pk))
        connection.close()

    threads = [threading.Thread(target=take) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(one is not None for one in taken) == 1
