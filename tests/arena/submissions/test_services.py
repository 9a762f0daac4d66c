"""What may be done with bots and versions, and what is refused in which words."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection
from django.utils import timezone

import games
from arena.accounts.models import User
from arena.errors import Refused
from arena.submissions import services
from arena.submissions.models import Bot, Version
from games import players
from tests.arena.submissions import making

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot(cast: dict[str, User]) -> Bot:
    return making.bot(cast["owner"])


def test_names_are_unique_per_owner_alone(cast: dict[str, User]) -> None:
    making.bot(cast["owner"], "seven")
    making.bot(cast["stranger"], "seven")
    with pytest.raises(Refused, match="already have a bot named seven") as refused:
        making.bot(cast["owner"], "seven", "badam-satti")
    assert refused.value.field == "name"


@pytest.mark.parametrize("name", ["", "Seven", "a b", "a/b", "-a", "ä", "a" * 41, "a\n", "a\0"])
def test_a_name_that_is_no_part_of_an_address_is_refused(cast: dict[str, User], name: str) -> None:
    with pytest.raises(Refused, match="1 to 40 characters"):
        making.bot(cast["owner"], name)


def test_an_unknown_game_is_refused_with_the_known_ones(cast: dict[str, User]) -> None:
    with pytest.raises(Refused, match=r'"chess" is not a valid.*saat-aath') as refused:
        making.bot(cast["owner"], game="chess")
    assert refused.value.field == "game"


def test_an_account_may_have_so_many_bots_that_are_not_retired(cast: dict[str, User], settings: LazySettings) -> None:
    settings.BOTS_PER_ACCOUNT = 2
    first = making.bot(cast["owner"], "a")
    making.bot(cast["owner"], "b")
    with pytest.raises(Refused, match="retire one first"):
        making.bot(cast["owner"], "c")
    services.change_bot(bot=first, retired=True)
    making.bot(cast["owner"], "c")
    with pytest.raises(Refused, match="retire another"):
        services.change_bot(bot=first, retired=False)


def test_versions_are_numbered_from_1_and_keep_what_was_uploaded(bot: Bot) -> None:
    first, second = making.version(bot), making.version(bot, making.GOOD + b"#\n", "../my bot.py")
    assert (first.number, second.number) == (1, 2)
    assert second.label == "owner/seven@2"
    assert bytes(Version.objects.get(pk=second.pk).source) == making.GOOD + b"#\n"
    assert second.filename == "my bot.py"
    assert second.status == "waiting"


@pytest.mark.parametrize("verdict", making.AT_ONCE)
def test_what_needs_no_running_gets_its_verdict_at_once_and_is_not_kept(bot: Bot, verdict: str) -> None:
    version = making.version(bot, making.AT_ONCE[verdict])
    assert (version.status, version.verdict) == ("failed", verdict)
    assert version.reason
    assert version.size == len(making.AT_ONCE[verdict])
    assert bytes(Version.objects.get(pk=version.pk).source) == b""


def test_the_newest_version_that_passed_is_the_one_that_plays(bot: Bot) -> None:
    assert services.ready_version(bot) is None
    first = making.ready(bot)
    making.version(bot, b"")
    making.version(bot)
    assert services.ready_version(bot) == first
    services.change_bot(bot=bot, retired=True)
    assert services.ready_version(bot) is None


def test_a_retired_bot_takes_no_upload(bot: Bot) -> None:
    services.change_bot(bot=bot, retired=True)
    with pytest.raises(Refused, match="retired"):
        making.version(bot)


def test_uploads_are_limited_by_account_and_day(bot: Bot, settings: LazySettings) -> None:
    settings.UPLOADS_PER_DAY = 2
    for _ in range(2):
        making.version(bot)
    with pytest.raises(Refused, match="wait a while"):
        making.version(bot)
    Version.objects.update(created_at=timezone.now() - timedelta(days=1, seconds=1))
    making.version(bot)


def test_renaming_to_a_name_that_is_taken_is_refused(cast: dict[str, User], bot: Bot) -> None:
    making.bot(cast["owner"], "eight")
    with pytest.raises(Refused, match="already has a bot named eight"):
        services.change_bot(bot=bot, name="eight")
    assert str(Bot.objects.get(pk=bot.pk)) == "owner/seven"
    assert str(services.change_bot(bot=bot, name="nine")) == "owner/nine"


def test_house_bots_are_one_for_each_game_and_player_however_often_they_are_made() -> None:
    services.sync_house_bots()
    made = services.sync_house_bots()
    assert len(made) == Bot.objects.count() == sum(len(players.names(game)) for game in games.names())
    assert all(services.ready_version(bot) for bot in made)
    assert not User.objects.get(username="builtin").has_usable_password()
    with pytest.raises(Refused, match="built-in"):
        making.version(made[0])


def test_house_bots_do_not_become_an_account_that_took_their_name_by_hand(cast: dict[str, User]) -> None:
    """The name is reserved at sign-up; whoever made the account by hand cannot log in to it afterwards."""
    User.objects.create_user("builtin", password="known to somebody")
    services.sync_house_bots()
    assert not User.objects.get(username="builtin").has_usable_password()


@pytest.mark.django_db(transaction=True)
def test_uploads_at_the_same_moment_get_numbers_of_their_own(person: Any) -> None:
    bot = making.bot(person("owner"))

    def upload() -> None:
        making.version(bot)
        connection.close()

    threads = [threading.Thread(target=upload) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(bot.versions.values_list("number", flat=True)) == [1, 2, 3, 4]
