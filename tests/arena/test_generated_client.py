"""A client that openapi-python-client generates from the schema does a small job against a running site."""

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.arena.conftest import PASSWORD
from tests.arena.submissions import making

GENERATOR = "from openapi_python_client.cli import app; app()"
CONFIG = """
post_hooks: []
package_name_override: generated_arena_client
content_type_overrides: {application/zip: application/octet-stream, application/jsonl: text/plain}
"""


@pytest.fixture
def generated(live_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: Any) -> Any:
    """generated("api.bots.bots_create") -> that module of the client."""
    schema = tmp_path / "schema.json"
    schema.write_bytes(client.get("/api/v1/schema/").content)
    config = tmp_path / "config.yml"
    config.write_text(CONFIG)
    command = [sys.executable, "-c", GENERATOR, "generate", "--meta=none", "--path", str(schema)]
    command += ["--config", str(config)]
    made = tmp_path / "generated_arena_client"
    done = subprocess.run(
        [*command, "--output-path", str(made), "--fail-on-warning"], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    monkeypatch.syspath_prepend(tmp_path)
    return lambda name: importlib.import_module(f"generated_arena_client.{name}" if name else "generated_arena_client")


@pytest.mark.django_db(transaction=True)
def test_a_generated_client_works(live_server: Any, person: Any, generated: Any) -> None:
    person("owner")
    models, package = generated("models"), generated("")
    types = generated("types")
    anonymous = package.Client(base_url=live_server.url)
    credentials = models.CredentialsRequest(username="owner", password=PASSWORD)
    token = generated("api.token.token_create").sync(client=anonymous, body=credentials).token
    client = package.AuthenticatedClient(base_url=live_server.url, token=token, prefix="Token")

    wanted = models.CreateBotRequest(name="seven", game="saat-aath")
    bot = generated("api.bots.bots_create").sync(client=client, body=wanted)
    assert (bot.label, bot.on_ladder) == ("owner/seven", False)
    file = types.File(payload=making.upload("bot.py", b"").file, file_name="bot.py")
    upload = models.UploadVersionRequest(file=file)
    version = generated("api.versions.bots_versions_create").sync(bot.label, client=client, body=upload)
    assert (version.version, str(version.status), version.verdict) == (1, "failed", "empty")
    listed = generated("api.bots.bots_list").sync(client=client, owner="owner", page_size=10)
    assert [(one.name, one.latest_version) for one in listed.results] == [("seven", 1)]

    problem = generated("api.bots.bots_create").sync(client=client, body=wanted)
    assert (problem.status, problem.errors["name"]) == (400, [making.TAKEN.replace("taken", "seven")])
    cup = models.CreateTournamentRequest(name="Cup", game="saat-aath", preset="classic", boards=1)
    made = generated("api.tournaments.tournaments_create").sync(client=client, body=cup)
    assert (made.slug, made.rounds, made.matches.done) == ("cup", 1, 0)
    refused = generated("api.tournaments.tournaments_create").sync(client=anonymous, body=cup)
    assert refused.status == 401
