"""The board of several codes and its review fit a message, say the same as the game, and tell no secret."""

import asyncio
import re
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.buttons import NAMING_GAMES, OnBoard
from bot.app.kinds.several.model import Several
from bot.app.kinds.several.screens import board, review
from bot.app.links import TABLE
from bot.app.messages import Chat
from bot.app.screens.board import STYLES, example_of
from bot.app.texts import LANGUAGES
from bot.game.model import MODES, Game, Turn
from solver.candidates import fitting_codes
from solver.feedback import Feedback, feedback_for, is_consistent
from solver.suggest import advise_together, review_together
from solver.variant import VARIANTS, Code, variant_named
from tests.bot.inside import inside, salts
from tests.bot.looks import look_at
from tests.bot.seals import coded
from tests.bot.solo.drawn_games import several_tables
from tests.bot.storage.stores import loaded, saving
from tests.bot.strategies import ALONE, GROUP, PRIVATE
from tests.bot.test_screens import assert_telegram_takes_it
from tests.distribution import examples
from tests.solver.games import codes

EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def long_game(mode: str, variant: str, guesses: int, *, in_group: bool) -> Several:
    secrets = [*VARIANTS[variant].secrets()][: MODES[mode].codes]
    made = [code for code in VARIANTS[variant].codes() if code not in secrets][:guesses]
    turns = tuple(Turn(ALONE, code, feedback_for(code, secrets[0])) for code in made)
    game = Game(VARIANTS[variant], MODES[mode], tuple(secrets), turns=turns)
    table = Several(id="0" * 16, chat=Chat(-5 if in_group else 5), starter=1, salt="5a" * 16, opened_at=0.0, game=game)
    shows = {"proof": True, "asks_to_resign": True, "advised": True, "suggestions": 99}
    return replace(table, guessed_by=("W" * 64,) * len(turns), **shows)  # type: ignore[arg-type]


@EVERY_LANGUAGE
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("variant", ["classic", "colours", "six", "words-uk-5"])
@pytest.mark.parametrize("mode", ["x2", "x4"])
def test_the_longest_board_fits_a_message(language: str, style: str, variant: str, mode: str) -> None:
    for in_group in (True, False):
        game = long_game(mode, variant, 400, in_group=in_group)
        hint = advise_together(game.game.variant, tuple(history[:3] for history in game.game.histories))
        looks = look_at(language, style, draft=game.game.variant.alphabet[:3])
        viewer = replace(looks, note=looks.texts.html("several.begin", count=4))
        shown = board(game, viewer, hint)
        assert "\n400. " in shown.html
        assert_telegram_takes_it(shown)
    over = replace(game.given_up_at(9.0), proof=True)
    assert_telegram_takes_it(board(over, viewer, None))


@EVERY_LANGUAGE
def test_the_longest_review_fits_a_message(language: str) -> None:
    game = long_game("x4", "colours", 60, in_group=False)
    turns = review_together(game.game.variant, tuple(history[:12] for history in game.game.histories)) * 5
    assert_telegram_takes_it(review(game, turns, look_at(language)))


@given(several_tables(), st.sampled_from(LANGUAGES), st.sampled_from([*STYLES]))
@settings(max_examples=examples(40))
def test_a_board_has_a_line_for_each_guess_and_no_unbroken_secret(game: Several, language: str, style: str) -> None:
    shown = board(replace(game, proof=False), look_at(language, style), None).html
    lines = re.findall(r"^(\d+)\. <code>([^<]*)</code>", shown, re.MULTILINE)
    variant = game.game.variant
    assert [code for _, code in lines] == [variant.show(turn.guess) for turn in game.game.turns]
    assert [int(number) for number, _ in lines] == [*range(1, len(lines) + 1)]
    if not game.is_over:
        secrets = [variant.show(game.game.secrets[at] or ()) for at in game.open if variant.length > 3]
        others = shown.replace(variant.show(example_of(variant)), "")
        assert not [secret for secret in secrets if f"<code>{secret}</code>" in others]


def test_a_code_that_was_broken_gets_no_more_replies() -> None:
    game = long_game("x2", "classic", 0, in_group=False)
    turns = tuple(Turn(ALONE, code, Feedback(0, 0)) for code in [(0, 1, 2, 3), (4, 5, 6, 7)])
    played = replace(game, game=replace(game.game, turns=turns), asks_to_resign=False)
    lines = re.findall(r"^\d\. .*</code>\s*(.*)$", board(played, look_at(), None).html, re.MULTILINE)
    assert lines == ["✓ | 3\u2060🐂\u00a00\u2060🐄", "– | 0\u2060🐂\u00a01\u2060🐄"]


GAME = "0000000000000001"
FORGED = [
    f"1:{word}:{GAME}:{{turn}}:{what}".rstrip(":")
    for (word, verb), what in product(NAMING_GAMES.items(), ("", "count", "guess", "1"))
    if isinstance(verb, OnBoard) and verb is not OnBoard.GIVE_UP
]
SAID = ["/hint", "/games", "/review", "/resign", "/cancel", "?", "/mydata"]


async def told(begin: str, chat: Chat, tongue: str, secrets: tuple[Code, ...], deeds: list[str]) -> tuple[str, Several]:
    """All that is told with these secrets, without fingerprints, and the game as it stands then."""
    async with inside(None, chat, tongue) as bot:
        said: list[Any] = [await bot.says(begin)]
        game: Several = await loaded(bot.store, GAME, Several)
        game = replace(game, game=replace(game.game, secrets=secrets))
        await bot.store.run(saving(game))
        digests = {game.commitment, replace(game, game=replace(game.game, secrets=(game.game.secret,) * 4)).commitment}
        for deed in deeds:
            turn = len((await loaded(bot.store, GAME, Several)).game.turns)
            forged = deed.startswith("1:")
            said.append(await (bot.presses(deed.format(turn=turn), f"game:{GAME}") if forged else bot.says(deed)))
        said.append(await bot.asks_inline(f"{TABLE}{GAME}"))
        text = repr(said[1:])
        assert not [salt for salt, _ in zip(salts(), range(8), strict=False) if salt in text]
        for digest in digests:
            text = text.replace(digest, "#").replace(coded(digest), "#")
        return text, await loaded(bot.store, GAME, Several)


@pytest.mark.parametrize("variant", ["mini", "classic"])
@given(data=st.data())
@settings(max_examples=examples(8))
def test_two_games_whose_secrets_fit_the_same_replies_look_the_same(variant: str, data: st.DataObject) -> None:
    drawn, of = codes(variant_named(variant)), variant_named(variant)
    many = data.draw(st.sampled_from([2, 4]))
    secrets = tuple(data.draw(st.lists(drawn, min_size=many, max_size=many, unique=True)))
    guess = (drawn | st.sampled_from(secrets[1:])).map(of.format)
    deed = guess | guess.map("?{}".format) | st.sampled_from([*SAID, *FORGED])
    deeds = data.draw(st.lists(deed, max_size=6)) + data.draw(st.lists(st.sampled_from(FORGED), max_size=3))
    chat, language = data.draw(st.sampled_from([PRIVATE, GROUP])), data.draw(st.sampled_from(LANGUAGES))
    begins = f"/play {variant} x{many}"
    shown, game = asyncio.run(told(begins, chat, language, secrets, deeds))
    if game.is_over:
        return
    twins = []
    for secret, history in zip(secrets, game.game.histories, strict=True):
        fitting = [tuple(row.tolist()) for row in fitting_codes(of, history)]
        assert is_consistent(secret, history)
        twins.append(data.draw(st.sampled_from([code for code in fitting if code != secret] or [secret])))
    again, _ = asyncio.run(told(begins, chat, language, tuple(twins), deeds))
    assert again == shown
