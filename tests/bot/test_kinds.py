"""The kinds of games together leave no button of a game without a rule."""

from typing import get_args

from bot.app import buttons
from bot.app.buttons import BEGINS, Feature, GameVerb, OnEnd, Verb
from bot.app.intents import Command
from bot.app.kinds.table import BUTTONS
from bot.app.registry import KINDS


def test_every_button_of_a_game_counts_in_some_kind() -> None:
    ruled = {verb for kind in KINDS for verb in kind.rules}
    assert {verb for verbs in get_args(GameVerb) for verb in verbs} == ruled | BUTTONS.keys()


def test_every_button_under_a_game_that_is_over_has_its_function() -> None:
    assert BUTTONS.keys() == set(OnEnd)


def test_every_verb_is_marked_with_what_there_is() -> None:
    families: list[type[Verb]] = [Command]
    families += [each for each in vars(buttons).values() if isinstance(each, type) and issubclass(each, Verb)]
    marks = [verb.marks for family in families for verb in family]
    assert {mark for each in marks for mark in each} == {*Feature, BEGINS} - {Feature.INLINE}
    assert all(Feature.GAMES in each for each in marks if BEGINS in each)
