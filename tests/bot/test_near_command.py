"""The command that somebody meant who mistyped it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.intents import FOR_OPERATORS, WORDS, Command, nearest, slips_between
from bot.app.messages import Chat
from tests.bot.inside import inside

WORD = st.text("abcdefghijklmnopqrstuvwxyz_", max_size=12)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("plya", Command.PLAY),
        ("pla", Command.PLAY),
        ("setings", Command.SETTINGS),
        ("langauge", Command.LANGUAGE),
        ("cancle", Command.CANCEL),
        ("gues", Command.GUESS),
        ("nonsense", None),
        ("x", None),
        ("buy", None),
    ],
)
def test_a_slip_is_forgiven_and_a_word_of_its_own_is_not(word: str, meant: Command | None) -> None:
    assert nearest(word) is meant


@pytest.mark.parametrize("name", [name for name in WORDS if len(name) > 1 and WORDS[name] not in FOR_OPERATORS])
def test_every_command_is_nearest_to_itself(name: str) -> None:
    assert nearest(name) is WORDS[name]


def test_what_only_operators_may_do_is_near_to_nothing() -> None:
    assert nearest("admin") is None


@given(WORD, WORD)
def test_slips_are_as_many_either_way_and_none_between_equals(one: str, other: str) -> None:
    slips = slips_between(one, other)
    assert slips == slips_between(other, one)
    assert (slips == 0) == (one == other)
    assert abs(len(one) - len(other)) <= slips <= max(len(one), len(other))


async def test_what_was_probably_meant_can_be_tapped() -> None:
    async with inside((0, 1, 2, 3), Chat(1001)) as bot:
        await bot.says("/plya")
        assert "No such command. Did you mean /play? (A new game)" in bot.screens["menu"][1].html
        await bot.says("/nonsense")
        assert "/help" in bot.screens["menu"][1].html
