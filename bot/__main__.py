"""The composition root: the only place that builds objects and wires them."""

import asyncio
import gc
import secrets
import sys
import time
from collections.abc import Coroutine
from typing import Any

import structlog
from telegram import Bot
from telegram.error import InvalidToken

from bot import log as logs
from bot.app.ports import World
from bot.app.stopping import Stopping
from bot.app.worker import Worker
from bot.mind import ThinkingProcess
from bot.settings import Settings, WrongSetting, settings_from_environment
from bot.storage.sqlite import DamagedDatabase, SqliteStore
from bot.telegram import menu
from bot.telegram.answers import Answers
from bot.telegram.api import Api
from bot.telegram.calls import Calls
from bot.telegram.dispatch import Dispatcher
from bot.telegram.limits import TELEGRAMS_MOST, Limits
from bot.telegram.receive import Receiver
from bot.telegram.request import AiohttpRequest
from solver.variant import Code, Variant

log = structlog.get_logger()
REMEMBER_UPDATES = 3 * 24 * 3600.0
"""Seconds; Telegram itself keeps an update for one day."""
HOUR = 3600.0
TIME_TO_LEAVE = 1.5
"""Seconds in which what waits may still be sent after SIGTERM."""
HANDOVER = 0.0005
"""Seconds after which a busy loop lets the thread go on that has made a commit; Python's own 5 ms are long."""
REFUSED = "BOT_TOKEN: Telegram refuses it; copy the token anew from @BotFather, and see that BOT_API_URL is right"


class CannotStart(Exception):
    """Something outside keeps the bot from starting; the message is one line that says how to mend it."""


def main() -> int:
    """Run until told to stop; the exit status."""
    try:
        settings = settings_from_environment()
        logs.configure(settings.log_level, settings.log_format, settings.bot_token.get_secret_value())
        _run(serve(settings))
    except (WrongSetting, DamagedDatabase, CannotStart) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except Exception:
        log.exception("the bot broke")
        return 1
    return 0


def _run(coroutine: Coroutine[Any, Any, None]) -> None:
    try:
        from uvloop import run  # noqa: PLC0415  not everywhere is there a uvloop
    except ImportError:
        asyncio.run(coroutine)
    else:
        run(coroutine)


async def serve(settings: Settings) -> None:
    """Serve Telegram until SIGTERM or SIGINT. Raises CannotStart and DamagedDatabase."""
    stopping = Stopping()
    stopping.heed_signals()
    token = settings.bot_token.get_secret_value()
    store = SqliteStore(settings.database_path, int(token.partition(":")[0]))
    await store.open()
    http, polling = AiohttpRequest(), AiohttpRequest()
    bot = Bot(token, base_url=f"{settings.bot_api_url}/bot", request=http, get_updates_request=polling)
    mind = ThinkingProcess()
    try:
        if await stopping.unless(_introduced(bot)):
            root = f"{settings.bot_api_url}/bot{token}"
            await _serve(settings, bot, Api(root, http), Api(root, polling), store, mind, stopping)
    finally:
        mind.close()
        await store.close()
        await bot.shutdown()


async def _introduced(bot: Bot) -> bool:
    """Ask Telegram who we are, as long as it takes to reach it; True once we know."""
    pause = 0.5
    while True:
        try:
            await bot.initialize()
            await bot.delete_webhook()
        except InvalidToken:
            raise CannotStart(REFUSED) from None
        except Exception as error:  # noqa: BLE001  whatever answers there may not be Telegram, or not yet
            log.warning(
                "Telegram cannot be reached, trying again", error=f"{type(error).__name__}: {error}", pause=pause
            )
            await asyncio.sleep(pause)
            pause = min(2 * pause, 10.0)
        else:
            return True


async def _serve(
    settings: Settings,
    bot: Bot,
    api: Api,
    polling: Api,
    store: SqliteStore,
    mind: ThinkingProcess,
    stopping: Stopping,
) -> None:
    answers = Answers(api)
    dispatcher = Dispatcher(Calls(api), store.outbox, Limits(settings.messages_per_second))
    store.on_letters = dispatcher.wake
    worker = Worker(store, mind, _world(bot, mind), answers.put, paced=settings.messages_per_second <= TELEGRAMS_MOST)
    receiver = Receiver(polling, bot.id, worker, stopping)
    aside = [asyncio.create_task(work) for work in (mind.warm_up(), menu.register(api), _forget(store))]
    await dispatcher.start()
    sys.setswitchinterval(HANDOVER)
    gc.freeze()  # what has been built by now stays: it need not be searched for garbage again
    log.info("serving", username=bot.username)
    try:
        await receiver.serve()
    except InvalidToken:
        raise CannotStart(REFUSED) from None
    finally:
        for task in aside:
            task.cancel()
        await asyncio.gather(answers.drain(TIME_TO_LEAVE), dispatcher.drain(TIME_TO_LEAVE))
        log.info("stopped")


def _world(bot: Bot, mind: ThinkingProcess) -> World:
    return World(
        username=bot.username,
        now=time.time,
        draw_secret=_drawn,
        new_salt=lambda: secrets.token_hex(16),
        new_id=lambda: secrets.token_hex(8),
        recall=mind.recall,
    )


def _drawn(variant: Variant) -> Code:
    """A secret, each as likely as any other."""
    if variant.words:
        return secrets.choice(list(variant.secrets()))
    symbols = range(len(variant.alphabet))
    if variant.repeats:
        return tuple(secrets.choice(symbols) for _ in range(variant.length))
    return tuple(secrets.SystemRandom().sample(symbols, variant.length))


async def _forget(store: SqliteStore) -> None:
    while True:
        try:
            await store.forget_updates(time.time() - REMEMBER_UPDATES)
        except Exception:
            log.exception("old update ids could not be forgotten")
        await asyncio.sleep(HOUR)


if __name__ == "__main__":
    sys.exit(main())
