"""What counts of games: neither boosting, forgetting, aborting, giving up nor playing without end is worth it."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial, reduce
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.daily.model import Codes, DailyTries
from bot.app.duels.actions import why_less
from bot.app.kinds.alone.model import Alone
from bot.app.lobby.model import Lobby
from bot.app.messages import Chat
from bot.app.model.game import LINES_A_DAY, Header, PlayedGame
from bot.app.ratings.model import AGAIN, EARLY, FORGOTTEN, TOO_OFTEN, Ratings, Standing, week_of
from bot.app.registry import KINDS
from bot.app.stats.actions import COUNT, count_game, count_on
from bot.app.stats.model import FROM, GIVEN_UP_COUNTS, Ended, Ledger, Ledgers, with_line
from bot.app.work import Job, Work
from bot.game.daily import DAY, Calendar
from bot.game.leaving import Way
from bot.game.rating import Rating, after_game
from bot.storage.store import DatabaseStore
from tests.bot.duels import played
from tests.bot.duels.played import ANN, BOB, EVE, FAMILY, FIRST_WINS, NOW, ended, ending, standing
from tests.bot.inside import Inside, inside
from tests.bot.solo import test_stats as stats
from tests.bot.solo.recounting import figures, recounted
from tests.bot.solo.test_stats import data, plays, text
from tests.bot.storage.databases import rows_at
from tests.bot.storage.stores import opened_anew, table_in, write

pytestmark = pytest.mark.both_databases

# Accounts that lose on purpose lift nobody into the tables, and cost no honest player anything; on both databases
SETTLED, HALF, FULL = Rating(1500.0, 60.0, 0.06), 0.5, 1.0


async def known(store: DatabaseStore, *people: int, rating: Rating = SETTLED, losses: int | None = None) -> None:
    """They have played besides, so that they have that rating; or so many games that they lost are all of theirs."""

    async def job(work: Work) -> None:
        for person in people:
            before = await work.of(Ratings).standing(person, FAMILY)
            after = replace(before, rating=rating, wins=before.wins + 1, played_at=NOW)
            work.of(Ratings).keep_standing(after if losses is None else replace(before, wins=0, draws=0, losses=losses))

    await store.run(job)


async def wins_against(store: DatabaseStore, person: int, *rivals: int, number: int = 0) -> None:
    for at, rival in enumerate(rivals, number):
        await store.run(ending(ended(at, FIRST_WINS, person, rival), NOW + at))


async def best_of_all(store: DatabaseStore) -> list[str]:
    return [one.name for one in await store.run(lambda work: work.of(Ratings).best_of_all(FAMILY, 10))]


def share(before: Standing, after: Standing, full: Rating) -> float:
    return (after.rating.value - before.rating.value) / (full.value - before.rating.value)


async def test_from_the_fourth_game_of_a_day_half_counts_and_from_the_sixth_nothing(store: DatabaseStore) -> None:
    shares = []
    for number, because in enumerate(["", "", "", AGAIN, AGAIN, TOO_OFTEN, TOO_OFTEN]):
        before, rival = await standing(store, ANN), await standing(store, BOB)
        match = await store.run(ending(ended(number, FIRST_WINS), NOW + number))
        assert (match.half_because or match.unrated_because) == because
        mine, theirs = before.rating_at(NOW + number), rival.rating_at(NOW + number)
        shares.append(share(before, await standing(store, ANN), after_game(mine, theirs, 1.0)))
    assert shares == pytest.approx([FULL] * 3 + [HALF] * 2 + [0.0] * 2)
    assert (await standing(store, ANN)).week_points == 3 + 2 * HALF
    match = await store.run(ending(ended(9, FIRST_WINS), NOW + DAY + 2))
    assert match.half_because == "", "a day later the first ones are forgotten"


async def test_both_change_half_as_much_in_all_that_a_rating_is(store: DatabaseStore) -> None:
    await store.run(ending(replace(ended(1, FIRST_WINS), half_because=AGAIN)))
    whole = after_game(Rating(1500.0, 350.0, 0.06), Rating(1500.0, 350.0, 0.06), 1.0)
    ann, bob = (await standing(store, ANN)).rating, (await standing(store, BOB)).rating
    assert ann.value - 1500 == pytest.approx((whole.value - 1500) / 2) == pytest.approx(1500 - bob.value)
    assert ann.deviation == bob.deviation == pytest.approx((350 + whole.deviation) / 2)


@pytest.mark.parametrize(
    ("guesses", "rating", "share_of_winner"), [(1, None, HALF), (2, None, HALF), (3, None, FULL), (0, SETTLED, FULL)]
)
@pytest.mark.parametrize("end", ["resigned", "timed-out"])
async def test_a_newcomer_who_leaves_at_once_is_worth_half_to_the_winner(
    store: DatabaseStore, guesses: int, rating: Rating | None, share_of_winner: float, end: str
) -> None:
    turns = " ".join(["0:4567@5", "1:4567@6", "1:8901@7", "1:2345@8"][: 1 + guesses])
    if rating:
        await known(store, BOB, rating=rating)
    before, rival = await standing(store, ANN), await standing(store, BOB)
    match = await store.run(ending(ended(1, f"race classic 0123 | {turns} | {end} 1")))
    ann, bob = await standing(store, ANN), await standing(store, BOB)
    assert share(before, ann, after_game(before.rating, rival.rating, 1.0)) == pytest.approx(share_of_winner)
    assert share(rival, bob, after_game(rival.rating, before.rating, 0.0)) == pytest.approx(FULL)
    assert match.half_because == (EARLY if share_of_winner == HALF else "")


async def test_a_ring_of_unknown_accounts_lifts_nobody_into_the_tables(store: DatabaseStore) -> None:
    await wins_against(store, ANN, *range(10, 20))
    await known(store, ANN, rating=Rating(2300.0, 60.0, 0.06))
    await wins_against(store, ANN, 20, number=30)
    assert (await standing(store, ANN)).rating.is_provisional is False
    assert await best_of_all(store) == []
    await known(store, *range(10, 14))
    await wins_against(store, ANN, 20, number=31)
    assert await best_of_all(store) == [], "four of certain rating, and one who has none"
    await known(store, 20)
    await wins_against(store, ANN, 20, number=32)
    assert await best_of_all(store) == ["Ann"], "the fifth is the one whom they have just met"


async def test_whoever_has_met_five_known_rivals_is_first_in_the_week(store: DatabaseStore) -> None:
    await known(store, ANN, *range(10, 15))
    await wins_against(store, ANN, *range(10, 15))
    await wins_against(store, BOB, *range(30, 39), number=50)
    ranked = await store.run(lambda work: work.of(Ratings).best_of_week(FAMILY, week_of(NOW), 2))
    assert [one.name for one in ranked] == ["Ann", "Bob"]
    assert ranked[0].standing.week_points < ranked[1].standing.week_points


async def test_an_operator_sees_whose_points_come_from_people_who_play_nobody_else(store: DatabaseStore) -> None:
    await known(store, ANN, BOB, *range(10, 15), *range(30, 35))
    await wins_against(store, ANN, *range(10, 15), *range(10, 15))
    await wins_against(store, BOB, *range(30, 35), number=50)
    assert set(await best_of_all(store)) == {"Ann", "Bob"}
    assert await store.run(lambda work: work.of(Ratings).boosted(FAMILY, 10)) == ()
    await known(store, *range(10, 15), losses=2)  # whom they met besides is taken from them: both were against Ann
    (found,) = await store.run(lambda work: work.of(Ratings).boosted(FAMILY, 10))
    assert (found.name, found.points, found.doubtful, found.people, found.games) == ("Ann", 10.0, 10.0, 5, 10)


# Whoever asks to be forgotten begins anew, but for a day neither rated games nor the code of the day count again
CODES = Codes(b"k", Calendar(11))  # the first day is the one on which the tests play


async def forget(store: DatabaseStore, person: int, at: float) -> None:
    await write(store, lambda work: work.privacy.note_forgotten(person, at))


@pytest.mark.parametrize("who", [ANN, BOB])
async def test_a_rated_game_of_whoever_was_just_forgotten_changes_no_rating(store: DatabaseStore, who: int) -> None:
    await forget(store, who, NOW - DAY + 1)
    counted = await store.run(ending(ended(1, FIRST_WINS)))
    assert (counted.unrated_because, counted.changes, (await standing(store, ANN)).games) == (FORGOTTEN, (), 0)
    assert (await played.player(store, ANN)).finished == 1, "it was played to its end all the same"


async def test_games_count_a_day_later_between_others_as_they_were_told_and_friendly_ones(store: DatabaseStore) -> None:
    await forget(store, ANN, NOW - DAY - 1)
    await forget(store, EVE, NOW)
    counted = await store.run(ending(ended(1, FIRST_WINS)))
    assert (counted.unrated_because, len(counted.changes)) == ("", 2)
    for number, because in enumerate((FORGOTTEN, TOO_OFTEN), 2):
        match = replace(ended(number, FIRST_WINS), unrated_because=because)
        assert (await store.run(ending(match))).unrated_because == because
    await forget(store, ANN, NOW)
    assert (await store.run(ending(ended(4, FIRST_WINS, rated=False)))).unrated_because == ""
    pairs = ((BOB, 30), (ANN, BOB), (ANN, ANN))
    assert [await store.run(partial(why_less, pair, now=NOW)) for pair in pairs] == ["", FORGOTTEN, ""]


@asynccontextmanager
async def a_day(forgotten_at: float | None = 1_000_000.0) -> AsyncIterator[tuple[Inside, str]]:
    """Somebody who was forgotten then has begun the code of the day; and its secret."""
    async with inside(None, CHAT, daily=CODES) as bot:
        await bot.says("/start")
        if forgotten_at is not None:
            await forget(bot.store, bot.person.id, forgotten_at)
        said = str(await bot.says("/daily"))
        assert "#1" in said
        assert ("just for practice" in said) == (forgotten_at == 1_000_000.0)
        game = await bot.board_game()
        assert game is not None
        yield bot, game.game.variant.format(game.game.secret or ())


async def attempt(bot: Inside) -> tuple[bool, bool]:
    attempt = await bot.store.run(lambda work: work.of(DailyTries).attempt(1, bot.person.id))
    assert attempt is not None
    return attempt.solved, attempt.counts


async def test_a_second_try_at_the_code_of_the_day_counts_nowhere_nor_is_its_secret_told_if_given_up() -> None:
    async with a_day() as (bot, secret):
        assert "#1" in str(await bot.says("/daily"))
        await bot.says(secret)
        assert await attempt(bot) == (True, False)
        assert sum((await bot.store.run(lambda work: work.of(DailyTries).spread(1))).bars()) == 0
        assert "This one doesn’t count" in str(await bot.says("/daily")), "the one try that they have"
    async with a_day() as (bot, secret):
        guess = next(code for code in ("0123", "4567") if code != secret)
        said = [await bot.says(text) for text in (guess, "/resign", "/resign", "/daily", f"/review {guess} 0B0C")]
        assert secret not in str(said)
    for at in (None, 1_000_000.0 - 2 * DAY):  # for whoever was forgotten before it, or never, it counts
        async with a_day(at) as (bot, secret):
            await bot.says(secret)
            assert (await attempt(bot))[1]


# Who aborts games of the lobby before the first guess meets others later each time: what is stored of it
async def aborted_by(store: DatabaseStore, way: Way, number: int = 1, *, friends: bool = False) -> None:
    """A match of Ann's and Bob's that Ann ends so, that many seconds before now."""
    match = ended(number, played.ABORTED)
    ann, bob = match.sitters
    match = replace(match, sitters=(replace(ann, aborted=way.value), bob), friends=friends)
    await store.run(ending(match, NOW - number))


async def paired_from(store: DatabaseStore, person: int, now: float = NOW) -> float:
    return await store.run(lambda work: work.of(Lobby).paired_from(person, now))


async def test_two_aborts_within_the_hour_are_no_meetings_and_free_and_the_third_is_not(store: DatabaseStore) -> None:
    await store.run(ending(ended(9, FIRST_WINS, ANN, EVE)))
    for number, way in enumerate((Way.WISH, Way.GONE, Way.TIME), 1):
        assert max(await paired_from(store, ANN), await paired_from(store, BOB)) <= NOW
        await aborted_by(store, way, number)
        assert (await played.player(store, ANN)).last_rival == EVE
    assert await paired_from(store, ANN) == NOW - 1 + 30
    assert (await paired_from(store, BOB), await paired_from(store, ANN, NOW + 3600)) == (0.0, 0.0)


async def test_whoever_was_left_and_whoever_agreed_to_abort_does_not_wait(store: DatabaseStore) -> None:
    for number in range(1, 6):
        await aborted_by(store, Way.CALL_OFF, number)
        await aborted_by(store, Way.WISH, 10 + number, friends=True)
    assert max(await paired_from(store, ANN), await paired_from(store, BOB)) <= NOW


# Whoever ends games without end fills the disk no more: of a day some hundred are kept, and sums tell of all
FIVE = pytest.mark.usefixtures("five_lines")
TODAY, MANY = 20_000 * DAY, LINES_A_DAY + 100
WORLD = played.world_at(TODAY)
CLASSIC = "solo classic 0834 | 0123"
POSITIONS = f"{CLASSIC} 0834", f"{CLASSIC} 4567 0834", f"{CLASSIC} | resigned 0", "solo mini 1234 | 1235 1234"


@pytest.fixture
def five_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.app.model.game.LINES_A_DAY", 5)


def game(number: int, position: str = POSITIONS[0], at: float = TODAY, chat: int = ANN) -> Alone:
    return table_in(Chat(chat), f"{number:016x}", position, at)


def line(over: Alone) -> PlayedGame:
    played = KINDS.played_of(over, "")
    assert played is not None
    return played


async def end(store: DatabaseStore, *games: Header) -> None:
    """Each is saved in a work of its own, as it is when somebody ends it, and counted where it is a game alone."""
    for over in games:

        async def job(work: Work, over: Header = over) -> None:
            work.games.save(over)
            if isinstance(over, Alone) and not over.chat.is_group:
                await count_game(line(over), "Ann", work, WORLD)

        await store.run(job)


async def ledger(store: DatabaseStore, person: int = ANN) -> Ledger:
    return await store.run(lambda work: work.of(Ledgers).of(person))


async def lines(store: DatabaseStore, person: int = ANN) -> int:
    return len(await store.run(lambda work: work.games.played_by(person, 10_000)))


def all_of(games: Sequence[Alone]) -> Ledger:
    return reduce(with_line, map(line, games), Ledger(ANN))


async def test_hundreds_of_games_in_a_day_leave_some_lines_and_all_figures(store: DatabaseStore, place: str) -> None:
    games = [game(number, POSITIONS[number % len(POSITIONS)]) for number in range(MANY)]
    await end(store, *games)
    assert (await rows_at(place, "SELECT count(*) FROM played"), await lines(store)) == ([(LINES_A_DAY,)], LINES_A_DAY)
    assert figures(await ledger(store)) == figures(all_of(games))
    assert (await ledger(store)).of_all.games == MANY


@FIVE
async def test_so_it_is_with_games_that_have_no_sums(store: DatabaseStore, place: str) -> None:
    for number in range(9):
        await end(store, game(number, chat=-5))
    assert await rows_at(place, "SELECT count(*) FROM played") == [(5,)]
    for number in range(10, 19):
        await end(store, replace(ended(number, FIRST_WINS), ended_at=TODAY))
    assert await rows_at(place, "SELECT count(*) FROM played") == [(10,)]


@FIVE
async def test_what_left_no_line_leaves_none_when_it_is_saved_later(store: DatabaseStore) -> None:
    games = [game(number) for number in range(9)]
    await end(store, *games, game(9, at=TODAY + DAY))

    async def again(work: Work) -> None:
        for over in games:
            read = await work.games.load(over.id, Alone)
            assert read is not None
            work.games.save(read)

    await store.run(again)
    assert await lines(store) == 5 + 1


@FIVE
async def test_a_new_day_keeps_lines_again_and_others_keep_theirs_rivals_too(store: DatabaseStore) -> None:
    await end(store, *[game(number) for number in range(9)])
    await end(store, *[game(10 + number, at=TODAY + DAY) for number in range(4)])
    await end(store, *[replace(game(20 + number), starter=EVE) for number in range(4)])
    await end(store, replace(ended(50, FIRST_WINS, ANN, BOB), ended_at=TODAY))
    assert [await lines(store, person) for person in (ANN, EVE, BOB)] == [5 + 4, 4, 1]


@settings(max_examples=25, deadline=None)
@given(
    days=st.lists(st.tuples(st.integers(0, 2), st.sampled_from(POSITIONS), st.sampled_from("agm")), max_size=30),
    batch=st.sampled_from([2, 300]),
)
async def test_whatever_is_played_figures_are_those_of_all_games(days: list[tuple[int, str, str]], batch: int) -> None:
    """Alone, in groups (which count for nobody) and in matches; also while older games are still being counted."""
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        patch.setattr("bot.app.model.game.LINES_A_DAY", 3)
        patch.setattr("bot.app.stats.actions.BATCH", batch)
        async with opened_anew(folder) as store:
            alone = []
            for number, (day, position, kind) in enumerate(sorted(days, key=lambda each: each[0])):
                at = TODAY + day * DAY
                over = game(number, position, at, ANN if kind == "a" else -5)
                await end(store, over if kind != "m" else replace(ended(number, FIRST_WINS, ANN, BOB), ended_at=at))
                alone += [over] * (kind == "a")
            while (done := (await ledger(store)).done) is not None and alone:
                await store.run(partial(count_on, Job(COUNT, str(ANN), done), world=WORLD))
            assert figures(await ledger(store)) == figures(all_of(alone))


# Whoever gives up what goes badly is no more accurate for it: games that are given up count, for half at most
CHAT, SECRET, GIVEN_UP = Chat(1001), (0, 8, 3, 4), "0123 /resign /resign"
GOOD = Ended("solo classic", guesses=5, solved=True, accuracy=96.0)


def counting(*games: Ended) -> Ledger:
    return reduce(Ledger.with_game, games, Ledger(1))


def given_up(accuracy: float, hints: int = 0) -> Ended:
    return Ended("solo classic", guesses=3, solved=False, hints=hints, accuracy=accuracy, given_up=True)


def test_who_gives_up_every_bad_game_is_not_accurate_and_one_among_many_is_no_disaster() -> None:
    for hints in (0, 1):  # a hint before the end does not help either
        assert counting(*[GOOD] * 10, *[given_up(20.0, hints)] * 10).accuracy == pytest.approx((96 + 20) / 2)
    best_opening = counting(*[given_up(100.0)] * FROM).accuracy
    assert best_opening == GIVEN_UP_COUNTS, "else that, given up at once, would be the best game there is"
    assert (counting(*[GOOD] * 49, given_up(90.0)).accuracy or 0) > 95


async def test_a_game_given_up_counts_and_a_recount_comes_to_the_same() -> None:
    async with inside(SECRET, CHAT) as bot:
        for guesses in [GIVEN_UP] * 10 + ["0123 0834"] * 10:
            await plays(bot, guesses)
        mine = await stats.ledger(bot)
        assert len(mine.clean) == FROM
        assert max(mine.clean[:10]) <= GIVEN_UP_COUNTS < min(mine.clean[10:])
        assert figures(mine) == figures(await recounted(bot.store, CHAT.id))
        await bot.says("/top")
        await bot.presses(data(bot, "Accuracy"), "menu")
        assert "a resigned game counts for 50% at most" in text(bot)


async def test_what_was_given_up_before_stays_uncounted() -> None:
    """Neither a recount nor a game of then that is saved again adds it."""

    async def saved_as_before(work: Work) -> None:
        game = await work.games.load(f"{1:016x}", Alone)
        assert game is not None
        assert game.costliest is not None
        work.games.save(replace(game, costliest=replace(game.costliest, given_up=False)))

    async with inside(SECRET, CHAT) as bot:
        await plays(bot, GIVEN_UP)
        assert (await recounted(bot.store, CHAT.id)).clean
        for _ in range(2):
            await bot.store.run(saved_as_before)
            assert (await recounted(bot.store, CHAT.id)).clean == ()
