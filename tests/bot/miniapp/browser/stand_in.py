"""A bot's end of the page: it serves the real files and speaks the contract, with games in memory by the real rules.

What a test wants to go wrong, it says here: files that are missing, answers that fail, are cut off or held back. At the
end the host: a frame that speaks as Telegram does, on another origin.
"""

import asyncio
import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any, Self
from urllib.parse import parse_qs, quote, urlencode

from aiohttp import web

import bot.web
from solver.feedback import feedback_for
from solver.variant import VARIANTS, Code, Variant

FILES = Path(bot.web.__file__).parent / "page"
HASH = "0123abcd"
TYPES = {".js": "text/javascript", ".css": "text/css"}
POLICY = (
    "default-src 'none'; script-src 'self'; "
    "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors http://localhost:{port}"
)
WORDS = {
    "back": "Back to the chat",
    "offline": "No connection: I’ll go on trying",
    "closed": "This page is over: open it again from the chat",
    "guess": "Guess",
    "erase": "Erase",
    "hold": "Hold a key to mark it ✕ ? ✓",
    "empty": "Empty row",
    "reload": "Reload",
    "wait": "On its way",
}
SAYS = {"": "", "out": ", out", "maybe": ", maybe", "in": ", in"}
NEXT_MARK = {"": "out", "out": "maybe", "maybe": "in", "in": ""}
STAKES = [*["⭐⭐⭐"] * 5, *["⭐⭐"] * 2, *["⭐"] * 2]

Json = dict[str, Any]


@dataclass
class Game:
    """A game alone; `id` is empty as long as it is not begun."""

    id: str
    variant: Variant
    secret: Code
    turns: list[Code] = field(default_factory=list)
    marks: dict[int, str] = field(default_factory=dict)
    title: str = "<b>Code of the day #4</b> · 🔥3"
    below: str = ""
    buttons: list[list[Json]] = field(default_factory=list)
    stakes: list[str] = field(default_factory=list)
    changes: int = 0

    @property
    def is_over(self) -> bool:
        return self.secret in self.turns

    def guess(self, text: str) -> None:
        """A guess from elsewhere."""
        self.turns.append(self.variant.parse(text))

    def view(self, *, begin: bool) -> Json:
        at = f"{self.id}:{len(self.turns)}"
        board = {
            "title": self.title,
            "below": self.below or (f"Solved in {len(self.turns)} · 🔥4" if self.is_over else ""),
            "length": self.variant.length,
            "repeats": self.variant.repeats,
            "keys": [self._key(place) for place in range(len(self.variant.alphabet))],
            "turns": [self._turn(guess) for guess in self.turns],
            "rows": 7,
            "stakes": self.stakes,
            "over": self.is_over,
            "won": self.is_over,
            "guess": "" if begin or self.is_over else f"1:ok:{at}",
            "note": "" if begin or self.is_over else f"1:notes:{at}",
        }
        return {
            "version": f"{self.id}/{len(self.turns)}/{sorted(self.marks.items())}/{self.changes}",
            "game": "" if begin else self.id,
            "begin": "1:daily" if begin else "",
            "screen": {"html": "The board as a text", "rows": self.buttons},
            "board": board,
        }

    def _sign(self, place: int) -> str:
        return (self.variant.shown or self.variant.alphabet)[place]

    def _key(self, place: int) -> Json:
        mark, sign = self.marks.get(place, ""), self._sign(place)
        typed = self.variant.alphabet[place].lower() if self.variant.shown else ""
        return {"place": place, "sign": sign, "typed": typed, "mark": mark, "said": f"{sign}{SAYS[mark]}"}

    def _turn(self, guess: Code) -> Json:
        reply = feedback_for(self.secret, guess)
        signs = [self._sign(place) for place in guess]
        said = f"{''.join(signs)}: {reply.bulls} bulls, {reply.cows} cows"
        return {"signs": signs, "places": list(guess), "bulls": reply.bulls, "cows": reply.cows, "said": said}


Fault = Callable[[], web.StreamResponse] | str
"""What is answered instead; "cut": the deed is done, and the connection closed without an answer."""


def refusal(status: int, code: str = "", text: str = "", **headers: str) -> Callable[[], web.Response]:
    return lambda: web.json_response({"error": code, "text": text}, status=status, headers=headers)


class StandIn:
    """`async with`; `shows` a game, and keeps what it was asked in `asked` and which deeds it did in `done`."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}
        self.focus: Game | None = None
        self.screen: Json | None = None
        self.begin = False
        """Whether the game in focus must be begun first."""
        self.may_write = True
        self.missing: set[str] = set()
        self.missing_once: set[str] = set()
        """The files that are not there when they are first asked for."""
        self.late: dict[str, asyncio.Event] = {}
        """The files that are sent once that is set."""
        self.faults: dict[str, deque[Fault]] = {"session": deque(), "view": deque(), "deed": deque()}
        self.broken: dict[str, Fault] = {}
        """What each answer to that path is from now on."""
        self.open = asyncio.Event()
        """Cleared: deeds wait."""
        self.open.set()
        self.asked: list[tuple[str, Json]] = []
        self.done: list[str] = []
        self.sessions: dict[str, int] = {}
        self.answers: dict[str, Json] = {}
        self.extra: Json = {}
        """What the answers to deeds have besides the view: toast, alert, leads."""
        self.page = HASH
        """The files that it says it has."""
        self.changed = asyncio.Condition()

    async def __aenter__(self) -> Self:
        app = web.Application()
        app.router.add_get("/app", self._shell)
        app.router.add_get("/host", self._host)
        app.router.add_get("/app/{hash}/{name}", self._file)
        for path in self.faults:
            app.router.add_post(f"/app/{path}", self._answer)
        self._runner = web.AppRunner(app, shutdown_timeout=0.01)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.open.set()
        await self._runner.cleanup()

    def shows(self, variant: str = "classic", secret: str = "0834", game: str = "00000000000000aa", **how: Any) -> Game:
        """A new game, which is then in view."""
        shape = VARIANTS[variant]
        self.focus = self.games[game] = Game(game, shape, shape.parse(secret), **how)
        return self.focus

    async def tells(self) -> None:
        """Whoever waits for something new gets it."""
        if self.focus:
            self.focus.changes += 1
        async with self.changed:
            self.changed.notify_all()

    def tried(self, path: str) -> list[Json]:
        return [body for asked, body in self.asked if asked == path]

    # Its pages.

    async def _shell(self, _request: web.Request) -> web.Response:
        text = (FILES / "index.html").read_text("utf-8")
        text = text.replace("{{files}}", f"/app/{self.page}").replace("{{username}}", "BullsBot")
        headers = {"Cache-Control": "no-store", "Content-Security-Policy": POLICY.format(port=self.port)}
        return web.Response(text=text, content_type="text/html", headers=headers)

    async def _file(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if name in self.late:
            await self.late[name].wait()
        if name in self.missing | self.missing_once:
            self.missing_once.discard(name)
            raise web.HTTPNotFound
        file = FILES / name
        headers = {"Cache-Control": "no-store"}
        return web.Response(body=file.read_bytes(), content_type=TYPES[file.suffix], headers=headers)

    async def _host(self, _request: web.Request) -> web.Response:
        return web.Response(text=HOST, content_type="text/html")

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        path, body = request.path.rpartition("/")[2], await request.json()
        self.asked.append((path, body))
        fault = self.faults[path].popleft() if self.faults[path] else self.broken.get(path)
        if callable(fault):
            return fault()
        how, _, token = request.headers["Authorization"].partition(" ")
        if path == "session":
            person = json.loads(parse_qs(token)["user"][0])["id"]
            session = f"s{len(self.sessions)}"
            self.sessions[session] = person
            return self._says({"session": session, "words": WORDS, "view": self._view(body["game"])})
        if how != "Bearer" or token not in self.sessions:
            return refusal(401, "over", WORDS["closed"])()
        answer = await (self._looked(body) if path == "view" else self._did(body))
        if fault == "cut" and request.transport:
            request.transport.close()
        return self._says(answer) if answer else web.Response(status=204)

    def _says(self, answer: Json) -> web.Response:
        return web.json_response(answer, headers={"X-Page": self.page})

    def _view(self, game: str) -> Json:
        if self.screen:
            return {"version": json.dumps(self.screen), "game": "", "begin": "", "screen": self.screen, "board": None}
        shown = self.games.get(game, self.focus)
        assert shown
        return shown.view(begin=self.begin) | {"writes": self.may_write}

    async def _looked(self, body: Json) -> Json | None:
        if body["since"] == self._view(body["game"])["version"]:
            async with self.changed:
                await self.changed.wait()
        view = self._view(body["game"])
        return None if body["since"] == view["version"] else {"view": view}

    async def _did(self, body: Json) -> Json:
        await self.open.wait()
        known = self.answers.get(body["key"])
        if known is None:
            self.done.append(body["data"])
            extra, self.extra = {"toast": "", "alert": False, "leads": "", **self.extra}, {}
            extra["toast"] = self._do(body["data"]) or extra["toast"]
            game = self.focus.id if self.focus and not self.begin else body["game"]
            known = self.answers[body["key"]] = {"view": self._view(game), **extra}
            async with self.changed:
                self.changed.notify_all()
        return known

    def _do(self, data: str) -> str:
        """Does a deed; what is said to it."""
        _, verb, *rest = data.split(":")
        if verb == "daily":
            self.begin = False
        elif verb in {"ok", "notes"}:
            game = self.games[rest[0]]
            if int(rest[1]) != len(game.turns):
                return "The board has moved on"
            places = tuple(int(place) for place in rest[2].split("-"))
            if verb == "ok":
                game.turns.append(places)
            else:
                game.marks[places[0]] = NEXT_MARK[game.marks.get(places[0], "")]
        return ""

    # How it is opened.

    def address(
        self, person: int = 7, game: str = "", opening: str = "h1", version: str = "8.0", theme: Json | None = None
    ) -> str:
        """Where Telegram opens the page: who that is stands behind the #."""
        user = json.dumps({"id": person, "first_name": escape("Ann <b>"), "language_code": "en"})
        signed = urlencode({"user": user, "auth_date": 1, "hash": opening})
        launch = {
            "tgWebAppData": signed,
            "tgWebAppVersion": version,
            "tgWebAppPlatform": "weba",
            "tgWebAppBotInline": "1",
        }
        if theme:
            launch["tgWebAppThemeParams"] = json.dumps(theme)
        query = f"?game={game}" if game else ""
        return f"http://127.0.0.1:{self.port}/app{query}#{urlencode(launch, quote_via=quote)}"

    def framed(self, **how: Any) -> str:
        """The host's page, with ours in its frame."""
        return f"http://localhost:{self.port}/host#{self.address(**how)}"


HOST = """<!doctype html><title>Host</title>
<style>html, body, iframe { margin: 0; border: 0; width: 100%; height: 100%; display: block }</style><iframe></iframe>
<script>
const frame = document.querySelector("iframe");
window.heard = [];
window.answers = { viewport: null, safe: { top: 0, bottom: 0, left: 0, right: 0 }, theme: null };
window.tell = (eventType, eventData) => frame.contentWindow.postMessage(JSON.stringify({ eventType, eventData }), "*");
addEventListener("message", ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  const { eventType, eventData } = JSON.parse(data);
  heard.push([eventType, eventData]);
  if (eventType === "web_app_request_viewport") {
    tell("viewport_changed", { width: innerWidth, height: innerHeight, is_expanded: true, is_state_stable: true });
  }
  if (eventType === "web_app_request_theme" && answers.theme) tell("theme_changed", { theme_params: answers.theme });
  if (eventType === "web_app_request_safe_area") tell("safe_area_changed", answers.safe);
});
frame.src = location.hash.slice(1);
</script>"""
