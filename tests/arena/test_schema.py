"""The OpenAPI schema: whole, without warnings, and browsable."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import get_resolver

from tests.arena.test_hostile_clients import endpoints

pytestmark = pytest.mark.django_db


def test_the_schema_is_made_without_a_warning(tmp_path: Path) -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "schema.yml"))


def test_every_address_of_the_api_is_described(client: Client) -> None:
    described = client.get("/api/v1/schema/").json()["paths"]
    addresses = {f"/{e}".replace("<", "{").replace(">", "}") for e in endpoints(get_resolver()) if e.startswith("api/")}
    own = {f"/api/v1/{name}" for name in ("", "schema/", "docs/")}
    assert {path.replace("{id}", "{pk}") for path in described} == {a.replace("{id}", "{pk}") for a in addresses - own}


def test_the_browsable_page_needs_no_inline_script(client: Client) -> None:
    page = client.get("/api/v1/docs/").content.decode()
    assert "swagger-ui-bundle.js" in page
    assert "<script>" not in page
