"""Privacy as people ask for it: told, sent as a file, taken away; through the bot's real process, over real HTTP."""

import json
import re
from typing import Any

import pytest

from sandbox.client import Message, Person
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import paired, screen
from tests.bot.player import by_bot, friends, talk

pytestmark = pytest.mark.asyncio(loop_scope="session")
YES, DONE = "🗑 Yes, delete it", "✅ Done: everything about you is deleted. /start begins afresh."


async def data_of(person: Person, stage: Stage) -> dict[str, Any]:
    shown = await person.sees("Everything stored about you", after=await person.send("/mydata"))
    return dict(json.loads(await stage.sandbox.document(shown)))


def rows_in(data: dict[str, Any], table: str) -> list[dict[str, Any]]:
    return next((each["rows"] for each in data["tables"] if each["table"] == table), [])


async def asked(person: Person) -> Message:
    return await person.sees("Delete everything about you?", after=await person.send("/forgetme"))


def confirms(question: Message) -> str:
    return next(str(button.value) for row in question.keyboard for button in row if button.text == YES)


async def forgets_themselves(person: Person, stage: Stage) -> None:
    await person.presses(YES, on=await asked(person))
    await stage.after(person.sees(DONE))


async def test_privacy_leads_to_what_one_may_do_in_private_and_in_a_group_is_words_alone(stage: Stage) -> None:
    group, alice, _, _ = await friends(stage)
    told = await talk("/privacy → What I store about you", alice)
    assert told.buttons == ("📄 My data", "🗑 Delete my data", "‹ Back")
    await talk("/settings → Settings\n[🛡 Privacy] → Who sees it", alice)
    await alice.send("/privacy@sandbox_bot", chat=group)
    assert (await alice.sees("What I store about you", chat=group)).buttons == ()
    for command in ("mydata", "forgetme"):
        await alice.sees("Ask me in private", chat=group, after=await alice.send(f"/{command}@sandbox_bot", chat=group))
    assert stage.bot.rows("SELECT * FROM long_jobs WHERE person_id = ?", alice.id) == []
    assert stage.bot.rows("SELECT * FROM prompts WHERE person_id = ? AND kind NOT LIKE 'added-to%'", alice.id) == []


async def test_my_data_is_all_that_is_stored_and_hides_what_runs(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice", username="alice_data")
    await stage.after(alice.send("/play"))
    secret = stage.secret_of(alice.id)
    for text in (secret, "/play"):
        await stage.after(alice.send(text))
    running = stage.secret_of(alice.id)
    text = json.dumps(data := await data_of(alice, stage))
    assert stage.bot.rows("SELECT count(*) FROM played_by WHERE person_id = ?", alice.id) == [(1,)]
    [played] = rows_in(data, "played")
    assert secret in played["game"]
    assert data["person"] == alice.id
    assert rows_in(data, "chats")[0]["username"] == "alice_data"
    assert sorted(row["game"] == "hidden while the game is on" for row in rows_in(data, "games")) == [False, True]
    assert secret == running or f"solo classic {running}" not in text
    assert all(table["what"] for table in data["tables"])


async def test_my_data_tells_nothing_of_others_and_comes_once_an_hour(stage: Stage) -> None:
    pair = await paired(stage)
    await pair.keep("0123", "4567")
    alice, bob = pair.both
    stage.bot.change("INSERT INTO reports VALUES ('x', ?, ?, 1, '[\"bad words\"]')", bob.id, alice.id)
    stage.bot.change("INSERT INTO blocks (person_id, blocked_id) VALUES (?, ?)", bob.id, alice.id)
    text = json.dumps(await data_of(alice, stage))
    assert re.findall(rf"(?<![\w.])(?:4567|{bob.id}|bad words)(?!\w)", text) == []  # digits of a time are no secret
    await stage.after(talk("/mydata → Try again in 60 min", alice))
    assert sum(bool(message.document) for message in alice.messages()) == 1


async def test_a_code_that_was_set_for_friends_is_in_ones_data_and_its_clue_goes_with_its_author(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await stage.after(alice.send("/set 0834 born in May"))
    [told] = rows_in(await data_of(alice, stage), "contests")
    assert "born in May" in json.dumps(told)
    await forgets_themselves(alice, stage)
    left = stage.bot.rows("SELECT body, set_by FROM contests ORDER BY played_at DESC LIMIT 1")
    assert not any("born in May" in body or author == alice.id for body, author in left)


async def test_who_forgets_themselves_in_a_duel_gives_it_up_and_is_gone(stage: Stage) -> None:
    pair = await paired(stage, languages=("en", "uk"))
    alice, bob = pair.both
    for code in ("0123", "8901"):  # the secrets, and then a guess of whoever begins
        for person in pair.both:
            await stage.after(person.send(code))
    await stage.after(alice.send("/play"))
    seen = len(bob.messages())
    await forgets_themselves(alice, stage)
    assert len(bob.messages()) - seen in {0, 1}, "the rival hears it once"
    assert "визнає поразку: перемога твоя!" in screen(bob).text
    assert stage.bot.rows("SELECT count(*) FROM games WHERE chat_id = ?", alice.id) == [(0,)]
    results = stage.bot.rows("SELECT rival_id, rival_name, score FROM results WHERE person_id = ?", bob.id)
    assert results == [(-1, "Колишній гравець", 1.0)]
    for rows in ("people WHERE person_id = ?", "chats WHERE chat_id = ?"):
        assert stage.bot.rows(f"SELECT * FROM {rows}", alice.id) == []
    assert "Колишній гравець" in (await bob.sees("👤 Bob", after=await bob.send("/profile"))).text
    await alice.sees("different digits", after=await alice.send("/start"))


async def test_before_anybody_has_guessed_the_duel_is_void(stage: Stage) -> None:
    pair = await paired(stage)
    await pair.keep("0123", "4567")
    alice, bob = pair.both
    await forgets_themselves(alice, stage)
    assert "✖️ Alice cancelled the game. It counts for nobody." in screen(bob).text
    assert stage.bot.rows("SELECT * FROM results WHERE person_id = ?", bob.id) == []
    if screen(bob).button("Rematch") is not None:
        assert "rather not" in str((await bob.presses("Rematch", on=screen(bob))).text)


async def test_pressed_twice_once_is_enough_and_forged_it_does_nothing(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send("/play")
    former, question = confirms(await asked(alice)), await asked(alice)
    for forged in ("1:forgetme:0", "1:forgetme:ffffffffffffffff", "1:forgetme:data", former):
        await alice.forges(forged, on=question)
    await stage.quiet()
    assert stage.bot.rows("SELECT * FROM forgotten WHERE person_id = ?", alice.id) == []
    await alice.presses(YES, on=(question := await asked(alice)))
    await alice.forges(confirms(question), on=question)
    await stage.after(alice.sees(DONE))
    assert len(by_bot(alice, words=DONE)) == 1


@pytest.mark.costly
async def test_it_goes_on_after_the_bot_was_killed(own_stage: Stage) -> None:
    alice = await own_stage.sandbox.person("Alice", "uk")
    await alice.send("/play")
    for number in range(900):
        own_stage.bot.change("INSERT INTO points VALUES (?, ?, 'Alice', 1, 1)", -number - 1, alice.id)
    await alice.presses("🗑 Так", on=await alice.sees("Забути тебе?", after=await alice.send("/forgetme")))
    await own_stage.bot.holds("SELECT 1 WHERE (SELECT count(*) FROM points) < 900")
    await own_stage.bot.kill()
    await own_stage.bot.start()
    await alice.sees("я тебе більше не знаю")
    assert own_stage.bot.rows("SELECT count(*) FROM points") == [(0,)]
    assert own_stage.bot.rows("SELECT * FROM chats WHERE chat_id = ?", alice.id) == []
