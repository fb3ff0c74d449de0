"""What breaks on a bug of ours is kept without a word that somebody typed or keyed; neither does the log have one."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st

from bot.app import messages
from bot.app.intents import parse
from bot.app.messages import Chat, Incoming, Person, Pressed
from bot.app.worker import description
from bot.traces import trace_of
from sandbox.client import Sandbox
from sandbox.server import SandboxServer
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.forked_bot import ForkedBot
from tests.bot.player import begun

on_stage = pytest.mark.asyncio(loop_scope="session")


MARK = "zq7wrote0this"
IDS = st.integers(-(2**63), 2**63 - 1)
WRITTEN = st.text(max_size=9).map(lambda text: f"{text}{MARK}{text}")
CHATS = st.builds(Chat, IDS, st.none() | IDS)
PEOPLE = st.builds(Person, IDS, WRITTEN, st.none() | WRITTEN)
INLINE = st.none() | st.builds(messages.Inline, WRITTEN)
ANYTHING: st.SearchStrategy[Incoming] = st.one_of(
    st.builds(messages.Said, IDS, CHATS, PEOPLE, IDS, st.none() | WRITTEN, replied_to=st.none() | PEOPLE, answers=IDS),
    st.builds(Pressed, IDS, WRITTEN, st.none() | CHATS, PEOPLE, st.none() | IDS, WRITTEN, INLINE),
    st.builds(messages.Asked, IDS, WRITTEN, PEOPLE, WRITTEN),
    st.builds(messages.Chose, IDS, PEOPLE, WRITTEN, INLINE),
    st.builds(messages.Joined, IDS, CHATS, PEOPLE),
    st.builds(messages.Left, IDS, CHATS),
    st.builds(messages.Migrated, IDS, CHATS, IDS),
    st.builds(messages.Unknown, IDS, st.just("no kind we asked for")),
)


@given(ANYTHING)
def test_of_whatever_comes_in_no_word_is_described(incoming: Incoming) -> None:
    text = description(incoming, parse(incoming, "BullsBot"))
    assert MARK not in text
    assert (json.loads(text)["kind"], json.loads(text)["update"]) == (type(incoming).__name__, incoming.update)


@pytest.mark.parametrize("verb", ["d", "mkey", "ckey"])
def test_no_key_of_a_keypad_is_described(verb: str) -> None:
    pressed = [Pressed(1, "2", Chat(3), Person(4, "Ann"), 5, f"1:{verb}:{'a' * 16}:0:{key}") for key in range(10)]
    (text,) = {description(each, parse(each, "BullsBot")) for each in pressed}
    assert json.loads(text)["wished"] == f"Tap:{verb}"


def break_with(error: Exception, cause: Exception | None) -> None:
    raise error from cause


@given(WRITTEN, WRITTEN)
def test_no_word_of_an_error_is_traced_nor_of_what_led_to_it(one: str, other: str) -> None:
    group = ExceptionGroup(one, [ValueError(other), KeyError(one)])
    group.add_note(other)
    try:
        try:
            int(one)
        except ValueError as cause:
            break_with(group, cause)
    except ExceptionGroup as error:
        text = trace_of(error)
    assert (MARK in text, "in break_with" in text) == (False, True)
    assert all(kind in text.splitlines() for kind in ("ValueError", "ExceptionGroup", "KeyError"))


def test_errors_that_lead_to_each_other_are_traced_once() -> None:
    one, other = ValueError(), KeyError()
    one.__cause__, other.__cause__ = other, one
    assert trace_of(one).splitlines().count("ValueError") == 1


WROTE = "Zq7WroteThis"
KEYED = "zqxjv"
"""No word, but of five letters."""
POISON = json.dumps({"format": WROTE})
"""A body that nobody has written; whoever reads it is told of its format."""
TOKEN = "A" * 22
GROUP = -7000000077
Json = dict[str, Any]


@pytest_asyncio.fixture(loop_scope="session")
async def talkative(tmp_path: Path) -> AsyncIterator[Stage]:
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        ForkedBot(server.url, server.token, tmp_path, LOG_LEVEL="DEBUG") as bot,
    ):
        yield Stage(server, sandbox, bot)


def user(number: int, **more: Any) -> Json:
    return {"id": number, "is_bot": False, "first_name": WROTE, "last_name": WROTE, "username": WROTE, **more}


def updates_of(alice: int) -> list[tuple[str, str, Json]]:
    """Each by the kind that the bot makes of it, with words wherever there can be some."""
    me, private = user(alice), {"id": alice, "type": "private", "first_name": WROTE}
    group, long_name = {"id": GROUP, "type": "group", "title": WROTE}, "inline_message_id"
    here = {"message_id": 900, "date": 1, "chat": private, "from": me}
    there, typed = here | {"chat": group}, here | {"text": WROTE}
    replied = {**there, "message_id": 899, "from": user(alice + 5), "text": WROTE}
    press = {"id": f"{WROTE}1", "from": me, "chat_instance": WROTE}
    member = {"user": user(alice, is_bot=True), "status": "member"}
    came = {"chat": private, "from": me, "date": 1, "old_chat_member": member | {"status": "kicked"}}
    return [
        ("Said", "message", typed),
        ("Said", "message", here | {"text": f"/review {WROTE}"}),
        ("Said", "message", here | {"text": "0123", "caption": WROTE}),
        ("Said", "message", here | {"photo": [], "caption": WROTE}),
        ("Said", "edited_message", typed),
        ("Said", "message", there | {"text": f"/guess {WROTE}", "reply_to_message": replied}),
        ("Pressed", "callback_query", press | {"message": typed, "data": WROTE}),
        ("Pressed", "callback_query", press | {"message": typed, "data": f"1:d:{'c' * 16}:0:7"}),
        ("Pressed", "callback_query", press | {"message": typed, "data": f"1:lang:{WROTE.lower()}"}),
        ("Pressed", "callback_query", press | {long_name: WROTE, "data": f"1:take:{TOKEN}"}),
        ("Asked", "inline_query", {"id": f"{WROTE}3", "from": me, "query": WROTE, "offset": WROTE}),
        ("Chose", "chosen_inline_result", {"result_id": TOKEN, "from": me, "query": WROTE, long_name: WROTE}),
        ("Joined", "my_chat_member", came | {"new_chat_member": member}),
        ("Left", "my_chat_member", came | {"chat": group, "new_chat_member": member | {"status": "left"}}),
        ("Migrated", "message", there | {"migrate_to_chat_id": -1007000000077, "text": WROTE}),
        ("Unknown", "message", typed | {"message_id": WROTE}),
    ]


@on_stage
async def test_of_no_kind_of_update_a_word_is_kept_or_logged(talkative: Stage) -> None:
    bot, alice = talkative.bot, await begun(talkative)
    await talkative.quiet()
    stored.set_body(bot, alice.id, POISON)
    stored.insert_game(bot, GROUP, "b" * 16, POISON)
    columns = "token, person_id, is_open, made_at, expires_at, revision, body"
    bot.change(f"INSERT INTO challenges ({columns}) VALUES (?, ?, 1, 1, 9e9, 1, ?)", TOKEN, alice.id, POISON)
    kinds = {await talkative.sandbox.update({field: raw}): kind for kind, field, raw in updates_of(alice.id)}
    await talkative.sandbox.settled()
    kept = bot.rows("SELECT update_id, content, error FROM failed_updates")
    assert {update: json.loads(content)["kind"] for update, content, _ in kept} == kinds
    for _, content, error in kept:
        assert WROTE.lower() not in f"{content}{error}".lower()
        assert "bot/" in error
    assert WROTE.lower() not in bot.log_text().lower()
    assert bot.log_text().count("update failed") == len(kinds) - 1


@on_stage
async def test_what_was_keyed_in_is_not_kept_where_it_cannot_be_read(talkative: Stage) -> None:
    bot, alice = talkative.bot, await begun(talkative, words="/play words-en-5")
    await talkative.quiet()
    table = stored.game_id(bot, alice.id)
    stored.insert_draft(bot, table, alice.id, KEYED)
    await alice.forges(f"1:ok:{table}:0", on=await alice.sees("🔒"))
    ((content, error),) = bot.rows("SELECT content, error FROM failed_updates")
    assert error.endswith("solver.variant.InvalidCode")
    assert json.loads(content)["wished"] == "Tap:ok"
    assert KEYED not in content + error + bot.log_text()
