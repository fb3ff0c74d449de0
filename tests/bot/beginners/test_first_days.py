"""The first two days of three beginners, each in a language of their own, without a network.

They play, take all lessons, try puzzles and those that somebody else has shared, and look at their figures; the bot is
started anew overnight. What each step must come to is looked at on the way; each test looks at one thing in all that
was shown.
"""

import asyncio
import re
from dataclasses import dataclass, field, replace
from functools import cache
from html import unescape
from itertools import islice

import pytest

from bot.app.jobs import LongJobsDone
from bot.app.lessons.model import STAGES
from bot.app.lessons.screens import label
from bot.app.messages import Chat, Person
from bot.app.screen import Answer, Screen
from bot.app.texts import Texts, texts_in
from bot.app.worker import Worker
from bot.game.daily import DAY
from bot.game.lessons import Shape, Task, choices_of, is_right, question_of
from bot.game.puzzles import Puzzle
from tests.bot.catalogues import messages
from tests.bot.inside import AtOnce, Inside, inside
from tests.bot.puzzles.inside_puzzles import first_of, numbered

OTHER = {"en": "uk", "uk": "ru", "ru": "en"}
"""What somebody else speaks who shares puzzles with them."""
EACH = pytest.mark.parametrize("language", OTHER)
SECRET, GUESSES = (6, 7, 8, 9), ("0123", "5678", "0145", "6789")
"""The first game: what somebody guesses who does not know yet what replies tell."""
KEY = re.compile(r"[a-z]+\.[a-z0-9-]+")
"""What may be the key of a text."""
COMMAND, TAG = re.compile(r"/[a-z]+"), re.compile(r"<[^>]*>")
FOREIGN = {
    "en": re.compile(r"[\u0400-\u04ff]+"),
    "uk": re.compile(r"[A-Za-z]+|[ёъыэ]"),
    "ru": re.compile(r"[A-Za-z]+|[іїєґ]"),
}
"""By language, letters that its words do not have."""


@dataclass
class Beginner:
    """Somebody new, who writes and taps as a person would, and whose every screen is remembered."""

    bot: Inside
    texts: Texts
    day: float = 0.0
    seen: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    """What was shown: each text, which is HTML, with what its buttons say."""

    async def say(self, text: str, *words: str) -> str:
        """Write to the bot; what is shown then, which has these words."""
        return self._sees(await self.bot.says(text), *words)

    async def tap(self, label: str, *words: str) -> str:
        """Press the newest button of that text; what is shown then, which has these words."""
        shown = sorted(self.bot.screens.items(), key=lambda item: -item[1][0])
        buttons = [(button, slot) for slot, (_, screen) in shown for row in screen.rows for button in row]
        data, slot = next((button.data, slot) for button, slot in buttons if label in button.text)
        assert data is not None
        return self._sees(await self.bot.presses(data, slot), *words)

    async def tap_word(self, key: str, *words: str) -> str:
        return await self.tap(self.texts.plain(key), *words)

    def _sees(self, sent: list[object], *words: str) -> str:
        screens = [part for each in sent if isinstance(each, tuple) for part in each if isinstance(part, Screen)]
        self.seen += [(str(s.html), tuple(button.text for row in s.rows for button in row)) for s in screens]
        self.seen += [(answer.text, ()) for answer in sent if isinstance(answer, Answer)]
        html = str(screens[-1].html) if screens else ""
        assert [word for word in words if word not in plain(html)] == [], html
        return html


def plain(html: str) -> str:
    return unescape(TAG.sub("", html))


@cache
def seen(language: str) -> list[tuple[str, tuple[str, ...]]]:
    return asyncio.run(two_days(language))


async def two_days(language: str) -> list[tuple[str, tuple[str, ...]]]:
    async with inside(SECRET, Chat(1001), language) as bot:
        who = Beginner(bot, texts_in(language))
        bob = Person(1002, "Bob", OTHER[language])
        friend = Beginner(replace(bot, chat=Chat(1002), person=bob, screens={}), texts_in(bob.language))
        bot.worker._world = replace(bot.worker._world, now=lambda: 1_000_000.0 + who.day * DAY)
        await looks_at_figures(who, 0)
        await plays(who)
        await takes_lessons(who)
        await takes_puzzles(who)
        await tries_puzzles(who)
        await looks_at_figures(who, 1)
        await plays(friend)
        for link, title in zip(await takes_puzzles(friend), ("puzzle.shared", "puzzle.title"), strict=True):
            await who.say(f"/start {link}", who.texts.plain(title, number=""))
            await gives_up(who)
        await bot.store.close()
        await bot.store.open()
        world = bot.worker._world
        bot.worker = Worker(bot.store, AtOnce(), world, bot.worker._replies, limits=False)
        bot.long_jobs = LongJobsDone(bot.store, AtOnce(), world, bot.store.take_long_job)
        who.day = 1.1
        await repeats(who)
        assert (await bot.store.stored())["failed_updates"] == 0
        return who.seen


async def plays(who: Beginner) -> None:
    await who.say("/start")
    for guess in GUESSES:
        await who.say(guess)
    assert await who.bot.board_game() is None


async def looks_at_figures(who: Beginner, games: int) -> None:
    told = who.texts.plain("stats.games", games=games, solved=games) if games else who.texts.plain("stats.none")
    await who.say("/stats", who.texts.plain("stats.title"), told)
    for key, title in (("stats.achievements", "achieved.title"), ("stats.latest", "former.title")) if games else ():
        await who.say("/stats")
        await who.tap_word(key, who.texts.plain(title))


async def takes_lessons(who: Beginner) -> None:
    await who.say("/learn", "👣")
    await who.tap("3094", "1. 3094")
    await who.tap("0314", "2. 0314")
    await who.say("0834", who.texts.plain("learn.first-found"))
    await who.tap_word("button.lessons")
    for stage in STAGES.values():
        name, count = who.texts.plain(f"stage.{stage.name}"), len(stage.tasks)
        shown = await who.tap_word(f"stage.{stage.name}")
        for number, task in enumerate(stage.tasks, 1):
            assert f"🎓 {name} · {number}/{count}" in plain(shown)
            await answers(who, task, rightly=number != 2)
            shown = await who.tap_word("button.next")
        result = who.texts.plain("learn.result", right=count - 1, count=count)
        assert [w for w in (f"🏁 {name}", result, who.texts.plain("learn.waits")) if w not in plain(shown)] == []
        await who.tap_word("button.lessons")
    lists_lessons(who, missed=1)


async def answers(who: Beginner, task: Task, *, rightly: bool) -> None:
    """A code that comes first is typed, all else is tapped. The verdict names the answer, and something explains it."""
    wanted = [choice for choice in choices_of(task) if is_right(task, choice) == rightly]
    given = wanted[: question_of(task).wants(task)] if rightly else wanted[:1]
    labels = [label(task, choice, "emoji", who.texts) for choice in given]
    for number, choice in enumerate(given):
        is_tapped = number or question_of(task).shape is not Shape.CODE
        shown = await (who.tap(labels[number]) if is_tapped else who.say(choice))
    verdict = who.texts.plain("learn.right" if rightly else "learn.wrong", answer=labels[-1])
    assert verdict in plain(shown)
    assert plain(shown).rpartition(verdict)[2].strip(), f"nothing is explained:\n{shown}"


def lists_lessons(who: Beginner, *, missed: int) -> None:
    """The list of the lessons is shown, each of which lacks so many tasks."""
    html, buttons = who.seen[-1] if who.seen[-1][1] else who.seen[-2]
    assert all(who.texts.plain(key) in plain(html) for key in ("learn.title", "learn.about"))
    for stage in STAGES.values():
        name, count = who.texts.plain(f"stage.{stage.name}"), len(stage.tasks)
        assert (f"{name} · {count - missed}/{count}" if missed else f"✓ {name}") in buttons
    assert not [button for button in buttons if "🔁" in button], "what was missed waits until tomorrow"


async def repeats(who: Beginner) -> None:
    await who.say("/learn")
    shown = await who.tap(str(who.texts.counted("learn.repeat", len(STAGES))))
    for _ in STAGES:
        title = plain(shown).partition("\n")[0].removeprefix("🔁 ")
        [task] = [stage.tasks[1] for stage in STAGES.values() if who.texts.plain(f"stage.{stage.name}") == title]
        assert all(task.variant.show(guess) in plain(shown) for guess, _ in task.history)
        await answers(who, task, rightly=True)
        shown = await who.tap_word("button.next")
    assert who.texts.plain("learn.repeated") in plain(shown)
    await who.tap_word("button.lessons")
    lists_lessons(who, missed=0)


async def takes_puzzles(who: Beginner) -> list[str]:
    """What they are given: the position of their own game, then one near their rating; what their links lead to."""
    await who.say("/puzzle", who.texts.plain("puzzle.own", day="").strip())
    own = await gives_up(who, who.texts.plain("puzzle.practice"))
    await who.tap_word("button.next-puzzle", who.texts.plain("puzzle.title", number=""))
    return [own, await gives_up(who, settling(who))]


def settling(who: Beginner) -> str:
    """What is told of the first rated answers in the place of a rating."""
    return who.texts.plain("puzzle.settling", answers="", count="").partition(":")[0]


async def tries_puzzles(who: Beginner) -> None:
    rating = who.texts.plain("puzzle.rating", change="").strip()
    for kind in ("only", "left", "fewest", "apart"):
        told = rating if kind == "apart" else settling(who)  # three others were rated of each, and one before
        await solves(who, await opens(who, kind), told)
        puzzle = await opens(who, kind, "mastermind")
        codes = puzzle.choices or tuple(islice(puzzle.variant.codes(), 50))
        wrong = await gives(who, puzzle, *[code for code in codes if code not in puzzle.right][:1])
        assert who.texts.plain("puzzle.wrong", answer="").strip(" ❌") in wrong
        hinted = await opens(who, kind, "five")
        await who.tap_word("button.hint", "💡 ")
        await solves(who, hinted, who.texts.plain("puzzle.hinted"))
        await opens(who, kind, "three")
        await gives_up(who)


async def opens(who: Beginner, kind: str, variant: str = "classic") -> Puzzle:
    number = first_of(kind, variant).number
    await who.say(f"/start z{number}", who.texts.plain("puzzle.title", number=number))
    return numbered(number)


async def gives(who: Beginner, puzzle: Puzzle, *codes: tuple[int, ...]) -> str:
    for code in codes:
        is_tapped = bool(puzzle.choices)
        shown = await (who.tap(puzzle.variant.show(code)) if is_tapped else who.say(puzzle.variant.format(code)))
    return plain(shown)


async def solves(who: Beginner, puzzle: Puzzle, told: str) -> None:
    shown = await gives(who, puzzle, *(sorted(puzzle.right) if puzzle.choices else [min(puzzle.right)]))
    assert [w for w in ("✅", who.texts.plain("puzzle.right", answer="").strip(" ✅"), told) if w not in shown] == []


async def gives_up(who: Beginner, *told: str) -> str:
    """What the link that is shared then leads to."""
    await who.tap_word("button.show-answer", who.texts.plain("puzzle.given-up"), *told)
    buttons = [button for row in who.bot.screens["puzzle"][1].rows for button in row]
    (shares,) = [str(each.opens) for each in buttons if who.texts.plain("button.share") in each.text]
    return shares.partition("start%3D")[2].partition("&")[0]


@EACH
def test_all_is_in_their_language_without_keys_and_every_stage_is_explained_and_comes_again(
    language: str,
) -> None:
    keys = messages(language).keys()
    words = ["\n".join((plain(html), *buttons)) for html, buttons in seen(language)]
    assert not [text for text in words if keys & set(KEY.findall(text)) or set("{}") & set(text)]
    assert not {word for text in words for word in FOREIGN[language].findall(COMMAND.sub("", text))}
    texts, shown = texts_in(language), [html for html, _ in seen(language)]
    for stage in STAGES.values():
        title = texts.plain(f"stage.{stage.name}")
        assert any(texts.plain(f"idea.{stage.name}") in text for text in shown)
        assert [text for text in shown if text.startswith(f"🎓 {title}") and "❌" in text]
        assert [text for text in shown if text.startswith(f"🔁 {title}\n") and "✅" in text]
