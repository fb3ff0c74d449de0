"""Once only one code is left, somebody who learns is told that it can be known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.advice import hint_result
from bot.app.kind import slot_of
from bot.app.kinds.alone.screens import board, details_of
from bot.app.kinds.reviews import FIGURES_FROM
from bot.app.messages import Chat
from bot.app.model.hints import Asked, Hint, Page
from bot.app.model.options import Help
from bot.app.screens.hints import hint_lines
from bot.app.texts import LANGUAGES, texts_in
from bot.app.world import recall_by
from solver.feedback import feedback_for
from solver.position import fitting_codes
from solver.variant import VARIANTS
from tests.bot.inside import Inside, inside
from tests.bot.looks import COMPUTE, look_at
from tests.bot.solo.test_board import table_at

CHAT = Chat(1001)
MINI = VARIANTS["mini"]
CODES = sorted(MINI.format(code) for code in map(tuple, MINI.secrets()))
SAID = texts_in("en").html("board.can-know")


@given(
    st.sampled_from(CODES),
    st.lists(st.sampled_from(CODES), min_size=1, max_size=5),
    st.sampled_from(LANGUAGES),
    st.sampled_from([(Help.NORMAL, True), (Help.NORMAL, False), (Help.COACHED, False)]),
)
def test_it_is_said_to_those_who_learn_exactly_where_it_is_so(
    secret: str, guesses: list[str], language: str, learns: tuple[Help, bool]
) -> None:
    degree, is_learners = learns
    told = [guess for guess in dict.fromkeys(guesses) if guess != secret] or [next(c for c in CODES if c != secret)]
    history = tuple((MINI.parse(guess), feedback_for(MINI.parse(guess), MINI.parse(secret))) for guess in told)
    is_only = len(fitting_codes(MINI, history)) == 1
    said = texts_in(language).html("board.can-know")
    game = table_at(f"solo mini {secret} | {' '.join(told)}", help=degree, is_learners=is_learners)
    shown = board(game, look_at(language), details_of(game, COMPUTE))
    assert shown.html.count(said) == (is_only and (is_learners or degree is Help.COACHED))
    assert degree is Help.COACHED or secret not in shown.html.split(said)[-1], "which one is theirs to find"
    result = hint_result(MINI, history, Hint((Asked.COUNT,), page=Page.HINTS), COMPUTE)
    assert result is not None
    assert (said in hint_lines(result, MINI, "emoji", texts_in(language))) == is_only


@pytest.mark.parametrize("told", ["classic 0834 | 0123 4567 0834", "six 012345 | 012354 543210", "mini 1234 | 1243"])
def test_a_guess_of_somebody_who_learns_is_carried_out_once(told: str) -> None:
    """What asks the process that thinks is carried out anew with the answer, all of it."""

    assert not details_of(
        table_at(f"solo {told}", is_learners=True), recall_by(lambda question: pytest.fail(f"asked: {question}"))
    ).can_know


async def until_known(bot: Inside, order: str) -> str:
    """The board once only one code is left."""
    await bot.says(order)
    game = await bot.board_game()
    assert game is not None
    for guess in ("1234", "2143", "5123"):
        await bot.says(guess)
    return bot.screens[slot_of(game.id)][1].html


@pytest.mark.parametrize(
    ("order", "said"), [("/play mini", True), ("/play mini coached", True), ("/play mini blind", False)]
)
async def test_a_blind_game_says_nothing(order: str, *, said: bool) -> None:
    async with inside((0, 1, 2, 4), CHAT) as bot:
        assert (SAID in await until_known(bot, order)) == said


async def test_whoever_has_finished_some_games_is_not_told() -> None:
    async with inside((0, 1, 2, 4), CHAT) as bot:
        for _ in range(FIGURES_FROM):
            assert SAID in await until_known(bot, "/play mini")
            await bot.says("1235")
        assert SAID not in await until_known(bot, "/play mini")
