"""Who administers groups, as Telegram says: asked rarely, within bounds, and remembered for some seconds."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import structlog
from telegram.error import BadRequest, ChatMigrated, Forbidden, TelegramError

from bot.app.world import NeedsAnswer, NoAnswer
from bot.telegram.api import Api, reason_of, seconds_asked

log = structlog.get_logger()
PATIENCE = 2.0
"""Seconds for an answer: whatever else is sent in that group waits for it."""
REMEMBERED = 20.0
"""Seconds; so long may somebody go on who administers no more, or has to wait who does from now on."""
PERSONS = 5
"""Of so many people of one group it is asked singly in that time; of others by one list of those who administer it."""
MOST = 500
"""So many answers are remembered; until one is forgotten no more are asked for."""
PAUSE = 15.0
"""Seconds in which nothing is asked after Telegram has not answered."""
ALL = 0
"""No person has this number."""
ADMINISTER = frozenset({"creator", "administrator"})

Told = frozenset[int] | None
"""Who of those who were asked about administers the group; None: Telegram has not said."""


@dataclass(frozen=True, slots=True)
class Question:
    """What Telegram is asked, or has answered. It is forgotten at that time."""

    answer: asyncio.Task[Told]
    until: float


class Administrators:
    """Knows who administers groups. Nothing is forgotten before its time, so whoever has asked finds the answer."""

    def __init__(self, api: Api, clock: Callable[[], float] = time.monotonic) -> None:
        self._api = api
        self._clock = clock
        self._questions: dict[tuple[int, int], Question] = {}
        """By chat and person, or ALL; the oldest first."""
        self._silent_until = 0.0

    def administers(self, chat: int, person: int) -> bool:
        """Whether the person administers the group. Raises NeedsAnswer and NoAnswer."""
        self._forget()
        question = self._questions.get(self._about(chat, person))
        if question is None and (self._clock() < self._silent_until or len(self._questions) >= MOST):
            raise NoAnswer
        if question is None or not question.answer.done():
            raise NeedsAnswer(partial(self._ask, chat, person))
        if (told := question.answer.result()) is None:
            raise NoAnswer
        return person in told

    async def _ask(self, chat: int, person: int) -> None:
        key = self._about(chat, person)
        if key not in self._questions:
            answer = asyncio.create_task(self._told(*key), name="who administers")
            self._questions[key] = Question(answer, self._clock() + REMEMBERED)
        await asyncio.wait({self._questions[key].answer})

    def _about(self, chat: int, person: int) -> tuple[int, int]:
        """What to ask to know that of the person: of them alone or, where many are asked about, of all."""
        single = chat, person
        asked = [other for where, other in self._questions if where == chat and other != ALL]
        return single if person in asked or len(asked) < PERSONS else (chat, ALL)

    def _forget(self) -> None:
        now = self._clock()
        while self._questions and (oldest := next(iter(self._questions.items())))[1].until <= now:
            del self._questions[oldest[0]]

    async def _told(self, chat: int, person: int) -> Told:
        """What Telegram says. Does not raise."""
        try:
            async with asyncio.timeout(PATIENCE):
                if person != ALL and (told := await self._told_of(chat, person)) is not None:
                    return told
                return _administrators(await self._api.call("getChatAdministrators", chat_id=chat))
        except (BadRequest, Forbidden, ChatMigrated) as error:
            log.info("who administers a group is not told", chat=chat, error=reason_of(error))
        except (TelegramError, TimeoutError, KeyError, TypeError) as error:
            pause = seconds_asked(error) or PAUSE
            self._silent_until = self._clock() + pause
            log.warning("who administers a group is not answered", error=type(error).__name__, pause=pause)
        return None

    async def _told_of(self, chat: int, person: int) -> Told:
        """The same of one person; None where it is refused: where members are hidden from the bot, the list is not."""
        try:
            return _administrators([await self._api.call("getChatMember", chat_id=chat, user_id=person)])
        except BadRequest as error:
            log.debug("what somebody is in a group is not told", error=reason_of(error))
            return None


def _administrators(members: list[dict[str, Any]]) -> frozenset[int]:
    return frozenset(member["user"]["id"] for member in members if member["status"] in ADMINISTER)
