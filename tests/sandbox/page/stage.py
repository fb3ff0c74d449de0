"""A sandbox with a bot whose every word stands in the test, and windows of a real browser to look and to act in it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Self

import aiohttp
from playwright.async_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from sandbox.client import PATIENCE
from sandbox.server import SandboxServer

DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
Json = dict[str, Any]
CURRENT = {"aria-current": "true"}
Wanted = bool | int | str | list[Any] | dict[str, str]
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
# Keeps what each notice said: they go by themselves, however slow the machine is that looks for them.
_KEEP_NOTICES = """addEventListener("DOMContentLoaded", () => {
  const [kept, toasts] = [document.documentElement.dataset, document.getElementById("toasts")];
  if (!toasts) return;  // the page of a Mini App
  kept.told = "";
  new MutationObserver((changes) => {
    if (changes.some((one) => one.addedNodes.length > 0)) kept.told += `${toasts.textContent}|`;
  }).observe(toasts, { childList: true });
})"""


class ToyBot:
    """It speaks the Bot API over HTTP and does only what it is told; asks for updates one by one."""

    def __init__(self, url: str, token: str) -> None:
        self._base = f"{url}/bot{token}/"
        self._offset = 0

    async def __aenter__(self) -> Self:
        self._http = aiohttp.ClientSession()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.close()

    async def call(self, method: str, **parameters: Any) -> Any:
        """The result of a method; a refusal fails the test. A file is given as (name, bytes)."""
        files = {name: value for name, value in parameters.items() if isinstance(value, tuple)}
        form = aiohttp.FormData({name: str(value) for name, value in parameters.items() if name not in files})
        for part, (name, data) in files.items():
            form.add_field(part, data, filename=name)
        how: Json = {"data": form} if files else {"json": parameters}
        async with self._http.post(self._base + method, **how) as response:
            answer = await response.json()
            assert answer["ok"], f"{method}: {answer}"
            return answer["result"]

    async def says(self, chat: int, text: str, *rows: list[Json], **parameters: Any) -> int:
        """Sends HTML, with rows of buttons; the message's id."""
        markup = {"reply_markup": {"inline_keyboard": list(rows)}} if rows else {}
        sent = await self.call("sendMessage", chat_id=chat, text=text, parse_mode="HTML", **markup, **parameters)
        return int(sent["message_id"])

    async def edits(self, chat: int, message: int, text: str, *rows: list[Json]) -> None:
        markup = {"reply_markup": {"inline_keyboard": list(rows)}}
        await self.call("editMessageText", chat_id=chat, message_id=message, text=text, parse_mode="HTML", **markup)

    async def answers(self, query: Json, text: str = "", **parameters: Any) -> None:
        await self.call("answerCallbackQuery", callback_query_id=query["id"], text=text, **parameters)

    async def hears(self, kind: str = "message") -> Json:
        """The next update of this kind; others before it are passed over."""
        while True:
            for update in await self.call("getUpdates", offset=self._offset, timeout=10, limit=1):
                self._offset = update["update_id"] + 1
                if kind in update:
                    return dict(update[kind])


def key(text: str, data: str | None = None) -> Json:
    return {"text": text, "callback_data": data or text}


@dataclass
class Window:
    """One browser window, used as a person uses it: by what stands there and by the keyboard."""

    page: Page

    def __post_init__(self) -> None:
        page = self.page
        self.field, self.messages = page.locator("textarea"), page.get_by_role("article")
        self.toasts, self.dialog = page.get_by_role("status"), page.get_by_role("dialog")
        self.head, self.options = page.locator("#room-head"), page.get_by_role("option")
        """Who the open chat is with, and the cards or commands that are offered."""

    def message(self, text: str) -> Locator:
        return self.messages.filter(has_text=text)

    def note(self, text: str) -> Locator:
        """A line in the open chat on what happened there."""
        return self.page.get_by_role("log").get_by_text(text)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def person(self, name: str) -> Locator:
        return self.page.get_by_role("navigation").first.get_by_role("button").filter(has_text=name)

    def chat(self, title: str) -> Locator:
        return self.page.locator("#chats").get_by_role("button").filter(has_text=title)

    async def writes(self, text: str, **then: Any) -> None:
        """Types and presses Enter; `then` as in `shows`, here and below."""
        await self.field.fill(text)
        await self.field.press("Enter")
        await self.shows(**then)

    async def insists(self, text: str) -> None:
        """The same, but presses Enter until it is sent: as long as cards are on their way, it is not."""
        await self.field.fill(text)
        while await self.field.input_value():
            await self.field.press("Enter")

    async def becomes(self, name: str, **then: Any) -> None:
        """Clicks on somebody in the rail, and waits until the page is theirs."""
        await self.person(name).click()
        await self.shows({self.person(name): CURRENT})
        await self.shows(**then)

    async def is_told(self, *notices: str) -> None:
        """Waits until these, and no others, have come one after the other, each in place of the one before it."""
        told = "".join(f"{notice}|" for notice in notices)
        await expect(self.page.locator("html")).to_have_attribute("data-told", told)

    async def opens(self, *names: str, **then: Any) -> None:
        """Clicks on buttons and items of menus, one after the other, by their whole names."""
        for name in names:
            await self.button(name).or_(self.page.get_by_role("menuitem", name=name, exact=True)).first.click()
        await self.shows(**then)

    async def chooses(self, item: str, **then: Any) -> None:
        await self.head.get_by_role("button", name=re.compile("More|Більше")).click()
        await self.page.get_by_role("menuitem", name=item, exact=True).click()
        await self.shows(**then)

    async def is_asked(self, name: str, **then: Any) -> None:
        await self.dialog.get_by_role("button", name=name).click()
        await self.shows(**then)

    async def acts_on(self, message: Locator, item: str) -> None:
        await message.locator(".bubble").click(button="right", position={"x": 6, "y": 6})
        await self.page.get_by_role("menuitem", name=item, exact=True).click()

    async def copied(self) -> str:
        return str(await self.page.evaluate("navigator.clipboard.readText()"))

    async def cut_labels(self) -> list[str]:
        """The labels of buttons that do not fit on them."""
        return list(await self.page.locator(".key .clip").evaluate_all(_CUT))

    async def goes_down(self) -> None:
        """To the newest line, if what was pressed above it moved the page."""
        await self.page.evaluate("document.getElementById('newer').click()")

    async def is_at_the_bottom(self) -> bool:
        """Whether the newest line is in sight, once everything has come to rest."""
        return bool(await self.page.evaluate(_AT_THE_BOTTOM))

    async def sees(self, *texts: str) -> None:
        for text in texts:
            await expect(self.message(text).first).to_be_visible()

    async def shows(self, shows: Mapping[Locator, Wanted] = MappingProxyType({}), field: str | None = None) -> None:
        """Waits until all of it is so: a part has these words, that many are there, one is in sight or hidden, or has
        these attributes; and that stands in the field.
        """
        for part, what in shows.items():
            match what:
                case bool():
                    await expect(part).to_be_visible(visible=what)
                case int():
                    await expect(part).to_have_count(what)
                case str():
                    await expect(part).to_contain_text(what)
                case list():
                    await expect(part).to_have_text(what)
                case _:
                    for name, value in what.items():
                        await expect(part).to_have_attribute(name, value)
        if field is not None:
            await expect(self.field).to_have_value(field)


@dataclass
class Stage:
    browser: Browser
    server: SandboxServer
    bot: ToyBot
    http: aiohttp.ClientSession
    contexts: list[BrowserContext] = field(default_factory=list)

    async def post(self, path: str, **content: Any) -> Any:
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

    async def chat(self, text: str = "", *rows: list[Json], **how: Any) -> tuple[int, Window]:
        """Alice, to whom the bot has said that, and a window on her chat with it."""
        alice = await self.talker("Alice")
        if text:
            await self.bot.says(alice, text, *rows)
        return alice, await self.window(alice, alice, **how)

    async def among(self, *others: str, **how: Any) -> tuple[int, int, Window]:
        """Alice, a group of hers with those others, and her window on it."""
        alice = await self.talker("Alice")
        friends = await self.group("Friends", alice, *[await self.person(name) for name in others])
        return alice, friends, await self.window(alice, friends, **how)

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
        await context.add_init_script(_KEEP_NOTICES)
        page = await context.new_page()
        place = f"#person={person}{f'&chat={chat}' if chat else ''}" if person else ""
        await page.goto(f"{self.server.url}{path}{place}")
        await expect(page.locator("#app")).to_be_visible()
        window = Window(page)
        await window.is_at_the_bottom()  # whatever is measured then, is measured at rest
        return window
