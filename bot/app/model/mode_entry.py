"""The types of entries in `bot/app/model/modes.py`. A *key* names a text of the catalogues."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.app.verbs import OnMenu
from bot.game.modes import Mode
from solver.feedback import Feedback, History
from solver.variant import Code, Variant

ReplyRule = Callable[[Variant, History, Code], Feedback]
"""Computes the reply to a guess after a history. It leaves at least one candidate."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """Keys of the instructions before the first guess. An empty one is not needed, or `private` is used."""

    private: str = ""
    private_word: str = ""
    group: str = ""
    group_word: str = ""
    private_word_repeats: str = ""
    """For words in which a letter may repeat; so below."""
    group_word_repeats: str = ""

    def key(self, variant: Variant, *, in_group: bool) -> str:
        """The key for a game of that variant in a group or in private."""
        found = []
        if variant.words and variant.repeats:
            found.append(self.group_word_repeats if in_group else self.private_word_repeats)
        if variant.words:
            found.append(self.group_word if in_group else self.private_word)
        if in_group:
            found.append(self.group)
        return next(filter(None, found), self.private)


@dataclass(frozen=True, slots=True, kw_only=True)
class AlonePlay:
    """A game alone against the bot on one board; in a group all share the one seat."""

    begin: Beginning
    intro: str = ""
    """Key of a line above the game, such as how the bot replies."""
    solved: str
    """Key; `{secret}`: the code that was broken."""
    solved_by: str = "end.solved-by"
    """Key for groups; `{name}`: who broke it."""
    resigned: str
    trail: str = ""
    """Key of the trail of an adversary's replies; `{path}`, and `{example}`: a code that fits them all."""
    reply: ReplyRule | None = None
    """The adversary's replies; None: the feedback follows from a secret."""
    no_hints: str = ""
    """Key of the reason why there are no hints; empty: there are hints."""
    can_be_beaten: bool = True
    """Whether a contest is possible. It needs a stored secret."""
    can_be_replayed: bool = True
    can_be_reviewed: bool = True
    can_be_shared: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class KeeperPlay:
    """A game in which a person keeps the secret and the bot breaks it."""

    title_in_group: str
    begin: Beginning
    solved: str
    stopped: str
    """Key for a game that the person ended, telling the secret."""
    ended: str
    """Key for a game that the person ended without telling the secret."""
    no_hints: str


@dataclass(frozen=True, slots=True)
class HotSeat:
    """The mode on one phone: the key of its button, and the number of players."""

    button: str
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupPlay:
    """Several players on one board, each with a seat: on one phone, or in a group."""

    begin: Beginning
    solved: str
    resigned: str
    drawn: str = ""
    """Key for a draw; empty: there is none."""
    no_hints: str = "note.no-hints"
    hot_seat: HotSeat | None = None
    """None: not on one phone."""
    party_letter: str = ""
    """The letter of the mode in buttons of the party menu; empty: not there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPlay:
    """A match between two, each with a screen of their own."""

    way: str
    """Key of the explanation, in a sentence or two."""
    offered_beside: str = "race"
    """The mode that inline mode offers beside it."""
    unrated_because: str = ""
    """Key of the reason why it is never rated; empty: it may be."""


@dataclass(frozen=True, slots=True)
class CardButton:
    """The button on a variant's card that begins the mode: its key, and its verb."""

    label: str
    verb: OnMenu = OnMenu.BEGIN
    """A verb other than BEGIN only for modes whose buttons are older than BEGIN."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayableMode:
    """A mode as the bot offers it. It is played in each kind of game for which it has an entry."""

    rules: Mode
    title: str = ""
    """Key of its name; empty: boards and lines do not show it."""
    command: str = ""
    """The command that begins it without a further word; empty: none."""
    option: str = ""
    """The canonical option word behind the command of its kind; empty: none."""
    card: CardButton | None = None
    alone: AlonePlay | None = None
    keeper: KeeperPlay | None = None
    group: GroupPlay | None = None
    match: MatchPlay | None = None

    @property
    def name(self) -> str:
        """The name in storage and notation."""
        return self.rules.name

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of game in which it is played."""
        return tuple(kind for kind in ("alone", "keeper", "group", "match") if getattr(self, kind) is not None)
