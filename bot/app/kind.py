"""A request, as handlers are given it; what the bot asks of each kind of game, and of each section.

In this order: the request; what a kind decides; a kind; the kinds; a section, which is a subject that is no game, and
the sections.
"""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NoReturn, TypeVar

from bot.app.buttons import Feature, GamePress, GameVerb, MenuPress, OnBoard, OnMenu, Verb
from bot.app.intents import Command, Follow
from bot.app.links import link_to
from bot.app.messages import Chat, Incoming, Person, Pressed, Said
from bot.app.miniapp.screens import Tiles
from bot.app.model.chats import Preferences
from bot.app.model.game import ChatGame, Codec, Codecs, Header
from bot.app.model.limits import Limit
from bot.app.model.long_jobs import LongJob
from bot.app.model.modes import PLAYABLE
from bot.app.model.options import GameOptions
from bot.app.operators.model import OPEN, Access
from bot.app.outbox import BOARD
from bot.app.reading import Reading
from bot.app.screen import Answer, Button, Place, Screen, rows
from bot.app.screens.board import typed_example
from bot.app.screens.common import EndPage, Viewer, later, offer
from bot.app.screens.entries import ListedGame
from bot.app.screens.people import shown_name
from bot.app.screens.share import Card
from bot.app.texts import NOTHING, Html, Texts, short_text
from bot.app.work import Job, Work
from bot.app.world import World
from solver.variant import Variant

# What a handler is given: who did what, where, and what is stored about the chat. Data and reads only.

T = TypeVar("T")
OLD = "toast.old-button"
"""What whoever presses an old button is told, by the key of the text."""
MENU = "menu"
"""The slot of screens that belong to no game."""


@dataclass(frozen=True, slots=True)
class Request:
    """One update that belongs to a chat."""

    incoming: Incoming
    chat: Chat
    person: Person
    work: Work
    world: World
    preferences: Preferences
    kinds: "Kinds"
    sections: "Sections"
    games: tuple[Header, ...] = ()
    """The running games on boards here, the oldest first."""
    has_seats: bool = False
    """In a private chat: whether the person has a seat in a running game."""
    focus: str | None = None
    """The id of the game in focus, or of what asks: see `show_menu`; None: none, or not known."""
    asked_at: float | None = None
    """When a rival's move brought that game into focus; None: one's own act did."""
    replied_slot: str | None = None
    """The slot of the screen to which this message replies; in a group only if several games run."""
    as_new_message: bool = False
    """Whether a press shows its screen as a new message, because it was made on another screen."""
    page: EndPage = EndPage.MAIN
    """Which buttons stand under a game that is over, as was just chosen."""
    access: Access = OPEN
    """What the person may do."""
    stands_in: str | None = None
    """In a group, and of a press in the lobby: the slot whose screen the pressed message is now.

    A doctored client may send a press from another message, or from none; that must not change what others see.
    """

    @property
    def texts(self) -> Texts:
        """The texts in this chat's language."""
        spoken = None if self.chat.is_group else self.person.language
        return self.preferences.texts_for(spoken, self.preferences.spoken)

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

    def why_closed(self, limit: Limit) -> Html:
        """That nothing is left of the limit for whoever was forgotten lately, and when it opens; empty: it is open."""
        wait = limit.opens_in(self.access.forgotten_at, self.world.now())
        return self.texts.html("limit.forgotten", when=later(wait, self.texts)) if wait else NOTHING

    def switched_off(self, feature: str) -> Answer:
        """What whoever presses a button of that feature is told while operators have switched it off."""
        feature = self.texts.plain(f"feature.{feature}")
        return Answer(self.texts.plain("toast.switched-off", feature=feature), alert=True)

    def show_menu(
        self, screen: Screen, place: Place | None = None, *, asks: str = "", slot: str = MENU, toast: str = ""
    ) -> Answer:
        """Show a screen that belongs to no game; `place`: None: where what was pressed or typed brings it.

        `asks`: what comes into focus: the slot, and perhaps what it asks there. What is typed next is for that, until a
        game comes into focus or another such screen takes its place. `toast`: the key of what the answer says besides.
        """
        if asks != self.focus and (asks or slot == (self.focus or "").partition(":")[0]):
            self.work.games.focus_on(self.chat, asks or None)
        self.work.show(self.chat, slot, screen, place or self.place)
        return Answer(self.texts.plain(toast) if toast else "")

    def only_in_private(self, key: str, label: str = "", *link: str) -> Answer:
        """Tell a group the text of that key; `label`: of a button that leads to the private chat, by that deep link."""
        way = Button(self.texts.plain(label), opens=link_to(self.world.username, *link)) if label else None
        return self.show_menu(Screen(self.texts.html(key), rows(way)))

    def tell(self, note: Html) -> Answer:
        """Show a note where no game is on."""
        return self.show_menu(offer(self.texts, note))

    async def is_current(self, slot: str) -> bool:
        """Whether the press was on the slot's newest screen.

        A message newer than the stored one becomes the screen, and the stored one is deleted: it was sent a moment ago
        and its id is not stored yet, or its sender died before storing it. In a group it carries the button, which no
        message of a forged id does. On the Mini App's page the board is always the newest.
        """
        if self.pressed is not None and self.pressed.on_page:
            return slot == MENU or slot.startswith(BOARD)
        message = self.pressed.message if self.pressed else None
        shown = await self.work.slot_state(self.chat, slot)
        if message is None or self.stands_in not in {None, slot}:
            return False
        if shown.message is None or message > shown.message:
            # With nothing in the outbox the newer message is not ours: in a group it must not take the board.
            is_ours = shown.message is None or shown.pending
            if self.chat.is_group and not (is_ours and self.pressed and self.pressed.carries):
                return False
            self.work.adopt(self.chat, slot, message, shown.message)
        return message >= (shown.message or 0)

    async def is_of(self, *slots: str) -> bool:
        """Whether the press was on the newest screen of one of the slots, which are asked in this order."""
        for slot in slots:
            if await self.is_current(slot):
                return True
        return False

    def new_header(self, salt: str = "") -> dict[str, Any]:
        """The header of a game that the person begins here and now, by its fields; `salt`: empty: one is drawn."""
        return {
            "id": self.world.new_id(),
            "chat": self.chat,
            "starter": self.person.id,
            "salt": salt or self.world.new_salt(),
            "opened_at": self.world.now(),
        }

    def retire_pressed(self) -> None:
        """Delete the message that was pressed: what came of it stands elsewhere."""
        if self.pressed is not None and self.pressed.message is not None:
            self.work.retire(self.chat, self.pressed.message, wholly=True)

    def retire_typed(self) -> None:
        """Delete the message that was typed: it may be a secret."""
        if isinstance(self.incoming, Said):
            self.work.retire(self.chat, self.incoming.message, wholly=True)

    def needs(self, holds: object, toast: str = OLD) -> None:
        """The pressed button counts only if that holds; else it is an old one. Raises ExpiredButton."""
        if not holds:
            self.old_button(toast)

    def found(self, about: T | None, toast: str = OLD) -> T:
        """What the pressed button is about; where there is no such thing, it is an old one. Raises ExpiredButton."""
        if about is None:
            self.old_button(toast)
        return about

    def old_button(self, toast: str = OLD) -> NoReturn:
        """The pressed button counts no more, and goes with the others of its message. Raises ExpiredButton.

        They stay where the message carries the button no more, by Telegram: it has become another screen meanwhile; in
        a group where others see a screen there; and as `Work.strip` says.
        """
        pressed = self.pressed
        if pressed is not None and pressed.message is not None and pressed.carries and self.stands_in is None:
            self.work.strip(self.chat, pressed.message)
        raise ExpiredButton(Answer(self.texts.plain(toast)))


class ExpiredButton(Exception):
    """The button that was pressed counts no more; `answer`: what its presser is told. Caught where updates come in."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.text)
        self.answer = answer


def slot_of(game: str) -> str:
    """The slot of the screens of the game of that id, one for each chat that sees it."""
    return f"{BOARD}{game}"


# What a kind of game decides.

C_co = TypeVar("C_co", bound=Header, covariant=True)


@dataclass(frozen=True, slots=True)
class Decision(Generic[C_co]):
    """What a kind has decided: `routing` keeps it, shows it and answers. Nothing else saves or shows a game."""

    game: C_co
    note: Html = NOTHING
    """Said once, right below the guesses."""
    answer: Answer = field(default_factory=Answer)
    """What whoever pressed is told."""
    draft: str | None = None
    """What the person has tapped from now on; None: as before."""
    place: Place | None = None
    """Where the screen appears; None: where what was pressed or typed brings it."""
    changed: bool = True
    """Whether the game is to be saved."""
    shows: bool = True
    """Whether its screen is to be shown to whoever caused this."""
    beside: tuple[tuple[str, Screen], ...] = ()
    """Screens that appear as messages of their own before it, by slot."""
    page: EndPage = EndPage.MAIN
    """Which buttons stand there this once, if the game is over or a newcomer's first."""
    follows: Follow | None = None
    """What is to be done beyond this game, once this has been carried out."""


def unchanged(game: C_co, answer: Answer, *, shows: bool = False) -> Decision[C_co]:  # type: ignore[misc]
    """The game stays as it is; whoever pressed is answered."""
    return Decision(game, answer=answer, changed=False, shows=shows)


def beside(game: C_co, follows: Follow) -> Decision[C_co]:  # type: ignore[misc]
    """The game and its screen stay as they are; that is done instead."""
    return Decision(game, changed=False, shows=False, follows=follows)


async def decision_of(action: Decision[C_co] | Awaitable[Decision[C_co]]) -> Decision[C_co]:
    """What a button's action has come to, which may have had to wait for it."""
    return action if isinstance(action, Decision) else await action


# What the bot asks of a kind of game.

G = TypeVar("G", bound=Header)


DueJob = Callable[[Job, Work, World], Awaitable[None]]
"""Does what is due. It does nothing if the game has moved on."""


@dataclass(frozen=True, slots=True)
class LongThought:
    """What is done about long jobs of one kind: `think` does it, and shows or saves what came of it."""

    think: Callable[[LongJob, Work, World], Awaitable[None]]
    slot_of: Callable[[LongJob], str]
    """Where it is said why there is no result."""
    feature: Feature | None = Feature.REVIEWS
    """None: it goes on whatever is switched off."""


class Fit(Enum):
    """Whether a text that somebody typed can be meant for a game."""

    NEVER = "never"
    NEARLY = "nearly"
    """The game says what is wrong with it, such as a digit too many."""
    SAID = "said"
    """It is passed on to a rival."""
    PERHAPS = "perhaps"
    ONLY = "only"
    """It reads so in games of this kind alone, such as `>50`."""


@dataclass(frozen=True, slots=True)
class Rule:
    """When a button counts."""

    on: bool = True
    """While the game runs."""
    over: bool = False
    """Once it is over."""
    bound: bool = False
    """Only as long as the game stands at the step that the screen showed: it decides something."""
    slot: str = "game"
    """On which screen it stands: `game` for the board, else what comes before the game's id in its slot."""


class Kind(ABC, Generic[G]):
    """A kind of game: what the bot asks of it. A new kind is a folder in `kinds` and its entry in `registry.py`."""

    codec: ClassVar[Codec[Any]]
    rules: ClassVar[Mapping[GameVerb, Rule]]
    """The buttons on the game's screens, and when each counts."""
    begins_by_options = False
    """Whether it is begun by /play, by a variant's card, once more: see `begin`."""
    goes_on_after_end = False
    """Whether what is typed may be for a game that is over: see `type_after`."""
    talks = False
    """Whether those who play say things to each other, by /say."""
    unplayable: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """What is said instead of the usual note on what cannot be a guess, by what came (`media`)."""
    jobs: ClassVar[Mapping[str, DueJob]] = MappingProxyType({})
    """What is done when something is due, such as the end of somebody's time, by the kind of job."""
    long_jobs: ClassVar[Mapping[str, LongThought]] = MappingProxyType({})
    """What is thought about at length, such as reviews, by the kind of long job."""

    @property
    def name(self) -> str:
        """The name with which its games are stored."""
        return self.codec.name

    @abstractmethod
    async def type_text(self, typed: Reading, game: G, request: Request) -> Decision[Header]:
        """Carry out a text that was typed for the game."""

    @abstractmethod
    async def press_button(self, press: GamePress, game: G, request: Request) -> Decision[Header]:
        """Carry out a press that may count by its rule. Another game may come of it."""

    @abstractmethod
    async def screen_of(self, game: G, viewer: Viewer, work: Work) -> Screen:
        """The game's screen for somebody who looks at it so. Raises NeedsThought."""

    async def tiles_of(self, game: G, viewer: Viewer, work: Work) -> Tiles | None:
        """Its board as tiles for the Mini App's page; None: there it is shown as in the chat. Raises NeedsThought."""

    @abstractmethod
    def entry_of(self, game: G, person: int, texts: Texts) -> ListedGame:
        """The game in a list of the games of that person."""

    @abstractmethod
    async def end(self, game: G, request: Request) -> Decision[Header]:
        """Carry out the person's wish to end the game, as by /resign: ask once it has begun, then end it."""

    def asks_to_end(self, game: G, person: int) -> bool:
        """Whether the game's screen asks the person already whether to end it."""
        return isinstance(game, ChatGame) and game.asks_to_resign

    async def keep(self, game: G, request: Request) -> Decision[Header] | None:
        """Answer *no* to what the game's screen asks the person; None where it asks them nothing."""

    async def member_left(self, game: G, request: Request) -> Decision[Header]:
        """What becomes of the game once the person has left the group in which it is on."""
        after = game.without_member(request.person.id) if isinstance(game, ChatGame) else game
        return Decision(after, changed=after != game, shows=False)

    async def hint(self, game: G, request: Request) -> Decision[Header]:
        """Give the next hint, or say why there is none."""
        return Decision(game, request.texts.html("note.no-hints"), changed=False)

    async def weigh(self, guess: Reading, game: G, request: Request) -> Decision[Header] | None:
        """Say what a guess would bring that is typed as `?0123`; None if `?…` means nothing in this game."""

    async def type_after(self, typed: Reading, game: G, request: Request) -> Decision[Header] | None:
        """Carry out a text that goes on from the game once it is over; None if the text does not."""

    async def say(self, text: str, game: G, request: Request) -> Decision[Header]:
        """Say something to the others who play the game. Raises LookupError where nobody `talks`."""
        raise LookupError(f"nobody talks in games of the kind {self.name}")

    async def after_end(self, game: G, request: Request) -> None:
        """Do what follows the end of the game for others than its own screen, once: contests, points, ratings.

        It is called with the game that is over, before its screen is shown; not where the game is removed because
        nobody has done anything in it.
        """

    async def begin(self, options: GameOptions, request: Request) -> Decision[Header]:
        """A new game of that person in that chat, whatever else is on. Raises LookupError: see `begins_by_options`."""
        raise LookupError(f"games of the kind {self.name} are not begun by options")

    def options_of(self, game: G) -> GameOptions | None:
        """The options with which the game is begun again."""

    def again(self, game: G) -> GameVerb:
        """The button that begins the same again, once the game is over."""
        return OnBoard.AGAIN

    async def result_card(self, query: str, game: G, viewer: Viewer, request: Request) -> Card | None:
        """The card by which somebody shares into another chat how the game ended.

        `query`: what the share button has typed. None: it is not over, or not for this person to share.
        """

    def step(self, game: G, person: int) -> int:
        """At which step the game stands for the person."""
        return 0

    def waits(self, game: G, person: int) -> bool:
        """Whether the running game waits for the person."""
        return True

    def takes_part(self, game: G, person: int) -> bool:
        """Whether the person is known to play the game."""
        return game.starter == person

    def is_untouched(self, game: G) -> bool:
        """Whether nobody has done anything in the running game, so that it may go away where another begins."""
        return False

    def is_live(self, game: G) -> bool:
        """Whether somebody's time runs in it, of which there is so little that all are expected to stay."""
        return False

    def stands_in(self, game: G, chat: int, person: int) -> bool:
        """Whether the person sees the game's screen in the chat of that id."""
        return game.chat is not None and game.chat.id == chat

    def fits(self, typed: Reading, game: G, request: Request) -> Fit:
        """Whether a text can be meant for the game."""
        return Fit.PERHAPS

    def variant_of(self, game: G) -> Variant | None:
        """Which codes are guessed; None: no codes."""

    def example_for(self, game: G, texts: Texts) -> str:
        """What somebody may type as a guess in the game; empty: nothing of that form is guessed."""
        variant = self.variant_of(game)
        return "" if variant is None else typed_example(variant, texts)

    def has_keypad(self, game: G, person: int) -> bool:
        """Whether what the person has tapped is shown on the game's screen."""
        return False

    def hides_text(self, game: G, person: int) -> bool:
        """Whether what the person types may be a secret of theirs, which nobody beside them is to see."""
        return False


# The kinds of games, found by the name that is stored or by the class of a game.


class Kinds(Codecs):
    """A closed set of kinds."""

    def __init__(self, kinds: Iterable[Kind[Any]]) -> None:
        self._by_name = {kind.name: kind for kind in kinds}
        self._by_model = {kind.codec.model: kind for kind in self._by_name.values()}
        super().__init__(kind.codec for kind in self._by_name.values())

    def __iter__(self) -> Iterator[Kind[Any]]:
        """The kinds, in the order in which they were given."""
        return iter(self._by_name.values())

    def kind_of(self, game: Header) -> Kind[Any]:
        """The kind of a game."""
        return self._by_model[type(game)]

    def is_untouched(self, game: Header) -> bool:
        """Whether nobody has done anything in the running game."""
        return self.kind_of(game).is_untouched(game)

    def kind_for_mode(self, mode: str) -> Kind[Any]:
        """The kind of the games that are begun by options in that mode. Raises LookupError for a mode of no such."""
        kinds = [self._by_name[name] for name in PLAYABLE[mode].kinds if name in self._by_name]
        for kind in kinds:
            if kind.begins_by_options:
                return kind
        raise LookupError(f"no game in the mode {mode} is begun by options")

    @property
    def jobs(self) -> dict[str, DueJob]:
        """What all kinds do when something is due, by the kind of job."""
        return {name: do for kind in self._by_name.values() for name, do in kind.jobs.items()}

    @property
    def long_jobs(self) -> dict[str, LongThought]:
        """What all kinds think about at length, by the kind of long job."""
        return {name: do for kind in self._by_name.values() for name, do in kind.long_jobs.items()}


# What is no game: what the bot asks of a subject.

Action = Callable[[str, Request], Awaitable[Answer]]
"""Carries out a command, or a press on a menu; given what stands behind its word, or behind the verb of the button."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Somebody was asked for another text, and this is not near it: what is said, unless something else takes it."""

    say: Callable[[], Answer]


Reader = Callable[[Reading, tuple[Header, ...], Request], Awaitable[Answer | Unread | None]]
"""Takes a text that is no command, given the games that are on; None: it is for something else."""


@dataclass(frozen=True, kw_only=True)
class Section:
    """A subject that is no game. A new one is a folder in `bot/app` and its entry in `registry.py`."""

    commands: Mapping[Command, Action] = field(default_factory=dict)
    buttons: Mapping[OnMenu, Action] = field(default_factory=dict)
    """What the buttons of its menus do."""
    slot_of: Callable[[OnMenu, str, Request], str | None] = lambda _verb, _argument, _request: MENU
    """On whose newest screen such a button counts; None: the section looks after that itself."""
    presses: Mapping[type[Verb], Callable[[Any, Request], Awaitable[Answer]]] = field(default_factory=dict)
    """What its other buttons do, by the enum of their verbs."""
    reads: Reader | None = None
    opens: Callable[[str, Request], Awaitable[bool]] | None = None
    """Shows what a link of that payload names; whether it names something of this section."""
    cards: Callable[[str, Request], Awaitable[tuple[Card, ...]]] | None = None
    """What there is to share by the name that was typed inline, shown alone; without a name, beside challenges."""
    jobs: Mapping[str, DueJob] = field(default_factory=dict)
    long_jobs: Mapping[str, LongThought] = field(default_factory=dict)


class Sections:
    """A closed set of sections. Raises LookupError where two of them have the same command, verb or job."""

    def __init__(self, sections: Iterable[Section]) -> None:
        self._sections = tuple(sections)
        self.commands = _merged(section.commands for section in self._sections)
        self.presses = _merged(section.presses for section in self._sections)
        self.jobs = _merged(section.jobs for section in self._sections)
        self.long_jobs = _merged(section.long_jobs for section in self._sections)
        self.menus = _merged(dict.fromkeys(section.buttons, section) for section in self._sections)

    async def press_menu(self, verb: OnMenu, argument: str, request: Request) -> Answer:
        """Carry out a press on a menu, unless its screen is an older one."""
        section = self.menus[verb]
        slot = section.slot_of(verb, argument, request)
        request.needs(slot is None or await request.is_current(slot))
        return await section.buttons[verb](argument, request)

    async def follow(self, press: MenuPress, request: Request) -> Answer:
        """Do what the button of a menu does, to which a screen of a game leads."""
        verb = OnMenu(press.verb.value)
        return await self.menus[verb].buttons[verb](press.argument, request)

    async def read(self, typed: Reading, games: tuple[Header, ...], request: Request) -> Answer | None:
        """The answer of the first section that takes the text; else of one that awaited another; else of the last.

        The last that reads takes every text.
        """
        unread: Unread | None = None
        *readers, last = (section.reads for section in self._sections if section.reads is not None)
        for reads in readers:
            answer = await reads(typed, games, request)
            if isinstance(answer, Answer):
                return answer
            unread = unread or answer
        answer = await last(typed, games, request) if unread is None else unread.say()
        return answer if isinstance(answer, Answer) else None

    async def open(self, payload: str, request: Request) -> bool:
        """Show what the link names, in whatever section; whether there is such a thing."""
        for section in self._sections:
            if section.opens is not None and await section.opens(payload, request):
                return True
        return False

    async def cards(self, name: str, request: Request) -> tuple[Card, ...]:
        """What all sections have to share by that name, or without one."""
        found = [await section.cards(name, request) for section in self._sections if section.cards is not None]
        return tuple(card for cards in found for card in cards)


K = TypeVar("K")
V = TypeVar("V")


def _merged(parts: Iterable[Mapping[K, V]]) -> dict[K, V]:
    merged: dict[K, V] = {}
    for part in parts:
        if twice := merged.keys() & part.keys():
            raise LookupError(f"two sections have {twice}")
        merged |= part
    return merged


def alone(action: Callable[[Request], Awaitable[Answer]]) -> Action:
    """The action of a button, whatever it says besides its verb."""
    return lambda _argument, request: action(request)


def without_argument(action: Callable[[Request], Awaitable[Answer]]) -> Action:
    """The action of a command; its screen says first that what was written behind it means nothing."""

    async def act(words: str, request: Request) -> Answer:
        if not words:
            return await action(request)
        key = "note.no-name" if words.startswith("@") else "note.no-argument"
        note = request.texts.html(key, words=short_text(words))
        request.work.head_next(request.chat, note)
        answer = await action(request)
        if not request.work.has_headed:
            request.tell(note)
        return answer

    return act


def page(screen: Callable[[Request], Screen]) -> Action:
    """The action of a command that shows a screen."""
    return without_argument(shows(screen))


def shows(screen: Callable[[Request], Screen]) -> Callable[[Request], Awaitable[Answer]]:
    """What shows it."""

    async def show(request: Request) -> Answer:
        return request.show_menu(screen(request))

    return show
