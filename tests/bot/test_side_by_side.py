"""Any number of games on boards in one chat: which one is meant, which go away, and how many there may be."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count, islice

from bot.app.contests.model import Target
from bot.app.kind import slot_of
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.match.model import Match
from bot.app.messages import Chat, Person
from bot.app.model.game import BOARDS, BOARDS_OF_ONE, BoardGame, Header
from bot.app.screen import Answer
from bot.app.texts import texts_in
from bot.app.work import Work
from tests.bot.inside import Inside, inside

ANN, BOB, CAROL, DAN = (Person(1001 + at, name, "en") for at, name in enumerate(("Ann", "Bob", "Carol", "Dan")))
PRIVATE, GROUP = Chat(ANN.id), Chat(-5)
SECRET = (0, 1, 2, 3)
OTHERS = "🎮 Unfinished games: /games"
FULL = f"{BOARDS} games are open here, and that’s the limit."


async def running(bot: Inside) -> list[BoardGame]:
    games = await bot.store.run(lambda work: work.games.running_in(bot.chat.id))
    return [game for game in games if isinstance(game, BoardGame)]


async def guessed(bot: Inside) -> list[list[str]]:
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


@asynccontextmanager
async def boards(chat: Chat, *people: Person) -> AsyncIterator[tuple[Inside, list[str]]]:
    """The bot, and the boards that these people have begun in the chat, with one guess on each."""
    async with inside(SECRET, chat) as bot:
        yield bot, [await begins(bot, person) for person in people]


async def say(bot: Inside, *texts: str, person: Person = ANN) -> list[object]:
    return [await replace(bot, person=person).says(text) for text in texts][-1]


def menu(bot: Inside) -> str:
    return bot.screens["menu"][1].html


async def a_party(bot: Inside, *people: Person) -> BoardGame:
    for person in people:
        await say(bot, "/party", person=person)
        await replace(bot, person=person).presses("1:party:c0", "menu")
    (party,) = await running(bot)
    return party


async def test_in_private_what_is_typed_is_for_the_board_that_one_acted_on_last() -> None:
    async with boards(PRIVATE, ANN, ANN) as (bot, (first, second)):
        await bot.says("9876")
        assert await guessed(bot) == [["4567"], ["4567", "9876"]]
        await bot.says("9867", to=first)
        await bot.says("9768")
        assert await guessed(bot) == [["4567", "9867", "9768"], ["4567", "9876"]]
        assert bot.screens[first][0] > bot.screens[second][0]


async def test_a_new_board_says_that_the_others_go_on_and_the_list_tells_them_apart() -> None:
    async with boards(PRIVATE) as (bot, _):
        assert OTHERS not in bot.screens[await begins(bot, touched=False)][1].html
        await bot.says("4567")
        assert OTHERS in bot.screens[await begins(bot, touched=False)][1].html
        await say(bot, "4567", "9876", "/play mini evil", "/games")
        one = "🎯 With the bot · 4 digits · "
        for line in (f"{one}1 guess\n", f"{one}2 guesses\n", "😈 Evil · 4 digits from 1 to 5"):
            assert line in menu(bot)


async def test_one_in_which_nothing_was_done_goes_away_for_the_next_and_the_same_again_shows_it() -> None:
    async with boards(PRIVATE) as (bot, _):
        await say(bot, "/play", "/play")
        assert len(await running(bot)) == 1
        await say(bot, "/play mini", "/think", "/number")
        assert await running(bot) == []
        await bot.says("/play classic")
        assert [game.game.variant.name for game in await running(bot)] == ["classic"]


async def test_there_are_no_more_than_so_many_in_a_chat_nor_of_one_persons_that_others_find_no_room() -> None:
    async with boards(PRIVATE, *[ANN] * BOARDS) as (bot, (first, *_)):
        for order in ("/play", "/play mini", "/think", "/number"):
            await bot.says(order)
            assert FULL in menu(bot)
        assert len(await bot.store.run(lambda work: work.games.running_in(PRIVATE.id))) == BOARDS
        await bot.says("/resign", to=first)
        await bot.presses(f"1:giveup:{first.partition(':')[2]}:1", first)
        await begins(bot)
    async with boards(GROUP, *[ANN] * BOARDS_OF_ONE) as (bot, _):
        await bot.says("/play")
        assert f"Ann: You started {BOARDS_OF_ONE} of the games here" in menu(bot)
        assert len(await running(bot)) == BOARDS_OF_ONE
        await begins(bot, BOB)


async def test_in_a_full_group_one_in_which_nothing_was_done_makes_way() -> None:
    people = (Person(number, f"P{number}", "en") for number in count(1001))
    async with boards(GROUP) as (bot, _):
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
        await say(bot, "/play", person=next(people))
        assert FULL in menu(bot)


async def test_in_a_group_nothing_of_anothers_goes_away_while_there_is_room_nor_a_party_that_somebody_joined() -> None:
    async with boards(GROUP) as (bot, _):
        await begins(bot, ANN, touched=False)
        await say(bot, "/play mini", person=BOB)
        assert [game.starter for game in await running(bot)] == [ANN.id, BOB.id]
    async with boards(GROUP) as (bot, _):
        party = await a_party(bot, ANN)
        await replace(bot, person=BOB).presses(f"1:in:{party.id}:0", slot_of(party.id))
        await bot.says("/play")
        assert len(await running(bot)) == 2


async def test_a_board_of_somebody_elses_takes_nothing_from_those_who_play_others() -> None:
    async with boards(GROUP, ANN, ANN, BOB) as (bot, (*_, theirs)):
        await say(bot, "/g 9876", "/resign")
        assert (await guessed(bot))[2] == ["4567"]
        assert "wants to resign." not in bot.screens[theirs][1].html
    async with boards(GROUP, ANN) as (bot, _):
        await begins(bot, BOB, touched=False)
        for person, text in ((ANN, "/g 9876"), (BOB, "/g 9867"), (CAROL, "/g 9768")):
            await say(bot, text, person=person)
        assert await guessed(bot) == [["4567", "9876"], ["9867", "9768"]]


async def test_a_game_in_a_contest_is_never_put_away() -> None:
    async def enter(work: Work) -> None:
        game = next(iter(await work.games.running_in(PRIVATE.id)))
        assert isinstance(game, Alone)
        work.games.save(replace(game, target=Target("00" * 8, "Bob", 3, solved=True)))

    async with boards(PRIVATE) as (bot, _):
        await begins(bot, touched=False)
        await bot.store.run(enter, PRIVATE.id)
        await bot.says("/play mini")
        assert len(await running(bot)) == 2


async def test_a_press_twice_or_out_of_a_backlog_begins_one_game() -> None:
    async with boards(PRIVATE, ANN) as (bot, (first,)):
        await bot.says("/resign", to=first)
        for verb in ("giveup", "again", "again", "again"):
            await bot.presses(f"1:{verb}:{first.partition(':')[2]}:1", first)
        assert len(await running(bot)) == 1


async def test_a_game_that_is_taken_up_again_counts_as_one() -> None:
    async with boards(PRIVATE) as (bot, _):
        await bot.says("/think")
        (game,) = await running(bot)
        await bot.says("4B0C")
        for _ in range(BOARDS):
            await begins(bot)
        assert FULL in str(await bot.presses(f"1:reopen:{game.id}:1", slot_of(game.id)))
        ids: list[Header] = list(await bot.store.run(lambda work: work.games.running_in(PRIVATE.id)))
        assert game.id not in {other.id for other in ids}


async def test_a_party_that_is_begun_twice_is_one_also_where_it_is_begun_again() -> None:
    async with boards(GROUP) as (bot, _):
        party = await a_party(bot, ANN, ANN, BOB)
        assert party.starter == ANN.id
        await replace(bot, person=BOB).presses(f"1:in:{party.id}:0", slot_of(party.id))
        await say(bot, "/g 0123")
        await say(bot, "/g 4567", person=BOB)
        for _ in range(3):
            await bot.presses(f"1:again:{party.id}:1", slot_of(party.id))
        (again,) = await running(bot)
        assert again.id != party.id


async def forget_focus(work: Work, chat: Chat = GROUP) -> None:
    work.games.focus_on(chat, None)


async def question(bot: Inside, person: Person) -> tuple[str, str]:
    """The first button of the question for which game is meant what the person has typed, and its slot."""
    await say(bot, "/g 9876", person=person)
    return next((data, slot) for data, slot in reversed(bot.buttons) if slot.startswith("which"))


async def test_a_reply_to_a_board_or_to_one_of_two_matches_is_for_that_one() -> None:
    async with boards(PRIVATE, ANN) as (bot, (board,)):
        await bot.says("/match club classic")
        await bot.says("9876", to=board)
        assert await guessed(bot) == [["4567", "9876"]]
    async with boards(PRIVATE) as (bot, _):
        await say(bot, "/match club classic", "9876", "/match casual classic")
        first, _ = await bot.store.run(lambda work: work.games.running_of(ANN.id, Match))
        await bot.says("8765", to=slot_of(first.id))
        first, second = await bot.store.run(lambda work: work.games.running_of(ANN.id, Match))
        assert (8, 7, 6, 5) in [turn.guess for turn in first.game.turns]
        assert (8, 7, 6, 5) not in second.game.secrets


async def test_a_press_on_a_board_that_is_over_or_on_one_above_in_a_group_moves_nobodys_words() -> None:
    async with boards(GROUP, ANN, BOB) as (bot, (first, _)):
        await bot.presses(f"1:proof:{first.partition(':')[2]}:1", first)
        await say(bot, "/g 9768", person=CAROL)
        assert await guessed(bot) == [["4567"], ["4567", "9768"]]
    async with boards(PRIVATE) as (bot, _):
        over = await begins(bot, touched=False)
        await bot.says("/g 0123", to=over)
        for _ in range(2):
            await begins(bot)
        await bot.presses(f"1:proof:{over.partition(':')[2]}:1", over)
        await bot.says("9876")
        assert await guessed(bot) == [["4567"], ["4567", "9876"]]


async def test_nobody_else_answers_the_question_which_game_is_meant_nor_is_it_about_what_was_typed_elsewhere() -> None:
    async with boards(GROUP, ANN, BOB) as (bot, _):
        await bot.store.run(forget_focus)
        data, slot = await question(bot, CAROL)
        for person, expected in ((DAN, ["4567"]), (CAROL, ["4567", "9876"])):
            await replace(bot, person=person).presses(data, slot)
            assert await guessed(bot) == [["4567"], expected]
    async with boards(PRIVATE, ANN, ANN) as (bot, _):
        await bot.store.run(lambda work: forget_focus(work, PRIVATE), PRIVATE.id)
        await bot.says("9821")
        group = replace(bot, chat=GROUP, screens={})
        for person in (BOB, CAROL):
            await begins(group, person)
        await bot.store.run(forget_focus)
        await group.presses(*await question(group, DAN))
        assert await guessed(group) == [["4567"], ["4567"]]


async def test_a_press_that_decides_counts_only_at_the_step_that_its_screen_showed() -> None:
    async with boards(PRIVATE) as (bot, _):
        moved_on = Answer(texts_in("en").plain("toast.moved-on"))
        await bot.says("/play")
        for is_old in (True, False):
            [(hint, slot)] = [(data, slot) for data, slot in bot.buttons if data.startswith("1:hint")]
            if is_old:
                await bot.says("4567")
            assert (moved_on in await bot.presses(hint, slot)) == is_old
