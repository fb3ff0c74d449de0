"""What a handler has before it: who wants what, where, and what is known of the place. Data and reads only."""

from dataclasses import dataclass, replace
from typing import Any, Protocol

from bot.app.messages import Chat, Incoming, Person, Pressed, Said
from bot.app.model.header import Header
from bot.app.ports import Answer, Place, Preferences, Work, World
from bot.app.screen import Screen
from bot.app.screens.name import shown_name
from bot.app.screens.offer import offer
from bot.app.texts import Html, Texts, language_of, texts_in

MENU = "menu"
"""The slot of screens that belong to no game."""
BELOW_BEFORE_MOVING = 10
"""A group's board goes to the bottom only after so many other messages."""


class KindsOfGames(Protocol):
    """What a request knows of the kinds of games, which know requests."""

    def kind_of(self, game: Header) -> Any:
        """The `Kind` of a game."""

    def begun_as(self, mode: str) -> Any:
        """The `Kind` of the games that are begun by options in that mode."""


@dataclass(frozen=True, slots=True)
class Request:
    """One incoming thing that belongs to a chat."""

    incoming: Incoming
    chat: Chat
    person: Person
    work: Work
    world: World
    preferences: Preferences
    kinds: KindsOfGames
    games: tuple[Header, ...] = ()
    """Those that run on boards here, the oldest first."""
    has_seats: bool = False
    """Whether the person whose private chat this is has a seat in a running game."""
    focus: str | None = None
    """For which of their games what they type is; None: none, or not known for sure."""
    replied_slot: str | None = None
    """Of which slot the message is the screen to which this replies, where several games run."""
    anew: bool = False
    """Whether a press shows its screen as a new message, for it was made on another screen."""
    stands_in: str | None = None
    """In a group, of which slot the pressed message is the screen now.

    A doctored client may press on it what stands elsewhere, or nowhere: that must not take it from the others.
    """

    @property
    def texts(self) -> Texts:
        """The words of this chat's language."""
        spoken = None if self.chat.is_group else self.person.language
        return texts_in(language_of(self.preferences.language, spoken, self.preferences.spoken))

    @property
    def pressed(self) -> Pressed | None:
        """The press, if it is one."""
        return self.incoming if isinstance(self.incoming, Pressed) else None

    @property
    def is_apart(self) -> bool:
        """Whether it happened on a message that was sent by inline mode, and not in the chat."""
        return self.pressed is not None and self.pressed.inline is not None

    @property
    def shown_name(self) -> str:
        """The person's name, safe to show."""
        return shown_name(self.person.name)

    @property
    def place(self) -> Place:
        """A press changes its screen in place; what is typed brings it to the bottom."""
        return Place.HERE if isinstance(self.incoming, Pressed) and not self.anew else Place.BOTTOM

    def without(self, game: Header) -> "Request":
        """The same request once that game is over."""
        return replace(self, games=tuple(other for other in self.games if other.id != game.id))

    def prefers(self, preferences: Preferences) -> "Request":
        """The same request once the chat prefers otherwise."""
        self.work.prefer(self.chat, preferences)
        return replace(self, preferences=preferences)

    def show_menu(self, screen: Screen) -> None:
        """Show a screen that belongs to no game."""
        self.work.show(self.chat, MENU, screen, self.place)

    def tell(self, note: Html) -> None:
        """Say something where no game is on."""
        self.show_menu(offer(self.texts, note))

    async def is_current(self, slot: str) -> bool:
        """Whether the press was on the slot's newest screen.

        What is newer than the one known is the screen from now on, and the other goes: it left a moment ago and its id
        is still to be noted, or whoever sent it did not live to do so.
        """
        message = self.pressed.message if self.pressed else None
        shown = await self.work.shown(self.chat, slot)
        if message is None or self.stands_in not in {None, slot}:
            return False
        if shown.message is None or message > shown.message:
            if shown.message is not None and self.chat.is_group and not shown.pending:
                return False
            self.work.adopt(self.chat, slot, message, shown.message)
        return message >= (shown.message or 0)

    def stripped(self, toast: str) -> Answer:
        """The pressed message counts no more: its buttons go, and the presser hears why."""
        pressed = self.pressed
        if pressed is not None and pressed.message is not None and pressed.has_buttons and self.stands_in is None:
            self.work.strip(self.chat, pressed.message)
        return Answer(self.texts.plain(toast))

    async def place_of(self, slot: str) -> Place:
        """Where a board is to appear: what is typed in a group moves it only after some other messages."""
        if not self.chat.is_group or not isinstance(self.incoming, Said):
            return self.place
        shown = await self.work.shown(self.chat, slot)
        below = shown.below
        if self.chat.counts_all and shown.message is not None:
            below = max(below, self.incoming.message - shown.message - 1)
        return Place.BOTTOM if below >= BELOW_BEFORE_MOVING and not shown.pending else Place.HERE


def slot_of(game: str) -> str:
    """The slot of the screens of the game of that id: one a chat that sees it."""
    return f"game:{game}"
