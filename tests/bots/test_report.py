"""What holds on this host."""

from collections.abc import Iterator

import pytest

import bots
from bots import filters, jail


def test_every_layer_that_is_required_holds_here():
    report = bots.sandbox_report()
    assert [layer.name for layer in report if layer.required and not layer.held] == []
    assert len(report) >= 15
    bots.require_sandbox()


def test_each_layer_says_why():
    assert all(layer.why for layer in bots.sandbox_report())


def test_a_missing_layer_is_named_and_refused(monkeypatch):
    broken = bots.Layer("namespaces", False, "this kernel has none")
    monkeypatch.setattr("bots.report.sandbox_report", lambda: [broken])
    with pytest.raises(bots.SandboxMissing, match="namespaces: this kernel has none"):
        bots.require_sandbox()


def test_what_is_not_required_may_be_missing(monkeypatch):
    lacking = bots.Layer("cgroup", False, "not lent", required=False)
    monkeypatch.setattr("bots.report.sandbox_report", lambda: [lacking])
    bots.require_sandbox()


OPEN = "import bots.inside.addresses as a; a.close_off = int"


@pytest.fixture
def own_jail(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Made after the test has taken something out, and gone after it."""
    monkeypatch.setattr(jail, "_current", None)
    filters.inner.cache_clear()
    yield
    filters.inner.cache_clear()
    if jail._current is not None:
        jail._current[1].close()


def no_cgroup(pid: int) -> None:
    raise jail.CgroupMissing("taken out by a test")


@pytest.mark.parametrize(
    ("row", "place", "value"),
    [
        ("no shared memory", "bots.policy.ALLOWED_BITS", (("futex", 1, 128, 128), ("mmap", 3, 0, 0))),
        ("no huge pages", "bots.jail.START", f"import bots.inside.kernel as k; k.PR_SET_THP_DISABLE = 3; {jail.START}"),
        ("addresses closed off", "bots.jail.START", f"{OPEN}; {jail.START}"),
        ("cgroup", "bots.jail.Cgroup", no_cgroup),
    ],
)
def test_what_bounds_memory_is_missed_where_it_is_missing(
    row: str, place: str, value: object, own_jail: None, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(place, value)
    if row == "no shared memory":
        monkeypatch.setattr("bots.policy.OTHER_ERRORS", ())
    report = {layer.name: layer for layer in bots.sandbox_report()}
    assert not report[row].held
    if row == "cgroup":
        assert "taken out by a test. If this host runs out of memory" in report[row].why
