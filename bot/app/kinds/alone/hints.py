"""Hints and notes in a game alone: all who play it share the hints, and each has notes of their own."""

from dataclasses import replace

from bot.app.code_text import code_in
from bot.app.kinds import hinting
from bot.app.kinds.alone.model import ALL, Alone
from bot.app.kinds.hinting import Hinted
from bot.app.kinds.outcome import Outcome
from bot.app.model.hint import Hint
from bot.app.model.notes import notes_of, with_notes
from bot.app.request import Request
from bot.app.screens.invalid_code import invalid_code
from bot.app.screens.name import shown_name
from bot.app.screens.variant import typed_example
from solver.variant import InvalidCode


class HintedAlone:
    """How a game alone keeps hints and notes."""

    def hint_subject(self, game: Alone, request: Request) -> Hinted:
        """What hints are about."""
        noted = notes_of(request.person.id, game.notes)
        asked_by = shown_name(game.target.name) if game.target else ""
        return Hinted(game.game.variant, game.game.history_of(ALL), game.hint, noted, game.no_hints, asked_by)

    def with_hint(self, game: Alone, hint: Hint | None, request: Request, *, counts: bool) -> Alone:  # noqa: ARG002
        """The game with that hint on its board."""
        return replace(game, hint=hint, suggestions=game.suggestions + counts, asks_to_resign=False)

    def with_notes(self, game: Alone, notes: str, request: Request) -> Alone:
        """The game with what the person has noted."""
        return replace(game, notes=with_notes(request.person.id, notes, game.notes))


HINTED = HintedAlone()


class Hints:
    """The capability: hints by /hint, and by `?0123`."""

    async def hint(self, game: Alone, request: Request) -> Outcome[Alone]:
        """Give the next hint. Raises NeedsThought."""
        return await hinting.next_hint(game, HINTED, request)

    async def weigh(self, text: str, game: Alone, request: Request) -> Outcome[Alone]:
        """Say whether a guess may be right and what it would bring; or what is wrong with it, as it is no code."""
        variant, texts = game.game.variant, request.texts
        hinted = HINTED.hint_subject(game, request)
        if hinted.refused:
            return hinting.refuse_hint(game, hinted, request)
        if not text.strip():
            note = texts.html("hint.wonder-how", example=typed_example(variant, texts))
            return Outcome(game, note, changed=False)
        try:
            code = code_in(text, variant, texts.language)
        except InvalidCode as error:
            return Outcome(game, invalid_code(error, variant, texts), changed=False)
        return hinting.weigh(code, game, HINTED, request)
