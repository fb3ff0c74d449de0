import asyncio
from typing import Any

import pytest

from sandbox.api.editing import edit_message_reply_markup
from sandbox.client import Answer, Group, NotPossible, Person, Sandbox
from sandbox.server import SandboxServer
from tests.sandbox.caller import Caller

KEYBOARD = {
    "inline_keyboard": [
        [{"text": "Hint", "callback_data": "hint"}],
        [{"text": "Rules", "url": "https://example.org"}, {"text": "Copy", "copy_text": {"text": "1234"}}],
    ],
}
TOO_OLD = "Bad Request: query is too old and response timeout expired or query ID is invalid"


@pytest.fixture
async def board(bot: Caller, alice: Person) -> dict[str, Any]:
    sent: dict[str, Any] = await bot("sendMessage", chat_id=alice.id, text="board", reply_markup=KEYBOARD)
    return sent


async def press(person: Person, board: dict[str, Any], data: str = "hint", **given: Any) -> str:
    place = {"chat": board["chat"]["id"], "message": board["message_id"]}
    answer = await person.connection.call("POST", f"/people/{person.id}/press", **place, data=data, **given)
    return str(answer["query"])


async def test_the_bot_hears_who_pressed_what_and_where(bot: Caller, alice: Person, board: dict[str, Any]) -> None:
    query = await press(alice, board)
    (update,) = await bot.read_all()
    heard = update["callback_query"]
    assert (heard["id"], heard["data"], heard["from"]["id"]) == (query, "hint", alice.id)
    assert heard["message"] == board
    assert heard["from"]["language_code"] == "en"


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        ({}, Answer(None, alert=False, url=None)),
        ({"text": "Yes"}, Answer("Yes", alert=False, url=None)),
        ({"text": "Yes", "show_alert": True}, Answer("Yes", alert=True, url=None)),
        (
            {"url": "https://t.me/sandbox_bot?start=x", "cache_time": 5},
            Answer(None, alert=False, url="https://t.me/sandbox_bot?start=x"),
        ),
    ],
)
async def test_the_answer_reaches_the_presser(
    bot: Caller,
    alice: Person,
    board: dict[str, Any],
    sandbox: Sandbox,
    given: dict[str, Any],
    answer: Answer,
) -> None:
    query = await press(alice, board)
    assert await bot("answerCallbackQuery", callback_query_id=query, **given) is True
    await sandbox.state()
    assert alice.connection.mirror.answers == {query: answer}


async def test_a_press_is_answered_once(bot: Caller, alice: Person, board: dict[str, Any]) -> None:
    query = await press(alice, board)
    await bot("answerCallbackQuery", callback_query_id=query)
    assert await bot.refused("answerCallbackQuery", callback_query_id=query) == TOO_OLD


async def test_a_press_is_answered_soon(bot: Caller, alice: Person, board: dict[str, Any], sandbox: Sandbox) -> None:
    query = await press(alice, board)
    await sandbox.clock(16)
    assert await bot.refused("answerCallbackQuery", callback_query_id=query) == TOO_OLD


@pytest.mark.parametrize("query", ["1", ""])
async def test_an_unknown_query_is_too_old(bot: Caller, query: str) -> None:
    assert await bot.refused("answerCallbackQuery", callback_query_id=query) == TOO_OLD


async def test_an_answer_has_at_most_200_characters(bot: Caller, alice: Person, board: dict[str, Any]) -> None:
    query = await press(alice, board)
    reason = await bot.refused("answerCallbackQuery", callback_query_id=query, text="x" * 201)
    assert reason == "Bad Request: MESSAGE_TOO_LONG"
    await bot("answerCallbackQuery", callback_query_id=query, text="є" * 200)


async def test_an_answer_may_open_only_this_bot(bot: Caller, alice: Person, board: dict[str, Any]) -> None:
    query = await press(alice, board)
    reason = await bot.refused("answerCallbackQuery", callback_query_id=query, url="https://example.org")
    assert reason == "Bad Request: URL_INVALID"


async def test_what_is_not_on_the_keyboard_cannot_be_pressed(alice: Person, board: dict[str, Any]) -> None:
    with pytest.raises(NotPossible, match="this button is gone"):
        await press(alice, board, "win")


async def test_buttons_that_were_stripped_cannot_be_pressed(bot: Caller, alice: Person, board: dict[str, Any]) -> None:
    await bot("editMessageReplyMarkup", chat_id=alice.id, message_id=board["message_id"])
    with pytest.raises(NotPossible, match="this button is gone"):
        await press(alice, board)


async def test_a_button_that_changes_under_the_finger_is_pressed_as_it_has_become(
    server: SandboxServer, bot: Caller, alice: Person, board: dict[str, Any]
) -> None:
    await alice.sees("board")
    changed = {"inline_keyboard": [[{"text": "Hint", "callback_data": "another"}]]}
    place = {"chat_id": alice.id, "message_id": board["message_id"]}
    edit_message_reply_markup(server.state, {**place, "reply_markup": changed})
    pressing = asyncio.create_task(alice.presses("Hint"))
    (update,) = await bot("getUpdates", timeout=10)
    assert update["callback_query"]["data"] == "another"
    await bot("answerCallbackQuery", callback_query_id=update["callback_query"]["id"])
    await pressing


async def test_a_forged_press_is_delivered_all_the_same(bot: Caller, alice: Person, board: dict[str, Any]) -> None:
    await press(alice, board, "win", forged=True)
    (update,) = await bot.read_all()
    assert update["callback_query"]["data"] == "win"


async def test_a_press_on_a_deleted_message_shows_it_as_inaccessible(
    bot: Caller,
    alice: Person,
    board: dict[str, Any],
) -> None:
    await bot("deleteMessage", chat_id=alice.id, message_id=board["message_id"])
    with pytest.raises(NotPossible, match="this button is gone"):
        await press(alice, board)
    await press(alice, board, forged=True)
    (update,) = await bot.read_all()
    assert update["callback_query"]["message"] == {
        "chat": board["chat"],
        "message_id": board["message_id"],
        "date": 0,
    }


async def test_nobody_presses_in_a_chat_they_are_not_in(olena: Person, board: dict[str, Any]) -> None:
    with pytest.raises(NotPossible, match="Олена is not in this chat"):
        await press(olena, board)


async def test_in_a_group_anybody_may_press(bot: Caller, olena: Person, friends: Group) -> None:
    board = await bot("sendMessage", chat_id=friends.id, text="board", reply_markup=KEYBOARD)
    await press(olena, board)
    (update,) = await bot.read_all()
    assert update["callback_query"]["from"]["first_name"] == "Олена"
    assert update["callback_query"]["message"]["chat"]["id"] == friends.id


async def test_without_the_bot_its_buttons_are_dead(bot: Caller, alice: Person, friends: Group) -> None:
    board = await bot("sendMessage", chat_id=friends.id, text="board", reply_markup=KEYBOARD)
    await friends.remove_bot(alice)
    with pytest.raises(NotPossible, match="the bot is not here any more"):
        await press(alice, board)


async def test_an_undelivered_press_is_forgotten_after_150_seconds(
    bot: Caller,
    alice: Person,
    board: dict[str, Any],
    sandbox: Sandbox,
) -> None:
    await press(alice, board)
    await sandbox.clock(149)
    assert len(await bot.updates()) == 1
    await sandbox.clock(2)
    assert await bot.updates() == []
    assert (await sandbox.updates())[-1] | {"update": None} == {
        "update": None,
        "delivered": 1,
        "confirmed": False,
        "expired": True,
    }
