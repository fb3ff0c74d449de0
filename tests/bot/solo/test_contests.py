"""Friends break the same secret, each in their own time: as people do it, through the bot's real process."""

import asyncio
import re

import pytest

from sandbox.client import Message, Person
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.solo.test_private_game import begun, wrong_guesses
from tests.bot.turns import turns_on

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def played(stage: Stage, person: Person, wrong: int, *, gives_up: bool = False) -> Message:
    """The person plays the game that is on to its end; their end screen."""
    secret = stage.secret_of(person.id)
    for number, guess in enumerate(wrong_guesses(secret, wrong), 1):
        await person.send(guess)
        await person.sees(f"{number}. {guess}")
    await person.send("/resign" if gives_up else secret)
    return await person.sees("🏳️ The secret was" if gives_up else "🎉")


async def with_contest(stage: Stage, *, wrong: int = 2) -> tuple[Person, str]:
    """Ann has broken a secret, and has a link for her friends."""
    ann = await begun(stage, "Ann")
    end = await played(stage, ann, wrong)
    await ann.presses("Beat my game", on=end)
    return ann, link_of(await ann.sees("Can your friends do better?"))


def link_of(screen: Message) -> str:
    copied = screen.button("Copy")
    assert copied
    assert re.search(r"\?start=b[A-Za-z0-9_-]{22}$", copied.value)
    return copied.value


async def joined(stage: Stage, name: str, link: str, language: str = "en") -> Person:
    friend = await stage.sandbox.person(name, language)
    await friend.opens(link)
    await friend.presses("Begin")
    await friend.sees("🔒")
    return friend


def fingerprint(board: Message) -> str:
    found = re.search(r"🔒 ([0-9a-f]{16})$", board.text, re.MULTILINE)
    assert found, board.text
    return found[1]


def digits_in(results: Message) -> list[str]:
    """The guesses that stand below the results."""
    return re.findall(r"^\d+\. (\d{4})\u00a0", results.text.partition("🏁")[2], re.MULTILINE)


async def test_three_friends_break_one_secret_and_see_who_did_best(stage: Stage) -> None:
    ann, link = await with_contest(stage)
    secret = stage.secret_of(ann.id)
    bob, eve, kim = [await joined(stage, name, link) for name in ("Bob", "Eve", "Kim")]
    for friend in (bob, eve, kim):
        assert stage.secret_of(friend.id) == secret
        board = await friend.sees("Ann broke the secret in 3 guesses: beat that!")
        assert fingerprint(board) == fingerprint(await ann.sees("🎉"))
    end = await played(stage, bob, 1)
    assert "1. Bob · 2 guesses · ⏱" in end.text
    assert "2. Ann · 3 guesses · ⏱" in end.text
    assert "Still guessing: Eve, Kim" in end.text
    assert digits_in(end) == []
    assert "The digits are shown once" in end.text
    heard = await ann.sees("Bob has broken the secret in 2 guesses!")
    assert digits_in(heard) == []
    await played(stage, kim, 4, gives_up=True)
    await bob.sees("3. Kim · 🏳️ 4 guesses")
    await ann.sees("Kim has given up after 4 guesses.")
    end = await played(stage, eve, 0)
    assert "1. Eve · 1 guess · ⏱" in end.text
    await stage.quiet()
    for seen in (end, await bob.sees("🏁"), await kim.sees("🏁"), await ann.sees("🏁")):
        assert digits_in(seen).count(secret) == 3
        assert "The digits are shown once" not in seen.text


async def test_only_whoever_invited_hears_of_it_by_a_new_message(stage: Stage) -> None:
    ann, link = await with_contest(stage)
    bob, eve = [await joined(stage, name, link) for name in ("Bob", "Eve")]
    first = await played(stage, bob, 1)
    heard = await ann.sees("Bob has broken")
    await played(stage, eve, 2)
    assert (await ann.sees("Eve has broken", after=heard)).id > heard.id
    await stage.quiet()
    assert (await bob.sees("Eve · 3 guesses")).id == first.id
    assert len([message for message in ann.messages() if "🏁" in message.text]) == 1


async def test_each_takes_part_once(stage: Stage) -> None:
    ann, link = await with_contest(stage)
    bob = await joined(stage, "Bob", link)
    guess = wrong_guesses(stage.secret_of(ann.id), 1)[0]
    await bob.send(guess)
    await bob.sees("1 guess so far")
    await bob.opens(link)
    board = await bob.sees("1 guess so far")
    assert len(turns_on(board.text)) == 1
    await played(stage, bob, 2)
    await bob.opens(link)
    await stage.quiet()
    assert "🏁 Results" in bob.messages()[-1].text
    assert stored.games(stage.bot, bob.id) == 1


async def test_whoever_has_never_played_is_told_how_it_goes(stage: Stage) -> None:
    _, link = await with_contest(stage)
    bob = await stage.sandbox.person("Bob")
    await bob.opens(link)
    offer = await bob.sees("You guess: 4 digits, all different.")
    assert "🐂 a right symbol in its place" in offer.text
    await bob.presses("Rules", on=offer)
    rules = await bob.sees("📖 Bulls and Cows")
    assert rules.id > offer.id
    await bob.presses("Begin", on=offer)
    board = await bob.sees("Ann broke the secret", after=rules)
    assert "🐂 a right symbol in its place" in board.text


async def test_whoever_has_played_is_not_told_how_it_goes(stage: Stage) -> None:
    _, link = await with_contest(stage)
    eve = await begun(stage, "Eve")
    await eve.opens(link)
    offer = await eve.sees("You guess: 4 digits, all different.")
    assert "a right symbol in its place" not in offer.text
    assert offer.button("Rules")
    await eve.presses("Begin", on=offer)
    board = await eve.sees("Ann broke the secret")
    assert "a right symbol in its place" not in board.text


async def test_beginning_twice_at_once_begins_one_game(stage: Stage) -> None:
    _, link = await with_contest(stage)
    bob = await stage.sandbox.person("Bob")
    await bob.opens(link)
    offer = await bob.sees("beat that!")
    begin = offer.button("Begin")
    assert begin
    await asyncio.gather(*(bob.forges(begin.value, on=offer) for _ in range(3)))
    await stage.quiet()
    assert stored.games(stage.bot, bob.id) == 1


async def test_ones_own_link_leads_to_what_one_sends_on(stage: Stage) -> None:
    ann, link = await with_contest(stage)
    await ann.opens(link)
    await stage.quiet()
    shown = ann.messages()[-1]
    assert link_of(shown) == link
    assert shown.button("Begin") is None
    assert stored.games(stage.bot, ann.id) == 1


async def test_the_button_leads_to_one_contest_however_often_it_is_pressed(stage: Stage) -> None:
    ann, link = await with_contest(stage)
    await ann.presses("Beat my game", on=await ann.sees("🎉"))
    await stage.quiet()
    assert link_of(ann.messages()[-1]) == link


async def test_a_game_that_is_on_goes_on_beside_it(stage: Stage) -> None:
    _, link = await with_contest(stage)
    bob = await begun(stage, "Bob")
    await bob.send(wrong_guesses(stage.secret_of(bob.id), 1)[0])
    await bob.sees("1 guess so far")
    await bob.opens(link)
    await bob.presses("Begin")
    board = await bob.sees("Ann broke the secret")
    assert "Other games here go on too" in board.text
    assert stored.running_games(stage.bot, bob.id) == 2


async def test_a_game_of_a_contest_is_not_put_away_for_another(stage: Stage) -> None:
    _, link = await with_contest(stage)
    bob = await joined(stage, "Bob", link)
    await bob.send("/play")
    await bob.sees("Other games here go on too")
    assert stored.running_games(stage.bot, bob.id) == 2


async def test_giving_up_is_told_to_those_who_take_part(stage: Stage) -> None:
    ann, link = await with_contest(stage)
    bob = await joined(stage, "Bob", link)
    await bob.send(wrong_guesses(stage.secret_of(bob.id), 1)[0])
    await bob.presses("Give up", on=await bob.sees("1 guess so far"))
    await bob.presses("Yes, show it")
    await ann.sees("Bob has given up after 1 guess.")


async def test_a_game_finishes_once_whatever_is_pressed_on_its_board_later(stage: Stage) -> None:
    _, link = await with_contest(stage)
    bob, eve, kim = [await joined(stage, name, link) for name in ("Bob", "Eve", "Kim")]
    end = await played(stage, bob, 1)
    await bob.presses("Proof", on=end)
    end = await bob.sees("🔒 Salt")
    assert "Still guessing: Eve, Kim" in end.text
    end = await played(stage, eve, 0)
    assert "Still guessing: Kim" in end.text
    assert digits_in(end) == []
    assert digits_in(await played(stage, kim, 0))


async def test_a_card_in_any_chat_leads_to_the_game(stage: Stage) -> None:
    ann, _ = await with_contest(stage)
    bob = await stage.sandbox.person("Bob")
    pair = await ann.meets(bob)
    cards = await ann.switches("Send to a friend", pair)
    assert cards.titles == ("🎯 Beat my game",)
    card = await ann.chooses(cards.card("Beat"), pair)
    assert card.text == "🏆 Ann broke the secret in 3 guesses: beat that!"
    tries = card.button("Try it")
    assert tries
    await bob.opens(tries)
    await bob.presses("Begin")
    end = await played(stage, bob, 0)
    assert "1. Bob · 1 guess" in end.text
    assert (await ann.sees("Bob has broken")).button("Send to a friend")


async def test_whoever_took_part_sends_the_same_game_on(stage: Stage) -> None:
    _, link = await with_contest(stage)
    bob = await joined(stage, "Bob", link)
    send = (await played(stage, bob, 1)).button("Send to a friend")
    assert send
    assert send.value == link.partition("start=")[2]


async def test_a_group_sends_its_game_to_those_outside(stage: Stage) -> None:
    ann, bob, eve = [await stage.sandbox.person(name) for name in ("Ann", "Bob", "Eve")]
    group = await stage.sandbox.group("Friends", ann, bob)
    await ann.send("/play", chat=group)
    await ann.sees("I have a secret", chat=group)
    secret = stage.secret_of(group.id)
    await ann.send(f"/g {wrong_guesses(secret, 1)[0]}", chat=group)
    await ann.sees("1 guess so far", chat=group)
    await bob.send(f"/g {secret}", chat=group)
    await bob.sees("the winning guess is by Bob", chat=group)
    answer = await bob.presses("Beat my game", chat=group)
    await bob.opens(answer)
    link = link_of(await bob.sees("Can your friends do better?"))
    await eve.opens(link)
    await eve.sees("Ann + Bob broke the secret in 2 guesses: beat that!")
    await eve.presses("Begin")
    end = await played(stage, eve, 0)
    assert "2. Ann + Bob · 2 guesses" in end.text
    await bob.sees("Eve has broken the secret in 1 guess!")


async def test_a_game_that_nobody_tried_is_not_offered(stage: Stage) -> None:
    ann = await begun(stage, "Ann")
    await ann.send("/resign")
    assert (await ann.sees("The secret was")).button("Beat my game") is None


async def test_a_link_that_leads_nowhere_greets(stage: Stage) -> None:
    ann = await stage.sandbox.person("Ann")
    await ann.opens("b" + "A" * 22)
    await ann.sees("Hi, Ann!")


async def test_nothing_is_lost_when_the_bot_dies(own_stage: Stage) -> None:
    stage = own_stage
    ann, link = await with_contest(stage)
    bob, eve = [await joined(stage, name, link) for name in ("Bob", "Eve")]
    await played(stage, bob, 1)
    await ann.sees("Bob has broken")
    await stage.bot.kill()
    secret = stage.secret_of(ann.id)
    await eve.send(secret)
    await stage.bot.start()
    end = await eve.sees("🎉")
    assert "1. Eve · 1 guess" in end.text
    await ann.sees("Eve has broken the secret in 1 guess!")
    await stage.quiet()
    seen = await bob.sees("🏁")
    assert digits_in(seen).count(secret) == 3
    (salt,) = stage.bot.rows("SELECT body ->> 'salt' FROM contests")[0]
    assert len(salt) == 32
    assert salt not in stage.bot.told()


async def test_all_who_finish_at_once_are_counted(stage: Stage) -> None:
    ann, link = await with_contest(stage)
    secret = stage.secret_of(ann.id)
    friends = [await joined(stage, name, link) for name in ("Bob", "Eve", "Kim")]
    await asyncio.gather(*(friend.send(secret) for friend in friends))
    for friend in friends:
        await friend.sees("🎉")
    await stage.quiet()
    for person in (ann, *friends):
        assert digits_in(await person.sees("🏁")).count(secret) == 4
