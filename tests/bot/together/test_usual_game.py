"""`/play` alone begins the variant that is usual in a chat, never the whim of whoever began the last game."""

import pytest

from sandbox.client import Group, Person
from tests.bot.conftest import Stage

pytestmark = pytest.mark.asyncio(loop_scope="session")
WHIMS = ("blind", "coached", "evil", "5 blind", "5 coached", "evil 5")


async def title_of(stage: Stage, who: Person, text: str, chat: Group | None) -> str:
    """The first line of the board that the command begins."""
    asked = await who.send(text, chat=chat)
    await stage.quiet()
    boards = [message for message in who.messages(chat) if message.by_bot and message.id > asked.id]
    return boards[-1].text.splitlines()[0]


@pytest.mark.parametrize("in_group", [True, False])
@pytest.mark.parametrize("whim", WHIMS)
async def test_it_is_never_blind_coached_or_evil_unless_named(stage: Stage, whim: str, in_group: bool) -> None:  # noqa: FBT001  a case
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob")
    group = await stage.sandbox.group("Friends", alice, bob) if in_group else None
    await title_of(stage, alice, f"/play@sandbox_bot {whim}", group)
    variant = "5 digits" if "5" in whim and "evil" not in whim else "4 digits"
    title = await title_of(stage, bob if in_group else alice, "/play@sandbox_bot", group)
    assert variant in title
    assert not any(word in title.casefold() for word in ("blind", "coach", "evil"))


async def test_the_variant_stays(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    group = await stage.sandbox.group("Friends", alice)
    assert "6 digits" in await title_of(stage, alice, "/play@sandbox_bot 6", group)
    await alice.send("/g 987654", chat=group)
    await stage.quiet()
    assert "6 digits" in await title_of(stage, alice, "/play@sandbox_bot", group)
