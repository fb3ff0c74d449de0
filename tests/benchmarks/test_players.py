"""What drives the bots: it presses what can be pressed, and what goes wrong under way is no quiet matter."""

import asyncio
import json

import pytest

from benchmarks.chats import Chats
from benchmarks.game import OPENING, Chatter, Opener, Say, keypad
from benchmarks.load import Meter, each_so_often
from benchmarks.loop import run
from benchmarks.telegram import Message


def board(*rows: list[dict[str, object]]) -> Message:
    return Message(1, 1, "", json.dumps({"inline_keyboard": rows}))


def test_buttons_without_data_are_not_pressed() -> None:
    copies: dict[str, object] = {"text": "1", "copy_text": {"text": "a link"}}
    assert keypad(board([copies], [{"text": "2", "callback_data": "two"}])) == ["two"]
    assert keypad(board([copies])) == []


def test_without_digits_the_button_that_brings_them_is_pressed() -> None:
    assert keypad(board([{"text": "\N{KEYBOARD}\ufe0f", "callback_data": "digits"}])) == ["digits"]


def test_what_fails_in_a_callback_fails_the_benchmark() -> None:
    def fails() -> None:
        raise KeyError("callback_data")

    async def goes_on() -> str:
        asyncio.get_running_loop().call_soon(fails)
        await asyncio.sleep(0)
        return "as if nothing had happened"

    with pytest.raises(KeyError, match="callback_data"):
        run(goes_on())


def test_what_is_asked_for_a_chat_is_counted_and_nothing_else() -> None:
    chats = Chats([Chatter(1)])
    chats._heard("setMyCommands", {"commands": "[]"}, None)
    assert chats.calls == 0
    chats._heard("deleteMessage", {"chat_id": "100001", "message_id": "1"}, None)
    chats._heard("answerCallbackQuery", {"callback_query_id": "100001-1"}, None)
    chats._heard("sendMessage", {"chat_id": "100001"}, Message(100_001, 1, "", ""))
    assert chats.calls == 3


def test_a_load_that_was_never_answered_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="not answered"):
        Meter(Chats([])).read()


def test_an_opening_is_play_and_four_guesses_again_and_again() -> None:
    opener = Opener(1)
    texts = [move.text for move in (opener.next_move(None) for _ in range(2 * OPENING)) if isinstance(move, Say)]
    assert [text == "/play" for text in texts] == 2 * [True, False, False, False, False]
    assert all(len(set(text)) == 4 for text in texts if text != "/play")


async def test_each_sends_as_often_as_it_should_and_others_stay_silent() -> None:
    chats, heard = Chats([Opener(1), Opener(2), Opener(3)]), list[int]()

    async def answer() -> None:
        """As a bot would that answers each update with two calls."""
        while True:
            await asyncio.sleep(0)
            while chats.api._pending:
                _, update = chats.api._pending.popleft()
                heard.append(chat := json.loads(update)["message"]["chat"]["id"])
                message = Message(chat, chats.api.new_message_id(), "", "")
                chats._heard("sendMessage", {"chat_id": str(chat)}, message)
                chats._heard("deleteMessage", {"chat_id": str(chat), "message_id": "1"}, None)

    bot = asyncio.create_task(answer())
    first, second, _ = chats.all
    measured = await each_so_often(chats, [first, second], 3)
    bot.cancel()
    assert sorted(heard) == 3 * [100_001] + 3 * [100_002]
    assert (len(measured.times), measured.calls, measured.unanswered) == (6, 12, 0)
