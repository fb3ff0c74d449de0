"""Friends break the same secret, each in their own time, that somebody broke or set: through the bot's real process."""

import asyncio
import re

import pytest

from bot.app.contests.handlers import MOST_A_DAY
from bot.app.contests.reading import LONGEST_CLUE
from sandbox.client import Message, Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import begun, by_bot, data_of, says, talk, turns_on, unfolded, wrong_guesses
from tests.bot.seals import seals_in

pytestmark = pytest.mark.asyncio(loop_scope="session")
HIDDEN = "🙈 Digits are shown once everybody has finished."


async def played(stage: Stage, person: Person, wrong: int, *, gives_up: bool = False) -> Message:
    """The person plays the game that is on to its end; their end screen."""
    secret = stage.secret_of(person.id)
    for number, guess in enumerate(wrong_guesses(secret, wrong), 1):
        await person.send(guess)
        await person.sees(f"{number}. {guess}")
    for text in ("/resign",) * (1 + bool(wrong)) if gives_up else (secret,):
        await person.send(text)
    return await person.sees("🏳️ The secret was" if gives_up else "🎉")


async def with_contest(stage: Stage, *, wrong: int = 2) -> tuple[Person, str]:
    ann = await begun(stage, "Ann")
    end = await played(stage, ann, wrong)
    await ann.presses("Beat my game", on=await unfolded(stage, ann, end, "Share"))
    return ann, link_of(await ann.sees("Can your friends do better?"))


def link_of(screen: Message) -> str:
    copied = data_of(screen, "Copy")
    assert re.search(r"\?start=b[A-Za-z0-9_-]{22}$", copied)
    return copied


async def joined(stage: Stage, name: str, link: str, language: str = "en") -> Person:
    friend = await stage.sandbox.person(name, language)
    await friend.opens(link)
    await friend.sees("🔒")
    return friend


def fingerprint(board: Message) -> str:
    (sealed,) = seals_in(board)
    return sealed


def digits_in(results: Message) -> list[str]:
    return re.findall(r"^\d+\. (\d{4})\u00a0", results.text.partition("🏁")[2], re.MULTILINE)


async def test_three_friends_break_one_secret_and_see_who_did_best(stage: Stage) -> None:
    ann, link = await with_contest(stage)
    secret = stage.secret_of(ann.id)
    bob, eve, kim = [await joined(stage, name, link) for name in ("Bob", "Eve", "Kim")]
    for friend in (bob, eve, kim):
        assert stage.secret_of(friend.id) == secret
        board = await friend.sees("🏆 Ann cracked it in 3 guesses: beat that!")
        assert fingerprint(board) == fingerprint(await ann.sees("🎉"))
    end = await played(stage, bob, 1)
    for words in ("1. Bob · 2 guesses · ⏱", "2. Ann · 3 guesses · ⏱", "Still guessing: Eve, Kim", HIDDEN):
        assert words in end.text
    assert digits_in(end) == digits_in(await ann.sees("🔔 Bob cracked it in 2 guesses!")) == []
    await played(stage, kim, 4, gives_up=True)
    await bob.sees("3. Kim · 🏳️ 4 guesses")
    await ann.sees("🔔 Kim resigned after 4 guesses.")
    end = await played(stage, eve, 0)
    assert "1. Eve · 1 guess · ⏱" in end.text
    await stage.quiet()
    shown = [end, await bob.sees("🏁"), await kim.sees("🏁"), await ann.sees("🏁")]
    assert [digits_in(seen).count(secret) for seen in shown] == [2, 2, 3, 3], "their own stand on the board above"
    assert not [seen for seen in shown if HIDDEN in seen.text]
    assert len(by_bot(ann, words="🏁")) == 1


async def test_each_takes_part_once_however_often_they_follow_the_link(stage: Stage) -> None:
    ann, link = await with_contest(stage)
    bob = await stage.sandbox.person("Bob")
    await asyncio.gather(*(bob.opens(link) for _ in range(3)))
    await bob.sees("Type a guess")
    await stage.quiet()
    assert stored.games(stage.bot, bob.id) == 1
    await talk(f"{wrong_guesses(stage.secret_of(ann.id), 1)[0]} → 1 guess so far", bob)
    await bob.opens(link)
    assert len(turns_on((await bob.sees("1 guess so far")).text)) == 1
    await played(stage, bob, 2)
    await bob.opens(link)
    await stage.quiet()
    assert "🏁 Results" in "".join(message.text for message in bob.messages()[-2:])  # whoever was lucky achieves more
    assert stored.games(stage.bot, bob.id) == 1


async def test_a_game_finishes_once_whatever_is_pressed_on_its_board_later(stage: Stage) -> None:
    _, link = await with_contest(stage)
    bob, eve, kim = [await joined(stage, name, link) for name in ("Bob", "Eve", "Kim")]
    end = await unfolded(stage, bob, await played(stage, bob, 1), "Review")
    assert "Still guessing: Eve, Kim" in (await talk("[Proof] → 🔒 Salt", bob, on=end)).text
    end = await played(stage, eve, 0)
    assert "Still guessing: Kim" in end.text
    assert digits_in(end) == []
    assert digits_in(await played(stage, kim, 0))


@pytest.mark.costly
async def test_nothing_is_lost_when_the_bot_dies(own_stage: Stage) -> None:
    stage = own_stage
    ann, link = await with_contest(stage)
    bob, eve = [await joined(stage, name, link) for name in ("Bob", "Eve")]
    await played(stage, bob, 1)
    await ann.sees("🔔 Bob cracked it in")
    await stage.bot.kill()
    secret = stage.secret_of(ann.id)
    await eve.send(secret)
    await stage.bot.start()
    assert "1. Eve · 1 guess" in (await eve.sees("🎉")).text
    await ann.sees("🔔 Eve cracked it in 1 guess!")
    await stage.quiet()
    assert digits_in(await bob.sees("🏁")).count(secret) == 2
    (salt,) = stage.bot.rows("SELECT body ->> 'salt' FROM contests")[0]
    assert len(salt) == 32
    assert salt not in stage.bot.log_text()


async def test_all_who_finish_at_once_are_counted(stage: Stage) -> None:
    ann, link = await with_contest(stage)
    secret = stage.secret_of(ann.id)
    people = [await joined(stage, name, link) for name in ("Bob", "Eve", "Kim")]
    await asyncio.gather(*(friend.send(secret) for friend in people))
    for friend in people:
        await friend.sees("🎉")
    await stage.quiet()
    assert digits_in(await ann.sees("🏁")).count(secret) == 4
    for person in people:
        assert digits_in(await person.sees("🏁")).count(secret) == 3, "their own stands on their board"


async def test_a_try_may_be_asked_for_without_hints_by_whoever_offers_it_alone(stage: Stage) -> None:
    ann, link = await with_contest(stage)
    pressed = data_of(await ann.sees("Can your friends do better?"), "Hints")
    dan = await joined(stage, "Dan", link)
    await dan.forges(pressed, on=await dan.sees("🏆 Ann cracked it in"))
    await stage.quiet()
    assert (await (await joined(stage, "Kim", link)).sees("🏆 Ann cracked it in")).button("Hint")
    ann, link = await with_contest(stage)
    bare = "💪 No hints for whoever tries."
    await talk(f"[Hints: allowed] → {bare}\n[Hints: none] → Can your friends do better?", ann)
    await stage.quiet()
    assert "no hints" not in (await ann.sees("Can your friends do better?")).text
    offer = await talk(f"[Hints: allowed] → {bare}", ann)
    bob = await joined(stage, "Bob", link)
    assert (await bob.sees("💪 No hints this time.")).button("Hint") is None
    await talk("/hint → 💪 No hints this time: Ann turned them off. Notes are free, though.", bob)
    await talk("?0123 → No hints this time", bob)
    await stage.quiet()
    assert (await ann.sees(bare)).button("Hints") is None
    late = await ann.forges(data_of(offer, "Hints: none"), on=offer)
    assert "the terms stay as they are" in (late.text or "")
    eve = await joined(stage, "Eve", link)
    await talk("→ 💪 No hints this time.\n/play → 🎮 Unfinished games: /games", eve)
    assert stored.running_games(stage.bot, eve.id) == 2, "a game of a contest is not put away for another"


async def test_buttons_and_links_lead_to_one_contest_however_often_they_are_pressed_or_nowhere(stage: Stage) -> None:
    ann, link = await with_contest(stage)
    await ann.presses("Beat my game", on=await ann.sees("🎉"))
    assert link_of(await says(stage, ann)) == link
    await ann.opens(link)
    assert (link_of(await says(stage, ann)), stored.games(stage.bot, ann.id)) == (link, 1)
    bob, kim = await joined(stage, "Bob", link), await stage.sandbox.person("Kim")
    end = await unfolded(stage, bob, await played(stage, bob, 1), "Share")
    assert data_of(end, "Send to a friend") == link.partition("start=")[2], "whoever took part sends the same game on"
    await kim.opens("b" + "A" * 22)
    await kim.sees("Type or tap a guess")


async def has_set(stage: Stage, words: str, language: str = "en") -> tuple[Person, str]:
    ann = await stage.sandbox.person("Ann", language)
    offered = await says(stage, ann, f"/set {words}")
    return ann, next(one.value for row in offered.keyboard for one in row if "?start=b" in one.value)


async def bobs(stage: Stage, link: str) -> tuple[Person, Message]:
    bob = await joined(stage, "Bob", link)
    return bob, await says(stage, bob)


def contests_of(stage: Stage, ann: Person) -> int:
    return int(stage.bot.rows("SELECT count(*) FROM contests WHERE set_by = ?", ann.id)[0][0])


@pytest.mark.parametrize(
    ("words", "secret", "language"),
    [
        ("0834", "0834", "en"),
        ("1123", "1123", "en"),
        ("12345", "12345", "en"),
        ("five 12345", "12345", "en"),
        ("4 1️⃣2️⃣3️⃣4️⃣ as easy as that", "1234", "en"),
        ("crane a bird", "crane", "en"),
        ("words казка Баба розповідала", "казка", "uk"),
        ("книга", "книга", "ru"),
        ("colours red red green blue red", "🔴🔴🟢🔵🔴", "en"),
    ],
)
async def test_a_code_of_any_variant_is_set_and_broken(stage: Stage, words: str, secret: str, language: str) -> None:
    ann, link = await has_set(stage, words, language)
    assert secret in ann.messages()[-1].text
    bob = await joined(stage, "Bob", link, language)
    assert (await says(stage, bob, secret)).text.count("🎉") == 1
    assert "Bob" in ann.messages()[-1].text


async def test_the_author_cannot_play_but_sees_how_each_did_and_each_once_they_have_finished(stage: Stage) -> None:
    ann, link = await has_set(stage, "0834 born in May")
    offered, before = ann.messages()[-1], len(ann.messages())
    await ann.opens(link)
    assert "Your code for friends" in (await says(stage, ann)).text
    assert not any("🎯 Bulls and Cows" in message.text for message in ann.messages()[before - 1 :])
    assert not any("0834" in message.text for message in ann.messages() if not message.by_bot)
    (bob, board), kim = await bobs(stage, link), await joined(stage, "Kim", link)
    assert "💌 Ann set a code." in board.text
    assert "💬 born in May" in board.text
    assert fingerprint(board) == fingerprint(offered)
    assert "\n\n\n" not in ann.messages()[-1].text
    await says(stage, kim, "0123")
    done = await says(stage, bob, "0834")
    assert "1. Bob · 1 guess" in done.text
    assert "Ann" not in done.text.partition("🏁")[2]
    assert "Bob" not in kim.messages()[-1].text
    assert "1. Bob · 1 guess" in ann.messages()[-1].text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        *((f"0834 {clue}", "The clue") for clue in ("it is 0834", "0-8-3-4", "8340 turned", "x" * (LONGEST_CLUE + 1))),
        *((f"0834 {clue}", "The clue") for clue in ("see t.me/other", "ask @somebody", "０８３４")),
        ("0 " * 2000, "The clue is too long"),
        ("0834 zero eight three four", "The clue"),
        ("1234 5678", "The clue"),
        ("9" * 4000, "I can’t read a code in “999"),
    ],
)
async def test_a_clue_tells_no_code_leads_nowhere_and_is_not_of_any_length(stage: Stage, words: str, told: str) -> None:
    refused = await says(stage, await stage.sandbox.person("Ann"), f"/set {words}")
    assert told in refused.text
    assert refused.button("Copy") is None


@pytest.mark.parametrize("words", ["123 456", "code 123 456"])
async def test_which_of_two_codes_is_meant_is_asked_and_the_one_that_is_pressed_is_set_once(
    stage: Stage, words: str
) -> None:
    ann = await stage.sandbox.person("Ann")
    first = await says(stage, ann, "/set 789 0 older")
    asked = await says(stage, ann, f"/set {words}")
    assert all(
        told in asked.text
        for told in ("123456\n🎯 The game: 6 different digits", "123\n🎯 The game: 3 different digits", "💬 456")
    )
    assert not any("123" in one.value for row in asked.keyboard for one in row), "no button carries a code"
    assert not any("123" in message.text for message in ann.messages() if not message.by_bot)
    for number in (0, 1, 7):
        await ann.forges(f"1:set:{number}", on=first)
    for forged in ("2", "-1", "9" * 20, "x"):
        await ann.forges(f"1:set:{forged}", on=asked)
    await stage.quiet()
    assert contests_of(stage, ann) == 0, "neither the question before nor a code of no number counts"
    asked = await says(stage, ann, f"/set {words}")
    await ann.presses("123", on=asked)
    offered = await ann.sees("Your code for friends: 123")
    assert "💬 456" in offered.text
    assert "3 different digits" in offered.text
    for number in range(2):
        await ann.forges(f"1:set:{number}", on=asked)
    await stage.quiet()
    assert (contests_of(stage, ann), stage.bot.rows("SELECT * FROM prompts WHERE person_id = ?", ann.id)) == (1, [])


async def test_the_question_names_no_code_in_a_group_and_a_forged_answer_there_sets_none(stage: Stage) -> None:
    ann = await stage.sandbox.person("Ann")
    group = await stage.sandbox.group("Friends", ann)
    await says(stage, ann, "/set 123 456")
    told = await says(stage, ann, "/set 123 456", chat=group)
    await ann.forges("1:set:0", on=told)
    await stage.quiet()
    assert "123" not in by_bot(ann, group)[-1].text
    assert contests_of(stage, ann) == 0


async def test_what_game_a_code_is_for_is_said_to_its_author_and_on_its_card_and_no_more_of_it(stage: Stage) -> None:
    ann, link = await has_set(stage, "1123 my year")
    assert "🎯 The game: 4 digits, may repeat" in ann.messages()[-1].text
    (card,) = (await ann.types_inline(link.rpartition("=")[2])).results
    sent = await ann.chooses(card)
    assert "4 digits, may repeat" in card.description
    assert "4 digits, may repeat" in sent.text


@pytest.mark.parametrize("clue", ["moon", "my year", "<b>bold & brave</b>", "Це легко 🙂"])
async def test_an_innocent_clue_is_shown_as_it_is(stage: Stage, clue: str) -> None:
    _, link = await has_set(stage, f"0834 {clue}")
    assert clue in (await bobs(stage, link))[1].text


async def test_a_clue_is_reported_once_by_whoever_plays_who_gets_no_advice_elsewhere(stage: Stage) -> None:
    ann, link = await has_set(stage, "0834 something rude")
    await ann.forges(f"1:beatreport:{link.rpartition('=b')[2]}", on=ann.messages()[-1])
    await stage.quiet()
    told = "SELECT said FROM reports WHERE about_id = ?"
    assert stage.bot.rows(told, ann.id) == []
    bob, _ = await bobs(stage, link)
    await says(stage, bob, "[Report the clue]", "[Report the clue]")
    assert stage.bot.rows(told, ann.id) == [('["something rude"]',)]
    refused = await says(stage, bob, "0123", "4567", "/review 0123 1B1C 4567 0B1C")
    assert "looks like the code you’re cracking without hints" in refused.text
    assert "codes" in (await says(stage, bob, "/hint")).text


TYPED_IN_GROUP = [
    "/set 0834",
    "/set 0834 my year",
    "/set",
    "/set hello",
    "/set 00",
    "/set apple",
    "/set@sandbox_bot 0834",
]


@pytest.mark.parametrize("words", TYPED_IN_GROUP)
async def test_a_code_typed_in_a_group_is_not_taken_since_all_can_read_it(stage: Stage, words: str) -> None:
    ann, bob = await stage.sandbox.person("Ann"), await stage.sandbox.person("Bob")
    group = await stage.sandbox.group("Friends", ann, bob)
    told = await says(stage, ann, words, chat=group)
    assert "can read" in told.text
    assert contests_of(stage, ann) == 0
    assert not any(word in told.text for word in words.split()[1:])
    await stage.after(bob.opens(link := data_of(told, "My code for friends")))  # whoever follows it sets one of theirs
    assert link.rpartition("=")[2] == "set"
    assert by_bot(bob)[-1].text.startswith("💌")
    assert "Your code for friends: 0834" in (await says(stage, bob, "/set 0834")).text


async def test_an_anonymous_administrator_hears_it_too_and_where_the_bot_may_the_code_goes(stage: Stage) -> None:
    ann = await stage.sandbox.person("Ann")
    group = await stage.sandbox.group("Friends", ann)
    await group.promote_bot(ann)
    for anonymous in (False, True):
        await stage.after(ann.send("/set 0834", chat=group, anonymous=anonymous))
        assert "can read" in by_bot(ann, group)[-1].text
        assert "0834" not in ann.transcript(group)


async def test_the_link_leads_nowhere_while_codes_for_friends_are_switched_off(own_stage: Stage) -> None:
    ann = await own_stage.sandbox.person("Ann")
    await says(own_stage, ann, "/start")
    own_stage.bot.change("INSERT INTO kept (name, value) VALUES ('switched-off', 'people')")
    await own_stage.after(ann.opens("set"))
    assert "💌" not in by_bot(ann)[-1].text


async def test_one_person_sets_or_draws_only_so_many_a_day_and_none_in_a_group(stage: Stage) -> None:
    ann = await stage.sandbox.person("Ann")
    group = await stage.sandbox.group("Friends", ann)
    assert "in private" in (await says(stage, ann, "/set 0834", chat=group)).text
    assert "/set 0834" in (await says(stage, ann, "/set")).text
    assert contests_of(stage, ann) == 0
    assert re.search(r"Your code for friends: \d{4}", (await says(stage, ann, "[Pick one for me]")).text)
    said = await says(stage, ann, *(f"/set {1000 + number:04}" for number in range(MOST_A_DAY)))
    assert "more tomorrow" in said.text
    assert contests_of(stage, ann) == MOST_A_DAY


# Between two who are parted nobody rings and nobody is named.


def part(stage: Stage, one: Person, other: Person, *, on: bool = True) -> None:
    who = "VALUES (?, ?)" if on else "WHERE person_id = ? AND blocked_id = ?"
    stage.bot.change(f"{'INSERT INTO' if on else 'DELETE FROM'} blocks {who}", one.id, other.id)


def ban(stage: Stage, _: Person, other: Person) -> None:
    stage.bot.change("INSERT INTO bans VALUES (?, 1, 9)", other.id)


def named(person: Person, name: str, after: int) -> bool:
    """Whether anything that has been written or changed in their chat since then names somebody."""
    return any(name in message.text for message in person.messages()[after:])


@pytest.mark.parametrize("by_author", [True, False])
@pytest.mark.parametrize("meanwhile", [True, False])
@pytest.mark.parametrize("is_set", [True, False])
async def test_who_is_parted_from_the_author_plays_on_unheard_and_both_are_somebody(
    stage: Stage, *, is_set: bool, meanwhile: bool, by_author: bool
) -> None:
    ann, link = await (has_set(stage, "0834 born in May") if is_set else with_contest(stage))
    secret = "0834" if is_set else stage.secret_of(ann.id)
    kim, bob = await joined(stage, "Kim", link), await stage.sandbox.person("Bob")
    begun_before = await joined(stage, "Dan", link)  # nothing parts Dan from anybody
    if meanwhile:
        await bob.opens(link)
        await says(stage, bob)
        part(stage, *((ann, bob) if by_author else (bob, ann)))
    else:
        part(stage, *((ann, bob) if by_author else (bob, ann)))
        await bob.opens(link)
    await stage.quiet()
    before = len(ann.messages())
    board = await says(stage, bob, "0123")
    assert "Ann" not in board.text
    assert "born in May" not in board.text
    assert "somebody" in board.text
    over = await says(stage, bob, secret)
    assert "Ann" not in over.text
    assert "Bob · 2 guesses" in over.text
    assert len(ann.messages()) == before
    assert not named(ann, "🔔", before - 1)
    assert not named(ann, "Bob", 0)
    assert "1. somebody · 2 guesses" in ann.messages()[-1].text, "counted, in place"
    done = await says(stage, kim, secret)
    for name in ("1. Kim · 1 guess", "2. Bob · 2 guesses") if is_set else ("1. Kim", "2. Bob", "3. Ann"):
        assert name in done.text
    assert "🔔 Kim cracked it in 1 guess!" in ann.messages()[-1].text
    assert "2. somebody" in ann.messages()[-1].text
    assert not named(ann, "Bob", 0)
    assert "Ann" in (await says(stage, begun_before)).text, "one friend is parted, the others are not"
    assert "Ann" not in bob.messages()[-1].text
    part(stage, *((ann, bob) if by_author else (bob, ann)), on=False)
    await ann.opens(link)
    assert "2. Bob · 2 guesses" in (await says(stage, ann)).text


async def test_who_is_kept_away_is_somebody_in_what_they_have_come_to(stage: Stage) -> None:
    ann, link = await with_contest(stage)
    bob = await joined(stage, "Bob", link)
    await played(stage, bob, 0)
    await ann.sees("🔔 Bob cracked it in 1 guess!")
    ban(stage, ann, bob)
    await ann.opens(link)
    assert "1. somebody" in (await says(stage, ann)).text
    assert "2. Ann" in ann.messages()[-1].text


async def test_two_who_break_one_secret_are_somebody_to_each_other_and_to_nobody_else(stage: Stage) -> None:
    ann, link = await has_set(stage, "0834")
    bob, eve = [await joined(stage, name, link) for name in ("Bob", "Eve")]
    part(stage, eve, bob)
    assert "Bob" in (await says(stage, bob, "0834")).text
    end = await says(stage, eve, "0123", "0834")
    assert "1. somebody · 1 guess" in end.text
    assert "2. Eve · 2 guesses" in end.text
    assert "1. Bob" in bob.messages()[-1].text
    assert "2. somebody" in bob.messages()[-1].text
    assert "1. Bob" in ann.messages()[-1].text
    assert "2. Eve" in ann.messages()[-1].text


async def test_what_is_said_of_hints_names_nobody_from_whom_one_is_parted(stage: Stage) -> None:
    ann, link = await has_set(stage, "0834 rude")
    await says(stage, ann, "[Hints: allowed]")
    bob = await joined(stage, "Bob", link)
    await talk("/hint → No hints this time: Ann turned them off", bob)
    part(stage, bob, ann)
    for asks in ("/hint", "?0123"):
        assert "No hints this time: somebody turned them off" in (await says(stage, bob, asks)).text
    part(stage, bob, ann, on=False)
    assert "💌 Ann set a code" in (await says(stage, bob, "0123")).text
