"""Variants, degrees of help, the evil bot and friends who break one secret: in real Chromium, on phones."""

import pytest
from playwright.async_api import Browser, expect

from bot.app.screens.board import example_of, legend, letters_of
from bot.app.screens.variants import variant_label
from solver.advice import advise
from solver.evil import hardest_reply, trail
from solver.feedback import History
from solver.variant import VARIANTS
from tests.bot.conftest import Stage
from tests.bot.player import wrong_guesses
from tests.bot.reader import AT_LENGTH, EVERY_LANGUAGE, reading
from tests.bot.solo.test_in_browser import window_of
from tests.sandbox.page.stage import PHONE

pytestmark = pytest.mark.asyncio(loop_scope="session")
COLOURS, MINI = VARIANTS["colours"], VARIANTS["mini"]
EVIL = {"en": "evil", "uk": "лихий", "ru": "злой"}
NO_WORD = {"en": "qwxyz", "uk": "абвгд", "ru": "абвгд"}


@pytest.mark.costly
@AT_LENGTH
async def test_colours_are_keyed_in_with_a_coach(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        window, letters = reader.window, letters_of(COLOURS, reader.texts)
        await reader.presses("menu.against", "menu.codes")
        await reader.sees("variants.title")
        await reader.looks_well()
        await reader.presses("duel.signs")
        colours = window.button(variant_label(COLOURS, reader.texts))
        await expect(colours).to_be_visible()
        await reader.looks_well()
        await colours.click()
        await reader.sees("variants.typed", letters=legend(COLOURS, reader.texts))
        await reader.looks_well()
        await reader.presses("menu.coached")
        await window.sees("🎯")
        await reader.looks_well()
        await reader.taps("ROYGB", COLOURS, letters)
        await window.sees("1. 🔴🟠🟡🟢🔵", letters[:5], "🎓")
        await reader.looks_well()
        await window.writes(letters[5] * 5)
        await window.sees(f"2. {'🟣' * 5}", letters[5] * 5)
        await reader.looks_well()


@EVERY_LANGUAGE
@pytest.mark.costly
async def test_words_are_typed_without_help(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        window, variant = reader.window, VARIANTS[f"words-{language}-5"]
        await reader.presses("menu.against", "menu.codes", "duel.words")
        await expect(reader.button(f"variant.{variant.name}")).to_be_visible()
        await reader.looks_well()
        await reader.presses(f"variant.{variant.name}", "menu.blind")
        await reader.sees("board.begin-word", example=variant.format(example_of(variant)))
        await expect(reader.button("button.hint")).to_have_count(0)
        await reader.looks_well()
        await window.writes(NO_WORD[language])
        await reader.sees("note.unknown-word", word=NO_WORD[language])
        secret = stage.secret_of(reader.person.id)
        words = (variant.format(code) for code in variant.secrets())
        guess = next(word for word in words if word != secret)
        await window.writes(guess.upper())
        await window.sees(f"1. {guess}")
        await window.writes("/hint")
        await reader.sees("coach.blind")
        await reader.looks_well()
        await window.writes(secret)
        await reader.sees("end.solved", secret=secret)
        await reader.looks_well()


@pytest.mark.costly
@AT_LENGTH
async def test_the_evil_bot_is_forced_to_give_in(browser: Browser, stage: Stage, language: str) -> None:
    async with reading(browser, stage, language) as reader:
        window = reader.window
        await window.writes(f"/play {EVIL[language]} mini")
        await reader.sees("board.evil")
        await reader.looks_well()
        history: History = ()
        while not history or history[-1][1].bulls < MINI.length:
            guess = advise(MINI, history).guess
            history = (*history, (guess, hardest_reply(MINI, history, guess)))
            await window.writes(MINI.format(guess))
            await window.sees(f"{len(history)}. {MINI.format(guess)}")
            await reader.looks_well()
        found = trail(MINI, history)
        secret, path = MINI.format(guess), " → ".join(map(str, found.left))
        await reader.sees("end.evil", secret=secret)
        await reader.sees("end.trail", path=path, example=secret)
        await reader.presses("button.review")
        await reader.sees("review.title", variant=reader.texts.html("variant.mini"))
        await reader.looks_well()
        await reader.button("button.again").last.click()
        await reader.sees("board.evil")
        await reader.taps("4321", MINI)
        await window.sees("1. 4321")
        await reader.presses("button.resign", "button.yes-resign")
        await reader.sees("end.evil-resigned")
        await reader.looks_well()


@pytest.mark.costly
async def test_a_friend_does_better(browser: Browser, stage: Stage) -> None:
    olena, taras = await stage.sandbox.person("Олена", "uk"), await stage.sandbox.person("Тарас", "uk")
    pair = await olena.meets(taras)
    async with (
        window_of(browser, stage, olena, olena.id, PHONE) as hers,
        window_of(browser, stage, taras, pair.id, PHONE) as theirs,
        window_of(browser, stage, taras, taras.id, PHONE, dark=True) as his,
    ):
        await olena.send("/play")
        await hers.sees("Секрет загадано")
        secret = stage.secret_of(olena.id)
        for guess in (*wrong_guesses(secret, 2), secret):
            await hers.writes(guess)
            await hers.sees(f". {guess}")
        await hers.button("📤 Поділитися").click()
        await hers.button("🎯 Чи зможе друг краще?").click()
        await hers.sees("Чи зможуть друзі краще?")
        cards = await olena.switches("Надіслати друзям", pair)
        await olena.chooses(cards.card("Чи зможе друг краще?"), pair)
        await theirs.sees("🏆 Олена: розгадано за 3 спроби. А ти зможеш краще?")
        tries = (await taras.sees("А ти зможеш краще?", chat=pair)).button("Спробувати")
        assert tries
        await taras.opens(tries)
        await his.sees("4 цифри, усі різні", "🐂 цифра на своєму місці")
        await his.writes(secret)
        await his.sees("1. Тарас · 1 спроба", "2. Олена · 3 спроби")
        await hers.sees("🔔 Тарас: розгадано за 1 спробу!", "1. Тарас · 1 спроба")
