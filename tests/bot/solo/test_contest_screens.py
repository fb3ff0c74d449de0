"""What the screens of a contest tell, and what they keep to themselves; it is kept for longer than its games."""

import re
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.app.contests.model import Contest, Contests, Entry, Standings, ranking
from bot.app.contests.screens import SHOWN, card, news, results, sharing
from bot.app.kinds.alone.screens import Details, board
from bot.app.messages import Chat
from bot.app.screens.board import STYLES
from bot.app.screens.common import Viewer
from bot.app.texts import LANGUAGES, texts_in
from bot.app.work import Work
from bot.game.model import Game, Phase, Turn
from bot.game.notation import game_at
from solver.feedback import feedback_for
from solver.variant import VARIANTS, Code
from tests.bot.inside import inside
from tests.bot.solo.test_board import table_at
from tests.bot.strategies import NAMES, games
from tests.bot.test_screens import assert_telegram_takes_it

ENGLISH = texts_in("en")
DIGITS = VARIANTS["classic"]
SIGHTS = st.builds(
    Viewer, st.sampled_from([texts_in(language) for language in LANGUAGES]), st.sampled_from(list(STYLES)),
    st.just("BullsBot"), st.booleans(),
)  # fmt: skip


def entry(person: int, name: str, line: str, seconds: float = 60.0, hints: int = 0) -> Entry:
    return Entry(person, name, f"{person:016x}", 100.0, 100.0 + seconds, game_at(line), hints)


ANN = entry(1, "Ann", "solo classic 0834 | 0123 4567 0834", 61)
BOB = entry(2, "Bob", "solo classic 0834 | 8901 0834", 200, hints=1)
EVE = entry(3, "Eve", "solo classic 0834 | 5678 | resigned 0", 5)
KIM = Entry(4, "Kim", "4" * 16, 100.0)


def standings(*entries: Entry) -> Standings:
    """How Ann's contest stands after these friends have begun."""
    ended = [one for one in entries if one.game is not None]
    contest = Contest("t" * 22, ANN, "5a" * 16, (1,), begun=len(entries), ended=len(ended))
    return Standings(contest, ranking((ANN, *ended)), tuple(one for one in entries if one.game is None))


ANN_TARGET = standings().contest.target


def results_text(stands: Standings, looker: int = 1) -> str:
    return "\n\n".join(results(stands, looker, "emoji", ENGLISH))


def test_in_a_contest_fewer_guesses_are_better_then_the_faster() -> None:
    lines = results_text(standings(EVE, BOB)).splitlines()
    assert lines[:2] == ["🏁 Results", "1. Bob · 2 guesses · 💡 1 hint · ⏱ 3:20"]
    assert lines[2:4] == ["2. Ann · 3 guesses · ⏱ 1:01", "3. Eve · 🏳️ 1 guess · ⏱ 0:05"]
    fast = replace(ANN, person=5, name="Fay", game_id="5" * 16, ended_at=101.0)
    assert [one.name for one in ranking((ANN, fast))] == ["Fay", "Ann"]


def test_digits_of_a_contest_show_only_when_all_have_finished() -> None:
    assert "8901" in results_text(standings(BOB, EVE))
    hidden = results_text(standings(BOB, EVE, KIM))
    assert re.search(r"\d{4}", hidden) is None
    assert "⏳ Still guessing: Kim" in hidden
    assert "1. 0\u2060🐂\u00a02\u2060🐄" in hidden


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_signs_are_alike_where_a_game_is_to_be_beaten(language: str) -> None:
    viewer = Viewer(texts_in(language), username="BullsBot")
    title, target, *_ = board(table_at("solo classic 0834 |", target=ANN_TARGET), viewer).html.splitlines()
    assert title.split()[0] != target.split()[0]
    over = board(replace(table_at("solo classic 0834 | 0834"), target=ANN_TARGET), viewer)
    labels = [one.text for row in over.rows for one in row]
    assert len({label.split()[0] for label in labels}) == len(labels)


@st.composite
def unsettled(draw: st.DrawFn) -> Standings:
    """A contest in which somebody is still at it."""
    secret = draw(st.permutations(range(10)))[:4]
    boards = draw(st.lists(st.tuples(NAMES, games(variants=st.just(DIGITS))), min_size=1, max_size=SHOWN + 3))
    ended = [
        replace(ANN, person=number, name=name, game_id=f"{number:016x}", game=_with(secret, game))
        for number, (name, game) in enumerate(boards)
    ]
    contest = Contest("t" * 22, ended[0], "5a" * 16, (0,), begun=len(ended), ended=len(ended) - 1)
    return Standings(contest, ranking(ended), (KIM,))


def _with(secret: list[int], game: Game) -> Game:
    """The same guesses at another secret; given up, where they do not break it."""
    turns = tuple(replace(turn, feedback=feedback_for(turn.guess, tuple(secret))) for turn in game.turns)
    again = replace(game, secrets=(tuple(secret),), turns=turns, gone=())
    return again if again.phase is Phase.OVER else replace(again, gone=game_at("solo classic 0834 | | resigned 0").gone)


def renamed(game: Game, digits: list[int]) -> Game:
    """The same game with other digits: another secret, other guesses, the same answers."""

    def other(code: Code) -> Code:
        return tuple(digits[digit] for digit in code)

    turns = tuple(Turn(turn.seat, other(turn.guess), turn.feedback, turn.at) for turn in game.turns)
    return replace(game, secrets=(other(game.secret or ()),), turns=turns)


@given(unsettled(), st.permutations(range(10)), SIGHTS, st.integers(0, 20))
def test_till_all_finish_no_secret_is_told(stands: Standings, digits: list[int], sight: Viewer, looker: int) -> None:
    def twin(one: Entry) -> Entry:
        return replace(one, game=renamed(one.game, digits) if one.game else None)

    contest = replace(stands.contest, first=twin(stands.contest.first), salt="6b" * 16)
    other = Standings(contest, tuple(twin(one) for one in stands.best), stands.playing)
    for screen in (sharing, lambda *data: results(data[0], data[1], sight.style, sight.texts)):
        assert screen(stands, looker, sight) == screen(other, looker, sight)
    assert card(stands.contest, "BullsBot", sight.texts) == card(contest, "BullsBot", sight.texts)
    assert [news(one, sight.texts) for one in stands.best] == [news(one, sight.texts) for one in other.best]


@given(unsettled(), SIGHTS, st.integers(0, 20), st.booleans())
def test_telegram_takes_every_screen(stands: Standings, sight: Viewer, looker: int, settled: bool) -> None:  # noqa: FBT001
    if settled:
        stands = replace(stands, contest=replace(stands.contest, begun=stands.contest.ended), playing=())
    assert_telegram_takes_it(sharing(stands, looker, sight, news(stands.best[0], sight.texts)))
    assert_telegram_takes_it(card(stands.contest, "BullsBot", sight.texts))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("proof", [False, True])
def test_a_long_game_leaves_room_for_long_results(language: str, proof: bool) -> None:  # noqa: FBT001
    line = f"solo classic 0834 | {'0123 4567 ' * 100}0834"
    many = [replace(entry(number, "W" * 32, line, 90_000, hints=100)) for number in range(2, SHOWN + 5)]
    crowd = [replace(KIM, person=100 + number, game_id=f"k{number}", name="M" * 32) for number in range(9)]
    stands = standings(*many, *crowd)
    game = table_at(line, target=stands.contest.target, starter=2, proof=proof, suggestions=100)
    viewer = Viewer(texts_in(language), "words", "BullsBot")
    assert_telegram_takes_it(board(game, viewer, Details(standings=stands)))


def test_whoever_looks_sees_their_own_result_below_the_best_and_a_crowd_is_told_as_one() -> None:
    many = [entry(number, f"P{number}", "solo classic 0834 | 0834") for number in range(5, 5 + SHOWN)]
    told_to_eve = results_text(standings(*many, EVE), looker=3)
    assert f"\n{SHOWN}. P{4 + SHOWN} · 1 guess" in told_to_eve
    assert "\n… Eve · 🏳️ 1 guess" in told_to_eve
    assert "Eve" not in results_text(standings(*many, EVE), looker=5)
    crowd = [replace(KIM, person=10 + number, game_id=f"k{number}", name=f"K{number}") for number in range(8)]
    assert "⏳ Still guessing: K0, K1, K2, K3, K4 and 3 more" in results_text(standings(*crowd))


@given(games(variants=st.just(DIGITS)))
def test_a_board_says_whose_game_is_to_be_beaten_until_it_is_over(game: Game) -> None:
    assume(game.turns)
    names = ("Bob",) * len(game.turns)
    table = replace(table_at("solo classic 0834 |"), game=game, guessed_by=names, target=ANN_TARGET)
    html = board(table, Viewer(ENGLISH, username="BullsBot")).html
    assert ("🏆 Ann cracked it in 3 guesses: beat that!" in html) == (game.phase is Phase.PLAYING)


def test_hints_are_told_in_news_of_a_contest() -> None:
    assert news(BOB, ENGLISH) == "🔔 Bob cracked it in 2 guesses! 💡 1 hint"


def test_hints_are_told_on_the_card_of_a_contest() -> None:
    contest = replace(standings().contest, first=replace(ANN, hints=2), no_hints=True)
    lines = card(contest, "BullsBot", ENGLISH).html.splitlines()
    assert lines[1:] == ["💡 With 2 hints.", "💪 No hints this time.", "🎯 The game: 4 different digits"]


def test_hints_may_be_forbidden_until_somebody_has_begun() -> None:
    def switches(stands: Standings, looker: int) -> list[str]:
        screen = sharing(stands, looker, Viewer(ENGLISH, "emoji", "BullsBot"))
        return [one.text for row in screen.rows for one in row if "Hints" in one.text]

    fresh = standings()
    bare = replace(fresh, contest=replace(fresh.contest, no_hints=True))
    assert (switches(fresh, 1), switches(bare, 1)) == (["💡 Hints: allowed"], ["💡 Hints: none"])
    assert switches(fresh, 2) == switches(standings(KIM), 1) == []


@pytest.mark.parametrize("mine", [BOB, KIM])
async def test_whoever_has_finished_sees_how_it_stands_and_others_nothing_of_the_secret(mine: Entry) -> None:
    contest = standings(mine).contest

    async def job(work: Work) -> None:
        work.of(Contests).save(contest)
        work.of(Contests).enter(contest, replace(mine, person=1001))

    async with inside(None, Chat(1001)) as bot:
        await bot.store.run(job)
        await bot.says(f"/start b{contest.token}")
        shown = {slot: str(screen.html) for slot, (_, screen) in bot.screens.items()}
    if mine is KIM:
        assert "0834" not in "".join(shown.values())
        return
    [(slot, html)] = shown.items()
    assert (slot, [name for name in ("Ann", "Bob") if name not in html]) == (f"contest:{contest.token}", [])
