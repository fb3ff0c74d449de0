"""Several codes broken by the same guesses, as a kind: guesses, the hint, the review, and its buttons."""

from dataclasses import replace
from typing import ClassVar

from bot.app.advice import MOST_TURNS
from bot.app.buttons import GamePress, GameVerb, OnBoard
from bot.app.kind import Decision, LongThought, Request, Rule
from bot.app.kinds.hints import why_no_hints
from bot.app.kinds.reviews import ask_for_review, review_slot, slot_of_review
from bot.app.kinds.several.model import CODEC, Several
from bot.app.kinds.several.screens import board, review, sums, title_of
from bot.app.kinds.table import (
    GUESSED,
    RULE,
    Action,
    GuessedKind,
    asked_before,
    may_share,
    read_code,
)
from bot.app.model.game import Header
from bot.app.model.long_jobs import LongJob
from bot.app.model.options import GameOptions
from bot.app.reading import Reading
from bot.app.review.screens import guess_html
from bot.app.screen import Answer, News, Place, Screen
from bot.app.screens.common import EndPage, Viewer, viewer_of
from bot.app.screens.share import Card, in_figures, result_offer
from bot.app.stats.actions import count_game, earned_in
from bot.app.texts import Html
from bot.app.work import Work
from bot.app.world import World
from bot.game.model import MODES, Game, Seat
from bot.game.rules import Guess, IllegalMove, Reason, apply
from solver.suggest import advise_together, review_together, weigh_together
from solver.variant import Code

# The review of a game, shown once it has been thought about; and the buttons that only this kind has.

REVIEW = "review-several"
"""The kind of long job: somebody wants to see the review of such a game."""


async def show_review(job: LongJob, work: Work, world: World) -> None:
    """Show the review if the game is still over, and where it was. Raises NeedsThought."""
    game = await work.games.load(job.subject, Several)
    if game is None or job.chat is None or game.chat.id != job.chat.id or not game.is_over:
        return
    known = await work.preferences(job.chat.id)
    if known.reachable:
        histories = tuple(history[:MOST_TURNS] for history in game.game.histories)
        found = world.recall(review_together, game.game.variant, histories)
        screen = replace(review(game, found, viewer_of(known, world)), news=News.RESULTS)
        work.show(job.chat, review_slot(game.id), screen, Place.BOTTOM)


async def press_review(_press: GamePress, game: Several, request: Request) -> Decision[Header]:
    """The review comes in a moment; what belongs to it stands below the board meanwhile."""
    turns = len(game.game.turns)
    if not turns:
        request.old_button()
    answer = await ask_for_review(LongJob(REVIEW, game.id, turns, request.person.id, request.chat), request)
    return Decision(game, answer=answer, page=EndPage.MAIN if answer.alert else EndPage.REVIEW)


async def press_hint(_press: GamePress, game: Several, request: Request) -> Decision[Header]:
    """Show the hint."""
    return await SEVERAL.hint(game, request)


BUTTONS: dict[GameVerb, tuple[Rule, Action[Several]]] = {
    OnBoard.HINT: (Rule(bound=True), press_hint),
    OnBoard.REVIEW: (RULE, press_review),
}

# The kind.


class SeveralKind(GuessedKind[Several]):
    """Several codes, broken by the same guesses: all who are in the chat play one board."""

    codec = CODEC
    rules: ClassVar = {**GUESSED, **{verb: rule for verb, (rule, _) in BUTTONS.items()}}
    buttons = BUTTONS
    begins_by_options = True
    long_jobs: ClassVar = {REVIEW: LongThought(show_review, slot_of_review)}

    async def type_text(self, typed: Reading, game: Several, request: Request) -> Decision[Header]:
        """What was tapped before outlasts what is typed."""
        return replace(await self.type_code(typed, game, request), draft=None)

    async def guess(self, code: Code, game: Several, request: Request) -> Decision[Several]:
        try:
            after = apply(game.game, Guess(Seat(0), code, knowingly=game.asked_again == code)).game
        except IllegalMove as refusal:
            if refusal.reason is not Reason.ASKED_BEFORE:
                raise
            return asked_before(replace(game, asked_again=code), _answer(code, game.game), request)
        draft, name = "" if game.keypad else None, request.person.name
        game = game.guessed_too(request.person.id).after_guess(after, name, request.world.now(), advised=False)
        return Decision(await _with_earned(game, request), answer=Answer(_answer(code, after)), draft=draft)

    async def give_up(self, game: Several, request: Request) -> Decision[Several]:
        """Its board shows the secrets."""
        return Decision(await _with_earned(game.given_up_at(request.world.now()), request))

    async def after_end(self, game: Several, request: Request) -> None:
        """It is counted."""
        if (played := CODEC.counted_of(game)) is not None:
            await count_game(played, request.person.name, request.work, request.world, game.earned)

    async def screen_of(self, game: Several, viewer: Viewer, work: Work) -> Screen:
        """The board. Raises NeedsThought."""
        is_asked, histories = game.advised and not game.is_over, tuple(game.open.values())
        told = viewer.recall(advise_together, game.game.variant, histories) if is_asked else None
        return board(game, viewer, told)

    async def hint(self, game: Several, request: Request) -> Decision[Header]:
        """How many codes remain for each, and what tells most: the same until the next guess, and counted once."""
        taken = game.suggestions + (not game.advised)
        return Decision(replace(game, advised=True, suggestions=taken, asks_to_resign=False), changed=not game.advised)

    async def weigh(self, guess: Reading, game: Several, request: Request) -> Decision[Header]:
        """For all codes together, each time as a hint; or what is wrong with it, as it is no code."""
        variant, texts = game.game.variant, request.texts
        if (note := why_no_hints(request)) is not None:
            return Decision(game, note, changed=False)
        code = read_code(guess, game, request)
        if isinstance(code, str):
            return Decision(game, code, changed=False)
        told = request.world.recall(weigh_together, variant, code, tuple(game.open.values()))
        note = Html(f"🔎 {guess_html(code, variant, texts)}: {texts.html('hint.would-leave', **sums(told, texts))}")
        return Decision(replace(game, suggestions=game.suggestions + 1), note)

    async def begin(self, options: GameOptions, request: Request) -> Decision[Header]:
        """A game with secrets that are drawn one by one: two may be the same."""
        mode, variant, world = MODES[options.mode], options.the_variant, request.world
        header, secrets = request.new_header(), tuple(world.draw_secret(variant) for _ in range(mode.codes))
        return Decision(Several(**header, game=Game(variant, mode, secrets)), place=Place.BOTTOM)

    async def result_card(self, query: str, game: Several, viewer: Viewer, request: Request) -> Card | None:
        """For those who have played the game, or seen a group play it, to its end."""
        title = str(title_of(game, viewer.texts))
        return result_offer(query, game.game, viewer, title, game.suggestions) if may_share(game, request) else None

    def is_untouched(self, game: Several) -> bool:
        return not (game.game.turns or game.suggestions)


SEVERAL = SeveralKind()


async def _with_earned(game: Several, request: Request) -> Several:
    """The game with what it has achieved, if it ends now."""
    played = CODEC.counted_of(game) if game.is_over else None
    return game if played is None else replace(game, earned=await earned_in(played, request.work))


def _answer(code: Code, game: Game) -> str:
    """The guess with what it got for each code."""
    told = (next((turn for turn in history if turn[0] == code), None) for history in game.histories)
    return f"{game.variant.show(code)}: {' | '.join(map(in_figures, told))}"
