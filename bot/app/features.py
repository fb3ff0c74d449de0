"""Features that operators switch off and on as the bot serves. A new one is an entry in FEATURES, and `feature.…`."""

from enum import Enum

from bot.app.buttons import OnBoard, OnCard, OnChallenge, OnContest, OnLobby, OnMatch, OnMenu, OnRoom, OnTalk
from bot.app.intents import BEGINS, Arrival, Ask, Command, Departure, Intent, Move, Nothing, deed_of
from bot.app.model.operators import Gate

GAMES, PEOPLE, TALK, HINTS = "games", "people", "talk", "hints"
REVIEWS, INLINE, DAILY = "reviews", "inline", "daily"
FEATURES: dict[str, frozenset[Enum]] = {
    GAMES: BEGINS
    | {
        *(Command.MATCH, OnMenu.LEVELS, OnMenu.BEGIN, OnMenu.HOTSEAT, OnMenu.PLAY_ON, OnBoard.RETRY),
        *(OnChallenge.TAKE, OnChallenge.HERE, OnChallenge.ACCEPT, OnCard.REMATCH, OnContest.BEGIN),
        *(OnMatch.REMATCH, OnMatch.REPLAY, OnMatch.RIVAL),
        *(OnLobby.FIND, OnLobby.POST, OnLobby.JOIN, OnLobby.MEANWHILE),
    },
    PEOPLE: frozenset(
        {
            *(Command.DUEL, Command.LOBBY, OnMenu.DUEL, OnMenu.HALL, OnMenu.INVITE),
            *(OnLobby.FIND, OnLobby.POST, OnLobby.JOIN),
            *(OnChallenge.TAKE, OnChallenge.HERE, OnChallenge.ACCEPT, OnChallenge.ANOTHER),
            *(OnMatch.RIVAL, OnMatch.REPLAY, OnCard.REMATCH),
        }
    ),
    DAILY: frozenset({Command.DAILY, OnMenu.DAILY}),
    "puzzles": frozenset({Command.PUZZLE, OnMenu.PUZZLE}),
    TALK: frozenset({Command.SAY, OnTalk.TALK, OnTalk.REACT, OnTalk.TALKS, OnRoom.SHOW, OnRoom.JOIN}),
    HINTS: frozenset({Command.HINT, OnBoard.HINT, OnMatch.HINT}),
    REVIEWS: frozenset(
        {
            *(Command.REVIEW, OnMenu.REVIEW, OnMenu.GUESSES, OnMenu.ADVICE),
            *(OnBoard.REVIEW, OnBoard.EVERY, OnMatch.REVIEW, OnMatch.EVERY),
        }
    ),
    INLINE: frozenset(),
    "feedback": frozenset({Command.FEEDBACK}),
}
"""By name, the commands and buttons that are refused while it is off. What is typed is refused where it is read.

So is a game that a link or a typed text begins, and a rematch, which may be with the bot.
"""
OF_ONESELF = frozenset(
    {
        *(Command.PRIVACY, Command.MYDATA, Command.FORGETME, Command.FEEDBACK, Command.LANGUAGE),
        *(OnMenu.PRIVACY, OnMenu.FORGET, OnMenu.LANGUAGE_ALONE),
    }
)
"""What whoever is kept away may do: know and take away what is kept of them, and object."""


def is_shut_out(intent: Intent, gate: Gate, *, in_group: bool = False) -> bool:
    """Whether this comes from somebody who is kept away, and is none of what they may do, which is in private."""
    if not gate.is_banned or isinstance(intent, Arrival | Departure | Move | Nothing):
        return False
    return in_group or deed_of(intent) not in OF_ONESELF


def feature_off(intent: Intent, gate: Gate) -> str:
    """The name of a feature that is off and that this belongs to; empty: of none."""
    if isinstance(intent, Ask):
        return INLINE if INLINE in gate.off else ""
    deed = deed_of(intent)
    return next((name for name in sorted(gate.off) if deed in FEATURES.get(name, ())), "")
