"""Hints and notes, the same for every kind that has them: each hint is chosen, shown, and counted."""

import re
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from bot.app.advice import HintResult, asked_of, following, hint_about, hint_result, hint_turned_to, hint_with
from bot.app.buttons import BACK, Feature
from bot.app.kind import Decision, Request
from bot.app.model.game import Header
from bot.app.model.hints import BoardPage, Hint, HintKind, notes_after_choice, notes_after_place, notes_after_tap
from bot.app.screen import Answer, Screen
from bot.app.screens.board import feedback_in
from bot.app.screens.hints import CHOOSE, CLEAR, MENU, OPEN, information_screen, note_line
from bot.app.texts import Html
from bot.app.world import Recall
from solver.feedback import Feedback, History
from solver.information import information
from solver.variant import Code, Variant

G = TypeVar("G", bound=Header)
NOTE = re.compile(rf"(?P<chooses>{CHOOSE})?(?P<symbol>\d{{1,2}})(?:-(?P<place>\d))?", re.ASCII)
"""A button of the notes: a symbol to be marked, or to be chosen, or a place of it."""


@dataclass(frozen=True, slots=True)
class Hinted:
    """What hints are about, for one person."""

    variant: Variant
    history: History
    hint: Hint | None
    notes: str
    refused: str = ""
    """The key of the text that says why there is no hint now; empty: there is one."""
    refused_to: str = ""
    """The name that this text speaks of."""
    strict: bool = False
    """Whether only what can still be the secret may be guessed."""

    def result(self, recall: Recall) -> HintResult | None:
        """What the hints so far come to. Raises NeedsThought."""
        return hint_result(self.variant, self.history, self.hint, recall, strict=self.strict)


class HasHints(Protocol[G]):
    """How a kind keeps hints and notes."""

    async def hint_subject(self, game: G, request: Request) -> Hinted:
        """What hints are about for whoever caused the request."""

    def with_hint(self, game: G, hint: Hint | None, request: Request, *, counts: bool) -> G:
        """The game with that hint on the person's screen; `counts`: it is one more that was taken."""

    def with_notes(self, game: G, notes: str, request: Request) -> G:
        """The game with what the person has noted."""


async def next_hint(game: G, kind: HasHints[G], request: Request) -> Decision[G]:
    """First how many codes fit; asked again what is stronger; then whatever they choose. Raises NeedsThought."""
    hinted = await kind.hint_subject(game, request)
    return _ask(following(hinted.result(request.world.recall)), hinted, game, kind, request)


async def press_hint(word: str, game: G, kind: HasHints[G], request: Request) -> Decision[G]:
    """Carry out a press on a button of the hints; one of another time only shows what there is."""
    hinted = await kind.hint_subject(game, request)
    hint = hinted.hint
    if word == BACK:
        return Decision(kind.with_hint(game, hint_turned_to(BoardPage.BOARD, hint), request, counts=False))
    if word == MENU and hint is not None and HintKind.COUNT in hint.asked:
        return _ask(None, hinted, game, kind, request)
    return _ask(HintKind.COUNT if word == MENU else asked_of(word), hinted, game, kind, request)


async def weigh(code: Code, game: G, kind: HasHints[G], request: Request) -> Decision[G]:
    """Say whether a guess may be right and what it would bring, before it is made."""
    if (note := why_no_hints(request)) is not None:
        return Decision(game, note, changed=False)
    hinted = await kind.hint_subject(game, request)
    if hinted.refused:
        return refuse_hint(game, hinted, request)
    reply = next((reply for guess, reply in hinted.history if guess == code), None)
    if reply is not None:
        return _recall_reply(code, reply, game, hinted, request)
    return _count(hint_about(code, hinted.hint), hinted, game, kind, request)


def why_no_hints(request: Request) -> Html | None:
    """That an operator has switched hints off; None: they are on."""
    if Feature.HINTS not in request.access.off:
        return None
    return request.texts.html("note.switched-off", feature=request.texts.plain(f"feature.{Feature.HINTS}"))


async def press_note(word: str, game: G, kind: HasHints[G], request: Request) -> Decision[G]:
    """Open the notes, note something, or wipe all of one's notes away."""
    hinted = await kind.hint_subject(game, request)
    if word in {BACK, OPEN}:
        page = BoardPage.BOARD if word == BACK else BoardPage.NOTES
        return Decision(kind.with_hint(game, hint_turned_to(page, hinted.hint), request, counts=False))
    notes = request.found(notes_after(word, hinted.notes, hinted.variant))
    game = kind.with_notes(game, notes, request)
    if not request.chat.is_group:
        return Decision(game)
    said = note_line(notes, hinted.variant) or request.texts.plain("toast.nothing-noted")
    return Decision(game, answer=Answer(said), shows=False)


def notes_after(word: str, notes: str, variant: Variant) -> str | None:
    """The notes after a press on their page; None for a button that it does not have."""
    if word == CLEAR:
        return ""
    symbols, found = len(variant.alphabet), NOTE.fullmatch(word)
    if found is None or int(found["symbol"]) >= symbols:
        return None
    symbol = int(found["symbol"])
    if found["place"] is not None:
        place = int(found["place"])
        return notes_after_place(notes, symbol, place, symbols) if place < variant.length else None
    return notes_after_choice(notes, symbol, symbols) if found["chooses"] else notes_after_tap(notes, symbol, symbols)


def refuse_hint(game: G, hinted: Hinted, request: Request) -> Decision[G]:
    """The board says why there is no hint."""
    return Decision(game, request.texts.html(hinted.refused, name=hinted.refused_to), changed=False)


def _ask(what: HintKind | None, hinted: Hinted, game: G, kind: HasHints[G], request: Request) -> Decision[G]:
    """Show this as well, and what else there is to ask for; None: only show that. Raises NeedsThought."""
    if hinted.refused:
        return refuse_hint(game, hinted, request)
    known = hinted.result(request.world.recall)
    hint = None if what is None else hint_with(what, hinted.hint, known)
    if hint is None:
        return Decision(kind.with_hint(game, hint_turned_to(BoardPage.HINTS, hinted.hint), request, counts=False))
    decision = _count(hint, hinted, game, kind, request)
    if what is not HintKind.TABLE or known is None or known.guess is None:
        return decision
    return replace(decision, beside=((f"replies:{game.id}", _replies(known.guess, hinted, request)),))


def _recall_reply(code: Code, reply: Feedback, game: G, hinted: Hinted, request: Request) -> Decision[G]:
    """What stands on the board already is told for nothing."""
    written = feedback_in(request.preferences.style, reply, request.texts)
    note = request.texts.html("hint.on-the-board", guess=hinted.variant.show(code), reply=written)
    return Decision(game, note, changed=False)


def _replies(guess: Code, hinted: Hinted, request: Request) -> Screen:
    """Every reply to the guess, as a message of its own."""
    found = request.world.recall(information, hinted.variant, guess, hinted.history)
    return information_screen(found, hinted.variant, request.texts)


def _count(hint: Hint, hinted: Hinted, game: G, kind: HasHints[G], request: Request) -> Decision[G]:
    """Keep that hint, which counts unless it is the one they had."""
    after = kind.with_hint(game, hint, request, counts=hint != hinted.hint)
    return Decision(after, changed=after != game)
