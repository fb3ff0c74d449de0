"""Whoever leaves a group keeps neither the turn nor a vote there; the others go on at once, and they may come back."""

import pytest

from bot.app.messages import MemberLeft, Person, Unknown
from bot.telegram.translate import incoming_of
from tests.bot.conftest import Stage
from tests.bot.player import by_bot, friends, wrong_guesses
from tests.bot.together.test_party import IN_TURN, begun, in_turn

ON_STAGE = pytest.mark.asyncio(loop_scope="session")


@ON_STAGE
@pytest.mark.parametrize("removed", [False, True])
async def test_the_turn_passes_to_the_next_who_is_called(stage: Stage, *, removed: bool) -> None:
    group, alice, bob, carol, secret = await in_turn(stage)
    first, second = wrong_guesses(secret, 2)
    await alice.send(f"/g {first}", chat=group)
    before = await alice.sees("👉 Bob’s turn", chat=group)
    await group.remove(bob, by=alice if removed else None)
    called = await carol.sees("👉 Carol’s turn", chat=group)
    assert called.id > before.id
    assert "Alice → Carol" in called.text
    await carol.send(f"/g {second}", chat=group)
    await carol.sees("👉 Alice’s turn", chat=group)
    await group.add(bob)
    assert (await bob.presses("I’m in", chat=group)).text == "You’re in! Your turn will come."
    await bob.sees("Alice → Bob → Carol", chat=group)


@ON_STAGE
async def test_out_of_turn_the_board_stays_where_it_is_and_nobody_is_called(stage: Stage) -> None:
    group, alice, _, carol, _ = await in_turn(stage)
    (before,) = by_bot(alice, group, "🔒")
    await group.remove(carol)
    await stage.quiet()
    (after,) = by_bot(alice, group, "🔒")
    assert after.id == before.id
    assert "Alice → Bob" in after.text
    assert "Carol" not in after.text
    assert "👉 Alice’s turn" in after.text


@ON_STAGE
async def test_bystanders_come_and_go_and_the_last_player_keeps_the_game(stage: Stage) -> None:
    group, alice, bob, carol, _ = await begun(stage, IN_TURN)
    (before,) = by_bot(alice, group, "🔒")
    for person in (bob, carol):
        await group.remove(person)
    await stage.quiet()
    assert by_bot(alice, group, "🔒") == [before]
    await group.remove(alice)
    await group.add(bob)
    await stage.quiet()
    assert stage.bot.rows("SELECT count(*) FROM games WHERE chat_id = ? AND ended_at IS NULL", group.id) == [(1,)]


@ON_STAGE
async def test_a_vote_goes_with_whoever_gave_it(stage: Stage) -> None:
    group, alice, bob, carol = await friends(stage)
    await alice.send("/play", chat=group)
    await alice.sees("I have a secret", chat=group)
    secret = stage.secret_of(group.id)
    for number, (person, guess) in enumerate(zip((bob, carol), wrong_guesses(secret, 2), strict=True), 1):
        await person.send(f"/g {guess}", chat=group)
        await person.sees(f"{number}. {guess}", chat=group)
    await bob.presses("Resign", chat=group)
    await stage.quiet()
    await group.remove(bob)
    await stage.quiet()
    assert (await carol.presses("Resign", chat=group)).text == "Noted. One more person needed."
    await stage.quiet()
    assert secret not in by_bot(carol, group, "🔒")[-1].text


def test_only_people_leave_seats() -> None:
    group = {"id": -5, "type": "group", "title": "Friends"}
    bob = {"id": 6, "is_bot": False, "first_name": "Bob"}
    service = {"message_id": 3, "date": 1, "chat": group, "from": bob | {"id": 7}}
    left = incoming_of({"update_id": 1, "message": service | {"left_chat_member": bob}}, 42)
    assert isinstance(left, MemberLeft)
    assert left.person == Person(6, "Bob")
    bot = {"update_id": 1, "message": service | {"left_chat_member": bob | {"id": 42, "is_bot": True}}}
    assert isinstance(incoming_of(bot, 42), Unknown)
