"""The board on which the bot breaks a person's secret, as it can come to be shown."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.buttons import GamePress, OnThink, button_data, press_from
from bot.app.kinds.keeper.model import Breaker, Keeper, Thoughts, thoughts
from bot.app.kinds.keeper.screens import board
from bot.app.messages import Chat
from bot.app.model.options import LEVELS, GameOptions, Help, UnknownOption, options_read
from bot.app.screen import Answer
from bot.app.screens.board import STYLES, suspect_lines
from bot.app.screens.common import Viewer
from bot.app.texts import LANGUAGES, texts_in
from bot.game.model import MODES, Game, Phase
from solver.contradictions import Change, Suspect
from solver.feedback import Feedback
from solver.variant import VARIANTS, variant_named
from tests.bot.inside import inside
from tests.bot.looks import COMPUTE, look_at
from tests.bot.player import key
from tests.bot.solo.keeper_games import keeper_games

LONGEST_MESSAGE, LONGEST_DATA = 4096, 64
LOOKS = st.builds(look_at, st.sampled_from([*LANGUAGES]), st.sampled_from([*STYLES]))
SMALL = keeper_games().filter(lambda game: game.game.variant.size <= VARIANTS["classic"].size)


def thought(game: Keeper) -> Thoughts:
    return thoughts(game.game, game.breaker, COMPUTE)


@given(SMALL, LOOKS)
def test_every_board_fits_a_message_and_every_button_reads_back(game: Keeper, viewer: Viewer) -> None:
    screen = board(game, thought(game), viewer)
    assert len(screen.html.encode("utf-16-le")) // 2 <= LONGEST_MESSAGE
    for button in (button for row in screen.rows for button in row):
        assert button.data is not None
        assert len(button.data.encode()) <= LONGEST_DATA
        assert press_from(button.data) is not None
        assert not re.search("[^\u2060][🐂🐄]|🐂[^\u00a0\u2060]", button.text), "no key breaks within a reply"


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
def test_replies_are_written_in_the_chosen_style_where_they_have_room(
    variant: str, style: str, first: str, rows: list[int]
) -> None:
    game = Game(variant_named(variant), MODES["think"], ())
    board_game = Keeper(
        id="0123456789abcdef", chat=Chat(1), game=game, starter=1, salt="5a" * 16, opened_at=100.0, breaker=Breaker()
    )
    grid = [
        [button.text for button in row]
        for row in board(board_game, thought(board_game), look_at(style=style)).rows
        if row[0].data and ":reply:" in row[0].data
    ]
    assert grid[0][0] == first
    assert list(map(len, grid)) == rows


@given(SMALL)
def test_it_asks_what_fits_or_tells_whom_it_suspects(game: Keeper) -> None:
    thoughts = thought(game)
    assert (thoughts.guess is None) == bool(thoughts.suspects or game.game.phase is Phase.OVER)
    assert (thoughts.left > 0) == (thoughts.guess is not None)


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("", GameOptions()),
        ("5x8r", GameOptions(variant="5x8r")),
        ("Colours COACHED", GameOptions(variant="colours", help=Help.COACHED)),
        ("evil mini blind", GameOptions("evil", "mini", Help.BLIND)),
        ("casual", GameOptions(level="casual")),
        ("кольори тренер", GameOptions(variant="colours", help=Help.COACHED)),
        ("злой картинки", GameOptions("evil", "pictures")),
        ("with a coach", GameOptions(help=Help.COACHED)),
        ("з тренером 5", GameOptions(variant="five", help=Help.COACHED)),
    ],
)
def test_a_option_is_read_from_its_words(words: str, options: GameOptions) -> None:
    assert GameOptions().but(words) == options
    assert options_read(options.written) == options


@pytest.mark.parametrize(("language", "variant"), [("uk", "words-uk-5"), ("ru", "words-ru-5"), ("en", "words-uk-5")])
def test_the_same_word_means_words_of_the_readers_own_language(language: str, variant: str) -> None:
    assert GameOptions().but("слова", language).variant == variant


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_may_be_wished_by_its_name_in_every_language(level: str, language: str) -> None:
    assert GameOptions(level="").but(texts_in(language).plain(f"level.{level}"), language).level == level


@pytest.mark.parametrize("words", ["gibberish", "mini gibberish", "9x99", "0x0"])
def test_a_word_that_wishes_nothing_is_named(words: str) -> None:
    with pytest.raises(UnknownOption) as refusal:
        GameOptions().but(words)
    assert refusal.value.word == words.rpartition(" ")[2]


@pytest.mark.parametrize("change", ["000", "200", "0"])
async def test_a_forged_correction_of_a_turn_that_there_is_not_changes_nothing(change: str) -> None:
    async with inside(None, Chat(1001)) as bot:
        await bot.says("/think")
        await bot.says("0 1")
        before = await bot.board_game()
        assert before is not None
        told = await bot.presses(button_data(GamePress(OnThink.BELIEVE, before.id, 1, change)), f"game:{before.id}")
        assert Answer(texts_in("en").plain("toast.moved-on")) in told
        assert await bot.board_game() == before


@pytest.mark.parametrize(("changes", "goes_on"), [(4, False), (5, True)])
def test_a_suspect_of_many_changes_is_cut_and_says_so(changes: int, *, goes_on: bool) -> None:
    variant = VARIANTS["classic"]
    change = Change(0, variant.parse("0123"), Feedback(0, 1), Feedback(0, 2))
    html = suspect_lines([Suspect((change,) * changes, 3)], variant, "emoji", texts_in("en"))
    assert ("…" in html) == goes_on
