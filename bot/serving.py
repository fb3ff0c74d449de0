"""The composition root: the only place that builds objects and wires them."""

import asyncio
import gc
import secrets
import sys
from dataclasses import replace
from functools import partial
from typing import Any

import structlog
from telegram import Bot
from telegram.error import InvalidToken

from bot import __version__, metrics
from bot.app.daily.model import Codes
from bot.app.jobs import Counting, DueJobs, LongJobsDone
from bot.app.messages import Person, Pressed
from bot.app.miniapp import handlers as miniapp
from bot.app.model.places import load_all_places
from bot.app.periodic import Hourly, UptimeRecorder
from bot.app.registry import KINDS
from bot.app.supervision import Shutdown, Supervision, at_once, every, retry_until_stored
from bot.app.texts import load_all_texts
from bot.app.worker import Replies, Worker
from bot.app.world import World
from bot.clocks import wall
from bot.compute.processes import ThinkingProcesses
from bot.game.daily import Calendar, day_at
from bot.log import Redaction
from bot.painting import Painting
from bot.settings import Settings
from bot.storage.operator import counted_apart
from bot.storage.store import DatabaseStore, store_at
from bot.telegram import setup
from bot.telegram.administrators import Administrators
from bot.telegram.api import AiohttpRequest, Api
from bot.telegram.dispatch import Dispatcher
from bot.telegram.limits import TELEGRAMS_MOST, Limits
from bot.telegram.receive import Intake, Receiver, wanted_of
from bot.telegram.sending import Answers, Calls
from bot.telegram.setup import Registration, introduce
from bot.telegram.translate import person_of
from bot.watch import Watch
from bot.web.app import Behind, Deed, MiniApp
from bot.web.pages import Webhook
from bot.web.server import WebServer
from bot.world import real_world
from solver.words import load_all_words

# The key from which the codes of days follow, and the first day: made at the first start, the same in all replicas.

KEY, FIRST = "daily_key", "daily_first"
"""The names under which they are kept."""


async def codes_of(store: DatabaseStore, turn: float) -> Codes:
    """The codes, where days turn so many seconds after midnight (UTC)."""
    key = await retry_until_stored(lambda: store.kept(KEY, secrets.token_hex(32)))
    first = await retry_until_stored(lambda: store.kept(FIRST, str(day_at(wall(), turn))))
    return Codes(bytes.fromhex(key), Calendar(int(first), turn))


# What serves.

log = structlog.get_logger()
TIME_TO_LEAVE = 1.5
"""Seconds after SIGTERM in which waiting messages may still be sent."""
TIME_TO_WARM_UP = 5.0
"""Seconds that serving waits for the solver processes, which start with the bot."""
HANDOVER = 0.0005
"""The interpreter's switch interval in seconds. With Python's 5 ms a busy loop would delay the thread that commits."""
RESTS_ALONE = 60
"""Renewals after which a lease is released where no other replica can want it: to claim it again is work."""
GARBAGE = 5_000
"""Objects, more made than freed, after which the garbage collector looks at them. After Python's 700 it took 11 %."""
KEPT_AS = "webhook_secret"
REFUSED = "BOT_TOKEN: Telegram refuses it; copy the token anew from @BotFather, and see that BOT_API_URL is right"


class CannotStart(Exception):
    """The bot cannot start for an outside reason; the message is one line that says how to fix it."""


class Serving:
    """One bot that serves Telegram, by polling or by webhook."""

    def __init__(self, settings: Settings, redaction: Redaction) -> None:
        self._settings = settings
        self._redaction = redaction
        for password in settings.passwords:
            redaction.hide_password(password)
        secret = settings.bot_token.get_secret_value()
        root = f"{settings.bot_api_url}/bot"
        http, polling = AiohttpRequest(proxy=settings.proxy), AiohttpRequest(proxy=settings.proxy)
        self._bot = Bot(secret, base_url=root, request=http, get_updates_request=polling)
        self._api, self._polling = Api(root + secret, http), Api(root + secret, polling)
        self._store = store_at(settings.database_url.get_secret_value(), int(secret.partition(":")[0]), KINDS)
        self._compute = ThinkingProcesses()
        self._supervision = Supervision()
        self._watch = Watch(settings, self._store, lambda: self._supervision.failing)
        self._shutdown = Shutdown()

    async def run(self) -> None:
        """Serve until SIGTERM or SIGINT. Raises CannotStart, CannotListen and UnusableDatabase."""
        self._shutdown.heed_signals()
        webhook = Webhook()
        app = self._mini_app()
        server = self._server(webhook, app)
        await server.start()
        is_open = False
        warming: asyncio.Task[None] | None = None
        try:
            is_open = bool(await self._shutdown.unless(self._open_store()))
            if not is_open:
                return
            warming = asyncio.create_task(self._compute.warm_up())
            if (secret := await self._shutdown.unless(self._webhook_secret())) is None:
                return
            webhook.secret = secret
            if await self._shutdown.unless(self._introduce()):
                await self._serve(server, webhook, app, secret)
        finally:
            await server.stop()
            if warming is not None:
                warming.cancel()
            self._compute.close()
            if is_open:
                await self._store.close()
            await self._bot.shutdown()

    async def _open_store(self) -> bool:
        """Open the database, however long it takes to reach it; True once it is open."""
        await self._store.open()
        return True

    async def _webhook_secret(self) -> str:
        """The webhook's secret: as set, or as generated once and stored for all replicas."""
        secret = secrets.token_urlsafe(32)
        if given := self._settings.webhook_secret:
            secret = given.get_secret_value()
        elif self._settings.webhook_url:
            made_up = secret
            secret = await retry_until_stored(lambda: self._store.kept(KEPT_AS, made_up))
        self._redaction.hide_secret(secret)
        return secret

    def _mini_app(self) -> MiniApp | None:
        """The Mini App, if there is to be one; on this machine the sandbox shows it."""
        settings, here = self._settings, self._settings.sandbox_origin
        if settings.app_url is None:
            return None
        hosts = {here, here.replace("//127.0.0.1", "//localhost")} - {""}
        return MiniApp(settings.app_url, settings.bot_token.get_secret_value(), person_of, sorted(hosts))

    def _server(self, webhook: Webhook, app: MiniApp | None) -> WebServer:
        pages = dict(self._watch.pages) | dict({} if app is None else app.pages)
        if self._settings.webhook_url:
            pages["POST", self._settings.webhook_path] = webhook.receive
        return WebServer(pages, self._settings.host, self._settings.listens_on)

    async def _introduce(self) -> bool:
        """Call getMe until it succeeds; then True. Raises CannotStart."""
        try:
            return await introduce(self._bot, self._settings.bot_api_url, polls=not self._settings.webhook_url)
        except InvalidToken:
            raise CannotStart(REFUSED) from None

    async def _serve(self, server: WebServer, webhook: Webhook, app: MiniApp | None, secret: str) -> None:
        """Build all parts, run them until shutdown, and send what still waits."""
        answers, painting = Answers(self._api), Painting(self._compute.asked)
        await self._shutdown.unless(self._warm_up(painting))
        dispatcher = self._dispatcher(painting)
        world = await self._world()
        self._store.signals.now = world.now
        worker = self._worker(world, answers)
        dispatcher.taken_at = worker.taken_at
        source = self._source(self._intake(worker, webhook), secret)
        if ahead := self._settings.clock_ahead:
            log.warning("CLOCK_AHEAD is set: for this bot it is later than it is", seconds=ahead)
            await retry_until_stored(lambda: self._store.begin_serving(world.now()))
        self._keep_all(dispatcher, source, world)
        if app is not None:
            self._show_app(app, worker, world)
        sys.setswitchinterval(HANDOVER)
        gc.collect()
        gc.freeze()  # objects built by now live on: the garbage collector may skip them
        gc.set_threshold(GARBAGE)
        self._log_start()
        self._watch.begin(self._bot.username, lambda: source.flows, lambda: dispatcher.oldest)
        try:
            await self._supervision.keep("updates", source.serve, is_done=self._is_stopping, fatal=(InvalidToken,))
        except InvalidToken:
            raise CannotStart(REFUSED) from None
        finally:
            self._watch.end()
            if app is not None:
                app.followers.close()
            await server.stop()
            await self._supervision.stop()
            await asyncio.gather(answers.drain(TIME_TO_LEAVE), dispatcher.drain(TIME_TO_LEAVE))
            log.info("stopped")

    async def _world(self) -> World:
        daily, settings = await codes_of(self._store, self._settings.turn_of_days), self._settings
        world = real_world(self._bot.username, self._compute.recall)
        return replace(
            world,
            daily=daily,
            has_inline=self._bot.supports_inline_queries,
            admins=settings.admin_ids,
            app_url=settings.app_url or "",
            version=__version__,
            administers=Administrators(self._api).administers,
        )

    def _dispatcher(self, painting: Painting) -> Dispatcher:
        """The dispatcher, which is signalled when something is put into the outbox."""
        outbox, speed = self._store.outbox, self._settings.messages_per_second
        rests = 1 if self._store.has_replicas else RESTS_ALONE
        dispatcher = Dispatcher(Calls(self._api, painting.paint), outbox, Limits(speed, outbox.grant), rests)
        signals = self._store.signals
        signals.on_items, signals.on_call, signals.sends_to = dispatcher.wake, dispatcher.call, dispatcher.sends_to
        return dispatcher

    def _worker(self, world: World, answers: Answers) -> Worker:
        limits = self._settings.messages_per_second <= TELEGRAMS_MOST
        replies = Replies(answers.put, answers.offer, answers.end_wait, answers.post)
        return Worker(self._store, self._compute, world, replies, limits=limits)

    def _intake(self, worker: Worker, webhook: Webhook) -> Intake:
        """What carries out updates, from polling and webhook alike."""
        intake = Intake(self._bot.id, worker)
        webhook.take = intake.take
        return intake

    def _keep_all(self, dispatcher: Dispatcher, source: Receiver | Registration, world: World) -> None:
        """Start all background tasks except the source of updates."""
        due = DueJobs(self._store, self._compute, world, source.drained)
        long_jobs = LongJobsDone(self._store, self._compute, world, self._store.take_long_job)
        self._store.signals.on_long_jobs = long_jobs.wake
        uptime = UptimeRecorder(self._store.note_serving, world.now, source.attended)
        keep = self._supervision.keep
        keep("menu", partial(setup.register, self._bot, self._settings.app_url), is_done=at_once)
        keep("sending", dispatcher.serve)
        keep("replicas", self._store.listen, is_done=at_once)
        keep("clocks", due.serve)
        keep("reviews", long_jobs.serve)
        count = partial(counted_apart, self._settings.database_url.get_secret_value())
        keep("counting", Counting(self._store, self._store.take_long_job, count).serve)
        keep("presence", uptime.serve)
        keep("forgetting", Hourly(self._store, self._store.forget, world, wall).serve)
        keep("lag", metrics.measure)
        keep("life", self._watch.show_life, is_done=at_once)

    def _show_app(self, app: MiniApp, worker: Worker, world: World) -> None:
        """Let the Mini App show what is stored, pass on what is pressed there, and follow what changes."""

        async def look(person: Person, game: str) -> dict[str, Any]:
            return await worker.look(person, partial(miniapp.show, game))

        async def words(person: Person) -> dict[str, str]:
            return await worker.look(person, miniapp.words)

        async def press(pressed: Pressed) -> Deed:
            data = pressed.data if miniapp.may_be_pressed(pressed.data) else ""
            done = await worker.run(replace(pressed, data=data))
            return Deed(done.outcome, done.answer.text, done.answer.alert, done.answer.url, done.leads_to_chat)

        app.set_clock(world.now)
        app.behind = Behind(look, words, press, world.username)
        self._store.signals.on_saved = app.followers.note_saved
        if self._store.has_replicas:
            watch = partial(app.followers.watch, self._store.revisions)
            self._supervision.keep("pages", partial(every, 1.0, watch))

    def _is_stopping(self) -> bool:
        """Whether shutdown has begun."""
        return self._shutdown.is_requested

    def _log_start(self) -> None:
        log.info(
            "serving",
            version=__version__,
            username=self._bot.username,
            by=self._settings.webhook_url or "polling",
            database=self._settings.database_url.get_secret_value().partition(":")[0],
            port=self._settings.listens_on,
        )

    async def _warm_up(self, painting: Painting) -> None:
        """Build what is otherwise built on first use, and wait until solver and painters are ready."""
        await asyncio.to_thread(load_all_texts)
        await asyncio.to_thread(load_all_words)  # whatever is typed may be a word
        try:
            async with asyncio.timeout(TIME_TO_WARM_UP):
                # The solver's processes and the names of places take about as long, side by side.
                await asyncio.gather(self._compute.warm_up(), asyncio.to_thread(load_all_places))
                await painting.warm_up()
        except TimeoutError:
            log.warning("whoever thinks is not ready yet; the first who ask wait for it", seconds=TIME_TO_WARM_UP)

    def _source(self, intake: Intake, secret: str) -> Receiver | Registration:
        """The source of updates: webhook or polling."""
        wanted = wanted_of(self._bot)
        if self._settings.webhook_url:
            return Registration(self._bot, self._settings.webhook_url, secret, self._shutdown, wanted=wanted)
        return Receiver(self._polling, self._bot, intake, self._shutdown, wanted=wanted)
