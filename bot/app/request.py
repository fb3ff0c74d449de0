"""What a handler is given: who did what, where, and what is stored about the chat. Data and reads only."""

from dataclasses import dataclass, replace
from typing import Any, Protocol

from bot.app.messages import Chat, Incoming, Person, Pressed, Said
from bot.app.model.chats import Preferences
from bot.app.model.game import Header
from bot.app.model.operators import OPEN, Gate
from bot.app.screen import Answer, Place, Screen
from bot.app.screens.common import EndPage, offer
from bot.app.screens.people import shown_name
from bot.app.texts import Html, Texts, language_of, texts_in
from bot.app.work import Work
from bot.app.world import World

MENU = "menu"
"""The slot of screens that belong to no game."""
BELOW_BEFORE_MOVING = 5
SECONDS_BEFORE_MOVING = 60.0
"""After so many messages below a group's board, or so long, whoever types to it brings it to the bottom."""


class KindsOfGames(Protocol):
    """The kinds of games as a request sees them; a protocol, because kinds import requests."""

    def kind_of(self, game: Header) -> Any:
        """The `Kind` of a game."""

    def kind_for_mode(self, mode: str) -> Any:
        """The `Kind` of the games that are begun by options in that mode."""


@dataclass(frozen=True, slots=True)
class Request:
    """One update that belongs to a chat."""

    incoming: Incoming
    chat: Chat
    person: Person
    work: Work
    world: World
    preferences: Preferences
    kinds: KindsOfGames
    games: tuple[Header, ...] = ()
    """The running games on boards here, the oldest first."""
    has_seats: bool = False
    """In a private chat: whether the person has a seat in a running game."""
    focus: str | None = None
    """The id of the game in focus, or MENU: see `menu_asks`; None: none, or not known."""
    replied_slot: str | None = None
    """If several games run: the slot of the screen to which this message replies."""
    as_new_message: bool = False
    """Whether a press shows its screen as a new message, because it was made on another screen."""
    page: EndPage = EndPage.MAIN
    """Which buttons stand under a game that is over, as was just chosen."""
    gate: Gate = OPEN
    """What the person may do."""
    stands_in: str | None = None
    """In a group: the slot whose screen the pressed message is now.

    A doctored client may send a press from another message, or from none; that must not change what others see.
    """

    @property
    def texts(self) -> Texts:
        """The texts in this chat's language."""
        spoken = None if self.chat.is_group else self.person.language
        return texts_in(language_of(self.preferences.language, spoken, self.preferences.spoken))

    @property
    def pressed(self) -> Pressed | None:
        """The update, if it is a press."""
        return self.incoming if isinstance(self.incoming, Pressed) else None

    @property
    def is_apart(self) -> bool:
        """Whether it is a press on an inline message, not in the chat."""
        return self.pressed is not None and self.pressed.inline is not None

    @property
    def shown_name(self) -> str:
        """The person's name, cleaned for display."""
        return shown_name(self.person.name)

    @property
    def place(self) -> Place:
        """Where a screen is shown: a press changes it in place, a text brings it to the bottom."""
        return Place.HERE if isinstance(self.incoming, Pressed) and not self.as_new_message else Place.BOTTOM

    def without(self, game: Header) -> "Request":
        """The same request without that game, which has ended."""
        return replace(self, games=tuple(other for other in self.games if other.id != game.id))

    def prefers(self, preferences: Preferences) -> "Request":
        """The same request with new preferences, which are saved."""
        self.work.prefer(self.chat, preferences)
        return replace(self, preferences=preferences)

    @property
    def menu_asks(self) -> bool:
        """Whether what is typed is for the screen that belongs to no game: it was shown last, and asks something."""
        return self.focus == MENU

    def show_menu(self, screen: Screen, place: Place | None = None, *, asks: bool = False) -> None:
        """Show a screen that belongs to no game; `place`: None: where what was pressed or typed brings it.

        `asks`: what is typed next is for it, until a game comes into focus or another such screen takes its place.
        """
        if asks != self.menu_asks:
            self.work.games.focus_on(self.chat, MENU if asks else None)
        self.work.show(self.chat, MENU, screen, place or self.place)

    def tell(self, note: Html) -> None:
        """Show a note where no game is on."""
        self.show_menu(offer(self.texts, note))

    async def is_current(self, slot: str) -> bool:
        """Whether the press was on the slot's newest screen.

        A message newer than the stored one becomes the screen, and the stored one is deleted: it was sent a moment ago
        and its id is not stored yet, or its sender died before storing it.
        """
        message = self.pressed.message if self.pressed else None
        shown = await self.work.slot_state(self.chat, slot)
        if message is None or self.stands_in not in {None, slot}:
            return False
        if shown.message is None or message > shown.message:
            # With nothing in the outbox the newer message is not ours: in a group a forged id must not take the board.
            if shown.message is not None and self.chat.is_group and not shown.pending:
                return False
            self.work.adopt(self.chat, slot, message, shown.message)
        return message >= (shown.message or 0)

    def strip_buttons(self, toast: str) -> Answer:
        """Remove the buttons of the pressed message, and tell the presser why it does not count."""
        pressed = self.pressed
        if pressed is not None and pressed.message is not None and pressed.has_buttons and self.stands_in is None:
            self.work.strip(self.chat, pressed.message)
        return Answer(self.texts.plain(toast))

    async def place_of(self, slot: str) -> Place:
        """Where a board is shown: in a group, what is typed to it brings it down unless it stands there already."""
        if not self.chat.is_group or not isinstance(self.incoming, Said):
            return self.place
        shown = await self.work.slot_state(self.chat, slot)
        below = shown.below
        if self.chat.counts_all and shown.message is not None:
            below = max(below, self.incoming.message - shown.message - 1)
        is_old = self.world.now() - shown.at > SECONDS_BEFORE_MOVING
        return Place.SPARING if is_old or below >= BELOW_BEFORE_MOVING else Place.HERE


def slot_of(game: str) -> str:
    """The slot of the screens of the game of that id, one for each chat that sees it."""
    return f"game:{game}"
