"""What the buttons of games against the bot do, besides those of every board."""

from enum import Enum


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
    REPLACE = "nreplace"
    KEEP = "nkeep"
    PROOF = "nproof"


class OnPartner(Enum):
    """Buttons of a match against the bot, once it is over."""

    PLAY_ON = "mplayon"
    TELL = "mtell"
    NEXT = "mnext"
