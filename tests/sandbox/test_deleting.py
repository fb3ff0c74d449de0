from sandbox.client import Group, Person, Sandbox
from tests.sandbox.caller import Caller

TWO_DAYS = 48 * 3600


async def test_a_deleted_message_is_gone_for_everyone(bot: Caller, alice: Person) -> None:
    sent = await bot("sendMessage", chat_id=alice.id, text="board")
    await alice.sees("board")
    assert await bot("deleteMessage", chat_id=alice.id, message_id=sent["message_id"]) is True
    await alice.sees_no("board")
    reason = await bot.refused("deleteMessage", chat_id=alice.id, message_id=sent["message_id"])
    assert reason == "Bad Request: message to delete not found"


async def test_in_private_the_bot_may_delete_a_persons_message(bot: Caller, alice: Person, sandbox: Sandbox) -> None:
    said = await alice.send("1234")
    await bot("deleteMessage", chat_id=alice.id, message_id=said.id)
    await sandbox.state()
    assert said.id not in [message.id for message in alice.messages()]


async def test_in_a_group_it_may_delete_only_its_own(bot: Caller, alice: Person, friends: Group) -> None:
    said = await alice.send("/play", chat=friends)
    sent = await bot("sendMessage", chat_id=friends.id, text="board")
    reason = await bot.refused("deleteMessage", chat_id=friends.id, message_id=said.id)
    assert reason == "Bad Request: message can't be deleted"
    await bot("deleteMessage", chat_id=friends.id, message_id=sent["message_id"])


async def test_after_two_days_it_is_too_late_but_buttons_can_be_stripped(
    bot: Caller, alice: Person, sandbox: Sandbox
) -> None:
    markup = {"inline_keyboard": [[{"text": "x", "callback_data": "x"}]]}
    sent = await bot("sendMessage", chat_id=alice.id, text="board", reply_markup=markup)
    place = {"chat_id": alice.id, "message_id": sent["message_id"]}
    await sandbox.clock(TWO_DAYS + 1)
    reason = await bot.refused("deleteMessage", **place)
    assert reason == "Bad Request: message can't be deleted for everyone"
    assert "reply_markup" not in await bot("editMessageReplyMarkup", **place)


async def test_just_before_two_days_it_is_not(bot: Caller, alice: Person, sandbox: Sandbox) -> None:
    sent = await bot("sendMessage", chat_id=alice.id, text="board")
    await sandbox.clock(TWO_DAYS - 60)
    assert await bot("deleteMessage", chat_id=alice.id, message_id=sent["message_id"]) is True


async def test_several_are_deleted_at_once_and_missing_ones_passed_over(
    bot: Caller, alice: Person, sandbox: Sandbox
) -> None:
    old = await bot("sendMessage", chat_id=alice.id, text="old")
    await sandbox.clock(TWO_DAYS + 1)
    sent = [await bot("sendMessage", chat_id=alice.id, text=f"n{number}") for number in range(3)]
    numbers = [message["message_id"] for message in sent]
    assert await bot("deleteMessages", chat_id=alice.id, message_ids=[*numbers[:2], numbers[0], old["message_id"], 999])
    await sandbox.state()
    assert [message.text for message in alice.messages()] == ["/start", "old", "n2"]
