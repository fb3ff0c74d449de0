"""The modes as the bot offers them: kinds of game, commands, buttons and texts. A *key* names a text."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.app.buttons import OnMenu
from bot.game.model import MODES, Mode
from solver.evaluate import hardest_reply
from solver.feedback import Feedback, History
from solver.variant import Code, Variant

# The types of entries in `bot/app/model/modes.py`. A *key* names a text of the catalogues.

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
    """A verb other than BEGIN only where buttons are older than BEGIN, or it has no room for mode and variant."""


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
    several: Beginning | None = None
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
        kinds = ("alone", "several", "keeper", "group", "match")
        return tuple(kind for kind in kinds if getattr(self, kind) is not None)


ASK = Beginning("board.ask", "board.ask-word", "board.ask-group", "board.ask-group-word")
PLAIN = "solo"
"""The default mode of games with the bot."""
DUEL = "duel"
"""The default mode of matches."""
PLAYABLE = {
    mode.name: mode
    for mode in (
        PlayableMode(
            rules=MODES["solo"],
            command="play",
            card=CardButton("menu.solo", OnMenu.SOLO),
            alone=AlonePlay(
                begin=Beginning(
                    "board.begin",
                    "board.begin-word",
                    "board.begin-group",
                    "board.begin-group-word",
                    "board.begin-word-repeats",
                    "board.begin-group-word-repeats",
                ),
                solved="end.solved",
                resigned="end.resigned",
            ),
        ),
        PlayableMode(
            rules=MODES["strict"],
            title="mode.strict",
            option="strict",
            alone=AlonePlay(
                intro="board.strict",
                begin=ASK,
                solved="end.solved",
                resigned="end.resigned",
            ),
        ),
        PlayableMode(
            rules=MODES["think"],
            title="mode.think",
            command="think",
            card=CardButton("menu.think", OnMenu.THINK),
            keeper=KeeperPlay(
                title_in_group="think.in-group",
                begin=Beginning(
                    "think.begin",
                    "think.begin-word",
                    "think.begin-group",
                    private_word_repeats="think.begin-word-repeats",
                ),
                solved="think.solved",
                stopped="think.told",
                ended="think.ended",
                no_hints="think.no-hints",
            ),
        ),
        PlayableMode(
            rules=MODES["x2"], title="mode.two", option="x2", card=CardButton("mode.two", OnMenu.TWO), several=ASK
        ),
        PlayableMode(rules=MODES["x4"], title="mode.four", option="x4", several=ASK),
        PlayableMode(
            rules=MODES["evil"],
            title="mode.evil",
            option="evil",
            card=CardButton("menu.evil", OnMenu.EVIL),
            alone=AlonePlay(
                intro="board.evil",
                begin=ASK,
                solved="end.evil",
                resigned="end.evil-resigned",
                trail="end.trail",
                reply=hardest_reply,
                can_be_beaten=False,
            ),
        ),
        PlayableMode(
            rules=MODES["party"],
            title="mode.party",
            group=GroupPlay(
                begin=Beginning("many.begin", group="many.begin-group"),
                solved="end.solved-by",
                resigned="end.resigned",
                party_letter="p",
            ),
        ),
        PlayableMode(
            rules=MODES["circle"],
            title="mode.circle",
            group=GroupPlay(
                begin=Beginning("many.begin", group="many.begin-group"),
                solved="end.solved-by",
                resigned="end.resigned",
                hot_seat=HotSeat("button.hotseat-circle", most=4),
                party_letter="c",
            ),
        ),
        PlayableMode(
            rules=MODES["duel"],
            title="mode.duel",
            command="match",
            group=GroupPlay(
                begin=Beginning("many.begin-duel"),
                solved="many.won",
                resigned="many.won-by-resignation",
                drawn="many.drawn",
                hot_seat=HotSeat("button.hotseat-duel", most=2),
            ),
            match=MatchPlay(way="way.duel"),
        ),
        PlayableMode(rules=MODES["sudden"], title="mode.sudden", match=MatchPlay(way="way.sudden")),
        PlayableMode(rules=MODES["race"], title="mode.race", match=MatchPlay(way="way.race", offered_beside=DUEL)),
        PlayableMode(rules=MODES["volley"], title="mode.volley", match=MatchPlay(way="way.volley")),
    )
}
"""By name, in the order of menus."""


def playable(mode: Mode) -> PlayableMode:
    """The entry of the mode with these rules."""
    return PLAYABLE[mode.name]


def mode_of_command(command: str) -> PlayableMode:
    """The mode that a command begins. Raises KeyError for a command that begins none."""
    found = {mode.command: mode for mode in PLAYABLE.values() if mode.command}
    return found[command]


def chosen_instead(name: str, word: str) -> str | None:
    """The mode that an option word chooses instead of that mode; None if it chooses none.

    A word of another kind of game chooses nothing, nor does a second mode word; but of one code one comes to several.
    """
    before = PLAYABLE[name]
    if before.option:
        return None
    able = {before.kinds, ("several",)} if before.alone else {before.kinds}
    options = {mode.option: mode for mode in PLAYABLE.values() if mode.option and mode.kinds in able}
    return options[word].name if word in options else None


def alone_play(mode: Mode) -> AlonePlay:
    """The mode's entry for games alone. Raises ValueError if it has none."""
    if (play := playable(mode).alone) is None:
        raise ValueError(f"{mode.name} is not played alone")
    return play


def keeper_play(mode: Mode) -> KeeperPlay:
    """The mode's entry for games in which a person keeps the secret. Raises ValueError if it has none."""
    if (play := playable(mode).keeper) is None:
        raise ValueError(f"in {mode.name} no person keeps a secret from the bot")
    return play


def group_play(mode: Mode) -> GroupPlay:
    """The mode's entry for several players on one board. Raises ValueError if it has none."""
    if (play := playable(mode).group) is None:
        raise ValueError(f"{mode.name} is not played at one table")
    return play


def match_plays() -> dict[str, MatchPlay]:
    """The modes of matches, by name."""
    return {mode.name: mode.match for mode in PLAYABLE.values() if mode.match is not None}


def hot_seats() -> dict[str, HotSeat]:
    """The modes for one phone, by name."""
    plays = ((mode.name, mode.group) for mode in PLAYABLE.values())
    return {name: play.hot_seat for name, play in plays if play is not None and play.hot_seat is not None}


def party_modes() -> dict[str, PlayableMode]:
    """The modes of the party menu, by their letters in buttons."""
    return {mode.group.party_letter: mode for mode in PLAYABLE.values() if mode.group and mode.group.party_letter}


def on_cards() -> dict[str, CardButton]:
    """The modes that a variant's card offers, by name."""
    return {mode.name: mode.card for mode in PLAYABLE.values() if mode.card is not None}
