"""Bots to compare with in aiogram, on uvloop: its echo as it comes, and the same game as one would write it.

`python -m benchmarks.in_aiogram echo` repeats texts and stores nothing. `game` keeps a session for each chat in SQLite,
by aiosqlite: a message is one commit and is answered with the whole board, sent anew. The file is as safe as ours, but
aiogram confirms updates before they are carried out.
"""

import json
import logging
import os
import random
import sys
from collections.abc import Sequence

import aiosqlite
from aiogram import Bot, Dispatcher, F, Router
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.filters import Command
from aiogram.types import Message

DIGITS, LENGTH = "0123456789", 4
SESSIONS = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE sessions (chat_id INTEGER PRIMARY KEY, secret TEXT NOT NULL, guesses TEXT NOT NULL);
"""
RULES = "I keep a secret of four different digits. Send a guess."
NO_CODE = "A guess has four different digits."
NO_GAME = "There is no game: /play begins one."

Guesses = Sequence[tuple[str, int, int]]
echo, game = Router(), Router()


@echo.message(F.text)
async def repeat(message: Message) -> None:
    assert message.text
    await message.answer(message.text)


@game.startup()
async def open_database(dispatcher: Dispatcher) -> None:
    dispatcher["database"] = await aiosqlite.connect(os.environ["DATABASE_URL"].removeprefix("sqlite:///"))
    await dispatcher["database"].executescript(SESSIONS)


@game.shutdown()
async def close_database(dispatcher: Dispatcher) -> None:
    await dispatcher["database"].close()


@game.message(Command("play"))
async def play(message: Message, database: aiosqlite.Connection) -> None:
    await _keep(database, message.chat.id, "".join(random.sample(DIGITS, LENGTH)), [])
    await message.answer(RULES)


@game.message(F.text)
async def guess(message: Message, database: aiosqlite.Connection) -> None:
    query = "SELECT secret, guesses FROM sessions WHERE chat_id = ?"
    async with database.execute(query, (message.chat.id,)) as rows:
        found = await rows.fetchone()
    code = message.text or ""
    if found is None:
        await message.answer(NO_GAME)
    elif len(code) != LENGTH or len(set(code) & set(DIGITS)) != LENGTH:
        await message.answer(NO_CODE)
    else:
        guesses = [*json.loads(found[1]), (code, *feedback(code, found[0]))]
        await _keep(database, message.chat.id, found[0], guesses)
        await message.answer(board(guesses), parse_mode="HTML")


def feedback(code: str, secret: str) -> tuple[int, int]:
    """Bulls and cows."""
    bulls = sum(one == other for one, other in zip(code, secret, strict=True))
    return bulls, len(set(code) & set(secret)) - bulls


def board(guesses: Guesses) -> str:
    """All guesses, in lines like those of our boards."""
    lines = [
        f"{number}. <code>{code}</code>\xa0\xa0{bulls}\N{OX}\xa0{cows}\N{COW}"
        for number, (code, bulls, cows) in enumerate(guesses, 1)
    ]
    end = f"Solved in {len(guesses)}! /play begins another game." if guesses[-1][1] == LENGTH else "Send a guess."
    return "\n".join([*lines, "", end])


async def _keep(database: aiosqlite.Connection, chat: int, secret: str, guesses: Guesses) -> None:
    await database.execute("INSERT OR REPLACE INTO sessions VALUES (?, ?, ?)", (chat, secret, json.dumps(guesses)))
    await database.commit()


if __name__ == "__main__":
    logging.getLogger("aiogram").setLevel(logging.ERROR)  # it warns of the signal that ends it
    session = AiohttpSession(api=TelegramAPIServer.from_base(os.environ["BOT_API_URL"]))
    dispatcher = Dispatcher()
    dispatcher.include_router({"echo": echo, "game": game}[sys.argv[1]])
    dispatcher.run_polling(Bot(os.environ["BOT_TOKEN"], session=session))
