"""Another bot to compare with: aiogram's Dispatcher as it comes, on uvloop; repeats texts, stores nothing."""

import logging
import os

from aiogram import Bot, Dispatcher, F
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.types import Message

dispatcher = Dispatcher()


@dispatcher.message(F.text)
async def repeat(message: Message) -> None:
    assert message.text
    await message.answer(message.text)


if __name__ == "__main__":
    logging.getLogger("aiogram").setLevel(logging.ERROR)  # it warns of the signal that ends it
    session = AiohttpSession(api=TelegramAPIServer.from_base(os.environ["BOT_API_URL"]))
    dispatcher.run_polling(Bot(os.environ["BOT_TOKEN"], session=session))
