"""The bot to compare with: python-telegram-bot's Application; repeats texts, stores nothing.

`stock`: as it comes, so one update after the other, over HTTPX. Otherwise 256 updates at once.
"""

import argparse
import asyncio
import os
from typing import Any

import uvloop
from telegram import Update
from telegram.ext import Application, ApplicationBuilder, ContextTypes, MessageHandler, filters

from bot.telegram.api import AiohttpRequest

AT_ONCE = 256
CONNECTIONS = AT_ONCE + 8
PATIENCE = 60.0


async def repeat(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    assert update.effective_chat
    assert update.effective_message
    assert update.effective_message.text
    await context.bot.send_message(update.effective_chat.id, update.effective_message.text)


def echo_bot(request: str) -> Application[Any, Any, Any, Any, Any, Any]:
    building = ApplicationBuilder().token(os.environ["BOT_TOKEN"]).base_url(f"{os.environ['BOT_API_URL']}/bot")
    if request == "httpx":
        building = building.concurrent_updates(AT_ONCE).connection_pool_size(CONNECTIONS).pool_timeout(PATIENCE)
    elif request == "aiohttp":
        asyncio.set_event_loop(uvloop.new_event_loop())
        building = building.concurrent_updates(AT_ONCE)
        building = building.request(AiohttpRequest()).get_updates_request(AiohttpRequest())
    application = building.build()
    application.add_handler(MessageHandler(filters.TEXT, repeat))
    return application


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("request", choices=["stock", "httpx", "aiohttp"])
    echo_bot(options.parse_args().request).run_polling(allowed_updates=Update.ALL_TYPES)
