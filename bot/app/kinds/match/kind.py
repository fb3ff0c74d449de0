"""Matches, as the rest of the bot calls them, and presses on their screens."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import ClassVar

from bot.app.buttons import GamePress, GameVerb, OnMatch, OnPartner, OnTalk
from bot.app.intents import Command, FindRival, Follow, Order
from bot.app.kind import Decision, Fit, Kind, LongThought, Request, Rule, beside, decision_of
from bot.app.kinds.hints import press_note
from bot.app.kinds.match import after, play
from bot.app.kinds.match.after import (
    OWN_REVIEW,
    ask_for_rematch,
    ask_to_leave,
    confirm_leaving,
    press_after_bot,
    press_all_guesses,
    press_question,
    press_review,
    review_both,
    show_own_review,
    type_after,
)
from bot.app.kinds.match.both import press_both, press_publish
from bot.app.kinds.match.card_screen import scoreboard_offer
from bot.app.kinds.match.due import CARD_MOVED, handle_gone, move_card, remind, time_out
from bot.app.kinds.match.model import CODEC, Match, must_act, rival_of, stands_in
from bot.app.kinds.match.moves import CLOCK, REMIND, REVIEW, seat_screen
from bot.app.kinds.match.play import HINTS, Actor, actor_in, allow, press_talk, say, type_text
from bot.app.kinds.match.screen import AGREES, are_apart, may_talk
from bot.app.kinds.reviews import slot_of_review
from bot.app.kinds.table import code_fits
from bot.app.model.game import Header
from bot.app.reading import Reading
from bot.app.screen import Screen
from bot.app.screens.common import Viewer
from bot.app.screens.entries import ListedGame
from bot.app.screens.share import Card
from bot.app.talk.model import is_talk
from bot.app.texts import Html, Texts
from bot.app.work import GONE, Work
from bot.game.leaving import Way
from bot.game.model import Phase, Seat
from solver.variant import Variant

# The buttons of a match's screens: when each counts, and what it does. A new button is one entry.

Action = Callable[[str, Actor], Decision[Match] | Awaitable[Decision[Match]]]
"""Given what the button says besides its verb."""


def _after_bot(verb: OnPartner) -> Action:
    return lambda _, actor: press_after_bot(verb, actor)


def _talk(verb: OnTalk) -> Action:
    return lambda argument, actor: press_talk(verb, argument, actor)


def _follow(order: Callable[[Actor], Follow]) -> Action:
    """What is done beside the match."""
    return lambda _, actor: beside(actor.match, order(actor))


def _offer(way: Way) -> Action:
    """An end that needs both."""
    return lambda argument, actor: after.offer(way, actor, agrees=argument == AGREES)


RUNS, OVER, ALWAYS = Rule(), Rule(on=False, over=True), Rule(over=True)
NOW = Rule(bound=True)
"""What decides something counts only while the match still stands at the turn that the screen showed."""
ASKED, BELOW = Rule(on=False, over=True, slot="rematch"), Rule(on=False, over=True, slot="review")
SIDES = Rule(on=False, over=True, slot="both")
BUTTONS: dict[GameVerb, tuple[Rule, Action]] = {
    OnMatch.KEY: (RUNS, lambda key, actor: play.press_code_key(key or " ", actor)),
    OnMatch.ERASE: (RUNS, lambda _, actor: play.press_code_key("", actor)),
    OnMatch.SUBMIT: (NOW, lambda _, actor: play.send_tapped(actor)),
    OnMatch.DRAWN: (RUNS, lambda _, actor: play.draw_secret(actor)),
    OnMatch.MINE: (RUNS, lambda _, actor: play.tell_secret(actor)),
    OnMatch.ALLOW: (RUNS, allow),
    OnMatch.HINT: (NOW, lambda word, actor: HINTS.press(word, actor.match, actor.request)),
    OnMatch.NOTES: (RUNS, lambda word, actor: press_note(word, actor.match, HINTS, actor.request)),
    OnMatch.GIVE: (NOW, lambda _, actor: play.give_time(actor)),
    OnMatch.NO: (RUNS, lambda _, actor: actor.having(asking="").decision()),
    OnMatch.KEYPAD: (RUNS, lambda _, actor: actor.having(keypad=True).decision()),
    OnMatch.PROOF: (OVER, lambda _, actor: actor.having(proof=not actor.sitter.proof).decision()),
    OnMatch.RESIGN: (NOW, lambda _, actor: after.ask_to_leave(actor)),
    OnMatch.ABORT: (NOW, lambda _, actor: after.ask_to_abort(actor)),
    OnMatch.YES: (NOW, lambda _, actor: after.confirm_leaving(actor)),
    OnMatch.DRAW: (NOW, _offer(Way.DRAW)),
    OnMatch.CALL_OFF: (NOW, _offer(Way.CALL_OFF)),
    OnMatch.NO_DRAW: (NOW, lambda _, actor: after.decline(actor)),
    OnMatch.REMATCH: (OVER, lambda _, actor: ask_for_rematch(actor)),
    OnMatch.RIVAL: (OVER, _follow(lambda actor: FindRival(actor.match.terms))),
    OnMatch.MENU: (OVER, _follow(lambda _: Order(Command.DUEL, ""))),
    OnMatch.HOME: (OVER, _follow(lambda _: Order(Command.MENU, ""))),
    OnMatch.REVIEW: (OVER, lambda _, actor: press_review(actor)),
    OnMatch.EVERY: (BELOW, lambda _, actor: press_all_guesses(actor)),
    OnMatch.BOTH: (OVER, lambda _, actor: press_both(actor)),
    OnMatch.PUBLISH: (SIDES, lambda _, actor: press_publish(actor)),
    OnMatch.REPLAY: (ASKED, lambda _, actor: press_question(OnMatch.REPLAY, actor)),
    OnMatch.NOT_AGAIN: (ASKED, lambda _, actor: press_question(OnMatch.NOT_AGAIN, actor)),
    **{verb: (OVER, _after_bot(verb)) for verb in OnPartner},
    **{verb: (ALWAYS, _talk(verb)) for verb in OnTalk},
}


# Matches, as the rest of the bot calls them.

LEVELLED = "menu.levels"
"""What a match against the bot is called, wherever it is named."""


class MatchKind(Kind[Match]):
    """Two people, or one and the bot, each with a screen of their own."""

    codec = CODEC
    rules: ClassVar = {verb: rule for verb, (rule, _) in BUTTONS.items()}
    goes_on_after_end = True
    talks = True
    unplayable: ClassVar = {"media": "code.media"}
    jobs: ClassVar = {CLOCK: time_out, REMIND: remind, GONE: handle_gone, CARD_MOVED: move_card}
    long_jobs: ClassVar = {
        REVIEW: LongThought(review_both, slot_of_review),
        OWN_REVIEW: LongThought(show_own_review, slot_of_review),
    }

    async def type_text(self, typed: Reading, game: Match, request: Request) -> Decision[Header]:
        """A code, or what one says."""
        return await type_text(typed, game, request)

    async def press_button(self, press: GamePress, game: Match, request: Request) -> Decision[Header]:
        """On somebody's own screen, or on the question whether they want another match."""
        _, action = BUTTONS[press.verb]
        return await decision_of(action(press.argument, actor_in(game, request)))

    async def screen_of(self, game: Match, viewer: Viewer, work: Work) -> Screen:
        """Somebody's own, which nobody may change while it leaves. Raises NeedsThought."""
        seat = None if viewer.person is None else game.seat_of(viewer.person)
        if seat is None:
            raise ValueError("only those who play see a game")
        work.games.hold(game)
        waits_for_others = not game.is_over and not game.must_act(seat)
        return replace(seat_screen(game, seat, viewer), is_silent=waits_for_others)

    def entry_of(self, game: Match, person: int, texts: Texts) -> ListedGame:
        seat = game.seat_of(person) or Seat(0)
        waits, name = game.must_act(seat), rival_of(game, seat, texts)
        key = LEVELLED if game.level else game.terms.playable.title
        title = texts.html(key)
        terms = Html(f"{title} · {texts.html(f'variant.{game.terms.variant}')}")
        line = texts.html("games.your-turn" if waits else "games.their-turn", terms=terms, name=name)
        label = f"{'👉 ' if waits else ''}{texts.plain(key)} · {name}"
        made = len(game.game.turns_of(seat))
        return ListedGame(game.id, line, label, waits=waits, rival=name, guesses=made)

    async def end(self, game: Match, request: Request) -> Decision[Header]:
        """Ask the same, or end the match where that was asked."""
        actor = actor_in(game, request)
        return await confirm_leaving(actor) if actor.sitter.asking in after.WAYS else ask_to_leave(actor)

    def asks_to_end(self, game: Match, person: int) -> bool:
        """It asks each on a screen of their own."""
        seat = game.seat_of(person)
        return seat is not None and game.sitters[seat].asking in after.WAYS

    async def keep(self, game: Match, request: Request) -> Decision[Header] | None:
        """Whether to leave, or to agree to a draw, is asked."""
        actor = actor_in(game, request)
        if actor.sitter.asking:
            return actor.having(asking="").decision()
        return await after.decline(actor) if actor.rival.offers else None

    async def hint(self, game: Match, request: Request) -> Decision[Header]:
        return await HINTS.hint(game, request)

    async def weigh(self, guess: Reading, game: Match, request: Request) -> Decision[Header] | None:
        """None for what is no code: it may be talk."""
        return await HINTS.weigh(guess, game, request)

    async def type_after(self, typed: Reading, game: Match, request: Request) -> Decision[Header] | None:
        """What one says after the match."""
        return await type_after(typed, game, request)

    async def say(self, text: str, game: Match, request: Request) -> Decision[Header]:
        return await say(text, game, request)

    async def result_card(self, query: str, game: Match, viewer: Viewer, request: Request) -> Card | None:
        """For those who have played the match to its end, once no number of the bot's is held back."""
        can_be = game.is_over and not game.number and game.seat_of(request.person.id) is not None
        return scoreboard_offer(query, game, viewer) if can_be else None

    def step(self, game: Match, person: int) -> int:
        """How far the match has come for the person."""
        return game.turn_of(game.seat_of(person) or Seat(0))

    def waits(self, game: Match, person: int) -> bool:
        return must_act(game, person)

    def stands_in(self, game: Match, chat: int, person: int) -> bool:
        """In the private chats of those who play."""
        return stands_in(game, chat, person)

    def fits(self, typed: Reading, game: Match, request: Request) -> Fit:
        """A code, or a message where one may talk."""
        if are_apart(game) and is_talk(typed.text, game.game.variant):
            return Fit.SAID if may_talk(game) else Fit.NEVER
        return Fit.NEARLY if typed.is_question else code_fits(typed, game.game.variant)

    def is_live(self, game: Match) -> bool:
        return game.terms.the_clock.is_live

    def again(self, game: Match) -> GameVerb:
        return OnMatch.REMATCH

    def variant_of(self, game: Match) -> Variant:
        return game.game.variant

    def has_keypad(self, game: Match, person: int) -> bool:
        """Where it is their turn, and it is unfolded."""
        seat = game.seat_of(person)
        return seat is not None and game.must_act(seat) and game.sitters[seat].keypad

    def hides_text(self, game: Match, person: int) -> bool:
        return game.game.phase is Phase.SECRETS


MATCH = MatchKind()
