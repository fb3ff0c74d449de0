"""Whatever the sandbox tells a bot, python-telegram-bot understands to the last field."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import telegram

from sandbox.acts.picture import picture
from sandbox.client import Group, Person, Sandbox
from sandbox.schema.methods import METHODS
from tests.sandbox.caller import Caller, Json, article, press

BUTTONS: list[Json] = [{"text": "Hint", "callback_data": "hint", "style": "primary"}]
BUTTONS += [{"text": "Rules", "url": "https://example.org"}, {"text": "Copy", "copy_text": {"text": "1234"}}]
BUTTONS += [{"text": "Share", "switch_inline_query": ""}, {"text": "Here", "switch_inline_query_current_chat": "x"}]
BUTTONS += [{"text": "Friend", "switch_inline_query_chosen_chat": {"query": "x", "allow_user_chats": True}}]
RICH = '<b>a</b> <pre><code class="language-python">b</code></pre> <a href="https://example.org">c</a> /d'


def left_over(value: Any) -> Iterator[tuple[str, Any]]:
    """The fields that a parsed answer has and the library does not know."""
    if isinstance(value, telegram.TelegramObject):
        yield from value.api_kwargs.items()
        for owner in type(value).__mro__:
            for name in getattr(owner, "__slots__", ()):
                if name not in ("_bot", "api_kwargs"):
                    yield from left_over(getattr(value, name, None))
    elif isinstance(value, tuple | list):
        for each in value:
            yield from left_over(each)


def true(answer: Any) -> bool:
    assert answer is True
    return True


def read_as(kind: type[telegram.TelegramObject]) -> Callable[[Any], Any]:
    return lambda answer: (kind.de_list if isinstance(answer, list) else kind.de_json)(answer, None)


SENDING = ("sendMessage", "sendPhoto", "sendDocument")
EDITING = ("editMessageText", "editMessageCaption", "editMessageMedia", "editMessageReplyMarkup")
READERS: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(METHODS, true),
    **dict.fromkeys((*SENDING, *EDITING), read_as(telegram.Message)),
    **dict.fromkeys(("getChatAdministrators", "getChatMember"), read_as(telegram.ChatMember)),
    "getMe": read_as(telegram.User),
    "getUpdates": read_as(telegram.Update),
    "getWebhookInfo": read_as(telegram.WebhookInfo),
    "getMyCommands": read_as(telegram.BotCommand),
    "getMyDescription": read_as(telegram.BotDescription),
    "getMyShortDescription": read_as(telegram.BotShortDescription),
    "getChat": read_as(telegram.ChatFullInfo),
    "getFile": read_as(telegram.File),
}


async def everything_a_bot_does(bot: Caller, alice: Person) -> None:
    keyboard = {"inline_keyboard": [BUTTONS]}
    place = await bot.says(alice, RICH, parse_mode="HTML", reply_markup=keyboard)
    await bot("editMessageText", **place, text="x", reply_markup=keyboard, link_preview_options={"is_disabled": True})
    await bot("editMessageReplyMarkup", **place)
    photo = await bot.uploads("sendPhoto", alice, "photo", picture(), has_spoiler=True, protect_content=True)
    place["message_id"] = photo["message_id"]
    await bot("editMessageCaption", **place, caption="<i>x</i>", parse_mode="HTML", show_caption_above_media=True)
    document = await bot.uploads("sendDocument", alice, "document", b"1", reply_parameters={"message_id": 1})
    await bot("editMessageMedia", **place, media={"type": "document", "media": document["document"]["file_id"]})
    await bot("sendChatAction", chat_id=alice.id, action="typing")
    await bot("deleteMessage", **place)
    await bot("deleteMessages", chat_id=alice.id, message_ids=[document["message_id"]])
    await bot("getFile", file_id=photo["photo"][0]["file_id"])


async def everything_a_bot_says_of_itself(bot: Caller) -> None:
    for method, given in (
        ("getMe", {}),
        ("setMyCommands", {"commands": [{"command": "play", "description": "Play"}]}),
        ("getMyCommands", {}),
        ("deleteMyCommands", {}),
        ("setMyDescription", {"description": "x"}),
        ("getMyDescription", {}),
        ("setMyShortDescription", {"short_description": "x"}),
        ("getMyShortDescription", {}),
        ("setWebhook", {"url": "http://127.0.0.1:9/", "allowed_updates": ["message"], "ip_address": "127.0.0.1"}),
        ("getWebhookInfo", {}),
        ("deleteWebhook", {}),
    ):
        await bot(method, **given)


async def what_people_say_and_press(bot: Caller, alice: Person, olena: Person, friends: Group) -> None:
    said = await alice.send("/play@sandbox_bot 1234", chat=friends)
    await alice.edits(said, "/play 5678")
    await alice.send("/x", chat=friends, anonymous=True, reply_to=said)
    await alice.send("look", photo=True)
    await alice.send(sticker="🙂")
    board = await bot.says(friends, "board", BUTTONS[0])
    await bot("answerCallbackQuery", callback_query_id=await press(olena, board))
    await bot("deleteMessage", **board)
    await press(olena, board, forged=True)


async def who_comes_and_goes(bot: Caller, alice: Person, olena: Person, friends: Group) -> None:
    await friends.remove(olena)
    await friends.add(olena)
    await friends.promote(olena, by=alice)
    await bot("getChatAdministrators", chat_id=friends.id)
    for chat in (alice.id, friends.id):
        await bot("getChat", chat_id=chat)
        await bot("getChatMember", chat_id=chat, user_id=alice.id)
    await friends.remove_bot(alice)
    await friends.add_bot(alice)
    await friends.promote_bot(alice)
    await bot("getChatMember", chat_id=friends.id, user_id=(await bot("getMe"))["id"])


async def what_is_done_with_a_board(bot: Caller, friends: Group) -> None:
    place = await bot.says(friends)
    await bot("pinChatMessage", **place, disable_notification=True)
    await bot("getChat", chat_id=friends.id)
    await bot("unpinChatMessage", **place)
    await bot("setMessageReaction", **place, reaction=[{"type": "emoji", "emoji": "🎉"}], is_big=True)


async def what_happens_in_a_forum(bot: Caller, alice: Person, friends: Group) -> None:
    grown = await friends.becomes_forum()
    topic = await grown.topic("Games")
    await topic.close()
    await topic.reopen()
    await alice.send("/play", chat=topic)
    await bot.says(grown, "board", message_thread_id=topic.thread)
    await bot("getChat", chat_id=grown.id)
    await bot("getChatMember", chat_id=grown.id, user_id=(await bot("getMe"))["id"])


async def everything_inline(bot: Caller, sandbox: Sandbox, alice: Person, olena: Person, friends: Group) -> None:
    await sandbox.inline(feedback=True)
    for number, place in enumerate((None, await alice.meets(olena), friends)):
        asking = asyncio.create_task(alice.types_inline("duel", place))
        while len(asked := [update for update in await bot.updates() if "inline_query" in update]) == number:
            await asyncio.sleep(0.01)
        query = asked[-1]["inline_query"]["id"]
        content = {"message_text": RICH, "parse_mode": "HTML", "link_preview_options": {"is_disabled": True}}
        result = article(description="x", input_message_content=content, reply_markup={"inline_keyboard": [BUTTONS]})
        given = {"results": [result], "button": {"text": "Begin", "start_parameter": "x"}, "next_offset": "1"}
        await bot("answerInlineQuery", inline_query_id=query, cache_time=0, is_personal=True, **given)
        sent = await alice.chooses((await asking).card("Duel"), place)
        query = await press(alice, {"chat_id": sent.chat, "message_id": sent.id})
        await bot("answerCallbackQuery", callback_query_id=query)


async def test_every_answer_and_update_is_understood(bot: Caller, alice: Person, olena: Person, friends: Group) -> None:
    await everything_a_bot_does(bot, alice)
    await everything_a_bot_says_of_itself(bot)
    await bot.updates(allowed_updates=[])
    await everything_inline(bot, bot.sandbox, alice, olena, friends)
    await what_people_say_and_press(bot, alice, olena, friends)
    await who_comes_and_goes(bot, alice, olena, friends)
    await what_is_done_with_a_board(bot, friends)
    await what_happens_in_a_forum(bot, alice, friends)
    await alice.blocks()
    await alice.unblocks()
    messages = {"message", "edited_message", "my_chat_member"}
    kinds = {kind for update in await bot.updates() for kind in update}
    assert kinds == {"update_id", *messages, "callback_query", "inline_query", "chosen_inline_result"}
    calls = await bot.sandbox.calls()
    assert {call["method"] for call in calls} == METHODS.keys()
    for call in calls:
        assert list(left_over(READERS[call["method"]](call["answer"]["result"]))) == [], call


async def test_the_library_itself_works_against_the_sandbox(sandbox: Sandbox, bot: Caller, alice: Person) -> None:
    address = str(bot.session._base_url).rstrip("/")
    async with telegram.Bot(bot.token, base_url=f"{address}/bot", base_file_url=f"{address}/file/bot") as library:
        markup = telegram.InlineKeyboardMarkup([[telegram.InlineKeyboardButton("Hint", callback_data="hint")]])
        await library.send_message(alice.id, "<b>board</b>", parse_mode="HTML", reply_markup=markup)
        photo = await library.send_photo(alice.id, picture(), caption="card", filename="card.png")
        await photo.edit_media(telegram.InputMediaPhoto(picture(), caption="another"))
        file = await library.get_file(photo.photo[-1].file_id)
        assert bytes(await file.download_as_bytearray()) == picture()
        await library.set_my_commands([("play", "Play")], telegram.BotCommandScopeChat(alice.id), language_code="uk")
        await library.delete_messages(alice.id, [photo.message_id])
    assert (await sandbox.state())["refused"] == []
    assert sandbox.commands == [
        {"scope": f"chat:{alice.id}", "language": "uk", "commands": [{"command": "play", "description": "Play"}]}
    ]
