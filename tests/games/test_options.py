from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games.options import OptionError, OptionSpec
from tests.games.strategies import any_game

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lambda inner: st.lists(inner, max_size=2)
)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("saat-aath", {"deals": 0}, "option deals: 0 is not allowed; it must be a whole number from 1 to 100"),
        ("saat-aath", {"deals": 101}, "option deals: 101 is not allowed; it must be a whole number from 1 to 100"),
        ("saat-aath", {"deals": True}, "option deals: true is not allowed; it must be a whole number from 1 to 100"),
        ("saat-aath", {"deals": 2.0}, "option deals: 2.0 is not allowed; it must be a whole number from 1 to 100"),
        ("saat-aath", {"deals": None}, "option deals: null is not allowed; it must be a whole number from 1 to 100"),
        (
            "saat-aath",
            {"target": 0},
            "option target: 0 is not allowed; it must be a whole number from 1 to 100 or null",
        ),
        ("saat-aath", {"sevens": "TOP"}, 'option sevens: "TOP" is not allowed; it must be one of "top", "plain"'),
        ("saat-aath", {"winner_draws": 1}, "option winner_draws: 1 is not allowed; it must be one of false, true"),
        ("badam-satti", {"players": "4"}, 'option players: "4" is not allowed; it must be one of 3, 4, 5, 6'),
        ("badam-satti", {"rounds": 2}, "option rounds: 2 is not allowed; it must be one of 1, 3, 5"),
        ("badam-satti", {"rounds": True}, "option rounds: true is not allowed; it must be one of 1, 3, 5"),
        (
            "badam-satti",
            {"colour": 1},
            "option colour: unknown; the options are players, rounds, pictures, take_a_card",
        ),
    ],
)
def test_a_wrong_option_is_named_with_what_it_may_be(name: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as raised:
        games.load(name, **options)
    assert str(raised.value) == message
    assert raised.value.option == next(iter(options))


def test_unknown_games_and_presets_are_named_with_what_there_is() -> None:
    with pytest.raises(OptionError, match=r"option game: 'whist' is not a game; .*saat-aath, badam-satti"):
        games.load("whist")
    with pytest.raises(OptionError, match=r"option preset: 'quick' is no preset of saat-aath; .* 78"):
        games.load("saat-aath", preset="quick")


def test_options_override_those_of_the_preset() -> None:
    game = games.load("saat-aath", preset="78", target=3)
    assert dict(game.options) == {
        "sevens": "plain",
        "reveal": "at_once",
        "winner_draws": False,
        "scoring": "margin",
        "deals": 100,
        "target": 3,
    }
    assert game.preset is None


@pytest.mark.parametrize("name", games.names())
def test_the_presets_are_found_again_from_their_options(name: str) -> None:
    for preset, options in games.presets(name).items():
        assert games.load(name, preset).preset == preset
        assert games.load(name, **options).preset == preset
    assert games.load(name).preset == next(iter(games.presets(name)))


@given(st.sampled_from([spec for name in games.names() for spec in games.option_specs(name)]), ANYTHING)
def test_no_other_value_passes(spec: OptionSpec, value: Any) -> None:
    numbers = range(spec.low, spec.high + 1) if not spec.choices else ()
    allowed = [*spec.choices, *numbers, *([None] if spec.optional else [])]
    if any(type(value) is type(good) and value == good for good in allowed):
        assert spec.check(value) == value
    else:
        with pytest.raises(OptionError, match=f"^option {spec.name}: "):
            spec.check(value)


@given(any_game())
def test_texts_of_values_are_read_back(game: games.Game) -> None:
    for spec in games.option_specs(game.name):
        value = game.options[spec.name]
        assert spec.parse(str(value)) == value
        assert spec.parse(str(value).lower()) == value


@pytest.mark.parametrize("text", ["", "four", "4.0", "-4", "٤", "99999999999999999999", "none", "true"])
def test_texts_of_no_value_are_refused(text: str) -> None:
    (players, *_) = games.option_specs("badam-satti")
    with pytest.raises(OptionError, match=r"option players: .* must be one of 3, 4, 5, 6"):
        players.parse(text)


@given(any_game())
def test_the_options_of_a_game_cannot_be_changed(game: games.Game) -> None:
    with pytest.raises(TypeError):
        game.options["deals"] = 7  # type: ignore[index]
    assert len(game.options) == len(games.option_specs(game.name))
