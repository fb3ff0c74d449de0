"""Pushes updates to the bot's webhook: in order per lane, repeated until the answer is 2xx."""

import asyncio
from collections import deque
from dataclasses import dataclass

from aiohttp import ClientError, ClientSession, ClientTimeout

from sandbox.clock import Clock
from sandbox.delivery.updates import Lane, Update, Updates
from sandbox.faults import Faults

_FIRST_PAUSE = 0.2
_LONGEST_PAUSE = 30.0
_PATIENCE = ClientTimeout(total=60)
_SUCCESS = range(200, 300)


@dataclass(frozen=True, slots=True)
class Subscription:
    """The webhook's URL and settings."""

    url: str
    secret: str | None
    most_connections: int
    certificate: bool
    ip_address: str | None


@dataclass(frozen=True, slots=True)
class Failure:
    """The last failed delivery."""

    date: int
    message: str


class Webhook:
    """Delivery by POST. One at a time per lane: a chat's messages, a person's presses."""

    def __init__(self, updates: Updates, clock: Clock, faults: Faults) -> None:
        self.subscription: Subscription | None = None
        self.failure: Failure | None = None
        self._updates = updates
        self._clock = clock
        self._faults = faults
        self._lanes: dict[Lane, deque[tuple[Update, bool]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._gate = asyncio.Semaphore(1)
        self._session: ClientSession | None = None
        updates.on_arrival = self._arrived

    def start(self, subscription: Subscription) -> None:
        """Deliver pending and future updates to this URL."""
        self.stop()
        self.subscription = subscription
        self._updates.webhook_is_set = True
        self._gate = asyncio.Semaphore(subscription.most_connections)
        for update in self._updates.pending():
            self._arrived(update, again=False)
        for update in self._updates.repeated():
            self._arrived(update, again=True)

    def stop(self) -> None:
        """Stop delivering; unconfirmed updates stay in the queue."""
        self.subscription = None
        self.failure = None
        self._updates.webhook_is_set = False
        self._lanes.clear()
        for task in self._tasks:
            task.cancel()

    async def close(self) -> None:
        """Stop, and close connections."""
        self.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._session:
            await self._session.close()

    def _arrived(self, update: Update, again: bool) -> None:  # noqa: FBT001 -- a callback's signature
        if self.subscription is None:
            return
        lane = self._lanes.get(update.lane)
        if lane is None:
            lane = self._lanes[update.lane] = deque()
            task = asyncio.create_task(self._drain(self.subscription, update.lane, lane))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        lane.append((update, again))

    async def _drain(self, subscription: Subscription, name: Lane, lane: deque[tuple[Update, bool]]) -> None:
        while lane:
            update, again = lane[0]
            if again or self._updates.still_waits(update):
                await self._deliver(subscription, update)
                self._updates.confirm(update, again=again)
            lane.popleft()
        self._lanes.pop(name, None)

    async def _deliver(self, subscription: Subscription, update: Update) -> None:
        pause = _FIRST_PAUSE
        while True:
            async with self._gate:
                reason = "Connection refused" if self._faults.gone else await self._post(subscription, update)
            if reason is None:
                return
            self.failure = Failure(self._clock.date(), reason)
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)

    async def _post(self, subscription: Subscription, update: Update) -> str | None:
        """POST the update; returns what went wrong, or None."""
        self._session = self._session or ClientSession(timeout=_PATIENCE)
        headers = {"X-Telegram-Bot-Api-Secret-Token": subscription.secret} if subscription.secret else {}
        update.delivered += 1
        try:
            async with self._session.post(subscription.url, json=update.as_json(), headers=headers) as response:
                if response.status in _SUCCESS:
                    return None
                return f"Wrong response from the webhook: {response.status} {response.reason}"
        except (ClientError, TimeoutError) as error:
            return str(error) or "Read timeout expired"
