"""Whoever acts in a match."""

from dataclasses import dataclass, replace

from bot.app.kinds.match.model import Match, Sitter
from bot.app.kinds.match.names import rival_of
from bot.app.kinds.match.showing import tell_others
from bot.app.kinds.outcome import Outcome
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.texts import NOTHING, Html, Texts
from bot.game.model import Seat

SILENT = Answer()


@dataclass(frozen=True, slots=True)
class Actor:
    """A match, the seat there of whoever wrote or pressed, and their request."""

    match: Match
    seat: Seat
    request: Request

    @property
    def sitter(self) -> Sitter:
        """What only their own screen shows."""
        return self.match.sitters[self.seat]

    @property
    def rival_seat(self) -> Seat:
        """The seat of the other."""
        return Seat(1 - self.seat)

    @property
    def rival(self) -> Sitter:
        """What only the other's screen shows."""
        return self.match.sitters[self.rival_seat]

    @property
    def rival_name(self) -> str:
        """The other's name, safe to show."""
        return rival_of(self.match, self.seat)

    @property
    def texts(self) -> Texts:
        """The words of their language."""
        return self.request.texts

    def having(self, **changes: object) -> "Actor":
        """The same with something changed that only their own screen shows."""
        sitter = replace(self.sitter, **changes)  # type: ignore[arg-type]
        return replace(self, match=self.match.with_sitter(self.seat, sitter))

    def with_rival(self, **changes: object) -> "Actor":
        """The same with something changed that the other's screen shows."""
        sitter = replace(self.rival, **changes)  # type: ignore[arg-type]
        return replace(self, match=self.match.with_sitter(self.rival_seat, sitter))

    def outcome(self, note: Html = NOTHING, answer: Answer = SILENT, *, draft: str | None = None) -> Outcome[Match]:
        """The outcome that saves what has been changed so, and shows it to this person alone."""
        return Outcome(self.match, note, answer, draft=draft)

    def unchanged(self, answer: Answer = SILENT, note: Html = NOTHING) -> Outcome[Match]:
        """The outcome that only shows the match as it is."""
        return Outcome(self.match, note, answer, changed=False)

    def stale_press(self) -> Outcome[Match]:
        """The outcome of a press that came too late: the match is shown as it is now."""
        return self.unchanged(Answer(self.texts.plain("toast.moved-on")))

    async def announce(self, answer: Answer = SILENT, *, rings: bool = True, key: str = "") -> Outcome[Match]:
        """Show everybody else what has been changed so; this person sees it by the outcome. See `tell_others`."""
        await tell_others(self.match, self.seat, self.request.work, self.request.world, rings=rings, key=key)
        return self.outcome(answer=answer)


def actor_in(match: Match, request: Request) -> Actor:
    """Whoever caused the request, in their seat. Raises ValueError for anybody who does not play the match."""
    seat = match.seat_of(request.person.id)
    if seat is None:
        raise ValueError("only those who play act in a match")
    return Actor(match, seat, request)
