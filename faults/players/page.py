"""The Mini App's page as somebody's phone has it: it asks until it is answered, and repeats a press by its key.

What comes of a press, and what is seen; then how it asks; and what it finds in a view.
"""

import asyncio
import json
import random
import secrets
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from aiohttp import ClientError, ClientSession

from faults.players.accounts import PlayedPage, Tap
from sandbox import people_api
from sandbox.refusal import Unwelcome
from sandbox.state import State

Json = dict[str, Any]
KEY_BYTES = 16
OK, OVER, NONE = 200, 401, 404
UNHEARD = 0
"""The status of a request without a response."""
PASSING = {UNHEARD, OVER, 429, 500, 502, 503}
"""The statuses after which it asks again: the bot or its database is down, or its clock has jumped."""
PAUSE = 0.5
"""Seconds before that."""
A_MOMENT = 0.05
"""Seconds after which a request breaks off, at most."""


class Page:
    """One person's page. `http`: of all pages."""

    def __init__(self, state: State, http: ClientSession, person: int, chance: random.Random) -> None:
        self.account = PlayedPage(person)
        self._state = state
        self._http = http
        self._chance = chance
        self._address = ""
        self._session = ""

    async def sees(self, game: str) -> Json:
        """The view of that game, or of today's code, as it is now; empty if it was refused."""
        found = await self._answered("view", game=game, since="")
        return found.get("view") or {}

    async def presses(self, data: str, game: str) -> Json:
        """Press this, perhaps twice at once, or so that the first request breaks off; the view that comes of it."""
        tap = Tap(secrets.token_urlsafe(KEY_BYTES), data)
        self.account.taps.append(tap)
        asked: Json = {"key": tap.key, "game": game, "data": data}
        await self._begins(game)
        match self._chance.randrange(4):
            case 0:
                self.account.counts["at once"] += 1
                await asyncio.gather(*(self._asks("deed", asked) for _ in range(2)))
            case 1:
                self.account.counts["broken off"] += 1
                await self._breaks_off(asyncio.create_task(self._asks("deed", asked)), A_MOMENT)
        found = await self._answered("deed", **asked)
        tap.is_answered = bool(found)
        view: Json = found.get("view") or {}
        board = view.get("board")
        tap.turns = None if board is None else len(board["turns"])
        self.account.counts["pressed"] += 1
        return view

    async def peeks(self, game: str) -> None:
        """Ask for a game of somebody else's, which is refused in the same words as one that never was."""
        await self._begins("")
        answers = [await self._asks("view", {"game": each, "since": ""}) for each in (game, secrets.token_hex(8))]
        if any(status in PASSING for status, _ in answers):
            return
        self.account.counts["peeked"] += 1
        if answers[0] != answers[1] or answers[0][0] != NONE:
            self.account.refused.append(f"view of another's game otherwise than of none: {answers}")

    def follows(self, game: str, version: str) -> "asyncio.Task[tuple[int, Json]]":
        """Wait for a view of that game of another version, once."""
        return asyncio.create_task(self._asks("view", {"game": game, "since": version}))

    async def stops_following(self, waiting: "asyncio.Task[tuple[int, Json]]", patience: float) -> None:
        """Break the waiting off, unless it ends within so many seconds."""
        await self._breaks_off(waiting, patience)
        if not waiting.cancelled() and waiting.result()[0] == OK:
            self.account.counts["pushed"] += 1

    def forgets(self) -> None:
        """Be closed, or have a session that counts no more: it begins anew with the next request."""
        self._session = self._chance.choice(("", f"{self._session}0"))

    async def _breaks_off(self, task: "asyncio.Task[tuple[int, Json]]", patience: float) -> None:
        await asyncio.wait({task}, timeout=self._chance.uniform(0, patience))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    # How it asks.

    async def _answered(self, name: str, **asked: Any) -> Json:
        """What is answered in the end, whatever breaks meanwhile; empty if it was refused."""
        while True:
            await self._begins(asked["game"])
            status, found = await self._asks(name, asked)
            if status == OK:
                return found
            if status not in PASSING:
                self.account.refused.append(f"{name} {asked}: {status} {found}")
                return {}
            if status == OVER:
                self._session = ""
            await asyncio.sleep(PAUSE)

    async def _begins(self, game: str) -> None:
        """Have a session, which begins as the page is opened."""
        while not self._session:
            try:
                opened = people_api.open_app(self._state, self.account.person, {})
            except Unwelcome:  # the bot has not set the menu button yet
                await asyncio.sleep(PAUSE)
                continue
            self._address = urlunsplit(urlsplit(opened["url"])._replace(query="", fragment=""))
            status, found = await self._asks("session", {"game": game}, f"tma {opened['init_data']}")
            if status == OK:
                self._session = found["session"]
                self.account.counts["opened"] += 1
                return
            if status not in PASSING:
                self.account.refused.append(f"session {game}: {status} {found}")
            await asyncio.sleep(PAUSE)

    async def _asks(self, name: str, asked: Json, who: str = "") -> tuple[int, Json]:
        """The status, and the object with which it is answered. `who`: what identifies them, else the session."""
        headers = {"Authorization": who or f"Bearer {self._session}"}
        try:
            async with self._http.post(f"{self._address}/{name}", json=asked, headers=headers) as response:
                status, text = response.status, await response.text()
        except (ClientError, TimeoutError):
            return UNHEARD, {}
        if not text:
            return status, {}
        self.account.read.setdefault(text, self._state.clock.now())
        found: Json = json.loads(text)
        return status, found


# What it finds in a view.


def words_on(view: Json) -> list[str]:
    """The guesses on its board."""
    board = view.get("board")
    return [] if board is None else ["".join(turn["signs"]) for turn in board["turns"]]


def guess_on(view: Json, word: str) -> str:
    """What guessing the word sends; empty: no guess may be made."""
    board = view.get("board") or {"guess": ""}
    if not board["guess"]:
        return ""
    places = {key["sign"]: key["place"] for key in board["keys"]}
    return f"{board['guess']}:{'-'.join(str(places[sign]) for sign in word)}"


def mark_on(view: Json, place: int) -> str | None:
    """The mark of the symbol; None without a board."""
    board = view.get("board")
    return None if board is None else next(key["mark"] for key in board["keys"] if key["place"] == place)


def data_on(view: Json, verb: str) -> list[str]:
    """What the buttons with that verb send."""
    rows = view["screen"]["rows"] if view else []
    sent = [button["data"] for row in rows for button in row if "data" in button]
    return [data for data in sent if data.split(":")[1] == verb]
