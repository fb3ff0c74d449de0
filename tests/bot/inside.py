"""A bot without a network: the real worker on a real file, in a world of which everything is known, its secrets too."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from itertools import count
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

from bot.app.daily.model import NO_CODES, Codes
from bot.app.jobs import LongJobsDone
from bot.app.kind import Kinds
from bot.app.messages import Asked, Chat, Incoming, Person, Pressed, Said, Summoned
from bot.app.model.game import BoardGame
from bot.app.outbox import BLANK, CommandsItem, OutboxItem, ScreenItem, UnreadableItem
from bot.app.registry import KINDS
from bot.app.screen import Answer, Place, Screen
from bot.app.screens.share import Card, Cards
from bot.app.worker import Replies, Worker
from bot.app.world import Computation, Compute, World, recall_by
from bot.storage.store import DatabaseStore
from solver.variant import Code
from tests.bot.storage.stores import opened_anew

BOT_NAME = "BullsBot"
Sent = tuple[str, str, Place | None, Screen | int | str]
"""What went out: its kind, its slot, its place, and the screen itself, or what else it was about."""


@lru_cache(maxsize=4096)
def thought(question: Computation) -> Any:
    """What the question comes to. Raises the ValueError that it comes to instead."""
    return question.about(*question.given)


class AtOnce:
    """All thoughts are had where they are recalled."""

    def recall(self, question: Computation) -> Any:
        return thought(question)

    async def think(self, question: Computation, whose: int = 0) -> NoReturn:
        raise AssertionError(f"{question} should have been recalled for {whose}")

    def release(self, question: Computation) -> NoReturn:
        raise AssertionError(f"{question} has not been held")


def salts() -> Iterator[str]:
    """Different, and the same in every world."""
    return (f"{number:032x}" for number in count(0xA5))


def world_with(secret: Code | None, compute: Compute) -> World:
    """A world in which the bot always draws this secret, or a variant's first, and all else comes in the same order."""
    ids, tokens, salt, seconds = count(1), count(1), salts(), count(1_000_000)
    return World(
        username=BOT_NAME,
        now=lambda: float(next(seconds)),
        draw_secret=lambda variant: secret or next(variant.secrets()),
        new_salt=lambda: next(salt),
        new_id=lambda: f"{next(ids):016x}",
        new_token=lambda: f"{next(tokens):022x}",
        recall=recall_by(compute.recall),
        draw_number=lambda low, _high: low,
        seed_of=lambda name: sha256(name.encode()).hexdigest(),
    )


@dataclass
class Inside:
    """The bot, and the chat in which somebody plays with it: what they do there, and what they see of it."""

    store: DatabaseStore
    worker: Worker
    long_jobs: LongJobsDone
    heard: list[Answer | Cards | Card]
    chat: Chat
    person: Person
    screens: dict[str, tuple[int, Screen]] = field(default_factory=dict)
    """By slot: the message that shows it, and what it shows."""
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    async def says(self, text: str, to: str | None = None) -> list[object]:
        """All that comes of a message; `to`: it replies to the message that shows that slot."""
        number, answers = next(self.numbers), self.screens[to][0] if to is not None else None
        return await self._all_of(Said(number, self.chat, self.person, number, text, to_bot=True, answers=answers))

    async def presses(self, data: str, slot: str) -> list[object]:
        """All that comes of a press on the message that shows the slot, be it that the button is forged."""
        number = next(self.numbers)
        message = self.screens[slot][0]
        return await self._all_of(Pressed(number, f"query {number}", self.chat, self.person, message, data))

    async def asks_inline(self, text: str) -> list[object]:
        """What is offered to whoever types the bot's name in some chat."""
        number = next(self.numbers)
        return await self._all_of(Asked(number, f"query {number}", self.person, text))

    async def is_named(self, text: str, place: int) -> list[object]:
        """What comes of naming the bot in a chat with that id in which it is no member."""
        number = next(self.numbers)
        return await self._all_of(Summoned(number, f"query {number}", self.person, text, place))

    async def board_game(self) -> BoardGame | None:
        games = await self.store.run(lambda work: work.games.running_in(self.chat.id))
        return next((game for game in reversed(games) if isinstance(game, BoardGame)), None)

    @property
    def buttons(self) -> list[tuple[str, str]]:
        """The data of all buttons that can be pressed, with the slot on whose screen each stands."""
        shown = [(slot, screen) for slot, (_, screen) in sorted(self.screens.items())]
        return [(button.data, slot) for slot, screen in shown for row in screen.rows for button in row if button.data]

    async def _all_of(self, incoming: Incoming) -> list[object]:
        self.heard.clear()
        await self.worker.run(incoming)
        await self.long_jobs.do_all()
        return [*self.heard, *await self.sees()]

    async def sees(self) -> list[Sent]:
        """All that is on its way to this chat, be it by others' deeds."""
        sent: list[Sent] = []
        while items := await self.store.outbox.pending(self.chat.id):
            sent += [await self._delivered(item) for item in items]
        return sent

    async def _delivered(self, item: OutboxItem) -> Sent:
        """As Telegram and the dispatcher would have it, with every item sent by itself."""
        assert not isinstance(item, UnreadableItem)
        if not isinstance(item, ScreenItem):
            await self.store.outbox.note_delivered([item], None, None)
            return type(item).__name__, "", None, item.language if isinstance(item, CommandsItem) else item.message
        # Asked of the store: a press on a menu makes the message on which it stands the menu, be it that of a board.
        known = (await self.store.run(lambda work: work.slot_state(self.chat, item.slot))).message
        if item.screen == BLANK:
            del self.screens[item.slot]
            await self.store.outbox.note_delivered([item], None, None)
            return "RetireItem", "", None, known or 0
        edits = known is not None and item.place is Place.HERE and item.screen.picture is None
        message = known if edits and known is not None else next(self.numbers)
        for slot in [slot for slot, (shown, _) in self.screens.items() if shown == message]:
            del self.screens[slot]
        self.screens[item.slot] = message, item.screen
        await self.store.outbox.note_delivered([item], None if edits else message, None)
        return "screen", item.slot, item.place, item.screen


@asynccontextmanager
async def inside(
    secret: Code | None,
    chat: Chat,
    language: str = "en",
    compute: Compute | None = None,
    kinds: Kinds = KINDS,
    daily: Codes = NO_CODES,
) -> AsyncIterator[Inside]:
    """A new bot whose secrets are all this one or the first, and somebody in the chat who speaks the language."""
    compute = compute or AtOnce()
    with TemporaryDirectory() as folder:
        async with opened_anew(folder, kinds) as store:
            world = replace(world_with(secret, compute), daily=daily)
            yield within(store, world, chat, compute=compute, language=language, kinds=kinds)


def within(
    store: DatabaseStore,
    world: World,
    chat: Chat,
    compute: Compute | None = None,
    language: str = "en",
    kinds: Kinds = KINDS,
) -> Inside:
    """The bot on that store and in that world, and somebody in the chat who speaks the language."""
    compute, heard = compute or AtOnce(), list[Answer | Cards | Card]()
    replies = Replies(
        answer=lambda _query, answer: heard.append(answer),
        offer=lambda _query, cards: heard.append(cards),
        post=lambda _query, card: heard.append(card),
    )
    worker = Worker(store, compute, world, replies, limits=False, kinds=kinds)
    long_jobs = LongJobsDone(store, compute, world, store.take_long_job)
    return Inside(store, worker, long_jobs, heard, chat, Person(1001, "Ann", language))
