"""Every kind of update breaks on a bug of ours, and neither the log nor the database keeps a word of it."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from faults.processes.process import BotProcess
from sandbox.client import Person, Sandbox
from sandbox.server import SandboxServer
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.forked_bot import ForkedBot

pytestmark = pytest.mark.asyncio(loop_scope="session")
MARK = "Zq7WroteThis"
KEYED = "zqxjv"
"""No word, but of five letters."""
POISON = json.dumps({"format": MARK})
"""A body that nobody has written; whoever reads it is told of its format."""
TOKEN = "A" * 22
GROUP = -7000000077
Json = dict[str, Any]


@pytest_asyncio.fixture(loop_scope="session")
async def talkative(tmp_path: Path) -> AsyncIterator[Stage]:
    """A stage whose bot tells all that it can."""
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        ForkedBot(server.url, server.token, tmp_path, LOG_LEVEL="DEBUG") as bot,
    ):
        yield Stage(server, sandbox, bot)


def poisoned(bot: BotProcess, alice: Person) -> None:
    """Alice's game, that of a group and a challenge of hers cannot be read any more."""
    stored.set_body(bot, alice.id, POISON)
    stored.insert_game(bot, GROUP, "b" * 16, POISON)
    columns = "token, person_id, is_open, made_at, expires_at, revision, body"
    bot.change(f"INSERT INTO challenges ({columns}) VALUES (?, ?, 1, 1, 9e9, 1, ?)", TOKEN, alice.id, POISON)


def user(number: int) -> Json:
    return {"id": number, "is_bot": False, "first_name": MARK, "last_name": MARK, "username": MARK}


def updates_of(alice: Person) -> dict[str, list[Json]]:
    """By kind, with words wherever there can be some."""
    me, private = user(alice.id), {"id": alice.id, "type": "private", "first_name": MARK}
    group = {"id": GROUP, "type": "group", "title": MARK}
    here = {"message_id": 900, "date": 1, "chat": private, "from": me}
    there = {"message_id": 900, "date": 1, "chat": group, "from": me}
    return {
        "Said": things_said(here, there),
        "Pressed": things_pressed(here),
        "Asked": [{"inline_query": {"id": f"{MARK}3", "from": me, "query": MARK, "offset": MARK}}],
        "Chose": [{"chosen_inline_result": {"result_id": TOKEN, "from": me, "query": MARK, "inline_message_id": MARK}}],
        **comings_and_goings(private, group, me),
        "Migrated": [{"message": {**there, "migrate_to_chat_id": -1007000000077, "text": MARK}}],
        "Unknown": [{"message": {**here, "message_id": MARK, "text": MARK}}],
    }


def things_said(here: Json, there: Json) -> list[Json]:
    """In the private chat and in the group."""
    replied = {**there, "message_id": 899, "from": user(here["from"]["id"] + 5), "text": MARK}
    return [
        {"message": {**here, "text": MARK}},
        {"message": {**here, "text": f"/review {MARK}"}},
        {"message": {**here, "text": "0123", "caption": MARK}},
        {"message": {**here, "photo": [], "caption": MARK}},
        {"edited_message": {**here, "text": MARK}},
        {"message": {**there, "text": f"/guess {MARK}", "reply_to_message": replied}},
    ]


def things_pressed(here: Json) -> list[Json]:
    """Buttons of a message, and of a card."""
    me = here["from"]
    pressed = {"id": f"{MARK}1", "from": me, "chat_instance": MARK, "message": {**here, "text": MARK}}
    on_card = {"id": f"{MARK}2", "from": me, "chat_instance": MARK, "inline_message_id": MARK}
    return [
        {"callback_query": {**pressed, "data": MARK}},
        {"callback_query": {**pressed, "data": f"1:d:{'c' * 16}:0:7"}},
        {"callback_query": {**pressed, "data": f"1:lang:{MARK.lower()}"}},
        {"callback_query": {**on_card, "data": f"1:take:{TOKEN}"}},
    ]


def comings_and_goings(private: Json, group: Json, me: Json) -> dict[str, list[Json]]:
    """Of the bot itself, as the person lets it in or out."""
    member = {"user": {**me, "is_bot": True}, "status": "member"}
    came = {"chat": private, "from": me, "date": 1, "old_chat_member": {**member, "status": "kicked"}}
    return {
        "Joined": [{"my_chat_member": {**came, "new_chat_member": member}}],
        "Left": [{"my_chat_member": {**came, "chat": group, "new_chat_member": {**member, "status": "left"}}}],
    }


async def test_of_no_kind_of_update_a_word_is_kept_or_logged(talkative: Stage) -> None:
    bot, alice = talkative.bot, await talkative.sandbox.person("Alice")
    await alice.send("/play")
    await alice.sees("🔒")
    await talkative.quiet()
    poisoned(bot, alice)
    kinds = {
        await talkative.sandbox.update(raw): kind for kind, updates in updates_of(alice).items() for raw in updates
    }
    await talkative.sandbox.settled()
    kept = bot.rows("SELECT update_id, content, error FROM failed_updates")
    assert {update: json.loads(content)["kind"] for update, content, _ in kept} == kinds
    for _, content, error in kept:
        assert MARK.lower() not in f"{content}{error}".lower()
        assert "bot/" in error
    assert MARK.lower() not in bot.log_text().lower()
    assert bot.log_text().count("update failed") == len(kinds) - 1


async def test_what_was_keyed_in_is_not_kept_where_it_cannot_be_read(talkative: Stage) -> None:
    bot, alice = talkative.bot, await talkative.sandbox.person("Alice")
    await alice.send("/play words-en-5")
    board = await alice.sees("🔒")
    await talkative.quiet()
    table = stored.game_id(bot, alice.id)
    stored.insert_draft(bot, table, alice.id, KEYED)
    await alice.forges(f"1:ok:{table}:0", on=board)
    ((content, error),) = bot.rows("SELECT content, error FROM failed_updates")
    assert error.endswith("solver.variant.InvalidCode")
    assert json.loads(content)["wished"] == "Tap:ok"
    assert KEYED not in content + error + bot.log_text()
