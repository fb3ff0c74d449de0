"""Carries out each update once, in one transaction, whatever fails.

In this order: the worker, with what fails; one update in its transaction; what is stored of an update that failed.
"""

import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from typing import Any, TypeVar, cast

import structlog

from bot.app.buttons import Feature
from bot.app.features import feature_off, is_shut_out
from bot.app.handlers.handle import handle
from bot.app.inline.handlers import offer_cards, offer_one
from bot.app.intents import Ask, Intent, Nothing, TooFast, parse, verb_of
from bot.app.kind import Kinds, Request
from bot.app.messages import (
    Asked,
    Chat,
    Chose,
    Incoming,
    Joined,
    Left,
    MemberLeft,
    Migrated,
    Person,
    Pressed,
    Said,
    Summoned,
    Topic,
    Unknown,
    chat_of,
    in_supergroup,
    lines_of,
    query_of,
)
from bot.app.miniapp.screens import Refusal
from bot.app.model.chats import FIRST_REPLIES, SEEN_EVERY, Preferences, Scene
from bot.app.operators.model import Access, Operators
from bot.app.rate_limit import RateLimit, Verdict
from bot.app.registry import KINDS, SECTIONS
from bot.app.screen import Answer, Place
from bot.app.screens.common import offer
from bot.app.screens.share import Card, Cards
from bot.app.supervision import retry_until_stored, run_with_thoughts
from bot.app.texts import language_of, texts_in
from bot.app.work import Store, Work
from bot.app.world import Compute, TooMuchToThink, World
from bot.metrics import UPDATE_COMMIT_SECONDS, UPDATES
from bot.traces import trace_of

log = structlog.get_logger()
Result = TypeVar("Result")
UNANSWERED = Asked | Summoned | Joined | Left | MemberLeft | Topic
"""Updates beyond the rate limit to which nothing is answered, not even to the first."""
BROKEN, TOO_MUCH = "broken", "too-much"
"""The slots of apologies: after a bug, and for what takes too long to compute."""


@dataclass(frozen=True, slots=True)
class Handled:
    """The result of an update."""

    answer: Answer
    first_time: bool = True
    """Whether it had not been carried out before."""
    cards: Cards | None = None
    """The cards that answer an inline query, or the one that answers a guest message."""
    outcome: str = "done"
    """What has become of the update: done, dropped, failed, or it was too much; for the metric, and for the page."""
    leads_to_chat: bool = False
    """Whether what was pressed on the Mini App's page is answered by a screen in the chat."""


@dataclass(frozen=True, slots=True)
class Replies:
    """Callbacks, after the commit, for answers that do not go through the outbox; by Telegram's id of the query."""

    answer: Callable[[str, Answer], None]
    """Answers a press."""
    offer: Callable[[str, Cards], None] = lambda _query, _cards: None
    """Answers an inline query."""
    end_wait: Callable[[str], None] = lambda _query: None
    """Ends the waiting after a press that was carried out before, unless it is answered soon."""
    post: Callable[[str, Card], None] = lambda _query, _card: None
    """Answers a guest message, by a message in its chat."""


class Worker:
    """Carries out updates. `limits`: whether rate limits apply."""

    def __init__(
        self,
        store: Store,
        compute: Compute,
        world: World,
        replies: Replies,
        *,
        limits: bool = True,
        kinds: Kinds = KINDS,
    ) -> None:
        self._store = store
        self._compute = compute
        self._world = world
        self._replies = replies
        self._kinds = kinds
        self._rate_limit = RateLimit(on=limits)
        self._taken: dict[int, float] = {}
        """When the update in hand was taken, by chat."""

    def taken_at(self, chat: int) -> float | None:
        """When the chat's update was taken that is being carried out, by time.perf_counter; None: there is none."""
        return self._taken.get(chat)

    async def run(self, incoming: Incoming) -> Handled:
        """Carry `incoming` out. Returns once it is committed, kept as failed, or dropped as a flood; never raises."""
        began, chat = time.perf_counter(), chat_of(incoming)
        if chat is not None:
            self._taken[chat.id] = began
        try:
            handled = await self._carry_out(incoming, began)
        finally:
            if chat is not None and self._taken.get(chat.id) == began:
                del self._taken[chat.id]
        outcome = handled.outcome if handled.first_time else "again"
        UPDATES.labels(type(incoming).__name__.lower(), outcome).inc()
        return handled

    async def look(self, person: Person, show: Callable[[Request], Awaitable[Result]]) -> Result:
        """What `show` makes of what is stored, for somebody who looks at the Mini App's page; nothing is written.

        Raises TooMuchToThink, Refusal for whoever looks too often, and what `show` raises.
        """
        if not self._rate_limit.may_look(person.id, self._world.now()):
            raise Refusal("limit", texts_in(language_of(person.language)).plain("toast.too-fast"))
        press = Pressed(0, "", Chat(person.id), person, None, "", on_page=True, opens_chat=False)
        update = Update(press, Nothing(), self._world, self._kinds)
        looking = partial(update.shown, show=show)
        return await run_with_thoughts(self._store.look, self._compute, looking, whose=person.id)

    async def _carry_out(self, incoming: Incoming, began: float) -> Handled:
        """Carry it out and reply."""
        intent = cast(Intent, Nothing())
        try:
            intent = parse(incoming, self._world.username)
            verdict = self._rate_limit.verdict(incoming, intent, self._world.now())
            if verdict is Verdict.TOO_MANY or (verdict is Verdict.FIRST_TOO_MANY and isinstance(incoming, UNANSWERED)):
                return self._drop(incoming)
            if verdict is Verdict.FIRST_TOO_MANY:
                intent = TooFast()
            handled = await self._handle(incoming, intent)
            if verdict is Verdict.FIRST_TOO_MANY:
                self._rate_limit.note_answer(incoming, handled.answer)
        except TooMuchToThink as error:
            handled = await self._refuse(incoming, error.word)
        except Exception as error:  # noqa: BLE001  a bug must not stop the next updates
            handled = await self._handle_bug(incoming, intent, error)
        self._reply(incoming, handled)
        did = intent_name(intent) if handled.first_time else "again"
        seconds, late = time.perf_counter() - began, _late(incoming, self._world.now())
        UPDATE_COMMIT_SECONDS.observe(seconds)
        log.info(
            "update", id=incoming.update, kind=type(incoming).__name__, did=did, ms=round(1000 * seconds, 1), **late
        )
        return handled

    def _reply(self, incoming: Incoming, handled: Handled) -> None:
        if (query := query_of(incoming)) is not None:
            if handled.first_time:
                self._replies.answer(query, handled.answer)
            else:
                self._replies.end_wait(query)
        if isinstance(incoming, Asked) and handled.cards is not None:
            self._replies.offer(incoming.query, handled.cards)
        if isinstance(incoming, Summoned) and handled.cards is not None:
            for card in handled.cards.cards:
                self._replies.post(incoming.query, card)

    def _drop(self, incoming: Incoming) -> Handled:
        """Drop an update without a transaction; a press is answered with the reason."""
        log.debug("too fast", id=incoming.update, kind=type(incoming).__name__)
        answer = Answer()
        if isinstance(incoming, Pressed):
            words = texts_in(language_of(incoming.person.language)).plain("toast.too-fast")
            answer = self._rate_limit.answer_to(incoming) or Answer(words)
        if (query := query_of(incoming)) is not None:
            self._replies.answer(query, answer)
        return Handled(answer, outcome="dropped")

    async def keep_unreadable(self, update: int, error: Exception) -> None:
        """Keep an update that could not be translated as failed."""
        log.error("unreadable update", id=update, error=type(error).__name__)
        UPDATES.labels("unreadable", "failed").inc()
        await self._keep(Unknown(update, "unreadable"), Nothing(), error, None)

    async def _handle(self, incoming: Incoming, intent: Intent) -> Handled:
        update = Update(incoming, intent, self._world, self._kinds)
        whose = getattr(incoming, "person", Person(0, "")).id
        return await run_with_thoughts(self._store.run, self._compute, update.carry_out, *_lines(incoming), whose=whose)

    async def _refuse(self, incoming: Incoming, word: str) -> Handled:
        """Store the update as done, and tell whoever asked that it takes too long, or is too much at once."""
        chat, person = chat_of(incoming), getattr(incoming, "person", Person(0, ""))
        texts = texts_in(language_of(person.language))

        async def job(work: Work) -> None:
            scene = await work.scene(incoming.update, chat)
            if not scene.seen and chat is not None and isinstance(incoming, Said):
                known = scene.preferences.texts
                work.show(chat, TOO_MUCH, offer(known, known.html(f"note.{word}")), Place.BOTTOM)

        await retry_until_stored(partial(self._store.run, job, *_lines(incoming)))
        return Handled(Answer(texts.plain(f"toast.{word}"), alert=True), outcome="too_much")

    async def _handle_bug(self, incoming: Incoming, intent: Intent, error: Exception) -> Handled:
        """Keep an update that failed by a bug, and tell the player that the game is safe."""
        kind = type(incoming).__name__
        trace, name = trace_of(error), error_name(incoming)
        log.error("update failed", id=incoming.update, error=name, kind=kind, did=intent_name(intent), trace=trace)
        person = getattr(incoming, "person", None)
        texts = texts_in(language_of(person.language if person else None))
        chat = chat_of(incoming)
        await self._keep(incoming, intent, error, chat if isinstance(incoming, Said | Pressed) else None)
        return Handled(Answer(texts.plain("toast.broken", error=name), alert=True), outcome="failed")

    async def _keep(self, incoming: Incoming, intent: Intent, error: Exception, chat: Chat | None) -> None:
        """Keep the update as failed, and apologise in the chat; if that fails, without the apology."""
        content, trace = description(incoming, intent), trace_of(error)

        async def job(work: Work, apologise_to: Chat | None) -> None:
            scene = await work.scene(incoming.update, None)
            if scene.seen:
                return
            work.keep_failed(incoming.update, content, trace)
            if apologise_to is not None:
                texts = texts_in(language_of(getattr(incoming, "person", Person(0, "")).language))
                note = texts.html("note.broken", error=error_name(incoming))
                work.show(apologise_to, BROKEN, offer(texts, note), Place.BOTTOM)

        for whom in (chat, None):
            try:
                await retry_until_stored(partial(self._store.run, partial(job, apologise_to=whom), *_lines(incoming)))
            except Exception as second:  # noqa: BLE001  it is logged, and the next update follows
                log.error("failed update could not be kept", id=incoming.update, error=type(second).__name__)
            else:
                return


def _lines(incoming: Incoming) -> tuple[int, ...]:
    """The ids of its queues; an update that belongs to nobody waits only for its own repetitions.

    It waits in its person's queue as well, wherever it was sent: what one person may have at most is counted right only
    if none of their updates runs beside another.
    """
    person = getattr(incoming, "person", None)
    lines = (*lines_of(incoming), *(() if person is None else (person.id,)))
    return tuple(dict.fromkeys(lines)) or (incoming.update,)


def _late(incoming: Incoming, now: float) -> dict[str, int]:
    """For the log: the delay in whole seconds since Telegram got the update, where it is known and not small."""
    if not isinstance(incoming, Said) or incoming.edited or not incoming.at:
        return {}
    seconds = int(now - incoming.at)
    return {"late": seconds} if seconds > 1 else {}


# Carries out one update in one transaction.


@dataclass(frozen=True, slots=True)
class Update:
    """An update and its intent."""

    incoming: Incoming
    intent: Intent
    world: World
    kinds: Kinds

    async def carry_out(self, work: Work) -> Handled:
        """Carry the update out, unless that was done before. Raises NeedsThought."""
        incoming = self.incoming
        if isinstance(self.intent, Ask) and isinstance(incoming, Asked | Summoned):
            access = await work.of(Operators).access(incoming.person.id)
            if is_shut_out(self.intent, access) or feature_off(self.intent, access):
                return Handled(Answer(), cards=Cards(()))
            request = await self._request_apart(incoming.person, access, work)
            offered = offer_cards if isinstance(incoming, Asked) else offer_one
            return Handled(Answer(), cards=await offered(self.intent.text, request))
        chat, person = chat_of(incoming), getattr(incoming, "person", Person(0, ""))
        scene = await work.scene(incoming.update, chat, person.id)
        # Telegram delivers an update again if the process died between commit and confirmation.
        if scene.seen:
            return Handled(Answer(), first_time=False)
        if scene.moved_to is not None and not isinstance(incoming, Migrated):
            return await self._carry_over(scene, work)
        if isinstance(incoming, Chose | Pressed) and incoming.inline is not None:
            work.answers_at(incoming.inline)
            return Handled(await handle(self.intent, await self._request_apart(person, scene.access, work)))
        if chat is None:
            return Handled(Answer())
        if isinstance(self.intent, Nothing):
            return Handled(Answer())
        answer, verb = await handle(self.intent, await self._request(chat, scene, work)), verb_of(self.intent)
        is_thought_about = verb is not None and Feature.REVIEWS in verb.marks and not answer.alert
        return Handled(answer, leads_to_chat=work.leads_to_chat or is_thought_about)

    async def shown(self, work: Work, show: Callable[[Request], Awaitable[Result]]) -> Result:
        """What `show` makes of the request. Raises NeedsThought."""
        chat, person = chat_of(self.incoming), getattr(self.incoming, "person", Person(0, ""))
        scene = await work.scene(self.incoming.update, chat, person.id)
        return await show(await self._request(chat or Chat(person.id), scene, work))

    async def _request(self, chat: Chat, scene: Scene, work: Work) -> Request:
        """The request, with what is stored about the chat; preferences that follow from the update are saved."""
        incoming = self.incoming
        person = getattr(incoming, "person", Person(chat.id, ""))
        preferences = _preferences_after(scene, chat, person, incoming, self.world.now())
        if preferences != scene.preferences:
            work.prefer(chat, preferences)
        if isinstance(incoming, Pressed) and incoming.on_page:
            work.is_on_page(chat, sends=preferences.reachable)
        request = Request(
            incoming=incoming,
            chat=chat,
            person=person,
            work=work,
            world=self.world,
            preferences=preferences,
            kinds=self.kinds,
            sections=SECTIONS,
            games=scene.games,
            has_seats=scene.has_seats,
            focus=scene.focus,
            asked_at=scene.asked_at,
            access=scene.access,
        )
        if isinstance(incoming, Pressed) and incoming.message is not None and chat.is_group:
            return replace(request, stands_in=await work.slot_at(chat, incoming.message))
        may_reply = not chat.is_group or len(scene.games) > 1
        if isinstance(incoming, Said) and incoming.to_bot and incoming.answers is not None and may_reply:
            return replace(request, replied_slot=await work.slot_at(chat, incoming.answers))
        return request

    async def _request_apart(self, person: Person, access: Access, work: Work) -> Request:
        """A request for an inline card, whose chat the bot does not see: as in the presser's private chat."""
        preferences = await work.preferences(person.id)
        return Request(
            self.incoming, Chat(person.id), person, work, self.world, preferences, self.kinds, SECTIONS, access=access
        )

    async def _carry_over(self, scene: Scene, work: Work) -> Handled:
        """Carry out a late update of a group that has become a supergroup, as if it came from there.

        The boards were sent anew there, with other message ids, so a press on an old one is only told where they are.
        """
        incoming = self.incoming
        if isinstance(incoming, Said) and scene.moved_to is not None:
            return await replace(self, incoming=in_supergroup(incoming, scene.moved_to)).carry_out(work)
        words = texts_in(language_of(scene.preferences.language, scene.preferences.spoken))
        return Handled(Answer(words.plain("toast.moved-away")) if isinstance(incoming, Pressed) else Answer())


def _preferences_after(scene: Scene, chat: Chat, person: Person, incoming: Incoming, now: float) -> Preferences:
    """The chat's preferences after the update: that it is reachable, its language, whether a newcomer is there.

    And when somebody was seen there who lets friends see it.

    Whoever writes in private needs no greeting any more, and may be written to; not so on the Mini App's page.
    """
    known = scene.preferences
    spoken = known.spoken if chat.is_group and known.spoken else person.language or known.spoken
    speaks = isinstance(incoming, Said | Pressed)
    greeted = known.greeted or (speaks and not chat.is_group)
    reachable = known.reachable or speaks
    if isinstance(incoming, Pressed) and incoming.on_page:
        # Whoever opens the page may never have begun the chat, and then no message arrives there. Once they have, what
        # Telegram said as they opened the page is older than what it has said since.
        greeted = known.greeted or incoming.opens_chat
        reachable = known.reachable if known.greeted else incoming.opens_chat
    username = person.username if speaks and not chat.is_group else known.username
    seen_at = now if known.seen_at is not None and speaks and now - known.seen_at >= SEEN_EVERY else known.seen_at
    return replace(
        known,
        spoken=spoken,
        greeted=greeted,
        reachable=reachable,
        username=username,
        seen_at=seen_at,
        unexplained=_unexplained(scene, chat),
    )


def _unexplained(scene: Scene, chat: Chat) -> int:
    """How many replies are still to be explained. Whoever has played something knows what the bot is."""
    if chat.is_group or scene.has_played:
        return 0
    known = scene.preferences.unexplained
    return FIRST_REPLIES if known is None else known


# What is stored of an update that failed: enough for the operator to find the game, without texts.


def description(incoming: Incoming, intent: Intent) -> str:
    """The update as JSON. Texts are reduced to their length: they may hold a secret or a part of one."""
    data = _without_texts(incoming)
    if isinstance(incoming, Unknown):
        data["what"] = incoming.what  # not written by a person
    return json.dumps({"kind": type(incoming).__name__, "wished": intent_name(intent), **data})


def error_name(incoming: Incoming) -> str:
    """The name of what went wrong with an update: players are told it, and the log and `failed` have it."""
    return f"u{incoming.update}"


def intent_name(intent: Intent) -> str:
    """The kind of intent with its command or verb, without anything that was typed."""
    verb = verb_of(intent)
    return f"{type(intent).__name__}:{verb.value}" if verb else type(intent).__name__


def _without_texts(value: Any) -> Any:
    """The value without texts; a type that is not known here is left out."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if is_dataclass(value):
        return {field.name: _without_texts(getattr(value, field.name)) for field in fields(value)}
    return f"({len(value)} characters)" if isinstance(value, str) else "(left out)"
