"""Ending a game: whoever wants it is asked first, and in a group several must want it who did not begin it."""

from dataclasses import replace
from typing import TypeVar

from bot.app.kinds.outcome import Outcome
from bot.app.model.board import ChatGame
from bot.app.ports import Answer
from bot.app.request import Request

VOTES = 2
"""So many people, none of whom began the game, may end it together."""
V = TypeVar("V", bound=ChatGame)


def ask_first(game: V, request: Request, *, has_begun: bool) -> Outcome[V] | None:
    """Ask before the game ends, lest a slip of the finger end it; None where nothing was done or others must agree."""
    return Outcome(replace(game, asks_to_resign=True)) if has_begun and _may_end_alone(game, request) else None


def vote(game: V, request: Request) -> Outcome[V] | None:
    """Count one more vote to end the game, and say by whom; None if no more is needed."""
    voters = tuple(dict.fromkeys((*game.resigning, request.person.id)))
    if _may_end_alone(game, request) or len(voters) >= VOTES:
        return None
    note = request.texts.html("note.resign-votes", name=request.shown_name)
    toast = "toast.voted-before" if voters == game.resigning else "toast.voted"
    return Outcome(replace(game, resigning=voters), note, Answer(request.texts.plain(toast)))


def _may_end_alone(game: ChatGame, request: Request) -> bool:
    """Whether the person may end the game without anybody else: it is theirs, or nobody else sees it."""
    return not request.chat.is_group or request.person.id == game.starter
