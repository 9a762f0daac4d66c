"""What holds on this host."""

import pytest

import bots
from bots.sandbox import jail


def test_every_layer_that_is_required_holds_here():
    report = bots.sandbox_report()
    assert [layer.name for layer in report if layer.required and not layer.held] == []
    assert len(report) >= 15
    bots.require_sandbox()


def test_each_layer_says_why():
    assert all(layer.why for layer in bots.sandbox_report())


def test_a_missing_layer_is_named_and_refused(monkeypatch):
    broken = bots.Layer("namespaces", False, "this kernel has none")
    monkeypatch.setattr("bots.sandbox.report.sandbox_report", lambda: [broken])
    with pytest.raises(bots.SandboxMissing, match="namespaces: this kernel has none"):
        bots.require_sandbox()


def test_what_is_not_required_may_be_missing(monkeypatch):
    lacking = bots.Layer("cgroup", False, "not lent", required=False)
    monkeypatch.setattr("bots.sandbox.report.sandbox_report", lambda: [lacking])
    bots.require_sandbox()


def test_without_a_cgroup_it_says_for_how_many_bots_there_is_room(monkeypatch: pytest.MonkeyPatch):
    def no_cgroup(pid: int) -> None:
        raise jail.CgroupMissing("taken out by a test")

    monkeypatch.setattr(jail, "_current", None)
    monkeypatch.setattr(jail, "Cgroup", no_cgroup)
    report = {layer.name: layer for layer in bots.sandbox_report()}
    jail.current().close()
    assert not report["cgroup"].held
    assert "taken out by a test. If this host runs out of memory" in report["cgroup"].why
