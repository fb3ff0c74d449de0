"""A sandbox with a toy bot, and windows of a real browser to look at it and to act in it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from playwright.async_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from sandbox.client import PATIENCE
from sandbox.server import SandboxServer
from tests.sandbox.page.toy_bot import ToyBot

DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
_CUT = """labels => labels.filter((one) => {
  const text = document.createRange();  // in parts of a pixel: an ellipsis takes the place of a third of a digit
  text.selectNodeContents(one);
  return text.getBoundingClientRect().width > one.getBoundingClientRect().width + 0.01;
}).map((one) => one.textContent)"""
_AT_THE_BOTTOM = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  const moving = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity);
  await Promise.allSettled(moving.map((one) => one.finished));
  await frame();
  await frame();
  const scroller = document.getElementById("scroller");
  return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 1;
}"""


@dataclass
class Window:
    """One browser window, used as a person uses it: by what stands there and by the keyboard."""

    page: Page

    @property
    def field(self) -> Locator:
        """Where one writes."""
        return self.page.locator("textarea")

    @property
    def messages(self) -> Locator:
        """Every message in the open chat."""
        return self.page.get_by_role("article")

    @property
    def toasts(self) -> Locator:
        """The short notices."""
        return self.page.get_by_role("status")

    @property
    def head(self) -> Locator:
        """Who the open chat is with."""
        return self.page.locator("#room-head")

    def message(self, text: str) -> Locator:
        """The messages with this text."""
        return self.messages.filter(has_text=text)

    def note(self, text: str) -> Locator:
        """A line in the open chat on what happened there."""
        return self.page.get_by_role("log").get_by_text(text)

    def button(self, name: str) -> Locator:
        """A button by its label."""
        return self.page.get_by_role("button", name=name, exact=True)

    def person(self, name: str) -> Locator:
        """Somebody in the rail of people."""
        return self.page.get_by_role("navigation").first.get_by_role("button").filter(has_text=name)

    def chat(self, title: str) -> Locator:
        """A row in the list of chats."""
        return self.page.locator("#chats").get_by_role("button").filter(has_text=title)

    async def writes(self, text: str) -> None:
        """Types and presses Enter."""
        await self.field.fill(text)
        await self.field.press("Enter")

    async def chooses(self, opener: Locator, item: str) -> None:
        """Opens a menu and takes one of its items."""
        await opener.click()
        await self.page.get_by_role("menuitem", name=item, exact=True).click()

    async def acts_on(self, message: Locator, item: str) -> None:
        """Takes an item of a message's own menu."""
        await message.locator(".bubble").click(button="right", position={"x": 6, "y": 6})
        await self.page.get_by_role("menuitem", name=item, exact=True).click()

    async def copied(self) -> str:
        """What stands on the clipboard."""
        return str(await self.page.evaluate("navigator.clipboard.readText()"))

    async def cut_labels(self) -> list[str]:
        """The labels of buttons that do not fit on them."""
        return list(await self.page.locator(".key .clip").evaluate_all(_CUT))

    async def is_at_the_bottom(self) -> bool:
        """Whether the newest line is in sight, once everything has come to rest."""
        return bool(await self.page.evaluate(_AT_THE_BOTTOM))

    async def sees(self, *texts: str) -> None:
        """Waits until each text stands in a message."""
        for text in texts:
            await expect(self.message(text).first).to_be_visible()


@dataclass
class Stage:
    """The sandbox of one test."""

    browser: Browser
    server: SandboxServer
    bot: ToyBot
    http: aiohttp.ClientSession
    contexts: list[BrowserContext] = field(default_factory=list)

    async def post(self, path: str, **content: Any) -> Any:
        """A request to the person side."""
        async with self.http.post(self.server.url + path, json=content) as response:
            assert response.status == 200, await response.text()
            return await response.json()

    async def person(self, name: str, language: str = "en") -> int:
        """Somebody new; in private chats the chat's id as well."""
        return int((await self.post("/people", name=name, language=language))["id"])

    async def talker(self, name: str, language: str = "en") -> int:
        """Somebody new who has already written to the bot."""
        person = await self.person(name, language)
        await self.post(f"/people/{person}/send", chat=person, text="Hello, bot")
        await self.bot.hears()
        return person

    async def group(self, title: str, *people: int) -> int:
        """A new group with the bot in it, which has heard of it."""
        group = int((await self.post("/groups", title=title, people=people, bot=True))["id"])
        await self.bot.hears()
        return group

    async def window(
        self,
        person: int | None = None,
        chat: int | None = None,
        *,
        size: ViewportSize = DESK,
        dark: bool = False,
        moving: bool = False,
        path: str = "/",
    ) -> Window:
        """A window that shows a person's chat (without one: whatever it shows by itself); `moving`: with animations."""
        context = await self.browser.new_context(
            viewport=size,
            color_scheme="dark" if dark else "light",
            has_touch=size is PHONE,
            reduced_motion="no-preference" if moving else "reduce",
            permissions=["clipboard-read", "clipboard-write"],
        )
        self.contexts.append(context)
        context.set_default_timeout(1000 * PATIENCE)
        page = await context.new_page()
        place = f"#person={person}" if person else ""
        await page.goto(f"{self.server.url}{path}{place}{f'&chat={chat}' if chat else ''}")
        await expect(page.locator("#app")).to_be_visible()
        return Window(page)


@asynccontextmanager
async def staged(browser: Browser) -> AsyncIterator[Stage]:
    """A stage that is cleared away afterwards."""
    async with SandboxServer() as server, ToyBot(server.url, server.token) as bot, aiohttp.ClientSession() as http:
        stage = Stage(browser, server, bot, http)
        yield stage
        for context in stage.contexts:
            await context.close()
