"""What stands behind a button: an intent in at most 64 bytes, and back.

`1:<verb>` or `1:<verb>:<argument>` on menus, `1:<verb>:<table>:<turn>:<argument>` on boards, `1:<verb>:<token>` on
challenges. The leading number is the format; whatever does not read as this format is an old button.
"""

import re
from dataclasses import dataclass
from enum import Enum

FORMAT = re.compile(
    r"1:(?P<verb>[a-z]{1,10})(?::(?P<token>[A-Za-z0-9_-]{22})|"
    r"(?::(?P<table>[0-9a-f]{16}):(?P<turn>\d{1,4}))?(?::(?P<argument>[a-z0-9-]{1,10}))?)",
    re.ASCII,
)


class OnMenu(Enum):
    """Buttons that belong to no game."""

    PLAY = "play"
    RULES = "rules"
    SETTINGS = "settings"
    START = "start"
    LANGUAGE = "lang"
    LANGUAGE_ALONE = "tongue"
    STYLE = "style"
    TOP = "top"
    PROFILE = "profile"
    DUEL = "duel"
    MODE = "mode"
    VARIANT = "variant"
    FAMILY = "family"
    CLOCK = "clock"
    RATED = "rated"
    INVITE = "invite"


class OnBoard(Enum):
    """Buttons of one game's board."""

    DIGIT = "d"
    ERASE = "e"
    SUBMIT = "ok"
    KEYPAD = "keypad"
    HINT = "hint"
    RESIGN = "resign"
    GIVE_UP = "giveup"
    PROOF = "proof"
    REPLACE = "replace"
    KEEP = "keep"
    AGAIN = "again"


class OnChallenge(Enum):
    """Buttons of an offer to play."""

    TAKE = "take"
    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"


@dataclass(frozen=True, slots=True)
class MenuPress:
    """A press on a menu."""

    verb: OnMenu
    argument: str = ""


@dataclass(frozen=True, slots=True)
class BoardPress:
    """A press on the board of `table` as it stood after `turn` guesses."""

    verb: OnBoard
    table: str
    turn: int
    argument: str = ""


@dataclass(frozen=True, slots=True)
class ChallengePress:
    """A press on the challenge of that token."""

    verb: OnChallenge
    token: str


Press = MenuPress | BoardPress | ChallengePress


def written(press: Press) -> str:
    """The callback data of a button."""
    parts = ["1", press.verb.value]
    if isinstance(press, ChallengePress):
        return ":".join([*parts, press.token])
    if isinstance(press, BoardPress):
        parts += [press.table, str(press.turn)]
    if press.argument:
        parts.append(press.argument)
    return ":".join(parts)


def read(data: str) -> Press | None:
    """What a button's data says; None for old formats, forgeries and nonsense."""
    match = FORMAT.fullmatch(data)
    if match is None:
        return None
    verb, table, argument = match["verb"], match["table"], match["argument"] or ""
    try:
        if match["token"] is not None:
            return ChallengePress(OnChallenge(verb), match["token"])
        if table is None:
            return MenuPress(OnMenu(verb), argument)
        return BoardPress(OnBoard(verb), table, int(match["turn"]), argument)
    except ValueError:
        return None
