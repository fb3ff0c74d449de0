"""What leaving costs: the whole table, written down once more, and carried out in every mode between two."""

from itertools import product

import pytest

from bot.game.leaving import COSTS, Begun, Cost, Way, begun, cost_of, is_free
from bot.game.model import MODES, Game, Outcome, Phase, Seat, Termination
from bot.game.notation import game_at
from bot.game.rules import Abort, Agree, IllegalMove, Leave, Move, apply, end_by
from tests.bot.strategies import FOR_TWO

ONE, OTHER = Seat(0), Seat(1)
SECRETS = [
    f"{mode} classic {secrets} first 0 |" for mode in ("duel", "sudden") for secrets in ("- -", "0123 -", "- 0123")
]
STANDS: dict[str, dict[Seat, Begun]] = {
    **{line: {ONE: Begun.SECRETS, OTHER: Begun.SECRETS} for line in SECRETS},
    **{
        f"{head} {guesses}": {ONE: one, OTHER: other}
        for head in (
            "duel classic 0123 4567 first 0 |",
            "sudden classic 0123 4567 first 0 |",
            "volley classic 0123 first 0 |",
            "race classic 0123 |",
        )
        for guesses, one, other in (
            ("", Begun.NOBODY, Begun.NOBODY),
            ("0:8901", Begun.ONLY_I, Begun.ONLY_OTHER),
            ("0:8901 1:9012", Begun.BOTH, Begun.BOTH),
            ("0:8901 1:9012 0:9013", Begun.BOTH, Begun.BOTH),
        )
    },
    "duel classic 0123 4567 first 0 | 0:0123": {ONE: Begun.SOLVED, OTHER: Begun.ONLY_OTHER},
    "duel classic 0123 4567 first 0 | 0:8901 1:9012 0:0123": {ONE: Begun.SOLVED, OTHER: Begun.BOTH},
    "race classic 0123 | 1:8901 1:9012 1:0213": {ONE: Begun.ONLY_OTHER, OTHER: Begun.ONLY_I},
    "race classic 0123 | 0:8901 0:9012 0:0123": {ONE: Begun.SOLVED, OTHER: Begun.ONLY_OTHER},
    "race classic 0123 | 1:4567 0:8901 0:9012 0:0123": {ONE: Begun.SOLVED, OTHER: Begun.BOTH},
}
"""Positions, and how far each of the two has come there."""
FREE = Outcome(Termination.ABORTED, None)
ELSEWHERE: dict[Way, dict[Begun, Outcome | None]] = {
    Way.WISH: {Begun.SECRETS: FREE, Begun.NOBODY: FREE, Begun.SOLVED: None},
    Way.RESIGN: {Begun.SOLVED: None},
    Way.TIME: {Begun.SECRETS: FREE, Begun.NOBODY: FREE, Begun.SOLVED: None},
    Way.GONE: {Begun.SECRETS: FREE, Begun.NOBODY: FREE, Begun.SOLVED: None},
    Way.BLOCK: dict.fromkeys(Begun),
    Way.CALL_OFF: dict.fromkeys(Begun, FREE),
    Way.DRAW: {**dict.fromkeys(Begun, Outcome(Termination.AGREED, None)), Begun.SECRETS: None, Begun.NOBODY: None},
}
"""What comes of it where the game is not lost. None: it goes on."""


def test_every_mode_between_two_stands_in_the_table_wherever_it_may_be_left_and_no_other_is_known() -> None:
    assert {line.split()[0] for line in STANDS} == set(FOR_TWO)
    assert {begun for seats in STANDS.values() for begun in seats.values()} == set(Begun)
    assert {way: set(costs) for way, costs in COSTS.items()} == {way: set(Begun) for way in Way}
    for name in MODES.keys() - set(FOR_TWO):
        with pytest.raises(ValueError, match="between two"):
            cost_of(Game(game_at("solo classic 0123 |").variant, MODES[name], ()), ONE, Way.WISH)


@pytest.mark.parametrize(("line", "seat", "way"), list(product(STANDS, (ONE, OTHER), Way)))
def test_leaving_costs_what_the_table_says(line: str, seat: Seat, way: Way) -> None:
    game = game_at(line)
    stands = STANDS[line][seat]
    assert begun(game, seat) is stands
    why = Termination.TIMED_OUT if way is Way.TIME else Termination.RESIGNED
    expected = ELSEWHERE[way].get(stands, Outcome(why, Seat(1 - seat)))
    move = end_by(game, seat, way)
    assert (None if move is None else apply(game, move).game.outcome) == expected
    assert is_free(game, seat) == (ELSEWHERE[Way.WISH].get(stands) == FREE)


@pytest.mark.parametrize(("line", "seat"), list(product(STANDS, (ONE, OTHER))))
def test_the_rules_take_no_end_that_the_table_does_not_give(line: str, seat: Seat) -> None:
    game = game_at(line)
    ends: list[tuple[Move, Way, Cost]] = [(Abort(seat, way), way, Cost.NOTHING) for way in Way]
    ends += [(Leave(seat), Way.RESIGN, Cost.LOSS), (Agree(seat), Way.DRAW, Cost.DRAW)]
    ends.append((Leave(seat, Termination.TIMED_OUT), Way.TIME, Cost.LOSS))
    for move, way, cost in ends:
        if cost_of(game, seat, way) is not cost:
            with pytest.raises((IllegalMove, ValueError)):
                apply(game, move)


def test_once_somebody_has_guessed_nobody_leaves_for_nothing_alone() -> None:
    """The promise to players, in one line."""
    for line, seats in STANDS.items():
        game = game_at(line)
        for seat, way in product(seats, set(Way) - {Way.CALL_OFF}):
            if game.turns:
                assert cost_of(game, seat, way) is not Cost.NOTHING, (line, seat, way)
            elif game.phase is not Phase.OVER and way is Way.WISH:
                assert cost_of(game, seat, way) is Cost.NOTHING
