"""The kinds of games together leave no button of a game without a rule."""

from typing import get_args

from bot.app.buttons import GameVerb, OnEnd
from bot.app.kinds.table import BUTTONS
from bot.app.registry import KINDS


def test_every_button_of_a_game_counts_in_some_kind() -> None:
    ruled = {verb for kind in KINDS for verb in kind.rules}
    assert {verb for verbs in get_args(GameVerb) for verb in verbs} == ruled | BUTTONS.keys()


def test_every_button_under_a_game_that_is_over_has_its_function() -> None:
    assert BUTTONS.keys() == set(OnEnd)
