"""What a handler has before it: who wants it, where, and what is known of the place."""

from dataclasses import dataclass, replace

from bot.app.actions.boards import slot_of, table_screen, thoughts_on
from bot.app.actions.contests import standings_for
from bot.app.actions.fair_play import is_refused
from bot.app.messages import Chat, Incoming, Person, Pressed, Said
from bot.app.model.breaker import Breaker, Thoughts
from bot.app.model.contest import Standings
from bot.app.model.notes import notes_of
from bot.app.model.table import Table
from bot.app.ports import Answer, Place, Preferences, Work, World
from bot.app.screen import Screen
from bot.app.screens.keypad import draft_line
from bot.app.screens.name import shown_name
from bot.app.screens.solo.board import View, board, offer
from bot.app.texts import NOTHING, Html, Texts, language_of, texts_in
from bot.game.model import Phase
from solver.feedback import History
from solver.variant import Variant

MENU = "menu"
BELOW_BEFORE_MOVING = 10
"""A group's board goes to the bottom only after so many other messages."""


@dataclass(frozen=True, slots=True)
class Desk:
    """One incoming thing that belongs to a chat."""

    incoming: Incoming
    chat: Chat
    person: Person
    work: Work
    world: World
    preferences: Preferences
    table: Table | None
    """The game that is being played here."""
    has_matches: bool = False
    """Whether the person whose private chat this is plays with others."""
    front: str | None = None
    """Which of their games they look at; None: none, or not known for sure."""
    number: str | None = None
    """The game of guessing a number that is on here, by its id."""
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

    def prefers(self, preferences: Preferences) -> "Desk":
        """The same desk once the chat prefers otherwise."""
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

    async def show_board(
        self,
        table: Table,
        note: Html = NOTHING,
        *,
        draft: str | None = None,
        anew: bool = False,
        standings: Standings | None = None,
    ) -> None:
        """Show the table's board with a last line. `anew`: as a new message, whatever was pressed or typed.

        `standings`: of the contest it belongs to, where they have just changed.
        """
        if draft is None and table.keypad and not self.chat.is_group:
            draft = await self.work.draft(table.id, self.person.id)
        is_on = table.game.phase is Phase.PLAYING
        line = draft_line(draft, table.game.variant) if draft and is_on else ""
        drafted = line if table.company is None else draft or ""
        noted = "" if self.chat.is_group or not is_on else notes_of(self.person.id, table.notes)
        if standings is None and table.target is not None and table.game.phase is Phase.OVER:
            standings = await standings_for(table, self.work)
        world, style = self.world, self.preferences.style
        view = View(self.texts, style, world.username, drafted, note, world.has_inline, standings, noted=noted)
        screen = await table_screen(table, view, self.work, world, is_alone=self.is_alone)
        place = Place.BOTTOM if anew else await self.place_of(slot_of(table))
        self.work.show(table.chat, slot_of(table), screen, place)
        if (self.has_matches or self.number or self.front) and self.front != table.id:
            self.work.matches.bring_to_front(table.chat, table.id)

    @property
    def is_alone(self) -> bool:
        """Whether whoever tells replies here plays with nobody else."""
        return not self.chat.is_group and not self.has_matches

    async def is_refused(self, variant: Variant, told: History) -> bool:
        """Whether nothing may be said of turns that were told by whoever wrote or pressed."""
        return not self.is_alone and await is_refused(variant, told, self.person.id, self.work)

    async def thoughts_on(self, table: Table, breaker: Breaker) -> Thoughts:
        """What the bot thinks of the person's secret. Raises ThinkFirst."""
        return await thoughts_on(table, breaker, self.work, self.world, is_alone=self.is_alone)

    async def update_board(self, table: Table, standings: Standings) -> None:
        """Let somebody else see, where they see their own finished game, how the contest stands now."""
        known = await self.work.preferences(table.chat.id)
        world = self.world
        view = View(known.texts, known.style, world.username, has_inline=world.has_inline, standings=standings)
        self.work.show(table.chat, slot_of(table), board(table, view), Place.HERE, for_many=True)

    async def place_of(self, slot: str) -> Place:
        """Where a board is to appear: what is typed in a group moves it only after some other messages."""
        if not self.chat.is_group or not isinstance(self.incoming, Said):
            return self.place
        shown = await self.work.shown(self.chat, slot)
        below = shown.below
        if self.chat.counts_all and shown.message is not None:
            below = max(below, self.incoming.message - shown.message - 1)
        return Place.BOTTOM if below >= BELOW_BEFORE_MOVING and not shown.pending else Place.HERE
