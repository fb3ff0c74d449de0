"""Hostile and broken updates, and what a doctored client says."""

import json
from typing import Any

import pytest

from bot.app.advice import payload_of
from sandbox.client import PATIENCE, Group, Message, Person
from solver.feedback import Feedback
from solver.variant import VARIANTS
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.card_players import begun as playing_on_a_card
from tests.bot.duels.pairs import button_data
from tests.bot.duels.test_partner import begun as matched
from tests.bot.duels.test_partner import number_of_the_bot, wrong
from tests.bot.player import begun, talk, turns_on, wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")
OUT_OF_DATE, BOARD_OUT_OF_DATE = "This button is out of date.", "This board is out of date."
HUGE = 2**70
X = {"id": 5, "is_bot": False, "first_name": "x"}
GIANT = {"chat": {"id": HUGE, "type": "private"}, "from": X | {"id": HUGE}}
MOVED_ON = "The game has moved on; look at the board."


async def guesser(stage: Stage) -> tuple[Person, str]:
    alice = await begun(stage)
    return alice, wrong_guesses(stage.secret_of(alice.id), 1)[0]


async def still_plays(stage: Stage, player: Person) -> None:
    guess = wrong_guesses(stage.secret_of(player.id), 1)[0]
    await player.sees(guess, after=await player.send(guess))


def _keyboard(person: Person, message: int, group: Group | None = None) -> object:
    return next((seen.keyboard for seen in person.messages(group) if seen.id == message), ())


async def in_group(stage: Stage) -> tuple[Group, Person, Person]:
    alice, mallory = await stage.sandbox.person("Alice"), await stage.sandbox.person("Mallory")
    return await stage.sandbox.group("Friends", alice, mallory), alice, mallory


NONSENSE = ["", "x", "1:", "1:d", "0:play", "1:nothing", "1:ok:zzzz:0", f"1:ok:{'0' * 16}:0", "1:lang:../../etc", "🐂"]


@pytest.mark.parametrize("data", [*NONSENSE, "1:ok:"])
async def test_a_nonsense_button_is_answered_and_does_nothing(stage: Stage, data: str) -> None:
    alice = await begun(stage)
    message = {"message_id": 2, "date": 0, "chat": {"id": alice.id, "type": "private", "first_name": alice.name}}
    press = {"id": "42", "from": X | {"id": alice.id}, "chat_instance": "1", "data": data, "message": message}
    await stage.sandbox.update({"callback_query": press})
    await stage.sandbox.settled()
    await alice.send("/play")
    await still_plays(stage, alice)


async def test_a_button_of_another_persons_game_touches_nothing(stage: Stage) -> None:
    alice, mallory = await begun(stage), await begun(stage, "Mallory")
    resign = button_data(await alice.sees("🔒"), "Resign")
    assert (await mallory.forges(resign, on=await mallory.sees("🔒"))).text == OUT_OF_DATE
    await still_plays(stage, alice)


async def test_a_challenge_in_a_group_is_not_played_on_a_card_that_the_challenger_never_sent(stage: Stage) -> None:
    group, alice, mallory = await in_group(stage)
    await alice.send("/duel", chat=group)
    accept = button_data(await mallory.sees("Who wants to play", chat=group), "Accept")
    (own, *_) = (await mallory.types_inline("")).results
    answer = await mallory.forges(accept.replace("take", "here"), on=await mallory.chooses(own))
    assert (answer.text, stored.matches(stage.bot, alice.id)) == (OUT_OF_DATE, [])


async def test_a_forged_press_takes_no_screen_from_a_group(stage: Stage) -> None:
    group, alice, mallory = await in_group(stage)
    await alice.send("/duel", chat=group)
    posted = await alice.sees("Who wants to play", chat=group)
    await mallory.send("/play", chat=group)
    board = await mallory.sees("I have a secret", chat=group)
    accept, resign = button_data(posted, "Accept"), button_data(board, "Resign")
    for data, message in (("1:nothing", posted), ("1:play", posted), (resign, posted), (accept, board)):
        assert (await mallory.forges(data, on=message)).text in {OUT_OF_DATE, BOARD_OUT_OF_DATE}
    await stage.quiet()
    assert {posted.text, board.text} < {message.text for message in alice.messages(group)}
    assert all(_keyboard(alice, message.id, group) for message in (posted, board))


async def test_nobody_puts_a_challenge_of_theirs_on_a_card_on_which_others_play(stage: Stage) -> None:
    on = await playing_on_a_card(stage)
    mallory = on.carol
    await talk("/duel → A game for two\n[Invite] → ✉️ Your challenge is waiting for a friend.", mallory)
    offered = (await mallory.types_inline("")).results
    opens = "SELECT token FROM challenges WHERE person_id = ? AND body ->> 'state' = 'open'"
    ((link,),) = stage.bot.rows(opens, mallory.id)
    before = await on.seen("Alice — Bob")
    for token in (link, *(card.id for card in offered)):
        assert (await mallory.forges(f"1:take:{token}", on=on.card)).text == OUT_OF_DATE
    await stage.quiet()
    assert (await on.seen("—")).text == before.text


async def test_what_is_shown_on_a_card_that_telegram_does_not_know_is_given_up(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    (offered, *_) = (await alice.types_inline("")).results
    chosen = {"result_id": offered.id, "from": X | {"id": alice.id}, "query": "", "inline_message_id": "<b>"}
    await stage.sandbox.update({"chosen_inline_result": chosen})
    await stage.quiet()
    (edit,) = [call for call in await stage.sandbox.calls("editMessageText") if "<b>" in call["parameters"].values()]
    assert not edit["answer"]["ok"]
    assert stage.bot.rows("SELECT * FROM failed_messages") == []


async def test_a_press_on_an_old_board_only_strips_it(stage: Stage) -> None:
    alice, guess = await guesser(stage)
    board = await alice.sees("🔒")
    await stage.sandbox.fault("deleteMessage", "400", description="Bad Request: message can't be deleted for everyone")
    await stage.sandbox.fault("editMessageReplyMarkup", "400", description="Bad Request: message can't be edited")
    await stage.after(talk(f"{guess} → 1 guess so far", alice))
    await stage.sandbox.clear_faults()
    assert (await alice.presses("Resign", on=board)).text == BOARD_OUT_OF_DATE
    assert await alice.connection.mirror.until(lambda: not _keyboard(alice, board.id) or None, PATIENCE)
    await still_plays(stage, alice)


async def test_names_cannot_break_the_board(stage: Stage) -> None:
    names = ["<b>Bob</b>", "\u202eevil\u202e", "a\nb\r\nc", "&lt;i&gt;", "🐂" * 60, "{0}{name}", "\u200b", "\u200fשלום"]
    people = [await stage.sandbox.person(name) for name in names]
    group = await stage.sandbox.group("Names", *people)
    await people[0].send("/play", chat=group)
    board = await people[0].sees("I have a secret", chat=group)
    codes = [f"{n:04}" for n in range(4567, 9999) if len(set(f"{n:04}")) == 4]
    guesses = [code for code in codes if code != stage.secret_of(group.id)]
    for number, (person, guess) in enumerate(zip(people, guesses, strict=False), 1):
        await talk("/start → 🐂 right digit", person)
        await person.send(f"/g {guess}", chat=group)
        shown = await person.sees(f"{number}. {guess}", chat=group)
        assert len(turns_on(shown.text)) == number
    assert shown.bold == board.bold == ()
    assert "<b>Bob</b>" in shown.text


BROKEN: list[dict[str, Any]] = [
    {"a_kind_of_the_future": {"x": 1}},
    {},
    {"message": {}},
    {"message": {"message_id": 1, "date": 0, "chat": {"id": 1, "type": "private"}, "from": None, "text": 5}},
    {"message": GIANT | {"message_id": HUGE, "date": HUGE, "text": "0123"}},
    {"callback_query": {"id": "1", "from": X, "chat_instance": "1"}},
    {"callback_query": {"id": "1", "from": X, "inline_message_id": "ab", "data": "1:play", "chat_instance": "1"}},
    {"my_chat_member": {"chat": {"id": -5, "type": "group", "title": "x"}}},
    {"message": [1, 2, 3]},
    {"poll": {"id": "1"}},
]


@pytest.mark.parametrize("raw", BROKEN)
async def test_a_broken_update_does_not_stop_the_next(stage: Stage, raw: dict[str, Any]) -> None:
    alice = await begun(stage)
    await stage.sandbox.update(raw)
    await still_plays(stage, alice)
    await stage.sandbox.settled()


async def test_unknown_fields_change_nothing_and_an_update_delivered_three_times_counts_once(stage: Stage) -> None:
    alice, guess = await guesser(stage)
    user, chat = X | {"id": alice.id, "aura": "blue"}, {"id": alice.id, "type": "private", "aura": 5}
    message = {"message_id": 900, "date": 1, "chat": chat, "from": user, "text": guess, "smell": {"of": "tea"}}
    await stage.sandbox.update({"message": message, "extra": 1})
    await talk("→ 1 guess so far", alice)
    await stage.sandbox.redeliver((await stage.sandbox.state())["last_update_id"], times=3)
    await stage.sandbox.settled()
    board = await talk("→ 1 guess so far ∌ Send it again to use a turn anyway.", alice)
    assert [turn[:2] for turn in turns_on(board.text)] == [(1, guess)]


async def test_a_bug_of_ours_is_kept_and_the_player_hears_that_the_game_is_safe(own_stage: Stage) -> None:
    alice, bob = await begun(own_stage), await begun(own_stage, "Bob")
    body = stored.body(own_stage.bot, alice.id)
    stored.set_body(own_stage.bot, alice.id, "{}")
    sent = await alice.send("qzxj")
    await alice.sees("your game is safe", after=sent)
    await still_plays(own_stage, bob)
    await own_stage.sandbox.settled()
    ((content, error),) = own_stage.bot.rows("SELECT content, error FROM failed_updates")
    assert json.loads(content)["text"] == "(4 characters)"
    assert "KeyError" in error
    assert "qzxj" not in content + error + own_stage.bot.log_text()
    stored.set_body(own_stage.bot, alice.id, body)
    await still_plays(own_stage, alice)


def forged(verb: str, board: Message) -> str:
    known = next(button.value for row in board.keyboard for button in row if button.kind == "callback")
    _, _, game, turn, *_ = known.split(":")
    return f"1:{verb}:{game}:{turn}"


async def still_hidden(stage: Stage, words: str, secret: str, guesses: tuple[str, str]) -> tuple[Person, Message]:
    """Somebody who has given up before the bot's number was known, and what they see; an expert begins with 1234."""
    alice, _ = await matched(stage, words, secret)
    guess = next(each for each in guesses if each != number_of_the_bot(stage, alice))
    board = await talk(f"{guess} → Your guesses\n/resign\n[🏳️ Yes, resign] → haven’t cracked my secret", alice)
    return alice, board


async def wins(stage: Stage, alice: Person) -> Message:
    return await talk(f"{wrong(stage, alice, 0)} → 👉\n{number_of_the_bot(stage, alice)} → 🏆", alice)


async def test_no_forged_button_reviews_or_shares_a_game_that_is_on(stage: Stage) -> None:
    alice, guess = await guesser(stage)
    board, secret = await talk(f"{guess} → 1 guess so far", alice), stage.secret_of(alice.id)
    for verb in ("look", "beat"):
        assert (await stage.after(alice.forges(forged(verb, board), on=board))).text == OUT_OF_DATE
    assert not [message for message in alice.messages() if message.photo or secret in message.text]


async def test_a_link_to_what_was_never_played_is_not_reviewed(stage: Stage) -> None:
    classic, alice = VARIANTS["classic"], await stage.sandbox.person("Alice")
    history = ((classic.parse("0123"), Feedback(4, 0)), (classic.parse("0124"), Feedback(3, 0)))
    for turns, answer in (((), OUT_OF_DATE), (history, None)):
        opened = await alice.send(f"/start {payload_of(classic, turns)}")
        assert (await alice.forges("1:review", on=await alice.sees("A position", after=opened))).text == answer
    await alice.sees("There’s a guess after the one that cracked the code.")


async def test_a_number_that_the_bot_still_hides_is_neither_reviewed_nor_shared(stage: Stage) -> None:
    alice, board = await still_hidden(stage, "mini expert", "5432", ("4321", "4312"))
    number, review = number_of_the_bot(stage, alice), forged("mlook", board)
    card = f"m{review.split(':')[2]}"
    assert (await alice.forges(review, on=board)).text == OUT_OF_DATE
    assert card not in [offered.id for offered in (await alice.types_inline(card)).results]
    await stage.quiet()
    assert not [message for message in alice.messages() if message.photo or f"— {number}" in message.text]


async def test_a_number_that_is_known_cannot_be_broken_again(stage: Stage) -> None:
    alice, _ = await matched(stage, "expert")
    end = await wins(stage, alice)
    assert [(await alice.forges(forged(verb, end), on=end)).text for verb in ("mplayon", "mtell")] == [MOVED_ON] * 2
    assert stored.games(stage.bot, alice.id) == 0


async def test_a_level_or_the_next_one_pressed_twice_begins_one_match(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    menu = await talk("/match → How strong should I be?", alice)
    for _ in range(2):
        await alice.forges(button_data(menu, "🦉 Owl"), on=menu)
    assert stored.seats(stage.bot, alice.id) == 1
    await talk("8305 → 👉", alice)
    end = await wins(stage, alice)
    for _ in range(2):
        await alice.forges(button_data(end, "⏫ Next: 🐲 Dragon"), on=end)
    assert stored.seats(stage.bot, alice.id) == 2


async def test_a_word_as_long_as_a_message_is_told_back_shortened(stage: Stage) -> None:
    alice = await begun(stage)
    for command in ("play", "think", "match", "review"):
        sent = await alice.send(f"/{command} {'<' * 4080}")
        await alice.sees("<" * 31 + "…", after=sent)
    await stage.quiet()
    assert stage.bot.rows("SELECT * FROM failed_messages WHERE chat_id = ?", alice.id) == []


async def test_a_shared_result_says_that_the_bot_was_evil_and_what_the_bot_has_broken_is_nobodys(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    game = forged("x", await talk("/play evil mini → Every reply is true", alice)).split(":")[2]
    await talk("1234 → 1. 1234\n1235 → 2. 1235\n1243 → 3. 1243\n/resign\n/resign → never had a secret", alice)
    card = (await alice.types_inline(f"s{game}")).card("My result")
    assert "😈 Evil" in (await alice.chooses(card)).text
    board = await talk("/think mini → My guess 1:", alice)
    game = forged("x", board).split(":")[2]
    await talk("4B0C → Your code was", alice)
    assert f"s{game}" not in [card.id for card in (await alice.types_inline(f"s{game}")).results]


@pytest.mark.parametrize(("button", "then"), [("🔓 Crack it", "☰ Menu"), ("👁 Show it", "📊 Review")])
async def test_what_becomes_of_a_hidden_number_is_said_once(stage: Stage, button: str, then: str) -> None:
    alice, board = await still_hidden(stage, "mini expert", "5432", ("4321", "4312"))
    answers = [(await alice.forges(button_data(board, button), on=board)).text for _ in range(3)]
    assert answers == [None, MOVED_ON, MOVED_ON]
    await stage.quiet()
    assert then in next(message for message in alice.messages() if message.id == board.id).buttons
    assert stored.games(stage.bot, alice.id) == int(button == "🔓 Crack it")
