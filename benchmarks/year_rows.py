"""What usual games and challenges take in the database: bodies and lines of one of each kind."""

from dataclasses import replace
from typing import Any

from bot.app.contests.model import Contest, Entry, contest_written
from bot.app.duels.model import Challenge, ChallengeState, challenge_written
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.keeper.model import Breaker, Keeper
from bot.app.kinds.match.model import Match, Sitter
from bot.app.kinds.number.model import Number
from bot.app.messages import Chat
from bot.app.model.game import Header, played_written
from bot.app.model.terms import Terms
from bot.app.registry import KINDS
from bot.game.notation import game_at
from bot.game.number import number_game_at

SALT = "5a" * 16
PERSON, RIVAL, OPENED, ENDED = 1_111_111_111, 2_222_222_222, 1_790_000_000.0, 1_790_000_095.0
CHAT = Chat(PERSON)
NAME = "Somebody who plays"
HEADER: dict[str, Any] = {"id": "0" * 16, "starter": PERSON, "salt": SALT, "opened_at": OPENED, "ended_at": ENDED}
SEVEN = "0123 4567 8904 0384 0843 0835 0834"
LOG = "9 20 34 ?0 51 60 82 95"
ALONE = Alone(
    **HEADER,
    chat=CHAT,
    game=game_at(f"solo classic 0834 | {SEVEN}"),
    guessed_by=(NAME,) * 7,
    suggestions=1,
    log=LOG,
)
GAMES: dict[str, Header] = {
    "alone": ALONE,
    "keeper": Keeper(
        **HEADER,
        chat=CHAT,
        game=game_at("think classic | 0123=1B1C 0456=1B0C 0378=1B2C 0834=4B0C"),
        breaker=Breaker(before="think classic | 0123=1B1C 0456=1B0C 0378=1B2C"),
        log="9 20 34 51",
    ),
    "number": Number(
        **HEADER,
        chat=CHAT,
        game=number_game_at("number 1..100 37 | >50 >25 >37 >31 >34 >36 =37"),
        starter_name=NAME,
        asked_by=(NAME,) * 7,
        log="9 20 34 51 60 82 95",
    ),
    "match": Match(
        **HEADER,
        game=game_at("duel classic 0834 1234 first 0 | 0:0123 1:4567 0:8901 1:0384 0:0835 1:0834 0:1243 1:5678 0:1234"),
        clock="live",
        rated=True,
        sitters=(Sitter(PERSON, NAME, PERSON), Sitter(RIVAL, NAME, RIVAL)),
        salts=(SALT, SALT),
        began_at=OPENED,
        changes=((1500.0, 1543.21), (1500.0, 1456.78)),
        log="9 20 34 51 60 82 95 120 140",
    ),
}
"""A game of each kind that is over."""
ENTRY = Entry(PERSON, NAME, "0" * 16, OPENED, ENDED, game_at(f"solo classic 0834 | {SEVEN}"), hints=1)
CONTEST = Contest("t" * 22, ENTRY, SALT, (PERSON,), begun=1, ended=1)
CHALLENGE = Challenge(
    "t" * 22, Terms(), PERSON, NAME, OPENED, OPENED, seed=SALT, state=ChallengeState.EXPIRED, match="0" * 16
)


def values() -> dict[str, str]:
    """The values for year.sql: bodies, and lines with the words PERSON, RIVAL and OPENED in the place of figures."""
    begun = replace(ALONE, ended_at=None, game=game_at("solo classic 0834 | 0123 4567 8904"))
    bodies = {f"{kind}_body": KINDS.body_of(game, game.log) for kind, game in GAMES.items()}
    return {
        **bodies,
        **{f"{kind}_line": _line(game) for kind, game in GAMES.items()},
        "begun_body": KINDS.body_of(begun, "9 20 34"),
        "contest_body": contest_written(CONTEST),
        "entry_body": contest_written(CONTEST)[:200],
        "challenge_body": challenge_written(CHALLENGE),
        "salt": SALT,
    }


def _line(game: Header) -> str:
    played = KINDS.played_of(game, game.log)
    if played is None:
        raise ValueError("the game is not over")
    line = played_written(played)
    for figure, word in ((PERSON, "PERSON"), (RIVAL, "RIVAL"), (round(OPENED), "OPENED")):
        line = line.replace(str(figure), word)
    return line
