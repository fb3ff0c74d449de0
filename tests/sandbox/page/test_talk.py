import json
import re
import time
from io import BytesIO

import pytest
from PIL import Image
from playwright.async_api import Locator, expect

from tests.sandbox.page.stage import PHONE, Stage, Window
from tests.sandbox.page.toy_bot import key

# Talking with the bot: writing and reading.
pytestmark = pytest.mark.asyncio(loop_scope="session")


_TOLD_FROM_NOW = """async (seconds) => {
  const [{ inFormat }, { sandboxNow }] = await Promise.all([import("/page/times.js"), import("/page/store.js")]);
  return inFormat(sandboxNow() + seconds, "r");
}"""
_TOLD_AT = """async (unix) => {
  const { inFormat } = await import("/page/times.js");
  return inFormat(unix, "r");
}"""


async def test_the_bot_introduces_itself_in_the_persons_language(stage: Stage) -> None:
    await stage.bot.call("setMyDescription", description="I answer riddles.")
    await stage.bot.call("setMyDescription", description="Я відгадую загадки.", language_code="uk")
    olena = await stage.person("Олена", "uk")
    window = await stage.window(olena, olena)
    await expect(window.page.get_by_text("Я відгадую загадки.")).to_be_visible()


async def test_a_newcomer_reads_what_the_bot_can_do_and_presses_start(stage: Stage) -> None:
    await stage.bot.call("setMyDescription", description="I answer riddles.")
    alice = await stage.person("Alice")
    window = await stage.window(alice, alice)
    await expect(window.page.get_by_text("What can this bot do?")).to_be_visible()
    await expect(window.page.get_by_text("I answer riddles.")).to_be_visible()
    await expect(window.field).to_have_count(0)
    await window.button("Start").click()
    assert (await stage.bot.hears())["text"] == "/start"
    await stage.bot.says(alice, "Welcome, Alice!")
    await window.sees("/start", "Welcome, Alice!")
    await expect(window.field).to_be_focused()


async def test_enter_sends_and_shift_enter_breaks_the_line(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    window = await stage.window(alice, alice)
    await window.field.press_sequentially("one")
    await window.field.press("Shift+Enter")
    await window.field.press_sequentially("two")
    await window.field.press("Enter")
    assert (await stage.bot.hears())["text"] == "one\ntwo"
    await expect(window.field).to_have_value("")


async def test_formatted_text_looks_formatted_whatever_emoji_stand_before_it(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    await stage.bot.says(
        alice,
        "🐂🐄 <b>bold <i>both</i></b> <u>under</u> <s>gone</s> <code>1234</code> "
        '<a href="https://example.org/rules">rules</a>\n<pre>a b</pre>\n<blockquote>said\ntwice</blockquote>\nend',
    )
    bubble = (await stage.window(alice, alice)).message("bold both")
    for tag, words in {"strong": "bold both", "strong em": "both", "u": "under", "s": "gone", "pre": "a b"}.items():
        await expect(bubble.locator(tag)).to_have_text(words)
    await expect(bubble.locator(".text > code")).to_have_text("1234")
    await expect(bubble.locator("blockquote")).to_have_text("said\ntwice")
    await expect(bubble.get_by_role("link", name="rules")).to_have_attribute("href", "https://example.org/rules")


async def test_a_time_that_is_told_from_now_counts_down_in_the_readers_language(stage: Stage) -> None:
    olena = await stage.talker("Олена", "uk")
    soon = int(time.time()) + 90
    await stage.bot.says(olena, f'Час спливає <tg-time unix="{soon}" format="r">скоро</tg-time>.')
    element = (await stage.window(olena, olena)).message("Час спливає").locator(".text time")
    await expect(element).to_have_text(re.compile(r"^через (8|9)\d секунд(и|у)?$"))
    await expect(element).not_to_have_text(await element.inner_text())


async def test_what_happens_this_very_second_happens_now(stage: Stage) -> None:
    vera = await stage.talker("Вера", "ru")
    window = await stage.window(vera, vera)
    assert await window.page.evaluate(_TOLD_FROM_NOW, 0) == "сейчас"
    assert await window.page.evaluate(_TOLD_FROM_NOW, -30) == "30 секунд назад"


async def test_what_has_just_begun_is_never_ahead(stage: Stage) -> None:
    vera = await stage.talker("Vera")
    window = await stage.window(vera, vera)
    for _ in range(5):
        begun = int(time.time())  # whole seconds, as Telegram dates things
        assert await window.page.evaluate(_TOLD_AT, begun) in {"now", "1 second ago"}


async def test_times_are_told_by_the_sandboxs_clock_once_it_is_moved(stage: Stage) -> None:
    vera = await stage.talker("Vera")
    window = await stage.window(vera, vera)
    begun = int(time.time()) + 86400
    await stage.post("/control/clock", seconds=86400)
    await stage.bot.says(vera, f'Search began <tg-time unix="{begun}" format="r">now</tg-time>')
    element = window.message("Search began").locator(".text time")
    await expect(element).to_have_text(re.compile(r"^(now|\d+ seconds? ago)$"))
    await stage.bot.says(vera, f'It ends <tg-time unix="{begun + 90}" format="r">soon</tg-time>')
    await expect(window.message("It ends").locator(".text time")).to_have_text(re.compile(r"^in [78]\d seconds$"))


async def test_a_spoiler_is_hidden_until_it_is_clicked(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    await stage.bot.says(alice, "The secret: <tg-spoiler>4271</tg-spoiler>")
    window = await stage.window(alice, alice)
    veiled = window.page.locator(".veiled")
    await expect(window.chat("Sandbox bot")).to_contain_text("The secret: ▒▒▒▒")
    await expect(veiled).to_have_css("opacity", "0")
    await window.button("Hidden text").click()
    await expect(veiled).to_have_css("opacity", "1")
    await expect(window.button("Hidden text")).to_have_count(0)


async def test_code_is_copied_by_a_tap(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    await stage.bot.says(alice, "Your room: <code>blue-42</code>")
    window = await stage.window(alice, alice)
    await window.button("blue-42").click()
    await expect(window.toasts).to_contain_text("Copied")
    assert await window.copied() == "blue-42"


async def test_a_command_inside_a_text_is_sent_by_a_click(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    await stage.bot.says(alice, "Try /play or /help")
    window = await stage.window(alice, alice)
    await window.page.get_by_role("link", name="/help").click()
    assert (await stage.bot.hears())["text"] == "/help"


async def test_a_photo_and_a_sticker_reach_the_bot(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    window = await stage.window(alice, alice)
    await window.chooses(window.button("Attach"), "Send a photo")
    assert (await stage.bot.hears())["photo"]
    picture = window.messages.get_by_role("img", name="Photo")
    await expect(picture).to_be_visible()
    assert await picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    await window.chooses(window.button("Attach"), "Send 👍")
    assert (await stage.bot.hears())["sticker"]["emoji"] == "👍"
    await window.sees("👍")


async def test_a_photo_of_the_bot_is_seen_whole_with_its_caption_and_buttons_and_large_on_a_click(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    window = await stage.window(alice, alice, size=PHONE)
    keyboard = json.dumps({"inline_keyboard": [[key("Again")]]})
    file = BytesIO()
    Image.new("RGB", (1080, 1700), "navy").save(file, "PNG")
    card = {"photo": ("card.png", file.getvalue())}
    await stage.bot.uploads("sendPhoto", card, chat_id=alice, caption="How you played", reply_markup=keyboard)
    shown = window.message("How you played").get_by_role("img", name="Photo")
    seen = await shown.bounding_box()
    assert seen is not None
    assert seen["width"] > 200
    assert seen["width"] / seen["height"] == pytest.approx(1080 / 1700, abs=0.01)
    assert await shown.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1080
    await shown.click()
    large = window.page.get_by_role("dialog", name="Photo")
    await expect(large.get_by_role("img")).to_be_visible()
    await window.button("Close").click()
    await expect(large).to_have_count(0)
    await window.message("How you played").get_by_role("button", name="Again").click()
    assert (await stage.bot.hears("callback_query"))["message"]["caption"] == "How you played"


async def test_files_of_the_bot_can_be_downloaded(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    window = await stage.window(alice, alice)
    upload = {"document": ("games.csv", b"secret,guesses\n1234,5\n")}
    await stage.bot.uploads("sendDocument", upload, chat_id=alice, caption="All your games")
    await window.sees("All your games")
    async with window.page.expect_download() as download:
        await window.page.get_by_role("link", name="games.csv").click()
    assert (await download.value).suggested_filename == "games.csv"


async def test_what_the_bot_is_doing_is_told(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    window = await stage.window(alice, alice)
    await stage.bot.call("sendChatAction", chat_id=alice, action="typing")
    await expect(window.head).to_contain_text("typing…")
    await stage.bot.says(alice, "Here I am")
    await window.sees("Here I am")
    await expect(window.head).not_to_contain_text("typing…")


async def test_commands_are_offered_in_the_persons_language_and_narrowed_by_typing(stage: Stage) -> None:
    everybody = [{"command": "play", "description": "Start a game"}, {"command": "help", "description": "Rules"}]
    ukrainian = [{"command": "play", "description": "Почати гру"}, {"command": "help", "description": "Правила"}]
    groups = [{"command": "join", "description": "Take a seat"}]
    await stage.bot.call("setMyCommands", commands=everybody)
    await stage.bot.call("setMyCommands", commands=ukrainian, language_code="uk")
    await stage.bot.call("setMyCommands", commands=groups, scope={"type": "all_group_chats"})
    alice, olena = await stage.talker("Alice"), await stage.talker("Олена", "uk")
    friends = await stage.group("Friends", alice, olena)
    window = await stage.window(olena, olena)
    options = window.page.get_by_role("option")
    await window.button("Команди").click()
    await expect(options).to_have_text([re.compile("play.*Почати гру"), re.compile("help.*Правила")])
    await window.field.fill("/pl")
    await expect(options).to_have_count(1)
    await window.field.press("Enter")
    assert (await stage.bot.hears())["text"] == "/play"
    await window.person("Alice").click()
    await window.field.fill("/")
    await expect(options.last).to_contain_text("Rules")
    await window.chat("Friends").click()
    await expect(window.field).to_have_value("")  # it is the field of that chat now
    await window.field.fill("/")
    await expect(options).to_have_text([re.compile("join.*Take a seat")])
    await options.click()
    heard = await stage.bot.hears()
    assert (heard["text"], heard["chat"]["id"]) == ("/join@sandbox_bot", friends)


# Pinned messages and reactions on the page.
async def test_what_is_pinned_stands_above_and_leads_to_its_place(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    rules, board = await stage.bot.says(alice, "The rules"), await stage.bot.says(alice, "The board")
    for line in range(40):
        await stage.bot.says(alice, f"line {line:02}")
    window = await stage.window(alice, alice)
    bar = window.page.locator("#pinned")
    await expect(bar).to_be_hidden()
    await stage.bot.call("pinChatMessage", chat_id=alice, message_id=rules)
    await expect(window.note("Sandbox bot pinned “The rules”")).to_be_visible()
    await expect(bar).to_contain_text("The rules")
    await stage.bot.call("pinChatMessage", chat_id=alice, message_id=board)
    await expect(bar).to_contain_text("The board")
    await expect(bar).to_contain_text("2/2")
    await expect(window.message("The board")).not_to_be_in_viewport()
    await bar.get_by_role("button").click()
    await expect(window.message("The board")).to_be_in_viewport()
    await expect(bar).to_contain_text("The rules")
    await stage.bot.call("unpinChatMessage", chat_id=alice, message_id=rules)
    await expect(bar).to_contain_text("The board")
    await stage.bot.call("deleteMessage", chat_id=alice, message_id=board)
    await expect(bar).to_be_hidden()


async def test_the_bot_becomes_an_admin_and_pins_in_a_group_on_a_phone(stage: Stage) -> None:
    olena = await stage.person("Олена", "uk")
    friends = await stage.group("Друзі", olena)
    window = await stage.window(olena, friends, size=PHONE)
    more = window.head.get_by_role("button", name="Більше")
    await window.chooses(more, "Зробити бота адміном")
    assert (await stage.bot.hears("my_chat_member"))["new_chat_member"]["status"] == "administrator"
    board = await stage.bot.says(friends, "Дошка " * 40)
    await stage.bot.call("pinChatMessage", chat_id=friends, message_id=board)
    await expect(window.page.locator("#pinned")).to_contain_text("Закріплене повідомлення")
    assert await window.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    await window.chooses(more, "Забрати в бота права адміна")
    assert (await stage.bot.hears("my_chat_member"))["new_chat_member"]["status"] == "member"


async def test_a_reaction_stands_under_the_words_and_goes_again(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    window = await stage.window(alice, alice)
    place = {"chat_id": alice, "message_id": 1}
    await stage.bot.call("setMessageReaction", **place, reaction=[{"type": "emoji", "emoji": "🎉"}])
    await expect(window.message("Hello, bot").locator(".reaction")).to_have_text("🎉")
    await expect(window.message("Hello, bot")).not_to_contain_text("edited")
    await stage.bot.call("setMessageReaction", **place)
    await expect(window.page.locator(".reaction")).to_have_count(0)


# Forums on the page: topics as tabs, each with its own talk.
def tab(window: Window, name: str) -> Locator:
    return window.page.locator("#topics").get_by_role("button").filter(has_text=name)


async def forum(stage: Stage, *people: int) -> int:
    group = await stage.group("Friends", *people)
    return int((await stage.post(f"/groups/{group}/forum", on=True))["id"])


async def topic(stage: Stage, group: int, name: str) -> int:
    return int((await stage.post(f"/groups/{group}/topics", name=name))["id"])


@pytest.mark.costly
async def test_a_group_gets_topics_and_a_talk_of_its_own_in_each(stage: Stage) -> None:
    alice = await stage.person("Alice")
    friends = await stage.group("Friends", alice)
    window = await stage.window(alice, friends)
    await window.chooses(window.head.get_by_role("button", name="More"), "Turn topics on")
    await expect(tab(window, "General")).to_have_attribute("aria-current", "true")
    await window.button("New topic").click()
    await window.page.get_by_label("Title").fill("Games")
    await window.button("Create").click()
    await expect(tab(window, "Games")).to_have_attribute("aria-current", "true")
    await expect(window.note("Alice created the topic “Games”")).to_be_visible()
    await window.writes("/play")
    heard = await stage.bot.hears()
    while "text" not in heard:
        heard = await stage.bot.hears()
    assert heard["is_topic_message"]
    await stage.bot.says(heard["chat"]["id"], "Board", message_thread_id=heard["message_thread_id"])
    await window.sees("/play", "Board")
    await tab(window, "General").click()
    await expect(window.message("Board")).to_have_count(0)
    await window.page.reload()
    await tab(window, "Games").click()
    await window.page.reload()
    await window.sees("Board")


async def test_unread_marks_and_drafts_are_kept_for_every_topic(stage: Stage) -> None:
    alice = await stage.person("Alice")
    group = await forum(stage, alice)
    games, cups = await topic(stage, group, "Games"), await topic(stage, group, "Cups")
    window = await stage.window(alice, group)
    await stage.bot.says(group, "one", message_thread_id=games)
    await stage.bot.says(group, "two", message_thread_id=games)
    await stage.bot.says(group, "three", message_thread_id=cups)
    await expect(tab(window, "Games").locator(".badge")).to_have_text("2")
    await expect(window.chat("Friends").locator(".badge")).to_have_text("3")
    await tab(window, "Games").click()
    await expect(tab(window, "Games").locator(".badge")).to_have_count(0)
    await expect(window.chat("Friends").locator(".badge")).to_have_text("1")
    await window.field.fill("half a thought")
    await tab(window, "Cups").click()
    await expect(window.field).to_have_value("")
    await tab(window, "Games").click()
    await expect(window.field).to_have_value("half a thought")


async def test_what_the_bot_is_doing_is_told_in_its_topic(stage: Stage) -> None:
    alice = await stage.person("Alice")
    group = await forum(stage, alice)
    games = await topic(stage, group, "Games")
    window = await stage.window(alice, group)
    await stage.bot.call("sendChatAction", chat_id=group, action="typing", message_thread_id=games)
    await expect(window.chat("Friends")).to_contain_text("typing…")
    await expect(window.head).not_to_contain_text("typing…")
    await tab(window, "Games").click()
    await expect(window.head).to_contain_text("typing…")


async def test_a_topic_is_closed_opened_and_deleted_on_a_phone_in_ukrainian(stage: Stage) -> None:
    olena = await stage.person("Олена", "uk")
    group = await forum(stage, olena)
    for name in ("Ігри", "Кубок", "Довга назва теми, яка не вміщується"):
        await topic(stage, group, name)
    window = await stage.window(olena, group, size=PHONE)
    more = window.head.get_by_role("button", name="Більше")
    await tab(window, "Кубок").tap()
    await window.chooses(more, "Закрити тему")
    await expect(window.note("Олена закриває тему")).to_be_visible()
    await window.chooses(more, "Відкрити тему знову")
    await expect(window.note("Олена знову відкриває тему")).to_be_visible()
    assert await window.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    await window.chooses(more, "Видалити тему")
    await expect(tab(window, "Кубок")).to_have_count(0)
    await expect(tab(window, "Загальна")).to_have_attribute("aria-current", "true")
