"""What an arena publishes, asked for over the network."""

import hashlib
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from arena.cli.common import Misused, Negative

KEYS = "/.well-known/satti-arena.json"
MOST_BYTES = 256 << 20
SECONDS = 30


class _SameHost(HTTPRedirectHandler):
    """Follows redirects to the same host alone: another one has no say in what this arena published."""

    def redirect_request(self, req, fp, code, msg, headers, newurl):  # type: ignore[no-untyped-def]
        if urlsplit(newurl).hostname != urlsplit(req.full_url).hostname:
            return None
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def fetch(arena: str, path: str) -> bytes:
    """The body at a path of the arena. Raises Misused where that is no http(s) address, Negative without an answer."""
    if urlsplit(arena).scheme not in ("http", "https") or not urlsplit(arena).hostname:
        raise Misused(f"--arena {arena}: write its address, such as https://arena.example")
    address = arena.rstrip("/") + path
    try:
        with build_opener(_SameHost).open(Request(address), timeout=SECONDS) as answer:  # noqa: S310 - http(s), see above
            body: bytes = answer.read(MOST_BYTES + 1)
    except HTTPError as error:
        raise Negative(f"{address}: the arena answered {error.code} {error.reason}") from error
    except (OSError, HTTPException, ValueError) as error:
        raise Negative(f"{address}: {getattr(error, 'reason', None) or error}") from error
    if len(body) > MOST_BYTES:
        raise Negative(f"{address}: longer than {MOST_BYTES >> 20} MiB")
    return body


def fetch_contest(arena: str, contest: str) -> tuple[str, frozenset[str]]:
    """The SHA-256 of what a contest committed to, and of each record of its chain up to now."""
    page = f"/contests/{quote(contest, safe='')}"
    commitment = hashlib.sha256(fetch(arena, f"{page}/commitment/")).hexdigest()
    records = fetch(arena, f"{page}/chain/").split(b"\n")
    return commitment, frozenset(hashlib.sha256(record).hexdigest() for record in records if record)
