"""Variants and degrees of help in real Chromium, on a phone, in every language: from their cards into the games."""

import pytest
from playwright.async_api import Browser, expect

from bot.app.screens.board import example_of, legend, letters_of
from bot.app.screens.variants import variant_label
from solver.variant import VARIANTS
from tests.bot.conftest import Stage
from tests.bot.reader import AT_LENGTH, EVERY_LANGUAGE, reading

pytestmark = pytest.mark.asyncio(loop_scope="session")
COLOURS = VARIANTS["colours"]
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
