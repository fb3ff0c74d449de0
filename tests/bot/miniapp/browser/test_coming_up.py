"""The page comes up, and goes on: without files, a bot, a network or a session there are words and a way back."""

import asyncio
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Page, expect

from tests.bot.miniapp.browser.stand_in import WORDS, refusal
from tests.bot.miniapp.browser.test_playing import draft_of
from tests.bot.miniapp.browser.windows import PHONE, SMALL, Phone, Windows

pytestmark = pytest.mark.asyncio(loop_scope="session")
BOT = "https://t.me/BullsBot"


async def has_words(page: Page | Phone, text: str = "Дошка ще не відкрилася") -> None:
    """Words stand there, and a link back to the chat."""
    place = page.frame if isinstance(page, Phone) else page
    await expect(place.locator("#why")).to_contain_text(text)
    await expect(place.locator("#why")).to_be_visible()
    await expect(place.locator("#back")).to_be_visible()
    await expect(place.locator("#back")).to_have_attribute("href", BOT)
    await expect(place.locator("#reload")).to_be_visible()


async def test_without_any_script_there_are_words(windows: Windows) -> None:
    page = await windows.page(SMALL, java_script_enabled=False)
    await page.goto(windows.bot.address())
    await has_words(page)
    late = await page.locator("#lost").evaluate("(one) => getComputedStyle(one).animationDelay")
    assert float(late.removesuffix("s")) < 3


@pytest.mark.parametrize("name", ["main.js", "board.js", "boot.js", "telegram-web-app.js", "style.css"])
async def test_without_one_of_its_files_there_are_words_or_a_board(windows: Windows, name: str) -> None:
    bot = windows.bot
    bot.shows()
    bot.missing = {name}
    phone = await windows.opens()
    if name == "boot.js":
        await expect(phone.board).to_be_visible()
    else:
        await has_words(phone) if name != "style.css" else await expect(phone.frame.locator("#back")).to_be_attached()


@pytest.mark.parametrize("name", ["keys.js", "main.js", "telegram-web-app.js"])
async def test_a_file_that_is_missing_for_a_moment_makes_the_shell_load_once_more(windows: Windows, name: str) -> None:
    windows.bot.shows()
    windows.bot.missing_once = {name}
    phone = await windows.opens()
    await expect(phone.board).to_be_visible()
    await phone.guesses("0123")
    await expect(phone.turns).to_have_count(1)


async def test_a_file_is_missed_by_the_script_that_comes_later_than_the_answer(windows: Windows) -> None:
    bot = windows.bot
    bot.shows()
    bot.missing_once, bot.late = {"main.js"}, {"boot.js": asyncio.Event()}
    opening = asyncio.create_task(windows.opens())
    while bot.missing_once:
        await asyncio.sleep(0)
    bot.late.pop("boot.js").set()
    await expect((await opening).board).to_be_visible()


async def test_a_host_that_answers_nothing_is_not_waited_for(windows: Windows) -> None:
    windows.bot.shows()
    phone = await windows.plays(silent=True)
    await phone.guesses("0834")
    await phone.taps("Back to the chat")
    await phone.hears("web_app_close")


async def test_outside_of_telegram_there_are_words_and_nothing_is_asked(windows: Windows) -> None:
    page = await windows.page()
    await page.goto(windows.bot.address().partition("#")[0])
    await has_words(page)
    assert windows.bot.asked == []


async def test_a_bot_that_is_broken_says_so_and_the_board_comes_once_it_is_well(windows: Windows) -> None:
    bot = windows.bot
    bot.shows()
    bot.broken["session"] = refusal(500, "broken", "Something broke: your game is safe")
    phone = await windows.opens()
    await has_words(phone, "your game is safe")
    bot.broken.clear()
    await expect(phone.board).to_be_visible()
    await expect(phone.words).to_be_hidden()


@pytest.mark.parametrize("status", [401, 403])
async def test_who_may_not_come_in_is_told_why(windows: Windows, status: int) -> None:
    windows.bot.broken["session"] = refusal(status, "over", "Open me again from the chat")
    phone = await windows.opens()
    await has_words(phone, "Open me again from the chat")
    assert len(windows.bot.asked) == 1
    await phone.frame.locator("#back").click()
    await phone.hears("web_app_close")


async def test_a_session_that_is_over_is_begun_anew_once_and_the_guess_counts_once(windows: Windows) -> None:
    bot = windows.bot
    game = bot.shows()
    phone = await windows.plays()
    bot.sessions.clear()
    await phone.guesses("0123")
    await expect(phone.turns).to_have_count(1)
    bot.sessions.clear()
    bot.broken["session"] = refusal(401, "over", WORDS["closed"])
    await phone.taps(*"4567", "Guess")
    await has_words(phone, "open it again from the chat")
    await expect(phone.frame.locator("#back")).to_have_text("Back to the chat")
    assert [len(game.turns), len(bot.done)] == [1, 1]


async def test_somebody_who_is_banned_meanwhile_is_told(windows: Windows) -> None:
    bot = windows.bot
    bot.shows()
    phone = await windows.plays()
    bot.broken["view"] = refusal(403, "banned", "You cannot play here any more")
    await bot.tells()
    await has_words(phone, "You cannot play")


@pytest.mark.parametrize("fault", ["cut", "500 broken", "502", "503 busy"])
async def test_a_deed_without_an_answer_is_done_again_under_the_same_key(windows: Windows, fault: str) -> None:
    bot = windows.bot
    game = bot.shows()
    phone = await windows.plays()
    status, _, code = fault.partition(" ")
    bot.faults["deed"].append(fault if fault == "cut" else refusal(int(status), code))
    await phone.guesses("0123")
    await expect(phone.turns).to_have_count(1)
    await phone.guesses("4567")
    await expect(phone.turns).to_have_count(2)
    first, *others, last = [body["key"] for body in bot.tried("deed")]
    assert others == [first]
    assert last != first
    assert len(first) == 22
    assert [len(game.turns), len(bot.done)] == [2, 2]


async def test_a_guess_that_always_breaks_is_given_back(windows: Windows) -> None:
    bot = windows.bot
    bot.shows()
    phone = await windows.plays()
    bot.broken["deed"] = refusal(500, "broken", "That broke: your game is safe")
    await phone.guesses("0123")
    await expect(phone.toast).to_have_text("That broke: your game is safe")
    await expect(phone.draft).to_have_count(4)


async def test_a_reload_keeps_the_draft_and_the_guess_on_its_way(windows: Windows) -> None:
    bot = windows.bot
    bot.shows()
    phone = await windows.plays()
    await phone.taps(*"012")
    await phone.tells("reload_iframe")
    await expect(phone.draft).to_have_count(3)
    assert len(bot.tried("session")) == 1
    bot.open.clear()
    await phone.taps("3", "Guess")
    await expect(phone.frame.locator(".row.sent")).to_be_visible()
    await phone.tells("reload_iframe")
    await expect(phone.frame.locator(".row.sent")).to_be_visible()
    bot.open.set()
    await expect(phone.turns).to_have_count(1)
    await expect(phone.draft).to_have_count(0)
    assert len(bot.done) == 1
    assert len({body["key"] for body in bot.tried("deed")}) == 1


async def test_a_guess_on_a_board_that_has_moved_on_is_kept_as_a_draft(windows: Windows) -> None:
    bot = windows.bot
    game = bot.shows()
    phone = await windows.plays()
    await phone.taps(*"0123")
    game.guess("9876")  # typed in the chat, and no page was told of it
    await phone.taps("Guess")
    await expect(phone.toast).to_have_text("The board has moved on")
    await expect(phone.turns).to_have_count(1)
    assert await draft_of(phone) == "0123"
    await phone.taps("Guess")
    await expect(phone.turns).to_have_count(2)


async def test_what_happens_elsewhere_stands_there_and_leaves_the_draft(windows: Windows) -> None:
    bot = windows.bot
    game = bot.shows()
    one, other = await windows.plays(), await windows.plays(opening="h2")
    await other.taps("5", "6")
    await one.guesses("0123")
    await expect(other.turns).to_have_count(1)
    assert await draft_of(other) == "56"
    game.guess("9876")
    await bot.tells()
    for phone in (one, other):
        await expect(phone.turns).to_have_count(2)
        await expect(phone.live).to_have_text("9876: 1 bulls, 0 cows")


async def test_without_a_network_one_types_on_and_it_goes_on_as_it_is_back(windows: Windows) -> None:
    bot = windows.bot
    game = bot.shows()
    phone = await windows.plays()
    await phone.page.context.set_offline(True)
    await phone.guesses("0123")
    await expect(phone.offline).to_have_text(WORDS["offline"])
    await phone.taps("4", "5")
    assert await draft_of(phone) == "45"
    await phone.page.context.set_offline(False)
    await expect(phone.turns).to_have_count(1)
    await expect(phone.offline).to_be_hidden()
    assert len(game.turns) == 1


async def test_where_too_many_wait_it_asks_again_without_waiting(windows: Windows) -> None:
    bot = windows.bot
    bot.shows()
    bot.faults["view"].append(refusal(503, "busy", **{"Retry-After": "1"}))
    phone = await windows.plays()
    await phone.page.wait_for_function("() => true")
    while len(bot.tried("view")) < 2:
        await phone.page.wait_for_timeout(50)
    assert bot.tried("view")[1]["since"] == ""


async def test_on_return_everything_is_read_anew(windows: Windows) -> None:
    bot = windows.bot
    game = bot.shows()
    phone = await windows.plays()
    game.below = "Olena 6 · Max 7"  # of which no version tells
    await phone.tells("visibility_changed", is_visible=False)
    await phone.tells("visibility_changed", is_visible=True)
    await expect(phone.frame.locator(".below")).to_have_text("Olena 6 · Max 7")


async def test_a_game_that_is_none_of_theirs_gives_way_to_their_own(windows: Windows) -> None:
    bot = windows.bot
    bot.shows()
    bot.faults["session"].append(refusal(404, "none", "There is no such game"))
    phone = await windows.plays(game="ffffffffffffffff")
    await expect(phone.rows).to_have_count(7)
    assert [body["game"] for body in bot.tried("session")] == ["ffffffffffffffff", ""]


async def test_after_a_deploy_the_page_loads_itself_anew_once(windows: Windows) -> None:
    bot = windows.bot
    bot.shows()
    phone = await windows.plays()
    await phone.taps("1", "2")
    bot.page = "fedcba98"
    await bot.tells()
    await expect(phone.frame.locator("script[src*='fedcba98/main.js']")).to_have_count(1)
    await expect(phone.draft).to_have_count(2)
    bot.page = "0123abcd"  # the other replica, which still has the files of before
    await phone.guesses("34")
    await expect(phone.turns).to_have_count(1)
    await expect(phone.frame.locator("script[src*='fedcba98/main.js']")).to_have_count(1)


async def test_somebody_else_in_the_same_window_gets_nothing_of_the_first(windows: Windows) -> None:
    bot = windows.bot
    bot.shows()
    phone = await windows.plays(person=7)
    await phone.taps("1", "2")
    await phone.page.goto("about:blank")
    await phone.page.goto(bot.framed(person=8, opening="h2"))
    await expect(phone.rows).to_have_count(7)
    await expect(phone.draft).to_have_count(0)
    assert list(bot.sessions.values()) == [7, 8]


async def test_what_telegram_has_signed_leaves_the_address(windows: Windows) -> None:
    bot = windows.bot
    bot.shows()
    phone = await windows.plays(PHONE, game="00000000000000aa")
    assert await phone.inside("location.href") == f"http://127.0.0.1:{bot.port}/app?game=00000000000000aa"
    assert urlsplit(phone.page.frames[1].url).fragment == ""
    await phone.tells("reload_iframe")
    await phone.guesses("0123")
    await expect(phone.turns).to_have_count(1)
