"""Strict games: only what can still be the secret is taken for a guess, and hints advise nothing else."""

import pytest

from bot.app.model.ledger import needed
from bot.game.model import MODES, Game, Phase, Seat
from bot.game.rules import Guess, IllegalMove, Reason, apply, was_strict
from sandbox.client import Group, Person
from solver.advice import advise, advise_strictly
from solver.feedback import feedback_for, is_consistent
from solver.variant import VARIANTS, variant_named
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.solo.test_costliest import played
from tests.solver.games import history

CLASSIC = VARIANTS["classic"]
in_the_bot = pytest.mark.asyncio(loop_scope="session")


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
    assert len(game.turns) > 1


@pytest.mark.parametrize("turns", ["", "0123=0B1C", "0123=1B1C 0456=0B1C", "0123=0B2C 3456=1B0C"])
def test_the_advice_can_be_the_secret_and_is_the_best_one_where_that_can(turns: str) -> None:
    told = history(turns)
    advice, free = advise_strictly(CLASSIC, told), advise(CLASSIC, told)
    assert advice.consistent
    assert is_consistent(advice.guess, told)
    assert advice.candidates == free.candidates
    assert not free.consistent or advice == free


def test_strict_games_are_won_by_the_advice_alone() -> None:
    secret, told = CLASSIC.parse("9170"), history("")
    while not told or told[-1][1].bulls < CLASSIC.length:
        guess = advise_strictly(CLASSIC, told).guess
        assert is_consistent(guess, told)
        told = (*told, (guess, feedback_for(guess, secret)))
    assert len(told) <= 9


def test_no_table_compares_it_with_play_that_is_free() -> None:
    assert needed("solo", "classic") is not None
    assert needed("strict", "classic") is None


@pytest.mark.parametrize(
    ("guesses", "strict"),
    [
        ("0834", False),
        ("0123 0834", True),
        ("0123 4567 0834", False),
        ("5678 0834", True),
        ("0123 0123 0834", False),
        ("0123 8450", False),
    ],
)
def test_a_code_is_broken_strictly_where_each_guess_could_have_been_it(guesses: str, *, strict: bool) -> None:
    game = Game(CLASSIC, MODES["solo"], (CLASSIC.parse("0834"),))
    for guess in guesses.split():
        game = apply(game, Guess(Seat(0), CLASSIC.parse(guess), knowingly=True)).game
    assert was_strict(game, Seat(0)) == strict


@in_the_bot
@pytest.mark.parametrize("secret", ["4560", "9876"])
async def test_a_code_of_the_day_that_was_broken_so_has_its_mark(stage: Stage, secret: str) -> None:
    alice = await stage.sandbox.person("Alice")
    await _says(stage, alice, "/daily", None)
    position = stored.position(stage.bot, alice.id)
    stored.set_position(stage.bot, alice.id, position.replace(position.split()[2], secret))
    await _says(stage, alice, "0123", None)
    await _says(stage, alice, "4567", None)
    assert ("⚖️" in await _says(stage, alice, secret, None)) == (secret == "9876")


@in_the_bot
@pytest.mark.parametrize("in_group", [False, True])
async def test_the_refusal_says_which_guess_rules_it_out(stage: Stage, in_group: bool) -> None:  # noqa: FBT001  a case
    alice = await stage.sandbox.person("Alice")
    group = await stage.sandbox.group("Friends", alice) if in_group else None
    secret = await _begun(stage, alice, group)
    wrong = next(code for code in ("0123", "4567") if code != secret)
    await _says(stage, alice, wrong, group)
    refused = next(code for code in (wrong, wrong[::-1], "8901") if not _fits(code, wrong, secret))
    board = await _says(stage, alice, refused, group)
    assert f"{refused} can’t be the secret: guess 1 rules it out." in board
    assert "2. " not in board
    assert "⚖️ Strict" in board
    assert secret in await _says(stage, alice, secret, group)


@in_the_bot
async def test_the_end_tells_that_it_was_strict_and_blames_nothing(stage: Stage) -> None:
    _, board = await played(stage, "0123 4567 6789", "strict", secret="6789")
    assert "⚖️ Strict · 4 digits" in board.text.splitlines()[0]
    assert "cost most" not in board.text
    assert "Perfect play" not in board.text


@in_the_bot
async def test_the_next_game_is_an_ordinary_one(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await _begun(stage, alice, None)
    assert "⚖️" not in await _says(stage, alice, "/play", None)
    board = await _says(stage, alice, "/play strict evil", None)
    assert "evil" in board.casefold()
    assert "⚖️" not in board


async def _begun(stage: Stage, player: Person, group: Group | None) -> str:
    """The secret of a strict game that the player has begun."""
    await _says(stage, player, "/play@sandbox_bot strict", group)
    return str(stage.secret_of(player.id if group is None else group.id))


async def _says(stage: Stage, player: Person, text: str, group: Group | None) -> str:
    """What the bot's last message says once the text was taken."""
    await player.send(text if group is None or text.startswith("/") else f"/g {text}", chat=group)
    await stage.quiet()
    return [message for message in player.messages(group) if message.by_bot][-1].text


def _fits(code: str, guess: str, secret: str) -> bool:
    asked = CLASSIC.parse(guess)
    return is_consistent(CLASSIC.parse(code), ((asked, feedback_for(asked, CLASSIC.parse(secret))),))
