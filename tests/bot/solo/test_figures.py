"""Figures of a game alone: from somebody's fifth finished game on, and the same on the board and in its review."""

import re

import pytest

from bot.app.kind import slot_of
from bot.app.kinds.reviews import FIGURES_FROM
from bot.app.messages import Chat
from bot.app.texts import LANGUAGES, texts_in
from tests.bot.inside import Inside, inside

CHAT = Chat(1001)
SECRET = (4, 2, 7, 1)
WRONG = ("0123", "0123", "4567", "0123", "8901", "0123")
"""Guesses that are repeated: they cost something."""


async def played(bot: Inside, *wrong: str) -> tuple[str, str, bool]:
    """The board once it is over with its buttons, its review, and whether that is a picture."""
    await bot.says("/play classic")
    game = await bot.board_game()
    assert game is not None
    for guess in (*wrong, "4271"):
        await bot.says(guess)
        await bot.says(guess)
    slot = slot_of(game.id)
    [look] = [data for data, at in bot.buttons if at == slot and ":look:" in data]
    await bot.presses(look, slot)
    review = bot.screens[f"review:{game.id}"][1]
    return bot.screens[slot][1].html + str(bot.screens[slot][1].rows), review.html, review.picture is not None


@pytest.mark.parametrize("language", LANGUAGES)
async def test_figures_are_told_from_the_fifth_finished_game_on_and_agree(language: str) -> None:
    texts = texts_in(language)
    perfect = re.compile(re.escape(texts.plain("end.perfect", count="7")).replace("7", r"(\d+)"))
    named = re.compile(
        "|".join(
            map(
                re.escape, (texts.plain("reviewed.lost"), texts.plain("reviewed.bits"), texts.plain("reviewed.perfect"))
            )
        ),
        re.IGNORECASE,
    )
    async with inside(SECRET, CHAT, language) as bot:
        for nth in range(1, FIGURES_FROM + 2):
            board, review, is_picture = await played(bot, *WRONG)
            found = perfect.search(board)
            assert (found is not None) == (nth >= FIGURES_FROM), nth
            assert is_picture == (nth >= FIGURES_FROM)
            assert bool(named.search(review)) == (nth >= FIGURES_FROM)
            if found is None:
                assert not named.search(board)
                assert "→" not in review
            else:
                path = next(line for line in review.split("\n") if line.startswith("🏁"))
                assert texts.counted("review.path", int(found[1]), path="") != path
                assert path.count("→") + 1 == int(found[1]), "the same figure"
                assert re.search(rf"\b{found[1]}\b", path.split("</code>")[-1])


async def test_whoever_needs_no_more_than_perfect_play_is_blamed_for_nothing() -> None:
    async with inside(SECRET, CHAT) as bot:
        for _ in range(FIGURES_FROM):
            await played(bot, *WRONG)
        board, review, _ = await played(bot)
        assert "Weakest" not in board
        assert "Retry from there" not in board
        assert "1 guess (perfect play: " in board
        assert "Faster than perfect play!" in review
        board, review, _ = await played(bot, *WRONG)
        assert "Faster" not in review
        assert "Retry from there" in board
