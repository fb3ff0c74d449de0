"""What people are told of a clock: reminders, whose time runs, and what will not count. On both databases."""

from bot.app.messages import Chat
from bot.app.model.chats import Preferences
from bot.app.model.ratings import MOST_A_DAY
from bot.app.work import GRACE, Work
from bot.game.model import Termination
from bot.game.rules import Abort, Leave, SetSecret
from tests.bot.duels.evenings import ANN, BEGAN, BOB, CLASSIC, Evening
from tests.bot.storage.databases import change_at


async def test_the_absent_one_is_reminded_once_while_there_is_time(evening: Evening) -> None:
    await evening.begins(clock="days")
    before = [await evening.screens(seat) for seat in (ANN, BOB)]
    await evening.passes(21 * 3600 + GRACE)
    [*_, text] = await evening.screens(ANN)
    assert text.startswith("⏰"), "a notification shows the first line"
    assert (text.count("in 3 hours"), text.count("⏱")) == (1, 0)
    assert [await evening.screens(seat) == known for seat, known in zip((ANN, BOB), before, strict=True)] == [
        False,
        True,
    ]
    await evening.passes(3600)
    assert (await evening.screens(ANN))[-1] == text


async def test_whoever_is_reminded_of_one_game_while_they_look_at_another_is_asked_which_one_they_mean(
    evening: Evening,
) -> None:
    await evening.begins(clock="days")
    evening.now += 3600
    other = await evening.begins(clock="days")

    async def look(work: Work) -> None:
        work.prefer(Chat(1), Preferences())
        work.games.focus_on(Chat(1), other.id)

    async def front(work: Work) -> str | None:
        return (await work.games.glance(1)).focus

    await evening.store.run(look)
    assert await evening.store.run(front) == other.id
    await evening.passes(20 * 3600 + GRACE)
    assert await evening.store.run(front) is None


async def test_who_has_moved_is_not_reminded(evening: Evening) -> None:
    match = await evening.begins(clock="relaxed")
    await evening.passes(600)
    match = await evening.guesses(match, ANN, "4567")
    evening.now += 60
    match = await evening.guesses(match, BOB, "5678")
    await evening.passes(2400)
    assert [text for text in await evening.screens(ANN) if "⏰" in text] == []


async def test_a_screen_tells_whose_time_runs_and_lets_telegram_count(evening: Evening) -> None:
    await evening.begins()
    [*_, ann], [*_, bob] = await evening.screens(ANN), await evening.screens(BOB)
    when = f'<tg-time unix="{int(BEGAN) + 90}" format="r">in 90 seconds</tg-time>'
    assert f"⏱ Your time runs out {when}." in ann
    assert f"⏱ Ann: time runs out {when}." in bob
    assert bob.count("⏱") == 1


async def test_while_secrets_are_chosen_the_clock_is_told_once(evening: Evening) -> None:
    match = await evening.begins("duel")
    [*_, ann], [*_, bob] = await evening.screens(ANN), await evening.screens(BOB)
    for screen in (ann, bob):
        assert (screen.count("⏱ Your time"), screen.count("⏱")) == (1, 1)
    await evening.moves(match, SetSecret(ANN, CLASSIC.parse("0123")))
    [*_, ann] = await evening.screens(ANN)
    assert (ann.count("⏱ Bob: time"), ann.count("⏱")) == (1, 1)


async def test_who_plays_too_often_with_one_rival_knows_before_the_game_that_it_will_not_count(
    evening: Evening,
) -> None:
    for _ in range(MOST_A_DAY):
        match = await evening.under_way()
        await evening.moves(match, Leave(ANN, Termination.RESIGNED))
        assert (await evening.stands(match)).changes
        [*_, bob] = await evening.screens(BOB)
        assert "won’t change" not in bob
    match = await evening.begins()
    for seat in (ANN, BOB):
        [*_, screen] = await evening.screens(seat)
        assert f"⚖️ Your rating won’t change: only {MOST_A_DAY} games a day against the same rival count." in screen
    await evening.moves(match, Abort(BOB))
    [*_, ann] = await evening.screens(ANN)
    assert "ating" not in ann, "there is no word on ratings where nothing was played"
    match = await evening.under_way()
    await change_at(evening.place, "DELETE FROM results")
    await evening.moves(match, Leave(ANN, Termination.RESIGNED))
    assert (await evening.stands(match)).changes == (), "what they were told before holds"
