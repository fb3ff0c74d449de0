"""What a beginner does with puzzles: solves them, misses them, takes hints, gives up, and shares them."""

from itertools import islice
from urllib.parse import parse_qs, urlsplit

from bot.app.actions.puzzles import puzzle_of
from bot.app.model.puzzles import OpenPuzzle
from bot.game.puzzles import Puzzle
from sandbox.client import Message
from solver.variant import Code
from tests.bot.beginners.beginner import Beginner
from tests.bot.puzzles.inside_puzzles import RECALL, first_of

KINDS = ("only", "left", "fewest", "apart")


async def opens_puzzle(who: Beginner, number: int) -> Puzzle:
    """The puzzle of that number of the catalogue, by its link."""
    await who.say(f"/start z{number}")
    await who.sees(who.texts.plain("puzzle.title", number=number))
    puzzle = puzzle_of(OpenPuzzle(str(number)), RECALL)
    assert puzzle is not None
    return puzzle


async def solves(who: Beginner, puzzle: Puzzle) -> None:
    """All right answers that it takes."""
    for code in sorted(puzzle.right) if puzzle.choices else [min(puzzle.right)]:
        await _gives(who, puzzle, code)
    await who.sees("✅", who.texts.plain("puzzle.right", answer="").strip(" ✅"))


async def misses(who: Beginner, puzzle: Puzzle) -> None:
    """A wrong answer."""
    codes = puzzle.choices or tuple(islice(puzzle.variant.codes(), 50))
    await _gives(who, puzzle, next(code for code in codes if code not in puzzle.right))
    await who.sees("❌", who.texts.plain("puzzle.wrong", answer="").strip(" ❌"))


async def _gives(who: Beginner, puzzle: Puzzle, code: Code) -> None:
    if puzzle.choices:
        await who.tap(puzzle.variant.show(code))
    else:
        await who.say(puzzle.variant.format(code))


async def tries_puzzles(who: Beginner) -> None:
    """Each kind rightly, wrongly, hinted, and given up, each in another variant."""
    for kind in KINDS:
        await solves(who, await opens_puzzle(who, first_of(kind).number))
        await who.sees(who.texts.plain("puzzle.rating", change="").strip())
        await misses(who, await opens_puzzle(who, first_of(kind, "mastermind").number))
        hinted = await opens_puzzle(who, first_of(kind, "five").number)
        await who.tap_word("button.hint")
        await who.sees("💡 ")
        await solves(who, hinted)
        await who.sees(who.texts.plain("puzzle.hinted"))
        await opens_puzzle(who, first_of(kind, "three").number)
        await gives_up(who)


async def takes_what_is_given(who: Beginner) -> tuple[str, str]:
    """What `/puzzle` gives: first the position of a game of their own, then one near their rating; their links."""
    await who.say("/puzzle")
    await who.sees(who.texts.plain("puzzle.own", day="").strip())
    own = await gives_up(who)
    assert who.texts.plain("puzzle.practice") in own.text
    await who.tap_word("button.next-puzzle")
    await who.sees(who.texts.plain("puzzle.title", number=""))
    listed = await gives_up(who)
    assert who.texts.plain("puzzle.rating", change="").strip() in listed.text
    return shared(who, own), shared(who, listed)


async def gives_up(who: Beginner) -> Message:
    """Let the puzzle that is open show its answer."""
    await who.tap_word("button.show-answer")
    return await who.sees(who.texts.plain("puzzle.given-up"))


def shared(who: Beginner, shown: Message) -> str:
    """The link that the screen of a puzzle shares."""
    button = shown.button(who.texts.plain("button.share"))
    assert button is not None
    return parse_qs(urlsplit(button.value).query)["url"][0]


async def follows(who: Beginner, own: str, listed: str) -> None:
    """Open what somebody else has shared."""
    for link, title in ((own, "puzzle.shared"), (listed, "puzzle.title")):
        await who.person.opens(link)
        await who.theatre.quiet()
        await who.sees(who.texts.plain(title, number=""))
        await gives_up(who)
