"""Where there is one try, giving up is asked for; and a second tap at the same place ends, forgets, blocks nothing."""

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.app.buttons import GamePress, OnBoard, OnMatch, OnNumber, OnThink, press_from
from bot.app.contests.model import Target
from bot.app.daily.model import Daily
from bot.app.friends import screens as friends
from bot.app.friends.screens import FriendList
from bot.app.intents import IN_WORDS, WORDS, Command
from bot.app.kind import slot_of
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.alone.screens import board as board_alone
from bot.app.kinds.group.model import Group
from bot.app.kinds.group.screens import board as board_of_group
from bot.app.kinds.keeper.model import Keeper
from bot.app.kinds.keeper.screens import board as board_of_keeper
from bot.app.kinds.match.model import Match
from bot.app.kinds.match.screen import SeatViewer, leaving_question, match_screen
from bot.app.kinds.number.screens import board as board_of_number
from bot.app.kinds.several.model import Several
from bot.app.kinds.several.screens import board as board_of_several
from bot.app.messages import Chat, Person
from bot.app.model.game import BoardGame
from bot.app.model.hints import BoardPage, Hint
from bot.app.model.terms import Terms
from bot.app.privacy.screens import privacy, question
from bot.app.ratings.model import Friend
from bot.app.screen import Screen
from bot.app.texts import LANGUAGES, texts_in
from bot.app.work import Work
from bot.game.model import Phase, Seat
from tests.bot.inside import Inside, inside
from tests.bot.looks import look_at
from tests.bot.solo.drawn_games import games_without_a_secret, group_games, several_tables
from tests.bot.solo.test_number_screens import table_of
from tests.bot.solo.test_think_screens import SMALL, thought
from tests.bot.strategies import matched_games, matches, tables

ANN, BOB = Person(1001, "Ann", "en"), Person(1002, "Bob", "en")
PRIVATE, GROUP = Chat(ANN.id), Chat(-5)
SECRET = (0, 1, 2, 3)
TARGET = Target("t" * 22, "Bob", 3, solved=True)
ONE_TRY: dict[str, dict[str, Any]] = {
    "the code of the day": {"daily": Daily(1, "t" * 22, 1e9)},
    "a game to beat": {"target": TARGET},
    "a code that was set": {"target": replace(TARGET, clue="round")},
}
WORDS_FOR_IT = sorted(IN_WORDS.words(Command.RESIGN.value))
COMMANDS_FOR_IT = sorted(f"/{word}" for word, command in WORDS.items() if command is Command.RESIGN)


# One try
async def begun(bot: Inside, **only_try: Any) -> str:
    """A game in which nobody has done anything; its slot."""

    async def become(work: Work) -> str:
        game = (await work.games.running_in(bot.chat.id))[-1]
        assert isinstance(game, Alone)
        work.games.save(replace(game, **only_try))
        return slot_of(game.id)

    await bot.says("/play")
    return await bot.store.run(become, bot.chat.id)


async def stands(bot: Inside, slot: str) -> str:
    """Whether the game asks, is over, or goes on."""
    game = await bot.store.run(lambda work: work.games.load(slot.partition(":")[2], BoardGame))
    assert game is not None
    return "over" if game.is_over else "asks" if game.asks_to_resign else "goes on"


async def gives_up(bot: Inside, way: str, slot: str) -> None:
    is_pressed = way in {"resign", "giveup"}
    await (bot.presses(f"1:{way}:{slot.partition(':')[2]}:0", slot) if is_pressed else bot.says(way, to=slot))


@pytest.mark.parametrize("what", ONE_TRY)
@pytest.mark.parametrize(
    ("chat", "ways"), [(PRIVATE, ["resign", *COMMANDS_FOR_IT, *WORDS_FOR_IT]), (GROUP, ["resign", *COMMANDS_FOR_IT])]
)
async def test_the_only_try_is_never_given_up_unasked_and_said_twice_it_is(
    what: str, chat: Chat, ways: list[str]
) -> None:
    async with inside(SECRET, chat) as bot:
        for way in ways:
            slot = await begun(bot, **ONE_TRY[what])
            await gives_up(bot, way, slot)
            assert (way, await stands(bot, slot)) == (way, "asks")
            await gives_up(bot, "giveup" if way == "resign" else way, slot)
            assert (way, await stands(bot, slot)) == (way, "over")


@pytest.mark.parametrize(("chat", "way"), [*product((PRIVATE, GROUP), ("resign", "/resign", "/stop"))])
async def test_an_ordinary_game_in_which_nothing_was_done_still_ends_at_once(chat: Chat, way: str) -> None:
    async with inside(SECRET, chat) as bot:
        slot = await begun(bot)
        await gives_up(bot, way, slot)
        assert await stands(bot, slot) == "over"


async def test_the_first_board_of_a_newcomer_ends_at_once() -> None:
    async with inside(SECRET, PRIVATE) as bot:
        await bot.says("/start")
        (slot,) = [slot for slot in bot.screens if slot.startswith("game:")]
        await bot.says("give up")
        assert await stands(bot, slot) == "over"


async def test_whoever_keeps_the_only_try_goes_on_with_it() -> None:
    async with inside(SECRET, PRIVATE) as bot:
        slot = await begun(bot, **ONE_TRY["the code of the day"])
        await bot.says("/resign")
        await bot.presses(f"1:keep:{slot.partition(':')[2]}:0", slot)
        assert await stands(bot, slot) == "goes on"
        await bot.says("0123")
        assert await stands(bot, slot) == "over"


async def test_a_list_of_games_pressed_twice_closes_none_and_once_more_on_the_board_does() -> None:
    async with inside(SECRET, PRIVATE) as bot:
        for order in ("/play", "/play x2", "/think"):
            await bot.says(order)
            await bot.says("1B1C" if order == "/think" else "4567")
            (game,) = await bot.store.run(lambda work: work.games.running_in(PRIVATE.id))
            for _ in range(3):
                await bot.says("/games")
                await bot.presses(f"1:gclose:{game.id}:0", "menu")
                await bot.presses(f"1:gclose:{game.id}:0", "menu")
            assert len(await bot.store.run(lambda work: work.games.running_in(PRIVATE.id))) == 1, order
            await bot.says("/resign")
            assert await bot.store.run(lambda work: work.games.running_in(PRIVATE.id)) == (), order


# Where buttons stand: the row, counted from the bottom, which stays, and from where to where it reaches
Cell = tuple[int, Fraction, Fraction]
ENDS = {OnBoard.RESIGN, OnNumber.RESIGN, OnThink.STOP, OnMatch.RESIGN, OnMatch.ABORT}
SURE = {OnBoard.GIVE_UP, OnNumber.GIVE_UP, OnThink.UNTOLD, OnMatch.YES}
KEEPS = {OnBoard.KEEP, OnNumber.KEEP, OnThink.NEVER_MIND, OnMatch.NO}


def placed(screen: Screen, is_meant: Callable[[str], bool]) -> Iterator[Cell]:
    for row, buttons in enumerate(reversed(screen.rows)):
        for at, button in enumerate(buttons):
            if is_meant(button.data or ""):
                yield row, Fraction(at, len(buttons)), Fraction(at + 1, len(buttons))


def cells(screen: Screen, verbs: AbstractSet[object]) -> Iterator[Cell]:
    def is_meant(data: str) -> bool:
        press = press_from(data)
        return isinstance(press, GamePress) and press.verb in verbs

    return placed(screen, is_meant)


def overlap(one: Cell, other: Cell) -> bool:
    return one[1] < other[2] and other[1] < one[2]


def assert_the_second_tap_keeps(before: Screen, after: Screen) -> None:
    """The place of what was pressed lies wholly within *Keep*, and nothing there ends the game."""
    for pressed in cells(before, ENDS):
        (keeps,), (sure,) = cells(after, KEEPS), cells(after, SURE)
        assert keeps[0] == pressed[0], (before.rows, after.rows)
        assert keeps[1] <= pressed[1] < pressed[2] <= keeps[2], (before.rows, after.rows)
        assert sure[0] != keeps[0] or not overlap(pressed, sure), (before.rows, after.rows)


@st.composite
def alone_now(draw: st.DrawFn) -> Alone:
    game = draw(tables())
    assume(not game.is_over)
    target = draw(st.sampled_from([None, TARGET, replace(TARGET, no_hints=True), replace(TARGET, clue="round")]))
    return replace(
        game, target=target, hint=draw(st.none() | st.just(Hint(page=BoardPage.BOARD))), asks_to_resign=False
    )


@given(alone_now())
def test_on_a_board_alone(game: Alone) -> None:
    asked = replace(game, asks_to_resign=True)
    assert_the_second_tap_keeps(board_alone(game, look_at()), board_alone(asked, look_at()))


@given(several_tables())
def test_on_a_board_of_several_codes(game: Several) -> None:
    assume(not game.is_over)
    boards = [board_of_several(replace(game, asks_to_resign=asks), look_at(), None) for asks in (False, True)]
    assert_the_second_tap_keeps(*boards)


@given(group_games() | games_without_a_secret())
def test_on_a_board_of_several_people(game: Group) -> None:
    assume(game.game.phase is Phase.PLAYING)
    boards = [board_of_group(replace(game, asks_to_resign=asks), look_at()) for asks in (False, True)]
    assert_the_second_tap_keeps(*boards)


@given(SMALL)
def test_where_the_bot_breaks_a_code(game: Keeper) -> None:
    assume(game.game.phase is Phase.PLAYING and game.game.turns)
    game = replace(game, asks_to_resign=False, breaker=game.breaker.settled)
    boards = [
        board_of_keeper(asks, thought(asks), look_at())
        for asks in (game, replace(game, breaker=replace(game.breaker, stopping=True)))
    ]
    assert_the_second_tap_keeps(*boards)


NUMBERS = ("1..100 37 | >50", "-5..5 3 | >0 =3", "1..8 - | >4=no", "1..8 - | >4=no >2=yes", "1..2 - | >1=no =1=no")


@pytest.mark.parametrize(("line", "keypad", "correcting"), [*product(NUMBERS, (False, True), (False, True))])
def test_where_a_number_is_guessed(line: str, *, keypad: bool, correcting: bool) -> None:
    for wrong in (None, 0):
        game = table_of(f"number {line}", keypad=keypad, correcting=correcting)
        game = replace(game, wrong=wrong if game.game.is_contradicted else None)
        boards = [board_of_number(replace(game, asks_to_resign=asks), look_at()) for asks in (False, True)]
        assert_the_second_tap_keeps(*boards)


@given(matches(matched_games(ends=False)), st.sampled_from([Seat(0), Seat(1)]))
def test_in_a_match(match: Match, seat: Seat) -> None:
    assume(match.game.phase is not Phase.OVER)
    viewer = SeatViewer(texts_in("en"), seat=seat, recall=look_at().recall)
    asking = leaving_question(match.game, seat)
    sitters = [replace(match.sitters[seat], asking=asks, hint=None) for asks in ("", asking)]
    assert_the_second_tap_keeps(*(match_screen(match.with_sitter(seat, sitter), viewer) for sitter in sitters))


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_somebody_is_blocked_or_asks_to_be_forgotten(language: str) -> None:
    texts = texts_in(language)
    friend = Friend(7, "Bob", 0.5, 1, None, knows_me=True, seen_at=None, today=None)
    pairs = (
        (privacy(texts, in_group=False), question("5", 10, texts), "1:forgetme", "1:forgetme:5"),
        (
            friends.pair(friend, FriendList((friend,), None, 0.0), Terms(), texts),
            friends.block(friend, texts),
            "b7",
            "y7",
        ),
    )
    for before, after, asks, sure in pairs:
        ((pressed,), (answer,)) = (list(with_data(*each)) for each in ((before, asks), (after, sure)))
        assert not overlap(pressed, answer)


def with_data(screen: Screen, end: str) -> Iterator[Cell]:
    return placed(screen, lambda data: data.endswith(end))
