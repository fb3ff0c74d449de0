"""Reviews of games: asked for, thought about at length, and shown as messages of their own."""

from dataclasses import dataclass, field, replace

from bot.app.advice import MOST_TURNS, game_review
from bot.app.kind import Request
from bot.app.messages import Chat, Said
from bot.app.model.long_jobs import MOST, LongJob, LongJobs
from bot.app.review.screens import ReviewPresses, all_guesses_screen, plain_screen, review_screen
from bot.app.screen import Answer, News, Place
from bot.app.screens.common import Viewer
from bot.app.work import Work
from bot.app.world import World
from solver.feedback import History
from solver.variant import Code, Variant

EVERY = "every"
"""The content of a long job that shows all guesses as text."""
SEEN = "👀"
"""The sign on a message whose review takes a moment."""


@dataclass(frozen=True, slots=True)
class ReviewPlace:
    """Where a review appears, and what can be pressed below it. `as_text`: all guesses as text, without the picture.

    `is_plain`: without figures; `forced`: within so many guesses one who keeps no secret can be forced; `hinted`: see
    `Reviewed`.
    """

    slot: str
    chat: Chat
    presses: ReviewPresses = field(default_factory=ReviewPresses)
    as_text: bool = False
    is_plain: bool = False
    forced: int | None = None
    hinted: frozenset[int] = frozenset()


FIGURES_FROM = 5
"""From somebody's so manieth finished game on they are told figures: turns lost, bits, what perfect play needs."""


async def tells_figures(person: int, work: Work) -> bool:
    """Whether the person has finished so many games that figures say something to them."""
    return len(await work.games.lines_after(person, 0, FIGURES_FROM)) >= FIGURES_FROM


def review_slot(game: str, content: str = "") -> str:
    """The slot of the review of the game of that id, or of all guesses as text."""
    return f"guesses:{game}" if content == EVERY else f"review:{game}"


def slot_of_review(job: LongJob) -> str:
    """The slot of the review that the long job is about."""
    return review_slot(job.subject, job.content)


async def ask_for_review(job: LongJob, request: Request) -> Answer:
    """Let it be thought about once the update is confirmed, unless it is already, or too much of theirs waits."""
    waiting = await request.work.of(LongJobs).of(request.person.id)
    if not any(job.is_same(other) for other in waiting):
        if len(waiting) >= MOST:
            return _refuse(request)
        request.work.of(LongJobs).put(job)
    if isinstance(request.incoming, Said):
        request.work.mark(request.chat, request.incoming.message, SEEN)
        return Answer()
    return Answer(request.texts.plain("toast.one-moment"))


async def show_review(
    variant: Variant, history: History, secret: Code | None, place: ReviewPlace, work: Work, world: World
) -> None:
    """Show the review, unless the bot may not write there any more. Raises NeedsThought."""
    known = await work.preferences(place.chat.id)
    if not known.reachable:
        return
    found = replace(world.recall(game_review, variant, history[:MOST_TURNS], secret), hinted=place.hinted)
    viewer = Viewer(known.texts, known.style, world.username)
    if place.as_text and not place.is_plain:
        screen = all_guesses_screen(found, viewer, guesses=len(history))
    elif place.is_plain:
        screen = plain_screen(found, viewer, place.presses, guesses=len(history))
    else:
        screen = review_screen(found, viewer, place.presses, guesses=len(history), forced=place.forced)
    work.show(place.chat, place.slot, replace(screen, news=News.RESULTS), Place.BOTTOM)


def _refuse(request: Request) -> Answer:
    """Say that too much of theirs waits where it was asked for: below a press, or in the chat."""
    if request.pressed is not None:
        return Answer(request.texts.plain("toast.too-many-reviews"), alert=True)
    return request.tell(request.texts.html("review.too-many"))
