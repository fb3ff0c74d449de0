"""The kind of games in which the bot breaks a person's secret: replies, corrections of them, presses, ends.

The buttons with what each does; a game that rests; the kind; then replies and corrections, and the ends.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import ClassVar

from bot.app.actions.fair_play import wait_for
from bot.app.buttons import GamePress, GameVerb, OnBoard, OnThink
from bot.app.kind import Decision, Fit, Request, Rule, decision_of, slot_of, unchanged
from bot.app.kinds.keeper.model import (
    BREAKER,
    CODEC,
    Breaker,
    Keeper,
    Thoughts,
    before_end,
    is_keeper,
    planned,
    thoughts_on,
)
from bot.app.kinds.keeper.screens import board
from bot.app.kinds.table import BoardKind, play, read_code, stale_press, vote
from bot.app.model.game import GO_ON, Header
from bot.app.model.modes import keeper_play
from bot.app.model.options import LEVELS, GameOptions
from bot.app.reading import Reading, whole_number
from bot.app.screen import Answer, Place, Screen
from bot.app.screens.board import feedback_in
from bot.app.screens.common import Viewer, viewer_of
from bot.app.texts import Html
from bot.app.work import Job, Work
from bot.app.world import World
from bot.game.model import MODES, Game, Phase
from bot.game.notation import position
from bot.game.rules import Amend, Leave, Reply, apply
from solver.feedback import Feedback, possible_feedback
from solver.variant import Code

# The buttons of the board on which the bot breaks a person's secret: when each counts, and what it does.

Action = Callable[[str, Keeper, Request], Decision[Header] | Awaitable[Decision[Header]]]
"""Given what the button says besides its verb."""
REPLY_DATA = re.compile(r"(\d)(\d)(?:-(\d{1,4}))?", re.ASCII)
"""Bulls, cows and, if a reply is corrected, its turn counted from 0: how a button carries a reply."""


async def press_reply(argument: str, game: Keeper, request: Request) -> Decision[Keeper]:
    """Give the reply that stands on the button."""
    data = request.found(REPLY_DATA.fullmatch(argument))
    at = None if data[3] is None else int(data[3])
    if at != game.breaker.fixing:
        return stale_press(game, request)
    reply = Feedback(int(data[1]), int(data[2]))
    request.needs(reply in possible_feedback(game.game.variant))
    return await _reply(reply, at, game, request)


CHANGE_DATA = re.compile(r"(\d{1,4})(\d)(\d)", re.ASCII)
"""A turn counted from 1, bulls and cows: how a button carries one change of a suspicion."""


async def believe(argument: str, game: Keeper, request: Request) -> Decision[Keeper]:
    """Correct the replies that a suspicion says are wrong: it is right."""
    after = game.game
    for change in argument.split("-"):
        data = CHANGE_DATA.fullmatch(change)
        if data is None or not 1 <= int(data[1]) <= len(after.turns) or after.phase is Phase.OVER:
            return stale_press(game, request)
        reply = Feedback(int(data[2]), int(data[3]))
        request.needs(reply in possible_feedback(after.variant))
        after = apply(after, Amend(BREAKER, int(data[1]) - 1, reply)).game
    return await _after(after, game, request)


def choose_turn(argument: str, game: Keeper, request: Request) -> Decision[Keeper]:
    """Choose the turn whose reply is corrected; without an argument show all of them."""
    if not argument:
        return Decision(replace(game, breaker=replace(game.breaker, picks=True, fixing=None)))
    if (at := whole_number(argument, len(game.game.turns) - 1)) is None:
        return stale_press(game, request)
    return Decision(replace(game, breaker=replace(game.breaker, picks=False, fixing=at)))


def think_aloud(_argument: str, game: Keeper, _request: Request) -> Decision[Header]:
    """Show what the bot thinks, or no longer."""
    return Decision(replace(game, breaker=replace(game.breaker, thinks_aloud=not game.breaker.thinks_aloud)))


OF_ANYBODY = {OnBoard.KEEP, OnThink.STOP, OnBoard.AGAIN, OnThink.SWAP}
"""What others in a group may press as well: if whoever keeps the secret is gone, two of them end the game together."""
BUTTONS: dict[GameVerb, tuple[Rule, Action]] = {
    OnThink.REPLY: (Rule(bound=True), press_reply),
    OnThink.BELIEVE: (Rule(), believe),
    OnThink.FIX: (Rule(), choose_turn),
    OnThink.BACK: (Rule(), lambda _, game, request: go_on(game, request)),
    OnThink.THOUGHTS: (Rule(), think_aloud),
    OnThink.STOP: (Rule(), lambda _, game, request: ask_to_end(game, request)),
    OnThink.NEVER_MIND: (Rule(), lambda _, game, request: go_on(game, request)),
    OnThink.UNTOLD: (Rule(), lambda _, game, request: end_with(None, game, request)),
    OnThink.REOPEN: (Rule(over=True, bound=True), lambda _, game, request: reopen(game, request)),
    OnThink.SWAP: (
        Rule(over=True),
        lambda _, game, request: play(GameOptions(variant=game.game.variant.name), request),
    ),
    OnBoard.AGAIN: (Rule(on=False, over=True), lambda _, game, request: play(game.options, request)),
    OnBoard.RESIGN: (Rule(bound=True), lambda _, game, request: ask_to_end(game, request)),
    OnBoard.KEEP: (Rule(), lambda _, game, request: Decision(replace(game, asks_to_resign=False, resigning=()))),
}

# A game that rests goes on once the game is over that it waits for.


async def go_on_later(job: Job, work: Work, world: World) -> None:
    """Show the board where it stands: it goes on, or rests until another game is over. Raises NeedsThought."""
    game = await work.games.load(job.subject, Keeper)
    if game is None or game.is_over or not (known := await work.preferences(game.chat.id)).reachable:
        return
    if game.breaker.rests and game.breaker.asks is None:
        game = await planned(game, work, world)
    work.games.save(game)
    work.show(game.chat, slot_of(game.id), await KEEPER.screen_of(game, viewer_of(known, world), work), Place.HERE)


# The kind of games in which the bot breaks a person's secret.


class KeeperKind(BoardKind[Keeper]):
    """The bot asks, and a person replies."""

    codec = CODEC
    rules: ClassVar = {verb: rule for verb, (rule, _) in BUTTONS.items()}
    begins_by_options = True
    jobs: ClassVar = {GO_ON: go_on_later}

    async def type_text(self, typed: Reading, game: Keeper, request: Request) -> Decision[Header]:
        """A reply. A code is the secret, where that was asked for, else what the bot is to ask."""
        if not is_keeper(game, request):
            return unchanged(game, Answer())
        game, breaker = replace(game, asks_to_resign=False), game.breaker
        variant, reply = game.game.variant, typed.reply_to_bot
        if reply is not None and reply in possible_feedback(variant) and not breaker.stopping:
            return await _reply(reply, breaker.fixing, game, request)
        code = read_code(typed, game, request)
        if isinstance(code, str):
            return Decision(game, code if breaker.stopping else _why_no_reply(reply, request))
        if breaker.stopping:
            return end_with(code, game, request)
        if any(turn.guess == code for turn in game.game.turns):
            return Decision(game, request.texts.html("think.asked-already"))
        asking = replace(game, breaker=replace(breaker, asks=code, picks=False, fixing=None))
        if (await _thoughts(asking, request)).guess is None:
            return Decision(asking, request.texts.html("think.asks-later", guess=variant.show(code)))
        return Decision(asking)

    async def press_button(self, press: GamePress, game: Keeper, request: Request) -> Decision[Header]:
        if not is_keeper(game, request) and press.verb not in OF_ANYBODY:
            return unchanged(game, Answer(request.texts.plain("alert.not-the-keeper"), alert=True))
        _, action = BUTTONS[press.verb]
        return await decision_of(action(press.argument, game, request))

    async def screen_of(self, game: Keeper, viewer: Viewer, work: Work) -> Screen:
        """The board; one that rests goes on by itself. Raises NeedsThought."""
        found = await thoughts_on(game, work, viewer.recall, viewer.now)
        if found.refused is not None:
            wait_for(found.refused, game.id, work)
        return board(game, found, viewer)

    async def end(self, game: Keeper, request: Request) -> Decision[Header]:
        """Where whoever keeps the secret was asked what it was, the game ends without it."""
        if game.breaker.stopping and is_keeper(game, request):
            return end_with(None, game, request)
        return ask_to_end(game, request)

    def asks_to_end(self, game: Keeper, person: int) -> bool:
        """It asks the keeper for the secret instead."""
        return game.breaker.stopping or game.asks_to_resign

    async def keep(self, game: Keeper, request: Request) -> Decision[Header] | None:
        """The board asks the keeper for a wrong reply, for the secret, or whether to give up."""
        asks = game.asks_to_resign or game.breaker != game.breaker.settled
        if not asks or not is_keeper(game, request):
            return None
        return await go_on(replace(game, asks_to_resign=False, resigning=()), request)

    async def hint(self, game: Keeper, request: Request) -> Decision[Header]:
        """Whoever keeps the secret needs none, and from others it is none of theirs."""
        why = keeper_play(game.game.mode).no_hints if is_keeper(game, request) else "alert.not-the-keeper"
        return Decision(game, request.texts.html(why))

    async def weigh(self, guess: Reading, game: Keeper, request: Request) -> Decision[Header]:
        return await self.hint(game, request)

    async def begin(self, options: GameOptions, request: Request) -> Decision[Header]:
        """In that variant, at the level at which the bot guesses; its board at the bottom."""
        rules = Game(options.the_variant, MODES[options.mode], ())
        level, update = LEVELS[options.level], str(request.incoming.update)
        seed = request.world.seed_of(update) if level.relabels(rules.variant) else update
        breaker = Breaker(options.level, seed)
        game = Keeper(**request.new_header(), game=rules, breaker=breaker)
        return Decision(await planned(game, request.work, request.world), place=Place.BOTTOM)

    def options_of(self, game: Keeper) -> GameOptions:
        return game.options

    def fits(self, typed: Reading, game: Keeper, request: Request) -> Fit:
        """A reply, in words unless another game or person is being talked to, or a code."""
        is_for_it = typed.reply is not None or request.focus in {None, game.id}
        if is_for_it and typed.reply_to_bot in possible_feedback(game.game.variant):
            return Fit.PERHAPS
        return super().fits(typed, game, request)

    def is_untouched(self, game: Keeper) -> bool:
        return not game.game.turns

    def has_keypad(self, game: Keeper, person: int) -> bool:
        return False


KEEPER = KeeperKind()

# Replies to the guesses of the bot, typed or pressed, and corrections of them.


async def go_on(game: Keeper, request: Request) -> Decision[Keeper]:
    """Correct and end nothing; the game goes on, unless it rests: then the presser hears that it still does."""
    game = replace(game, breaker=game.breaker.settled)
    if game.breaker.rests and game.breaker.asks is None:
        game = await planned(game, request.work, request.world)
    rests = (await _thoughts(game, request)).refused is not None
    return Decision(game, answer=Answer(request.texts.plain("toast.still-rests") if rests else ""))


def _why_no_reply(reply: Feedback | None, request: Request) -> Html:
    """What is wrong with a text that is neither a code nor a reply which can be."""
    if reply is None:
        return request.texts.html("think.how-reply")
    return request.texts.html("think.impossible", reply=feedback_in(request.preferences.style, reply, request.texts))


async def _reply(reply: Feedback, at: int | None, game: Keeper, request: Request) -> Decision[Keeper]:
    """Reply to what the bot asks now or, with `at`, to what it asked in that turn."""
    if at is not None:
        return await _after(apply(game.game, Amend(BREAKER, at, reply)).game, game, request)
    found = await _thoughts(game, request)
    if found.refused is not None:
        return Decision(game, changed=False)
    guess = found.guess
    if guess is None or game.breaker.picks:
        written = feedback_in(request.preferences.style, reply, request.texts)
        return Decision(game, request.texts.html("think.first-the-wrong-one", reply=written))
    return await _after(apply(game.game, Reply(BREAKER, guess, reply, knowingly=True)).game, game, request)


async def _thoughts(game: Keeper, request: Request) -> Thoughts:
    return await thoughts_on(game, request.work, request.world.recall, request.world.now())


async def _after(rules: Game, before: Keeper, request: Request) -> Decision[Keeper]:
    """The game goes on from there, or has been won by the bot."""
    game = replace(before, game=rules, asks_to_resign=False, resigning=())
    changed = any(now.feedback != then.feedback for now, then in zip(rules.turns, before.game.turns, strict=False))
    breaker = replace(before.breaker, corrected=before.breaker.corrected or changed)
    if rules.phase is Phase.OVER:
        breaker = replace(breaker, before=position(before.game))
        return Decision(replace(game, ended_at=request.world.now(), breaker=breaker))
    return Decision(await planned(replace(game, breaker=breaker.settled), request.work, request.world))


# Ends of games in which the bot breaks a person's secret, and how the last reply is taken back.


def ask_to_end(game: Keeper, request: Request) -> Decision[Keeper]:
    """End the game: whoever keeps the secret may say first what it was, others end it only together."""
    if not is_keeper(game, request):
        return vote(game, request) or Decision(game.given_up_at(request.world.now()))
    if not game.game.turns:
        return end_with(None, game, request)
    return Decision(replace(game, breaker=replace(game.breaker, stopping=True, picks=False, fixing=None)))


def end_with(secret: Code | None, game: Keeper, request: Request) -> Decision[Keeper]:
    """End the game; None: the secret stays the person's."""
    rules = apply(game.game, Leave(BREAKER)).game
    breaker = replace(game.breaker.settled, secret=secret)
    return Decision(replace(game, game=rules, ended_at=request.world.now(), breaker=breaker))


def reopen(game: Keeper, request: Request) -> Decision[Header]:
    """Take the reply back that ended the game: it was a slip."""
    before = before_end(game.game, game.breaker)
    if before is None:
        return stale_press(game, request)
    rules, breaker = before
    breaker = replace(breaker, corrected=True)
    game = replace(game, game=rules, breaker=breaker, ended_at=None, asks_to_resign=False, resigning=())
    return Decision(game, request.texts.html("think.taken-back"))
