import json
import sys
from importlib import import_module
from types import SimpleNamespace

import pytest

from bench import __main__ as bench
from bench.measure import Result, faster, rates


@pytest.fixture
def results(monkeypatch, tmp_path):
    """The file that a run writes to; this process keeps its cores."""
    monkeypatch.setattr(bench, "RESULTS", tmp_path / "results.json")
    monkeypatch.setattr(bench, "one_core", lambda: None)
    return tmp_path / "results.json"


def test_every_section_of_the_table_can_be_run():
    for module in bench.SECTIONS.values():
        assert callable(import_module(module).run)
    assert set(bench.LONG) <= set(bench.SECTIONS)


def test_a_section_is_printed_and_written_as_json(monkeypatch, results, capsys):
    section = SimpleNamespace(run=lambda: iter([faster("ours", 3000.0, "plays/s", "theirs", 1500.0)]))
    monkeypatch.setitem(sys.modules, "tiny_section", section)
    monkeypatch.setattr(bench, "SECTIONS", {"tiny": "tiny_section"})
    assert bench.main(["tiny"]) == 0
    out = capsys.readouterr().out
    assert "ours" in out
    assert "3,000 plays/s" in out
    assert "2.00 x theirs" in out
    (written,) = json.loads(results.read_text())["sections"]["tiny"]
    assert written["ratio"] == 2
    assert written["reference"] == 1500


def test_an_unknown_section_is_named_with_those_there_are(capsys):
    assert bench.main(["speed"]) == 2
    assert "no section speed; they are engine" in capsys.readouterr().err


def test_without_openspiel_the_engine_is_measured_alone_and_the_report_says_how_to_get_it(monkeypatch, capsys, results):
    monkeypatch.setattr(bench.openspiel, "pyspiel", None)
    monkeypatch.setattr("bench.engine.rates", lambda works, seconds: dict.fromkeys(works, 10.0))
    assert bench.main(["engine"]) == 0
    out = capsys.readouterr().out
    assert "pip install 'satti-arena[bench]'" in out
    assert "saat-aath classic" in out
    assert "OpenSpiel euchre" not in out


def test_rates_count_what_the_works_say_they_did():
    def work(units: int) -> int:
        return units if sum(range(3000)) else 0

    rate = rates({"one": lambda: work(1), "ten": lambda: work(10)}, 0.1)
    assert 4 < rate["ten"] / rate["one"] < 25


@pytest.mark.parametrize(("value", "shown"), [(0.1234, "0.123"), (1234567.0, "1,234,567")])
def test_numbers_are_shown_to_three_figures_or_whole(value, shown):
    assert shown in bench.line(Result("name", value, "ms"))
