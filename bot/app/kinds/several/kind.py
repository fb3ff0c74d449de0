"""Several codes broken by the same guesses, as a kind: guesses, the hint, the review, and its buttons."""

from dataclasses import replace
from typing import ClassVar

from bot.app.advice import MOST_TURNS
from bot.app.buttons import Feature, GamePress, OnBoard
from bot.app.kind import LongThought, Outcome, Request, Rule, unchanged
from bot.app.kinds.reviews import ask_for_review, review_slot, slot_of_review
from bot.app.kinds.several.model import CODEC, Several
from bot.app.kinds.several.screens import board, review, sums, title_of
from bot.app.kinds.table import (
    BoardKind,
    may_share,
    play,
    press_board,
    press_key,
    resign_by_command,
    tapped_code,
    typed_code,
)
from bot.app.model.game import Header
from bot.app.model.long_jobs import LongJob
from bot.app.model.options import GameOptions
from bot.app.reading import Reading
from bot.app.review.screens import guess_html
from bot.app.screen import Answer, News, Place, Screen
from bot.app.screens.board import invalid_code
from bot.app.screens.common import EndPage, Viewer, viewer_of
from bot.app.screens.share import Card, in_figures, result_offer
from bot.app.texts import Html
from bot.app.work import Work
from bot.app.world import World
from bot.game.model import MODES, Game, Phase, Seat
from bot.game.rules import Guess, IllegalMove, Reason, apply
from solver.together import advise_together, review_together, weigh_together
from solver.variant import Code, InvalidCode

# The review of a game, shown once it has been thought about.

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


# The kind.


class SeveralKind(BoardKind[Several]):
    """Several codes, broken by the same guesses: all who are in the chat play one board."""

    codec = CODEC
    rules: ClassVar = {
        **dict.fromkeys((OnBoard.DIGIT, OnBoard.ERASE, OnBoard.KEYPAD, OnBoard.KEEP), Rule()),
        **dict.fromkeys((OnBoard.SUBMIT, OnBoard.HINT, OnBoard.RESIGN, OnBoard.GIVE_UP), Rule(bound=True)),
        **dict.fromkeys((OnBoard.AGAIN, OnBoard.REVIEW), Rule(on=False, over=True)),
        OnBoard.PROOF: Rule(over=True),
    }
    begins_by_options = True
    long_jobs: ClassVar = {REVIEW: LongThought(show_review, slot_of_review)}

    async def type_text(self, typed: Reading, game: Several, request: Request) -> Outcome[Header]:
        """A guess: the keypad folds. What is none is said to be none, and the keypad stays."""
        game = replace(game, asks_to_resign=False)
        code = typed_code(typed, game, request)
        if isinstance(code, Outcome):
            return code
        is_told = code != game.asked_again and any(turn.guess == code for turn in game.game.turns)
        return guess(code, replace(game, keypad=game.keypad and is_told), request)

    async def press_button(self, press: GamePress, game: Several, request: Request) -> Outcome[Header]:
        match press.verb:
            case OnBoard.DIGIT | OnBoard.ERASE:
                key = press.argument if press.verb is OnBoard.DIGIT else ""
                return await press_key(key, game, game.game.variant, request)
            case OnBoard.SUBMIT:
                code = await tapped_code(game, game.game.variant, request)
                return unchanged(game, code) if isinstance(code, Answer) else guess(code, game, request)
            case OnBoard.HINT:
                return await self.hint(game, request)
            case OnBoard.AGAIN:
                return await play(game.options, request)
            case OnBoard.REVIEW if turns := len(game.game.turns):
                job = LongJob(REVIEW, game.id, turns, request.person.id, request.chat)
                answer = await ask_for_review(job, request)
                return Outcome(game, answer=answer, page=EndPage.MAIN if answer.alert else EndPage.REVIEW)
        return await press_board(OnBoard(press.verb.value), game, give_up, request)

    async def screen_of(self, game: Several, viewer: Viewer, work: Work) -> Screen:
        """The board. Raises NeedsThought."""
        is_asked, histories = game.advised and not game.is_over, tuple(game.open.values())
        told = viewer.recall(advise_together, game.game.variant, histories) if is_asked else None
        return board(game, viewer, told)

    async def end(self, game: Several, request: Request) -> Outcome[Header]:
        """As a vote, where others play along."""
        return await resign_by_command(game, give_up, request)

    async def hint(self, game: Several, request: Request) -> Outcome[Header]:
        """How many codes remain for each, and what tells most: the same until the next guess, and counted once."""
        taken = game.suggestions + (not game.advised)
        return Outcome(replace(game, advised=True, suggestions=taken, asks_to_resign=False), changed=not game.advised)

    async def weigh(self, guess: Reading, game: Several, request: Request) -> Outcome[Header]:
        """For all codes together, each time as a hint; or what is wrong with it, as it is no code."""
        variant, texts = game.game.variant, request.texts
        if Feature.HINTS in request.gate.off:
            note = texts.html("note.switched-off", feature=texts.plain(f"feature.{Feature.HINTS}"))
            return Outcome(game, note, changed=False)
        try:
            code = guess.code(variant)
        except InvalidCode as error:
            return Outcome(game, invalid_code(error, variant, texts), changed=False)
        told = request.world.recall(weigh_together, variant, code, tuple(game.open.values()))
        note = Html(f"🔎 {guess_html(code, variant, texts)}: {texts.html('hint.would-leave', **sums(told, texts))}")
        return Outcome(replace(game, suggestions=game.suggestions + 1), note)

    async def begin(self, options: GameOptions, request: Request) -> Outcome[Header]:
        """A game with secrets that are drawn one by one: two may be the same."""
        mode, variant, world = MODES[options.mode], options.the_variant, request.world
        game = Several(
            id=world.new_id(),
            chat=request.chat,
            starter=request.person.id,
            salt=world.new_salt(),
            opened_at=world.now(),
            game=Game(variant, mode, tuple(world.draw_secret(variant) for _ in range(mode.codes))),
        )
        return Outcome(game, place=Place.BOTTOM)

    def options_of(self, game: Several) -> GameOptions:
        return game.options

    async def result_card(self, query: str, game: Several, viewer: Viewer, request: Request) -> Card | None:
        """For those who have played the game, or seen a group play it, to its end."""
        title = str(title_of(game, viewer.texts))
        return result_offer(query, game.game, viewer, title, game.suggestions) if may_share(game, request) else None

    def is_untouched(self, game: Several) -> bool:
        return not (game.game.turns or game.suggestions)


SEVERAL = SeveralKind()

# Guesses, and the end.


def guess(code: Code, game: Several, request: Request) -> Outcome[Header]:
    """Count the guess, or point it out as asked before."""
    texts = request.texts
    try:
        after = apply(game.game, Guess(Seat(0), code, knowingly=game.asked_again == code)).game
    except IllegalMove as refusal:
        if refusal.reason is not Reason.ASKED_BEFORE:
            raise
        note = texts.html("note.asked-before", answer=_answer(code, game.game))
        return Outcome(replace(game, asked_again=code), note, Answer(texts.plain("toast.asked-before")))
    names = (*game.guessed_by, request.person.name)
    game = replace(game.guessed_too(request.person.id), game=after, guessed_by=names, asked_again=None)
    game = replace(game, resigning=(), asks_to_resign=False, advised=False)
    if after.phase is Phase.OVER:
        game = replace(game, ended_at=request.world.now(), proof=False)
    return Outcome(game, answer=Answer(_answer(code, after)), draft="" if game.keypad else None)


def _answer(code: Code, game: Game) -> str:
    """The guess with what it got for each code."""
    told = (next((turn for turn in history if turn[0] == code), None) for history in game.histories)
    return f"{game.variant.show(code)}: {' | '.join(map(in_figures, told))}"


async def give_up(game: Several, request: Request) -> Outcome[Several]:
    """End the game; its board shows the secrets."""
    return Outcome(game.given_up_at(request.world.now()))
