"""What an entry of `bot/app/model/modes.py` says of a mode. What is called a key names a text of the catalogues."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.app.verbs import OnMenu
from bot.game.modes import Mode
from solver.feedback import Feedback, History
from solver.variant import Code, Variant

ReplyRule = Callable[[Variant, History, Code], Feedback]
"""The reply to a guess after the turns before it. It leaves at least one code that fits all replies."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """Keys of what is to be done before the first guess. One that is empty is not needed, or `private` serves."""

    private: str = ""
    private_word: str = ""
    group: str = ""
    group_word: str = ""

    def key(self, *, in_group: bool, is_word: bool) -> str:
        """The key for a game in a group or in private, about a word or about symbols."""
        if in_group:
            return (self.group_word if is_word else "") or self.group or self.private
        return (self.private_word if is_word else "") or self.private


@dataclass(frozen=True, slots=True, kw_only=True)
class AlonePlay:
    """Against the bot on one board; in a group all share the one seat."""

    begin: Beginning
    intro: str = ""
    """Key of a line before it, such as how the bot replies."""
    solved: str
    """Key; `{secret}`: the code that was broken."""
    solved_by: str = "end.solved-by"
    """Key for groups; `{name}`: who broke it."""
    resigned: str
    trail: str = ""
    """Key of what an adversary's replies have left; `{path}`, and `{example}`: a code that fits them all."""
    reply: ReplyRule | None = None
    """How an adversary replies; None: the feedback follows from a secret."""
    no_hints: str = ""
    """Key of why there are no hints; empty: there are."""
    can_be_beaten: bool = True
    """Whether friends may break the same secret, in a contest. Needs one."""
    can_be_replayed: bool = True
    can_be_reviewed: bool = True
    can_be_shared: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class KeeperPlay:
    """A person keeps a secret, and the bot breaks it."""

    title_in_group: str
    begin: Beginning
    solved: str
    stopped: str
    """Key for a game that the person ended, and told the secret."""
    ended: str
    """Key for a game that the person ended without telling the secret."""
    no_hints: str


@dataclass(frozen=True, slots=True)
class HotSeat:
    """How it is offered for one phone: the key of its button, and how many can play."""

    button: str
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupPlay:
    """Several at one table, each on a seat of their own: round one phone, or in a group."""

    begin: Beginning
    solved: str
    resigned: str
    drawn: str = ""
    """Key for two who needed as many guesses; empty: there is no draw."""
    no_hints: str = "note.no-hints"
    hot_seat: HotSeat | None = None
    """None: not on one phone."""
    party_letter: str = ""
    """Stands for the mode in the buttons of the party menu; empty: not there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPlay:
    """Between two, each with a screen of their own."""

    way: str
    """Key of how it is played, in a sentence or two."""
    offered_beside: str = "race"
    """The mode that inline mode offers beside it."""
    unrated_because: str = ""
    """Key of why it never counts for ratings; empty: it may."""


@dataclass(frozen=True, slots=True)
class CardButton:
    """The button on a variant's card that begins the mode: the key of its label, and its verb."""

    label: str
    verb: OnMenu = OnMenu.BEGIN
    """One of its own only for modes whose buttons have been on people's screens since before BEGIN."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayableMode:
    """A mode as the bot offers it. It is played in each kind of game for which it says how."""

    rules: Mode
    title: str = ""
    """Key of its name; empty: boards and lines do not name it."""
    command: str = ""
    """The command that begins it without a further word; empty: none does."""
    option: str = ""
    """The canonical word behind that of its kind's command that chooses it; empty: none does."""
    card: CardButton | None = None
    alone: AlonePlay | None = None
    keeper: KeeperPlay | None = None
    group: GroupPlay | None = None
    match: MatchPlay | None = None

    @property
    def name(self) -> str:
        """The name that is stored and written in positions."""
        return self.rules.name

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of game in which it is played."""
        return tuple(kind for kind in ("alone", "keeper", "group", "match") if getattr(self, kind) is not None)
