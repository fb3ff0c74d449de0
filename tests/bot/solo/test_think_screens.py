"""The board on which the bot breaks a person's secret, as it can come to be shown; and the seeds by which it asks."""

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.buttons import GamePress, OnThink, button_data
from bot.app.kinds.keeper.model import BREAKER, Breaker, Keeper, Thoughts, thoughts
from bot.app.kinds.keeper.screens import board
from bot.app.kinds.match.model import Match
from bot.app.kinds.match.moves import own_move
from bot.app.messages import Chat
from bot.app.model.options import LEVELS, GameOptions, UnknownOption, options_read
from bot.app.screen import Answer
from bot.app.screens.board import STYLES, suspect_lines
from bot.app.screens.common import Viewer
from bot.app.screens.options import why_no_option
from bot.app.texts import LANGUAGES, texts_in
from bot.game.fair_play import Opened
from bot.game.model import MODES, Game, Phase
from bot.game.rules import Guess
from bot.world import real_world
from solver.contradictions import Change, Suspect
from solver.feedback import Feedback, History
from solver.strategies import partners_guess
from solver.variant import VARIANTS, variant_named
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.inside import AtOnce, Inside, inside, world_with
from tests.bot.looks import COMPUTE, look_at
from tests.bot.player import key
from tests.bot.solo.drawn_games import keeper_games
from tests.bot.solo.test_think import asked, begun, reply_to
from tests.bot.storage.stores import saving
from tests.bot.test_screens import assert_telegram_takes_it

CLASSIC = VARIANTS["classic"]
LOOKS = st.builds(look_at, st.sampled_from([*LANGUAGES]), st.sampled_from([*STYLES]))
ANN = Chat(1001)
SMALL = keeper_games().filter(lambda game: game.game.variant.size <= VARIANTS["classic"].size)


def thought(game: Keeper) -> Thoughts:
    if game.is_over or game.game.phase is Phase.OVER:
        return Thoughts()
    return thoughts(Opened(game.game.variant, game.game.history_of(BREAKER)), game.breaker, COMPUTE)


async def latest(bot: Inside) -> Keeper:
    game = await bot.board_game()
    assert isinstance(game, Keeper)
    return game


@given(SMALL, LOOKS)
def test_every_board_fits_buttons_read_back_and_it_asks_what_fits_or_suspects(game: Keeper, viewer: Viewer) -> None:
    has = thought(game)
    screen = board(game, has, viewer)
    assert_telegram_takes_it(screen)
    assert len(screen.html.encode("utf-16-le")) // 2 <= 4096
    for button in (button for row in screen.rows for button in row):
        assert button.data is not None
        assert not re.search("[^\u2060][🐂🐄]|🐂[^\u00a0\u2060]", button.text), "no key breaks within a reply"
    assert (has.guess is None) == bool(has.suspects or game.game.phase is Phase.OVER)
    assert (has.left > 0) == (has.guess is not None)


@pytest.mark.parametrize(
    ("variant", "style", "first", "rows"),
    [
        ("classic", "emoji", key(0, 0), [3, 2, 2, 2, 3, 2]),
        ("classic", "letters", "0B\u20600C", [5, 4, 3, 2]),
        ("classic", "words", "0B\u20600C", [5, 4, 3, 2]),
        ("1x1", "emoji", key(1, 0), [1]),
        ("three", "emoji", key(0, 0), [2, 2, 3, 2]),
        ("five", "emoji", "0B\u20600C", [6, 5, 4, 3, 2]),
        ("six", "emoji", "0B\u20602C", [5, 5, 5, 4, 3, 2]),
        ("7x4r", "emoji", "0B\u20600C", [4, 4, 4, 3, 6, 5, 4, 3, 2]),
    ],
)
def test_replies_are_in_the_chosen_style_with_room(variant: str, style: str, first: str, rows: list[int]) -> None:
    position = Game(variant_named(variant), MODES["think"], ())
    game = Keeper(id="0" * 16, chat=ANN, game=position, starter=1, salt="5a" * 16, opened_at=100.0, breaker=Breaker())
    shown = board(game, thought(game), look_at(style=style)).rows
    grid = [row for row in shown if row[0].data and ":reply:" in row[0].data]
    assert (grid[0][0].text, [*map(len, grid)]) == (first, rows)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_wished_in_every_language_and_what_wishes_nothing_is_named(level: str, language: str) -> None:
    options = GameOptions(level="").but(texts_in(language).plain(f"level.{level}"), language)
    assert (options.level, options_read(options.written)) == (level, options)
    for words in ("gibberish", "mini gibberish", "9x99", "0x0"):
        with pytest.raises(UnknownOption) as refusal:
            GameOptions().but(words, language)
        assert refusal.value.word == words.rpartition(" ")[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_refusal_of_a_level_names_each_by_a_name_that_is_read(language: str) -> None:
    texts = texts_in(language)
    told = why_no_option(UnknownOption("gibberish"), "think", texts)
    names = [texts.plain(f"face.{level}") for level in LEVELS]
    assert ", ".join(names) in told
    assert [GameOptions(level="").but(name, language).level for name in names] == [*LEVELS]


@pytest.mark.parametrize("change", ["000", "200", "0"])
async def test_a_forged_correction_of_a_turn_that_there_is_not_changes_nothing(change: str) -> None:
    async with inside(None, ANN) as bot:
        await bot.says("/think")
        await bot.says("0 1")
        before = await latest(bot)
        told = await bot.presses(button_data(GamePress(OnThink.BELIEVE, before.id, 1, change)), f"game:{before.id}")
        assert Answer(texts_in("en").plain("toast.moved-on")) in told
        assert await bot.board_game() == before


def test_a_suspect_of_many_changes_is_cut_and_says_so() -> None:
    change = Change(0, CLASSIC.parse("0123"), Feedback(0, 1), Feedback(0, 2))
    suspects = [Suspect((change,) * changes, 3) for changes in (4, 5)]
    whole, cut = (suspect_lines([suspect], CLASSIC, "emoji", texts_in("en")) for suspect in suspects)
    assert "…" not in whole
    assert "…" in cut


DEAR = "1769"
"""As the tree stands it takes seven guesses."""


async def test_seeds_follow_from_no_name() -> None:
    one, other = (real_world("bot", lambda _: None) for _ in range(2))
    assert one.seed_of("7") == one.seed_of("7") != one.seed_of("8")
    assert one.seed_of("7") != other.seed_of("7")


async def test_games_differ_by_seeds_that_none_tells_before_its_end() -> None:
    games = []
    async with inside(None, ANN) as bot:
        for _ in range(8):
            said, guess = [repr(await bot.says("/think"))], None
            while guess != CLASSIC.parse(DEAR):
                guess = thought(game := await latest(bot)).guess
                assert guess is not None
                said.append(repr(await bot.says(str(reply_to(CLASSIC.format(guess), DEAR)))))
            games.append((said, game))
    assert len({game.game.turns[0].guess for _, game in games}) == 8
    assert min(len(game.game.turns) + 1 for _, game in games) < 7
    for said, game in games:
        assert not any(game.breaker.seed in text for text in said)
        assert len(game.breaker.seed) > 30


@pytest.mark.parametrize("level", ["casual", "perfect"])
async def test_what_the_bot_asks_of_its_own_accord_is_not_called_a_wish(level: str) -> None:
    async with inside(None, ANN) as bot:
        for text in (f"/think {level}", "0B1C", "9876", "0B1C"):
            await bot.says(text)
            assert thought(await latest(bot)).is_wish == (text == "9876")


async def test_a_game_of_an_older_version_goes_on_as_it_was_shown() -> None:
    """There the guess was not stored, and the seed was the number of an update."""
    async with inside(None, ANN) as bot:
        await bot.says("/think")
        game = await latest(bot)
        older = replace(game, breaker=replace(game.breaker, asks=None, seed="17"))
        await bot.store.run(saving(older))
        assert thought(await latest(bot)) == replace(thought(older), guess=(0, 1, 2, 3), is_wish=False)
        await bot.says("0B1C")
        assert (await latest(bot)).game.turns[0].guess == (0, 1, 2, 3)


async def test_a_match_is_relabelled_by_a_seed_that_is_stored_and_never_shown() -> None:
    """And one of an older version, which stores none, goes on as it was."""
    async with inside(None, ANN) as bot:
        said = [repr(await bot.says(text)) for text in ("/match classic perfect", DEAR, "9876", "5678", "/hint")]
        (match,) = await bot.store.run(lambda work: work.games.running_of(1001, Match))
    assert match.labels
    assert not any(match.labels in text for text in said)
    seat = match.seat_of(0)
    assert seat is not None
    first = replace(match, game=replace(match.game, turns=(), first=seat))
    world = world_with(None, AtOnce())
    openings = {
        move.code: labels
        for labels in ("", *(f"seed {number}" for number in range(9)))
        if isinstance(move := own_move(replace(first, labels=labels), world), Guess)
    }
    assert len(openings) > 8
    assert openings[0, 1, 2, 3] == ""


@pytest.mark.asyncio(loop_scope="session")
async def test_a_game_goes_on_as_it_would_have_whenever_the_bot_is_killed(own_stage: Stage) -> None:
    alice, board = await begun(own_stage)
    seed = json.loads(stored.body(own_stage.bot, alice.id))["breaker"]["seed"]
    history: History = ()
    for number in range(2, 5):
        guess = CLASSIC.format(partners_guess(CLASSIC, history, "optimal", seed))
        assert asked(board) == guess
        await own_stage.bot.kill()
        await own_stage.bot.start()
        reply = reply_to(guess, "8305")
        history = (*history, (CLASSIC.parse(guess), reply))
        await alice.send(str(reply))
        if reply.bulls == 4:
            break
        board = await alice.sees(f"My guess {number}:")
