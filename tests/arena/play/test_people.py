"""Several people at one table: joining, taking turns, being away, coming back."""

from importlib import import_module
from typing import Any

import pytest

from tests.arena.play.conftest import Guest

pytestmark = pytest.mark.django_db


def stored(name: str) -> Any:
    return import_module("arena.play.models").Table.objects.get(name=name)


def join(guest: Any, table: str, **form: str) -> int:
    return int(guest.client.post(f"/play/{table}/join/", form).status_code)


def act_once(guest: Any, name: str) -> bool:
    """Play where it is this guest's turn."""
    now = guest.news(name).json()
    legal = now["frames"][-1]["legal"] if now["frames"] else []
    if not legal:
        return False
    answer = guest.act(name, legal[0], now["version"])
    assert answer.status_code == 200
    return True


def test_three_people_and_one_computer_finish_a_game(guest: Any, friend: Any) -> None:
    name = guest.deal(game="badam-satti", preset="quick", friends="yes")
    third, late = Guest(), Guest()
    assert "Sit down" in friend.client.get(f"/play/{name}/").content.decode()
    assert [join(one, name) for one in (friend, third)] == [302, 302]
    assert friend.client.post(f"/play/{name}/start/").status_code == 403
    assert guest.client.post(f"/play/{name}/start/").status_code == 302
    assert join(late, name) == 400
    people = [guest, friend, third]
    assert len({one.page(name)["seat"] for one in people}) == 3
    for _ in range(80):
        if stored(name).state == "over":
            break
        assert sum(act_once(one, name) for one in people)
    assert stored(name).state == "over"
    assert [seat.kind for seat in stored(name).seats.all()].count("computer") == 1


def test_the_last_seat_begins_the_game(guest: Any, friend: Any) -> None:
    name = guest.deal(game="saat-aath", friends="yes")
    assert guest.client.get(f"/play/{name}/").status_code == 200
    assert join(friend, name) == 302
    assert stored(name).state == "playing"


def test_guests_choose_among_drawn_names_and_accounts_have_their_own(guest: Any, friend: Any, visit: Any) -> None:
    name = guest.deal(game="badam-satti", friends="yes")
    taken = stored(name).seats.get(kind="person").name
    assert join(friend, name, name="Rude Word") == 400
    assert join(friend, name, name=taken) == 400
    free = next(one for one in import_module("arena.play.names").GUESTS if one != taken)
    assert join(friend, name, name=free) == 302
    assert visit("owner").post(f"/play/{name}/join/").status_code == 302
    assert sorted(seat.name for seat in stored(name).seats.filter(kind="person")) == sorted([taken, free, "owner"])


def test_an_account_finds_its_seat_in_another_browser(visit: Any) -> None:
    answer = visit("owner").post("/play/new/", {"game": "saat-aath"})
    assert visit("owner").get(answer.url).status_code == 200
    assert visit("stranger").get(answer.url).status_code == 302


def test_a_table_is_found_by_its_name_as_people_type_it(guest: Any, friend: Any) -> None:
    name = guest.deal(game="saat-aath", friends="yes")
    typed = name.replace("-", " ").title()
    assert friend.client.get("/play/find/", {"name": f" {typed} "}).url == f"/play/{name}/"
    assert friend.client.get("/play/find/", {"name": "no-such-1"}).status_code == 404
    assert friend.client.get("/play/find/").status_code == 400


def test_who_is_away_for_a_minute_is_played_by_the_computer_until_they_return(guest: Any, friend: Any) -> None:
    models, presence = import_module("arena.play.models"), import_module("arena.play.services.presence")
    name = guest.deal(game="saat-aath", friends="yes")
    join(friend, name)
    people = {one.page(name)["seat"]: one for one in (guest, friend)}
    table = stored(name)
    slow = people[table.to_act]
    assert presence.stand_in() == 0
    ago = import_module("django.utils.timezone").now() - import_module("datetime").timedelta(seconds=61)
    models.Table.objects.filter(pk=table.pk).update(moved_at=ago)
    assert presence.stand_in() == 0, "somebody thinks for long, and looks at the table"
    import_module("django.core.cache").cache.delete(presence._key(table.pk, table.to_act))
    assert presence.stand_in() == 1
    assert stored(name).computer_due
    import_module("arena.play.tasks").play_computers(table.pk)
    assert len(stored(name).actions) > len(table.actions)
    assert not slow.news(name).json()["away"], "whoever looks is back"
    assert not stored(name).computer_due


def test_nobody_is_waited_for_at_a_table_with_one_person(guest: Any) -> None:
    models = import_module("arena.play.models")
    name = guest.deal(game="badam-satti")
    ago = import_module("django.utils.timezone").now() - import_module("datetime").timedelta(days=3)
    models.Table.objects.filter(name=name).update(moved_at=ago)
    import_module("django.core.cache").cache.clear()
    assert import_module("arena.play.services.presence").stand_in() == 0


def test_those_who_watch_see_no_hands_and_are_behind(guest: Any, friend: Any, settings: Any) -> None:
    name = guest.deal(game="badam-satti", preset="quick", level="easy")
    act_once(guest, name)
    behind = friend.client.get(f"/play/{name}/news/").json()
    assert [frame["kind"] for frame in behind["frames"]] == ["deal"]
    assert not any(card for hand in behind["frames"][-1]["hands"] for card in hand)
    settings.PLAY_WATCH_SECONDS = 0
    now = friend.client.get(f"/play/{name}/news/").json()
    assert now["count"] == guest.news(name).json()["count"]
    assert not any(frame["legal"] for frame in now["frames"])
    assert guest.client.get(f"/play/{name}/news/?watch=1").json()["frames"] == now["frames"]


def test_those_who_watch_are_told_the_seed_after_the_last_card(guest: Any, friend: Any, settings: Any) -> None:
    name = guest.deal(game="saat-aath", level="easy")
    assert guest.play_out(name)["seed"]
    assert friend.client.get(f"/play/{name}/news/").json()["seed"] is None
    settings.PLAY_WATCH_SECONDS = 0
    assert friend.client.get(f"/play/{name}/news/").json()["seed"]
