"""Profiles and tables of the best as screens: curves, points, buttons, and that Telegram takes them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.handlers.stats import MOST_FAMILIES, MOST_RANKED
from bot.app.kinds.match.screen_parts import rating_lines
from bot.app.model.ratings import Career, Player, Ranked, Rivalry, Standing
from bot.app.screens.duels import FAMILIES, points
from bot.app.screens.top import (
    BARS,
    IN_PRIVATE,
    WIDTH,
    Chapter,
    Circle,
    Profile,
    Top,
    argument_for,
    profile,
    sparkline,
    table_of_button,
    top,
)
from bot.app.texts import LANGUAGES, texts_in
from bot.game.model import Seat
from bot.game.rating import Rating
from bot.storage.store import DatabaseStore
from tests.bot.duels.played import (
    ANN,
    FIRST_WINS,
    NOW,
    ended,
    ending,
)
from tests.bot.test_screens import NAMES as ANY_NAME
from tests.bot.test_screens import assert_telegram_takes_it
from tests.distribution import examples

CURVES = st.lists(st.floats(500.0, 2500.0), min_size=1, max_size=60)
UK = texts_in("uk")


@given(CURVES)
def test_a_curve_fits_on_a_line_and_rises_where_the_rating_does(values: list[float]) -> None:
    drawn = sparkline(values)
    assert len(drawn) == min(WIDTH, len(values))
    assert set(drawn) <= set(BARS)
    if len(values) <= WIDTH:
        heights = [BARS.index(bar) for bar in drawn]
        ordered = sorted(range(len(values)), key=values.__getitem__)
        assert [heights[at] for at in ordered] == sorted(heights)


def test_a_curve_uses_its_height_and_a_steady_one_stays_flat() -> None:
    assert sparkline([1500, 1600, 1700]) == f"{BARS[0]}{BARS[2]}{BARS[-1]}"
    assert len(set(sparkline([1500, 1501, 1502]))) == 1
    assert sparkline(range(1000, 1000 + 9 * WIDTH)) == sparkline([1008 + 9 * column for column in range(WIDTH)])


@pytest.mark.parametrize(("score", "text"), [(0.0, "0"), (0.5, "½"), (1.0, "1"), (12.5, "12½")])
def test_points_are_counted_in_halves(score: float, text: str) -> None:
    assert points(score) == text


@pytest.mark.parametrize("circle", Circle)
@pytest.mark.parametrize("family", FAMILIES)
def test_the_button_of_a_table_is_read_back(circle: Circle, family: str) -> None:
    assert table_of_button(argument_for(circle, family)) == (circle, family)


@pytest.mark.parametrize("argument", ["", "w", "x1", "w99", "wx"])
def test_no_other_button_is_a_table(argument: str) -> None:
    assert table_of_button(argument) is None


async def test_the_end_tells_each_their_own_change_first(store: DatabaseStore) -> None:
    match = await store.run(ending(ended(1, FIRST_WINS)))
    texts = texts_in("en")
    mine, theirs = "1500 → 1662 (+162)", "1500 → 1338 (−162)"
    assert rating_lines(match, Seat(0), texts) == [f"📈 Your rating: {mine}", f"Bob: {theirs}"]
    assert rating_lines(match, Seat(1), texts) == [f"📈 Your rating: {theirs}", f"Ann: {mine}"]
    assert rating_lines(match, None, texts) == [f"Ann: {mine}", f"Bob: {theirs}"]
    friendly = await store.run(ending(ended(2, FIRST_WINS, rated=False)))
    assert rating_lines(friendly, Seat(0), texts) == []


async def test_the_end_says_why_it_did_not_count(store: DatabaseStore) -> None:
    for number in range(5):
        await store.run(ending(ended(number, FIRST_WINS)))
    sixth = await store.run(ending(ended(6, FIRST_WINS)))
    assert rating_lines(sixth, Seat(0), UK) == [
        "Рейтинг не змінюється: на добу зараховується лише 5 партій з тим самим суперником."
    ]


@given(name=ANY_NAME, language=st.sampled_from(LANGUAGES), curve=CURVES, games=st.integers(0, 10**6))
@settings(max_examples=examples(60))
def test_the_longest_profile_fits(name: str, language: str, curve: list[float], games: int) -> None:
    chapters = tuple(
        Chapter(Career(family, 2 * games + 1, 9.25, 2000.0), standing, standing.rating, tuple(curve) * (games > 0))
        for family in list(FAMILIES)[-MOST_FAMILIES:]
        for standing in [Standing(ANN, family, wins=games, played_at=NOW)]
    )
    rivals = (Rivalry(name, games + 0.5, 2 * games + 1),) * 5
    contents = Profile(name, Player(ANN, name, finished=games, walked_out=games), chapters, rivals)
    assert_telegram_takes_it(profile(contents, texts_in(language)))


@given(name=ANY_NAME, language=st.sampled_from(LANGUAGES), circle=st.sampled_from(Circle), standing=st.booleans())
@settings(max_examples=examples(60))
def test_the_longest_table_fits(name: str, language: str, circle: Circle, *, standing: bool) -> None:
    ranked = Ranked(name, Standing(ANN, "4x10", Rating(2999.6, 349.0, 0.06), week_points=999.5, week_games=1000))
    contents = Top(
        "words-uk-5",
        circle,
        (ranked,) * MOST_RANKED,
        tuple(FAMILIES)[-MOST_FAMILIES - 1 :],
        IN_PRIVATE,
        me=ANN,
        mine=ranked.standing if standing else None,
        place=10**6 if standing else None,
    )
    assert_telegram_takes_it(top(contents, texts_in(language)))
