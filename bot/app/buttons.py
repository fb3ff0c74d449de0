"""What stands behind a button: an intent in at most 64 bytes, and back.

`1:<verb>` or `1:<verb>:<argument>` on menus, `1:<verb>:<game>:<turn>:<argument>` on boards and in matches,
`1:<verb>:<token>` on challenges and contests. The leading number is the format; whatever does not read as this is an
old button.
"""

import re
from dataclasses import dataclass

from bot.app.verbs import (
    OnBoard,
    OnCard,
    OnChallenge,
    OnContest,
    OnGames,
    OnLobby,
    OnMatch,
    OnMenu,
    OnNumber,
    OnPartner,
    OnRoom,
    OnSeat,
    OnTalk,
    OnThink,
)

FORMAT = re.compile(
    r"1:(?P<verb>[a-z]{1,10})(?::(?P<token>[A-Za-z0-9_-]{22})|"
    r"(?::(?P<table>[0-9a-f]{16}):(?P<turn>\d{1,4}))?(?::(?P<argument>[a-z0-9-]{1,20}))?)",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class MenuPress:
    """A press on a menu."""

    verb: OnMenu
    argument: str = ""


@dataclass(frozen=True, slots=True)
class BoardPress:
    """A press on the board of `table` as it stood after `turn` guesses."""

    verb: OnBoard | OnSeat | OnThink
    table: str
    turn: int
    argument: str = ""


@dataclass(frozen=True, slots=True)
class NumberPress:
    """A press on the board of a game of guessing a number, as it stood at that step."""

    verb: OnNumber
    number: str
    step: int
    argument: str = ""


@dataclass(frozen=True, slots=True)
class MatchPress:
    """A press on somebody's screen of a match, as it stood at that turn of theirs."""

    verb: OnMatch | OnTalk | OnPartner
    match: str
    turn: int
    argument: str = ""


@dataclass(frozen=True, slots=True)
class CardPress:
    """A press on the card of a match, as it stood after `turn` guesses."""

    verb: OnCard
    match: str
    turn: int
    argument: str = ""


@dataclass(frozen=True, slots=True)
class GamePress:
    """A press that picks one of several games: a match, or the table of the chat."""

    verb: OnGames
    game: str


@dataclass(frozen=True, slots=True)
class LobbyPress:
    """A press on a screen of the lobby, or on a menu that leads there."""

    verb: OnLobby | OnRoom
    argument: str = ""


@dataclass(frozen=True, slots=True)
class ChallengePress:
    """A press on the challenge of that token."""

    verb: OnChallenge
    token: str


@dataclass(frozen=True, slots=True)
class ContestPress:
    """A press on the contest of that token."""

    verb: OnContest
    token: str


GameVerb = OnBoard | OnSeat | OnThink | OnNumber | OnMatch | OnCard | OnTalk | OnGames | OnPartner
VERBS: dict[str, GameVerb] = {
    verb.value: verb
    for kind in (OnBoard, OnSeat, OnThink, OnNumber, OnMatch, OnCard, OnTalk, OnGames, OnPartner)
    for verb in kind
}
"""The buttons that name a game, by how they are written."""
WITH_TOKEN: dict[str, OnChallenge | OnContest] = {
    verb.value: verb for kind in (OnChallenge, OnContest) for verb in kind
}
"""The buttons that carry a token."""
IN_LOBBY: dict[str, OnLobby | OnRoom] = {verb.value: verb for kind in (OnLobby, OnRoom) for verb in kind}
Press = (
    MenuPress
    | BoardPress
    | NumberPress
    | MatchPress
    | CardPress
    | GamePress
    | LobbyPress
    | ChallengePress
    | ContestPress
)


def written(press: Press) -> str:
    """The callback data of a button."""
    parts = ["1", press.verb.value]
    match press:
        case ChallengePress(_, token) | ContestPress(_, token):
            return ":".join([*parts, token])
        case GamePress(_, game):
            return ":".join([*parts, game, "0"])
        case (
            BoardPress(_, game, turn)
            | NumberPress(_, game, turn)
            | MatchPress(_, game, turn)
            | CardPress(_, game, turn)
        ):
            parts += [game, str(turn)]
        case MenuPress() | LobbyPress():
            pass
    if press.argument:
        parts.append(press.argument)
    return ":".join(parts)


def read(data: str) -> Press | None:
    """What a button's data says; None for old formats, forgeries and nonsense."""
    match = FORMAT.fullmatch(data)
    if match is None:
        return None
    verb, argument = match["verb"], match["argument"] or ""
    try:
        if match["token"] is not None:
            return _with_token(WITH_TOKEN.get(verb), match["token"])
        if match["table"] is None and verb in IN_LOBBY:
            return LobbyPress(IN_LOBBY[verb], argument)
        if match["table"] is None:
            return MenuPress(OnMenu(verb), argument)
        return _on_game(verb, match["table"], int(match["turn"]), argument)
    except ValueError:
        return None


def _with_token(verb: OnChallenge | OnContest | None, token: str) -> Press | None:
    match verb:
        case OnChallenge():
            return ChallengePress(verb, token)
        case OnContest():
            return ContestPress(verb, token)
        case None:
            return None


def _on_game(name: str, game: str, turn: int, argument: str) -> Press | None:
    match VERBS.get(name):
        case OnBoard() | OnSeat() | OnThink() as verb:
            return BoardPress(verb, game, turn, argument)
        case OnNumber() as verb:
            return NumberPress(verb, game, turn, argument)
        case OnMatch() | OnTalk() | OnPartner() as verb:
            return MatchPress(verb, game, turn, argument)
        case OnCard() as verb:
            return CardPress(verb, game, turn, argument)
        case OnGames() as verb if not turn and not argument:
            return GamePress(verb, game)
        case _:
            return None
