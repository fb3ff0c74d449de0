"""Somebody who sits at a match and does something there."""

from dataclasses import dataclass, replace

from bot.app.actions import matches
from bot.app.actions.looking import look_at
from bot.app.handlers.desk import Desk
from bot.app.model.limits import MATCHES
from bot.app.model.match import Match, Sitter
from bot.app.ports import Place
from bot.app.screens.name import rival_of
from bot.app.texts import NOTHING, Html, Texts
from bot.game.model import Seat
from bot.game.rules import Move


@dataclass(frozen=True, slots=True)
class Seated:
    """A match, the seat there of whoever wrote or pressed, and their desk."""

    match: Match
    seat: Seat
    desk: Desk

    @property
    def sitter(self) -> Sitter:
        """What only their own screen shows."""
        return self.match.sitters[self.seat]

    @property
    def texts(self) -> Texts:
        """The words of their language."""
        return self.desk.texts

    async def show(self, note: Html = NOTHING, *, draft: str | None = None) -> None:
        """Let them see the match, and look at it from now on."""
        self._look()
        desk = self.desk
        await matches.show(self.match, self.seat, desk.work, desk.world, desk.place, note, draft)

    def having(self, **changes: object) -> "Seated":
        """The same with something changed that only their own screen shows."""
        sitter = replace(self.sitter, **changes)  # type: ignore[arg-type]
        return replace(self, match=self.match.with_sitter(self.seat, sitter))

    def with_rival(self, **changes: object) -> "Seated":
        """The same with something changed that the other's screen shows."""
        rival = Seat(1 - self.seat)
        sitter = replace(self.match.sitters[rival], **changes)  # type: ignore[arg-type]
        return replace(self, match=self.match.with_sitter(rival, sitter))

    async def keep(self, note: Html = NOTHING, *, draft: str | None = None) -> None:
        """Keep what has been changed so, and show it."""
        self.desk.work.matches.save(self.match)
        await self.show(note, draft=draft)

    async def announce(self, *, rings: bool = True) -> None:
        """Keep what has been changed so, and let everybody see it; `rings`: the others as a new message."""
        self._look()
        desk = self.desk
        await matches.announce(self.match, self.seat, desk.work, desk.world, place=desk.place, rings=rings)

    async def tell_rival(self, key: str) -> None:
        """Let the other see the match where their screen stands, with these words about this person below it."""
        desk, rival = self.desk, Seat(1 - self.seat)
        chat = self.match.sitters[rival].chat
        if chat is not None:
            texts = (await desk.work.preferences(chat)).texts
            note = texts.html(key, name=rival_of(self.match, rival))
            await matches.show(self.match, rival, desk.work, desk.world, Place.HERE, note)

    async def move(self, move: Move) -> Match:
        """Move. Raises IllegalMove; then nothing has happened."""
        self._look()
        desk = self.desk
        return await matches.move(self.match, move, desk.work, desk.world, place=desk.place)

    def _look(self) -> None:
        if self.desk.front != self.match.id and not self.desk.is_apart:
            look_at(self.match, self.seat, self.desk.work)


async def seated_of(desk: Desk) -> tuple[Seated, ...]:
    """Whoever wrote or pressed, at each of the matches that they play here, the oldest first."""
    running = await _running(desk) if desk.has_matches else ()
    found = (seated_at(match, desk) for match in running)
    return tuple(seated for seated in found if seated is not None)


async def _running(desk: Desk) -> tuple[Match, ...]:
    """As many as one may play; of somebody who has more from before there was a limit also the one they look at."""
    running = await desk.work.matches.running(desk.person.id)
    is_known = desk.front is None or any(match.id == desk.front for match in running)
    if is_known or len(running) < MATCHES:
        return running
    looked_at = await desk.work.matches.load(desk.front) if desk.front else None
    return running if looked_at is None or looked_at.is_over else (*running, looked_at)


def seated_at(match: Match | None, desk: Desk) -> Seated | None:
    """The person at the match, if they sit there and this is where their screen is."""
    seat = match.seat_of(desk.person.id) if match is not None else None
    if match is None or seat is None or match.sitters[seat].chat != desk.chat.id:
        return None
    return Seated(match, seat, desk)
