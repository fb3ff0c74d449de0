"""The witness forgets nothing that anybody could read, wherever it stood."""

from collections.abc import AsyncIterator

import pytest_asyncio

from faults.playground import Playground, playground

CHAT, PERSON = -74, 71


@pytest_asyncio.fixture
async def ground() -> AsyncIterator[Playground]:
    """An empty one."""
    async with playground() as empty:
        yield empty


async def test_what_is_said_on_a_card_is_noted_where_the_card_stands(ground: Playground) -> None:
    ground.state.world.inline_messages["card"] = (CHAT, 5)
    ground.witness.note("editMessageText", {"inline_message_id": "card", "text": "hello"}, {"ok": True}, 1.0)
    (said,) = ground.witness.said
    assert (said.chat, said.text, said.sent) == (CHAT, "hello", False)
    assert CHAT not in ground.witness.newest


async def test_a_card_that_never_was_is_said_nowhere(ground: Playground) -> None:
    ground.witness.note("editMessageText", {"inline_message_id": "none", "text": "hello"}, {"ok": False}, 1.0)
    assert ground.witness.said == []


async def test_cards_that_were_offered_are_noted_with_all_that_stands_on_them(ground: Playground) -> None:
    query = ground.state.world.open_inline_query(PERSON, CHAT, "", "")
    offered = [{"title": "a secret"}]
    ground.witness.note("answerInlineQuery", {"inline_query_id": query.id, "results": offered}, {"ok": True}, 1.0)
    (said,) = ground.witness.said
    assert said.chat == CHAT
    assert "a secret" in said.text


async def test_a_new_message_is_the_newest_of_its_chat(ground: Playground) -> None:
    for text, ok in (("one", True), ("two", False)):
        ground.witness.note("sendMessage", {"chat_id": str(CHAT), "text": text}, {"ok": ok}, 1.0)
    assert [said.sent for said in ground.witness.said] == [True, False]
    assert ground.witness.newest == {CHAT: "one"}
