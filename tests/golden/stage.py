"""The bot in one process, and people who do what a script says: the real worker, jobs and store, and no network."""

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from typing import Any

from bot.app import texts
from bot.app.buttons import MenuPress, press_from
from bot.app.jobs import DueJobs, LongJobsDone
from bot.app.kind import slot_of
from bot.app.messages import Asked, Chat, Chose, Incoming, Inline, Joined, Left, Migrated, Person, Pressed, Said
from bot.app.model.options import GameOptions
from bot.app.model.terms import Terms, terms_said
from bot.app.outbox import BLANK, NO_SLOT, CommandsItem, MarkItem, OutboxItem, RetireItem, ScreenItem
from bot.app.review.told_games import names_of_variants
from bot.app.screen import Answer, Button, Place, Screen
from bot.app.screens.share import Cards
from bot.app.work import GRACE
from bot.app.worker import Replies, Worker
from bot.storage.store import DatabaseStore
from tests.bot.inside import AtOnce
from tests.bot.storage.stores import opened_anew
from tests.golden.script import ROWS, Step, steps_of
from tests.golden.world import BOT_NAME, FixedWorld, words_in

# How texts are recorded: by key and values once, as if that were a language; and each once in each real language.
AS_KEYS = "en"
"""What those say who read it, and whose words they type."""
EMPTY = re.compile(r"\{\w+\}")
LONGEST_TEXT, LONGEST_DATA, LONGEST_ANSWER = 4096, 64, 200
TAG = re.compile(r"<[^>]+>")
CARD = 0
"""The number of the only message of a card."""


class Key(str):
    __slots__ = ()

    def format_map(self, values: Any, /) -> str:
        said = "".join(f" {name}={value}" for name, value in values.items())
        return f"‹{self}{said}›"


class Heard(str):
    """A text of a real language that tells how it is rendered first."""

    __slots__ = ("key", "rendered")
    key: str
    rendered: dict[str, str]

    def format_map(self, values: Any, /) -> str:
        text = super().format_map(values)
        assert not EMPTY.search(text), f"{self.key} is not filled: {text}"
        self.rendered.setdefault(self.key, text)
        return text


class Keys:
    def gettext(self, key: str) -> str:
        return Key(key)

    def ngettext(self, key: str, _keys: str, _count: int) -> str:
        return Key(key)


class Listening:
    """A real catalogue; what is rendered of it is heard."""

    def __init__(self, catalogue: Any, rendered: dict[str, str]) -> None:
        self._catalogue = catalogue
        self._rendered = rendered

    def gettext(self, key: str) -> str:
        return self._heard(key, self._catalogue.gettext(key))

    def ngettext(self, key: str, _keys: str, count: int) -> str:
        return self._heard(f"{key}[{self._catalogue.plural(count)}]", self._catalogue.ngettext(key, key, count))

    def _heard(self, key: str, text: str) -> str:
        if "{" in key:  # a form without words, the same in every language
            return text
        assert text != key, f"there is no text {key}"
        heard = Heard(text)
        heard.key, heard.rendered = key, self._rendered
        return heard


@contextmanager
def with_catalogues(change: Callable[[Any], Any]) -> Iterator[None]:
    """All texts come from catalogues that are changed so, but for what the process keeps: it is made before."""
    names_of_variants()
    GameOptions().but("classic")
    terms_said("rated", Terms(), "en")
    known = [texts.texts_in(language) for language in texts.LANGUAGES]
    known += [texts.texts_in(language, has_faces=True) for language in texts.LANGUAGES]
    before = [each._catalogue for each in known]
    try:
        for each in known:
            each._catalogue = change(each._catalogue)
        yield
    finally:
        for each, catalogue in zip(known, before, strict=True):
            each._catalogue = catalogue


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


# Telegram as far as it matters here: which message of a chat shows what, after each thing that was sent.
@dataclass
class Talk:
    """A chat, or a card that was sent through the bot, with the bot's messages by number."""

    name: str
    to: Chat | Inline
    newest: int = 0
    shown: dict[int, Screen] = field(default_factory=dict)
    """What can be seen now."""
    gone: dict[int, Screen] = field(default_factory=dict)
    """What was shown last in messages that are gone, or have no buttons any more."""

    def number(self) -> int:
        self.newest += 1
        return self.newest

    def shows(self, item: ScreenItem, *, at_bottom: bool) -> tuple[int | None, int | None]:
        """Send the item: which new message shows it, None for an edited one; and the one that goes for it."""
        current = CARD if isinstance(item.to, Inline) else item.current
        if current is not None and self._may_edit(current, item, at_bottom=at_bottom):
            self.shown[current] = item.screen
            return None, None
        number = self.number()
        self.shown[number] = item.screen
        if current is not None:
            self.remove(current)
        return number, current

    def _may_edit(self, current: int, item: ScreenItem, *, at_bottom: bool) -> bool:
        is_text = current in self.shown and self.shown[current].picture is None
        return isinstance(item.to, Inline) or (is_text and not at_bottom and item.screen.picture is None)

    def remove(self, message: int) -> None:
        """It is gone, or its buttons are."""
        if message in self.shown:
            self.gone[message] = self.shown.pop(message)

    def buttons(self, message: int | None) -> Iterator[tuple[int, Button]]:
        """All that can be pressed, the newest message first; or those of one message, be it gone."""
        screens = self.shown if message is None else self.gone | self.shown
        for at in sorted(screens, reverse=True):
            if message in (None, at):
                yield from ((at, button) for row in screens[at].rows for button in row)


def batch_of(items: list[OutboxItem]) -> list[OutboxItem]:
    """What is sent next: the first item, with all others for the same slot, of which only the newest is seen."""
    first = items[0]
    if not isinstance(first, ScreenItem) or first.slot == NO_SLOT:
        return [first]
    same = [item for item in items if isinstance(item, ScreenItem) and item.slot == first.slot]
    return [*sorted(same, key=lambda item: item.id)]


# What came out, in lines that people can read and compare.
IDS = re.compile(
    r"1:[a-z]{1,10}:([\w-]{22}|[0-9a-f]{16}(?=:\d))(?![\w-])"
    r"|start=[a-z]([\w-]{22}|[0-9a-f]{16})(?![\w-])"
    r"|1:room[a-z]+:([0-9a-f]{10})(?![\w-])"
    r"|1:(?:join|taking):([0-9a-f]{8})(?![\w-])"
)
"""Ids and tokens in what buttons and links say, be they drawn or made out of others."""
KINDS = {22: "token", 16: "game", 10: "remark", 8: "seek"}
"""What is known by an id of so many characters."""
DOES = {"data": "·", "copies": "copies", "opens": "opens", "shares": "shares"}


@dataclass
class Record:
    """All that has been seen, with drawn ids by the order in which they appear."""

    names: dict[str, str]
    """Every id and token that was drawn, with how it is called here once it has been seen."""
    lines: list[str] = field(default_factory=list)
    rows: set[str] = field(default_factory=set)
    """How many buttons stand in each row of a screen."""

    def write(self, *lines: str) -> None:
        self.lines += [self.called(line) for text in lines for line in text.split("\n")]

    def called(self, line: str) -> str:
        """The line with what was drawn as it is called here."""
        for at in IDS.finditer(line):
            self.names.setdefault(at[at.lastindex or 0], "")
        if not self.names:
            return line
        drawn = sorted(self.names, key=len, reverse=True)
        return re.sub("|".join(map(re.escape, drawn)), lambda found: self._name(found[0]), line)

    def _name(self, drawn: str) -> str:
        if not self.names[drawn]:
            kind = KINDS[len(drawn)]
            known = sum(name.startswith(kind) for name in self.names.values())
            self.names[drawn] = f"{kind}-{known + 1}"
        return self.names[drawn]

    def seen(self, item: OutboxItem, where: str, message: int | None, goes: int | None) -> None:
        """An item of the outbox, and what became of it: a new message, or an edited one, and which goes for it."""
        about = f"{where}, {item.urgency.name.lower()}"
        match item:
            case ScreenItem(screen=screen) if screen == BLANK:
                self.write(f"→ {about}: {item.current} goes")
            case ScreenItem():
                _stays_where_it_is(item)
                new = f"edits {item.current or 'it'}" if message is None else f"new {message}"
                new += "" if goes is None else f", {goes} goes"
                self.write(f"→ {about}, {item.place.value}: {new}", *self._shown(item.screen))
            case RetireItem():
                self.write(f"→ {about}: {item.message} {'goes' if item.wholly else 'loses its buttons'}")
            case MarkItem():
                self.write(f"→ {about}: {item.message} is marked {item.sign}")
            case CommandsItem():
                self.write(f"→ {about}: the commands are listed in {item.language}")
            case _:
                raise AssertionError(item)

    def heard(self, answer: Answer | Cards) -> None:
        """What whoever pressed, or asked inline, is told."""
        if isinstance(answer, Cards):
            self.write(f"← cards, hint: {answer.hint}" if answer.hint else "← cards")
            for card in answer.cards:
                self.write(f"  {card.id}: {card.title} | {card.description}", *self._shown(card.screen))
        elif answer == Answer():
            self.write("← nothing")
        else:
            assert _units(answer.text) <= LONGEST_ANSWER, answer.text
            shape = "alert" if answer.alert else "toast"
            self.write(f"← {shape}: {answer.text}" + (f" | opens {answer.url}" if answer.url else ""))

    def _shown(self, screen: Screen) -> Iterator[str]:
        """Its text, its rows, and whatever else belongs to it; Telegram takes all of it."""
        assert _units(TAG.sub("", screen.html)) <= LONGEST_TEXT, screen.html
        self.rows.add("".join(str(len(row)) for row in screen.rows) or "-")
        yield from (f"  │ {line}".rstrip(" ") for line in screen.html.split("\n"))
        yield from (f"  {' '.join(map(_button, row))}" for row in screen.rows)
        if screen.answers is not None:
            yield f"  replies to {screen.answers}"
        if screen.picture is not None:
            yield f"  picture {screen.picture.kind}: {screen.picture.given}"


def _stays_where_it_is(item: ScreenItem) -> None:
    """What stands below a board acts for it: a menu's button would put the menu in the place of the board."""
    presses = [press_from(each.data) for row in item.screen.rows for each in row if each.data]
    of_menus = [press for press in presses if isinstance(press, MenuPress)]
    assert not (item.slot.startswith(slot_of("")) and of_menus), f"{of_menus}: use a verb of the board, and `beside`"


def _button(button: Button) -> str:
    assert button.text.strip(), button
    assert len((button.data or "").encode()) <= LONGEST_DATA, button
    does = ((word, getattr(button, name)) for name, word in DOES.items())
    parts = [button.text, *(f"{word} {what}" for word, what in does if what is not None)]
    return f"[{' '.join(parts)}]".replace("\n", "⏎")


# Who is there, and what they do.
PEOPLE = ("Ann", "Bob", "Cid", "Dan")
GROUPS = {"Friends": Chat(-500), "Club": Chat(-1_001_000_000_777), "Topic": Chat(-1_001_000_000_778, 7)}
"""A mere group, a supergroup, and a topic of another."""
GROWN = -1_001_000_000_500
STEP = 1.0
"""Seconds that each step takes."""
LINK = re.compile(rf"https://t\.me/{BOT_NAME}\?start=([\w-]+)")
DATA = r"1:{verb}(:[A-Za-z0-9_-]{{22}}|:[0-9a-f]{{16}}:\d+)?(:{argument})?"


@dataclass
class Stage:
    """Who is there, what they see, and what has been recorded of it."""

    store: DatabaseStore
    language: str
    fixed: FixedWorld = field(default_factory=FixedWorld)
    talks: dict[str, Talk] = field(default_factory=dict)
    heard: list[Answer | Cards] = field(default_factory=list)
    offered: Cards = field(default_factory=lambda: Cards(()))
    updates: int = 0
    waiting: set[int] = field(default_factory=set)
    """Chats for which something waits to be sent."""

    def __post_init__(self) -> None:
        world, compute = self.fixed.world(), AtOnce()
        self.store.signals.now, self.store.signals.on_items = world.now, self.waiting.update
        self.record = Record(self.fixed.names)
        replies = Replies(lambda _, answer: self.heard.append(answer), self._offer)
        self.worker = Worker(self.store, compute, world, replies, limits=False)
        self.long_jobs = LongJobsDone(self.store, compute, world, self.store.take_long_job)
        self.due_jobs = DueJobs(self.store, compute, world, lambda: asyncio.sleep(0, result=True))
        for number, name in enumerate(PEOPLE):
            self.talks[name] = Talk(name, Chat(1001 + number))
        self.talks |= {name: Talk(name, chat) for name, chat in GROUPS.items()}

    def _offer(self, _query: str, cards: Cards) -> None:
        self.offered = cards
        self.heard.append(cards)

    async def does(self, step: Step) -> None:
        """Carry a step of the script out, and record all that comes of it."""
        self.fixed.now += float(step["seconds"] or STEP)
        if step.deed == "pass":
            self.record.write("", f"# {step.line}")
        else:
            await self._settle()
            await self._take(step)
        await self._settle()

    async def _take(self, step: Step) -> None:
        incoming, what = self._incoming(step)
        self.record.write("", f"# {step.line}{what}")
        self.heard.clear()
        await self.worker.run(incoming)
        broken = texts.texts_in(self.language).plain("toast.broken", error="")[:20]
        for answer in self.heard:
            assert isinstance(answer, Cards) or not answer.text.startswith(broken), "\n".join(self.record.lines[-40:])
            self.record.heard(answer)

    async def _settle(self) -> None:
        """Do what is due, think about what takes long, and deliver all that waits."""
        while await self._has_due():
            serving = asyncio.create_task(self.due_jobs.serve())
            while await self._has_due():
                await asyncio.sleep(0)
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
        await self.long_jobs.do_all()
        for talk in list(self.talks.values()):
            await self._deliver(talk)

    async def _has_due(self) -> bool:
        return await self.store.run(lambda work: work.due_job(self.fixed.now - GRACE)) is not None

    async def _deliver(self, talk: Talk) -> None:
        while talk.to.id in self.waiting:
            items = await self.store.outbox.pending(talk.to.id)
            if not items:
                self.waiting.remove(talk.to.id)
                break
            batch = batch_of(items)
            item, message, goes = batch[-1], None, None
            if isinstance(item, ScreenItem) and item.screen == BLANK:
                talk.remove(item.current or 0)
            elif isinstance(item, ScreenItem):
                screens = [each for each in batch if isinstance(each, ScreenItem)]
                at_bottom = any(each.place is not Place.HERE or each.to_bottom for each in screens)
                message, goes = talk.shows(item, at_bottom=at_bottom)
                broken = texts.texts_in(self.language).html("note.broken", error="")[:20]
                assert not item.screen.html.startswith(broken), item.screen.html
            elif isinstance(item, RetireItem):
                talk.remove(item.message)
            thread = "" if not isinstance(item.to, Chat) or item.to.thread is None else f" topic {item.to.thread}"
            self.record.seen(item, talk.name + thread, message, goes)
            await self.store.outbox.note_delivered(batch, message, None)

    def _incoming(self, step: Step) -> tuple[Incoming, str]:
        """What comes in, and what is to be recorded of it beside the line of the script."""
        self.updates += 1
        update, person = self.updates, self._person(step["who"])
        talk = self.talks[step["group"] or step["card"] or step["who"] or "Friends"]
        match step.deed:
            case "say" | "media" | "follow":
                return self._said(step, talk, person), ""
            case "press" | "forge":
                return self._pressed(step, talk, person)
            case "ask" | "share":
                text = self._shared(step, talk) if step.deed == "share" else step["text"].strip()
                return Asked(update, f"q{update}", person, text), f" ({text})" if step.deed == "share" else ""
            case "choose":
                card = self.offered.cards[int(step["which"]) - 1]
                name = f"card{sum(known.startswith('card') for known in self.talks) + 1}"
                self.talks[name] = Talk(name, Inline(f"inline-{name}"), shown={CARD: card.screen})
                return Chose(update, person, card.id, Inline(f"inline-{name}")), ""
        assert isinstance(talk.to, Chat)
        if step.deed == "grow":
            self.talks["Grown"] = Talk("Grown", Chat(GROWN))
            return Migrated(update, talk.to, GROWN), ""
        return (Joined(update, talk.to, person) if step.deed == "come" else Left(update, talk.to)), ""

    def _person(self, name: str) -> Person:
        at = PEOPLE.index(name) if name in PEOPLE else 0
        return Person(1001 + at, PEOPLE[at], self.language)

    def _said(self, step: Step, talk: Talk, person: Person) -> Said:
        text: str | None = None if step.deed == "media" else step["text"]
        if step.deed == "follow":
            text = f"/start {self._payload(step['kind'])}"
        assert isinstance(talk.to, Chat)
        how: Any = {"edited": bool(step["edited"]), "anonymous": bool(step["anonymous"])}
        if step["replies"]:
            how |= {"to_bot": not step["to"], "answers": talk.newest}
        if step["to"]:
            how["replied_to"] = self._person(step["to"])
        return Said(self.updates, talk.to, person, talk.number(), text, at=self.fixed.now, **how)

    def _pressed(self, step: Step, talk: Talk, person: Person) -> tuple[Pressed, str]:
        message = int(step["message"]) if step["message"] else None
        if step.deed == "forge":
            at, text, data = message or 0, "", step["text"]
        else:
            at, text, data = self._button(step, talk, message)
        inline = talk.to if isinstance(talk.to, Inline) else None
        chat = talk.to if isinstance(talk.to, Chat) else None
        query, shown = f"q{self.updates}", None if inline else at
        return Pressed(self.updates, query, chat, person, shown, data, inline), f" [{text} · {data}]"

    def _button(self, step: Step, talk: Talk, message: int | None) -> tuple[int, str, str]:
        """The button of that verb, by its place among all like it that can be seen."""
        wanted = re.compile(DATA.format(verb=step["verb"], argument=step["argument"] or "[a-z0-9-]+"))
        buttons = [(at, button) for at, button in talk.buttons(message) if button.data]
        found = [(at, button.text, button.data or "") for at, button in buttons if wanted.fullmatch(button.data or "")]
        if step["argument"]:
            found = [each for each in found if each[2].endswith(f":{step['argument']}")]
        which = int(step["which"] or 1)
        assert len(found) >= which, f"no such button: {step.line}; there are {[button.data for _, button in buttons]}"
        return found[which - 1]

    def _payload(self, kind: str) -> str:
        """Where the newest link of that kind leads that anybody has seen."""
        seen: list[str] = [payload for line in self._raw() for payload in LINK.findall(line) if payload[0] == kind]
        assert seen, f"no link of the kind {kind}"
        return seen[-1]

    def _raw(self) -> list[str]:
        drawn = {name: drawn for drawn, name in self.fixed.names.items() if name}
        called = re.compile("|".join(map(re.escape, sorted(drawn, key=len, reverse=True))) or "(?!)")
        return [called.sub(lambda found: drawn[found[0]], line) for line in self.record.lines]

    def _shared(self, step: Step, talk: Talk) -> str:
        shared = [button.shares for _, button in talk.buttons(None) if button.shares is not None]
        found = [text for text in shared if text.startswith(step["verb"][0])] if step["verb"] != "any" else shared
        assert found, f"nothing to share: {step.line}; there are {shared}"
        return found[0]


async def recording(name: str) -> str:
    """All that is seen where people do what the scenario says, with keys for texts."""
    with with_catalogues(lambda _: Keys()):
        return "\n".join([*(await played(name, AS_KEYS)).lines, ""])


async def texts_heard(name: str, language: str) -> list[str]:
    """Every text of that scenario as it is rendered first for people who speak the language, by key; and what rows of
    buttons stand below screens: how many in each.
    """
    rendered: dict[str, str] = {}
    with with_catalogues(lambda catalogue: Listening(catalogue, rendered)):
        record = await played(name, language)
    lines = (f"{key}: {text}".replace("\n", "⏎").rstrip() for key, text in sorted(rendered.items()))
    return [*map(record.called, lines), f"{ROWS}: {' '.join(sorted(record.rows))}"]


async def played(name: str, language: str) -> Record:
    """All that is seen where people who speak that language do what the scenario says, with a bot that knows nobody."""
    with TemporaryDirectory() as folder:
        async with opened_anew(folder) as store:
            stage = Stage(store, language)
            for step in steps_of(name, words_in(language)):
                try:
                    await stage.does(step)
                except AssertionError as error:
                    raise AssertionError(f"{name}, {language}, at `{step.line}`: {error}") from error
            return stage.record
