"""Who administers a group: whoever founds it, and those whom they name."""

import pytest

from sandbox.client import Group, NotPossible, Person, Sandbox
from tests.sandbox.caller import Caller


async def status(bot: Caller, group: Group, person: Person) -> str:
    return str((await bot("getChatMember", chat_id=group.id, user_id=person.id))["status"])


async def administrators(bot: Caller, group: Group) -> list[tuple[str, str]]:
    listed = await bot("getChatAdministrators", chat_id=group.id)
    return [(one["user"]["first_name"], one["status"]) for one in listed]


async def test_whoever_founds_a_group_administers_it_and_names_others(
    bot: Caller, sandbox: Sandbox, alice: Person, olena: Person, friends: Group
) -> None:
    bob = await sandbox.person("Bob")
    await friends.add(bob)
    assert [await status(bot, friends, one) for one in (alice, olena)] == ["creator", "member"]
    with pytest.raises(NotPossible, match="only an administrator"):
        await friends.promote(bob, by=olena)
    await friends.promote(olena, by=alice)
    await friends.promote(bob, by=olena)
    assert await administrators(bot, friends) == [
        ("Alice", "creator"), ("Олена", "administrator"), ("Bob", "administrator"),
    ]  # fmt: skip
    with pytest.raises(NotPossible, match="stays what they are"):
        await friends.demote(alice, by=olena)
    await friends.demote(bob, by=olena)
    assert await status(bot, friends, bob) == "member"
    (joined,) = await bot.read_all()
    assert "new_chat_members" in joined["message"], "only of itself does the bot hear what it is"


async def test_who_leaves_administers_no_more(bot: Caller, alice: Person, olena: Person, friends: Group) -> None:
    await friends.promote(olena, by=alice)
    await friends.remove(olena)
    with pytest.raises(NotPossible, match="is not in this chat"):
        await friends.promote(olena, by=alice)
    await friends.add(olena)
    assert await status(bot, friends, olena) == "member"
    await friends.remove(alice)
    assert (await status(bot, friends, alice), await administrators(bot, friends)) == ("left", [])


async def test_administrators_stay_what_they_are_when_the_group_grows(
    bot: Caller, alice: Person, olena: Person, friends: Group
) -> None:
    await friends.promote(olena, by=alice)
    grown = await friends.migrate()
    await grown.promote_bot(alice)
    assert await administrators(bot, grown) == [
        ("Alice", "creator"), ("Олена", "administrator"), ("Sandbox bot", "administrator"),
    ]  # fmt: skip


async def test_who_is_removed_from_a_supergroup_comes_back_only_if_let_in(
    bot: Caller, alice: Person, olena: Person, friends: Group
) -> None:
    with pytest.raises(NotPossible, match="only an administrator"):
        await friends.remove(alice, by=olena)
    await friends.remove(olena, by=alice)
    assert await status(bot, friends, olena) == "left"
    await friends.add(olena)
    grown = await friends.migrate()
    await grown.remove(olena, by=alice)
    assert await status(bot, grown, olena) == "kicked"
    with pytest.raises(NotPossible, match="was removed"):
        await grown.add(olena)
    await grown.add(olena, by=alice)
    assert await status(bot, grown, olena) == "member"


async def test_a_private_chat_has_no_administrators(bot: Caller, alice: Person) -> None:
    reason = await bot.refused("getChatAdministrators", chat_id=alice.id)
    assert reason == "Bad Request: there are no administrators in the private chat"
