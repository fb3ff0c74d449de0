import json
import re
import time
from io import BytesIO

import pytest
from PIL import Image
from playwright.async_api import Locator, expect

from tests.sandbox.page.stage import CURRENT, PHONE, Stage, Window, key

pytestmark = pytest.mark.asyncio(loop_scope="session")

_TOLD_FROM_NOW = """async (seconds) => {
  const [{ inFormat }, { sandboxNow }] = await Promise.all([import("/page/times.js"), import("/page/store.js")]);
  return inFormat(sandboxNow() + seconds, "r");
}"""
_TOLD_AT = """async (unix) => {
  const { inFormat } = await import("/page/times.js");
  return inFormat(unix, "r");
}"""
_WIDTH = "image => image.decode().then(() => image.naturalWidth)"
PAST = re.compile(r"^(now|\d+ seconds? ago)$")
DUEL = [{"command": "duel", "description": "Play a friend"}]


async def test_a_newcomer_reads_what_the_bot_can_do_in_their_language_and_presses_start(stage: Stage) -> None:
    await stage.bot.call("setMyDescription", description="I answer riddles.")
    await stage.bot.call("setMyDescription", description="Я відгадую загадки.", language_code="uk")
    olena, alice = await stage.person("Олена", "uk"), await stage.person("Alice")
    window = await stage.window(olena, olena)
    await window.shows({window.page.get_by_text("Я відгадую загадки."): True})
    window = await stage.window(alice, alice)
    for words in ("What can this bot do?", "I answer riddles."):
        await window.shows({window.page.get_by_text(words): True, window.field: 0})
    await window.opens("Start")
    assert (await stage.bot.hears())["text"] == "/start"
    await stage.bot.says(alice, "Welcome, Alice!")
    await window.sees("/start", "Welcome, Alice!")
    await expect(window.field).to_be_focused()


async def test_enter_sends_tab_inserts_and_the_up_arrow_edits_while_no_commands_are_offered(stage: Stage) -> None:
    await stage.bot.call("setMyCommands", commands=DUEL)
    _, window = await stage.chat()
    await window.field.press_sequentially("/du")
    await window.field.press("Tab")
    await window.shows({window.message("/duel"): 0}, field="/duel ")
    await window.field.press_sequentially("colours")
    await window.field.press("Enter")
    assert (await stage.bot.hears())["text"] == "/duel colours"
    await window.field.press_sequentially("one")
    await window.field.press("Shift+Enter")
    await window.field.press_sequentially("two")
    await window.field.press("Enter")
    assert (await stage.bot.hears())["text"] == "one\ntwo"
    await window.shows(field="")
    await window.writes("helo")
    await window.sees("helo")
    await window.shows({window.button("Commands"): True})
    await window.field.press("ArrowUp")
    await window.shows(field="helo")
    await window.writes("hello")
    assert (await stage.bot.hears("edited_message"))["text"] == "hello"
    await window.shows({window.message("hello").last: "edited"})
    await window.field.press("ArrowUp")
    await window.field.press("Escape")
    await window.shows(field="")
    await window.field.press("ArrowUp")
    await window.field.fill("/du")
    await window.shows({window.button("Commands"): False, window.options: 0})
    await window.field.press("Enter")
    assert (await stage.bot.hears("edited_message"))["text"] == "/du"


async def test_formatted_text_looks_formatted_and_some_of_it_does_something_at_a_click(stage: Stage) -> None:
    _, window = await stage.chat(
        "🐂🐄 <b>bold <i>both</i></b> <u>under</u> <s>gone</s> <code>1234</code> "
        '<a href="https://example.org/rules">rules</a>\n<pre>a b</pre>\n<blockquote>said\ntwice</blockquote>\nend\n'
        "<tg-spoiler>4271</tg-spoiler> Try /play or /help"
    )
    bubble, veiled = window.message("bold both"), window.page.locator(".veiled")
    tags = {"strong": "bold both", "strong em": "both", "u": "under", "s": "gone", "pre": "a b"}
    for tag, words in (tags | {".text > code": "1234", "blockquote": "said\ntwice"}).items():
        await window.shows({bubble.locator(tag): [words]})
    await window.shows({bubble.get_by_role("link", name="rules"): {"href": "https://example.org/rules"}})
    await window.shows({window.chat("Sandbox bot"): "▒▒▒▒ Try"})
    await expect(veiled).to_have_css("opacity", "0")
    await window.opens("Hidden text")
    await expect(veiled).to_have_css("opacity", "1")
    await window.shows({window.button("Hidden text"): 0})
    await window.opens("1234")
    await window.is_told("Copied")
    assert await window.copied() == "1234"
    await window.page.get_by_role("link", name="/help").click()
    assert (await stage.bot.hears())["text"] == "/help"


async def test_a_time_that_is_told_from_now_counts_is_never_ahead_and_heeds_a_moved_clock(stage: Stage) -> None:
    olena = await stage.talker("Олена", "uk")
    clock = stage.server.state.clock
    await stage.bot.says(olena, f'Час спливає <tg-time unix="{clock.date() + 90}" format="r">скоро</tg-time>.')
    element = (await stage.window(olena, olena)).message("Час спливає").locator(".text time")
    await expect(element).to_have_text(re.compile(r"^через \d\d секунд(и|у)?$"))
    await expect(element).not_to_have_text(await element.inner_text())
    vera = await stage.talker("Вера", "ru")
    window = await stage.window(vera, vera)
    assert await window.page.evaluate(_TOLD_FROM_NOW, 0) == "сейчас"
    assert await window.page.evaluate(_TOLD_FROM_NOW, -30) == "30 секунд назад"
    alice, window = await stage.chat()
    for _ in range(5):  # whole seconds, as Telegram dates things
        assert PAST.match(await window.page.evaluate(_TOLD_AT, clock.date()))
    await stage.post("/control/clock", seconds=86400)
    begun = clock.date()
    for text, at, told in (("Began", begun, PAST), ("It ends", begun + 90, re.compile(r"^in \d\d seconds$"))):
        await stage.bot.says(alice, f'{text} <tg-time unix="{at}" format="r">then</tg-time>')
        await expect(window.message(text).locator(".text time")).to_have_text(told)


async def test_a_photo_and_a_sticker_reach_the_bot_and_its_files_can_be_downloaded(stage: Stage) -> None:
    alice, window = await stage.chat()
    await window.opens("Attach", "Send a photo")
    assert (await stage.bot.hears())["photo"]
    picture = window.messages.get_by_role("img", name="Photo")
    await window.shows({picture: True})
    assert await picture.evaluate(_WIDTH) > 0
    await window.opens("Attach", "Send 👍")
    assert (await stage.bot.hears())["sticker"]["emoji"] == "👍"
    await window.sees("👍")
    games = ("games.csv", b"secret,guesses\n1234,5\n")
    await stage.bot.call("sendDocument", document=games, chat_id=alice, caption="All your games")
    await window.sees("All your games")
    async with window.page.expect_download() as download:
        await window.page.get_by_role("link", name="games.csv").click()
    assert (await download.value).suggested_filename == "games.csv"


async def test_a_photo_of_the_bot_is_seen_whole_with_its_caption_and_buttons_and_large_on_a_click(stage: Stage) -> None:
    alice, window = await stage.chat(size=PHONE)
    keyboard = json.dumps({"inline_keyboard": [[key("Again")]]})
    file = BytesIO()
    Image.new("RGB", (1080, 1700), "navy").save(file, "PNG")
    sent = {"photo": ("card.png", file.getvalue()), "caption": "How you played", "reply_markup": keyboard}
    await stage.bot.call("sendPhoto", chat_id=alice, **sent)
    shown = window.message("How you played").get_by_role("img", name="Photo")
    seen = await shown.bounding_box()
    assert seen is not None
    assert seen["width"] > 200
    assert seen["width"] / seen["height"] == pytest.approx(1080 / 1700, abs=0.01)
    assert await shown.evaluate(_WIDTH) == 1080
    await shown.click()
    large = window.page.get_by_role("dialog", name="Photo")
    await window.shows({large.get_by_role("img"): True})
    await window.opens("Close", shows={large: 0})
    await window.message("How you played").get_by_role("button", name="Again").click()
    assert (await stage.bot.hears("callback_query"))["message"]["caption"] == "How you played"


async def test_commands_are_offered_in_the_persons_language_and_narrowed_by_typing(stage: Stage) -> None:
    for scope, language, play, rules in (
        ("default", None, ("play", "Start a game"), ("help", "Rules")),
        ("default", "uk", ("play", "Почати гру"), ("help", "Правила")),
        ("all_group_chats", None, ("join", "Take a seat"), ()),
    ):
        commands = [dict(zip(("command", "description"), each, strict=True)) for each in (play, rules) if each]
        await stage.bot.call("setMyCommands", commands=commands, scope={"type": scope}, language_code=language)
    alice, olena = await stage.talker("Alice"), await stage.talker("Олена", "uk")
    friends = await stage.group("Friends", alice, olena)
    window = await stage.window(olena, olena)
    await window.opens("Команди", shows={window.options: [re.compile("play.*Почати гру"), re.compile("help.*Правила")]})
    await window.field.fill("/pl")
    await window.shows({window.options: 1})
    await window.field.press("Enter")
    assert (await stage.bot.hears())["text"] == "/play"
    await window.becomes("Alice")
    await window.field.fill("/")
    await window.shows({window.options.last: "Rules"})
    await window.chat("Friends").click()
    await window.shows(field="")  # it is the field of that chat now
    await window.field.fill("/")
    await window.shows({window.options: [re.compile("join.*Take a seat")]})
    await window.options.click()
    heard = await stage.bot.hears()
    assert (heard["text"], heard["chat"]["id"]) == ("/join@sandbox_bot", friends)


async def test_a_suggested_command_a_photo_and_a_sticker_are_replies_too(stage: Stage) -> None:
    await stage.bot.call("setMyCommands", commands=DUEL)
    alice, bob = await stage.talker("Alice"), await stage.talker("Bob")
    friends = await stage.group("Friends", alice, bob)
    said = await stage.post(f"/people/{bob}/send", chat=friends, text="Who dares?")
    window = await stage.window(alice, friends)
    dare = window.message("Who dares?").first
    for is_typed in (True, False):
        await window.acts_on(dare, "Reply")
        if is_typed:
            await window.field.press_sequentially("/du")
            await window.shows({window.options: 1})
            await window.field.press("Enter")
        else:
            await window.opens("Commands")
            await window.options.click()
        heard = await stage.bot.hears()
        assert (heard["text"], heard["reply_to_message"]["message_id"]) == ("/duel@sandbox_bot", said["id"])
        await window.shows({window.page.locator(".note"): False}, field="")
    quotes = window.messages.locator(".quote")
    await window.shows({quotes: [re.compile("Who dares?")] * 2})
    for sent, item in enumerate(("Send a photo", "Send 👍"), 3):
        await window.acts_on(dare, "Reply")
        await window.field.fill("half a thought")
        await window.opens("Attach", item, shows={quotes: sent}, field="half a thought")
        await window.field.fill("")


async def test_any_message_can_be_copied_but_mine_deleted(stage: Stage) -> None:
    _, window = await stage.chat("Keep this")
    await window.acts_on(window.message("Keep this"), "Copy")
    await window.is_told("Copied")
    assert await window.copied() == "Keep this"
    await window.acts_on(window.message("Hello, bot"), "Delete")
    await window.shows({window.message("Hello, bot"): 0})


async def test_a_reply_shows_what_it_replies_to_or_is_called_off(stage: Stage) -> None:
    alice, window = await stage.chat()
    riddle = await stage.bot.says(alice, "What has keys but no locks?")
    note = window.page.locator(".note")
    await window.acts_on(window.message("keys but no locks"), "Reply")
    await window.shows({note: "What has keys"})
    await window.opens("Cancel", shows={note: False})
    await window.message("keys but no locks").locator(".bubble").dblclick(position={"x": 6, "y": 6})
    await window.shows({note: "What has keys"})
    await window.writes("A piano")
    assert (await stage.bot.hears())["reply_to_message"]["message_id"] == riddle
    quote = window.message("A piano").locator(".quote")
    await window.shows({quote: "What has keys"})
    await stage.bot.call("deleteMessage", chat_id=alice, message_id=riddle)
    await window.shows({window.messages.filter(has_text=re.compile("^What has")): 0, quote: "Deleted message"})


@pytest.mark.parametrize("width", [320, 390, 1280])
async def test_a_message_is_forwarded_from_its_menu_to_another_chat_and_says_whose_it_was(
    stage: Stage, width: int
) -> None:
    name = "Олена-Вікторія Найдовше-Прізвищенко"
    alice, olena = await stage.talker("Alice"), await stage.talker(name, "uk")
    friends = await stage.group("Friends", alice, olena)
    await stage.post(f"/people/{olena}/send", chat=friends, text="/resign")
    await stage.bot.hears()
    window = await stage.window(alice, friends, size={"width": width, "height": 640})
    await window.acts_on(window.message("/resign"), "Forward to…")
    await window.is_asked("Friends")
    heard = await stage.bot.hears()
    assert (heard["forward_origin"]["sender_user"]["id"], heard["from"]["id"], heard["text"]) == (
        olena,
        alice,
        "/resign",
    )
    copy = window.message("Forwarded from")
    await window.shows({copy.locator(".origin"): f"Forwarded from {name}", copy.locator(".text"): "/resign"})
    assert await window.page.evaluate("document.documentElement.scrollWidth") == width
    boxes = [await copy.locator(part).bounding_box() for part in (".bubble", ".origin", ".origin bdi")]
    ends = [box["x"] + box["width"] for box in boxes if box]
    assert ends[0] == max(ends) <= width
    await window.acts_on(copy, "Forward to…")
    await window.is_asked("Sandbox bot", shows={window.head: "Sandbox bot", copy: 1})
    assert (await stage.bot.hears())["chat"]["id"] == alice
    await copy.locator(".bubble").click(button="right", position={"x": 6, "y": 6})
    items = window.page.get_by_role("menuitem")
    await window.shows({items: ["Reply", "Copy", "Forward to…", "Delete"]})  # it is nobody's to edit


async def test_in_a_forum_one_chooses_the_topic_into_which_a_message_is_forwarded_or_dismisses_it(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    group, games = await forum(stage, alice, "Games")
    window = await stage.window(alice, alice)
    await window.acts_on(window.message("Hello, bot"), "Forward to…")
    await window.is_asked("Friends")
    await window.opens("Cancel", shows={window.dialog: 0, window.head: "Sandbox bot"})
    await window.acts_on(window.message("Hello, bot"), "Forward to…")
    await window.is_asked("Friends")
    await window.is_asked("Games", shows={tab(window, "Games"): CURRENT})
    copy = window.message("Hello, bot")
    await window.shows({copy.locator(".origin"): "Forwarded from Alice"})
    sent = stage.server.state.world.chats[group].messages
    assert [message.thread for message in sent.values() if message.forwarded] == [games]


async def test_what_is_pinned_stands_above_and_leads_to_its_place(stage: Stage) -> None:
    alice = await stage.talker("Alice")
    rules, board = await stage.bot.says(alice, "The rules"), await stage.bot.says(alice, "The board")
    for line in range(40):
        await stage.bot.says(alice, f"line {line:02}")
    window = await stage.window(alice, alice)
    bar = window.page.locator("#pinned")
    await window.shows({bar: False})
    await stage.bot.call("pinChatMessage", chat_id=alice, message_id=rules)
    await window.shows({window.note("Sandbox bot pinned “The rules”"): True, bar: "The rules"})
    await stage.bot.call("pinChatMessage", chat_id=alice, message_id=board)
    await window.shows({bar: "The board"})
    await window.shows({bar: "2/2"})
    await expect(window.message("The board")).not_to_be_in_viewport()
    await bar.get_by_role("button").click()
    await expect(window.message("The board")).to_be_in_viewport()
    await window.shows({bar: "The rules"})
    await stage.bot.call("unpinChatMessage", chat_id=alice, message_id=rules)
    await window.shows({bar: "The board"})
    await stage.bot.call("deleteMessage", chat_id=alice, message_id=board)
    await window.shows({bar: False})


async def test_what_the_bot_is_doing_is_told(stage: Stage) -> None:
    alice, window = await stage.chat()
    await window.page.clock.set_fixed_time(time.time())  # what the bot does is told for five seconds
    await stage.bot.call("sendChatAction", chat_id=alice, action="typing")
    await window.shows({window.head: "typing…"})
    await stage.bot.says(alice, "Here I am")
    await window.sees("Here I am")
    await expect(window.head).not_to_contain_text("typing…")


async def test_a_reaction_stands_under_the_words_until_it_is_taken_back(stage: Stage) -> None:
    alice, window = await stage.chat()
    place = {"chat_id": alice, "message_id": 1}
    await stage.bot.call("setMessageReaction", **place, reaction=[{"type": "emoji", "emoji": "🎉"}])
    await window.shows({window.message("Hello, bot").locator(".reaction"): ["🎉"]})
    await expect(window.message("Hello, bot")).not_to_contain_text("edited")
    await stage.bot.call("setMessageReaction", **place)
    await window.shows({window.page.locator(".reaction"): 0})


def tab(window: Window, name: str) -> Locator:
    return window.page.locator("#topics").get_by_role("button").filter(has_text=name)


async def forum(stage: Stage, person: int, *topics: str) -> tuple[int, ...]:
    """A new one of that person with these topics: its id and those of the topics."""
    group = await stage.group("Friends", person)
    group = int((await stage.post(f"/groups/{group}/forum", on=True))["id"])
    return group, *[int((await stage.post(f"/groups/{group}/topics", name=name))["id"]) for name in topics]


@pytest.mark.costly
async def test_a_group_gets_topics_and_a_talk_of_its_own_in_each(stage: Stage) -> None:
    alice = await stage.person("Alice")
    window = await stage.window(alice, await stage.group("Friends", alice))
    await window.chooses("Turn topics on", shows={tab(window, "General"): CURRENT})
    await window.opens("New topic")
    await window.page.get_by_label("Title").fill("Games")
    await window.opens("Create")
    created = window.note("Alice created the topic “Games”")
    await window.shows({tab(window, "Games"): CURRENT, created: True})
    await window.writes("/play")
    heard = await stage.bot.hears()
    while "text" not in heard:
        heard = await stage.bot.hears()
    assert heard["is_topic_message"]
    await stage.bot.says(heard["chat"]["id"], "Board", message_thread_id=heard["message_thread_id"])
    await window.sees("/play", "Board")
    await tab(window, "General").click()
    await window.shows({window.message("Board"): 0})
    await window.page.reload()
    await tab(window, "Games").click()
    await window.page.reload()
    await window.sees("Board")


async def test_what_the_bot_is_doing_unread_marks_and_drafts_are_kept_for_every_topic(stage: Stage) -> None:
    alice = await stage.person("Alice")
    group, games, cups = await forum(stage, alice, "Games", "Cups")
    window = await stage.window(alice, group)
    unread, of_games = window.chat("Friends").locator(".badge"), tab(window, "Games").locator(".badge")
    for text, thread in (("one", games), ("two", games), ("three", cups)):
        await stage.bot.says(group, text, message_thread_id=thread)
    await window.shows({of_games: ["2"], unread: ["3"]})
    await window.page.clock.set_fixed_time(time.time())
    await stage.bot.call("sendChatAction", chat_id=group, action="typing", message_thread_id=games)
    await window.shows({window.chat("Friends"): "typing…"})
    await expect(window.head).not_to_contain_text("typing…")
    await tab(window, "Games").click()
    await window.shows({window.head: "typing…", of_games: 0, unread: ["1"]})
    await window.field.fill("half a thought")
    await tab(window, "Cups").click()
    await window.shows(field="")
    await tab(window, "Games").click()
    await window.shows(field="half a thought")


async def test_a_topic_is_closed_opened_and_deleted_and_an_admin_pins_on_a_phone_in_ukrainian(stage: Stage) -> None:
    olena = await stage.person("Олена", "uk")
    group, *_ = await forum(stage, olena, "Ігри", "Кубок", "Довга назва теми, яка не вміщується")
    window = await stage.window(olena, group, size=PHONE)
    await window.chooses("Зробити бота адміном")
    assert (await stage.bot.hears("my_chat_member"))["new_chat_member"]["status"] == "administrator"
    board = await stage.bot.says(group, "Дошка " * 40)
    await stage.bot.call("pinChatMessage", chat_id=group, message_id=board)
    await window.shows({window.page.locator("#pinned"): "Закріплене повідомлення"})
    assert await window.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    await window.chooses("Забрати в бота права адміна")
    assert (await stage.bot.hears("my_chat_member"))["new_chat_member"]["status"] == "member"
    await tab(window, "Кубок").tap()
    await window.chooses("Закрити тему", shows={window.note("Олена закриває тему"): True})
    await window.chooses("Відкрити тему знову", shows={window.note("Олена знову відкриває тему"): True})
    assert await window.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    await window.chooses("Видалити тему")
    await window.shows({tab(window, "Кубок"): 0, tab(window, "Загальна"): CURRENT})
