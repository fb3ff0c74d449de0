"""The Mini App as its page uses it, without a browser: one person who has opened it."""

import secrets
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from aiohttp import ClientSession

from faults.processes.process import free_port
from sandbox.client import Person

Json = dict[str, Any]


@dataclass
class Opened:
    """Somebody's page: its session and the view that it shows."""

    http: ClientSession
    address: str
    init_data: str
    session: str = ""
    view: Json = field(default_factory=dict)
    answered: Json = field(default_factory=dict)
    """The last answer."""
    game: str = ""

    async def asks(self, name: str, scheme: str = "", **asked: Any) -> tuple[int, Json]:
        """The status and the object with which a request of that name is answered; `scheme`: what identifies them."""
        headers = {"Authorization": scheme or f"Bearer {self.session}"}
        async with self.http.post(f"{self.address}/{name}", json=asked, headers=headers) as response:
            return response.status, await response.json() if response.status != 204 else {}

    async def begins(self, game: str = "") -> "Opened":
        """Begin the session, and show that game."""
        status, found = await self.asks("session", f"tma {self.init_data}", game=game)
        assert status == 200, found
        self.session, self.view, self.game = found["session"], found["view"], game
        return self

    async def looks(self) -> Json:
        """Its view, anew."""
        status, found = await self.asks("view", game=self.game, since="")
        assert status == 200, found
        self.view = found["view"]
        return self.view

    async def does(self, data: str, key: str = "", **more: Any) -> Json:
        """Send a deed; the view that comes of it."""
        asked = {"key": key or new_key(), "game": self.game, "data": data, **more}
        status, self.answered = await self.asks("deed", **asked)
        assert status == 200, self.answered
        self.view = self.answered["view"]
        return self.view

    async def guesses(self, code: str, key: str = "") -> Json:
        """Tap the code and send it."""
        return await self.does(self.guess(code), key)

    def guess(self, code: str) -> str:
        """The data of that guess on the board as it is shown."""
        places = {each["sign"]: each["place"] for each in self.board["keys"]}
        return f"{self.board['guess']}:{'-'.join(str(places[sign]) for sign in code)}"

    @property
    def board(self) -> Json:
        found: Json = self.view["board"]
        return found

    @property
    def turns(self) -> list[str]:
        """The guesses that it shows."""
        return ["".join(turn["signs"]) for turn in self.board["turns"]]

    def data_of(self, text: str) -> str:
        """What the button with this text sends."""
        buttons = [each for row in self.view["screen"]["rows"] for each in row]
        data: str = next(each["data"] for each in buttons if text in each["text"])
        return data


def new_key() -> str:
    """The key of a deed: 128 random bits."""
    return secrets.token_urlsafe(16)


def settings_at(port: int) -> dict[str, Any]:
    """What a bot is told that serves the page at this port."""
    return {"port": port, "APP_URL": f"http://127.0.0.1:{port}/app"}


def anywhere() -> dict[str, Any]:
    """The same at a port that is free."""
    return settings_at(free_port())


async def opened(http: ClientSession, address: str, person: Person, game: str = "", **how: Any) -> Opened:
    """The page of that person, who opens it by the menu button, at the address of one replica."""
    app = await person.opens_app(**how)
    return await Opened(http, f"{address}{urlsplit(app.url).path}", app.init_data).begins(game)
