"""A group's language and look are chosen by administrators or whoever added the bot; everybody else is told so."""

import pytest

from sandbox.client import Group, Person
from tests.bot.conftest import Stage
from tests.bot.together.test_party import alert_text

pytestmark = pytest.mark.asyncio(loop_scope="session")

REFUSED = "Admins of this group, and whoever added me, choose its language and look."
CHOICES = [("/language", "Русский"), ("/settings", "Русский"), ("/settings", "1B\u00a02C")]


def settings(stage: Stage, chat: int) -> tuple[str | None, str]:
    ((language, style),) = stage.bot.rows("SELECT language, style FROM chats WHERE chat_id = ?", chat)
    return language, style


async def gathered(stage: Stage) -> tuple[Group, Person, Person]:
    """A group that Ann has made, and another member."""
    ann, bob = [await stage.sandbox.person(name) for name in ("Ann", "Bob")]
    group = await stage.sandbox.group("Friends", ann, bob)
    await stage.quiet()
    return group, ann, bob


async def chooses(stage: Stage, person: Person, group: Group, command: str, button: str) -> str:
    """What they are told."""
    await person.send(command, chat=group)
    await stage.quiet()
    answer = await person.presses(button, chat=group)
    await stage.quiet()
    return alert_text(answer) if answer.alert else answer.text or ""


@pytest.mark.parametrize(("command", "button"), CHOICES)
async def test_a_member_changes_nothing_and_an_administrator_does(stage: Stage, command: str, button: str) -> None:
    group, ann, bob = await gathered(stage)
    before = settings(stage, group.id)
    assert REFUSED in await chooses(stage, bob, group, command, button)
    assert settings(stage, group.id) == before
    await chooses(stage, ann, group, command, button)
    assert settings(stage, group.id) != before


async def test_whoever_is_made_an_administrator_may(stage: Stage) -> None:
    group, ann, bob = await gathered(stage)
    await group.promote(bob, by=ann)
    assert REFUSED not in await chooses(stage, bob, group, *CHOICES[0])
    assert settings(stage, group.id)[0] == "ru"


async def test_whoever_added_the_bot_may_without_being_an_administrator(stage: Stage) -> None:
    group, ann, bob = await gathered(stage)
    await group.remove_bot(ann)
    await group.add_bot(bob)
    await stage.quiet()
    await chooses(stage, bob, group, *CHOICES[0])
    assert settings(stage, group.id)[0] == "ru"
    other, _, carol = await gathered(stage)
    assert REFUSED in await chooses(stage, carol, other, *CHOICES[0])
    kept = "SELECT content FROM prompts WHERE person_id = ? AND kind LIKE 'added-to%'"
    assert stage.bot.rows(kept, bob.id) == [("1",)]


async def test_everybody_chooses_for_themselves_in_private(stage: Stage) -> None:
    _, _, bob = await gathered(stage)
    await bob.send("/language")
    await bob.presses("Русский")
    await bob.sees("Выбери язык")


async def test_where_telegram_does_not_answer_one_is_asked_to_try_again(own_stage: Stage) -> None:
    group, _, bob = await gathered(own_stage)
    before = settings(own_stage, group.id)
    await bob.send("/language", chat=group)
    await own_stage.quiet()
    await own_stage.sandbox.fault("getChatMember", "500")
    answer = await bob.presses("Русский", chat=group)
    assert "Try again" in alert_text(answer)
    assert settings(own_stage, group.id) == before
