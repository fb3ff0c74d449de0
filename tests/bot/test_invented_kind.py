"""A kind that nobody has written yet is stored, typed to, pressed, shown, listed and ended by its entry alone."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from bot.app.buttons import GamePress, OnNumber, button_data
from bot.app.kind import Decision, Fit, Kind, Kinds, Request, Rule
from bot.app.messages import Chat
from bot.app.model.game import Codec, Gist, Header, Progress
from bot.app.model.prompts import Prompts
from bot.app.reading import Reading
from bot.app.registry import KINDS
from bot.app.screen import Answer, Button, Screen
from bot.app.screens.common import Viewer
from bot.app.screens.entries import ListedGame
from bot.app.texts import Html, Texts
from bot.app.work import Work
from tests.bot.inside import Inside, inside
from tests.bot.test_home import labels
from tests.needs import ROOT

ID, PRIVATE, IN_GROUP = "0123456789abcdef", Chat(1001), Chat(-1001)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally(Header):
    """Whoever types a sign or presses the button adds one; at three it is over."""

    chat: Chat
    marks: str = ""


def body_of(game: Tally) -> dict[str, Any]:
    return {"format": 1, "marks": game.marks}


def game_of(header: dict[str, Any], body: Mapping[str, Any]) -> Tally:
    return Tally(**header, marks=body["marks"])


def after(game: Tally, mark: str, request: Request) -> Decision[Tally]:
    game = replace(game, marks=game.marks + mark)
    if len(game.marks) == 3:
        game = replace(game, ended_at=request.world.now())
    return Decision(game, Html(f"added {mark}"), Answer(f"{len(game.marks)} of 3"))


def gist_of(game: Tally) -> Gist:
    return Gist(f"tally {game.marks}", (game.starter,))


class TallyKind(Kind[Tally]):
    codec = Codec("tally", Tally, body_of, game_of, lambda game: Progress(len(game.marks)), gist_of)
    rules: ClassVar = {OnNumber.YES: Rule(bound=True), OnNumber.NO: Rule(over=True)}

    async def type_text(self, typed: Reading, game: Tally, request: Request) -> Decision[Header]:
        return after(game, typed.text, request)

    async def press_button(self, press: GamePress, game: Tally, request: Request) -> Decision[Header]:
        """Yes adds a mark; no changes nothing, and is saved all the same."""
        return Decision(game) if press.verb is OnNumber.NO else after(game, press.argument, request)

    async def screen_of(self, game: Tally, viewer: Viewer, work: Work) -> Screen:
        return Screen(Html(f"tally {game.marks or 'none'}. {viewer.note}"), ((Button("add", yes(len(game.marks))),),))

    def entry_of(self, game: Tally, person: int, texts: Texts) -> ListedGame:
        return ListedGame(game.id, Html("a tally"), "the tally")

    async def end(self, game: Tally, request: Request) -> Decision[Header]:
        return Decision(replace(game, ended_at=request.world.now()), Html("ended"))

    async def after_end(self, game: Tally, request: Request) -> None:
        before = await request.work.of(Prompts).read("tallies", request.person.id)
        request.work.of(Prompts).keep("tallies", request.person.id, f"{before}{game.marks};")

    def step(self, game: Tally, person: int) -> int:
        return len(game.marks)

    def fits(self, typed: Reading, game: Tally, request: Request) -> Fit:
        return Fit.ONLY if typed.text in {"+", "x"} else Fit.NEVER


@asynccontextmanager
async def begun(*texts: str, chat: Chat = PRIVATE) -> AsyncIterator[Inside]:
    """The bot and a tally on the screen, to which that has been said."""
    async with inside(None, chat, kinds=Kinds((*KINDS, TallyKind()))) as bot:

        async def job(work: Work) -> None:
            work.games.save(Tally(id=ID, chat=bot.chat, starter=bot.person.id, salt="", opened_at=1.0))

        await bot.store.run(job)
        for text in ("+", *texts):
            await bot.says(text)
        yield bot


def yes(step: int) -> str:
    return button_data(GamePress(OnNumber.YES, ID, step, "y"))


async def board(bot: Inside, *, after: str = "", pressed: str = "") -> str:
    if after:
        await bot.says(after)
    elif pressed:
        await bot.presses(pressed, f"game:{ID}")
    return bot.screens[f"game:{ID}"][1].html


@pytest.mark.parametrize("chat", [PRIVATE, IN_GROUP])
async def test_it_is_typed_to_and_pressed_until_it_is_over(chat: Chat) -> None:
    async with begun(chat=chat) as bot:
        assert await board(bot) == "tally +. added +"
        assert await board(bot, pressed=yes(1)) == "tally +y. added y"
        assert bot.heard == [Answer("2 of 3")]
        assert await board(bot, pressed=yes(1)) == "tally +y. "
        assert await board(bot, after="x") == "tally +yx. added x"
        assert await board(bot, pressed=yes(3)) == "tally +yx. "


async def test_it_stands_beside_other_games() -> None:
    async with begun("/play") as bot:
        assert await board(bot, after="+") == "tally ++. added +"
        await bot.says("/games")
        assert "a tally" in bot.screens["menu"][1].html
        assert "the tally" in labels(bot)


async def test_it_has_no_hints_but_is_ended_by_the_command() -> None:
    async with begun() as bot:
        assert "tally +" in await board(bot, after="/hint")
        assert [await board(bot, after=text) for text in ("/resign", "x")] == ["tally +. ended"] * 2


async def test_what_follows_its_end_is_done_once_and_a_line_of_it_is_kept_for_ever() -> None:
    async def tallies() -> str:
        return await bot.store.run(lambda work: work.of(Prompts).read("tallies", bot.person.id))

    async with begun("x") as bot:
        assert await tallies() == ""
        await bot.says("x")
        assert await tallies() == "+xx;"
        await bot.presses(button_data(GamePress(OnNumber.NO, ID, 3)), f"game:{ID}")
        assert await tallies() == "+xx;"
        [(_, played)] = await bot.store.run(lambda work: work.games.played_by(bot.person.id, 9))
        assert (played.kind, played.gist) == ("tally", Gist("tally +xx", (bot.person.id,)))


def test_every_folder_of_kinds_has_its_entry() -> None:
    folders = {init.parent.name for init in (ROOT / "bot" / "app" / "kinds").glob("*/__init__.py")}
    assert {type(kind).__module__.split(".")[3] for kind in KINDS} == folders
