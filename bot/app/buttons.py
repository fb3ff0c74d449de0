"""Callback data of buttons: a press in at most 64 bytes, and back.

`1:<verb>` or `1:<verb>:<argument>` on menus, `1:<verb>:<game>:<turn>:<argument>` on boards and in matches,
`1:<verb>:<token>` on challenges and contests. The leading number is the format. Anything that does not parse is an old
button.
"""

import re
from dataclasses import dataclass

from bot.app.lobby_verbs import OnLobby, OnRoom
from bot.app.operator_verbs import OnAdmin
from bot.app.verbs import (
    OnBoard,
    OnCard,
    OnChallenge,
    OnContest,
    OnEnd,
    OnGames,
    OnMatch,
    OnMenu,
    OnNumber,
    OnPartner,
    OnSeat,
    OnTalk,
    OnThink,
)

FORMAT = re.compile(
    r"1:(?P<verb>[a-z]{1,10})(?::(?P<token>[A-Za-z0-9_-]{22})|"
    r"(?::(?P<table>[0-9a-f]{16}):(?P<turn>\d{1,4}))?(?::(?P<argument>[a-z0-9-]{1,20}))?)",
    re.ASCII,
)


GameVerb = OnBoard | OnEnd | OnSeat | OnThink | OnNumber | OnMatch | OnTalk | OnPartner
"""The verbs of buttons on screens of games."""


@dataclass(frozen=True, slots=True)
class MenuPress:
    """A press on a menu."""

    verb: OnMenu
    argument: str = ""


@dataclass(frozen=True, slots=True)
class GamePress:
    """A press on a screen of `game` that showed `step`: the number of turns, or what its kind counts instead."""

    verb: GameVerb
    game: str
    step: int
    argument: str = ""


@dataclass(frozen=True, slots=True)
class CardPress:
    """A press on the card of a match that showed `turn` guesses."""

    verb: OnCard
    match: str
    turn: int
    argument: str = ""


@dataclass(frozen=True, slots=True)
class PickPress:
    """A press that picks one of several games."""

    verb: OnGames
    game: str


@dataclass(frozen=True, slots=True)
class LobbyPress:
    """A press on a screen of the lobby, or on a menu that leads to it."""

    verb: OnLobby | OnRoom
    argument: str = ""


@dataclass(frozen=True, slots=True)
class AdminPress:
    """A press on one of the operators' screens."""

    verb: OnAdmin
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


ON_GAMES = (OnBoard, OnEnd, OnSeat, OnThink, OnNumber, OnMatch, OnTalk, OnPartner)
NAMING_GAMES: dict[str, GameVerb | OnCard | OnGames] = {
    verb.value: verb for family in (*ON_GAMES, OnCard, OnGames) for verb in family
}
"""The verbs of buttons that name a game, by how they are written."""
WITH_TOKEN: dict[str, OnChallenge | OnContest] = {
    verb.value: verb for kind in (OnChallenge, OnContest) for verb in kind
}
"""The verbs of buttons that carry a token."""
IN_LOBBY: dict[str, OnLobby | OnRoom] = {verb.value: verb for kind in (OnLobby, OnRoom) for verb in kind}
FOR_OPERATORS: dict[str, OnAdmin] = {verb.value: verb for verb in OnAdmin}
Press = MenuPress | GamePress | CardPress | PickPress | LobbyPress | AdminPress | ChallengePress | ContestPress


def button_data(press: Press) -> str:
    """The callback data of a button."""
    parts = ["1", press.verb.value]
    match press:
        case ChallengePress(_, token) | ContestPress(_, token):
            return ":".join([*parts, token])
        case PickPress(_, game):
            return ":".join([*parts, game, "0"])
        case GamePress(_, game, step) | CardPress(_, game, step):
            parts += [game, str(step)]
        case MenuPress() | LobbyPress() | AdminPress():
            pass
    if press.argument:
        parts.append(press.argument)
    return ":".join(parts)


def press_from(data: str) -> Press | None:
    """The press of callback data; None for old formats, forgeries and nonsense."""
    match = FORMAT.fullmatch(data)
    if match is None:
        return None
    verb, argument = match["verb"], match["argument"] or ""
    try:
        if match["token"] is not None:
            return _with_token(WITH_TOKEN.get(verb), match["token"])
        if match["table"] is None and verb in IN_LOBBY:
            return LobbyPress(IN_LOBBY[verb], argument)
        if match["table"] is None and verb in FOR_OPERATORS:
            return AdminPress(FOR_OPERATORS[verb], argument)
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
    match NAMING_GAMES.get(name):
        case OnCard() as verb:
            return CardPress(verb, game, turn, argument)
        case OnGames() as verb:
            return PickPress(verb, game) if not turn and not argument else None
        case None:
            return None
        case verb:
            return GamePress(verb, game, turn, argument)
