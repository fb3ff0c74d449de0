"""Long lists a page at a time."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.buttons import MenuPress, OnMenu, press_from
from bot.app.kinds.match.kind import MATCH
from bot.app.kinds.match.model import Sitter
from bot.app.model.game import LISTED, MATCHES
from bot.app.model.terms import Terms
from bot.app.screens import home
from bot.app.screens.common import Page, page_of, page_row
from bot.app.screens.lobby import Hall, Listed, lobby
from bot.app.texts import LANGUAGES, Html, texts_in
from bot.game.model import MODES, Game
from solver.variant import VARIANTS
from tests.bot.duels.test_match_screens import match_at

MESSAGE, BUTTONS = 4096, 100
"""What Telegram takes: UTF-16 units of a text, and buttons below it."""


@given(total=st.integers(0, 2000), wished=st.sampled_from(["", "0", "3", "249", "9999", "x", "-1", "٣"]))
def test_whatever_page_a_button_names_there_is_one(total: int, wished: str) -> None:
    page = page_of(total, wished, LISTED)
    assert 0 <= page.number < page.of
    assert page.begin < max(1, total)
    assert (page.of - 1) * LISTED < max(1, total) <= max(1, page.of * LISTED)


@given(total=st.integers(0, 2000))
def test_from_page_to_page_one_sees_everything_once_and_comes_back(total: int) -> None:
    page, seen = page_of(total, "", LISTED), list[int]()
    for _ in range(page.of):
        seen += range(page.begin, min(total, page.begin + page.size))
        rows = page_row(page, lambda number: MenuPress(OnMenu.GAMES, number))
        if rows:
            ((_, on),) = rows
            press = press_from(on.data or "")
            assert isinstance(press, MenuPress)
            page = page_of(total, press.argument, LISTED)
    assert (seen, page.number) == (list(range(total)), 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_of_games_is_what_telegram_takes(language: str) -> None:
    texts, name = texts_in(language), "🦊" * 64
    for mode, variant in ((mode, variant) for mode in MODES if MODES[mode].seats == 2 for variant in VARIANTS):
        game, sitters = Game(VARIANTS[variant], MODES[mode], (None, None)), (Sitter(1, "Ann", 1), Sitter(2, name, 2))
        match = replace(match_at("duel classic - - first 0 |"), game=game, sitters=sitters)
        entry = MATCH.entry_of(match, 1, texts)
        entries = (entry,) * LISTED
        page = page_of(MATCHES + 2, "1", LISTED)
        for screen in (
            home.games(entries, page, texts, challenges=20, more=971),
            home.which("0" * 64, entries, page, texts),
        ):
            assert len(screen.html.encode("utf-16-le")) // 2 < MESSAGE
            assert sum(map(len, screen.rows)) < BUTTONS
            assert len({len(row) for row in screen.rows if row}) <= 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_of_the_lobby_tells_where_it_is_and_stays_there_when_it_is_refreshed(language: str) -> None:
    texts = texts_in(language)
    who = tuple(Listed(f"{at}:1.0", "🦊" * 64, Html("🦊" * 64), Terms(), 0.0, 60.0) for at in range(5))
    hall = Hall(who, who, 40, many=False, own=None, own_is_open=False, page=Page(2, 5, 5))
    screen = lobby(hall, texts)
    assert texts.html("page.number", number=3, of=5) in screen.html
    data = [button.data for row in screen.rows for button in row]
    assert [one for one in data if one and one.startswith("1:lobby")] == ["1:lobby:1", "1:lobby:3", "1:lobby:2"]
    assert len(screen.html.encode("utf-16-le")) // 2 < MESSAGE
