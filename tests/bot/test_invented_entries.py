"""A style, a clock and a family that a test invents: an entry and its words are all that each takes."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.kinds.group import menus
from bot.app.messages import Chat
from bot.app.model.options import FAMILIES, Family, family_of
from bot.app.model.terms import CLOCKS, Clock, Terms
from bot.app.screens.board import STYLES, Style
from bot.app.texts import LANGUAGES, Texts, texts_in
from bot.app.work import GRACE
from bot.game.model import Termination
from bot.storage.store import DatabaseStore
from solver.feedback import Feedback
from solver.variant import VARIANTS
from tests.bot.catalogues import messages
from tests.bot.duels.evenings import ANN, BOB, Evening, ended
from tests.bot.inside import Inside, inside
from tests.bot.inventing import added, board, labels, presses
from tests.bot.keys import keys_of


def in_discs(feedback: Feedback, texts: Texts) -> str:
    return "●" * feedback.bulls + "○" * feedback.cows + texts.plain("style.no-disc") * (feedback == Feedback(0, 0))


DISCS = Style(name="discs", write=in_discs, longest_code=4, keys_in_row=4)
BLITZ = Clock(
    name="blitz",
    label="clock.blitz",
    seconds=10,
    reminder=4,
    is_live=True,
    seek_lasts=60,
    rematch_lasts=30,
    on_card="days",
)
LONG = Family(
    name="long",
    label="duel.long",
    rule="choice.long",
    party_letter="l",
    has=lambda variant: variant.length > 5 and not variant.words,
)
WORDS = {
    "style.no-disc": "–",
    "clock.blitz": "10 s a guess",
    "duel.long": "📏 Long",
    "choice.long": "Six places at least.",
}


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def bot(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str) -> AsyncIterator[Inside]:
    monkeypatch.setitem(STYLES, "discs", DISCS)
    monkeypatch.setitem(CLOCKS, "blitz", BLITZ)
    monkeypatch.setitem(FAMILIES, "long", LONG)
    with added(WORDS, tmp_path):
        async with inside(None, Chat(1001), language) as found:
            yield found


def test_an_entry_without_its_words_is_found() -> None:
    assert keys_of(BLITZ) - messages("en").keys() == {"clock.blitz"}
    assert keys_of(LONG) - messages("en").keys() == {"duel.long", "choice.long"}


async def test_a_style_is_offered_by_its_example_chosen_and_written(bot: Inside, language: str) -> None:
    texts = texts_in(language)
    await bot.says("/settings")
    await presses(bot, "●○○")
    assert "✓ ●○○" in labels(bot)
    await bot.says("/play mini")
    await bot.says("1243")
    game = await bot.board_game()
    assert game is not None
    assert in_discs(game.game.turns[0].feedback, texts) in await board(bot)
    await bot.says("/resign")
    await bot.says("/think classic")
    game = await bot.board_game()
    assert game is not None
    rows = [[button.text for button in row] for row in bot.screens[f"game:{game.id}"][1].rows]
    assert [f"{language} –"] == [label for row in rows for label in row if "–" in label]
    assert all(len(row) <= DISCS.keys_in_row for row in rows)


async def test_a_style_gives_way_where_replies_would_not_fit_on_keys(bot: Inside, language: str) -> None:
    texts = texts_in(language)
    await bot.says("/settings")
    await presses(bot, "●○○")
    await bot.says("/think five")
    game = await bot.board_game()
    assert game is not None
    buttons = [button.text for row in bot.screens[f"game:{game.id}"][1].rows for button in row]
    assert f"5{texts.plain('style.bulls-letter')}\u20600{texts.plain('style.cows-letter')}" in buttons


async def test_a_clock_is_offered_chosen_and_said(bot: Inside, language: str) -> None:
    texts = texts_in(language)
    await bot.says("/duel")
    await presses(bot, f"⏱ {texts.plain('clock.days')}")
    await presses(bot, texts.plain("clock.blitz"))
    assert texts.html("clock.blitz") in bot.screens["menu"][1].html
    assert f"⏱ {texts.plain('clock.blitz')}" in labels(bot)
    await presses(bot, texts.plain("button.invite"))
    assert any(texts.html("clock.blitz") in screen.html for slot, (_, screen) in bot.screens.items() if slot != "menu")


async def test_a_clock_runs_and_ends_the_game(
    store: DatabaseStore, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CLOCKS, "blitz", BLITZ)
    monkeypatch.setattr("bot.app.jobs.LOOK", 0.01)
    evening = Evening(store, place)
    match = await evening.under_way(clock="blitz")
    assert match.sitters[ANN].deadline == evening.now + 10
    assert match.terms.on_a_card == Terms("volley", "classic", "days")
    await evening.passes(10 + GRACE)
    assert await ended(evening, match) == (Termination.TIMED_OUT, BOB)


async def test_a_family_is_a_page_wherever_a_variant_is_chosen(bot: Inside, language: str) -> None:
    texts = texts_in(language)
    await bot.says("/variants")
    assert texts.plain("variant.six") not in labels(bot)
    await presses(bot, texts.plain("duel.long"))
    assert f"✓ {texts.plain('duel.long')}" in labels(bot)
    assert texts.plain("variant.six") in labels(bot)
    await bot.says("/duel")
    await presses(bot, f"🎯 {texts.plain('variant.classic')}")
    await presses(bot, texts.plain("duel.long"))
    assert bot.screens["menu"][1].html.endswith(texts.html("choice.long"))
    await presses(bot, texts.plain("variant.six"))
    assert texts.html("variant.six") in bot.screens["menu"][1].html
    number = list(VARIANTS).index("six")
    assert family_of(VARIANTS["six"]) is menus.pages()["l"]
    assert menus.menu(number, (), texts).rows[1][0].data == f"1:party:l{number}"
