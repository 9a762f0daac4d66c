import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from arena.broadcast import services
from arena.broadcast.choice import Candidate
from arena.broadcast.models import Broadcast
from arena.broadcast.queries import on_air
from arena.contests.models import Contest, Match, Replay
from tests.arena.contests import making

pytestmark = pytest.mark.django_db
Played = Callable[..., Contest]
At = Callable[[Broadcast, float], None]


def main() -> Broadcast:
    return Broadcast.objects.get(channel=Broadcast.MAIN, over=False)


def test_nothing_is_on_where_nothing_has_been_played() -> None:
    assert services.schedule() == 0
    assert on_air() is None


def test_a_finished_match_is_shown_and_the_next_one_when_it_is_over(played: Played, at: At) -> None:
    played(bots=3)
    assert services.schedule() == 1
    shown = []
    for _ in range(3):
        first = main()
        shown.append(first.match_id)
        at(first, first.seconds - 1)
        assert services.schedule() == 0, "it is not over"
        at(first, first.seconds + 1)
        assert services.schedule() == 1
        first.refresh_from_db()
        assert first.over
    assert len(set(shown)) == 3, "all three before one is shown again"
    assert main().match_id != shown[-1]


def test_a_match_of_a_running_contest_comes_first_and_has_a_channel_of_its_own(played: Played) -> None:
    played(bots=2, name="Old cup")
    running = making.contest(making.user("olga"), bots=3, name="New cup")
    match = running.matches.order_by("number")[1]
    making.play_match(match.pk)
    services.schedule()
    assert main().match_id == match.pk
    assert Broadcast.objects.get(channel=services.contest_channel(running.pk)).match_id == match.pk
    assert Broadcast.objects.filter(over=False).count() == 2


def test_a_channel_ends_with_its_contest_and_only_after_the_game_on_view(played: Played, at: At) -> None:
    running = making.contest(making.user("olga"), bots=3)
    making.play_match(running.matches.order_by("number")[0].pk)
    services.schedule()
    making.play_all(running)
    own = Broadcast.objects.get(channel=services.contest_channel(running.pk))
    services.schedule()
    own.refresh_from_db()
    assert not own.over
    at(own, own.seconds + 1)
    services.schedule()
    own.refresh_from_db()
    assert own.over
    assert not Broadcast.objects.filter(channel=own.channel, over=False).exists()


@pytest.mark.parametrize("seconds", [-7 * 24 * 3600, -60, 30 * 24 * 3600])
def test_a_clock_that_was_wrong_leaves_no_channel_silent(played: Played, at: At, seconds: float) -> None:
    played(bots=3)
    services.schedule()
    wrong = main()
    at(wrong, seconds)
    assert services.schedule() == 1
    assert main().pk != wrong.pk
    found = on_air()
    assert found is not None
    assert -2 * services.LEAD_IN < found.elapsed <= 0


def test_a_match_made_void_and_a_deleted_replay_are_shown_no_longer(played: Played) -> None:
    played(bots=3)
    services.schedule()
    first = main()
    Replay.objects.filter(match=first.match_id).delete()
    assert services.schedule() == 1
    second = main()
    assert second.match_id != first.match_id
    Match.objects.filter(pk=second.match_id).update(state="void", rating_sequence=None)
    assert services.schedule() == 1
    assert main().match_id not in (first.match_id, second.match_id)


def test_a_replay_that_cannot_be_told_keeps_no_other_from_being_shown(played: Played) -> None:
    contest = played(bots=3)
    broken, *_ = contest.matches.order_by("-finished_at")
    document = json.loads(bytes(broken.replay.data))
    document["games"] = [{"board": 0, "rotation": 0, "places": [1, 2], "faults": [], "deals": [{"deal": 0}]}]
    Replay.objects.filter(match=broken).update(data=json.dumps(document).encode())
    services.schedule()
    assert main().match_id != broken.pk


def test_the_database_takes_one_broadcast_a_channel(played: Played) -> None:
    played(bots=3)
    services.schedule()
    now = main()
    now.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        now.save()


@pytest.mark.django_db(transaction=True)
def test_six_workers_at_once_begin_one_broadcast(played: Played) -> None:
    played(bots=3)

    def schedule(_: int) -> int:
        try:
            return services.schedule()
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(schedule, range(6))) == 1
    assert Broadcast.objects.filter(over=False).count() == 1


def test_as_many_games_are_shown_as_the_setting_says_and_none_that_was_not_played(settings: Any) -> None:
    settings.BROADCAST_GAMES = 3
    document = {"games": [{"deals": [1]}, {"deals": []}, {"deals": [1]}, {"deals": [1]}, {"deals": [1]}]}
    assert services.shown_games(document) == [0, 2, 3]
    assert services.shown_games({"games": [{"deals": []}]}) == []


def test_close_matches_and_upsets_are_the_interesting_ones() -> None:
    def one(scores: list[float], **more: Any) -> float:
        return Candidate(1, tournament=True, scores=scores, **more).interest

    assert one([0.5, 0.5]) > one([0.7, 0.3]) > one([1.0, 0.0])
    assert one([0.6, 0.4], ratings=[1_300_000, 1_700_000]) > one([0.6, 0.4], ratings=[1_700_000, 1_300_000])
    assert one([0.5, 0.5], faults=2) < one([1.0, 0.0])
    assert one([0.5, 0.5], house=2) < one([0.5, 0.5], house=1)
    assert one([0.4, 0.3, 0.3], ratings=[None, 1_500_000, None]) == one([0.4, 0.3, 0.3])


def test_old_rows_are_deleted(played: Played, at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "KEPT", 4)
    played(bots=2)
    for _ in range(8):
        services.schedule()
        at(main(), main().seconds + timedelta(hours=1).total_seconds())
    assert Broadcast.objects.count() <= 5
