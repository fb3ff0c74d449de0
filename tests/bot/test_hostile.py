"""Hostile and broken updates: none stops the intake, none touches another's game."""

import json
from typing import Any

import pytest

from sandbox.client import PATIENCE, Group, Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.card_players import begun as playing_on_a_card
from tests.bot.player import begun, turns_on, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def still_plays(stage: Stage, player: Person) -> None:
    """The player's game goes on as if nothing had happened."""
    guess = wrong_guesses(stage.secret_of(player.id), 1)[0]
    await player.sees(guess, after=await player.send(guess))


def press(person: Person, message: int, data: str) -> dict[str, Any]:
    """A press as a raw update."""
    user = {"id": person.id, "is_bot": False, "first_name": person.name}
    chat = {"id": person.id, "type": "private", "first_name": person.name}
    return {
        "callback_query": {
            "id": "42",
            "from": user,
            "chat_instance": "1",
            "data": data,
            "message": {"message_id": message, "date": 0, "chat": chat},
        }
    }


@pytest.mark.parametrize(
    "data",
    [
        "",
        "x",
        "1:",
        "1:d",
        "0:play",
        "1:nothing",
        "1:ok:zzzz:0",
        "1:ok:" + "0" * 16 + ":0",
        "1:lang:../../etc",
        "🐂",
        "1:ok:",
    ],
)
async def test_a_nonsense_button_is_answered_and_does_nothing(stage: Stage, data: str) -> None:
    alice = await begun(stage)
    await stage.sandbox.update(press(alice, 2, data))
    await stage.sandbox.settled()
    await alice.send("/play")
    await still_plays(stage, alice)


async def test_a_button_of_another_persons_game_touches_nothing(stage: Stage) -> None:
    alice, mallory = await begun(stage), await begun(stage, "Mallory")
    board, own = await alice.sees("🔒"), await mallory.sees("🔒")
    resign = board.button("Resign")
    assert resign
    answer = await mallory.forges(resign.value, on=own)
    assert answer.text == "This button is out of date."
    await still_plays(stage, alice)


async def test_a_challenge_in_a_group_is_not_played_on_a_card_that_the_challenger_never_sent(stage: Stage) -> None:
    alice, mallory = await stage.sandbox.person("Alice"), await stage.sandbox.person("Mallory")
    group = await stage.sandbox.group("Friends", alice, mallory)
    await alice.send("/duel", chat=group)
    posted = await mallory.sees("Who wants to play", chat=group)
    (own, *_) = (await mallory.types_inline("")).results
    accept = posted.button("Accept")
    assert accept
    answer = await mallory.forges(accept.value.replace("take", "here"), on=await mallory.chooses(own))
    assert answer.text == "This button is out of date."
    assert stored.matches(stage.bot, alice.id) == []


async def test_a_forged_press_takes_no_screen_from_a_group(stage: Stage) -> None:
    alice, mallory = await stage.sandbox.person("Alice"), await stage.sandbox.person("Mallory")
    group = await stage.sandbox.group("Friends", alice, mallory)
    await alice.send("/duel", chat=group)
    posted = await alice.sees("Who wants to play", chat=group)
    await mallory.send("/play", chat=group)
    board = await mallory.sees("I have a secret", chat=group)
    accept, resign = posted.button("Accept"), board.button("Resign")
    assert accept
    assert resign
    for data, message in (("1:nothing", posted), ("1:play", posted), (resign.value, posted), (accept.value, board)):
        assert (await mallory.forges(data, on=message)).text in {
            "This button is out of date.",
            "This board is out of date.",
        }
    await stage.quiet()
    assert {posted.text, board.text} < {message.text for message in alice.messages(group)}
    assert _keyboard(alice, posted.id, group)
    assert _keyboard(alice, board.id, group)


async def test_nobody_puts_a_challenge_of_theirs_on_a_card_on_which_others_play(stage: Stage) -> None:
    on = await playing_on_a_card(stage)
    mallory = on.carol
    await mallory.send("/duel")
    await mallory.presses("Invite", on=await mallory.sees("A game for two"))
    await mallory.sees("✉️ Your challenge is waiting for a friend.")
    offered = (await mallory.types_inline("")).results
    ((link,),) = stage.bot.rows(
        "SELECT token FROM challenges WHERE person_id = ? AND body ->> 'state' = 'open'", mallory.id
    )
    before = await on.seen("Alice — Bob")
    for token in (link, *(card.id for card in offered)):
        answer = await mallory.forges(f"1:take:{token}", on=on.card)
        assert answer.text == "This button is out of date."
    await stage.quiet()
    assert (await on.seen("—")).text == before.text


async def test_what_is_shown_on_a_card_that_telegram_does_not_know_is_given_up(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    (offered, *_) = (await alice.types_inline("")).results
    user = {"id": alice.id, "is_bot": False, "first_name": "Alice"}
    await stage.sandbox.update(
        {"chosen_inline_result": {"result_id": offered.id, "from": user, "query": "", "inline_message_id": "<b>"}}
    )
    await stage.quiet()
    (edit,) = [call for call in await stage.sandbox.calls("editMessageText") if "<b>" in call["parameters"].values()]
    assert not edit["answer"]["ok"]
    assert stage.bot.rows("SELECT * FROM failed_messages") == []


async def test_a_press_on_an_old_board_only_strips_it(stage: Stage) -> None:
    alice = await begun(stage)
    board = await alice.sees("🔒")
    await stage.sandbox.fault("deleteMessage", "400", description="Bad Request: message can't be deleted for everyone")
    await stage.sandbox.fault("editMessageReplyMarkup", "400", description="Bad Request: message can't be edited")
    guess = wrong_guesses(stage.secret_of(alice.id), 1)[0]
    await alice.send(guess)
    await alice.sees("1 guess so far")
    await stage.quiet()
    await stage.sandbox.clear_faults()
    answer = await alice.presses("Resign", on=board)
    assert answer.text == "This board is out of date."
    await alice.connection.mirror.until(lambda: not _keyboard(alice, board.id) or None, PATIENCE)
    assert not _keyboard(alice, board.id)
    await still_plays(stage, alice)


def _keyboard(person: Person, message: int, group: Group | None = None) -> object:
    return next((seen.keyboard for seen in person.messages(group) if seen.id == message), ())


async def test_names_cannot_break_the_board(stage: Stage) -> None:
    names = ["<b>Bob</b>", "\u202eevil\u202e", "a\nb\r\nc", "&lt;i&gt;", "🐂" * 60, "{0}{name}", "\u200b", "\u200fשלום"]
    people = [await stage.sandbox.person(name) for name in names]
    group = await stage.sandbox.group("Names", *people)
    await people[0].send("/play", chat=group)
    board = await people[0].sees("I have a secret", chat=group)
    codes = [f"{n:04}" for n in range(4567, 9999) if len(set(f"{n:04}")) == 4]
    guesses = [code for code in codes if code != stage.secret_of(group.id)]
    for number, (person, guess) in enumerate(zip(people, guesses, strict=False), 1):
        await person.send("/start")
        await person.sees("🐂 right digit")
        await person.send(f"/g {guess}", chat=group)
        shown = await person.sees(f"{number}. {guess}", chat=group)
        assert len(turns_on(shown.text)) == number
    assert shown.bold == board.bold == ()
    assert "<b>Bob</b>" in shown.text


@pytest.mark.parametrize(
    "raw",
    [
        {"a_kind_of_the_future": {"x": 1}},
        {},
        {"message": {}},
        {"message": {"message_id": 1, "date": 0, "chat": {"id": 1, "type": "private"}, "from": None, "text": 5}},
        {"message": {"message_id": 2**70, "date": 2**70, "chat": {"id": 2**70, "type": "private"}, "text": "0123",
                     "from": {"id": 2**70, "is_bot": False, "first_name": "x"}}},
        {"callback_query": {"id": "1", "from": {"id": 5, "is_bot": False, "first_name": "x"}, "chat_instance": "1"}},
        {"callback_query": {"id": "1", "from": {"id": 5, "is_bot": False, "first_name": "x"}, "inline_message_id": "ab",
                            "data": "1:play", "chat_instance": "1"}},
        {"my_chat_member": {"chat": {"id": -5, "type": "group", "title": "x"}}},
        {"message": [1, 2, 3]},
        {"poll": {"id": "1"}},
    ],
)  # fmt: skip
async def test_a_broken_update_does_not_stop_the_next(stage: Stage, raw: dict[str, Any]) -> None:
    alice = await begun(stage)
    await stage.sandbox.update(raw)
    await still_plays(stage, alice)
    await stage.sandbox.settled()


async def test_unknown_fields_change_nothing(stage: Stage) -> None:
    alice = await begun(stage)
    guess = wrong_guesses(stage.secret_of(alice.id), 1)[0]
    user = {"id": alice.id, "is_bot": False, "first_name": "Alice", "aura": "blue"}
    chat = {"id": alice.id, "type": "private", "first_name": "Alice", "aura": 5}
    raw = {"message": {"message_id": 900, "date": 1, "chat": chat, "from": user, "text": guess, "smell": {"of": "tea"}}}
    await stage.sandbox.update(raw | {"extra": 1})
    await alice.sees(f"1. {guess}")


async def test_an_update_delivered_three_times_counts_once(stage: Stage) -> None:
    alice = await begun(stage)
    guess = wrong_guesses(stage.secret_of(alice.id), 1)[0]
    await alice.send(guess)
    await alice.sees("1 guess so far")
    last = (await stage.sandbox.state())["last_update_id"]
    await stage.sandbox.redeliver(last, times=3)
    await stage.sandbox.settled()
    board = await alice.sees("1 guess so far")
    assert turns_on(board.text) == [(1, guess, *turns_on(board.text)[0][2:])]
    await alice.sees_no("Send it again to use a turn anyway.")


async def test_a_bug_of_ours_is_kept_and_the_player_hears_that_the_game_is_safe(own_stage: Stage) -> None:
    alice, bob = await begun(own_stage), await begun(own_stage, "Bob")
    body = stored.body(own_stage.bot, alice.id)
    stored.set_body(own_stage.bot, alice.id, "{}")
    sent = await alice.send("9876")
    await alice.sees("your game is safe", after=sent)
    await still_plays(own_stage, bob)
    await own_stage.sandbox.settled()
    ((content, error),) = own_stage.bot.rows("SELECT content, error FROM failed_updates")
    assert json.loads(content)["text"] == "(4 characters)"
    assert "KeyError" in error
    assert "9876" not in content + error + own_stage.bot.log_text()
    stored.set_body(own_stage.bot, alice.id, body)
    await still_plays(own_stage, alice)
