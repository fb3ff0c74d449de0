"""Callback data of buttons: the verbs, and a press in at most 64 bytes, and back.

In this order: what operators switch off; verbs of menus and games, of the lobby, of operators; presses as callback
data, and back. Verbs of menus are done by `buttons` of sections, those of games by kinds.
"""

import re
from dataclasses import MISSING, dataclass, fields
from enum import Enum, StrEnum
from functools import cache
from typing import Any, ClassVar, Self, get_args, get_type_hints

from bot.app.reading import LARGEST_ID, whole_number

BACK = "back"
"""The argument of a button that only leads back to the board: it is never refused for what it stood among."""

# What operators switch off, by name. A new feature is an entry here, `feature.…`, and a word behind each of its verbs.


class Feature(StrEnum):
    """In the order in which they are listed."""

    GAMES = "games"
    PEOPLE = "people"
    DAILY = "daily"
    PUZZLES = "puzzles"
    TALK = "talk"
    HINTS = "hints"
    REVIEWS = "reviews"
    INLINE = "inline"
    FEEDBACK = "feedback"
    APP = "app"
    WATCHING = "watching"


BEGINS = "begins"
"""Of what may send a new board or card, which is a message of its own; it belongs to GAMES."""


class Verb(Enum):
    """A button or command: how it is written, whether it BEGINS something, and the features that it belongs to.

    It is refused while one of them is off; what is typed is refused where it is read. So is a game that a link or a
    typed text begins, and a rematch, which may be with the bot.
    """

    _value_: str
    marks: frozenset[str]

    def __new__(cls, written: str, *marks: str) -> Self:
        """The verb."""
        verb = object.__new__(cls)
        verb._value_ = written
        verb.marks = frozenset({*marks, Feature.GAMES} if BEGINS in marks else marks)
        return verb


# Verbs of buttons. Those of menus are done by `buttons` of sections, those of games by kinds.


class OnMenu(Verb):
    """Buttons of menus."""

    PLAY = "play", BEGINS
    RULES = "rules"
    HELP = "help"
    SETTINGS = "settings"
    START = "start"
    LANGUAGE = "lang"
    LANGUAGE_ALONE = "tongue"
    STYLE = "style"
    RINGS = "rings"
    WATCHABLE = "watchable"
    QUIET = "quiet"
    UNASKED = "unasked"
    HOUR = "hour"
    TOP = "top"
    PROFILE = "profile"
    DUEL = "duel", Feature.PEOPLE
    MODE = "mode"
    VARIANT = "variant"
    FAMILY = "family"
    CLOCK = "clock"
    RATED = "rated"
    INVITE = "invite", Feature.PEOPLE
    HOTSEAT = "hotseat", Feature.GAMES
    PARTY = "party", BEGINS
    VARIANTS = "variants"
    CARD = "card", BEGINS
    SOLO = "solo", BEGINS
    COACHED = "coached", BEGINS
    BLIND = "blind", BEGINS
    THINK = "think", BEGINS
    EVIL = "evil", BEGINS
    TWO = "two", BEGINS
    BEGIN = "begin", Feature.GAMES
    LEVELS = "levels", Feature.GAMES
    ADVICE = "advice", Feature.REVIEWS
    REVIEW = "review", Feature.REVIEWS
    GUESSES = "guesses", Feature.REVIEWS
    PLAY_ON = "playon", Feature.GAMES
    GAMES = "games"
    WHICH = "which"
    TYPED = "typed", BEGINS
    HALL = "hall", Feature.PEOPLE
    NUMBER = "number", BEGINS
    BLOCKED = "blocked"
    UNBLOCK = "unblock"
    NEW = "new", BEGINS
    AGAINST = "against"
    PEOPLE = "people"
    MORE = "more"
    PRIVACY = "privacy"
    FORGET = "forgetme"
    DAILY = "daily", Feature.DAILY
    LEARN = "learn"
    PUZZLE = "puzzle", Feature.PUZZLES
    STATS = "stats"
    FORMER = "former"
    SET = "set", Feature.PEOPLE
    CODE = "code", Feature.PEOPLE
    FRIENDS = "friends"
    CHALLENGE = "challenge", Feature.GAMES, Feature.PEOPLE


class OnBoard(Verb):
    """Buttons of a game's board."""

    DIGIT = "d"
    ERASE = "e"
    SUBMIT = "ok"
    KEYPAD = "keypad"
    HINT = "hint", Feature.HINTS
    NOTES = "notes"
    RESIGN = "resign"
    GIVE_UP = "giveup"
    PROOF = "proof"
    BEAT = "beat"
    REVIEW = "look", Feature.REVIEWS
    KEEP = "keep"
    AGAIN = "again", BEGINS
    REPLAY = "oncemore", BEGINS
    EVERY = "every", Feature.REVIEWS
    RETRY = "retry", Feature.GAMES
    DAY = "bday", Feature.DAILY
    LESSONS = "lessons"
    MORE = "bmore"


class OnEnd(Verb):
    """Buttons under a game that is over, the same in every kind."""

    HOME = "ehome"
    SHARE = "eshare"
    BACK = "eback"
    BOTH = "eboth"


class OnSeat(Verb):
    """Buttons of a board with several seats."""

    JOIN = "in"
    LEAVE = "out"
    SKIP = "skip"
    READY = "ready"
    DRAWN = "drawn"


class OnMatch(Verb):
    """Buttons of one player's screen of a match."""

    KEY = "mkey"
    ERASE = "merase"
    SUBMIT = "mok"
    KEYPAD = "mkeypad"
    DRAWN = "mdrawn"
    MINE = "mmine"
    DRAW = "mdraw"
    NO_DRAW = "mnodraw"
    CALL_OFF = "mcalloff"
    RESIGN = "mresign"
    ABORT = "mabort"
    YES = "myes"
    NO = "mno"
    PROOF = "mproof"
    REMATCH = "mrematch", Feature.GAMES
    REPLAY = "replay", Feature.GAMES, Feature.PEOPLE
    NOT_AGAIN = "notagain"
    RIVAL = "mrival", Feature.GAMES, Feature.PEOPLE
    MENU = "mmenu"
    HOME = "mhome"
    ALLOW = "mallow"
    HINT = "mhint", Feature.HINTS
    NOTES = "mnotes"
    REVIEW = "mlook", Feature.REVIEWS
    EVERY = "mevery", Feature.REVIEWS
    GIVE = "mgive"
    BOTH = "mboth", Feature.REVIEWS
    PUBLISH = "mpublish", Feature.REVIEWS


class OnCard(Verb):
    """Buttons of a card on which a match is played; everybody sees them, only players may press them."""

    KEY = "ckey"
    ERASE = "cerase"
    SUBMIT = "cok"
    DRAWN = "cdrawn"
    MINE = "cmine"
    GUESSES = "cguesses"
    DRAW = "cdraw"
    CALL_OFF = "ccalloff"
    NO = "cno"
    TAKE_BACK = "cback"
    LEAVE = "cleave"
    REMATCH = "crematch", Feature.GAMES, Feature.PEOPLE


class OnWatch(Verb):
    """Buttons of the board of somebody who watches a match of others."""

    REFRESH = "wlook", Feature.WATCHING
    REACT = "wreact", Feature.WATCHING
    STOP = "wstop"


class OnTalk(Verb):
    """Buttons of a match's screen about talk."""

    TALK = "mtalk", Feature.TALK
    REACT = "mreact", Feature.TALK
    TALKS = "mtalks", Feature.TALK
    HEAR = "mhear"
    BLOCK = "mblock"
    REPORT = "mreport"
    BACK = "mtback"


class OnGames(Verb):
    """Buttons that choose one of several games."""

    SHOW = "gshow"
    MEANT = "gmeant"
    HERE = "ghere"
    CLOSE = "gclose"


class OnContest(Verb):
    """Buttons of a contest."""

    BEGIN = "begin", Feature.GAMES
    RULES = "beathow"
    HINTS = "beathints"
    NO_HINTS = "beatbare"
    REPORT = "beatreport"


class OnCode(Verb):
    """Buttons that lead from a code that somebody has set to a person at its other end; and where it waits for them."""

    SET = "codefor", Feature.PEOPLE
    PLAY = "codeplay", Feature.GAMES, Feature.PEOPLE
    TURN = "codeturn"
    BLOCK = "codeblock"
    NO_MORE = "codenone"


class OnChallenge(Verb):
    """Buttons of a challenge."""

    TAKE = "take", Feature.GAMES, Feature.PEOPLE
    HERE = "here", Feature.GAMES, Feature.PEOPLE
    ACCEPT = "accept", Feature.GAMES, Feature.PEOPLE
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    ANOTHER = "another", BEGINS, Feature.PEOPLE
    RULES = "howto"
    WATCHERS = "watchers", Feature.WATCHING
    ACCEPT_WATCHED = "acceptseen", Feature.GAMES, Feature.PEOPLE
    TAKE_WATCHED = "takeseen", Feature.GAMES, Feature.PEOPLE


class OnThink(Verb):
    """Buttons of the board on which the bot breaks a person's secret."""

    REPLY = "reply"
    BELIEVE = "believe"
    FIX = "fix"
    BACK = "fixed"
    THOUGHTS = "thoughts"
    STOP = "stopping"
    NEVER_MIND = "nevermind"
    UNTOLD = "untold"
    REOPEN = "reopen"
    SWAP = "swap", BEGINS


class OnNumber(Verb):
    """Buttons of the board on which a number is guessed."""

    ASK = "nask"
    YES = "nyes"
    NO = "nno"
    KEYPAD = "nkeypad"
    KEY = "nkey"
    ERASE = "nerase"
    SEND = "nsend"
    CORRECT = "ncorrect"
    FLIP = "nflip"
    BACK = "nback"
    GUESSER = "nguesser", BEGINS
    KEEPER = "nkeeper", BEGINS
    RESIGN = "nresign"
    GIVE_UP = "ngiveup"
    KEEP = "nkeep"
    PROOF = "nproof"


class OnPartner(Verb):
    """Buttons of a match against the bot, once it is over."""

    PLAY_ON = "mplayon"
    TELL = "mtell"
    NEXT = "mnext"


# Verbs of the buttons of the lobby and of its room.


class OnLobby(Verb):
    """Buttons of the lobby."""

    LIST = "lobby"
    FIND = "find", Feature.GAMES, Feature.PEOPLE
    POST = "post", Feature.GAMES, Feature.PEOPLE
    TAKE = "taking"
    JOIN = "join", Feature.GAMES, Feature.PEOPLE
    STOP = "stop"
    TERMS = "wish"
    MEANWHILE = "meanwhile", Feature.GAMES
    TOP_GAME = "topgame", Feature.WATCHING


class OnRoom(Verb):
    """Buttons of the lobby's room."""

    SHOW = "room", Feature.TALK
    JOIN = "roomin", Feature.TALK
    LEAVE = "roomout"
    PEOPLE = "roomwho"
    MUTE = "roommute"
    REPORT = "roomreport"


# Verbs of the operators' buttons; what they do is in `BUTTONS` of `bot/app/operators/handlers.py`.


class OnAdmin(Verb):
    """Buttons of the operators' screens."""

    HOME = "ahome"
    NUMBERS = "anumbers"
    REPORTS = "areports"
    WARN = "awarn"
    BAN = "aban"
    DISMISS = "adismiss"
    BANS = "abans"
    UNBAN = "aunban"
    FEEDBACK = "afeedback"
    READ = "aread"
    FEATURES = "afeatures"
    SWITCH = "aswitch"
    FAILED = "afailed"
    RETRY = "aretry"
    DROP = "adrop"
    CAST = "acast"
    PACE = "apace"
    SEND = "asend"
    STOP = "astop"
    DEEDS = "adeeds"
    BOOSTING = "aboosting"


# Callback data of buttons: a press in at most 64 bytes, and back.
#
# `1:<verb>` or `1:<verb>:<argument>` on menus, `1:<verb>:<game>:<turn>:<argument>` on boards and in matches,
# `1:<verb>:<token>` or `1:<verb>:<token>:<argument>` on challenges and contests. The leading number is the format.
# Anything that does not parse is an old button.

FORMAT = re.compile(
    r"1:(?P<verb>[a-z]{1,10})(?::(?:(?P<token>[A-Za-z0-9_-]{22})|(?P<table>[0-9a-f]{16}):(?P<turn>\d{1,4})))?"
    r"(?::(?P<argument>[a-z0-9-]{1,24}))?",
    re.ASCII,
)


MenuVerb = OnMenu | OnLobby | OnRoom | OnAdmin
"""The verbs of buttons that name nothing stored."""
GameVerb = OnBoard | OnEnd | OnSeat | OnThink | OnNumber | OnMatch | OnTalk | OnPartner | OnCard | OnGames | OnWatch
"""The verbs of buttons that name a game."""
TokenVerb = OnChallenge | OnContest | OnCode
"""The verbs of buttons that carry the token of a challenge or a contest."""


@dataclass(frozen=True, slots=True)
class MenuPress:
    """A press on a menu, in the lobby, or on one of the operators' screens."""

    verb: MenuVerb
    argument: str = ""


@dataclass(frozen=True, slots=True)
class GamePress:
    """A press about `game` on a screen that showed `step`: the number of turns, or what its kind counts instead."""

    verb: GameVerb
    game: str
    step: int
    argument: str = ""


@dataclass(frozen=True, slots=True)
class TokenPress:
    """A press on the challenge or the contest of that token."""

    verb: TokenVerb
    token: str
    argument: str = ""


Press = MenuPress | GamePress | TokenPress
ON_MENUS: dict[str, MenuVerb] = {verb.value: verb for family in get_args(MenuVerb) for verb in family}
"""The verbs by how they are written; so are the next two."""
NAMING_GAMES: dict[str, GameVerb] = {verb.value: verb for family in get_args(GameVerb) for verb in family}
WITH_TOKEN: dict[str, TokenVerb] = {verb.value: verb for family in get_args(TokenVerb) for verb in family}


def button_data(press: Press) -> str:
    """The callback data of a button."""
    match press:
        case TokenPress(verb, token, argument):
            written = f"1:{verb.value}:{token}"
        case GamePress(verb, game, step, argument):
            written = f"1:{verb.value}:{game}:{step}"
        case MenuPress(verb, argument):
            written = f"1:{verb.value}"
    return f"{written}:{argument}" if argument else written


def press_from(data: str) -> Press | None:
    """The press of callback data; None for old formats, forgeries and nonsense."""
    match = FORMAT.fullmatch(data)
    if match is None:
        return None
    name, argument = match["verb"], match["argument"] or ""
    if match["token"] is not None:
        return TokenPress(WITH_TOKEN[name], match["token"], argument) if name in WITH_TOKEN else None
    if match["table"] is None:
        return MenuPress(ON_MENUS[name], argument) if name in ON_MENUS else None
    if name not in NAMING_GAMES:
        return None
    verb, step = NAMING_GAMES[name], int(match["turn"])
    if isinstance(verb, OnGames) and (step or argument):
        return None
    return GamePress(verb, match["table"], step, argument)


# What a button says behind its verb, as a type of the section that writes and reads it.


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument: the WORD of its class, if that has one, and its fields; what is empty is left out.

    Between them are hyphens. A field is a number up to MOST, a text, or one of an Enum.
    """

    WORD: ClassVar[str] = ""
    MOST: ClassVar[int] = 999_999

    def __str__(self) -> str:
        """As a button carries it."""
        values = (getattr(self, each.name) for each in fields(self))
        parts = (self.WORD, *(value.value if isinstance(value, Enum) else value for value in values))
        return "-".join(str(part) for part in parts if part not in {"", None})

    @classmethod
    def read(cls, written: str) -> Self | None:
        """What the button says; None: nothing that is written so."""
        kinds, least = _kinds_of(cls)  # type: ignore[arg-type]  # it does not see that classes are hashable
        word, *parts = (written if cls.WORD else f"-{written}").split("-", len(kinds))
        values = [_value(part, kind, cls.MOST) for part, kind in zip(parts, kinds, strict=False)]
        return None if word != cls.WORD or len(parts) < least or None in values else cls(*values)


@cache
def _kinds_of(argument: type[Argument]) -> tuple[tuple[type, ...], int]:
    """The types of the fields, and how many must be there."""
    hints = get_type_hints(argument)
    kinds = tuple((get_args(hints[each.name]) or (hints[each.name],))[0] for each in fields(argument))
    return kinds, sum(each.default is MISSING for each in fields(argument))


def _value(part: str, kind: type, most: int) -> Any:
    """The value of a field; None: it is none of that type."""
    if kind is int:
        return whole_number(part, most)
    try:
        return kind(part) if part else None
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Numbered:
    """An argument about what has that number: a letter that says what is done, and the number: `f12`."""

    letter: str
    number: int

    def __str__(self) -> str:
        """As a button carries it."""
        return f"{self.letter}{self.number}"

    @classmethod
    def read(cls, written: str, most: int = LARGEST_ID) -> Self | None:
        """What the button says; None: nothing that is written so, or of a larger number than `most`."""
        number = whole_number(written[1:], most)
        return None if number is None else cls(written[:1], number)
