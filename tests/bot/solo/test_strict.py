"""Strict games: only what can still be the secret is taken for a guess, and hints advise nothing else."""

from dataclasses import replace

import pytest

from bot.app.messages import Chat, Person
from bot.app.screen import Screen
from bot.app.stats.model import needed
from bot.game.model import MODES, Game, Phase, Seat
from bot.game.rules import Guess, IllegalMove, Reason, apply, was_strict
from solver.feedback import feedback_for, is_consistent
from solver.suggest import advise, advise_strictly
from solver.variant import variant_named
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.inside import Inside, inside
from tests.bot.player import by_bot, talk
from tests.solver.games import CLASSIC, history


@pytest.mark.parametrize("name", ["classic", "repeats", "mini", "colours", "5x8r"])
def test_a_guess_counts_exactly_if_it_can_be_the_secret(name: str) -> None:
    variant = variant_named(name)
    codes = list(variant.secrets())
    game = Game(variant, MODES["strict"], (codes[len(codes) // 3],))
    for guess in codes[:: len(codes) // 60 or 1]:
        if game.phase is Phase.OVER:
            break
        if is_consistent(guess, game.history_of(Seat(0))):
            game = apply(game, Guess(Seat(0), guess)).game
            continue
        with pytest.raises(IllegalMove) as refused:
            apply(game, Guess(Seat(0), guess, knowingly=True))
        assert refused.value.reason is Reason.RULED_OUT
        for tried, _ in game.history_of(Seat(0)):
            with pytest.raises(IllegalMove) as refused:
                apply(game, Guess(Seat(0), tried, knowingly=True))
            assert refused.value.reason is Reason.ASKED_BEFORE
    assert len(game.turns) > 1


@pytest.mark.parametrize("turns", ["", "0123=0B1C", "0123=1B1C 0456=0B1C", "0123=0B2C 3456=1B0C"])
def test_the_advice_can_be_the_secret_and_is_the_best_one_where_that_can(turns: str) -> None:
    told = history(turns)
    advice, free = advise_strictly(CLASSIC, told), advise(CLASSIC, told)
    assert advice.consistent
    assert is_consistent(advice.guess, told)
    assert advice.candidates == free.candidates
    assert not free.consistent or advice == free


def test_strict_games_are_won_by_the_advice_alone_where_each_guess_could_have_been_the_code() -> None:
    secret, told = CLASSIC.parse("9170"), history("")
    while not told or told[-1][1].bulls < CLASSIC.length:
        guess = advise_strictly(CLASSIC, told).guess
        assert is_consistent(guess, told)
        told = (*told, (guess, feedback_for(guess, secret)))
    assert len(told) <= 9
    strict = []
    for guesses in ("0834", "0123 0834", "0123 4567 0834", "5678 0834", "0123 0123 0834", "0123 8450"):
        game = Game(CLASSIC, MODES["solo"], (CLASSIC.parse("0834"),))
        for code in map(CLASSIC.parse, guesses.split()):
            game = apply(game, Guess(Seat(0), code, knowingly=True)).game
        strict += [guesses] * was_strict(game, Seat(0))
    assert strict == ["0123 0834", "5678 0834"]
    assert needed("solo", "classic") is not None
    assert needed("strict", "classic") is None, "no table compares them"


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("secret", ["4560", "9876"])
async def test_todays_code_is_not_shown_to_who_resigns_and_marked_if_broken_so(stage: Stage, secret: str) -> None:
    alice = await stage.sandbox.person("Alice")
    await stage.after(alice.send("/daily"))
    position = stored.position(stage.bot, alice.id)
    stored.set_position(stage.bot, alice.id, position.replace(position.split()[2], secret))
    asks = "Resign today’s game? No stars, and the day counts as missed"
    board = await talk(f"0123 → 1. 0123\n4567 → 2. 4567\n/resign → {asks}", alice)
    assert board.button("🏳️ Yes, resign")
    assert not board.button("Yes, show it")
    await stage.after(alice.send(secret))
    assert ("⚖️" in by_bot(alice)[-1].text) == (secret == "9876")


async def said_of(bot: Inside, *texts: str) -> str:
    for text in texts:
        *_, (_, _, _, shown) = [sent for sent in await bot.says(text) if isinstance(sent, tuple)]
    assert isinstance(shown, Screen)
    return shown.html


@pytest.mark.parametrize(("chat", "way"), [(1001, ""), (-5, "/g ")])
async def test_the_refusal_says_which_guess_rules_it_out_and_the_end_that_it_was_strict(chat: int, way: str) -> None:
    async with inside((6, 7, 8, 9), Chat(chat)) as bot:
        board = await said_of(bot, "/play@BullsBot strict", f"{way}0123", f"{way}8901")
        assert "<code>8901</code> can’t be the secret: guess 1 rules it out." in board
        assert "2. " not in board
        assert "⚖️ Strict" in board
        end = await said_of(bot, f"{way}4567", f"{way}6789")
        assert "⚖️ Strict · 4 different digits" in end.splitlines()[0]
        assert "The secret was <code>6789</code>" in end
        assert not any(words in end for words in ("Weakest", "cost most", "erfect play"))
        assert "⚖️" not in await said_of(bot, "/play@BullsBot"), "the next game is an ordinary one"
        board = await said_of(bot, "/play@BullsBot strict evil")
        assert "evil" in board.casefold()
        assert "⚖️" not in board


TRIED, RULED_OUT = "You’ve already tried 0123: ", "<code>0123</code> can’t be the secret: guess 1 rules it out."


async def test_a_guess_that_is_sent_again_is_said_to_be_tried_however_often_and_never_to_count() -> None:
    async with inside((6, 7, 8, 9), Chat(1001)) as bot:
        await said_of(bot, "/play strict", "0123")
        for _ in range(3):
            board = await said_of(bot, "0123")
            assert TRIED in board
            assert "Send it again" not in board
            assert RULED_OUT not in board
        assert "2. " in await said_of(bot, "4567")


async def test_in_a_group_only_who_has_made_the_guess_is_told_so() -> None:
    async with inside((6, 7, 8, 9), Chat(-5)) as bot:
        await said_of(bot, "/play@BullsBot strict", "/g 0123")
        board = await said_of(replace(bot, person=Person(1002, "Bob", "en")), "/g 0123")
        assert RULED_OUT in board
        assert TRIED not in board
        board = await said_of(bot, "/g 0123")
        assert RULED_OUT not in board
        assert TRIED in board
