"""Guessing a number, either way round, in private, in groups and beside other games: through the bot's real process."""

import hashlib
import re

import pytest

from bot.app.texts import texts_in
from bot.game.number import NumberGame, number_game_at
from sandbox.client import Person
from solver.interval import Question, Relation, between
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import RACE, misses, paired
from tests.bot.player import data_of, friends, presses_at_once, says, sees_only, talk, wrong_guesses
from tests.bot.reader import bare
from tests.bot.seals import seals_in

pytestmark = pytest.mark.asyncio(loop_scope="session")
WORDS = {"en": ("yes", "no"), "uk": ("так", "ні"), "ru": ("да", "нет")}
EVERY_LANGUAGE = pytest.mark.parametrize("language", WORDS)
MASTER = {"en": "🏆 You’re a Master of the game!", "uk": "майстер гри", "ru": "мастер игры"}
GUESSED = {
    "en": ("higher", "lower", "Only one number left. Name it!"),
    "uk": ("більше", "менше", "Лишилося єдине число. Назви його!"),
    "ru": ("больше", "меньше", "Осталось единственное число. Назови его!"),
}


def game_of(stage: Stage, chat: int) -> NumberGame:
    return number_game_at(stored.number_line(stage.bot, chat))


def number_of(stage: Stage, chat: int) -> int:
    kept = game_of(stage, chat).secret
    assert kept is not None
    return kept


async def halved(stage: Stage, person: Person) -> int:
    """Ask until only one number is left, each time what halves the rest; that number."""
    while (game := game_of(stage, person.id)).only is None:
        assert game.left is not None
        await says(stage, person, str(game.left.best_question))
    return number_of(stage, person.id)


async def begun(stage: Stage, argument: str = "", language: str = "en") -> Person:
    player = await stage.sandbox.person("Alice", language)
    await says(stage, player, f"/number {argument}")
    return player


async def keeping(stage: Stage, argument: str = "", language: str = "en") -> Person:
    """Somebody who keeps a number, for the bot to find."""
    player = await begun(stage, argument, language)
    await says(stage, player, "[🤔]")
    return player


@EVERY_LANGUAGE
async def test_whoever_halves_is_a_master(stage: Stage, language: str) -> None:
    alice = await begun(stage, language=language)
    end = await says(stage, alice, str(await halved(stage, alice)))
    path = [f"{turn.question}\u00a0{WORDS[language][not turn.answer]}" for turn in game_of(stage, alice.id).turns[:-1]]
    assert " · ".join(path) in end.text
    await sees_only(alice, MASTER[language])
    profile = await says(stage, alice, "/profile")
    assert texts_in(language).counted("number.masteries", 1, widest=100) in profile.text


@EVERY_LANGUAGE
async def test_whoever_took_a_hint_is_no_master_and_hears_so_kindly(stage: Stage, language: str) -> None:
    alice, texts = await begun(stage, "1 8", language), texts_in(language)
    board = await says(stage, alice, "/hint", "/hint")
    assert bare(texts.html("number.hint", question=">4", count=1)) in board.text
    await says(stage, alice, ">4", "/hint")
    end = await says(stage, alice, str(await halved(stage, alice)))
    assert texts.plain("number.master-but") in end.text
    assert texts.counted("end.hints", 2) in end.text
    assert texts.plain("number.master") not in end.text
    profile = await says(stage, alice, "/profile")
    assert texts.counted("number.masteries", 1, widest=8) not in profile.text


@EVERY_LANGUAGE
async def test_a_number_is_answered_higher_or_lower_by_whoever_keeps_the_other(stage: Stage, language: str) -> None:
    alice, texts = await begun(stage, language=language), texts_in(language)
    higher, lower, only = GUESSED[language]
    while not (game := game_of(stage, alice.id)).is_over:
        assert game.left is not None
        number = game.left.middle
        board = await says(stage, alice, str(number))
        if number != game.secret:
            said = texts.plain("number.higher" if number < (game.secret or 0) else "number.lower")
            turn = f"{len(game.turns) + 1}. {number}\u00a0\u00a0{said}"
            assert turn in board.text
            assert (only in board.text) == (game_of(stage, alice.id).only is not None)
    assert texts.counted("end.guesses", len(game.turns)) in board.text
    assert texts.plain("number.master") in board.text
    alice = await keeping(stage, "1 100", language)
    board = await says(stage, alice, lower, higher)
    turns = (f"1. 50\u00a0\u00a0{texts.plain('number.lower')}", f"2. 25\u00a0\u00a0{texts.plain('number.higher')}")
    assert ([turn in board.text for turn in turns], game_of(stage, alice.id).left) == ([True, True], between(26, 49))


async def test_any_number_can_be_keyed_and_asked_about(stage: Stage) -> None:
    alice = await begun(stage, "-50 50")
    board = await says(stage, alice, "[⌨️]")
    assert (await alice.presses("=", on=board)).text == "Tap a number first, then the sign."
    board = await says(stage, alice, "[1]", "[7]", "[±]", "[9]", "[⌫]")
    assert "✍️ -17" in board.text
    assert "<=-17" in board.buttons
    board = await says(stage, alice, "[>=-17]")
    assert "1. >=-17" in board.text
    assert "✍️" not in board.text


@pytest.mark.parametrize(("argument", "keeps", "button"), [("", False, ">30"), ("1 1000", True, "Yes")])
async def test_pressing_often_asks_or_answers_once(stage: Stage, argument: str, button: str, *, keeps: bool) -> None:
    alice = await (keeping if keeps else begun)(stage, argument)
    board = await says(stage, alice)
    await presses_at_once(alice, button, board)
    await stage.quiet()
    assert len(game_of(stage, alice.id).turns) == 1


async def test_a_range_that_will_not_do_is_refused_kindly(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    both = "Give me both ends of the range, like /number 1 1000 or /number -50 50"
    await talk(
        f"""/number many → {both}
        /number 7 7 → One number is too easy. Take at least two: /number 1 2
        /number 1.5 2 → {both}
        /number 1 9999999999 → That’s too far! I count from -1000000000 to 1000000000.""",
        alice,
    )
    assert stored.number_games(stage.bot, alice.id) == 0


async def test_the_proof_holds(stage: Stage) -> None:
    alice = await begun(stage, "-9 -1")
    (sealed,) = seals_in(await says(stage, alice))
    end = await says(stage, alice, "/resign", "[🔒]")
    salt, sought = re.search(r"Salt ([0-9a-f]{32})", end.text), number_of(stage, alice.id)
    assert salt
    digest = hashlib.sha256(f"{sought} {salt[1]}".encode()).hexdigest()
    assert digest in end.text
    assert digest == sealed
    assert f"printf %s '{sought} {salt[1]}' | sha256sum" in end.text


async def test_a_new_game_in_the_middle_of_one_stands_beside_it(stage: Stage) -> None:
    alice = await begun(stage)
    first = await says(stage, alice, ">50")
    board = await says(stage, alice, "/number 1 1000")
    assert "from 1 to 1000" in board.text
    assert "🎮 Unfinished games: /games" in board.text
    await alice.send("<=70", reply_to=first)
    await alice.sees("1. >50", after=board)


async def test_a_forged_button_changes_nothing_nor_does_one_of_an_older_board(stage: Stage) -> None:
    alice = await begun(stage, "1 10")
    board = await says(stage, alice)
    half = data_of(board, ">3")
    for argument in ("eq77", "xx5", "gt99999999999", ""):
        await alice.forges(half.rpartition(":")[0] + f":{argument}".rstrip(":"), on=board)
        await stage.quiet()
        assert game_of(stage, alice.id).turns == ()
    await says(stage, alice, "/resign")
    assert (await alice.forges("1:nask:0123456789abcdef:0:gt50", on=board)).text
    assert game_of(stage, alice.id).turns == ()


async def test_a_game_goes_on_after_a_kill(own_stage: Stage) -> None:
    alice = await begun(own_stage)
    await says(own_stage, alice, ">50")
    await own_stage.bot.kill()
    await own_stage.bot.start()
    before = game_of(own_stage, alice.id)
    assert before.left is not None
    board = await says(own_stage, alice, str(before.left.best_question))
    assert "2 questions so far" in board.text
    assert game_of(own_stage, alice.id).secret == before.secret
    assert Question(Relation.GREATER, 50) == before.turns[0].question


async def test_beside_a_game_of_codes_each_gets_what_is_typed_for_it_once_both_were_begun(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    assert "That looks like a question about a number." in (await says(stage, alice, ">50")).text
    board = await says(stage, alice, "/play", ">50")
    assert "That looks like a question about a number. /number starts that game." in board.text
    assert "I have a secret" in board.text
    first, guess = wrong_guesses(stage.secret_of(alice.id), 2)
    board = await says(stage, alice, first, "/number", "101", "/games")
    assert "🔢 A number from 1 to 100" in board.text
    assert f"2. {guess}" in (await says(stage, alice, "[🎯]", guess)).text
    assert "1. >50" in (await says(stage, alice, ">50")).text
    assert "💡 This halves what’s left:" in (await says(stage, alice, "/hint")).text


async def test_beside_a_match_questions_are_for_the_number_and_codes_for_whatever_is_looked_at(stage: Stage) -> None:
    pair = await paired(stage, RACE)
    board = await says(stage, pair.alice, "/number", ">50", "=1000")
    assert "You already know: no. Not counted." in board.text
    (guess,) = misses(1, pair.secret())
    await says(stage, pair.alice, "/games", "[🏁 Race · Bob]", guess)
    assert guess in pair.position()
    assert "You already know: no. Not counted." in (await says(stage, pair.alice, "<1")).text
    assert "/number" not in (await says(stage, pair.bob, ">50")).text


async def test_a_lie_is_noticed_named_and_put_right(stage: Stage) -> None:
    alice = await keeping(stage, "1 8")
    assert "👉 Then it’s 4. Right?" in (await says(stage, alice, "no", "yes", "yes")).text
    board = await says(stage, alice, "[❌ No]", "7")
    assert board.buttons == ("🔧 >4: no → yes", "↩️ All answers", "🏳️ Stop")
    assert ">2: yes → no" in (await says(stage, alice, "[All answers]")).buttons
    board = await says(stage, alice, "7", "[🔧 >4]", "[✅ Yes]", "[❌ No]", "[✅ Yes]")
    assert "Your number is 7!" in board.text


async def test_everybody_asks_and_whoever_names_it_is_named(stage: Stage) -> None:
    group, alice, bob, carol = await friends(stage)
    board = await says(stage, alice, "/number 1 4", chat=group)
    assert "/guess 2" in board.text
    await says(stage, alice, "/guess >2", chat=group)
    sought = number_of(stage, group.id)
    await bob.send(f"={(0, 2, 1, 4, 3)[sought]}", chat=group, reply_to=board)
    shown = await says(stage, alice, chat=group)
    assert shown.id == board.id
    assert [line.rpartition("\u00a0")[2] for line in shown.text.splitlines()[2:4]] == ["Alice", "Bob"]
    end = await says(stage, carol, f"[🎯 {sought}]", chat=group)
    assert "! Carol got it." in end.text
    assert "🏆 You’re Masters of the game, all of you!" in end.text


async def test_chatter_gets_silence_and_each_keys_a_number_of_their_own_even_after_a_move(stage: Stage) -> None:
    group, alice, bob, _ = await friends(stage)
    board = await says(stage, alice, "/number", "/resign", chat=group)
    for text in ("yes", "ні", "+", "so close!"):
        await bob.send(text, chat=group, reply_to=board)
    shown = await says(stage, bob, ">50", "42", chat=group)
    assert (shown.id, shown.text) == (board.id, board.text)
    board = await says(stage, alice, "/number", "[⌨️]", chat=group)
    for person, key, keyed in ((alice, "3", "3"), (bob, "7", "7"), (alice, "5", "35")):
        assert (await person.presses(key, on=board)).text == keyed
    assert "✍️" not in (await says(stage, alice, chat=group)).text
    board = await says(stage, bob, "[<=]", chat=group)
    assert (board.text.splitlines()[2][:7], board.text.splitlines()[2][-3:]) == ("1. <=7\u00a0", "Bob")
    await talk("→ 1 question so far\nBob: /guess 1000 → so not 1000", alice, bob, chat=await group.migrate())
