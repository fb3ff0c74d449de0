"""Nobody is told about the turns of a game that they have to play without help, by whatever door they bring them."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.app.advice import payload_of
from bot.app.buttons import GamePress, GameVerb, MenuPress, OnBoard, OnMenu, OnThink, button_data
from bot.app.contests.model import Target
from bot.app.daily.model import Codes, Daily, DailyTries, Try
from bot.app.kinds.alone.model import Alone, Costliest
from bot.app.kinds.match.model import Match
from bot.app.model.game import BoardGame, Header
from bot.app.model.options import Help
from bot.app.screen import Screen
from bot.app.texts import NOTHING
from bot.app.work import Work
from bot.game.daily import Calendar
from bot.game.notation import game_at
from solver.feedback import History
from tests.bot.duels.played import ended
from tests.bot.inside import inside
from tests.bot.puzzles.inside_puzzles import CHAT, Solver, first_of, numbered, solving

ME, ID = CHAT.id, "00000000000000aa"
CODES = Codes(b"k", Calendar(11))  # the first day is the one on which the tests play
REFUSALS = (
    "That could help in a rated game",
    "That looks like the code you’re",
    "That looks like today’s code",
    "That looks like the blind game",
    "⏸ Paused",
)
LISTED = first_of("left")
PUZZLE = numbered(LISTED.number)
"""Its turns are those of the game, and make puzzles of two kinds."""
GUESSES = [PUZZLE.variant.format(guess) for guess, _ in PUZZLE.history]
TURNS = " ".join(f"{PUZZLE.variant.format(guess)} {reply}" for guess, reply in PUZZLE.history)
SECRET, PAYLOAD = PUZZLE.variant.format(PUZZLE.left[0]), payload_of(PUZZLE.variant, PUZZLE.history)
WORSE = "0123"
BOARD = "🎯 Bulls and Cows: 4 digits\n\n" + "\n".join(
    f"{at}. {PUZZLE.variant.format(guess)}  {reply.bulls}🐂 {reply.cows}🐄"
    for at, (guess, reply) in enumerate(PUZZLE.history, 1)
)
Door = Callable[[Solver], Awaitable[object]]


def alone(**fields: object) -> Alone:
    game = game_at(f"solo classic {SECRET} | {' '.join(GUESSES)}")
    return Alone(id=ID, chat=CHAT, game=game, starter=ME, salt="5a" * 16, opened_at=1.0, **fields)  # type: ignore[arg-type]


def match(clock: str, *, rated: bool) -> Match:
    line = f"race classic {SECRET} | {' '.join(f'0:{guess}@{at}' for at, guess in enumerate(GUESSES, 1))}"
    return replace(ended(int(ID, 16), line, ME, 2, rated=rated), clock=clock, opened_at=1.0, ended_at=None)


GUARDED: dict[str, Header] = {
    "a rated duel": match("days", rated=True),
    "a live rated duel": match("live", rated=True),
    "a contest without hints": alone(target=Target("t" * 22, "Bob", 6, solved=True, no_hints=True)),
    "a code that a friend set": alone(target=Target("t" * 22, "Bob", 0, solved=False, clue="")),
    "the code of the day": alone(daily=Daily(1, "t" * 22, 1e9)),
    "a blind game": alone(help=Help.BLIND),
}
FREE: dict[str, Header] = {
    "a friendly duel": match("days", rated=False),
    "a contest": alone(target=Target("t" * 22, "Bob", 6, solved=True)),
    "a game against the bot": alone(),
}


async def begin(solver: Solver, game: Header) -> None:
    async def job(work: Work) -> None:
        work.games.save(game)
        if isinstance(game, Alone) and game.daily is not None:
            work.of(DailyTries).begin(Try(1, ME, "Ann", ID, 1.0))

    await solver.bot.store.run(job)


def says(text: str) -> Door:
    return lambda ann: ann.bot.says(text)


def presses(verb: str, slot: str = "menu") -> Door:
    return lambda ann: ann.bot.presses(f"1:{verb}", slot)


def in_turn(*doors: Door) -> Door:
    async def do(ann: Solver) -> object:
        said: object = None
        for door in doors:
            said = await door(ann)
        return said

    return do


def presses_newest(verb: GameVerb, argument: str = "") -> Door:
    """On the board of the game that was begun last and is not the guarded one."""

    async def press(ann: Solver) -> object:
        slot = newest(ann)
        found = slot.removeprefix("game:")
        game = await ann.bot.store.run(lambda work: work.games.load(found, Header))
        assert isinstance(game, BoardGame)
        return await ann.bot.presses(button_data(GamePress(verb, game.id, len(game.game.turns), argument)), slot)

    return press


def newest(ann: Solver) -> str:
    """The slot of that board."""
    boards = {message: slot for slot, (message, _) in ann.bot.screens.items() if slot.startswith("game:")}
    return next(boards[message] for message in sorted(boards, reverse=True) if ID not in boards[message])


def replies_to_newest(text: str) -> Door:
    return lambda ann: ann.bot.says(text, to=newest(ann))


def thinks(history: History, *, pressed: bool = False, order: str = "/think") -> Door:
    """The bot is asked to ask what was asked elsewhere, and told what came of it."""
    asked = (
        door
        for guess, reply in history
        for door in (
            says(PUZZLE.variant.format(guess)),
            presses_newest(OnThink.REPLY, f"{reply.bulls}{reply.cows}") if pressed else says(str(reply)),
        )
    )
    return in_turn(says(order), *asked)


async def has_finished(ann: Solver) -> None:
    """A game of hers against the bot with the same turns, and one more, which cost most."""
    line = f"solo classic {SECRET} | {' '.join(GUESSES)} {WORSE} | resigned 0"
    costly = Costliest(len(GUESSES) + 1, accuracy=50.0)
    finished = replace(alone(costliest=costly), id="00000000000000bb", game=game_at(line), ended_at=2.0)
    await ann.bot.store.run(lambda work: _save(finished, work))
    ann.bot.screens[f"game:{finished.id}"] = 1, Screen(NOTHING)


def presses_former(letter: str) -> Door:
    """On that old game in the list of those that she has played."""

    async def press(ann: Solver) -> object:
        await ann.bot.says("/menu")
        number = await ann.bot.store.run(lambda work: work.games.number_of("00000000000000bb"))
        return await ann.bot.presses(button_data(MenuPress(OnMenu.FORMER, f"{letter}{number}")), "menu")

    return press


async def _save(game: Header, work: Work) -> None:
    work.games.save(game)


PLAYS_ON = in_turn(says(f"/start {PAYLOAD}"), presses("playon"))


def answers(about: str) -> Door:
    async def press(ann: Solver) -> object:
        return await ann.bot.presses(f"1:puzzle:{about.format(tag=(await ann.open()).tag)}", "puzzle")

    return press


MENU = says("/menu")
DOORS: dict[str, tuple[Door, Door]] = {
    "typed": (MENU, says(f"/review {TURNS}")),
    "a board that is forwarded": (MENU, says(BOARD)),
    "the link of a position": (MENU, says(f"/start {PAYLOAD}")),
    "a good guess there": (says(f"/start {PAYLOAD}"), presses("advice")),
    "its review": (says(f"/start {PAYLOAD}"), presses("review")),
    "played on": (says(f"/start {PAYLOAD}"), presses("playon")),
    "a hint in practice": (PLAYS_ON, presses_newest(OnBoard.HINT, "count")),
    "a hint in practice, typed": (PLAYS_ON, replies_to_newest(f"?{WORSE}")),
    "the review of practice": (in_turn(PLAYS_ON, says("/resign"), says("/resign")), presses_newest(OnBoard.REVIEW)),
    "gone on from an old game": (has_finished, presses_newest(OnBoard.RETRY)),
    "the same from the list": (has_finished, presses_former("a")),
    "the review of an old game": (has_finished, presses_former("r")),
    "the review of the last one": (has_finished, says("/review")),
    "all guesses of a review": (says(f"/review {TURNS}"), presses("guesses", "review")),
    **{f"a link to a puzzle, {kind}": (MENU, says(f"/start z{kind}_{PAYLOAD}")) for kind in ("only", "left")},
    "an answer to a puzzle": (says(f"/start zonly_{PAYLOAD}"), answers("{tag}-0")),
    "a hint there": (says(f"/start zonly_{PAYLOAD}"), answers("hint-{tag}")),
    "its answer": (says(f"/start zonly_{PAYLOAD}"), answers("give-{tag}")),
    "an answer typed": (says(f"/start zonly_{PAYLOAD}"), says(SECRET)),
    "thought about": (MENU, thinks(PUZZLE.history)),
    "thought about, pressed": (MENU, thinks(PUZZLE.history, pressed=True)),
    "thought about before": (thinks(PUZZLE.history), presses_newest(OnThink.THOUGHTS)),
}
"""What stood there before the game, and what is done while it is on. Every way to be told about turns goes here."""


CASES = [(game, door) for game in GUARDED | FREE for door in DOORS if game in GUARDED or door != "an answer typed"]
"""What is typed is a guess in any other game."""


@pytest.mark.parametrize(("game", "door"), CASES)
async def test_every_door_refuses_turns_of_a_game_without_help_and_no_others(game: str, door: str) -> None:
    before, does = DOORS[door]
    async with inside(PUZZLE.left[0], CHAT, daily=CODES) as bot:
        ann = Solver(bot)
        await before(ann)
        await begin(ann, (GUARDED | FREE)[game])
        said = str(await does(ann))
        assert any(refusal in said for refusal in REFUSALS) == (game in GUARDED)


@pytest.mark.parametrize("game", GUARDED)
async def test_training_stays_open(game: str) -> None:
    async with inside(PUZZLE.left[0], CHAT, daily=CODES) as bot:
        ann = Solver(bot)
        await ann.follows(f"only_{PAYLOAD}")
        await begin(ann, GUARDED[game])
        await ann.says("/puzzle")
        opened = await ann.open()
        assert opened.listed is not None, "the next one is given in the place of a link's"
        said = str(await ann.taps(min((await ann.puzzle()).right)))
        assert not any(refusal in said for refusal in REFUSALS)
        assert (await ann.puzzler()).open != opened
        assert "you can see my secret" in str(await bot.says("/learn")), "the first lesson"


async def test_a_rated_puzzle_that_is_shown_again_counts_until_it_is_left_for_another() -> None:
    async with solving() as ann:
        await ann.follows(LISTED.number)
        await ann.follows(LISTED.number)
        await ann.says("/puzzle")
        assert (await ann.open()).is_rated
        await ann.follows(first_of("only").number)
        await ann.follows(f"only_{PAYLOAD}")
        await ann.presses(f"give-{(await ann.open()).tag}")
        await ann.follows(LISTED.number)
        assert not (await ann.open()).is_rated
