"""Friends break the same secret, each in their own time: as people do it, through the bot's real process."""

import asyncio

import pytest

from tests import stored
from tests.bot.conftest import Stage
from tests.bot.player import begun, turns_on, unfolded, wrong_guesses
from tests.bot.solo.contestants import digits_in, fingerprint, joined, played, with_contest

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_three_friends_break_one_secret_and_see_who_did_best(stage: Stage) -> None:
    ann, link = await with_contest(stage)
    secret = stage.secret_of(ann.id)
    bob, eve, kim = [await joined(stage, name, link) for name in ("Bob", "Eve", "Kim")]
    for friend in (bob, eve, kim):
        assert stage.secret_of(friend.id) == secret
        board = await friend.sees("🏆 Ann cracked it in 3 guesses: beat that!")
        assert fingerprint(board) == fingerprint(await ann.sees("🎉"))
    end = await played(stage, bob, 1)
    assert "1. Bob · 2 guesses · ⏱" in end.text
    assert "2. Ann · 3 guesses · ⏱" in end.text
    assert "Still guessing: Eve, Kim" in end.text
    assert digits_in(end) == []
    assert "🙈 Digits are shown once everybody has finished." in end.text
    heard = await ann.sees("🔔 Bob cracked it in 2 guesses!")
    assert digits_in(heard) == []
    await played(stage, kim, 4, gives_up=True)
    await bob.sees("3. Kim · 🏳️ 4 guesses")
    await ann.sees("🔔 Kim resigned after 4 guesses.")
    end = await played(stage, eve, 0)
    assert "1. Eve · 1 guess · ⏱" in end.text
    await stage.quiet()
    for seen in (end, await bob.sees("🏁"), await kim.sees("🏁"), await ann.sees("🏁")):
        assert digits_in(seen).count(secret) == 3
        assert "🙈 Digits are shown once everybody has finished." not in seen.text


async def test_only_whoever_invited_hears_of_it_by_a_new_message(stage: Stage) -> None:
    ann, link = await with_contest(stage)
    bob, eve = [await joined(stage, name, link) for name in ("Bob", "Eve")]
    first = await played(stage, bob, 1)
    heard = await ann.sees("🔔 Bob cracked it in")
    await played(stage, eve, 2)
    assert (await ann.sees("🔔 Eve cracked it in", after=heard)).id > heard.id
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
    assert "🏁 Results" in "".join(message.text for message in bob.messages()[-2:])  # whoever was lucky achieves more
    assert stored.games(stage.bot, bob.id) == 1


async def test_a_game_that_is_on_goes_on_beside_it(stage: Stage) -> None:
    _, link = await with_contest(stage)
    bob = await begun(stage, "Bob")
    await bob.send(wrong_guesses(stage.secret_of(bob.id), 1)[0])
    await bob.sees("1 guess so far")
    await bob.opens(link)
    board = await bob.sees("🏆 Ann cracked it in")
    assert "🎮 Your other games are still open: /games" in board.text
    assert stored.running_games(stage.bot, bob.id) == 2


async def test_a_game_of_a_contest_is_not_put_away_for_another(stage: Stage) -> None:
    _, link = await with_contest(stage)
    bob = await joined(stage, "Bob", link)
    await bob.send("/play")
    await bob.sees("🎮 Your other games are still open: /games")
    assert stored.running_games(stage.bot, bob.id) == 2


async def test_giving_up_is_told_to_those_who_take_part(stage: Stage) -> None:
    ann, link = await with_contest(stage)
    bob = await joined(stage, "Bob", link)
    await bob.send(wrong_guesses(stage.secret_of(bob.id), 1)[0])
    await bob.presses("Resign", on=await bob.sees("1 guess so far"))
    await bob.presses("Yes, show it")
    await ann.sees("🔔 Bob resigned after 1 guess.")


async def test_a_game_finishes_once_whatever_is_pressed_on_its_board_later(stage: Stage) -> None:
    _, link = await with_contest(stage)
    bob, eve, kim = [await joined(stage, name, link) for name in ("Bob", "Eve", "Kim")]
    end = await played(stage, bob, 1)
    await bob.presses("Proof", on=await unfolded(stage, bob, end, "Review"))
    end = await bob.sees("🔒 Salt")
    assert "Still guessing: Eve, Kim" in end.text
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
    end = await eve.sees("🎉")
    assert "1. Eve · 1 guess" in end.text
    await ann.sees("🔔 Eve cracked it in 1 guess!")
    await stage.quiet()
    seen = await bob.sees("🏁")
    assert digits_in(seen).count(secret) == 3
    (salt,) = stage.bot.rows("SELECT body ->> 'salt' FROM contests")[0]
    assert len(salt) == 32
    assert salt not in stage.bot.log_text()


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


async def test_a_try_may_be_asked_for_without_hints(stage: Stage) -> None:
    ann, link = await with_contest(stage)
    offer = await ann.sees("Can your friends do better?")
    await ann.presses("Hints: allowed", on=offer)
    offer = await ann.sees("💪 No hints for whoever tries.")
    await ann.presses("Hints: none", on=offer)
    await stage.quiet()
    assert "no hints" not in (await ann.sees("Can your friends do better?")).text
    await ann.presses("Hints: allowed", on=await ann.sees("Can your friends do better?"))
    offer = await ann.sees("💪 No hints for whoever tries.")
    bob = await joined(stage, "Bob", link)
    board = await bob.sees("💪 No hints this time.")
    assert board.button("Hint") is None
    await bob.send("/hint")
    await bob.sees("💪 No hints this time: Ann asked for none. Notes are free, though.")
    await bob.send("?0123")
    await bob.sees("No hints this time")
    await stage.quiet()
    assert (await ann.sees("💪 No hints for whoever tries.")).button("Hints") is None
    late = offer.button("Hints: none")
    assert late
    answer = await ann.forges(late.value, on=offer)
    assert "the terms stay as they are" in (answer.text or "")
    eve = await joined(stage, "Eve", link)
    await eve.sees("💪 No hints this time.")


async def test_nobody_else_says_whether_tries_have_hints(stage: Stage) -> None:
    ann, link = await with_contest(stage)
    offer = await ann.sees("Can your friends do better?")
    bob = await joined(stage, "Bob", link)
    pressed = offer.button("Hints")
    assert pressed
    await bob.forges(pressed.value, on=await bob.sees("🏆 Ann cracked it in"))
    await stage.quiet()
    kim = await joined(stage, "Kim", link)
    assert (await kim.sees("🏆 Ann cracked it in")).button("Hint")
