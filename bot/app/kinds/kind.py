"""What the bot asks of a kind of game, and what a kind decides.

A new kind is a folder beside this file and its entry in `bot/app/registry.py`.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

from bot.app.buttons import GamePress, GameVerb
from bot.app.intents import Follow
from bot.app.model.chats import LongJob
from bot.app.model.game import Codec, Codecs, Header
from bot.app.model.modes import PLAYABLE
from bot.app.model.options import GameOptions
from bot.app.request import Request
from bot.app.screen import Answer, Place, Screen
from bot.app.screens.common import EndPage, View
from bot.app.screens.home import Entry
from bot.app.screens.share import Card
from bot.app.texts import NOTHING, Html, Texts
from bot.app.work import Job, Work
from bot.app.world import Recall, World
from solver.variant import Variant

# What a kind of game decides, and how somebody looks at a game.

C_co = TypeVar("C_co", bound=Header, covariant=True)


@dataclass(frozen=True, slots=True)
class Look:
    """How somebody looks at a game. `person` is None where a screen is shown to nobody in particular."""

    texts: Texts
    style: str
    username: str
    has_inline: bool
    recall: Recall
    person: int | None = None
    draft: str = ""
    """What the person has tapped on the keypad, where only they see it."""
    note: Html = NOTHING
    """Said once, right below the guesses."""
    is_alone: bool = False
    """Whether the person is known to play with nobody else."""
    page: EndPage = EndPage.MAIN
    """Which buttons stand under a game that is over."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[C_co]):
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
    """Which buttons stand there this once, if the game is over."""
    follows: Follow | None = None
    """What is to be done beyond this game, once this has been carried out."""


def unchanged(game: C_co, answer: Answer, *, shows: bool = False) -> Outcome[C_co]:  # type: ignore[misc]
    """The game stays as it is; whoever pressed is answered."""
    return Outcome(game, answer=answer, changed=False, shows=shows)


def strip_buttons(game: C_co, request: Request, key: str = "toast.old-button") -> Outcome[C_co]:  # type: ignore[misc]
    """The button that was pressed counts no more: it goes with the others of its message."""
    return unchanged(game, request.strip_buttons(key))


# What the bot asks of a kind of game. A new kind is a folder beside this file and its entry in `registry.py`.

G = TypeVar("G", bound=Header)
G_contra = TypeVar("G_contra", bound=Header, contravariant=True)


DueJob = Callable[[Job, Work, World], Awaitable[None]]
"""Does what is due. It does nothing if the game has moved on."""
LongThought = Callable[[LongJob, Work, World], Awaitable[None]]
"""Thinks about something at length, and shows or saves what came of it."""


class Fit(Enum):
    """Whether a text that somebody typed can be meant for a game."""

    NEVER = "never"
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


class TypesText(Protocol[G_contra]):
    """Carries out a text that was typed for the game."""

    async def __call__(self, text: str, game: G_contra, request: Request) -> Outcome[Header]:
        """See above."""


class PressesButton(Protocol[G_contra]):
    """Carries out a press on a screen of the game that may count by its rule. Another game may come of it."""

    async def __call__(self, press: GamePress, game: G_contra, request: Request) -> Outcome[Header]:
        """See above."""


class ScreenOf(Protocol[G_contra]):
    """The game's screen for somebody who looks at it so. Raises NeedsThought."""

    async def __call__(self, game: G_contra, look: Look, work: Work) -> Screen:
        """See above."""


class EntryOf(Protocol[G_contra]):
    """The game in a list of the games of that person."""

    def __call__(self, game: G_contra, person: int, texts: Texts) -> Entry:
        """See above."""


class EndsGame(Protocol[G_contra]):
    """Carries out the person's wish to end the game, as by /resign: it asks once the game has begun, then ends it."""

    async def __call__(self, game: G_contra, request: Request) -> Outcome[Header]:
        """See above."""


class KeepsGame(Protocol[G_contra]):
    """Answers *no* to what the game's screen asks the person; None where it asks them nothing."""

    async def __call__(self, game: G_contra, request: Request) -> Outcome[Header] | None:
        """See above."""


class TypesAfter(Protocol[G_contra]):
    """Carries out a text that goes on from the game once it is over; None if the text does not."""

    async def __call__(self, text: str, game: G_contra, request: Request) -> Outcome[Header] | None:
        """See above."""


class Says(Protocol[G_contra]):
    """Says something to the others who play the game."""

    async def __call__(self, text: str, game: G_contra, request: Request) -> Outcome[Header]:
        """See above."""


class Fits(Protocol[G_contra]):
    """Whether a text can be meant for the game."""

    def __call__(self, text: str, game: G_contra, request: Request) -> Fit:
        """See above."""


class GivesUp(Protocol[G]):
    """The game given up at once, whoever else plays it."""

    async def __call__(self, game: G, request: Request) -> Outcome[G]:
        """See above."""


class Begins(Protocol[G]):
    """How a game is begun by options: by /play, by a variant's card, once more."""

    async def begin(self, options: GameOptions, request: Request) -> Outcome[G]:
        """A new game of that person in that chat, whatever else is on."""

    def options_of(self, game: G) -> GameOptions:
        """The options with which the game is begun again."""


class AfterEnd(Protocol[G_contra]):
    """What follows the end of the game for others than its own screen, once: results of contests, points, ratings.

    Nothing follows where the game is removed because nobody has done anything in it.
    """

    async def __call__(self, game: G_contra, request: Request) -> None:
        """See above. It is called with the game that is over, before its screen is shown."""


class Shares(Protocol[G_contra]):
    """The card by which somebody shares into another chat how the game ended."""

    def __call__(self, query: str, game: G_contra, view: View, request: Request) -> Card | None:
        """`query`: what the share button has typed. None: it is not over, or not for this person to share."""


class Hints(Protocol[G]):
    """Hints: by /hint, and by `?0123`, which weighs a guess before it is made."""

    async def hint(self, game: G, request: Request) -> Outcome[G]:
        """Give the next hint, or say why there is none."""

    async def weigh(self, text: str, game: G, request: Request) -> Outcome[G] | None:
        """Say what the guess would bring; None if `?…` means nothing in this game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind(Generic[G]):
    """A kind of game, by the functions that the rest of the bot calls. What is absent has no button."""

    codec: Codec[G]
    type_text: TypesText[G]
    press_button: PressesButton[G]
    screen_of: ScreenOf[G]
    entry_of: EntryOf[G]
    end: EndsGame[G]
    keep: KeepsGame[G]
    rules: Mapping[GameVerb, Rule]
    """The buttons on the game's screens, and when each counts."""
    step: Callable[[G, int], int] = lambda _game, _person: 0
    """At which step the game stands for the person."""
    waits: Callable[[G, int], bool] = lambda _game, _person: True
    """Whether the running game waits for the person."""
    takes_part: Callable[[G, int], bool] = lambda game, person: game.starter == person
    """Whether the person is known to play the game."""
    untouched: Callable[[G], bool] = lambda _game: False
    """Whether nobody has done anything in the running game, so that it may go away where another begins."""
    stands_in: Callable[[G, int, int], bool] = lambda game, chat, _person: (
        game.chat is not None and game.chat.id == chat
    )
    """Whether the person sees the game's screen in the chat of that id."""
    fits: Fits[G] = lambda _text, _game, _request: Fit.PERHAPS
    variant_of: Callable[[G], Variant | None] = lambda _game: None
    """Which codes are guessed; None: no codes."""
    keypad: Callable[[G, int], bool] = lambda _game, _person: False
    """Whether what the person has tapped is shown on the game's screen."""
    hides_text: Callable[[G, int], bool] = lambda _game, _person: False
    """Whether what the person types may be a secret of theirs, which nobody who looks over their shoulder is to see."""
    hints: Hints[G] | None = None
    result_card: Shares[G] | None = None
    begins: Begins[G] | None = None
    after_end: AfterEnd[G] | None = None
    type_after: TypesAfter[G] | None = None
    says: Says[G] | None = None
    """Talk, by /say."""
    unplayable: Mapping[str, str] = field(default_factory=dict)
    """What is said instead of the usual note on what cannot be a guess, by what came (`media`)."""
    jobs: Mapping[str, DueJob] = field(default_factory=dict)
    """What is done when something is due, such as the end of somebody's time, by the kind of job."""
    long_jobs: Mapping[str, LongThought] = field(default_factory=dict)
    """What is thought about at length, such as reviews, by the kind of long job."""

    @property
    def name(self) -> str:
        """The name with which its games are stored."""
        return self.codec.name


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

    def kind_for_mode(self, mode: str) -> Kind[Any]:
        """The kind of the games that are begun by options in that mode. Raises LookupError for a mode of no such."""
        kinds = [self._by_name[name] for name in PLAYABLE[mode].kinds if name in self._by_name]
        for kind in kinds:
            if kind.begins is not None:
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
