"""The Docker files, as far as they can be held to the rest without an engine that runs them."""

import re
import shlex
from typing import Any

import pytest
import yaml

from arena.celery_app import NEEDED_QUEUES
from arena.celery_app import QUEUES as ALL
from arena.standalone.arena import QUEUES, QUICK_QUEUES
from tests.support import ROOT

COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
DOCKERFILE = (ROOT / "Dockerfile").read_text()
WORKERS = ("worker", "checker")
OURS = ("migrate", "web", "beat", *WORKERS)


def command(service: str) -> list[str]:
    words: list[str] = COMPOSE["services"][service]["command"]
    return words


def test_all_parts_of_an_arena_are_there() -> None:
    assert set(COMPOSE["services"]) == {"postgres", "redis", *OURS}


def test_what_the_image_is_made_of_is_there_and_not_ignored() -> None:
    copied = [name for line in re.findall(r"^COPY (?!--)(.*) \S+$", DOCKERFILE, re.MULTILINE) for name in line.split()]
    kept = {line.removeprefix("!") for line in (ROOT / ".dockerignore").read_text().splitlines() if line[0] == "!"}
    assert copied
    assert all((ROOT / name).exists() for name in copied)
    assert set(copied) == kept


def test_the_workers_take_every_queue_and_the_needed_ones_first() -> None:
    assert f"--queues={QUEUES}" in command("worker")
    assert tuple(QUEUES.split(",")) == NEEDED_QUEUES
    assert {*QUEUES.split(","), *QUICK_QUEUES.split(",")} == set(ALL)
    assert QUICK_QUEUES.split(",")[-1] == "analysis"


def test_the_checker_takes_all_but_matches() -> None:
    assert f"--queues={QUICK_QUEUES}" in command("checker")
    assert set(ALL) - set(QUICK_QUEUES.split(",")) == {"matches"}


@pytest.mark.parametrize("service", OURS)
def test_a_service_sets_what_the_settings_read(service: str) -> None:
    read = set(re.findall(r"""env\.\w+\(["'](\w+)["']""", (ROOT / "platform" / "arena" / "settings.py").read_text()))
    environment: dict[str, Any] = COMPOSE["services"][service]["environment"]
    assert set(environment) <= read
    assert {"SECRET_KEY", "DATABASE_URL", "REDIS_URL"} <= set(environment)


@pytest.mark.parametrize("service", ["beat", *WORKERS])
def test_the_notes_give_the_same_commands(service: str) -> None:
    notes = (ROOT / "docs" / "operating.md").read_text()
    words = [word for word in command(service) if not word.startswith("--loglevel")]
    assert f"`{shlex.join(words)}`" in notes


def test_only_the_workers_have_their_profiles_opened() -> None:
    opened = [name for name, service in COMPOSE["services"].items() if "security_opt" in service]
    assert opened == list(WORKERS)
