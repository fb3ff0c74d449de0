"""The narrowest phones, in every language: no label is cut off, and nothing sticks out."""

import re

import pytest
from playwright.async_api import Browser, ViewportSize, expect

from bot.app.texts import texts_in
from tests.bot.conftest import Stage
from tests.bot.reader import AT_LENGTH, NAMES
from tests.bot.solo.test_in_browser import window_of
from tests.sandbox.page.stage import Window

# Without a font of emoji another width would be measured than people see.
pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.needs("emoji")]
NARROW: ViewportSize = {"width": 320, "height": 640}
ALONE = (
    "/menu, /play, 0123, /hint, /hint, /hint, /hint, /resign, /resign, /play colours, /play pictures, "
    "/play words-en-5, /variants, /settings, /language, /help, /rules, /number, 50, /think, /match, /duel, /games, "
    "/top, /profile, /lobby, /puzzle, /stats, /review 0123 1B0C 0123 1B0C"
)


async def looked(window: Window, what: str) -> dict[str, object]:
    found: dict[str, object] = {}
    if cut := await window.cut_labels():
        found["cut"] = cut
    width = await window.page.evaluate("document.documentElement.scrollWidth")
    if width != NARROW["width"]:
        found["width"] = width
    return {what: found} if found else {}


@AT_LENGTH
async def test_nothing_is_cut_off_at_320_pixels(browser: Browser, stage: Stage, language: str) -> None:
    person, wrong = await stage.sandbox.person(NAMES[language], language), dict[str, object]()
    async with window_of(browser, stage, person, person.id, NARROW) as window:
        for text in ALONE.split(", "):
            await stage.after(person.send(text))
            newest = person.messages()[-1]
            await window.page.wait_for_selector(f'article[data-message="{newest.id}"]')
            await window.is_at_the_bottom()
            wrong |= await looked(window, text)
    assert wrong == {}


@AT_LENGTH
async def test_nothing_is_cut_off_in_a_group_at_320_pixels(browser: Browser, stage: Stage, language: str) -> None:
    texts, wrong = texts_in(language), dict[str, object]()
    alice, bob = [await stage.sandbox.person(name, language) for name in (NAMES[language], "Bob")]
    group = await stage.sandbox.group("Together", alice, bob)
    async with (
        window_of(browser, stage, alice, group.id, NARROW) as together,
        window_of(browser, stage, alice, alice.id, NARROW) as own,
    ):
        await alice.send("/start")
        await stage.after(alice.send("/duel", chat=group))
        wrong |= await looked(together, "the card")
        await bob.presses(texts.plain("button.accept"), chat=group)
        await stage.after(bob.send("/start"))
        wrong |= await looked(own, "the duel") | await looked(together, "its card")
        await stage.after(alice.send("/duel", chat=group))
        await stage.after(bob.presses(texts.plain("button.play-here"), chat=group))
        wrong |= await looked(together, "played on the card")
        await stage.after(alice.send("/party", chat=group))
        wrong |= await looked(together, "a party")
        await alice.send("/daily", chat=group)
        for button in ("button.daily-post", "button.daily-stop"):
            await stage.quiet()
            wrong |= await looked(together, button)
            await alice.presses(texts.plain(button), chat=group)
    assert wrong == {}


TAPPED = "/play, [0], [1], [2], [3], [✓]"
KEEPS = re.compile("Keep playing|Continue")
BOARDS = ("/play, 0123", TAPPED, "/play words-en-5, crane", "/play x2, 0123", "/number, 50", "/think, 0B0C", "/daily")
UNDER_THE_THUMB = "([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.textContent"


@pytest.mark.parametrize("width", [320, 390])
async def test_a_second_tap_where_giving_up_was_asked_keeps_the_game(
    browser: Browser, stage: Stage, width: int
) -> None:
    found = dict[str, str | None]()
    for board in BOARDS:
        person = await stage.sandbox.person("Tapper")
        async with window_of(browser, stage, person, person.id, {"width": width, "height": 640}) as window:
            for step in board.split(", "):
                await stage.after(person.presses(step[1:-1]) if step.startswith("[") else person.send(step))
            asks = window.page.get_by_role("button", name=re.compile("🏳️ Resign|🏁 End the game")).last
            await expect(asks).to_be_visible()
            await window.is_at_the_bottom()
            box = await asks.bounding_box()
            assert box is not None
            await stage.after(asks.click())
            await expect(window.page.get_by_role("button", name=KEEPS).last).to_be_visible()
            await window.is_at_the_bottom()
            place = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
            found[board] = await window.page.evaluate(UNDER_THE_THUMB, place)
    assert {board: text for board, text in found.items() if not KEEPS.search(text or "")} == {}
