"""In a group the board comes down after a typed guess, so that the answer is seen; a mere note makes no message."""

import pytest

from sandbox.client import Message, Person
from tests.bot.conftest import Stage
from tests.bot.player import wrong_guesses

pytestmark = pytest.mark.asyncio(loop_scope="session")


class Circle:
    """Two people in a group in which a game is on."""

    def __init__(self, stage: Stage, alice: Person, bob: Person) -> None:
        self.stage, self.alice, self.bob = stage, alice, bob

    async def begun(self) -> None:
        self.group = await self.stage.sandbox.group("Friends", self.alice, self.bob)
        await self.stage.quiet()
        self.asked = await self.alice.send("/play@sandbox_bot", chat=self.group)
        await self.stage.quiet()

    async def says(self, who: Person, text: str) -> None:
        await who.send(text, chat=self.group)
        await self.stage.quiet()

    async def older(self, seconds: float) -> None:
        self.stage.bot.change("UPDATE slots SET shown_at = shown_at - ? WHERE chat_id = ?", seconds, self.group.id)

    def ours(self) -> list[Message]:
        return [message for message in self.alice.messages(self.group) if message.by_bot and message.id > self.asked.id]

    def guesses(self) -> list[str]:
        return wrong_guesses(self.stage.secret_of(self.group.id), 9)


async def playing(stage: Stage) -> Circle:
    circle = Circle(stage, await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob"))
    await circle.begun()
    return circle


async def test_a_guess_is_answered_below_it_and_one_board_is_left(stage: Stage) -> None:
    circle = await playing(stage)
    for number, guess in enumerate(circle.guesses()[:3], 1):
        await circle.older(4)
        await circle.says(circle.bob, f"/g {guess}")
        (board,) = circle.ours()
        assert f"{number}. {guess}" in board.text
        assert board.id == max(message.id for message in circle.alice.messages(circle.group))


async def test_guesses_that_come_together_share_one_message(stage: Stage) -> None:
    circle = await playing(stage)
    await circle.older(4)
    one, two, three, *_ = circle.guesses()
    await circle.says(circle.bob, f"/g {one}")
    (board,) = circle.ours()
    for who, guess in ((circle.alice, two), (circle.bob, three)):
        await circle.says(who, f"/g {guess}")
    (after,) = circle.ours()
    assert (after.id, f"3. {three}" in after.text) == (board.id, True)


BEHIND = (
    "/g 12",
    "/guess hello there",
    "/g@sandbox_bot 12345",
    "/g ?",
    "/guess",
    "/g 1B2C",
    "/g yes",
    "/guess@sandbox_bot 🙂",
)


@pytest.mark.parametrize("text", BEHIND)
async def test_whatever_stands_behind_the_command_is_answered_on_the_board(stage: Stage, text: str) -> None:
    circle = await playing(stage)
    (board,) = circle.ours()
    await circle.older(99)
    await circle.says(circle.bob, text)
    (after,) = circle.ours()
    assert after.id == board.id
    assert after.text != board.text


@pytest.mark.parametrize("text", ["/guess", "/g@sandbox_bot", "/g@sandbox_bot 1234", "/guess hello", "/guess 1B2C"])
async def test_where_no_game_is_on_the_command_is_answered(stage: Stage, text: str) -> None:
    alice = await stage.sandbox.person("Alice")
    group = await stage.sandbox.group("Quiet", alice)
    await stage.quiet()
    asked = await alice.send(text, chat=group)
    await stage.quiet()
    assert [message for message in alice.messages(group) if message.by_bot and message.id > asked.id]


@pytest.mark.parametrize("text", ["hello", "yes", "nice game, but the list is long"])
async def test_what_people_say_to_each_other_moves_and_changes_nothing(stage: Stage, text: str) -> None:
    circle = await playing(stage)
    before = circle.ours()
    await circle.older(99)
    await circle.says(circle.bob, text)
    assert circle.ours() == before


async def test_the_end_comes_down_however_many_messages_there_were(stage: Stage) -> None:
    circle = await playing(stage)
    for guess in circle.guesses()[:3]:
        await circle.says(circle.bob, f"/g {guess}")
    await circle.says(circle.alice, f"/g {stage.secret_of(circle.group.id)}")
    (board,) = circle.ours()
    assert "🎉" in board.text
    assert board.id == max(message.id for message in circle.alice.messages(circle.group))
