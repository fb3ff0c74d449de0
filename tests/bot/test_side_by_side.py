"""Any number of games on boards in one chat: which one is meant, which go away, and how many there may be."""

from dataclasses import replace
from itertools import count, islice

import pytest

from bot.app.kind import slot_of
from bot.app.kinds.alone.model import Alone
from bot.app.messages import Chat, Person
from bot.app.model.duels import Target
from bot.app.model.game import BOARDS, BOARDS_OF_ONE, BoardGame, Header
from bot.app.work import Work
from tests.bot.inside import Inside, inside

ANN, BOB, CAROL = (Person(number, name, "en") for number, name in ((1001, "Ann"), (1002, "Bob"), (1003, "Carol")))
PRIVATE, GROUP = Chat(ANN.id), Chat(-5)
SECRET = (0, 1, 2, 3)


async def running(bot: Inside) -> list[BoardGame]:
    """The games on boards that are on, the oldest first."""
    games = await bot.store.run(lambda work: work.games.running_in(bot.chat.id))
    return [game for game in games if isinstance(game, BoardGame)]


async def guessed(bot: Inside) -> list[list[str]]:
    """What has been guessed in each."""
    return [[game.game.variant.show(turn.guess) for turn in game.game.turns] for game in await running(bot)]


async def begins(bot: Inside, person: Person = ANN, *, touched: bool = True, order: str = "/play") -> str:
    """The slot of a game that the person has begun, with one guess where it is touched."""
    them = replace(bot, person=person)
    before = {game.id for game in await running(bot)}
    await them.says(order)
    (new,) = [game for game in await running(bot) if game.id not in before]
    if touched:
        await them.says("/g 4567", to=slot_of(new.id))
    return slot_of(new.id)


async def test_in_private_what_is_typed_is_for_the_board_that_one_acted_on_last() -> None:
    async with inside(SECRET, PRIVATE) as bot:
        first = await begins(bot)
        second = await begins(bot)
        await bot.says("9876")
        assert await guessed(bot) == [["4567"], ["4567", "9876"]]
        await bot.says("9867", to=first)
        await bot.says("9768")
        assert await guessed(bot) == [["4567", "9867", "9768"], ["4567", "9876"]]
        assert bot.screens[first][0] > bot.screens[second][0]


async def test_a_new_board_says_that_the_others_go_on() -> None:
    async with inside(SECRET, PRIVATE) as bot:
        assert "🎮 Your other games are still open: /games" not in bot.screens[await begins(bot, touched=False)][1].html
        await bot.says("4567")
        assert "🎮 Your other games are still open: /games" in bot.screens[await begins(bot, touched=False)][1].html


async def test_the_list_tells_them_apart() -> None:
    async with inside(SECRET, PRIVATE) as bot:
        await begins(bot)
        await begins(bot)
        await bot.says("9876")
        await bot.says("/play mini evil")
        await bot.says("/games")
        listed = bot.screens["menu"][1].html
        assert "🎯 With the bot · 4 digits · 1 guess · 0 min\n" in listed
        assert "🎯 With the bot · 4 digits · 2 guesses · 0 min\n" in listed
        assert "😈 Evil · 4 digits from 1 to 5" in listed


async def test_one_in_which_nothing_was_done_goes_away_for_the_next() -> None:
    async with inside(SECRET, PRIVATE) as bot:
        await begins(bot, touched=False)
        await bot.says("/play mini")
        await bot.says("/think")
        await bot.says("/number")
        assert await running(bot) == []
        await bot.says("/play classic")
        assert [game.game.variant.name for game in await running(bot)] == ["classic"]


async def test_the_same_again_shows_the_board_that_waits() -> None:
    async with inside(SECRET, PRIVATE) as bot:
        await begins(bot, touched=False)
        await bot.says("/play")
        assert len(await running(bot)) == 1


async def test_there_are_no_more_than_so_many_in_a_chat() -> None:
    async with inside(SECRET, PRIVATE) as bot:
        for _ in range(BOARDS):
            await begins(bot)
        for order in ("/play", "/play mini", "/think", "/number"):
            await bot.says(order)
            assert "10 games are open here, and that’s the limit." in bot.screens["menu"][1].html
        games = await bot.store.run(lambda work: work.games.running_in(PRIVATE.id))
        assert len(games) == BOARDS
        await bot.says("/resign", to=slot_of(games[0].id))
        await bot.presses(f"1:giveup:{games[0].id}:1", slot_of(games[0].id))
        await begins(bot)


async def test_in_a_group_nobody_begins_so_many_that_others_find_no_room() -> None:
    async with inside(SECRET, GROUP) as bot:
        for _ in range(BOARDS_OF_ONE):
            await begins(bot)
        await bot.says("/play")
        assert "Ann: You started 3 of the games here" in bot.screens["menu"][1].html
        assert len(await running(bot)) == BOARDS_OF_ONE
        await begins(bot, BOB)


async def test_in_a_full_group_one_in_which_nothing_was_done_makes_way() -> None:
    async with inside(SECRET, GROUP) as bot:
        people = (Person(number, f"P{number}", "en") for number in count(1001))
        first, *others = islice(people, BOARDS)
        untouched = await begins(bot, first, touched=False, order="/play mini")
        for person in others:
            await begins(bot, person, order="/play classic")
        assert len(await running(bot)) == BOARDS
        await begins(bot, next(people), touched=False, order="/play evil")
        games = await running(bot)
        assert len(games) == BOARDS
        assert untouched not in {slot_of(game.id) for game in games}
        await replace(bot, person=BOB).says("/g 1234", to=slot_of(games[-1].id))
        await replace(bot, person=next(people)).says("/play")
        assert "10 games are open here, and that’s the limit." in bot.screens["menu"][1].html


async def test_in_a_group_nothing_of_anothers_goes_away_while_there_is_room() -> None:
    async with inside(SECRET, GROUP) as bot:
        await begins(bot, ANN, touched=False)
        await replace(bot, person=BOB).says("/play mini")
        assert [game.starter for game in await running(bot)] == [ANN.id, BOB.id]


async def test_a_party_that_somebody_has_joined_is_not_put_away_by_whoever_began_it() -> None:
    async with inside(SECRET, GROUP) as bot:
        await bot.says("/party")
        await bot.presses("1:party:c0", "menu")
        (party,) = await running(bot)
        await replace(bot, person=BOB).presses(f"1:in:{party.id}:0", slot_of(party.id))
        await bot.says("/play")
        assert len(await running(bot)) == 2


async def test_a_board_that_somebody_else_begins_takes_nothing_from_those_who_play_another() -> None:
    async with inside(SECRET, GROUP) as bot:
        await begins(bot, ANN)
        await begins(bot, BOB, touched=False)
        await bot.says("/g 9876")
        await replace(bot, person=BOB).says("/g 9867")
        await replace(bot, person=CAROL).says("/g 9768")
        assert await guessed(bot) == [["4567", "9876"], ["9867", "9768"]]


async def test_in_a_group_a_press_on_a_board_that_stands_higher_moves_nobody_elses_words() -> None:
    async with inside(SECRET, GROUP) as bot:
        first = await begins(bot, ANN)
        await begins(bot, BOB)
        await bot.presses(f"1:proof:{first.partition(':')[2]}:1", first)
        await replace(bot, person=CAROL).says("/g 9768")
        assert await guessed(bot) == [["4567"], ["4567", "9768"]]


@pytest.mark.parametrize("in_contest", [False, True])
async def test_a_game_in_a_contest_is_never_put_away(*, in_contest: bool) -> None:
    target = Target("00" * 8, "Bob", 3, solved=True) if in_contest else None

    async def enter(work: Work) -> None:
        game = next(iter(await work.games.running_in(PRIVATE.id)))
        assert isinstance(game, Alone)
        work.games.save(replace(game, target=target))

    async with inside(SECRET, PRIVATE) as bot:
        await begins(bot, touched=False)
        await bot.store.run(enter, PRIVATE.id)
        await bot.says("/play mini")
        assert len(await running(bot)) == 1 + in_contest


async def test_a_press_twice_or_out_of_a_backlog_begins_one() -> None:
    async with inside(SECRET, PRIVATE) as bot:
        first = await begins(bot)
        await bot.says("/resign", to=first)
        game = first.partition(":")[2]
        await bot.presses(f"1:giveup:{game}:1", first)
        for _ in range(3):
            await bot.presses(f"1:again:{game}:1", first)
        assert len(await running(bot)) == 1


async def test_a_game_that_is_taken_up_again_counts_as_one() -> None:
    async with inside(SECRET, PRIVATE) as bot:
        await bot.says("/think")
        (game,) = await running(bot)
        await bot.says("4B0C")
        for _ in range(BOARDS):
            await begins(bot)
        sent = await bot.presses(f"1:reopen:{game.id}:1", slot_of(game.id))
        assert "10 games are open here, and that’s the limit." in str(sent)
        ids: list[Header] = list(await bot.store.run(lambda work: work.games.running_in(PRIVATE.id)))
        assert game.id not in {other.id for other in ids}


async def test_a_party_that_is_begun_twice_is_one() -> None:
    async with inside(SECRET, GROUP) as bot:
        for person in (ANN, ANN, BOB):
            await replace(bot, person=person).says("/party")
            await replace(bot, person=person).presses("1:party:c0", "menu")
        (party,) = await running(bot)
        assert party.starter == ANN.id


async def test_a_party_in_turn_that_is_begun_again_twice_is_one() -> None:
    async with inside(SECRET, GROUP) as bot:
        await bot.says("/party")
        await bot.presses("1:party:c0", "menu")
        (party,) = await running(bot)
        await replace(bot, person=BOB).presses(f"1:in:{party.id}:0", slot_of(party.id))
        await bot.says("/g 0123")
        await replace(bot, person=BOB).says("/g 4567")
        for _ in range(3):
            await bot.presses(f"1:again:{party.id}:1", slot_of(party.id))
        (again,) = await running(bot)
        assert again.id != party.id
