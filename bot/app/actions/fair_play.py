"""Fair play: the one door to what is said of told turns, and what rests until the game is over that they would help.

Whoever has turns that somebody told asks here: `Told` becomes `Opened`, or says why not.
"""

from dataclasses import replace
from math import isfinite

from bot.app.kind import Request
from bot.app.messages import Chat
from bot.app.model.game import GO_ON, MATCHES, Header
from bot.app.puzzles.model import Puzzles
from bot.app.screen import Answer
from bot.app.texts import Html, Texts
from bot.app.work import Job, Work
from bot.app.world import Recall, World
from bot.game.fair_play import GuardedGame, Opened, Told, helped_game
from bot.game.puzzles import made

# The door: it opens told turns to whoever may be told about them.

LOOKED_AT = 4 * MATCHES
"""The most matches that are compared. Some people play more than MATCHES: games begun at one moment may all pass."""


class Refused(Exception):
    """Advice on the turns would be help in that game. `game`: as it is stored; None: it is a puzzle."""

    def __init__(self, guarded: GuardedGame, game: Header | None) -> None:
        super().__init__(guarded.kind)
        self.guarded = guarded
        self.game = game

    @property
    def key(self) -> str:
        """The key of the text for whoever asked."""
        return f"refused.{self.guarded.kind}"

    def rests(self, texts: Texts) -> Html:
        """What a board says that rests until that game is over."""
        return texts.html(f"rests.{self.guarded.kind}")


async def opened(told: Told, request: Request) -> Opened:
    """What whoever wrote or pressed may be told about. Raises Refused, which is caught once, and NeedsThought."""
    return await opened_for(told, request.person.id, request.chat, request.work, request.world)


async def opened_for(told: Told, person: int, chat: Chat, work: Work, world: World) -> Opened:
    """The same for somebody in that chat: it is no help in a game of theirs, nor with a rated puzzle."""
    found = unless_refused(await opened_on_board(told, person, chat, work, world.now()))
    puzzle = None if told.is_kept else await _rated_puzzle(person, work, world.recall)
    if puzzle is not None and helped_game(*found, (puzzle,)):
        raise Refused(puzzle, None)
    return found


async def opened_on_board(told: Told, person: int, chat: Chat, work: Work, now: float) -> Opened | Refused:
    """The same for whoever plays on a board in that chat, which goes on turn by turn: puzzles are not looked at.

    In a private chat the update has read the boards already, so this costs a query only where they play matches.
    """
    found = Opened(told._variant, told._history)  # noqa: SLF001  the door
    if told.is_kept:
        return found
    running = await work.running(person, LOOKED_AT + 1)
    if sum(game.chat is None for game in running) > LOOKED_AT:  # any of them may be meant
        return Refused(GuardedGame(found.variant, (), is_live=True), None)
    games = (*running, *(await work.running(chat.id, LOOKED_AT) if chat.is_group else ()))
    known = {guarded: game for game in games if (guarded := game.guarded_for(person)) and now < guarded.until}
    helped = helped_game(*found, known)
    return found if helped is None else Refused(helped, known[helped])


def unless_refused(found: Opened | Refused) -> Opened:
    """The same where nothing rests. Raises Refused."""
    if isinstance(found, Refused):
        raise found
    return found


async def _rated_puzzle(person: int, work: Work, recall: Recall) -> GuardedGame | None:
    """The rated puzzle that the person has open; all of those are in the catalogue."""
    opened = (await work.of(Puzzles).puzzler(person)).open
    if opened is None or not opened.is_rated or opened.listed is None:
        return None
    puzzle = recall(made, opened.listed.kind, opened.listed.variant, opened.listed.seed)
    return None if puzzle is None else GuardedGame(puzzle.variant, puzzle.history, is_live=False, kind="puzzle")


def refuse(refused: Refused, request: Request) -> Answer:
    """Say why nothing is said of told turns; a screen that is pressed on stays."""
    if request.pressed is not None:
        return Answer(request.texts.plain(refused.key), alert=True)
    return request.tell(request.texts.html(refused.key))


# Boards that rest: they go on by themselves once the game is over that they wait for.


def wait_for(refused: Refused, board: str, work: Work) -> None:
    """Let the board of that id go on once the game is over, or counts no more."""
    game, until = refused.game, refused.guarded.until
    if game is None or board in game.awaited_by:
        return
    work.games.hold(replace(game, awaited_by=(*game.awaited_by, board)))
    if isfinite(until):
        work.at(until, Job(GO_ON, board, 0))
