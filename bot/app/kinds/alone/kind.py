"""Games alone, as a kind: guesses, hints, the first board, practice, and its buttons. A new button is one entry.

The buttons with what each does, and the kind; then guesses, practice, and the first board.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import ClassVar

from bot.app.actions.fair_play import Refused, opened_on_board, unless_refused
from bot.app.buttons import GamePress, GameVerb, OnBoard
from bot.app.contests.model import Contests
from bot.app.daily.screens import DayArgument, OfDay, OfReminder, to_days
from bot.app.intents import LONGEST_GUESS, Command, Order
from bot.app.kind import Decision, LongThought, Request, Rule, beside, unchanged
from bot.app.kinds import hints
from bot.app.kinds.alone import end as end_alone
from bot.app.kinds.alone.begin import new_game
from bot.app.kinds.alone.contest import (
    SHOWN,
    as_its_player_reads,
    as_read_by,
    contest_about,
    contest_link,
    standings_for,
)
from bot.app.kinds.alone.daily import FRIEND, shown_for
from bot.app.kinds.alone.end import (
    COSTLIEST,
    REVIEW,
    after_end,
    ask_for_review,
    show_asked_review,
    show_costliest,
    show_friend,
    with_praise,
)
from bot.app.kinds.alone.model import ALL, CODEC, Alone
from bot.app.kinds.alone.screens import (
    AWAY,
    HERE,
    Details,
    board,
    daily_card,
    details_of,
    is_first,
    tiles,
    title_of,
)
from bot.app.kinds.hints import Hinted, press_hint, press_note
from bot.app.kinds.reviews import EVERY, slot_of_review, tells_figures
from bot.app.kinds.table import (
    GUESSED,
    RULE,
    GuessedKind,
    asked_before,
    guess_with_reply,
    may_share,
    play,
    read_code,
)
from bot.app.miniapp.screens import Tiles
from bot.app.model.game import Header
from bot.app.model.hints import Hint, HintKind, notes_of, with_notes
from bot.app.model.modes import alone_play
from bot.app.model.options import GameOptions, Help
from bot.app.reading import Reading
from bot.app.screen import Answer, Place, Screen
from bot.app.screens.board import typed_example
from bot.app.screens.common import EndPage, Viewer
from bot.app.screens.entries import ListedGame, board_entry
from bot.app.screens.hints import objection_line
from bot.app.screens.keypad import draft_line
from bot.app.screens.people import shown_name
from bot.app.screens.share import Card, result_offer
from bot.app.texts import NOTHING, Html, Texts
from bot.app.work import Work
from bot.game.fair_play import Opened, Told
from bot.game.model import MODES, Game
from bot.game.rules import Guess, IllegalMove, Reason, Reply, apply
from solver.candidates import fitting_codes
from solver.feedback import is_consistent
from solver.variant import Code

# The buttons of the board of a game alone: when each counts, and what it does. A new button is one entry.

Action = Callable[[GamePress, Alone, Request], Awaitable[Decision[Header]]]


async def hint(press: GamePress, game: Alone, request: Request) -> Decision[Header]:
    """Show hints, or other buttons."""
    return await press_hint(press.argument, game, ALONE, request)


async def note(press: GamePress, game: Alone, request: Request) -> Decision[Header]:
    """Show or change the notes."""
    return await press_note(press.argument, game, ALONE, request)


async def offer_to_friends(_press: GamePress, game: Alone, request: Request) -> Decision[Header]:
    """Show the link that friends follow to beat the game; who presses in a group is led to their own chat for it."""
    request.needs(game.may_be_beaten)
    contest = await contest_about(game, request)
    if request.chat.is_group:
        return unchanged(game, Answer(url=contest_link(contest, request.world.username)))
    await end_alone.show_sharing(await request.work.of(Contests).standings(contest, SHOWN), request)
    return unchanged(game, Answer())


async def review(_press: GamePress, game: Alone, request: Request) -> Decision[Header]:
    """Ask for the review of the game; what belongs to it stands below the board meanwhile."""
    answer = await ask_for_review(game, request)
    page = EndPage.MAIN if answer.alert else EndPage.REVIEW
    return Decision(game, answer=answer, page=page)


async def retry(_press: GamePress, game: Alone, request: Request) -> Decision[Header]:
    """Go on from the position before the guess that cost most."""
    request.needs(game.can_be_retried)
    costliest = request.found(game.costliest)
    told = Told(game.game.variant, game.game.history_of(ALL)[: costliest.number - 1])
    found = await _opened(told, game, request)
    return begin_after(game.options, unless_refused(found), request, request.texts.html("note.retried"))


async def open_day(press: GamePress, game: Alone, _request: Request) -> Decision[Header]:
    """Lead on from the end of a day's code: to its results, to the reminder of the next one, or to today's."""
    leads: dict[str, DayArgument | None] = {"remind": OfReminder()}
    if game.daily is not None:
        leads["results"] = OfDay(game.daily.number)
    return beside(game, to_days(leads.get(press.argument)))


async def replay(_press: GamePress, game: Alone, request: Request) -> Decision[Header]:
    """Begin the same once more, from below the review."""
    request.needs(alone_play(game.game.mode).can_be_replayed)
    return await play(game.options, request)


async def all_guesses(_press: GamePress, game: Alone, request: Request) -> Decision[Header]:
    """Ask for all guesses as text, from below the review."""
    return unchanged(game, await ask_for_review(game, request, EVERY))


async def learn(_press: GamePress, game: Alone, _request: Request) -> Decision[Header]:
    """Lead to the lessons."""
    return beside(game, Order(Command.LEARN, ""))


async def show_more(press: GamePress, game: Alone, _request: Request) -> Decision[Header]:
    """Show what is behind ☰ on the first board, or the board again; or go to the menu, as from any other board."""
    if press.argument == AWAY or not is_first(game):
        return beside(game, Order(Command.MENU, ""))
    page = EndPage.MAIN if press.argument == HERE else EndPage.REVIEW
    return Decision(game, changed=False, page=page)


BUTTONS: dict[GameVerb, tuple[Rule, Action]] = {
    OnBoard.HINT: (Rule(bound=True), hint),
    OnBoard.NOTES: (Rule(), note),
    OnBoard.LESSONS: (Rule(), learn),
    OnBoard.MORE: (Rule(), show_more),
    OnBoard.BEAT: (RULE, offer_to_friends),
    OnBoard.REVIEW: (RULE, review),
    OnBoard.RETRY: (RULE, retry),
    OnBoard.DAY: (RULE, open_day),
    OnBoard.REPLAY: (Rule(on=False, over=True, slot="review"), replay),
    OnBoard.EVERY: (Rule(on=False, over=True, slot="review"), all_guesses),
}
"""What reveals the secret counts only once the game is over: a doctored client may press what is not shown."""

# Games alone, as a kind.


class AloneKind(GuessedKind[Alone]):
    """Games alone: all who are in the chat play one board."""

    codec = CODEC
    rules: ClassVar = {**GUESSED, **{verb: rule for verb, (rule, _) in BUTTONS.items()}}
    buttons = BUTTONS
    begins_by_options = True
    jobs: ClassVar = {FRIEND: show_friend}
    long_jobs: ClassVar = {
        COSTLIEST: LongThought(show_costliest, slot_of_review),
        REVIEW: LongThought(show_asked_review, slot_of_review),
    }

    async def type_text(self, typed: Reading, game: Alone, request: Request) -> Decision[Header]:
        if len(typed.text) > LONGEST_GUESS:
            return Decision(game, request.texts.html("note.long"), changed=False)
        return await self.type_code(typed, game, request)

    async def guess(self, code: Code, game: Alone, request: Request) -> Decision[Alone]:
        """Raises NeedsThought."""
        try:
            step = apply(game.game, _move(code, game, request))
        except IllegalMove as refusal:
            is_repeated, is_strict = refusal.reason is Reason.ASKED_BEFORE, game.game.mode.strict
            if refusal.reason is Reason.RULED_OUT or (is_repeated and is_strict and not _is_own(code, game, request)):
                return _refuse_ruled_out(code, game, request)
            if not is_repeated:
                raise
            game = replace(game, asked_again=code)
            return asked_before(game, _answer(code, game, request), request, strict=is_strict)
        has_picture_below = game.hint is not None and HintKind.TABLE in game.hint.asked
        name, now = request.person.name, request.world.now()
        after = game.guessed_too(request.person.id).after_guess(step.game, name, now, hint=None)
        after = reply_explained(after, request)
        return Decision(
            await with_praise(after, request) if after.is_over else after,
            answer=Answer(_answer(code, after, request)),
            draft="" if game.keypad else None,
            place=Place.BOTTOM if has_picture_below else None,
        )

    async def give_up(self, game: Alone, request: Request) -> Decision[Alone]:
        """Its board shows the secret."""
        return Decision(await with_praise(game.given_up_at(request.world.now()), request))

    async def screen_of(self, game: Alone, viewer: Viewer, work: Work) -> Screen:
        """The board. Raises NeedsThought."""
        return board(*await self._looked_at(game, viewer, work))

    async def tiles_of(self, game: Alone, viewer: Viewer, work: Work) -> Tiles:
        """The board, whose reader may note and guess as in the chat. Raises NeedsThought."""
        return tiles(*await self._looked_at(game, viewer, work))

    async def _looked_at(self, game: Alone, viewer: Viewer, work: Work) -> tuple[Alone, Viewer, Details]:
        """The game as its reader may see it, how they look at it, and what there is besides. Raises NeedsThought."""
        standings = await standings_for(game, work) if game.is_over else None
        if standings is not None:
            standings = await as_read_by(game.starter, standings, work)
        elif not game.is_over:
            game = await as_its_player_reads(game, work)
        day = await shown_for(game, work) if game.is_over else None
        noted = "" if viewer.person is None or game.is_over else notes_of(viewer.person, game.notes)
        if viewer.draft:
            viewer = replace(viewer, draft=draft_line(viewer.draft, game.game.variant))
        position = await _advised(game, viewer, work)
        return game, viewer, details_of(game, viewer.recall, standings, noted, day, position)

    def entry_of(self, game: Alone, person: int, texts: Texts) -> ListedGame:
        name = NOTHING if game.daily is None else texts.html("daily.title", number=game.daily.number)
        return board_entry(game, texts, name, "" if game.help is Help.NORMAL else f"menu.{game.help.value}")

    async def hint(self, game: Alone, request: Request) -> Decision[Header]:
        """All see it. Raises NeedsThought."""
        return await hints.next_hint(game, self, request)

    async def weigh(self, guess: Reading, game: Alone, request: Request) -> Decision[Header]:
        """Or what is wrong with it, as it is no code."""
        hinted = await self.hint_subject(game, request)
        if hinted.refused:
            return hints.refuse_hint(game, hinted, request)
        if not guess.text.strip():
            example = typed_example(game.game.variant, request.texts)
            note = request.texts.html("hint.wonder-how", example=example)
            return Decision(game, note, changed=False)
        code = read_code(guess, game, request)
        if isinstance(code, str):
            return Decision(game, code, changed=False)
        return await hints.weigh(code, game, self, request)

    async def hint_subject(self, game: Alone, request: Request) -> Hinted:
        """What hints are about; none are given in practice that goes on from turns on which there is no advice now."""
        noted, variant = notes_of(request.person.id, game.notes), game.game.variant
        found = await _opened(game.told, game, request)
        if isinstance(found, Refused):
            return Hinted(variant, (), None, noted, found.key)
        target = (await as_its_player_reads(game, request.work)).target if game.no_hints else None
        asked_by = shown_name(target.name) if target else ""
        strict = game.game.mode.strict
        return Hinted(variant, found.history, game.hint, noted, game.no_hints, asked_by, strict)

    def with_hint(self, game: Alone, hint: Hint | None, request: Request, *, counts: bool) -> Alone:
        """The game with that hint on its board."""
        return replace(game, hint=hint, suggestions=game.suggestions + counts, asks_to_resign=False)

    def with_notes(self, game: Alone, notes: str, request: Request) -> Alone:
        """The game with what the person has noted."""
        return replace(game, notes=with_notes(request.person.id, notes, game.notes))

    async def after_end(self, game: Alone, request: Request) -> None:
        """Contests, the code of the day, and what a ledger counts."""
        await after_end(game, request)

    async def begin(self, options: GameOptions, request: Request) -> Decision[Header]:
        """The game; that of somebody who has finished few says when only one code is left, unless it is blind."""
        mode, variant = MODES[options.mode], options.the_variant
        secrets = (request.world.draw_secret(variant),) if mode.has_secret else ()
        game = new_game(Game(variant, mode, secrets), request)
        has_help = options.help is not Help.BLIND and not request.chat.is_group
        is_learners = has_help and not await tells_figures(request.person.id, request.work)
        return Decision(replace(game, help=options.help, is_learners=is_learners), place=Place.BOTTOM)

    def options_of(self, game: Alone) -> GameOptions:
        return game.options

    async def result_card(self, query: str, game: Alone, viewer: Viewer, request: Request) -> Card | None:
        """For those who have played the game, or seen a group play it, to its end."""
        if not (alone_play(game.game.mode).can_be_shared and may_share(game, request)):
            return None
        if game.daily is None:
            return result_offer(query, game.game, viewer, title_of(game, viewer.texts), game.suggestions)
        return daily_card(query, game, viewer, await shown_for(game, request.work))

    def is_untouched(self, game: Alone) -> bool:
        """Contests and days are never so."""
        return not (game.game.turns or game.suggestions or game.notes or game.target or game.daily)


ALONE = AloneKind()
guess = ALONE.guess


async def _advised(game: Alone, viewer: Viewer, work: Work) -> Opened | None:
    """The turns on which the board gives advice to those who look; None: it gives none, or may not now."""
    if game.is_over or (game.hint is None and game.help is not Help.COACHED and not game.is_learners):
        return None
    found = await opened_on_board(game.told, viewer.person or game.starter, game.chat, work, viewer.now)
    return found if isinstance(found, Opened) else None


# Guesses in a game alone, typed or sent from the keypad.


def _move(code: Code, game: Alone, request: Request) -> Guess | Reply:
    """The guess; where there is no secret, with the reply that the mode's rule gives. Raises NeedsThought."""
    knowingly = game.asked_again == code
    rule = alone_play(game.game.mode).reply
    if rule is None:
        return Guess(ALL, code, knowingly=knowingly)
    reply = request.world.recall(rule, game.game.variant, game.game.history_of(ALL), code)
    return Reply(ALL, code, reply, knowingly=knowingly)


def _is_own(code: Code, game: Alone, request: Request) -> bool:
    """Whether the person has made that guess themselves; of a group the board keeps names alone."""
    made = zip(game.game.turns, game.guessed_by, strict=True)
    return not request.chat.is_group or any((turn.guess, by) == (code, request.person.name) for turn, by in made)


def _refuse_ruled_out(code: Code, game: Alone, request: Request) -> Decision[Alone]:
    """Say which turn rules the code out; what was tapped stays."""
    texts, variant, history = request.texts, game.game.variant, game.game.history_of(ALL)
    number = next(at for at, turn in enumerate(history, 1) if not is_consistent(code, (turn,)))
    why = objection_line(code, history[number - 1], variant, request.preferences.style, texts)
    note = texts.html("note.ruled-out", guess=variant.show(code), number=number, why=why)
    return Decision(game, note, Answer(texts.plain("toast.ruled-out", number=number)), changed=False)


def _answer(code: Code, game: Alone, request: Request) -> str:
    reply = next(turn.feedback for turn in game.game.turns if turn.guess == code)
    return guess_with_reply(code, reply, game.game.variant, request)


async def _opened(told: Told, game: Alone, request: Request) -> Opened | Refused:
    return await opened_on_board(told, request.person.id, game.chat, request.work, request.world.now())


# Games alone that go on from a position, for practice: they are not counted.


def begin_after(options: GameOptions, position: Opened, request: Request, note: Html) -> Decision[Alone]:
    """A game that goes on from those turns, with a secret that fits their replies: the same one if it is on already.

    Raises NeedsThought, and InconsistentHistory where no secret fits.
    """
    variant, history = position
    for game in request.games:
        if isinstance(game, Alone) and game.options == options and game.game.history_of(ALL) == history:
            return Decision(game, place=Place.BOTTOM, changed=False)
    mode = MODES[options.mode]
    fitting = request.world.recall(fitting_codes, variant, history)
    drawn = fitting[request.world.draw_number(0, len(fitting) - 1)]
    played = Game(variant, mode, (tuple(int(symbol) for symbol in drawn),) if mode.has_secret else ())
    for guess, reply in history:
        move = Guess(ALL, guess, knowingly=True) if mode.has_secret else Reply(ALL, guess, reply, knowingly=True)
        played = apply(played, move).game
    by = (request.person.name,) * len(history)
    begun = replace(new_game(played, request), guessed_by=by, help=options.help, is_practice=True)
    return Decision(begun, note, place=Place.BOTTOM)


# Somebody's first board, and their first replies, which are explained.


async def begin_first(request: Request) -> Decision[Header]:
    """The classic game, whose board says all that a newcomer needs; the same one again until they guess."""
    decision = await play(GameOptions(), request)
    game = decision.game
    if not isinstance(game, Alone) or game.explains:
        return decision
    return replace(decision, game=replace(game, explains=True), changed=True)


def reply_explained(game: Alone, request: Request) -> Alone:
    """The game after a reply, which is explained if it is one of the first ones that the person has ever had here.

    Where the bot keeps no secret, no reply says anything of one.
    """
    left = request.preferences.unexplained or 0
    explains = bool(left) and not request.chat.is_group and game.game.mode.has_secret
    if explains:
        request.prefers(replace(request.preferences, unexplained=left - 1))
    return game if game.explains is explains else replace(game, explains=explains)
