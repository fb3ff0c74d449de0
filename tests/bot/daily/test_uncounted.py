"""Ways into the code of a day that does not count: nobody is named on the group's card for it, and its end says why."""

import pytest

from bot.app.operators.model import Operators
from bot.app.operators.moderation import LEAVE
from bot.app.texts import LANGUAGES, texts_in
from bot.app.work import Job, Work
from bot.game.daily import HOUR
from bot.storage.store import DatabaseStore
from tests.bot.foul_play.test_limits_forgotten import ANN, CODES, CODES_OF, House
from tests.bot.storage.stores import write

LATE, SECOND = (texts_in("en").plain(key) for key in ("daily.late", "daily.second"))
UNRANKED = "just for practice"


class Friends(House):
    """A group with the card of a day, of whom Ann plays."""

    def at(self, day: int, hour: float = 12) -> None:
        self.now = CODES.calendar.begins_at(day) + hour * HOUR

    async def puts_a_card(self) -> None:
        await self.says("/daily", by=self.group)

    async def plays_on_the_card(self, day: int) -> None:
        await self.presses("Play", f"daily:{day}", by=self.group)

    async def is_forgotten(self) -> None:
        await self.says("/start")
        await self.asks_to_be_forgotten()
        await self.forgets()

    async def solves(self, day: int) -> str:
        await self.says(CODES_OF(day))
        shown = [str(screen.html) for slot, (_, screen) in self.ann.screens.items() if slot.startswith("game:")]
        return next(html for html in reversed(shown) if f"#{day}" in html)

    def board(self) -> str:
        return str([screen for slot, (_, screen) in self.ann.screens.items() if slot.startswith("game:")][-1])

    async def card(self, day: int) -> str:
        """What stands on the card once all is done that is due."""
        self.now += 10
        await self.forgets()
        await self.says("hello", by=self.group)
        return str(self.group.screens[f"daily:{day}"][1].html)


@pytest.fixture
def friends(place: str, store: DatabaseStore) -> Friends:
    at = Friends(place, store)
    at.at(2)
    return at


def reasons(shown: str) -> list[str]:
    return [reason for reason in (LATE, SECOND) if reason in shown]


async def test_whoever_plays_it_once_is_named_and_reads_no_reason(friends: Friends) -> None:
    await friends.puts_a_card()
    for _ in range(2):
        await friends.plays_on_the_card(2)
    assert "Ann · …" in await friends.card(2)
    await friends.says("/start daily")
    assert reasons(await friends.solves(2)) == []
    assert "Ann · ⭐⭐⭐ 1" in await friends.card(2)
    assert await friends.rows("SELECT guests FROM daily_cards") == [(1,)]


WAYS_IN = ("/daily", "/start daily", "1:daily")
"""By the command, by the link that *Play* on a card opens, and by the button at home."""


@pytest.mark.parametrize("way", WAYS_IN)
async def test_whoever_was_forgotten_today_is_not_named_and_reads_the_one_true_reason(
    friends: Friends, way: str
) -> None:
    await friends.puts_a_card()
    await friends.says("/daily")
    await friends.is_forgotten()
    await friends.plays_on_the_card(2)
    assert "Ann" not in await friends.card(2)
    await friends.says("/settings")  # a screen on which the press of home can be forged
    heard = await (friends.ann.presses(way, "menu") if way.startswith("1:") else friends.ann.says(way))
    assert UNRANKED in str(heard)
    assert reasons(await friends.solves(2)) == [SECOND]
    await friends.says("/daily")
    assert reasons(str(friends.ann.screens["menu"])) == [SECOND]
    assert "Ann" not in await friends.card(2)


async def test_a_second_try_promises_no_stars_and_earns_none(friends: Friends) -> None:
    await friends.is_forgotten()
    await friends.says("/daily")
    begun, hints = friends.board(), "counts as a guess"
    assert UNRANKED in begun
    assert "⭐" not in begun
    assert hints not in begun
    await friends.says("0123" if CODES_OF(2) != "0123" else "4567")
    guessed = friends.board()
    assert "#2" in guessed
    assert "⭐" not in guessed
    assert "✔️" not in guessed
    assert UNRANKED not in guessed
    await friends.says(CODES_OF(2))
    ended = friends.board()
    assert SECOND in ended
    assert "⭐" not in ended
    assert "✔️" not in ended


@pytest.mark.parametrize("has_solved", [False, True])
async def test_whoever_is_forgotten_leaves_the_cards_of_days_that_are_open(
    friends: Friends, *, has_solved: bool
) -> None:
    await friends.puts_a_card()
    await friends.plays_on_the_card(2)
    if has_solved:
        await friends.says("/daily", CODES_OF(2))
    assert "Ann · " in await friends.card(2)
    friends.at(3)
    await friends.puts_a_card()
    await friends.plays_on_the_card(3)
    await friends.is_forgotten()
    for day in (2, 3):
        assert "Ann" not in await friends.card(day)
    assert await friends.rows("SELECT guests FROM daily_cards") == [(0,), (0,)]


async def test_whoever_is_kept_away_by_an_operator_stays_on_the_card_as_what_they_played_counts(
    friends: Friends,
) -> None:
    await friends.puts_a_card()
    await friends.plays_on_the_card(2)
    await friends.says("/daily", CODES_OF(2))

    def keep_away(work: Work) -> None:
        work.of(Operators).ban(ANN.id, 9, friends.now)
        work.at(friends.now, Job(LEAVE, str(ANN.id), 0))

    await write(friends.store, keep_away)
    assert "Ann · ⭐⭐⭐ 1" in await friends.card(2)


@pytest.mark.parametrize("has_solved", [False, True])
async def test_a_second_try_is_not_named_either_by_whoever_presses_once_a_day_has_passed(
    friends: Friends, *, has_solved: bool
) -> None:
    friends.at(1, hour=22)
    await friends.is_forgotten()
    friends.at(2, hour=21)
    await friends.says("/daily")
    if has_solved:
        await friends.solves(2)
    friends.at(2, hour=23)
    await friends.puts_a_card()
    await friends.plays_on_the_card(2)
    assert "Ann" not in await friends.card(2)
    shown = str(friends.ann.screens["game:" + str((await friends.rows("SELECT game_id FROM daily_tries"))[0][0])])
    assert reasons(shown if has_solved else await friends.solves(2)) == [SECOND]
    assert "Ann" not in await friends.card(2)


async def test_whoever_was_forgotten_longer_ago_than_a_day_is_named_as_all_are(friends: Friends) -> None:
    friends.at(1, hour=10)
    await friends.is_forgotten()
    friends.at(2)
    await friends.puts_a_card()
    await friends.plays_on_the_card(2)
    await friends.says("/daily")
    assert reasons(await friends.solves(2)) == []
    assert "Ann · ⭐⭐⭐ 1" in await friends.card(2)


async def test_whoever_finishes_too_late_is_no_longer_named_and_reads_that_alone(friends: Friends) -> None:
    await friends.puts_a_card()
    await friends.plays_on_the_card(2)
    await friends.says("/daily")
    friends.at(3)
    assert "Ann · …" in await friends.card(2), "it can still be finished"
    friends.at(4)
    assert reasons(await friends.solves(2)) == [LATE]
    assert "Ann" not in await friends.card(2)
    await friends.says("/daily 2")
    assert reasons(str(friends.ann.screens["menu"])) == [LATE]


async def test_the_archive_is_for_practice_and_says_so_on_the_board_alone(friends: Friends) -> None:
    await friends.puts_a_card()
    friends.at(3)
    await friends.plays_on_the_card(2)
    assert "Ann" not in await friends.card(2), "a former day's card only leads"
    friends.at(4)
    await friends.says("/daily 2")
    await friends.presses("unranked", "menu")
    await friends.says(CODES_OF(2))
    [board] = [str(screen.html) for slot, (_, screen) in friends.ann.screens.items() if slot.startswith("game:")]
    assert "practice" in board
    assert reasons(board) == []
    assert "Ann" not in await friends.card(2)
    assert await friends.rows("SELECT * FROM daily_tries") == []


async def test_a_try_that_does_not_count_is_no_result_among_friends(friends: Friends) -> None:
    await friends.is_forgotten()
    await friends.says("/daily", CODES_OF(2))
    await friends.says("/daily", CODES_OF(2), by=friends.bob)
    [(token,)] = await friends.rows(f"SELECT token FROM daily_players WHERE person_id = {ANN.id}")
    await friends.says(f"/start d{token}", by=friends.bob)
    await friends.says("/daily", by=friends.bob)
    assert "#2" in str(friends.bob.screens["menu"])
    assert "Ann" not in str(friends.bob.screens["menu"])


def test_each_language_has_one_reason_for_each_way() -> None:
    for language in LANGUAGES:
        texts = texts_in(language)
        assert texts.plain("daily.late") != texts.plain("daily.second")
