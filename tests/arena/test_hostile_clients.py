"""Nothing that a person can send makes any address of the site answer with a 5xx, whoever they are.

The addresses are read from the URL configuration, so a new one is tested as soon as it is there.
"""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.admindocs.views import simplify_regex
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RegexPattern
from drf_spectacular.generators import SchemaGenerator

from arena import throttles
from arena.accounts.services import make_token
from tests.arena.contests import making as contests
from tests.arena.submissions import making

pytestmark = pytest.mark.django_db

SAMPLES = {  # what stands for the parts of an address; whatever is not here is a 1
    "owner": "owner",
    "name": "seven",
    "slug": "cup",
    "game": "saat-aath",
    "preset": "classic",
    "action": "start",
}
METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "FROB")
PARTS = ("0", "9" * 30, "9" * 5000, "-1", "%00", "%ff%fe", "..", "a" * 300, quote("मीरा"))
VALUES = ("%00", "%ff%fe", "9" * 25, "9" * 5000, "-1", "1e999", "NaN", "a" * 3000, quote("😀"), "")
BODIES: list[tuple[str, bytes]] = [
    ("application/json", b""),
    ("application/json", b"{"),
    ("application/json", b"\xff\xfe"),
    ("application/json", b"null"),
    ("application/json", b"[1, 2]"),
    ("application/json", b'"text"'),
    ("application/json", b"[" * 100_000),
    ("application/json", b'{"a":' * 20_000),
    ("application/json", b"9" * 6000),
    ("application/json", b'{"name": NaN}'),
    ("application/json; charset=no-such-charset", b'{"name": "x"}'),
    ("application/json; charset=utf-16", b'{"name": "x"}'),
    ("text/plain", b"hello"),
    ("no type at all", b"hello"),
    ("multipart/form-data", b"--x"),
    ("multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data; name=file; filename=\xff\r\n\r\nz"),
    ("multipart/form-data; boundary=x", b"\x00" * 1000),
    ("application/x-www-form-urlencoded", b"name=%00&game=%ff&boards=" + b"9" * 5000),
    ("application/x-www-form-urlencoded", b"&".join(b"a%d=1" % number for number in range(600))),
    ("application/x-www-form-urlencoded", b"=&&&=%zz%"),
]
HOSTILE_JSON = ("\0", "\ud800", 10**30, -1, 1.5e300, True, None, [], {}, "", "a" * 5000, {"a": ["\0"]}, [[[1]]])
SCHEMA = SchemaGenerator().get_schema(public=True)
OPERATIONS = [operation for path in SCHEMA["paths"].values() for operation in path.values()]
QUERIES = sorted(
    {given["name"] for operation in OPERATIONS for given in operation.get("parameters", ()) if given["in"] == "query"}
    | {"next", "seen", "round", "player", "kind"}  # of pages
)
FIELDS = sorted(
    {
        field
        for name, part in SCHEMA["components"]["schemas"].items()
        if "Request" in name
        for field in part.get("properties", ())
    }
    | {"login", "password1", "password2", "oldpassword", "retired", "bot", "number", "detail", "confirm"}  # of pages
)
SOUND = {"name": "x", "game": "saat-aath", "preset": "classic", "boards": 1, "bots": ["owner/seven"]}
OF_CONTESTS = ("/contests/", "/matches/", "/tournaments/", "/ratings/", "/leaderboard/")
SLOW = ("/health/", "/api/v1/schema/")  # they take no parameters
HEADERS: list[dict[str, str]] = [
    {"HTTP_AUTHORIZATION": "Token \xff\xfe"},
    {"HTTP_AUTHORIZATION": "Token a b c"},
    {"HTTP_AUTHORIZATION": "Token a\0b"},
    {"HTTP_AUTHORIZATION": "Basic ???"},
    {"HTTP_HOST": "evil.example"},
    {"HTTP_HOST": "a" * 300},
    {"HTTP_COOKIE": "session=\xff; csrf=" + "a" * 4000},
    {"HTTP_ACCEPT": "image/png;q=x, */*;q=0"},
    {"HTTP_ACCEPT_LANGUAGE": "\xff" * 1000},
    {"HTTP_HX_REQUEST": "true", "HTTP_HX_CURRENT_URL": "\xff://["},
    {"HTTP_RANGE": "bytes=9-1", "HTTP_IF_MODIFIED_SINCE": "never", "HTTP_IF_NONE_MATCH": "\xff"},
    {"HTTP_X_FORWARDED_FOR": "not an address", "HTTP_X_FORWARDED_PROTO": "ftp"},
    {"CONTENT_LENGTH": "-5"},
    {"CONTENT_LENGTH": "9" * 30},
]


def endpoints(resolver: URLResolver | None = None, before: str = "") -> Iterator[str]:
    """Every address, with `<name>` for each of its parts."""
    for pattern in (resolver or get_resolver()).url_patterns:
        own = str(pattern.pattern)
        own = simplify_regex(own).lstrip("/") if isinstance(pattern.pattern, RegexPattern) else own
        text = before + re.sub(r"<\w+:", "<", own)
        if isinstance(pattern, URLPattern):
            yield text
        else:
            yield from endpoints(pattern, text)


ENDPOINTS = sorted("/" + endpoint for endpoint in set(endpoints()))


def address(endpoint: str, **parts: str) -> str:
    return re.sub(r"<(\w+)>", lambda found: parts.get(found[1], SAMPLES.get(found[1], "1")), endpoint)


@pytest.fixture
def client(cast: dict[str, Any], monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Client:
    """Logged in, with a bot; without rate limits, which would hide the rest."""
    monkeypatch.setattr(throttles, "take", lambda *arguments: None)
    making.version(making.bot(cast["owner"]))
    endpoint = request.getfixturevalue("endpoint").removeprefix("/api/v1")
    if endpoint.startswith(OF_CONTESTS):
        contest = contests.contest(cast["owner"], name="Cup")
        contests.play_all(contest)
        match = contest.matches.get()
        rating = match.rating_changes.first().pool.ratings.first()
        of = {"/matches/": match, "/ratings/": rating}.get(endpoint[:9], contest)
        SAMPLES.update(pk=str(of.pk), pool=str(rating.pool_id), bot=str(rating.bot_id))
    client = Client()
    client.force_login(cast["owner"])
    return client


def send(client: Client, method: str, where: str, **how: Any) -> None:
    response = client.generic(method, where, **how)
    if hasattr(response, "render"):
        response.render()
    allowed = (503,) if where.startswith("/health/") else ()
    assert response.status_code < 500 or response.status_code in allowed, (
        f"{method} {where}: {response.content[:300]!r}"
    )


def test_the_addresses_are_found() -> None:
    assert {"/", "/bots/<owner>/<name>/", "/api/v1/bots/<bot>/versions/<version>/log/"} <= set(ENDPOINTS)
    assert len(ENDPOINTS) > 30


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_unusual_addresses_methods_and_headers(client: Client, endpoint: str) -> None:
    for method in METHODS:
        send(client, method, address(endpoint))
    for name in re.findall(r"<(\w+)>", endpoint):
        for part in PARTS:
            send(client, "GET", address(endpoint, **{name: part}))
    if endpoint in SLOW or client.get(address(endpoint)).status_code in (302, 405):
        return
    for value in VALUES:
        send(client, "GET", address(endpoint), QUERY_STRING="&".join(f"{name}={value}" for name in QUERIES))
    for name in QUERIES if "/api/" in endpoint else ():  # one at a time: the first that is refused hides the others
        send(client, "GET", address(endpoint), QUERY_STRING=f"{name}={'9' * 25}")
    send(client, "GET", address(endpoint), QUERY_STRING="&".join(f"x{number}=1" for number in range(700)))
    for header in () if "<" in endpoint else HEADERS:
        send(client, "GET", address(endpoint), **header)


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_unusual_bodies_and_forms(client: Client, endpoint: str) -> None:
    for kind, body in BODIES:
        send(client, "POST", address(endpoint), data=body, content_type=kind)
    file = SimpleUploadedFile("a" * 300 + "\u202e.py", b"class Bot: pass", content_type="x" * 300)
    forms: list[Any] = [dict.fromkeys(FIELDS, value) for value in ("\0", "9" * 30, "-1", "é" * 2000, "[]", "{", "true")]
    for form in (*forms, dict.fromkeys(FIELDS, ["-1"] * 3), {"file": file}):
        response = client.post(address(endpoint), form)
        assert response.status_code < 500, f"{endpoint} {form}: {response.content[:300]!r}"


@pytest.mark.parametrize("endpoint", [e for e in ENDPOINTS if e.startswith("/api/")])
def test_unusual_json(client: Client, cast: dict[str, Any], endpoint: str) -> None:
    token = {"HTTP_AUTHORIZATION": f"Token {make_token(user=cast['owner'])}"}
    for value in HOSTILE_JSON:
        bodies = [("PATCH", dict.fromkeys(FIELDS, value)), ("POST", dict.fromkeys(FIELDS, value))]
        if "<" not in endpoint:  # where things are made, also one at a time
            bodies += [
                ("POST", {**SOUND, name: value}) for name in (*SOUND, "options", "rounds", "starts_at", "format")
            ]
        for method, body in bodies:
            data = json.dumps(body).encode()
            send(client, method, address(endpoint), data=data, content_type="application/json", **token)
