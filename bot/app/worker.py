"""From what came in to what was committed: each incoming thing is carried out once, whatever breaks."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import structlog

from bot.app.actions.boards import slot_of
from bot.app.failures import described, wished
from bot.app.handlers import handle
from bot.app.handlers.desk import Desk
from bot.app.handlers.duels.inline import offered
from bot.app.intents import Intent, Nothing, TooFast, parse
from bot.app.messages import (
    Asked,
    Chat,
    Chose,
    Incoming,
    Joined,
    Left,
    Migrated,
    Person,
    Pressed,
    Said,
    Unknown,
    chat_of,
    in_supergroup,
    lines_of,
    query_of,
)
from bot.app.model import number
from bot.app.pace import Pace, Verdict
from bot.app.patience import carried_out, until_stored
from bot.app.ports import Answer, Place, Preferences, Scene, Store, Work, World
from bot.app.screens.duels.inline import Cards
from bot.app.screens.solo.board import offer
from bot.app.texts import language_of, texts_in
from bot.app.thinking import Mind, TooMuchToThink
from bot.traces import trace_of

log = structlog.get_logger()
UNANSWERED = Asked | Joined | Left
"""To what comes too fast of these there is nothing to say, not even to the first."""
BROKEN, TOO_MUCH = "broken", "too-much"
"""The slots of the apologies: after a bug of ours, and for what cannot be thought about."""


@dataclass(frozen=True, slots=True)
class Handled:
    """What became of an incoming thing."""

    answer: Answer
    first_time: bool = True
    cards: Cards | None = None
    """What whoever asked inline may send."""


class Worker:
    """Carries incoming things out. `answer` is told, after the commit, what the presser is to hear.

    `offer` is told what whoever asked inline may send. `paced`: whoever floods a chat is read no faster than anybody
    plays.
    """

    def __init__(
        self,
        store: Store,
        mind: Mind,
        world: World,
        answer: Callable[[str, Answer], None],
        *,
        offer: Callable[[str, Cards], None] = lambda _query, _cards: None,
        paced: bool = True,
    ) -> None:
        self._store = store
        self._mind = mind
        self._world = world
        self._answer = answer
        self._offer = offer
        self._pace = Pace(on=paced)

    async def run(self, incoming: Incoming) -> None:
        """Carry `incoming` out. Returns once it is committed, kept as failed, or dropped as a flood; never raises."""
        began = time.perf_counter()
        intent: Intent = Nothing()
        try:
            intent = parse(incoming, self._world.username)
            verdict = self._pace.verdict(incoming, intent, self._world.now())
            if verdict is Verdict.TOO_MANY or (verdict is Verdict.FIRST_TOO_MANY and isinstance(incoming, UNANSWERED)):
                self._drop(incoming)
                return
            if verdict is Verdict.FIRST_TOO_MANY:
                intent = TooFast()
            handled = await self._handled(incoming, intent)
            if verdict is Verdict.FIRST_TOO_MANY:
                self._pace.answered(incoming, handled.answer)
        except TooMuchToThink as error:
            handled = await self._refused(incoming, error.word)
        except Exception as error:  # noqa: BLE001  a bug of ours must not stop what comes after
            handled = await self._broken(incoming, intent, error)
        if (query := query_of(incoming)) is not None:
            self._answer(query, handled.answer)
        if isinstance(incoming, Asked) and handled.cards is not None:
            self._offer(incoming.query, handled.cards)
        log.info(
            "update",
            id=incoming.update,
            kind=type(incoming).__name__,
            did=wished(intent) if handled.first_time else "again",
            ms=round(1000 * (time.perf_counter() - began), 1),
            **_late(incoming, self._world.now()),
        )

    def _drop(self, incoming: Incoming) -> None:
        """What a flood brings costs no transaction; a press still hears why it does nothing."""
        if isinstance(incoming, Pressed):
            words = texts_in(language_of(incoming.person.language)).plain("toast.too-fast")
            self._answer(incoming.query, self._pace.answer_to(incoming) or Answer(words))
        log.debug("too fast", id=incoming.update, kind=type(incoming).__name__)

    async def keep_unreadable(self, update: int, error: Exception) -> None:
        """An update that could not even be translated: keep it for the operator and go on."""
        log.error("unreadable update", id=update, error=type(error).__name__)
        await self._kept(Unknown(update, "unreadable"), Nothing(), error, None)

    async def _handled(self, incoming: Incoming, intent: Intent) -> Handled:
        job = partial(self._carry_out, incoming, intent)
        whose = getattr(incoming, "person", Person(0, "")).id
        return await carried_out(self._store, self._mind, job, *_lines(incoming), whose=whose)

    async def _carry_out(self, incoming: Incoming, intent: Intent, work: Work) -> Handled:
        if isinstance(incoming, Asked):
            desk = await self._desk_apart(incoming, incoming.person, work)
            return Handled(Answer(), cards=await offered(incoming.text, desk))
        chat = chat_of(incoming)
        scene = await work.scene(incoming.update, chat)
        if scene.seen:
            return Handled(Answer(), first_time=False)
        if scene.moved_to is not None and not isinstance(incoming, Migrated):
            return await self._carry_over(incoming, intent, scene, work)
        if isinstance(incoming, Chose | Pressed) and incoming.inline is not None:
            work.answers_at(incoming.inline)
            return Handled(await handle(intent, await self._desk_apart(incoming, incoming.person, work)))
        if chat is None:
            return Handled(Answer())
        if isinstance(incoming, Said) and chat.is_group and scene.table is not None:
            work.count_below(chat, slot_of(scene.table))
        if isinstance(incoming, Said) and chat.is_group and scene.number is not None:
            work.count_below(chat, number.slot_of(scene.number))
        if isinstance(intent, Nothing):
            return Handled(Answer())
        person = getattr(incoming, "person", Person(chat.id, ""))
        preferences = _noted(scene.preferences, chat, person, incoming)
        if preferences != scene.preferences:
            work.prefer(chat, preferences)
        table, has_matches, front = scene.table, scene.has_matches, scene.front
        desk = Desk(incoming, chat, person, work, self._world, preferences, table, has_matches, front, scene.number)
        if isinstance(incoming, Pressed) and incoming.message is not None and chat.is_group:
            desk = replace(desk, stands_in=await work.slot_at(chat, incoming.message))
        return Handled(await handle(intent, desk))

    async def _carry_over(self, incoming: Incoming, intent: Intent, scene: Scene, work: Work) -> Handled:
        """What comes late from a group that has become a supergroup: what was said there counts there.

        Its boards stand there anew, under other numbers, so a press on an old one only tells where.
        """
        if isinstance(incoming, Said) and scene.moved_to is not None:
            return await self._carry_out(in_supergroup(incoming, scene.moved_to), intent, work)
        words = texts_in(language_of(scene.preferences.language, scene.preferences.spoken))
        return Handled(Answer(words.plain("toast.moved-away")) if isinstance(incoming, Pressed) else Answer())

    async def _desk_apart(self, incoming: Incoming, person: Person, work: Work) -> Desk:
        """A desk for what happens in a chat that we do not see: as in the private chat, where one may answer."""
        preferences = await work.preferences(person.id)
        return Desk(incoming, Chat(person.id), person, work, self._world, preferences, None)

    async def _refused(self, incoming: Incoming, word: str) -> Handled:
        """It is too much to think about, or at once: the update is done with, and whoever asked hears why."""
        chat, person = chat_of(incoming), getattr(incoming, "person", Person(0, ""))
        texts = texts_in(language_of(person.language))

        async def job(work: Work) -> None:
            scene = await work.scene(incoming.update, chat)
            if not scene.seen and chat is not None and isinstance(incoming, Said):
                told = scene.preferences.texts
                work.show(chat, TOO_MUCH, offer(told, told.html(f"note.{word}")), Place.BOTTOM)

        await until_stored(partial(self._store.run, job, *_lines(incoming)))
        return Handled(Answer(texts.plain(f"toast.{word}"), alert=True))

    async def _broken(self, incoming: Incoming, intent: Intent, error: Exception) -> Handled:
        """The update broke on a bug of ours: keep it, tell the player that the game is safe, go on."""
        kind = type(incoming).__name__
        log.error("update failed", id=incoming.update, kind=kind, did=wished(intent), trace=trace_of(error))
        person = getattr(incoming, "person", None)
        texts = texts_in(language_of(person.language if person else None))
        chat = chat_of(incoming)
        await self._kept(incoming, intent, error, chat if isinstance(incoming, Said | Pressed) else None)
        return Handled(Answer(texts.plain("toast.broken"), alert=True))

    async def _kept(self, incoming: Incoming, intent: Intent, error: Exception, chat: Chat | None) -> None:
        content, trace = described(incoming, intent), trace_of(error)

        async def job(work: Work, apologise_to: Chat | None) -> None:
            scene = await work.scene(incoming.update, None)
            if scene.seen:
                return
            work.keep_failed(incoming.update, content, trace)
            if apologise_to is not None:
                texts = texts_in(language_of(getattr(incoming, "person", Person(0, "")).language))
                work.show(apologise_to, BROKEN, offer(texts, texts.html("note.broken")), Place.BOTTOM)

        for whom in (chat, None):
            try:
                await until_stored(partial(self._store.run, partial(job, apologise_to=whom), *_lines(incoming)))
            except Exception as second:  # noqa: BLE001  the intake goes on, and the log has it
                log.error("failed update could not be kept", id=incoming.update, error=type(second).__name__)
            else:
                return


def _lines(incoming: Incoming) -> tuple[int, ...]:
    """Where it stands in line: where that is nobody's, behind its own repetitions."""
    return lines_of(incoming) or (incoming.update,)


def _noted(known: Preferences, chat: Chat, person: Person, incoming: Incoming) -> Preferences:
    """The chat's preferences, with what this incoming thing tells of it: that it is reachable, and its language.

    Whoever speaks to us in private needs no greeting any more, and may be spoken to.
    """
    spoken = known.spoken if chat.is_group and known.spoken else person.language or known.spoken
    speaks = isinstance(incoming, Said | Pressed)
    greeted = known.greeted or (speaks and not chat.is_group)
    return replace(known, spoken=spoken, greeted=greeted, reachable=known.reachable or speaks)


def _late(incoming: Incoming, now: float) -> dict[str, int]:
    """How many whole seconds after Telegram had it, where that is known and worth telling."""
    if not isinstance(incoming, Said) or incoming.edited or not incoming.at:
        return {}
    seconds = int(now - incoming.at)
    return {"late": seconds} if seconds > 1 else {}
