"""The first two days of three beginners, each in a language of their own, with one process.

They play, take all lessons, try puzzles, share them, and look at their figures. All that is lived through once, and
what each step must come to is looked at on the way; each test looks at one thing in all that was shown.
"""

import asyncio
import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.app.model.lessons import STAGES
from bot.app.texts import texts_in
from bot.game.daily import DAY
from sandbox.client import Sandbox
from sandbox.server import SandboxServer
from tests.bot.beginners.beginner import Beginner
from tests.bot.beginners.games import looks_at_figures, plays_first_game
from tests.bot.beginners.lessons import repeats, sees_list, takes_first_lesson, takes_stage
from tests.bot.beginners.puzzles import follows, takes_what_is_given, tries_puzzles
from tests.bot.beginners.screens import Screen
from tests.bot.catalogues import messages
from tests.bot.conftest import Stage
from tests.bot.forked_bot import ForkedBot

pytestmark = pytest.mark.asyncio(loop_scope="session")
NAMES = {"en": "Ann", "uk": "Олена", "ru": "Вера"}
EACH = pytest.mark.parametrize("language", NAMES)
KEY = re.compile(r"[a-z]+\.[a-z0-9-]+")
"""What may be the key of a text."""
COMMAND = re.compile(r"/[a-z]+")
FOREIGN = {
    "en": re.compile(r"[\u0400-\u04ff]+"),
    "uk": re.compile(r"[A-Za-z]+|[ёъыэ]"),
    "ru": re.compile(r"[A-Za-z]+|[іїєґ]"),
}
"""By language, letters that its words do not have."""
Seen = dict[str, list[Screen]]


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def seen(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Seen]:
    """By language, every screen of the two days."""
    async with (
        SandboxServer() as server,
        Sandbox(server.url) as sandbox,
        ForkedBot(server.url, server.token, tmp_path_factory.mktemp("beginners")) as bot,
    ):
        theatre = Stage(server, sandbox, bot)
        people = [
            Beginner(theatre, await sandbox.person(name, language), texts_in(language))
            for language, name in NAMES.items()
        ]
        links = await asyncio.gather(*map(first_day, people))
        shared = [*links[1:], links[0]]
        await asyncio.gather(*(follows(person, *each) for person, each in zip(people, shared, strict=True)))
        await bot.stop()
        await sandbox.clock(DAY)
        bot.environment["CLOCK_AHEAD"] = str(DAY)
        await bot.start()
        await asyncio.gather(*map(second_day, people))
        assert bot.rows("SELECT * FROM failed_updates") == []
        yield {person.texts.language: await person.screens() for person in people}


async def first_day(person: Beginner) -> tuple[str, str]:
    """A game, the lessons, puzzles, figures; returns links to two puzzles, to be shared."""
    await looks_at_figures(person, 0)
    await plays_first_game(person)
    await takes_first_lesson(person)
    for lesson in STAGES.values():
        await takes_stage(person, lesson)
    board = await sees_list(person, missed=1)
    assert not [label for label in board.buttons if "🔁" in label], "what was missed waits until tomorrow"
    links = await takes_what_is_given(person)
    await tries_puzzles(person)
    await looks_at_figures(person, 1)
    return links


async def second_day(person: Beginner) -> None:
    """What was missed is repeated."""
    await repeats(person)
    await person.tap_word("button.lessons")
    await sees_list(person, missed=0)


@EACH
async def test_no_key_and_no_placeholder_is_shown(seen: Seen, language: str) -> None:
    keys = messages(language).keys()
    assert not [screen for screen in seen[language] if keys & set(KEY.findall(screen.words))]
    assert not [screen for screen in seen[language] if set("{}") & set(screen.words)]


@EACH
async def test_all_that_is_shown_is_in_their_language(seen: Seen, language: str) -> None:
    found = {word for screen in seen[language] for word in FOREIGN[language].findall(COMMAND.sub("", screen.words))}
    assert not found


@EACH
async def test_every_stage_is_explained_and_comes_again_the_next_day(seen: Seen, language: str) -> None:
    texts, screens = texts_in(language), [screen.text for screen in seen[language]]
    for lesson in STAGES.values():
        title = texts.plain(f"stage.{lesson.name}")
        assert any(texts.plain(f"idea.{lesson.name}") in text for text in screens)
        assert [text for text in screens if text.startswith(f"🎓 {title}") and "❌" in text]
        assert [text for text in screens if text.startswith(f"🔁 {title}\n") and "✅" in text]
