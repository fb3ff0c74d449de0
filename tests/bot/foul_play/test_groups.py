"""Groups in which somebody spoils a game: its topic is closed, bystanders interfere, players go, other bots write."""

from dataclasses import dataclass

import pytest

from sandbox import client
from sandbox.client import Group, Person
from tests.bot.conftest import Stage
from tests.bot.foul_play.test_forged import written
from tests.bot.player import by_bot, friends, talk, turns_on, wrong_guesses
from tests.bot.solo.test_number_game import number_of
from tests.bot.together.test_party import IN_TURN, alert_text, begun, in_turn, wait_long

pytestmark = pytest.mark.asyncio(loop_scope="session")

# A topic is closed in mid-game: the game rests, General is told in one line, and its players alone go on there
RESTS, HERE, TWO = "The game is paused", "▶️ Continue here", "2 guesses so far"
REFUSED = ["TOPIC_CLOSED", "TOPIC_DELETED", "message thread not found", "TOPIC_ID_INVALID"]
UNWRITABLE = [
    *("CHAT_RESTRICTED", "CHAT_WRITE_FORBIDDEN", "CHAT_SEND_PLAIN_FORBIDDEN", "CHAT_GUEST_SEND_FORBIDDEN"),
    *("CHAT_ADMIN_REQUIRED", "CHANNEL_PRIVATE", "USER_BANNED_IN_CHANNEL", "TOPIC_CLOSED"),
    *("need administrator rights in the channel chat", "not enough rights to send text messages to the chat"),
]


@dataclass(frozen=True)
class Forum:
    """Alice has begun a game in a topic of her forum, Bob has guessed once, and Eve looks on."""

    stage: Stage
    group: Group
    games: client.Topic
    alice: Person
    bob: Person
    eve: Person

    async def guess(self, number: int, who: Person, place: Group | client.Topic) -> None:
        guess = wrong_guesses(self.stage.secret_of(self.group.id), 9)[number]
        await self.stage.after(who.send(f"/g {guess}", chat=place))

    async def fails(self, method: str, why: str, times: int = 1) -> None:
        await self.stage.sandbox.fault(method, "400", description=f"Bad Request: {why}", chat=self.group, times=times)

    def shows(self, words: str = "") -> tuple[list[int | None], int]:
        """In which topics boards stand, all with these words; and how often the game is said to be paused."""
        boards = by_bot(self.alice, self.group, "🔒")
        assert all(words in board.text for board in boards)
        return [board.topic for board in boards], len(by_bot(self.alice, self.group, RESTS))


async def in_forum(stage: Stage) -> Forum:
    alice, bob, eve = [await stage.sandbox.person(name) for name in ("Alice", "Bob", "Eve")]
    group = await (await stage.sandbox.group("Forum", alice, bob, eve)).becomes_forum()
    forum = Forum(stage, group, await group.topic("Games", by=alice), alice, bob, eve)
    await talk("/play → I have a secret", alice, chat=forum.games)
    await forum.guess(0, bob, forum.games)
    return forum


async def resting(stage: Stage) -> Forum:
    """The same, once the topic of the game is closed and General has heard of it."""
    forum = await in_forum(stage)
    await forum.games.close()
    await stage.after(forum.alice.sees(RESTS, chat=forum.group))
    return forum


async def test_a_game_rests_and_its_players_go_on_in_general(stage: Stage) -> None:
    forum = await resting(stage)
    line = await forum.eve.sees(RESTS, chat=forum.group)
    assert (await forum.eve.presses(HERE, on=line)).text == "That’s for the players of this game."
    assert (line.topic, forum.shows()) == (None, ([forum.games.thread], 1))
    await stage.after(forum.bob.presses(HERE, on=line))
    assert forum.shows() == ([None], 0)
    await forum.guess(1, forum.eve, forum.group)
    assert forum.shows(TWO) == ([None], 0)


@pytest.mark.parametrize("reason", REFUSED)
async def test_whatever_says_that_a_topic_is_closed_lets_the_game_rest(stage: Stage, reason: str) -> None:
    forum = await in_forum(stage)
    for number in (1, 2, 3):
        await stage.quiet()  # and the board was sent so long ago that it comes down for the next guess
        stage.bot.change("UPDATE slots SET shown_at = shown_at - 99 WHERE chat_id = ?", forum.group.id)
        await forum.fails("sendMessage", reason)
        await forum.guess(number, forum.alice, forum.games)
        await forum.alice.sees(RESTS, chat=forum.group)
    await stage.quiet()
    assert forum.shows() == ([forum.games.thread], 1)
    await talk(f"[{HERE}] → 4 guesses so far", forum.alice, chat=forum.group)


async def test_a_deleted_topic_takes_no_game_with_it_and_another_that_is_closed_concerns_none(stage: Stage) -> None:
    forum = await in_forum(stage)
    await (await forum.group.topic("Talk", by=forum.alice)).close()
    await forum.guess(1, forum.alice, forum.games)
    assert forum.shows(TWO) == ([forum.games.thread], 0)
    await forum.games.delete()
    await forum.guess(2, forum.bob, forum.group)
    assert forum.shows("3 guesses so far") == ([None], 0)


async def test_what_is_pressed_twice_or_too_late_moves_nothing(stage: Stage) -> None:
    forum = await resting(stage)
    [line] = by_bot(forum.alice, forum.group, RESTS)
    await forum.guess(1, forum.bob, forum.group)  # who goes on by a guess needs no button
    [board] = by_bot(forum.alice, forum.group, "🔒")
    for other in (board, await forum.bob.send("Here!", chat=forum.group)):
        forged = await forum.alice.forges(line.keyboard[0][0].value, on=other)
        assert forged.text == "This button is out of date."
    await stage.quiet()
    assert ([message.id for message in by_bot(forum.alice, forum.group, "🔒")], forum.shows()[1]) == ([board.id], 0)


async def test_what_ends_in_a_topic_that_was_closed_again_is_told_elsewhere(stage: Stage) -> None:
    forum = await resting(stage)
    await forum.games.reopen()
    await forum.guess(1, forum.alice, forum.games)
    assert forum.shows(TWO) == ([forum.games.thread], 0)
    await forum.games.close()
    await stage.after(forum.alice.sees(RESTS, chat=forum.group))
    await forum.fails("editMessageText", "TOPIC_CLOSED", times=2)
    await forum.alice.send(f"/g {stage.secret_of(forum.group.id)}", chat=forum.games)
    assert (await stage.after(forum.alice.sees("🎉", chat=forum.group))).topic is None
    assert forum.shows()[1] == 0


@pytest.mark.parametrize("reason", UNWRITABLE)
async def test_a_chat_that_cannot_be_written_to_is_no_fault_of_ours(stage: Stage, reason: str) -> None:
    forum = await in_forum(stage)
    failed = stage.bot.rows("SELECT count(*) FROM failed_messages")
    await forum.fails("sendMessage", reason)
    await stage.after(forum.alice.send("/rules", chat=forum.group))
    assert stage.bot.rows("SELECT count(*) FROM failed_messages") == failed
    await stage.sandbox.clear_faults()
    await forum.guess(1, forum.alice, forum.games)
    assert len(forum.shows(TWO)[0]) == 1


# A group's language and look are chosen by administrators or whoever added the bot; everybody else is told so
FOR_ADMINS = "Admins of this group, and whoever added me, choose its language and look."
CHOICES = [("/language", "Русский"), ("/settings", "Русский"), ("/settings", "1B\u00a02C")]


def settings(stage: Stage, group: Group) -> list[tuple[str | None, str]]:
    return stage.bot.rows("SELECT language, style FROM chats WHERE chat_id = ?", group.id)


async def gathered(stage: Stage) -> tuple[Group, Person, Person]:
    ann, bob = [await stage.sandbox.person(name) for name in ("Ann", "Bob")]
    return await stage.after(stage.sandbox.group("Friends", ann, bob)), ann, bob


async def chooses(stage: Stage, person: Person, group: Group, command: str, button: str) -> str:
    await stage.after(person.send(command, chat=group))
    answer = await stage.after(person.presses(button, chat=group))
    return alert_text(answer) if answer.alert else answer.text or ""


@pytest.mark.parametrize(("command", "button"), CHOICES)
async def test_a_member_changes_nothing_and_an_administrator_does(stage: Stage, command: str, button: str) -> None:
    group, ann, bob = await gathered(stage)
    before = settings(stage, group)
    assert FOR_ADMINS in await chooses(stage, bob, group, command, button)
    assert settings(stage, group) == before
    await chooses(stage, ann, group, command, button)
    assert settings(stage, group) != before


async def test_whoever_is_made_an_administrator_or_added_the_bot_may(stage: Stage) -> None:
    group, ann, bob = await gathered(stage)
    await group.promote(bob, by=ann)
    assert FOR_ADMINS not in await chooses(stage, bob, group, *CHOICES[0])
    other, ann, bob = await gathered(stage)
    await other.remove_bot(ann)
    await stage.after(other.add_bot(bob))
    await chooses(stage, bob, other, *CHOICES[0])
    assert [settings(stage, each)[0][0] for each in (group, other)] == ["ru", "ru"]
    third, _, carol = await gathered(stage)
    assert FOR_ADMINS in await chooses(stage, carol, third, *CHOICES[0])
    kept = "SELECT content FROM prompts WHERE person_id = ? AND kind LIKE 'added-to%'"
    assert stage.bot.rows(kept, bob.id) == [("1",)]
    await talk("/language\n[Русский] → Выбери язык", bob)  # everybody chooses for themselves in private


async def test_where_telegram_does_not_answer_one_is_asked_to_try_again(own_stage: Stage) -> None:
    group, _, bob = await gathered(own_stage)
    before = settings(own_stage, group)
    await own_stage.after(bob.send("/language", chat=group))
    await own_stage.sandbox.fault("getChatMember", "500")
    assert "Try again" in alert_text(await bob.presses("Русский", chat=group))
    assert settings(own_stage, group) == before


# Bystanders neither end nor slow a game of others; who plays in it, or has begun it, does
FOR_PLAYERS = "Only whoever started this game, or has guessed in it, can decide that."
BEGUN = pytest.mark.parametrize("begin", ["/play", "/number 1 100"])
ONE_MORE = "Noted. One more person needed."


async def playing(stage: Stage, begin: str) -> tuple[Group, Person, Person, Person]:
    group, alice, bob, carol = await friends(stage)
    await stage.after(talk(f"{begin} → /guess", alice, chat=group))
    return group, alice, bob, carol


async def guesses(stage: Stage, group: Group, *people: Person, begin: str = "/play") -> None:
    if "number" in begin:  # none of them follows from those before
        wrong = [">10", ">20", ">30"] if number_of(stage, group.id) > 50 else ["<90", "<80", "<70"]
    else:
        wrong = wrong_guesses(stage.secret_of(group.id), 3)
    for number, (person, guess) in enumerate(zip(people, wrong, strict=False), 1):
        await talk(f"/g {guess} → {number}. {guess}", person, chat=group)
    await stage.quiet()


async def refused(group: Group, button: str, *people: Person) -> None:
    for person in people:
        assert FOR_PLAYERS in alert_text(await person.presses(button, chat=group))


def is_on(stage: Stage, group: Group) -> bool:
    return stage.bot.rows("SELECT count(*) FROM games WHERE chat_id = ? AND ended_at IS NULL", group.id) == [(1,)]


@BEGUN
async def test_bystanders_end_no_game_and_keep_none_on(stage: Stage, begin: str) -> None:
    group, alice, bob, carol = await playing(stage, begin)
    await refused(group, "Resign", bob, carol)
    await guesses(stage, group, bob, begin=begin)
    await bob.presses("Resign", chat=group)
    await refused(group, "Resign", carol)
    await talk(f"/resign → {FOR_PLAYERS}", carol, chat=group)
    assert is_on(stage, group)
    group, alice, bob, carol = await playing(stage, begin)
    await guesses(stage, group, bob, begin=begin)
    await talk("[Resign] → Resign and see", alice, chat=group)
    await refused(group, "Keep playing", carol)
    await stage.after(alice.presses("Yes, show it", chat=group))
    assert not is_on(stage, group)


@BEGUN
async def test_those_who_play_end_it_together_and_whoever_began_it_alone(stage: Stage, begin: str) -> None:
    group, _, bob, carol = await playing(stage, begin)
    await guesses(stage, group, bob, carol, begin=begin)
    assert (await stage.after(bob.presses("Resign", chat=group))).text == ONE_MORE
    await stage.after(carol.presses("Resign", chat=group))
    other, alice, *_ = await playing(stage, begin)
    await stage.after(alice.presses("Resign", chat=other))
    assert not is_on(stage, group)
    assert not is_on(stage, other)


# Whoever leaves a group keeps neither the turn nor a vote there; the others go on at once, and they may come back
@pytest.mark.parametrize("removed", [False, True])
async def test_the_turn_passes_to_the_next_who_is_called(stage: Stage, *, removed: bool) -> None:
    group, alice, bob, carol, secret = await in_turn(stage)
    first, second = wrong_guesses(secret, 2)
    await refused(group, "Without Alice", bob, carol)  # two who have just sat down pass nobody over
    before = await talk(f"/g {first} → 👉 Bob’s turn", alice, chat=group)
    await group.remove(bob, by=alice if removed else None)
    called = await carol.sees("👉 Carol’s turn", chat=group)
    assert called.id > before.id
    assert "Alice → Carol" in called.text
    await talk(f"/g {second} → 👉 Alice’s turn", carol, chat=group)
    await group.add(bob)
    assert (await bob.presses("I’m in", chat=group)).text == "You’re in! Your turn will come."
    await bob.sees("Alice → Bob → Carol", chat=group)
    wait_long(stage, group)
    await talk("[Without Alice] → 👉 Bob’s turn", carol, chat=group)


async def test_out_of_turn_nobody_is_called_bystanders_go_and_the_last_player_keeps_the_game(stage: Stage) -> None:
    group, alice, bob, carol, _ = await in_turn(stage)
    (before,) = by_bot(alice, group, "🔒")
    await stage.after(group.remove(carol))
    (after,) = by_bot(alice, group, "🔒")
    stands = [words in after.text for words in ("Alice → Bob", "👉 Alice’s turn", "Carol")]
    assert (after.id, stands) == (before.id, [True, True, False])
    group, alice, bob, carol, _ = await begun(stage, IN_TURN)
    (before,) = by_bot(alice, group, "🔒")
    for person in (bob, carol):
        await stage.after(group.remove(person))
    assert by_bot(alice, group, "🔒") == [before]
    await group.remove(alice)
    await stage.after(group.add(bob))
    assert is_on(stage, group)


async def test_a_vote_goes_with_whoever_gave_it(stage: Stage) -> None:
    group, _, bob, carol = await playing(stage, "/play")
    await guesses(stage, group, bob, carol)
    await stage.after(bob.presses("Resign", chat=group))
    await stage.after(group.remove(bob))
    assert (await stage.after(carol.presses("Resign", chat=group))).text == ONE_MORE
    assert is_on(stage, group)


async def test_neither_another_bot_nor_who_plays_in_private_guesses_in_a_groups_game(stage: Stage) -> None:
    group, alice, *_ = await stage.after(friends(stage))
    place = {"id": group.id, "type": "group", "title": group.title}
    for text in ("/play", "/party", "/duel", "/number", "/daily", "/settings"):
        await stage.sandbox.update({"message": written(text, chat=place)})
    await stage.quiet()
    assert stage.bot.rows("SELECT count(*) FROM games WHERE chat_id = ?", group.id) == [(0,)]
    await talk("/play → I have a secret", alice, chat=group)
    first, second = wrong_guesses(stage.secret_of(group.id), 2)
    await stage.sandbox.update({"message": written(f"/g {first}", chat=place)})
    await talk("/play → or tap it below", alice)
    await talk(f"{wrong_guesses(stage.secret_of(alice.id), 1)[0]} → 1 guess so far", alice)
    board = await talk(f"/g {second} → 1. {second}", alice, chat=group)
    assert [turn[1] for turn in turns_on(board.text)] == [second]


# What others wrote is no word of whoever forwards it to a group; in private it is what was meant by forwarding it
async def test_what_is_forwarded_to_a_group_ends_no_game_and_is_no_guess_and_what_is_typed_is(stage: Stage) -> None:
    group, alice, bob, carol = await playing(stage, "/play")
    await group.promote_bot(alice)  # it hears everything
    await guesses(stage, group, bob)
    *_, board = before = by_bot(alice, group)
    talked = await stage.sandbox.group("Elsewhere", carol, alice, bot=False)
    unused = wrong_guesses(stage.secret_of(group.id), 9)[4]
    for text in ("/resign", f"/g {unused}", unused, "/stop", "/cancel", "/play mini", "/settings"):
        said = await carol.send(text, chat=talked)
        for who in (alice, alice, carol):
            await stage.after(who.forwards(said, group))
    assert by_bot(alice, group) == before
    assert is_on(stage, group)
    copy = await bob.forwards(board, group)  # nor is a board one that somebody has forwarded
    await stage.after(bob.send(unused, chat=group, reply_to=copy))
    assert by_bot(alice, group) == before
    await talk(f"/g {unused} → 2. {unused}", bob, chat=group)
    await talk("/resign → Resign and see", alice, chat=group)
    await stage.after(alice.send("/resign", chat=group))
    assert not is_on(stage, group)


async def test_in_private_a_forwarded_code_is_a_guess_and_a_forwarded_board_is_reviewed(stage: Stage) -> None:
    group, alice, bob, _ = await playing(stage, "/play")
    await guesses(stage, group, bob, bob)
    await talk("/resign → Resign and see\n/resign → The secret was", alice, chat=group)
    board = await bob.sees("The secret was", chat=group)
    await stage.after(bob.forwards(board))
    assert "📊" in by_bot(bob)[-1].text
    await talk("/play → or tap it below", alice)
    code = await bob.send(wrong_guesses(stage.secret_of(alice.id), 1)[0], chat=await bob.meets(alice))
    await alice.forwards(code)
    await alice.sees("1 guess so far")
