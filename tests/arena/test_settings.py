"""The settings in processes of their own: what they refuse to start with, and what https changes."""

import os
import subprocess
import sys

import pytest

from tests.support import ROOT

GOOD = {"SECRET_KEY": "s" * 40, "DATABASE_URL": "postgresql:///x", "REDIS_URL": "redis://localhost/0"}


def start(**environment: str) -> subprocess.CompletedProcess[str]:
    """Import the settings in a process with that environment alone, and print a few of them."""
    shown = (
        "print(settings.DEBUG, settings.SESSION_COOKIE_SECURE, settings.SESSION_COOKIE_NAME, settings.ALLOWED_HOSTS)"
    )
    path = f"{ROOT / 'platform'}{os.pathsep}{ROOT}"
    return subprocess.run(
        [sys.executable, "-c", f"from arena import settings; {shown}"],
        env={"PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("name", GOOD)
def test_a_start_without_a_required_variable_fails_and_names_it(name: str) -> None:
    done = start(**{key: value for key, value in GOOD.items() if key != name})
    assert done.returncode != 0
    assert f"Set the environment variable {name}" in done.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [("SECRET_KEY", "short"), ("DEBUG", "perhaps"), ("TRUSTED_PROXIES", "many"), ("DATABASE_URL", "x")],
)
def test_a_start_with_a_malformed_variable_fails_and_names_it(name: str, value: str) -> None:
    done = start(**GOOD, **{name: value}) if name not in GOOD else start(**{**GOOD, name: value})
    assert done.returncode != 0
    assert name in done.stderr.splitlines()[-1]


def test_the_defaults_are_safe() -> None:
    assert start(**GOOD).stdout.split(maxsplit=3)[:3] == ["False", "False", "session"]


def test_https_makes_cookies_secure() -> None:
    done = start(**GOOD, HTTPS="1", ALLOWED_HOSTS="arena.example")
    assert done.stdout.split(maxsplit=3) == ["False", "True", "__Host-session", "['arena.example']\n"]
