"""On a phone, in three languages: what leaving costs is said before, both may call it off, and lists are turned."""

import pytest
from playwright.async_api import Browser

from bot.app.model.game import MATCHES
from bot.app.texts import texts_in
from tests.bot.conftest import Stage
from tests.bot.duels.crowded import plays
from tests.bot.duels.pairs import RACE, misses, paired, screen
from tests.bot.duels.test_duel_in_browser import look_well
from tests.bot.reader import AT_LENGTH
from tests.bot.solo.test_in_browser import window_of
from tests.sandbox.page.stage import PHONE

pytestmark = pytest.mark.asyncio(loop_scope="session")


@AT_LENGTH
async def test_each_reads_what_leaving_costs_and_both_call_it_off(
    browser: Browser, stage: Stage, language: str
) -> None:
    pair = await paired(stage, RACE, languages=("en", language))
    texts, bob = texts_in(language), pair.bob
    async with window_of(browser, stage, bob, bob.id, PHONE) as phone:
        await phone.button(texts.plain("button.abort")).click()
        await phone.sees(texts.plain("note.abort-match"))
        await look_well(phone)
        await phone.button(texts.plain("button.keep")).click()
        await pair.guess(pair.alice, misses(1, pair.secret())[0])
        await phone.button(texts.plain("button.lose")).click()
        await phone.sees(texts.plain("note.resign-rated", name="Alice"))
        await look_well(phone)
        await phone.button(texts.plain("button.offer-call-off")).click()
        await phone.sees(texts.plain("match.call-off-waits", name="Alice"))
        await look_well(phone)
        await pair.alice.presses("✖️ No", on=await pair.alice.sees("✖️ Bob offers to cancel the game"))
        await phone.sees(texts.plain("match.draw-declined", name="Alice"))
        await pair.alice.presses("🏳️ Resign", on=screen(pair.alice))
        await pair.alice.presses("✖️ Offer to cancel")
        await phone.sees(texts.plain("match.call-off-offered", name="Alice"))
        await look_well(phone)
        await phone.button(texts.plain("button.accept-call-off")).click()
        await phone.sees(texts.plain("match.called-off"))


@AT_LENGTH
async def test_a_long_list_of_games_is_turned_on_the_phone(browser: Browser, stage: Stage, language: str) -> None:
    pair = await paired(stage, RACE, languages=(language, language))
    texts, bob = texts_in(language), pair.bob
    plays(stage, bob, MATCHES - 1)
    async with window_of(browser, stage, bob, bob.id, PHONE, dark=True) as phone:
        await phone.writes("/games")
        for number in (1, 2, 3, 4):
            await phone.sees(texts.plain("page.number", number=number, of=4))
            await look_well(phone)
            await phone.button("›").click()
        await phone.sees(texts.plain("page.number", number=1, of=4))
        await phone.writes("/match classic club")
        await phone.sees(texts.plain("late.you-full", most=MATCHES))
        await look_well(phone)
