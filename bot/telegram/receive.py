"""Updates by polling and webhook: each lane in order, confirmed only once all before are committed."""

import asyncio
import math
import time
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import structlog
from telegram import Bot
from telegram.constants import PollingLimit
from telegram.error import Conflict, InvalidToken, NetworkError, TelegramError

from bot.app.messages import Incoming, Migrated, lines_of
from bot.app.periodic import TIME_TO_WORK
from bot.app.supervision import AT_A_TIME, Backoff, Pace, Shutdown
from bot.app.worker import Worker
from bot.telegram.api import Api, seconds_asked
from bot.telegram.translate import ALLOWED_UPDATES, GUEST, Json, incoming_of

# Carries out raw updates, from polling and webhook alike.


class Intake:
    """Reads updates and carries them out. No content of an update raises."""

    def __init__(self, bot_id: int, worker: Worker) -> None:
        self._bot_id = bot_id
        self._worker = worker

    async def take(self, update: Json) -> None:
        """Read an update and carry it out; returns once it is committed or kept as failed."""
        incoming = await self.read(update)
        if incoming is not None:
            await self.carry_out(incoming)

    async def read(self, update: Json) -> Incoming | None:
        """The update in our types; None if it cannot be read and has been kept as failed."""
        try:
            return incoming_of(update, self._bot_id)
        except Exception as error:  # noqa: BLE001  nothing that comes in may stop the intake
            await self._worker.keep_unreadable(update["update_id"], error)
            return None

    async def carry_out(self, incoming: Incoming) -> None:
        """Carry out an update that was read; returns once it is committed or kept as failed."""
        await self._worker.run(incoming)


def wanted_of(bot: Bot) -> Sequence[str]:
    """The kinds of updates to ask for: those of guests as well, if getMe has said that the bot may be summoned."""
    return [*ALLOWED_UPDATES, GUEST] if bot.bot.supports_guest_queries else ALLOWED_UPDATES


# Splits a batch into updates that must follow one another and those that may run concurrently.


def lanes_of(batch: Sequence[Incoming]) -> list[list[Incoming]]:
    """Lanes that may run concurrently, each in the order in which Telegram delivered it.

    Both ids of a group that becomes a supergroup share a lane: messages of the group first, then the move, then
    messages of the supergroup, which cannot be older than the move.
    """
    moves = {incoming.chat.id: incoming.to for incoming in batch if isinstance(incoming, Migrated)}
    grown = frozenset(moves.values())
    lanes: defaultdict[int | None, list[Incoming]] = defaultdict(list)
    for incoming in sorted(batch, key=lambda each: _stage(each, grown)):
        lanes[_lane(incoming, moves)].append(incoming)
    return list(lanes.values())


def _lane(incoming: Incoming, moves: Mapping[int, int]) -> int | None:
    line = next(iter(lines_of(incoming)), None)
    return None if line is None else moves.get(line, line)


def _stage(incoming: Incoming, grown: Collection[int]) -> int:
    if isinstance(incoming, Migrated):
        return 1
    return 2 if any(line in grown for line in lines_of(incoming)) else 0


# Updates that were fetched and are not confirmed: those of one lane in their order, all others concurrently.

Task = asyncio.Task[None]


class InHand:
    """Carries out fetched updates, each once, however often it is fetched.

    `end`: the id after the last that has come.
    """

    def __init__(self, intake: Intake) -> None:
        self._intake = intake
        self._tasks: dict[int, Task | None] = {}
        """By the id of an update: what carries it out; None: it is done."""
        self._last: dict[int, Task] = {}
        """By line: what was begun last in it."""
        self.end = 0

    @property
    def offset(self) -> int:
        """The id of the first update that is not done; all before it may be confirmed. 0: none has come."""
        return min((number for number in self._tasks if not self._is_done(number)), default=self.end)

    @property
    def is_empty(self) -> bool:
        """Whether all that has come is done."""
        return all(self._is_done(number) for number in self._tasks)

    async def take(self, updates: Sequence[Json], confirmed: int) -> None:
        """Begin those updates that are not in hand. They were fetched from the id `confirmed` on."""
        self._forget(confirmed)
        new, pace = list[Incoming](), Pace()
        for update in updates:
            number = update["update_id"]
            self.end = number + 1
            if number in self._tasks and not self._was_broken_off(number):
                continue
            incoming = await self._intake.read(update)
            self._tasks[number] = None
            if incoming is not None:
                new.append(incoming)
            await pace.keep()
        for at, lane in enumerate(lanes_of(new), 1):
            self._begin(lane)
            if at % AT_A_TIME == 0:
                await asyncio.sleep(0)

    async def wait(self, seconds: float) -> None:
        """Wait until all is done, for at most so many seconds."""
        if tasks := self._running():
            await asyncio.wait(tasks, timeout=seconds)

    async def stop(self, seconds: float) -> None:
        """Wait until all is done, for at most so many seconds; what is not is broken off, and not confirmed."""
        await self.wait(seconds)
        for task in self._running():
            task.cancel()

    def _begin(self, lane: list[Incoming]) -> None:
        lines = {line for incoming in lane for line in lines_of(incoming)}
        before = {self._last[line] for line in lines if line in self._last}
        task = asyncio.create_task(self._in_order(lane, before))
        self._tasks |= dict.fromkeys((incoming.update for incoming in lane), task)
        self._last |= dict.fromkeys(lines, task)

    async def _in_order(self, lane: list[Incoming], before: set[Task]) -> None:
        if before:
            await asyncio.wait(before)
        for incoming in lane:
            await self._intake.carry_out(incoming)

    def _forget(self, confirmed: int) -> None:
        """Forget what has been confirmed. What was done since the fetch began is among what it brought."""
        self._tasks = {number: task for number, task in self._tasks.items() if number >= confirmed}
        self._last = {line: task for line, task in self._last.items() if not task.done()}

    def _running(self) -> set[Task]:
        return {task for task in self._tasks.values() if task is not None and not task.done()}

    def _is_done(self, number: int) -> bool:
        task = self._tasks[number]
        return task is None or (task.done() and not task.cancelled() and task.exception() is None)

    def _was_broken_off(self, number: int) -> bool:
        task = self._tasks[number]
        return task is not None and task.done() and not self._is_done(number)


# Whether updates that were sent a while ago still wait, at Telegram or in hand.

RECENT = 1.0
"""Seconds: less than jobs wait after they are due, so what was sent before that has been carried out."""


@dataclass(frozen=True, slots=True)
class Swept:
    """A fetch that took all that waited at Telegram. `offset`: the id after the last of these updates."""

    at: float
    offset: int


class Backlog:
    """Follows the fetches. Times are those of `clock`, in seconds."""

    def __init__(self, in_hand: InHand, clock: Callable[[], float]) -> None:
        self._in_hand = in_hand
        self._clock = clock
        self._pending: deque[Swept] = deque()
        """Fetches that took all, and of which something is in hand, the oldest first."""
        self.forget()

    def forget(self) -> None:
        """Nothing is known any more: a fetch has failed."""
        self._took_all = False
        self._swept_at = self._done_at = -math.inf
        self._pending.clear()

    def note(self, *, took_all: bool) -> None:
        """Note a fetch, whose updates are in hand now."""
        self._took_all = took_all
        if took_all:
            self._swept_at = self._clock()
            self._pending.append(Swept(self._swept_at, self._in_hand.end))

    def is_drained(self) -> bool:
        """Whether all has been carried out that was sent until a moment ago."""
        self._settle()
        return (self._took_all and self._in_hand.is_empty) or self._clock() - self._done_at < RECENT

    def is_attended(self) -> bool:
        """Whether updates arrive and are carried out within TIME_TO_WORK, since the last failure for the first time."""
        self._settle()
        waits_since = self._pending[0].at if self._pending else self._swept_at
        return self.is_drained() or (self._done_at > -math.inf and self._clock() - waits_since < TIME_TO_WORK)

    def _settle(self) -> None:
        offset = self._in_hand.offset
        while self._pending and self._pending[0].offset <= offset:
            self._done_at = self._pending.popleft().at


# Whether the token is refused for good.
#
# A single refusal does not say so: a 401 or 404 can come from a proxy, or from a Bot API server that is restarting.

PAUSES = (0.5, 2.0, 5.0)
"""Seconds before each getMe."""


async def is_refused(bot: Bot, pauses: Sequence[float] = PAUSES) -> bool:
    """Whether getMe refuses the token every time, called after each of these pauses."""
    for pause in pauses:
        await asyncio.sleep(pause)
        try:
            await bot.get_me()
        except InvalidToken:
            continue
        except TelegramError:
            return False  # the source of the refusal is not known
        else:
            return False
    return True


# Long polling: an update is confirmed, by fetching from the next on, only when it and all before it are committed.
#
# Telegram gives a hundred of those that are not confirmed. While the first of them takes long, the others are fetched
# again and again, and those that have come meanwhile are carried out.

log = structlog.get_logger()
LONG_POLL = 10
"""Seconds. Telegram would wait longer, but a dead connection would then keep us waiting as long."""
SILENT = 15.0
"""Seconds after which a fetch is given up."""
BATCH = PollingLimit.MAX_LIMIT
HOLD = 0.2
"""Seconds that a batch has until it is fetched again with what has come meanwhile."""
TIME_TO_FINISH = 1.5
"""Seconds for what is in hand after SIGTERM; what is not done by then is not confirmed and is delivered again."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
GOOD_FOR = 60.0
"""Seconds for which a successful fetch shows that updates arrive."""


class Receiver:
    """Fetches updates until shutdown."""

    def __init__(
        self,
        api: Api,
        bot: Bot,
        intake: Intake,
        shutdown: Shutdown,
        clock: Callable[[], float] = time.monotonic,
        confirming: Sequence[float] = PAUSES,
        wanted: Sequence[str] = ALLOWED_UPDATES,
    ) -> None:
        self._wanted = wanted
        self._api = api
        self._bot = bot
        self._in_hand = InHand(intake)
        self._backlog = Backlog(self._in_hand, clock)
        self._shutdown = shutdown
        self._clock = clock
        self._confirming = confirming
        self._works = False
        self._fetched_at = -math.inf

    @property
    def flows(self) -> bool:
        """Whether the last successful fetch is recent."""
        return self._clock() - self._fetched_at < GOOD_FOR

    async def drained(self) -> bool:
        """Whether all updates that were sent until a moment ago have been carried out."""
        return self._backlog.is_drained() and self.flows

    async def attended(self) -> bool:
        """Whether updates arrive and are carried out within bounded time, so that no outage is recorded.

        Updates that came together may take TIME_TO_WORK, however many they are. So long computations, or a flood by one
        person, are no outage.
        """
        return self._backlog.is_attended()

    async def serve(self) -> None:
        """Fetch and carry out until shutdown. Raises InvalidToken if getMe confirms that the token is refused."""
        backoff = Backoff(FIRST_PAUSE, LONGEST_PAUSE)
        while not self._shutdown.is_requested:
            try:
                may_wait = self._works and self._in_hand.is_empty
                offset = self._in_hand.offset
                updates = await self._shutdown.unless(self._fetch(offset, LONG_POLL if may_wait else 0))
            except TelegramError as error:
                if isinstance(error, InvalidToken) and await self._shutdown.unless(
                    is_refused(self._bot, self._confirming)
                ):
                    raise
                if isinstance(error, Conflict):
                    self._fetched_at = -math.inf  # another process fetches: what waits is not ours
                self._works = False
                self._backlog.forget()
                await self._rest(error, backoff.next())
                continue
            if self._works:
                backoff.reset()
            if updates is not None:
                await self._work_on(updates, offset)
        await self._in_hand.stop(TIME_TO_FINISH)
        await self._confirm()

    async def _work_on(self, updates: list[Json], offset: int) -> None:
        self._works, self._fetched_at = True, self._clock()
        await self._in_hand.take(updates, offset)
        # A batch that is not full was all that waited at Telegram at that moment.
        self._backlog.note(took_all=len(updates) < BATCH)
        await self._shutdown.unless(self._in_hand.wait(HOLD))

    async def _rest(self, error: TelegramError, pause: float) -> None:
        pause = max(pause, seconds_asked(error))
        why = "another program fetches this bot's updates" if isinstance(error, Conflict) else type(error).__name__
        log.warning("no updates for now", why=why, error=str(error), pause=pause)
        await self._shutdown.unless(self._wait_out(error, pause))

    async def _wait_out(self, error: TelegramError, pause: float) -> None:
        await asyncio.sleep(pause)
        if isinstance(error, Conflict) and "webhook" in error.message and pause >= LONGEST_PAUSE:
            await self._take_over()

    async def _take_over(self) -> None:
        """Delete the webhook again: a bot that is shutting down may have registered its own once more."""
        try:
            await self._bot.delete_webhook()
        except TelegramError as error:
            log.warning("the webhook stays for now", error=str(error))

    async def _fetch(self, offset: int, wait: int, limit: int = BATCH) -> list[Json]:
        """The updates from the offset on, as JSON. Fetching confirms all before it."""
        asked = {"offset": offset, "timeout": wait, "limit": limit, "allowed_updates": self._wanted}
        updates = await self._api.call("getUpdates", wait=wait + SILENT, **asked)
        if not isinstance(updates, list) or not all(_has_an_id(update) for update in updates):
            raise NetworkError("getUpdates was answered with something else")
        return updates

    async def _confirm(self) -> None:
        """Confirm the updates that are done, so that they are not delivered again."""
        if self._in_hand.offset:
            try:
                await asyncio.wait_for(self._fetch(self._in_hand.offset, 0, limit=1), timeout=2)
            except (TelegramError, TimeoutError):
                log.info("could not confirm the last updates; they will come again and be recognised")


def _has_an_id(update: object) -> bool:
    return isinstance(update, dict) and type(update.get("update_id")) is int
