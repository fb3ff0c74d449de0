import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.model import MODES, Game, Phase, seen_by
from bot.game.notation import game_at, position
from solver.variant import VARIANTS
from tests.bot.strategies import games


@pytest.mark.parametrize(("mode", "variant"), list(itertools.product(MODES, VARIANTS)))
def test_every_way_to_play_can_be_written_down(mode: str, variant: str) -> None:
    secret = VARIANTS[variant].format(next(VARIANTS[variant].codes()))
    rules = MODES[mode]
    secrets = f" {secret}" * (2 if rules.own_secrets else rules.codes * rules.has_secret)
    order = " first 1" * MODES[mode].in_turn + " seats 3" * MODES[mode].grows
    game = game_at(f"{mode} {variant}{secrets}{order} |")
    assert (game.mode.name, game.variant.name) == (mode, variant)
    assert position(game) == f"{mode} {variant}{secrets}{order} |"


@pytest.mark.parametrize("line", ["solo 4x8 0167 | 7610", "solo 7x3r 0012210 | 2222222", "think 5x8r | 01270=1B2C"])
def test_variants_of_ones_own_can_be_written_down(line: str) -> None:
    assert position(game_at(line)) == line


@pytest.mark.parametrize(
    ("line", "guesses", "feedback", "given_up"),
    [
        ("solo classic 0834", [], [], None),
        ("solo classic 0834 | 0483", ["0483"], ["1B3C"], None),
        ("solo classic 0834 | 0123 4567 0834", ["0123", "4567", "0834"], ["1B1C", "0B1C", "4B0C"], None),
        ("solo classic 0834 | 0123 | resigned 0", ["0123"], ["1B1C"], 0),
        ("solo mini 1234 | | resigned 0", [], [], 0),
    ],
)
def test_a_line_reads_as_its_game(line: str, guesses: list[str], feedback: list[str], given_up: int | None) -> None:
    game = game_at(line)
    assert [game.variant.format(turn.guess) for turn in game.turns] == guesses
    assert [str(turn.feedback) for turn in game.turns] == feedback
    assert [gone.seat for gone in game.gone] == ([] if given_up is None else [given_up])


@given(games())
def test_what_is_written_reads_back_as_the_same_game(game: Game) -> None:
    line = position(game)
    assert game_at(line) == game
    assert "\n" not in line
    assert position(game_at(line)) == line


@given(games())
def test_a_game_without_its_secret_cannot_be_written_down(game: Game) -> None:
    seen = seen_by(game, None)
    if game.phase is Phase.OVER:
        assert position(seen) == position(game)
    else:
        with pytest.raises(ValueError, match="secret"):
            position(seen)


NONSENSE = [
    "",
    "|",
    "solo",
    "solo classic",
    "duel classic 0123 |",
    "solo huge 0123 |",
    "solo classic 012 |",
    "solo classic 0123 | 01x3",
    "solo classic 0123 | 0122",
    "solo classic 0123 4567 | 0123",
    "solo classic 0123 | | resigned",
    "solo classic 0123 | | resigned x",
    "solo classic 0123 | | left 0",
    "solo classic 0123 | | resigned 0 | resigned 0",
    "duel classic 0123 4567 first 0 | | aborted | agreed",
    "circle classic 0123 first 0 |",
    "circle classic 0123 first 2 seats 2 |",
    "circle classic 0123 first 0 seats 0 |",
    "circle classic 0123 first 0 seats 21 |",
    "party classic 0123 seats x |",
    "think classic 0123 |",
    "think classic | 0123",
    "think classic | 0123=1B",
    "think classic | 0123=xBxC",
    "solo classic 0834 | 0123=1B1C",
    "solo 9x9 012345678 |",
]


@pytest.mark.parametrize("line", NONSENSE)
def test_a_line_that_is_no_position_is_refused(line: str) -> None:
    with pytest.raises(ValueError):
        game_at(line)


WORDS = st.sampled_from(["solo", "classic", "mini", "0123", "1234", "|", "resigned", "0", "-1", "", "x"])


@given(st.text() | st.lists(WORDS).map(lambda words: " ".join(["solo classic 0123 |", *words])))
def test_any_line_is_a_game_or_refused(line: str) -> None:
    try:
        game = game_at(line)
    except ValueError:
        return
    assert game_at(position(game)) == game
