"""Hints between people: in friendly games alone, if both allow them, and the other sees how many. Notes are free."""

from dataclasses import replace

from bot.app.code_text import code_in
from bot.app.kinds import hinting
from bot.app.kinds.hinting import Hinted
from bot.app.kinds.match.actor import Actor, actor_in
from bot.app.kinds.match.model import Match
from bot.app.kinds.outcome import Outcome
from bot.app.model.hint import Hint
from bot.app.request import Request
from solver.variant import InvalidCode


class MatchHints:
    """How a match keeps each person's hints and notes, and how they are asked for."""

    def hint_subject(self, match: Match, request: Request) -> Hinted:
        """What hints are about for whoever caused the request."""
        actor = actor_in(match, request)
        return Hinted(
            match.game.variant,
            match.game.history_of(actor.seat),
            actor.sitter.hint,
            actor.sitter.notes,
            _refusal(actor),
            actor.rival_name,
        )

    def with_hint(self, match: Match, hint: Hint | None, request: Request, *, counts: bool) -> Match:
        """The match with that hint on the person's screen."""
        actor = actor_in(match, request)
        return actor.having(hint=hint, hints=actor.sitter.hints + counts, asking="").match

    def with_notes(self, match: Match, notes: str, request: Request) -> Match:
        """The match with what the person has noted."""
        return actor_in(match, request).having(notes=notes).match

    async def hint(self, match: Match, request: Request) -> Outcome[Match]:
        """Give the next hint, or say why there is none."""
        return await _tell(await hinting.next_hint(match, self, request), actor_in(match, request))

    async def weigh(self, text: str, match: Match, request: Request) -> Outcome[Match] | None:
        """Say what the guess would bring; None for what is no code."""
        try:
            code = code_in(text, match.game.variant, request.texts.language)
        except InvalidCode:
            return None
        return await _tell(hinting.weigh(code, match, self, request), actor_in(match, request))

    async def press(self, word: str, match: Match, request: Request) -> Outcome[Match]:
        """Carry out a press on a button of the hints."""
        return await _tell(hinting.press_hint(word, match, self, request), actor_in(match, request))


HINTS = MatchHints()


async def allow(choice: str, actor: Actor) -> Outcome[Match]:
    """Allow hints, or no longer (`no`); once both allow them that stays so."""
    allows = choice != "no"
    if actor.match.rated or actor.match.has_hints or actor.sitter.allows_hints == allows:
        return actor.unchanged()
    return await actor.having(allows_hints=allows).announce(rings=False)


async def _tell(outcome: Outcome[Match], before: Actor) -> Outcome[Match]:
    """The outcome, once the other has seen that one more hint was taken, if it was."""
    after = replace(before, match=outcome.game)
    if after.sitter.hints != before.sitter.hints:
        await after.announce(rings=False)
    return outcome


def _refusal(actor: Actor) -> str:
    """The key of the text that says why there is no hint now; empty if there is one."""
    if actor.match.rated:
        return "note.no-hints"
    if not actor.match.has_hints:
        return "note.hints-not-allowed"
    return "" if actor.match.game.may_guess(actor.seat) else "note.hint-later"
