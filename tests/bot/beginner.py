"""Somebody new, who is led through their first two days in their language, and remembers every screen."""

import asyncio
import json
import re
from dataclasses import dataclass, field
from html import unescape
from itertools import islice
from typing import Any
from urllib.parse import parse_qs, urlsplit

from bot.app.actions.puzzles import puzzle_of
from bot.app.model.puzzling import OpenPuzzle
from bot.app.model.stages import STAGES, TASKS, Stage
from bot.app.screens.lessons.task import Seen, label
from bot.app.texts import Texts
from bot.game.lessons.questions import Shape, choices_of, is_right, question_of
from bot.game.lessons.task import Task
from bot.game.puzzles.puzzle import Puzzle
from sandbox.client import Message, Person
from solver.variant import Code
from tests import stored
from tests.bot.conftest import Stage as Theatre
from tests.bot.puzzles.inside_puzzles import RECALL, first_of

TAG = re.compile(r"<[^>]*>")
SECRET, GUESSES = "6789", ("0123", "5678", "0145", "6789")
"""The first game: what somebody guesses who does not know yet what replies tell."""
PAUSE = 0.3
"""Seconds, once the bot has said that this goes too fast: nothing tells when it is slow enough."""
SLOW = 1.0
"""Seconds by which Telegram's clock, by which messages are counted, goes on between two of them."""
KINDS = ("only", "left", "fewest", "apart")


def missed_in(lesson: Stage) -> Task:
    """The task of the stage that is answered wrongly."""
    return lesson.tasks[1]


@dataclass
class Beginner:
    """The person, what they have seen, and where they play."""

    theatre: Theatre
    person: Person
    texts: Texts
    toasts: list[str] = field(default_factory=list)
    """What presses were answered with."""

    async def say(self, text: str) -> Message:
        """Write to the bot, no faster than it takes messages, and wait until it has said all that comes of it."""
        await self.theatre.sandbox.clock(SLOW)
        sent = await self.person.send(text)
        await self.theatre.quiet()
        return sent

    async def tap(self, button: str) -> None:
        """Press the newest button of that text, as soon as the bot does not find it too fast."""
        answer = await self.person.presses(button)
        while answer.text == self.texts.plain("toast.too-fast"):
            await asyncio.sleep(PAUSE)
            answer = await self.person.presses(button)
        if answer.text is not None:
            self.toasts.append(answer.text)

    async def tap_word(self, key: str) -> None:
        """Press the button with that word of the catalogue."""
        await self.tap(self.texts.plain(key))

    async def sees(self, *words: str) -> Message:
        """The newest message with the first of these; it has the others, too."""
        shown = await self.person.sees(words[0])
        missing = [word for word in words if word not in shown.text]
        assert not missing, f"{missing} is not in:\n{shown}"
        return shown

    async def screens(self) -> list["Screen"]:
        """Every screen that the bot has sent to them, in order, each once; and what presses were answered with."""
        calls = await self.theatre.sandbox.calls()
        mine = [call["parameters"] for call in calls if call["parameters"].get("chat_id") == self.person.id]
        screens = [screen for given in mine if (screen := screen_of(given)).text]
        return list(dict.fromkeys([*screens, *(Screen(toast) for toast in self.toasts)]))

    # Playing.

    async def plays_first_game(self) -> None:
        """The board that `/start` begins, played without a thought, and solved in the end."""
        await self.say("/start")
        await self.sees(self.texts.plain("first.begin", example="").partition("<")[0].strip())
        drawn = stored.position(self.theatre.bot, self.person.id)
        changed = drawn.replace(self.theatre.secret_of(self.person.id), SECRET)
        stored.set_position(self.theatre.bot, self.person.id, changed)
        for guess in GUESSES:
            await self.say(guess)
        assert stored.running_games(self.theatre.bot, self.person.id) == 0

    # Lessons.

    async def takes_first_lesson(self) -> None:
        """The lesson with the secret shown, tapped and typed to its end."""
        await self.say("/learn")
        await self.sees("👣")
        await self.tap("3094")
        await self.sees("1. 3094")
        await self.tap("0314")
        await self.sees("2. 0314")
        await self.say("0834")
        await self.sees(self.texts.plain("learn.first-found"))
        await self.tap_word("button.lessons")

    async def takes_stage(self, lesson: Stage) -> None:
        """All its tasks, one of which is missed."""
        count = len(lesson.tasks)
        await self.tap_word(f"stage.{lesson.name}")
        for number, task in enumerate(lesson.tasks, 1):
            await self.sees(f"🎓 {self.texts.plain(f'stage.{lesson.name}')} · {number}/{count}")
            await self.answers(task, rightly=task != missed_in(lesson))
            await self.tap_word("button.next")
        result = self.texts.plain("learn.result", right=count - 1, count=count)
        await self.sees(f"🏁 {self.texts.plain(f'stage.{lesson.name}')}", result, self.texts.plain("learn.waits"))
        await self.tap_word("button.lessons")

    async def answers(self, task: Task, *, rightly: bool) -> None:
        """Answer the task: a code that comes first is typed, all else is tapped.

        The verdict names the answer, and something explains it.
        """
        wanted = [choice for choice in choices_of(task) if is_right(task, choice) == rightly]
        given = wanted[: question_of(task).wants(task)] if rightly else wanted[:1]
        for number, choice in enumerate(given):
            if number or question_of(task).shape is not Shape.CODE:
                await self.tap(label(task, choice, Seen(self.texts, "emoji")))
            else:
                await self.say(choice)
        last = label(task, given[-1], Seen(self.texts, "emoji"))
        verdict = self.texts.plain("learn.right" if rightly else "learn.wrong", answer=last)
        shown = await self.sees(verdict)
        assert shown.text.rpartition(verdict)[2].strip(), f"nothing is explained:\n{shown}"

    async def sees_list(self, *, missed: int) -> Message:
        """The list of the lessons, each of which lacks so many tasks."""
        board = await self.sees(self.texts.plain("learn.title"), self.texts.plain("learn.about"))
        for lesson in STAGES.values():
            count = len(lesson.tasks)
            assert f"{self.texts.plain(f'stage.{lesson.name}')} · ✓ {count - missed}/{count}" in board.buttons
        return board

    async def repeats(self) -> None:
        """What was missed a day ago, rightly."""
        await self.say("/learn")
        await self.tap(str(self.texts.counted("learn.repeat", len(STAGES))))
        for _ in STAGES:
            await self.theatre.quiet()
            asked = await self.sees("🔁")
            [task] = [missed_in(lesson) for lesson in STAGES.values() if self._is_asked(lesson, asked)]
            await self.answers(task, rightly=True)
            await self.tap_word("button.next")
        await self.sees(self.texts.plain("learn.repeated"))

    def _is_asked(self, lesson: Stage, asked: Message) -> bool:
        task = TASKS[missed_in(lesson).name]
        title = f"🔁 {self.texts.plain(f'stage.{lesson.name}')}\n"
        return asked.text.startswith(title) and all(task.variant.show(guess) in asked.text for guess, _ in task.history)

    # Puzzles.

    async def opens_puzzle(self, number: int) -> Puzzle:
        """The puzzle of that number of the catalogue, by its link."""
        await self.say(f"/start z{number}")
        await self.sees(self.texts.plain("puzzle.title", number=number))
        puzzle = puzzle_of(OpenPuzzle(str(number)), RECALL)
        assert puzzle is not None
        return puzzle

    async def solves(self, puzzle: Puzzle) -> None:
        """All right answers that it takes."""
        for code in sorted(puzzle.right) if puzzle.choices else [min(puzzle.right)]:
            await self._gives(puzzle, code)
        await self.sees("✅", self.texts.plain("puzzle.right", answer="").strip(" ✅"))

    async def misses(self, puzzle: Puzzle) -> None:
        """A wrong answer."""
        codes = puzzle.choices or tuple(islice(puzzle.variant.codes(), 50))
        await self._gives(puzzle, next(code for code in codes if code not in puzzle.right))
        await self.sees("❌", self.texts.plain("puzzle.wrong", answer="").strip(" ❌"))

    async def _gives(self, puzzle: Puzzle, code: Code) -> None:
        if puzzle.choices:
            await self.tap(puzzle.variant.show(code))
        else:
            await self.say(puzzle.variant.format(code))

    async def tries_puzzles(self) -> None:
        """Each kind rightly, wrongly, hinted, and given up, each in another variant."""
        for kind in KINDS:
            await self.solves(await self.opens_puzzle(first_of(kind).number))
            await self.sees(self.texts.plain("puzzle.rating", change="").strip())
            await self.misses(await self.opens_puzzle(first_of(kind, "mastermind").number))
            hinted = await self.opens_puzzle(first_of(kind, "five").number)
            await self.tap_word("button.hint")
            await self.sees("💡 ")
            await self.solves(hinted)
            await self.sees(self.texts.plain("puzzle.hinted"))
            await self.opens_puzzle(first_of(kind, "three").number)
            await self.gives_up()

    async def takes_what_is_given(self) -> tuple[str, str]:
        """What `/puzzle` gives: first the position of a game of their own, then one near their rating; their links."""
        await self.say("/puzzle")
        await self.sees(self.texts.plain("puzzle.own", day="").strip())
        own = await self.gives_up()
        assert self.texts.plain("puzzle.practice") in own.text
        await self.tap_word("button.next-puzzle")
        await self.sees(self.texts.plain("puzzle.title", number=""))
        listed = await self.gives_up()
        assert self.texts.plain("puzzle.rating", change="").strip() in listed.text
        return self.shared(own), self.shared(listed)

    async def gives_up(self) -> Message:
        """Let the puzzle that is open show its answer."""
        await self.tap_word("button.show-answer")
        return await self.sees(self.texts.plain("puzzle.given-up"))

    def shared(self, shown: Message) -> str:
        """The link that the screen of a puzzle shares."""
        button = shown.button(self.texts.plain("button.share"))
        assert button is not None
        return parse_qs(urlsplit(button.value).query)["url"][0]

    async def follows(self, own: str, listed: str) -> None:
        """Open what somebody else has shared."""
        for link, title in ((own, "puzzle.shared"), (listed, "puzzle.title")):
            await self.person.opens(link)
            await self.theatre.quiet()
            await self.sees(self.texts.plain(title, number=""))
            await self.gives_up()

    # Figures.

    async def looks_at_figures(self, games: int) -> None:
        """`/stats`, and what stands behind its buttons."""
        await self.say("/stats")
        if not games:
            await self.sees(self.texts.plain("stats.title"), self.texts.plain("stats.none"))
            return
        await self.sees(self.texts.plain("stats.title"), self.texts.plain("stats.games", games=games, solved=games))
        for key, title in (("stats.achievements", "achieved.title"), ("stats.latest", "former.title")):
            await self.say("/stats")
            await self.tap_word(key)
            await self.sees(self.texts.plain(title))


@dataclass(frozen=True)
class Screen:
    """What the bot sent: its text as HTML, and what its buttons say."""

    text: str
    labels: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """All that can be read on it."""
        return "\n".join((unescape(TAG.sub("", self.text)), *self.labels))


def screen_of(given: dict[str, Any]) -> Screen:
    """The screen that a call of the Bot API sends."""
    markup = given.get("reply_markup") or {}
    keyboard = (json.loads(markup) if isinstance(markup, str) else markup).get("inline_keyboard", [])
    text = str(given.get("text") or given.get("caption") or "")
    return Screen(text, tuple(button["text"] for row in keyboard for button in row))
