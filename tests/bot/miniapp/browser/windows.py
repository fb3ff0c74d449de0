"""Phones on which the page is opened: in the host's frame, and looked at and tapped as a person does."""

import json
from dataclasses import dataclass
from typing import Any, Self

from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    FrameLocator,
    Locator,
    Page,
    ViewportSize,
    expect,
)

from sandbox.client import PATIENCE
from tests.bot.miniapp.browser.stand_in import StandIn

SMALL: ViewportSize = {"width": 320, "height": 568}
PHONE: ViewportSize = {"width": 390, "height": 844}
LARGE: ViewportSize = {"width": 430, "height": 932}
DESKTOP: ViewportSize = {"width": 384, "height": 600}
DARK = {
    "bg_color": "#212121",
    "text_color": "#ffffff",
    "secondary_bg_color": "#0f0f0f",
    "button_color": "#8774e1",
    "button_text_color": "#ffffff",
}
_OVERFLOWS = """() => {
  const over = (one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
  const parts = [document.documentElement, ...document.querySelectorAll(".stage, button, .tile, h1")];
  const { clientWidth, clientHeight } = document.documentElement;
  const outside = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left < 0 || top < 0 || right > clientWidth + 0.5 || bottom > clientHeight + 0.5;
  };
  const cut = parts.filter(over), out = [...document.querySelectorAll("button, .tile")].filter(outside);
  return [...cut, ...out].map((one) => `${one.className}: ${one.textContent}`);
}"""
_NAMELESS = """() => [...document.querySelectorAll("button, a, [role]")].filter((one) =>
  one.checkVisibility() && one.matches("button, a, [role=row], [role=grid]") &&
  !(one.getAttribute("aria-label") || one.textContent.trim())).map((one) => one.outerHTML)"""


@dataclass
class Phone:
    """The page in its frame."""

    page: Page
    frame: FrameLocator

    def __post_init__(self) -> None:
        self.board = self.frame.get_by_role("grid")
        self.rows = self.frame.get_by_role("row")
        self.turns = self.frame.locator(".row.turn")
        self.draft = self.frame.locator(".row.draft .tile.full")
        self.words = self.frame.locator("#lost")
        self.toast = self.frame.locator(".toast")
        self.live = self.frame.get_by_role("status")
        self.offline = self.frame.locator("#offline")

    def key(self, said: str) -> Locator:
        return self.frame.get_by_role("button", name=said, exact=True)

    async def taps(self, *keys: str) -> None:
        for key in keys:
            await self.key(key).click(force=True)  # a finger asks no key whether it may be pressed

    async def guesses(self, code: str) -> None:
        await self.taps(*code, "Guess")

    async def heard(self, event: str) -> list[Any]:
        """What Telegram was told under that name."""
        told = await self.page.evaluate("heard")
        return [data for name, data in told if name == event]

    async def hears(self, event: str, count: int = 1) -> None:
        """Waits until Telegram was told that as often."""
        await self.page.wait_for_function(
            "([event, count]) => heard.filter(([name]) => name === event).length === count", arg=[event, count]
        )

    async def tells(self, event: str, **data: Any) -> None:
        """Telegram says that to the page."""
        await self.page.evaluate("([event, data]) => tell(event, data)", [event, data])

    async def inside(self, script: str, *given: Any) -> Any:
        """What a script comes to within the page."""
        return await self.page.frames[1].evaluate(script, *given)

    async def is_whole(self) -> None:
        """Nothing is cut off, and nothing would scroll."""
        await self.inside("() => document.fonts.ready")
        assert await self.inside(_OVERFLOWS) == []
        assert await self.inside(_NAMELESS) == []


class Windows:
    """`async with`; `bot` is the stand-in; `complaints`: errors, and what the policy refused."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.bot = StandIn()
        self.complaints: list[str] = []
        self._contexts: list[BrowserContext] = []

    async def __aenter__(self) -> Self:
        await self.bot.__aenter__()
        return self

    async def __aexit__(self, *problem: object) -> None:
        for context in self._contexts:
            await context.close()
        await self.bot.__aexit__(*problem)

    async def page(self, size: ViewportSize = PHONE, *, dark: bool = False, moving: bool = False, **how: Any) -> Page:
        """An empty window."""
        context = await self._browser.new_context(
            viewport=size,
            color_scheme="dark" if dark else "light",
            has_touch=size is not DESKTOP,
            reduced_motion="no-preference" if moving else "reduce",
            **how,
        )
        self._contexts.append(context)
        context.set_default_timeout(1000 * PATIENCE)
        page = await context.new_page()
        page.on("console", self._told)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def _told(self, message: ConsoleMessage) -> None:
        is_expected = message.text.startswith("Failed to load resource")  # a status that a test asked for
        if message.type in {"error", "warning"} and not is_expected:
            self.complaints.append(message.text)

    async def opens(
        self,
        size: ViewportSize = PHONE,
        *,
        dark: bool = False,
        moving: bool = False,
        safe: dict[str, int] | None = None,
        silent: bool = False,
        **address: Any,
    ) -> Phone:
        """The page is opened by Telegram; `silent`: which answers nothing; `safe`: what its own parts cover."""
        page = await self.page(size, dark=dark, moving=moving)
        if safe:
            await page.add_init_script(
                f"addEventListener('DOMContentLoaded', () => window.heard && (answers.safe = {json.dumps(safe)}))"
            )
        if silent:
            await page.add_init_script(
                "addEventListener('DOMContentLoaded', () => window.heard && (window.tell = () => {}))"
            )
        await page.goto(self.bot.framed(**address))
        return Phone(page, page.frame_locator("iframe"))

    async def plays(self, size: ViewportSize = PHONE, **how: Any) -> Phone:
        """The same, and its board is there."""
        phone = await self.opens(size, **how)
        await expect(phone.frame.locator("html")).to_have_attribute("data-shows", "board")
        return phone
