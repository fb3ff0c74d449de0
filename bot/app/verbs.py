"""Verbs of buttons. Those of menus are done by `BUTTONS` of `bot/app/handlers/menus.py`, those of games by kinds."""

from enum import Enum


class OnMenu(Enum):
    """Buttons of menus."""

    PLAY = "play"
    RULES = "rules"
    SETTINGS = "settings"
    START = "start"
    LANGUAGE = "lang"
    LANGUAGE_ALONE = "tongue"
    STYLE = "style"
    RINGS = "rings"
    QUIET = "quiet"
    HOUR = "hour"
    TOP = "top"
    PROFILE = "profile"
    DUEL = "duel"
    MODE = "mode"
    VARIANT = "variant"
    FAMILY = "family"
    CLOCK = "clock"
    RATED = "rated"
    INVITE = "invite"
    HOTSEAT = "hotseat"
    PARTY = "party"
    VARIANTS = "variants"
    CARD = "card"
    SOLO = "solo"
    COACHED = "coached"
    BLIND = "blind"
    THINK = "think"
    EVIL = "evil"
    BEGIN = "begin"
    LEVELS = "levels"
    ADVICE = "advice"
    REVIEW = "review"
    GUESSES = "guesses"
    PLAY_ON = "playon"
    GAMES = "games"
    WHICH = "which"
    HALL = "hall"
    NUMBER = "number"
    BLOCKED = "blocked"
    UNBLOCK = "unblock"
    NEW = "new"
    AGAINST = "against"
    PEOPLE = "people"
    MORE = "more"
    PRIVACY = "privacy"
    FORGET = "forgetme"
    DAILY = "daily"
    LEARN = "learn"
    PUZZLE = "puzzle"
    STATS = "stats"
    FORMER = "former"


class OnBoard(Enum):
    """Buttons of a game's board."""

    DIGIT = "d"
    ERASE = "e"
    SUBMIT = "ok"
    KEYPAD = "keypad"
    HINT = "hint"
    NOTES = "notes"
    RESIGN = "resign"
    GIVE_UP = "giveup"
    PROOF = "proof"
    BEAT = "beat"
    REVIEW = "look"
    KEEP = "keep"
    AGAIN = "again"
    REPLAY = "oncemore"
    EVERY = "every"
    RETRY = "retry"
    LESSONS = "lessons"
    MORE = "bmore"


class OnEnd(Enum):
    """Buttons under a game that is over, the same in every kind."""

    HOME = "ehome"
    SHARE = "eshare"
    BACK = "eback"
    BOTH = "eboth"


class OnSeat(Enum):
    """Buttons of a board with several seats."""

    JOIN = "in"
    LEAVE = "out"
    SKIP = "skip"
    READY = "ready"
    DRAWN = "drawn"


class OnMatch(Enum):
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
    REMATCH = "mrematch"
    REPLAY = "replay"
    NOT_AGAIN = "notagain"
    RIVAL = "mrival"
    MENU = "mmenu"
    HOME = "mhome"
    ALLOW = "mallow"
    HINT = "mhint"
    NOTES = "mnotes"
    REVIEW = "mlook"
    EVERY = "mevery"


class OnCard(Enum):
    """Buttons of a card on which a match is played; everybody sees them, only players may press them."""

    KEY = "ckey"
    ERASE = "cerase"
    SUBMIT = "cok"
    DRAWN = "cdrawn"
    MINE = "cmine"
    GUESSES = "cguesses"
    DRAW = "cdraw"
    CALL_OFF = "ccalloff"
    LEAVE = "cleave"
    REMATCH = "crematch"


class OnTalk(Enum):
    """Buttons of a match's screen about talk."""

    TALK = "mtalk"
    REACT = "mreact"
    TALKS = "mtalks"
    HEAR = "mhear"
    BLOCK = "mblock"
    REPORT = "mreport"
    BACK = "mtback"


class OnGames(Enum):
    """Buttons that choose one of several games."""

    SHOW = "gshow"
    MEANT = "gmeant"


class OnContest(Enum):
    """Buttons of a contest."""

    BEGIN = "begin"
    RULES = "beathow"
    HINTS = "beathints"
    NO_HINTS = "beatbare"


class OnChallenge(Enum):
    """Buttons of a challenge."""

    TAKE = "take"
    HERE = "here"
    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    ANOTHER = "another"
    RULES = "howto"


class OnThink(Enum):
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
    SWAP = "swap"


class OnNumber(Enum):
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
    GUESSER = "nguesser"
    KEEPER = "nkeeper"
    RESIGN = "nresign"
    GIVE_UP = "ngiveup"
    KEEP = "nkeep"
    PROOF = "nproof"


class OnPartner(Enum):
    """Buttons of a match against the bot, once it is over."""

    PLAY_ON = "mplayon"
    TELL = "mtell"
    NEXT = "mnext"
