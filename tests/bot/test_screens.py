"""Every screen, in every language and style, is within Telegram's limits, whatever people are called."""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.app.buttons import MenuPress, OnMenu, button_data, press_from
from bot.app.duels import arranging_screens as arranging
from bot.app.duels.arranging_screens import TermsChoice
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.alone.screens import board
from bot.app.language import KNOWN
from bot.app.messages import Chat
from bot.app.model.chats import ALWAYS, Notifications, Preferences
from bot.app.model.hints import BoardPage, Hint, HintKind
from bot.app.model.options import FAMILIES, family_of
from bot.app.model.terms import Terms
from bot.app.preferences import screens as settings_screens
from bot.app.preferences.screens import blocked, quiet_hours
from bot.app.screen import LONGEST_OF_TWO, News, Screen
from bot.app.screens.board import STYLES, invalid_code, language_of
from bot.app.screens.common import ONLY_PAGE, Viewer, offer
from bot.app.screens.keypad import draft_line
from bot.app.screens.options import rules
from bot.app.screens.people import FIRST_STRONG_ISOLATE, LONGEST_NAME, POP_ISOLATE, WORD_JOINER, shown_name
from bot.app.texts import LANGUAGES, MARKS, Texts, texts_in
from bot.app.together import screens as menus_group
from bot.app.variants import screens as variants
from bot.game.model import MODES, Game
from sandbox.html import parse
from sandbox.text import units
from solver.variant import VARIANTS, Fault, InvalidCode
from solver.words import WORD_ALPHABETS
from tests.bot.inside import inside
from tests.bot.solo.hinted import with_hints
from tests.bot.strategies import CHAT, PRIVATE, guessed
from tests.distribution import examples

CLASSIC = VARIANTS["classic"]
HINT = Hint(tuple(HintKind), (9, 8, 7, 5), BoardPage.HINTS)
USERNAME = "A" * 28 + "_bot"
NAMES = st.text(max_size=70) | st.sampled_from(["🐂" * 40, "&" * 40, "ש" * 40, "\N{COMBINING ACUTE ACCENT}" * 40, ""])


def assert_telegram_takes_it(screen: Screen) -> None:
    text, _ = parse(screen.html)
    assert text.strip()
    assert len(text.encode("utf-16-le")) // 2 <= 4096
    assert len(screen.rows) * 8 <= 100
    assert all(1 <= len(row) <= 8 for row in screen.rows)
    for button in (button for row in screen.rows for button in row):
        assert button.text.strip()
        assert sum(way is not None for way in (button.data, button.copies, button.opens, button.shares)) == 1
        assert button.shares is None or 1 <= len(button.shares) <= 256
        assert button.opens is None or button.opens.startswith("https://t.me/")
        assert button.copies is None or 1 <= units(button.copies) <= 256
        assert button.data is None or (len(button.data.encode()) <= 64 and press_from(button.data))


def game_after(guesses: Iterable[str], chat: Chat = PRIVATE, *, solved: bool = False) -> Alone:
    game = guessed(Game(CLASSIC, MODES["solo"], ((9, 8, 7, 6),)), *guesses, *(["9876"] if solved else []))
    ids: Any = {"id": "f" * 16, "salt": "f" * 32, "ended_at": 9e9 if solved else None}
    return Alone(**ids, chat=chat, game=game, starter=1, opened_at=0.0)


LOOKS = {"language": st.sampled_from(LANGUAGES), "style": st.sampled_from([*STYLES]), "name": NAMES}


@given(turns=st.integers(0, 200), solved=st.booleans(), chat=CHAT, **LOOKS)
@settings(max_examples=examples(60))
def test_the_longest_games_fit(turns: int, name: str, language: str, style: str, *, solved: bool, chat: Chat) -> None:
    game = game_after(map(CLASSIC.format, islice(CLASSIC.codes(), turns)), chat, solved=solved)
    count = len(game.game.turns)
    game = replace(game, guessed_by=(name,) * count, hint=HINT, suggestions=turns, proof=True)
    texts = texts_in(language)
    viewer = Viewer(texts, style, USERNAME, draft_line("012", CLASSIC), texts.html("note.resign-votes", name=name))
    screen = board(game, viewer) if solved else board(game, viewer, with_hints(game))
    assert_telegram_takes_it(screen)
    if not name:
        assert f"\n{count}. <code>" in screen.html or not count


def test_only_a_very_long_game_loses_its_earliest_turns() -> None:
    for turns, loses in ((130, False), (500, True)):
        game = game_after(map(CLASSIC.format, islice(CLASSIC.codes(), turns)))
        html = board(replace(game, guessed_by=("",) * turns), Viewer(texts_in("en"))).html
        assert f"\n{turns}. <code>" in html
        assert ("\n1. <code>" in html, "…" in html) == (not loses, loses)


def menus(language: str, style: str, name: str) -> Iterator[Screen]:
    texts = texts_in(language)
    for in_group in (False, True):
        yield from (rules(variant, texts, style, in_group=in_group) for variant in VARIANTS.values())
        yield settings_screens.help_screen(texts, in_group=in_group)
    yield from (settings_screens.group_greeting(texts), settings_screens.languages(texts))
    yield settings_screens.all_commands(texts, has_operators=True)
    yield settings_screens.settings(texts, Preferences(style=style), in_group=False)
    yield from (
        quiet_hours(notifications, 0.0, texts) for notifications in (ALWAYS, Notifications(quiet=(22, 8), ahead=3))
    )
    yield blocked(((1, name), (2, "")), ONLY_PAGE, texts)
    yield offer(texts, texts.html("code.unknown-symbol", symbol=name[:1], known="0123456789"))


def labels_on(screen: Screen) -> list[str]:
    return [button.text for row in screen.rows for button in row]


def choices(family: str, texts: Texts, *, unfolded: bool = False) -> list[Screen]:
    page = FAMILIES[family]
    return [
        variants.variants(page, texts, unfolded=unfolded),
        arranging.variants(TermsChoice(Terms(), in_lobby=False), page, texts, unfolded=unfolded),
        menus_group.variants(page, 0, texts, unfolded=unfolded),
    ]


@pytest.mark.parametrize("language", WORD_ALPHABETS)
def test_wherever_a_variant_is_chosen_the_words_of_ones_own_language_come_first(language: str) -> None:
    texts = texts_in(language)
    named = {name: texts.plain(f"variant.{name}") for name in VARIANTS if VARIANTS[name].words}
    own = [label for name, label in named.items() if language_of(VARIANTS[name]) == language]
    unfolds = texts.plain("button.other-words")
    for screens in zip(choices("words", texts), choices("words", texts, unfolded=True), strict=True):
        before, after = map(labels_on, screens)
        assert [label for label in before if label in named.values()] == own
        assert [label for label in after if label in named.values()][: len(own)] == own
        assert set(named.values()) <= set(after)
        assert (before.count(unfolds), after.count(unfolds)) == (1, 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("family", FAMILIES)
def test_choices_stand_two_on_a_row_where_both_fit_and_none_is_lost(family: str, language: str) -> None:
    texts = texts_in(language)
    names = [name for name in VARIANTS if family_of(VARIANTS[name]).name == family]
    for screen in choices(family, texts, unfolded=True):
        labels = labels_on(screen)
        assert all(any(texts.plain(f"variant.{name}") in label for label in labels) for name in names)
        assert texts.plain("button.other-words") not in labels
        assert all(len(row) == 1 or max(len(key.text) for key in row) <= LONGEST_OF_TWO for row in screen.rows[1:])


@pytest.mark.parametrize("chosen", [name for name in VARIANTS if VARIANTS[name].words])
def test_what_is_chosen_is_seen_whatever_is_folded(chosen: str) -> None:
    texts, page = texts_in("uk"), FAMILIES["words"]
    by_number = menus_group.variants(page, [*VARIANTS].index(chosen), texts)
    for screen in (arranging.variants(TermsChoice(Terms(variant=chosen), in_lobby=False), page, texts), by_number):
        assert f"✓ {texts.plain(f'variant.{chosen}')}" in labels_on(screen)


async def test_other_languages_are_one_press_away_and_back_leads_as_before() -> None:
    ways = ("/variants", OnMenu.VARIANTS, OnMenu.CARD), ("/duel", OnMenu.FAMILY, OnMenu.VARIANT)
    async with inside(None, Chat(1001), "uk") as bot:
        for text, verb, offered in ways:
            await bot.says(text)
            for argument in ("words", "words-all"):
                await bot.presses(button_data(MenuPress(verb, argument)), "menu")
            assert button_data(MenuPress(offered, "words-en-5")) in [data for data, _ in bot.buttons]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("style", STYLES)
@given(name=NAMES)
@settings(max_examples=examples(10))
def test_every_menu_fits(language: str, style: str, name: str) -> None:
    for screen in menus(language, style, name):
        assert_telegram_takes_it(screen)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("style", STYLES)
def test_the_settings_mark_what_is_chosen(language: str, style: str) -> None:
    labels = labels_on(settings_screens.settings(texts_in(language), Preferences(style=style), in_group=True))
    marked = [label for label in labels if label.startswith("✓ ")]
    assert (len(marked), marked[0]) == (2, f"✓ {KNOWN[language].name}")
    back = str(texts_in(language).plain("menu.back"))
    assert (len(labels), labels[-1]) == (len(LANGUAGES) + len(STYLES) + 1, back), "a language, a style, the way back"


@pytest.mark.parametrize("language", LANGUAGES)
def test_settings_have_several_buttons_a_row_and_all_of_them(language: str) -> None:
    rows = settings_screens.settings(texts_in(language), Preferences(), in_group=False).rows
    assert sum(map(len, rows)) == len(KNOWN) + len(STYLES) + len(News) + 1 + 1 + 2 + 1
    assert len(rows) <= 9
    assert all(len(row) == 1 or max(len(key.text) for key in row) <= LONGEST_OF_TWO for row in rows[:4])


SHOWN = {
    **{name: name for name in ("Alice", "Олена Пчілка", "👩\u200d👧", "<b>Bob</b> & Co", "J. R.", "1\ufe0f\u20e3")},
    "  Alice \n\t Liddell ": "Alice Liddell",
    "evil\u202egnp.exe": "evil gnp.\u2060exe",
    "a\u2067b\u2066c\u2069": "a b c",
    "zero\u200bwidth\ufeff": "zero width",
    "line\u2028break\u2029": "line break",
    "@casino": "@\u2060casino",
    "Ann t.me/x #1": "Ann t.\u2060me/\u2060x #\u20601",
    "Z" + "\u0335\u0311\u0301" * 9 + "o": "Z\u0335\u0311o",
    "Ё\u0301 й й\u0306": "Ё\u0301 й й\u0306",
    "A" * 100: f"{'A' * 31}…",
    **dict.fromkeys(("", "\u200d\u200d", "\u202e \n", "\u3164\u2800", "\u115f \u1160\uffa0", "\u0301\u0301"), "?"),
    **{name: f"{FIRST_STRONG_ISOLATE}{name}{POP_ISOLATE}" for name in ("שלום", "محمد", "Bob שלום")},
}


def test_a_name_is_shown_on_one_line_without_what_hides_turns_or_can_be_tapped() -> None:
    assert {name: shown_name(name) for name in SHOWN} == SHOWN


def test_no_sign_that_hides_or_turns_is_repeated_to_whoever_typed_it() -> None:
    for sign in "\u202e\u2066\u200f\x1b\U0010ffff":
        text = invalid_code(InvalidCode(Fault.UNKNOWN_SYMBOL, sign), VARIANTS["six"], texts_in("en"))
        assert sign not in text
        assert "An invisible sign" in text


ODD = st.text(
    "@./\u2060\u200d\u200e\u200f\u202a\u202e\u2066\u2067\u2068\u2069\u2028\n\r\t\x00\x85\ufeff "
    "אב٣a <&>'\"🐂👩\u0301\U000e0067"
)


@given(st.text() | ODD)
@example("0" * 32 + "\u0300")
def test_any_name_is_harmless_and_the_same_when_it_is_shown_again(name: str) -> None:
    shown = shown_name(name)
    text = shown.removeprefix(FIRST_STRONG_ISOLATE).removesuffix(POP_ISOLATE)
    bare = text.replace(WORD_JOINER, "")
    assert bare.strip(" \u200d")
    columns = [sign for sign in bare if unicodedata.category(sign) not in MARKS]
    assert len(columns) <= LONGEST_NAME, "a mark stands above the letter before it"
    assert shown.splitlines() == [shown]
    assert all(sign == "\u200d" or unicodedata.category(sign)[0] != "C" for sign in bare)
    turns = any(unicodedata.bidirectional(sign) in {"R", "AL", "AN"} for sign in bare)
    assert (shown != text, shown_name(shown)) == (turns, shown)
