"""Who may see and do what with a bot of `owner`: every role at every address, on the pages and in the API."""

from typing import Any

import pytest

from arena.submissions.models import Bot, Version
from tests.arena.submissions import making

pytestmark = pytest.mark.django_db
ROLES = ("owner", "operator", "teammate", "stranger", "anonymous")
SECRET = "KeyError: my cunning plan"

# address below the bot, method, data: status by role, in the order of ROLES. 302 of a page leads to the log-in.
PAGES: list[tuple[str, str, dict[str, Any], tuple[int, ...]]] = [
    ("", "get", {}, (200, 200, 200, 200, 200)),
    ("", "post", {"file": ("bot.py", making.GOOD)}, (302, 403, 403, 403, 403)),
    ("settings/", "get", {}, (200, 200, 403, 403, 302)),
    ("settings/", "post", {"name": "renamed"}, (302, 302, 403, 403, 302)),
    ("versions/1/", "get", {}, (200, 200, 200, 200, 200)),
    ("versions/1/source/", "get", {}, (200, 200, 403, 403, 302)),
    ("versions/1/check/", "post", {}, (302, 302, 403, 403, 302)),
]
API: list[tuple[str, str, dict[str, Any], tuple[int, ...]]] = [
    ("", "get", {}, (200, 200, 200, 200, 200)),
    ("", "patch", {"name": "renamed"}, (200, 200, 403, 403, 401)),
    ("versions/", "get", {}, (200, 200, 200, 200, 200)),
    ("versions/", "post", {"file": ("bot.py", making.GOOD)}, (201, 403, 403, 403, 401)),
    ("versions/1/", "get", {}, (200, 200, 200, 200, 200)),
    ("versions/1/log/", "get", {}, (200, 200, 403, 403, 401)),
    ("versions/1/source/", "get", {}, (200, 200, 403, 403, 401)),
    ("versions/1/check/", "post", {}, (400, 400, 403, 403, 401)),
]


@pytest.fixture
def bot(cast: dict[str, Any]) -> Bot:
    bot = making.bot(cast["owner"])
    making.version(bot)
    Version.objects.update(status="failed", verdict="crash", reason=SECRET, log=f"Traceback\n{SECRET}")
    return bot


def send(client: Any, method: str, address: str, data: dict[str, Any], **how: Any) -> Any:
    files = {name: making.upload(*value) for name, value in data.items() if isinstance(value, tuple)}
    if files and how:
        how = {"format": "multipart"}
    return getattr(client, method)(address, {**data, **files}, **how)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("address", "method", "data", "statuses"), PAGES)
def test_pages(
    bot: Bot, visit: Any, role: str, address: str, method: str, data: dict[str, Any], statuses: tuple[int, ...]
) -> None:
    before = snapshot()
    response = send(visit(role), method, f"/bots/owner/seven/{address}", data)
    assert response.status_code == statuses[ROLES.index(role)]
    sees_all = role in ("owner", "operator")
    assert sees_all or SECRET.encode() not in response.content
    if response.status_code == 302 and role == "anonymous":
        assert response.headers["Location"].startswith("/accounts/login/?next=/bots/owner/seven/")
    if not sees_all:
        assert snapshot() == before


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("address", "method", "data", "statuses"), API)
def test_api(
    bot: Bot, api: Any, role: str, address: str, method: str, data: dict[str, Any], statuses: tuple[int, ...]
) -> None:
    before = snapshot()
    response = send(api(role), method, f"/api/v1/bots/{bot.pk}/{address}", data, format="json")
    assert response.status_code == statuses[ROLES.index(role)]
    sees_all = role in ("owner", "operator")
    assert sees_all or SECRET not in b"".join(response).decode()
    if not sees_all:
        assert snapshot() == before


@pytest.mark.parametrize("role", ["owner", "operator"])
def test_owner_and_operator_read_reason_and_log(bot: Bot, visit: Any, api: Any, role: str) -> None:
    assert SECRET.encode() in visit(role).get("/bots/owner/seven/versions/1/").content
    assert api(role).get(f"/api/v1/bots/{bot.pk}/versions/1/").json()["reason"] == SECRET
    log = api(role).get(f"/api/v1/bots/{bot.pk}/versions/1/log/")
    assert log.content.decode() == f"Traceback\n{SECRET}"
    assert log.headers["Content-Type"] == "text/plain; charset=utf-8"


@pytest.mark.parametrize("role", ["teammate", "stranger", "anonymous"])
def test_others_learn_that_it_failed_and_not_why(bot: Bot, api: Any, role: str) -> None:
    version = api(role).get(f"/api/v1/bots/{bot.pk}/versions/1/").json()
    assert (version["status"], version["verdict"], version["reason"]) == ("failed", "crash", None)


def test_a_session_serves_the_api_as_well_and_needs_the_csrf_token(bot: Bot, cast: dict[str, Any]) -> None:
    from rest_framework.test import APIClient  # noqa: PLC0415 - settings load after collection

    client = APIClient(enforce_csrf_checks=True)
    client.force_login(cast["owner"])
    assert client.get(f"/api/v1/bots/{bot.pk}/versions/1/").json()["reason"] == SECRET
    assert client.patch(f"/api/v1/bots/{bot.pk}/", {"name": "x"}, format="json").status_code == 403
    client.get("/bots/new/")
    token = {"HTTP_X_CSRFTOKEN": client.cookies["csrf"].value}
    assert client.patch(f"/api/v1/bots/{bot.pk}/", {"name": "x"}, format="json", **token).status_code == 200


def test_a_source_is_a_download_that_no_cache_keeps(bot: Bot, visit: Any) -> None:
    response = visit("owner").get("/bots/owner/seven/versions/1/source/")
    assert response.content == making.GOOD
    assert response.headers["Content-Disposition"] == "attachment; filename*=UTF-8''bot.py"
    assert response.headers["Cache-Control"] == "private, no-store"


def snapshot() -> list[Any]:
    return [*Bot.objects.values_list("name", "retired_at"), *Version.objects.values_list("number", "status")]
