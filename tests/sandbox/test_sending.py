from typing import Any

import pytest

from sandbox.client import Group, Person, Sandbox
from tests.sandbox.caller import Caller


async def test_a_message_arrives_as_it_was_formatted(bot: Caller, alice: Person) -> None:
    await bot("sendMessage", chat_id=alice.id, text="<b>2 bulls</b>, <code>1234</code>", parse_mode="HTML")
    seen = await alice.sees("2 bulls")
    assert (seen.text, seen.html) == ("2 bulls, 1234", "<b>2 bulls</b>, <code>1234</code>")
    assert (seen.bold, seen.code) == (("2 bulls",), ("1234",))


async def test_entities_may_be_given_instead(bot: Caller, alice: Person) -> None:
    entities = [{"type": "bold", "offset": 3, "length": 1}]
    sent = await bot("sendMessage", chat_id=alice.id, text="🎯 x", entities=entities)
    assert sent["entities"] == entities


async def test_an_entity_beyond_the_text_is_refused(bot: Caller, alice: Person) -> None:
    entities = [{"type": "bold", "offset": 0, "length": 2}]
    reason = await bot.refused("sendMessage", chat_id=alice.id, text="x", entities=entities)
    assert reason == "Bad Request: entity beginning at UTF-16 offset 0 ends after the end of the text"


async def test_the_answer_is_the_message_as_sent(bot: Caller, alice: Person) -> None:
    sent = await bot("sendMessage", chat_id=alice.id, text=" hi ")
    assert sent["message_id"] == 2
    assert sent["chat"] == {"id": alice.id, "type": "private", "first_name": "Alice", "username": "alice"}
    assert sent["from"]["is_bot"]
    assert sent["text"] == "hi"
    assert "edit_date" not in sent


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (" \n ", "text must be non-empty"),
        ("<b></b>", "text must be non-empty"),
        ("x" * 4097, "message is too long"),
        ("<b>x", "can't parse entities: Can't find end tag corresponding to start tag \"b\""),
    ],
)
async def test_a_text_telegram_would_refuse_is_refused(bot: Caller, alice: Person, text: str, reason: str) -> None:
    refusal = await bot.refused("sendMessage", chat_id=alice.id, text=text, parse_mode="HTML")
    assert refusal == f"Bad Request: {reason}"


async def test_length_is_counted_after_entities(bot: Caller, alice: Person) -> None:
    text = "<b>" + "x" * 4096 + "</b>"
    assert len((await bot("sendMessage", chat_id=alice.id, text=text, parse_mode="HTML"))["text"]) == 4096


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("MarkdownV2", "the sandbox does not read MarkdownV2; use HTML or entities"),
        ("BBCode", "unsupported parse_mode"),
    ],
)
async def test_other_parse_modes_are_refused(bot: Caller, alice: Person, mode: str, reason: str) -> None:
    assert await bot.refused("sendMessage", chat_id=alice.id, text="x", parse_mode=mode) == f"Bad Request: {reason}"


async def test_nobody_is_written_to_who_never_wrote(bot: Caller, olena: Person) -> None:
    refusal = await bot.ask("sendMessage", chat_id=olena.id, text="hi")
    assert refusal["error_code"] == 403
    assert refusal["description"] == "Forbidden: bot can't initiate conversation with a user"


async def test_writing_in_a_group_does_not_open_the_private_chat(bot: Caller, olena: Person, friends: Group) -> None:
    await olena.send("/play", chat=friends)
    assert "initiate" in await bot.refused("sendMessage", chat_id=olena.id, text="hi")


async def test_who_blocked_the_bot_hears_nothing(bot: Caller, alice: Person) -> None:
    await alice.blocks()
    assert await bot.refused("sendMessage", chat_id=alice.id, text="hi") == "Forbidden: bot was blocked by the user"
    await alice.unblocks()
    await bot("sendMessage", chat_id=alice.id, text="hi")


@pytest.mark.parametrize("chat", [5, -5, "@nowhere"])
async def test_a_chat_that_is_not_there_is_not_found(bot: Caller, chat: Any) -> None:
    assert await bot.refused("sendMessage", chat_id=chat, text="hi") == "Bad Request: chat not found"


async def test_a_reply_shows_what_it_answers_one_level_deep(bot: Caller, alice: Person) -> None:
    first = await bot("sendMessage", chat_id=alice.id, text="a")
    reply = {"message_id": first["message_id"]}
    second = await bot("sendMessage", chat_id=alice.id, text="b", reply_parameters=reply)
    third = await bot("sendMessage", chat_id=alice.id, text="c", reply_parameters={"message_id": second["message_id"]})
    assert second["reply_to_message"]["text"] == "a"
    assert third["reply_to_message"]["text"] == "b"
    assert "reply_to_message" not in third["reply_to_message"]
    assert (await alice.sees("c")).reply_to == second["message_id"]


async def test_a_reply_to_nothing_is_refused_unless_that_is_fine(bot: Caller, alice: Person) -> None:
    given: dict[str, Any] = {"chat_id": alice.id, "text": "x"}
    reply = {"message_id": 99}
    refusal = await bot.refused("sendMessage", **given, reply_parameters=reply)
    assert refusal == "Bad Request: message to be replied not found"
    sent = await bot("sendMessage", **given, reply_parameters=reply | {"allow_sending_without_reply": True})
    assert "reply_to_message" not in sent


async def test_what_is_only_passed_on_comes_back(bot: Caller, alice: Person) -> None:
    preview = {"is_disabled": True}
    sent = await bot(
        "sendMessage",
        chat_id=alice.id,
        text="x",
        disable_notification=True,
        protect_content=True,
        allow_paid_broadcast=False,
        link_preview_options=preview,
    )
    assert sent["has_protected_content"] is True
    assert sent["link_preview_options"] == preview


@pytest.mark.parametrize(
    "markup",
    [
        {"keyboard": [["a", {"text": "b"}]], "resize_keyboard": True},
        {"remove_keyboard": True},
        {"force_reply": True, "input_field_placeholder": "1234", "selective": True},
    ],
)
async def test_other_markups_are_kept_but_are_no_inline_keyboard(
    bot: Caller, alice: Person, markup: dict[str, Any]
) -> None:
    assert "reply_markup" not in await bot("sendMessage", chat_id=alice.id, text="x", reply_markup=markup)
    assert (await alice.sees("x")).keyboard == ()


async def test_an_action_is_shown(bot: Caller, alice: Person, sandbox: Sandbox) -> None:
    assert await bot("sendChatAction", chat_id=alice.id, action="typing") is True
    await sandbox.state()
    assert alice.connection.mirror.actions == [(alice.id, "typing")]


async def test_commands_in_the_bots_words_can_be_tapped(bot: Caller, alice: Person) -> None:
    sent = await bot("sendMessage", chat_id=alice.id, text="Try /help")
    assert sent["entities"] == [{"type": "bot_command", "offset": 4, "length": 5}]
