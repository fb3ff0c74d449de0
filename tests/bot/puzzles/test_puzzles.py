"""Puzzles given, answered by taps and by typing, explained, rated and shared, in whatever order and by whoever."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from random import Random

import pytest

from bot.app.links import link_to, puzzle_in
from bot.app.messages import Chat
from bot.app.puzzles.actions import count, draw
from bot.app.puzzles.model import FIRST, Puzzler, Puzzles
from bot.app.texts import texts_in
from bot.app.work import Work
from bot.game.puzzles import KINDS
from bot.game.rating import START, Rating
from sandbox.client import Person
from solver.variant import VARIANTS
from tests.bot.conftest import Stage
from tests.bot.inside import inside
from tests.bot.puzzles.inside_puzzles import SECRET, Solver, first_of, numbered, solving, wrong

ONLY, LEFT, FEWEST, APART = (first_of(kind).number for kind in ("only", "left", "fewest", "apart"))
COLOURS = first_of("apart", "mastermind").number
EVERY_KIND = pytest.mark.parametrize("kind", ["only", "left", "fewest", "apart"])
stage_test = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
async def ann() -> AsyncIterator[Solver]:
    async with solving() as solver:
        yield solver


@EVERY_KIND
@pytest.mark.parametrize("variant", ["classic", "mastermind"])
async def test_a_right_answer_is_explained_and_moves_both_ratings(kind: str, variant: str) -> None:
    listed = first_of(kind, variant)
    async with solving() as ann:
        assert f"#{listed.number}" in await ann.follows(listed.number)
        assert ("⌫" in ann.buttons) == (listed.number == COLOURS), "all else is typed in digits or tapped as a whole"
        assert "✅" in await ann.answers()
        assert "🎯 Finding your level: 1/10" in ann.text
        assert "because." not in ann.text
        puzzler = await ann.puzzler()
        assert puzzler.rating.value > START.value + (100 if kind == "apart" else 0)
        [rated] = await ann.bot.store.run(lambda work: work.of(Puzzles).rated([listed]))
        assert (puzzler.right, puzzler.rated, puzzler.open, rated.revision) == (1, 1, None, 1)
        assert rated.rating.value < listed.first_rating.value


@pytest.mark.parametrize("number", [ONLY, LEFT, FEWEST])
async def test_a_wrong_answer_is_explained_and_lowers_the_rating(number: int) -> None:
    async with solving(follows=number) as ann:
        assert "❌" in await ann.taps(wrong(await ann.puzzle()))
        puzzler = await ann.puzzler()
        assert puzzler.rating.value < START.value
        assert (puzzler.right, puzzler.rated) == (0, 1)


async def test_all_that_are_left_are_found_in_any_order_and_each_once() -> None:
    async with solving(follows=LEFT) as ann:
        puzzle = await ann.puzzle()
        last, *others = sorted(puzzle.right, reverse=True)
        for found, code in enumerate(others, 1):
            for _ in range(5):
                assert "✅" not in await ann.taps(code)
                assert f"✓ {puzzle.variant.format(code)}" in ann.buttons
                assert len((await ann.open()).found) == found
        assert "✅" in await ann.taps(last)


async def test_whoever_asks_again_sees_the_same_puzzle_until_it_is_answered(ann: Solver) -> None:
    await ann.says("/puzzle")
    first = await ann.open()
    for act in (ann.presses("menu"), ann.says("/puzzle"), ann.presses("next")):
        await act
        assert await ann.open() == first
    await ann.presses(f"give-{first.tag}", "next")
    assert (second := await ann.open()) != first
    await ann.presses("next")
    assert await ann.open() == second, "pressed twice it leaves no puzzle out"


async def test_the_first_ten_puzzles_find_ones_level_without_figures(
    ann: Solver,
) -> None:
    seen, kinds = list[str](), list[str]()
    for at in range(1, 13):
        await ann.says("/puzzle")
        opened, rating = await ann.open(), (await ann.puzzler()).rating.value
        assert opened.listed is not None
        assert (opened.is_rated, opened.listed.variant.name) == (True, "classic")
        assert not seen or abs(opened.listed.first_rating.value - rating) < 400, "the first one is easy"
        seen.append(opened.about)
        kinds.append(opened.kind)
        await (ann.presses(f"give-{opened.tag}") if len(seen) % 2 else ann.answers())
        assert (f"Finding your level: {at}/10" in ann.text, "rating" in ann.text) == (at <= 10, at > 10)
    assert len(set(seen)) == 12
    assert int(seen[0]) in FIRST
    assert all(kinds[at : at + 7].count(kind) <= 3 for at in range(6) for kind in KINDS)


@pytest.mark.parametrize("rating", range(900, 2200, 100))
async def test_at_every_rating_a_kind_that_was_given_three_times_is_left_out(ann: Solver, rating: int) -> None:
    for weary in combinations(KINDS, 2):
        people = [Puzzler(person, Rating(rating, 80.0, 0.06), given=weary * 3).with_tried(1) for person in range(20)]
        drawn = [await ann.bot.store.run(partial(draw, who)) for who in people]
        assert not {listed.kind for listed in drawn} & set(weary)
        assert all(listed.size <= KINDS[listed.kind].largest for listed in drawn)


async def test_whoever_has_finished_a_game_of_three_digits_is_given_puzzles_of_three_too() -> None:
    async with inside(None, Chat(1001)) as bot:
        ann = Solver(bot)
        people = [replace((await ann.puzzler()).with_tried(1), revision=at) for at in range(60)]
        for lines, variants in (("/play five 98765", "classic"), ("/play three 987 /resign yes", "classic three")):
            await ann.says(*re.split(" (?=[^a-z])| (?=yes)", lines))
            drawn = [await bot.store.run(partial(draw, who)) for who in people]
            assert {listed.variant.name for listed in drawn} == set(variants.split()), lines


@dataclass
class Novice:
    """Somebody who is right as often as the ratings say, for what they can do."""

    puzzler: Puzzler
    skill: float
    dice: Random
    kinds: list[str] = field(default_factory=list)

    async def solves(self, count_of: int, work: Work) -> int:
        """They are given so many puzzles; returns how many they are right about."""
        before = self.puzzler.right
        for at in range(count_of):
            listed = await draw(self.puzzler, work)
            self.kinds.append(listed.kind)
            is_right = self.dice.random() < 1 / (1 + 10 ** ((listed.first_rating.value - self.skill) / 400))
            given = self.puzzler.with_given(listed.kind).with_tried(listed.number)
            after = await count(given, listed, work, at * 60.0, is_right=is_right)
            self.puzzler = replace(after, revision=at + 1)
        return self.puzzler.right - before


@pytest.mark.costly
async def test_two_hundred_people_answer_about_half_of_varied_puzzles_rightly(
    ann: Solver,
) -> None:
    dice = Random("puzzles")
    people = [Novice(Puzzler(2000 + at), dice.gauss(START.value, 200), dice) for at in range(200)]
    right = sum([await ann.bot.store.run(partial(who.solves, 9)) for who in people])
    sevens = [who.kinds[at : at + 7] for who in people for at in range(3)]
    assert sum(len(set(seven)) >= 3 for seven in sevens) >= 0.95 * len(sevens)
    assert all(seven.count(kind) <= 3 for seven in sevens for kind in KINDS)
    assert 0.4 <= right / (9 * len(people)) <= 0.75


@EVERY_KIND
async def test_whoever_gives_one_up_is_told_why_each_other_answer_is_none(kind: str) -> None:
    async with solving(follows=first_of(kind).number) as ann:
        puzzle = await ann.puzzle()
        told = await ann.presses(f"give-{(await ann.open()).tag}")
        wrongs = [puzzle.variant.format(code) for code in puzzle.choices if code not in puzzle.right]
        said = "{} — codes left" if kind == "fewest" else "Not <code>{}</code>: if it were"
        assert all(said.format(f"<code>{code}</code>" if kind == "fewest" else code) in told for code in wrongs)
        assert kind == "apart" or wrongs


async def test_colours_are_answered_on_a_keypad_where_what_was_tapped_is_gone_once_it_is_asked_again() -> None:
    async with solving(follows=COLOURS) as ann:
        assert {"🔴 R", "⌫", "✓"} < set(ann.buttons)
        right = min((await ann.puzzle()).right)
        assert "✍️" in await ann.presses(f"key-{COLOURS}-0")
        assert "✍️" not in await ann.says("/puzzle")
        await ann.presses(*[f"key-{COLOURS}-0"] * 3, f"submit-{COLOURS}")
        assert (await ann.puzzler()).open is not None, "one more to go"
        await ann.says("/puzzle")
        await ann.presses(*[f"key-{COLOURS}-{right[0]}"] * 2)
        assert f"✍️ <code>{VARIANTS['mastermind'].show(right[:1])} " in ann.text
        await ann.presses(f"erase-{COLOURS}", *(f"key-{COLOURS}-{symbol}" for symbol in right[1:]))
        assert "✅" in await ann.presses(f"submit-{COLOURS}")


@EVERY_KIND
async def test_a_hint_gives_something_away_and_takes_the_rating(kind: str) -> None:
    number = first_of(kind).number
    async with solving(follows=number) as ann:
        assert "💡 " in await ann.presses(f"hint-{number}")
        assert "💡 Hint" not in ann.buttons
        assert "Not rated: you took a hint." in await ann.answers()
        assert (await ann.puzzler()).rating == START
        await ann.follows(number)
        assert not (await ann.open()).is_rated


BADLY = ("0123", "4567", "0132", "0132", "5678")
"""Guesses of a game against 5678 of which the third asks nothing new, and is meant so."""


async def test_a_mistake_of_ones_own_comes_first_and_each_game_is_looked_at_once(ann: Solver) -> None:
    assert "🧩 From your game: " in await ann.says("/play", *BADLY, "/puzzle")
    puzzle = await ann.puzzle()
    assert [puzzle.variant.format(guess) for guess, _ in puzzle.history] == ["0123", "4567"]
    assert not (await ann.open()).is_rated
    assert "Not rated: it comes from a game." in await ann.taps(min(puzzle.right))
    assert "✅" in ann.text
    assert (await ann.puzzler()).rating == START
    await ann.presses("next")
    assert (await ann.open()).listed is not None
    await ann.presses(f"give-{(await ann.open()).tag}")
    await ann.says("/play", *BADLY, "/puzzle")
    assert (await ann.open()).listed is None


@pytest.mark.parametrize("guesses", [("5678",), ("0123", "0132", "0132", "5678")])
async def test_a_game_without_a_fitting_mistake_gives_no_puzzle(ann: Solver, guesses: tuple[str, ...]) -> None:
    await ann.says("/play", *guesses, "/puzzle")
    assert (await ann.open()).listed is not None


async def test_the_link_to_a_puzzle_of_a_game_opens_it_for_others() -> None:
    async with solving() as ann:
        await ann.says("/play", *BADLY, "/puzzle")
        puzzle, about = await ann.puzzle(), (await ann.open()).about
        assert puzzle_in(link_to("BullsBot", "z", about).partition("start=")[2]) == about
    async with solving() as bob:
        assert "🧩 A puzzle from a game" in await bob.follows(about)
        assert await bob.puzzle() == puzzle
        assert "✅" in await bob.taps(min(puzzle.right))


@pytest.mark.parametrize("slip", ["", "012", "0011", "01234"])
async def test_what_came_later_takes_what_is_typed_and_a_puzzle_slips_until_it_is_answered(slip: str) -> None:
    async with solving(follows=APART) as ann:
        await ann.says("/play", "0123")
        assert (await ann.guesses(), (await ann.open()).about) == (1, str(APART))
        await ann.follows(APART)
        if slip:
            assert "⚠️" in await ann.says(slip)
        assert "❌" in await ann.says("4567")
        assert await ann.guesses() == 1
        await ann.says("4567")
        assert await ann.guesses() == 2


async def test_what_is_no_answer_a_reply_to_a_board_and_a_command_for_games_pass_the_puzzle_by(ann: Solver) -> None:
    await ann.says("/play", "0123")
    await ann.follows(ONLY)
    choices = (await ann.puzzle()).choices
    codes = ("4567", "4568", "4569", "4578", "4589")
    await ann.says(next(code for code in codes if tuple(map(int, code)) not in choices))
    assert (await ann.guesses(), (await ann.open()).about) == (2, str(ONLY))
    game = await ann.bot.board_game()
    assert game is not None
    for text, to in (("8901", f"game:{game.id}"), ("/guess 2345", None)):
        await ann.follows(APART)
        await ann.bot.says(text, to=to)
    assert (await ann.guesses(), (await ann.open()).about) == (4, str(APART))
    await ann.says("/play")
    await ann.bot.says("0123", to="puzzle")  # a reply to the puzzle answers it, whatever else is on
    assert "❌" in ann.text
    assert await ann.guesses() == 0


@pytest.mark.parametrize(("number", "text", "told"), [(APART, "9999999", "7"), (COLOURS, "RGB", "")])
async def test_whoever_plays_nothing_is_told_what_is_wrong_with_an_answer(number: int, text: str, told: str) -> None:
    async with solving(follows=number) as ann:
        _, warned, note = (await ann.says(text)).partition("⚠️")
        told_there = told in note.partition("\n")[0]
        assert (warned, told_there, (await ann.open()).about) == ("⚠️", True, str(number))


async def test_a_longer_code_reaches_the_game_that_has_such_codes() -> None:
    async with inside(None, Chat(1001)) as bot:
        ann = Solver(bot)
        await ann.says("/play five", "98765")
        await ann.follows(APART)
        await ann.says("98764")
        assert (await ann.guesses(), (await ann.open()).about) == (2, str(APART))


async def test_an_answer_pressed_twice_counts_once() -> None:
    async with solving(follows=ONLY) as ann:
        await ann.taps(wrong(await ann.puzzle()))
        once, shown = await ann.puzzler(), ann.screen
        await ann.presses(*(f"{ONLY}-{at}" for at in range(4)), f"hint-{ONLY}", f"give-{ONLY}")
        assert (await ann.puzzler(), ann.screen) == (once, shown)


async def test_a_hint_and_then_an_answer_out_of_a_backlog_are_not_rated() -> None:
    async with solving(follows=ONLY) as ann:
        right = min((await ann.puzzle()).right)
        await ann.presses(f"hint-{ONLY}")
        await ann.follows(LEFT)
        await ann.presses(f"{ONLY}-0")  # a press on what stood there before
        assert (await ann.open()).about == str(LEFT)
        await ann.follows(ONLY)
        await ann.taps(right)
        assert (await ann.puzzler()).rating == START


FORGED = (
    f"{ONLY}-4 {ONLY}-99 {ONLY}- {ONLY} {LEFT}-0 {LEFT}-{ONLY} 0{ONLY}-0 hint-{LEFT} give-{LEFT} "
    "hint give hint- - 0-0 99999-0 nonsense x12345678-0 -0"
)
FORGED_KEYS = f"key-{COLOURS} erase-{COLOURS}-1 key-{COLOURS}-99 submit-1 key-x-0"


@pytest.mark.parametrize(("number", "forged"), [(ONLY, FORGED), (COLOURS, FORGED_KEYS)])
async def test_a_forged_button_changes_nothing(number: int, forged: str) -> None:
    async with solving(follows=number) as ann:
        before, shown = await ann.puzzler(), ann.screen
        for about in forged.split():
            await ann.presses(about)
            assert (await ann.puzzler(), ann.screen) == (before, shown), about


FORGED_LINKS = (
    "0 5121 999999999 9999999999 -1 1.5 only only_ only_p left_pclassic_ many_pclassic_AA left_psix_AA "
    f"fewest_pnothing_AA left_pclassic_//// apart_pwords-en-5_AA only_pclassic_{'A' * 60}"
)


async def test_a_forged_link_opens_no_puzzle_and_a_press_on_what_is_no_longer_one_does_nothing(ann: Solver) -> None:
    for about in FORGED_LINKS.split():
        await ann.says("/menu", f"/start z{about}")
        assert "puzzle" not in ann.bot.screens, about
    await ann.follows(ONLY)
    old = ann.bot.screens["puzzle"]
    await ann.says("/puzzle")
    before = await ann.puzzler()
    ann.bot.screens["puzzle"] = old
    await ann.presses(f"{ONLY}-0")
    assert await ann.puzzler() == before


async def test_a_group_is_sent_to_the_private_chat() -> None:
    async with inside(SECRET, Chat(-5)) as bot:
        for act in (bot.says("/puzzle"), bot.presses("1:puzzle", "menu")):
            await act
            screen = bot.screens["menu"][1]
            assert "solve them in private" in screen.html
            assert [button.opens for row in screen.rows for button in row] == ["https://t.me/BullsBot?start=z"]
        assert (await bot.store.run(lambda work: work.of(Puzzles).puzzler(1001))).open is None
    async with solving() as ann:  # and the link leads to the next one there
        assert "🧩 Puzzle #" in await ann.follows("")


async def test_advice_on_the_turns_of_a_rated_puzzle_is_refused_until_it_is_hinted() -> None:
    async with solving(follows=ONLY) as ann:
        puzzle = await ann.puzzle()
        turns = " ".join(f"{puzzle.variant.format(guess)} {reply}" for guess, reply in puzzle.history)
        assert "could help" not in str(await ann.bot.says("/review 0123 0B0C 4567 0B2C"))
        await ann.says(f"/review {turns}")
        assert "🧩 That could help with your open puzzle." in ann.bot.screens["menu"][1].html
        await ann.presses(f"hint-{ONLY}")
        assert "🧩 That could help with your open puzzle." not in str(await ann.bot.says(f"/review {turns}"))


async def test_a_thousand_presses_leave_one_small_row(ann: Solver) -> None:
    for _ in range(60):
        await ann.says("/puzzle")
        await ann.presses(f"give-{(await ann.open()).tag}")
    puzzler = await ann.puzzler()
    assert puzzler.rated == puzzler.tried.bit_count() == 60
    assert puzzler.rating.value < START.value


async def opened(ann: Person, number: int) -> None:
    await ann.send(f"/start z{number}")
    await ann.sees(str(texts_in(ann.language).html("puzzle.title", number=number)))


@stage_test
async def test_two_who_answer_the_same_puzzle_are_both_counted(stage: Stage) -> None:
    people, number = [await stage.sandbox.person(name) for name in ("Ann", "Bob")], first_of("only", "five").number
    puzzle = numbered(number)
    for person in people:
        await opened(person, number)
    for person in people:
        await person.presses(puzzle.variant.show(min(puzzle.right)))
        await person.sees("✅")
        await person.sees("Finding your level: 1/10")
    assert stage.bot.rows("SELECT revision FROM puzzles WHERE number = ?", number) == [(2,)]


@stage_test
async def test_what_came_in_at_once_after_an_outage_counts_once(own_stage: Stage) -> None:
    ann = await own_stage.sandbox.person("Ann")
    await opened(ann, APART)
    await own_stage.bot.kill()
    puzzle = numbered(APART)
    for code in sorted(puzzle.right)[:3]:
        await ann.send(puzzle.variant.format(code))
    await own_stage.bot.start()
    await ann.sees("✅")
    await own_stage.quiet()
    assert own_stage.bot.rows("SELECT revision FROM puzzles WHERE number = ?", APART) == [(1,)]
