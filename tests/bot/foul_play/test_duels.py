"""Duels that somebody spoils: by aborting without end, by a board that was left open, by reacting without end."""

import re

import pytest

from sandbox.client import Person
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import AT_ONCE, FRIENDLY, NO_CLOCK, RACE, Pair, boards_on, challenged, misses, paired, screen
from tests.bot.duels.seekers import FOUND, LOOKING, looks, looks_again, met, posts, waiting
from tests.bot.duels.talkers import heard, presses, says
from tests.bot.player import talk, turns_on

pytestmark = pytest.mark.asyncio(loop_scope="session")

# Who aborts games of the lobby before the first guess meets others, and meets them later each time
PAUSED = "left too many games before the first guess"


async def found(lobby: Stage) -> tuple[Person, Person]:
    ann, bob = await looks(lobby, "Ann"), await looks(lobby, "Bob")
    await bob.sees(FOUND)
    return ann, bob


async def abort(lobby: Stage, person: Person) -> None:
    await lobby.after(talk("/resign → Cancel the game?\n[✖️ Yes, cancel]", person))


async def test_the_third_abort_within_the_hour_makes_the_next_rival_wait(lobby: Stage) -> None:
    ann, bob = await found(lobby)
    for _ in range(2):
        await abort(lobby, ann)
        for person in (ann, bob):
            await lobby.after(looks_again(person))
        assert await waiting(lobby) == set()
    await abort(lobby, ann)
    asked = await ann.send("/lobby")
    await looks_again(bob)
    await looks_again(ann)
    seconds = re.search(r"in (\d+) seconds", (await ann.sees(PAUSED, after=asked)).text)
    assert seconds is not None
    assert 20 <= int(seconds[1]) <= 30
    assert PAUSED not in (await bob.sees(LOOKING)).text
    assert await waiting(lobby) == {ann.id, bob.id}, "they met three times, and nobody waits any longer for Ann"
    for name, rival, left in (("Cyd", bob, {ann.id}), ("Dan", ann, set())):
        newcomer = await looks(lobby, name)
        await newcomer.sees(FOUND)
        assert (met(lobby, rival, newcomer), await waiting(lobby)) == (1, left)
        lobby.bot.change("UPDATE seeks SET paired_from = 1")


async def test_who_is_paused_takes_nobody_from_the_list_either(lobby: Stage) -> None:
    ann = await lobby.sandbox.person("Ann")
    await ann.send("/duel")
    bob = await posts(lobby, "Bob")
    aborted = "INSERT INTO aborts (person_id, rival_id, aborted_at) VALUES (?, ?, strftime('%s'))"
    for rival in range(3):
        lobby.bot.change(aborted, ann.id, rival)
    answer = await ann.presses("▶️ Bob", on=await ann.sees("Open challenges", after=await ann.send("/lobby")))
    assert answer.alert
    assert PAUSED in (answer.text or "")
    assert await waiting(lobby) == {bob.id}


async def test_two_of_whom_one_aborted_do_not_meet_while_a_third_waits(lobby: Stage) -> None:
    ann, bob = await found(lobby)
    await abort(lobby, ann)
    cyd = await looks(lobby, "Cyd")
    lobby.bot.change("UPDATE seeks SET rating = 100")  # too far away for anybody, yet
    for person in (ann, bob):
        await looks_again(person)
        await person.sees(LOOKING)
    assert await waiting(lobby) == {ann.id, bob.id, cyd.id}


# A clock that runs and the game shown last win: a board that nobody has touched takes nothing from a match
TERMS = {"live": (), "no-clock": (FRIENDLY, NO_CLOCK), "live, on a touched board": ()}


async def newcomers(stage: Stage, *terms: tuple[str, ...], touched: bool = False) -> Pair:
    """Two who have opened the bot, each with the first board of their life, perhaps have guessed there, and meet."""
    pair = Pair(stage, await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob"))
    for person in pair.both:
        await talk("/start → hidden", person)
        if touched:
            (guess,) = misses(1, stage.secret_of(person.id))
            await talk(f"{guess} → 1. {guess}", person)
    await challenged(pair, AT_ONCE, *terms)
    return pair


async def guess_in_turn(pair: Pair, mover: Person, other: Person) -> None:
    """Each guesses once, and the second one's stands alone on their side."""
    await pair.guess(mover, "8901")
    await pair.guess(other, "8910")
    assert [turn[1] for turn in boards_on(screen(other).text)[0]] == ["8910"]


async def guesses_alone(stage: Stage, person: Person, begin: str) -> None:
    begun = await person.send(begin)
    await person.sees("hidden", after=begun)
    (guess,) = misses(1, stage.secret_of(person.id))
    await person.send(guess)
    board = await person.sees(f"1. {guess}", after=begun)
    assert [turn[1] for turn in turns_on(board.text)] == [guess]


@pytest.mark.parametrize("case", TERMS)
async def test_on_the_rivals_turn_codes_wait_and_talk_arrives(stage: Stage, case: str) -> None:
    pair = await newcomers(stage, *TERMS[case], touched="touched" in case)
    mover, other = await pair.keep("0123", "4567")
    await other.send("good luck to you")
    await mover.sees(f"💬 {other.name}: good luck to you")
    await talk("8901 → It’s not your turn yet. I’ll let you know.", other)
    await guess_in_turn(pair, mover, other)
    assert not any("Which one is" in message.text for person in pair.both for message in person.messages())


async def test_the_only_board_of_a_newcomer_and_one_that_was_begun_meanwhile_take_what_is_typed(stage: Stage) -> None:
    await guesses_alone(stage, await stage.sandbox.person("Ann"), "/start")
    pair = await newcomers(stage)
    mover, other = await pair.keep("0123", "4567")
    await guesses_alone(stage, other, "/play")
    await guess_in_turn(pair, mover, other)


async def test_two_races_at_once_are_told_apart_by_the_one_shown_last(stage: Stage) -> None:
    pair = await newcomers(stage, RACE, FRIENDLY)
    (guess,) = misses(1, pair.secret())
    await pair.guess(pair.bob, guess)
    assert [turn[1] for turn in boards_on(screen(pair.bob).text)[0]] == [guess]


# However often a rival reacts, it is one message, which changes; what is written stays a message each
TWELVE = "👍👏😄😮🤔🤝" * 2


async def test_twelve_reactions_are_one_message(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    await presses(pair, pair.alice, "💬")
    for at, sign in enumerate(TWELVE):
        if at % 4 == 0:
            stage.bot.change("UPDATE remarks SET said_at = said_at - 60")
        assert await presses(pair, pair.alice, sign) == f"{sign} → Bob"
    assert heard(pair.bob) == [f"💬 Alice: {TWELVE}"]


async def test_each_has_their_own_in_the_others_chat_words_stay_apart_and_so_do_matches(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    await presses(pair, pair.alice, "💬", "👍")
    await presses(pair, pair.bob, "💬", "👏")
    for words in ("hello!", "again!"):
        await says(pair, pair.alice, words)
    await presses(pair, pair.alice, "🤝")
    before = ["💬 Alice: again!", "💬 Alice: hello!", "💬 Alice: 👍🤝"]
    assert (sorted(heard(pair.bob)), heard(pair.alice)) == (before, ["💬 Bob: 👏"])
    await presses(pair, pair.alice, "Back")
    await pair.guess(pair.bob, pair.secret())
    for person in pair.both:
        await presses(pair, person, "Rematch")
    await presses(pair, pair.alice, "💬", "👏")
    assert sorted(heard(pair.bob)) == [*before, "💬 Alice: 👏"]
