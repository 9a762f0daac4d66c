"""Schemathesis asks a running site everything that the schema allows, and more: no 5xx, no undeclared status, type or
shape. It is in the extra `fuzz`, or in SCHEMATHESIS the path of its command."""

import os
import shutil
import subprocess
from typing import Any

import pytest

from arena.accounts.services import make_token
from tests.arena.contests import making as contests
from tests.arena.submissions import making

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
COMMAND = os.environ.get("SCHEMATHESIS") or shutil.which("schemathesis")


@pytest.mark.long
@pytest.mark.skipif(not COMMAND, reason="schemathesis is not installed: pip install -e '.[fuzz]'")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("role", ["anonymous", "owner", "organiser"])
def test_the_site_answers_as_its_schema_says(live_server: Any, cast: dict[str, Any], settings: Any, role: str) -> None:
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, "1000000/minute")
    making.version(making.bot(cast["owner"]))
    cup = contests.contest(cast["stranger"], name="Cup", bots=3)
    contests.play_all(cup)
    account = {"anonymous": None, "owner": cast["owner"], "organiser": cast["stranger"]}[role]
    header = ["--header", f"Authorization: Token {make_token(user=account)}"] if account else []
    done = subprocess.run(
        [
            str(COMMAND), "run", f"{live_server.url}/api/v1/schema/", f"--checks={CHECKS}",
            "--phases=examples,coverage,fuzzing", "--max-examples=15", "--max-time=60", "--seed=1",
            "--continue-on-failure", "--no-color", "--exclude-path=/api/v1/account/delete/",
            "--generation-allow-x00=true", "--warnings=off", "--request-timeout=60", *header,
        ],
        capture_output=True,
        text=True,
        timeout=280,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-15000:] + done.stderr[-2000:]
