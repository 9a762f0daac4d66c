"""One deal at a time, and whatever happens to a worker costs nothing but time."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone

from arena.contests.analysis import claims, requests, work
from arena.contests.analysis.deals import Where
from arena.contests.matches import pruning
from arena.contests.models import Analysis, Contest
from arena.contests.operations.sweep import STEPS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_solver")]


@pytest.fixture
def asked(match: Any) -> Any:
    for game in (0, 1, 2):
        requests.ask(match=match, where=Where(game, 0))
        Analysis.objects.filter(game=game).update(asked_at=timezone.now() - timedelta(seconds=60 - game))
    return match


def states() -> dict[int, str]:
    return dict(Analysis.objects.filter(asked_at__isnull=False).values_list("game", "state"))


def lapse() -> None:
    Analysis.objects.filter(state="running").update(lease_until=timezone.now() - timedelta(seconds=1))


def test_one_deal_is_analysed_at_a_time(asked: Any) -> None:
    first = claims.claim_next()
    assert first is not None
    assert first.game == 2
    assert claims.claim_next() is None
    with pytest.raises(IntegrityError), transaction.atomic():
        Analysis.objects.filter(game=1).update(state="running", claim=first.claim, lease_until=timezone.now())
    assert claims.store(analysis=first, values="[]", lost=[0, 0], cpu_seconds=1)
    second = claims.claim_next()
    assert second is not None
    assert second.game == 1


@pytest.mark.django_db(transaction=True)
def test_of_many_workers_one_gets_the_next_deal(asked: Any) -> None:
    got: list[Any] = []
    ready = threading.Barrier(5)

    def take() -> None:
        ready.wait()
        got.append(claims.claim_next())
        connection.close()

    threads = [threading.Thread(target=take) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len([one for one in got if one]) == 1
    assert Analysis.objects.filter(state="running").count() == 1


def test_a_killed_worker_costs_its_lease_and_the_deal_is_taken_again(asked: Any) -> None:
    lost = claims.claim_next()
    assert lost is not None
    assert claims.free_lost() == 0
    lapse()
    assert claims.free_lost() == 1
    row = Analysis.objects.get(pk=lost.pk)
    assert (row.state, row.attempts, row.failures, row.cpu_seconds) == ("waiting", 1, 0, 30)
    assert not claims.store(analysis=lost, values="[]", lost=[0, 0], cpu_seconds=1), "it came back too late"
    assert not claims.renew(lost)
    assert work.work()
    assert Analysis.objects.get(pk=lost.pk).state == "done"


def test_a_renewed_lease_is_not_taken_away_and_one_from_a_wrong_clock_is_shortened(asked: Any) -> None:
    held = claims.claim_next()
    assert held is not None
    lapse()
    assert claims.renew(held)
    assert claims.free_lost() == 0
    Analysis.objects.filter(pk=held.pk).update(lease_until=timezone.now() + timedelta(days=900))
    claims.free_lost()
    assert Analysis.objects.get(pk=held.pk).lease_until < timezone.now() + timedelta(seconds=31)


def test_a_deal_that_fails_is_tried_three_times_and_stops_no_other(
    asked: Any, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    price = work.price

    def broken(document: Any, where: Where) -> Any:
        if where.game == 2:
            raise RuntimeError("the solver is broken")
        return price(document, where)

    monkeypatch.setattr(work, "price", broken)
    while work.work():
        pass
    failed = Analysis.objects.get(game=2)
    assert (failed.state, failed.failures) == ("failed", 3)
    assert failed.trouble == "RuntimeError: the solver is broken"
    assert set(Analysis.objects.exclude(game=2).values_list("state", flat=True)) == {"done"}
    answer = client.get(f"/api/v1/matches/{asked.pk}/values/?game=2")
    assert (answer.status_code, "could not be computed" in answer.json()["detail"]) == (404, True)
    assert "RuntimeError" not in answer.content.decode()


def test_a_deal_that_kills_its_workers_is_left_alone_at_last(asked: Any) -> None:
    for _ in range(5):
        claimed = claims.claim_next()
        assert claimed is not None
        assert claimed.game == 2
        lapse()
        claims.free_lost()
    assert Analysis.objects.get(game=2).state == "failed"
    after = claims.claim_next()
    assert after is not None
    assert after.game == 1


def test_the_sweep_frees_and_asks(asked: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from arena import broker  # noqa: PLC0415  # Django must be set up

    sent: list[str] = []
    monkeypatch.setattr(broker, "length", lambda queue: len(sent))
    monkeypatch.setattr(broker, "send", lambda task: not sent.append(task))
    assert STEPS["analyses asked for"]() == 1
    assert STEPS["analyses asked for"]() == 0, "the broker holds one"
    assert sent == ["arena.contests.tasks.analyse"]
    claims.claim_next()
    lapse()
    assert STEPS["lost analyses freed"]() == 1


def test_analyses_go_with_their_replay(asked: Any, settings: Any) -> None:
    Contest.objects.update(format="ladder")
    settings.LADDER_KEEP_DAYS = 1
    held = claims.claim_next()
    assert held is not None
    asked.finished_at = timezone.now() - timedelta(days=2)
    asked.save()
    assert pruning.prune() == 1
    assert not Analysis.objects.exists()
    assert not claims.renew(held)
    assert not claims.store(analysis=held, values="[]", lost=[0, 0], cpu_seconds=1)
