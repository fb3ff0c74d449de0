"""Whose words go where: among several boards in a group, by a reply beside a match, and once a game is over."""

from dataclasses import replace

from bot.app.kind import slot_of
from bot.app.kinds.match.model import Match
from bot.app.messages import Chat, Person
from bot.app.work import Work
from tests.bot.inside import Inside, inside
from tests.bot.test_side_by_side import ANN, BOB, CAROL, GROUP, PRIVATE, SECRET, begins, guessed

DAN = Person(1004, "Dan", "en")


async def finish(bot: Inside, slot: str, person: Person = ANN) -> None:
    """The person breaks the secret of that board."""
    await replace(bot, person=person).says("/g 0123", to=slot)


async def question(bot: Inside, person: Person) -> tuple[str, str]:
    """The first button of the question for which game is meant what the person has typed, and its slot."""
    await replace(bot, person=person).says("/g 9876")
    return next((data, slot) for data, slot in reversed(bot.buttons) if slot.startswith("which"))


async def test_in_a_group_whoever_plays_two_boards_types_for_neither_of_anothers() -> None:
    async with inside(SECRET, GROUP) as bot:
        await begins(bot, ANN)
        await begins(bot, ANN)
        theirs = await begins(bot, BOB)
        await bot.says("/g 9876")
        await bot.says("/resign")
        assert (await guessed(bot))[2] == ["4567"]
        assert "wants to resign." not in bot.screens[theirs][1].html


async def test_a_reply_to_a_board_beside_a_match_is_for_the_board() -> None:
    async with inside(SECRET, PRIVATE) as bot:
        board = await begins(bot)
        await bot.says("/match club classic")
        await bot.says("9876", to=board)
        assert await guessed(bot) == [["4567", "9876"]]


async def test_a_reply_to_one_of_two_matches_is_for_that_one() -> None:
    async with inside(SECRET, PRIVATE) as bot:
        await bot.says("/match club classic")
        await bot.says("9876")
        await bot.says("/match casual classic")
        first, _ = await bot.store.run(lambda work: work.games.running_of(ANN.id, Match))
        await bot.says("8765", to=slot_of(first.id))
        first, second = await bot.store.run(lambda work: work.games.running_of(ANN.id, Match))
        assert (8, 7, 6, 5) in [turn.guess for turn in first.game.turns]
        assert (8, 7, 6, 5) not in second.game.secrets


async def test_a_press_on_a_board_that_is_over_moves_nobodys_words() -> None:
    async with inside(SECRET, PRIVATE) as bot:
        over = await begins(bot, touched=False)
        await finish(bot, over)
        await begins(bot)
        await begins(bot)
        await bot.presses(f"1:proof:{over.partition(':')[2]}:1", over)
        await bot.says("9876")
        assert await guessed(bot) == [["4567"], ["4567", "9876"]]


async def test_nobody_else_answers_the_question_which_game_is_meant() -> None:
    async with inside(SECRET, GROUP) as bot:
        await begins(bot, ANN)
        await begins(bot, BOB)
        await bot.store.run(_forget_focus)
        data, slot = await question(bot, CAROL)
        await replace(bot, person=DAN).presses(data, slot)
        assert await guessed(bot) == [["4567"], ["4567"]]
        await replace(bot, person=CAROL).presses(data, slot)
        assert await guessed(bot) == [["4567"], ["4567", "9876"]]


async def test_what_was_typed_elsewhere_is_not_what_a_question_in_a_group_is_about() -> None:
    async with inside(SECRET, PRIVATE) as bot:
        await begins(bot)
        await begins(bot)
        await bot.store.run(lambda work: _forget_focus(work, PRIVATE), PRIVATE.id)
        await bot.says("9821")
        group = replace(bot, chat=GROUP, screens={})
        await begins(group, BOB)
        await begins(group, CAROL)
        await bot.store.run(_forget_focus)
        data, slot = await question(group, DAN)
        await group.presses(data, slot)
        assert await guessed(group) == [["4567"], ["4567"]]


async def _forget_focus(work: Work, chat: Chat = GROUP) -> None:
    work.games.focus_on(chat, None)
