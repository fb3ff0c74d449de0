"""A game alone that is over: what it says of how well it went, what is shared of it, and what stands under it."""

import re
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.app.kind import slot_of
from bot.app.kinds.alone.model import ALL, Alone, Costliest, PersonalAverage, Praise
from bot.app.kinds.alone.screens import board, end_lines
from bot.app.kinds.reviews import FIGURES_FROM
from bot.app.messages import Chat
from bot.app.screen import Screen
from bot.app.screens.share import share_text
from bot.app.texts import LANGUAGES, texts_in
from bot.game.model import Phase, Termination
from sandbox.text import units
from solver.review import Flaw, Why
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.inside import Inside, inside
from tests.bot.looks import look_at
from tests.bot.player import begun, presses_at_once, talk, wrong_guesses
from tests.bot.solo.test_board import table_at
from tests.bot.strategies import tables

ENGLISH = texts_in("en")
WRONG = "0123 4567 8901 2345 6789 1357 2468 9876 5432"
NOTHING_NEW = Flaw(Why.NOTHING_NEW)
BLAME = Costliest(2, NOTHING_NEW, 90.0)
ROW = re.compile("(🐂*)(🐄*)((?:▫️)*)")


def solved(guesses: int, **fields: object) -> list[str]:
    line = " ".join(["solo classic 0834 |", *WRONG.split()[: guesses - 1], "0834"])
    return list(end_lines(table_at(line, **fields), ENGLISH))


@st.composite
def ends(draw: st.DrawFn) -> Alone:
    game = draw(tables(most=9).filter(lambda table: table.is_over and table.daily is None))
    number = draw(st.integers(0, 9))
    flaw, perfect = draw(st.none() | st.just(NOTHING_NEW)) if number else None, draw(st.none() | st.integers(1, 9))
    costliest = draw(st.none() | st.just(Costliest(number, flaw, 90.0, perfect=perfect)))
    return replace(game, costliest=costliest, proof=False)


@given(ends(), st.sampled_from(LANGUAGES))
def test_the_end_is_three_lines_and_blames_nobody_for_nothing_nor_beside_praise(game: Alone, language: str) -> None:
    lines = end_lines(game, texts_in(language))
    assert 2 <= len(lines) <= 3
    assert not any("\n" in line for line in lines)


@given(ends(), st.sampled_from(LANGUAGES))
def test_there_is_a_position_to_go_back_to_only_where_it_is_said_what_was_wrong(game: Alone, language: str) -> None:
    words, found = texts_in(language), game.costliest
    blamed = [line for line in end_lines(game, words) if words.html("why.nothing-new") in line]
    assert not blamed or (found and found.flaw and game.praise is Praise.NONE)
    assert texts(board(game, look_at(language))).count(words.plain("button.retry")) <= len(blamed)


@pytest.mark.parametrize(("guesses", "blamed"), [(1, False), (5, False), (6, True), (9, True)])
def test_fewer_guesses_than_perfect_play_takes_on_average_are_not_blamed(guesses: int, *, blamed: bool) -> None:
    lines = solved(guesses, costliest=BLAME, standing=PersonalAverage(7, 6.0))
    said = (
        "Weakest: guess 2 — it couldn’t tell you anything new.",
        "📊 Games like this: 7 · 6.0 guesses on average · /stats",
    )
    assert [line in lines for line in said] == [blamed, not blamed]


@pytest.mark.parametrize(
    ("fields", "shown"),
    [
        ({"costliest": BLAME}, "7 guesses · ⏱ 1:01"),
        ({"costliest": replace(BLAME, perfect=5)}, "7 guesses (perfect play: 5) · ⏱ 1:01"),
        ({"suggestions": 3}, "7 guesses · 3 hints · ⏱ 1:01"),
        *[
            ({"ended_at": 100 + seconds}, f"7 guesses · ⏱ {shown}")
            for seconds, shown in ((0, "0:00"), (59.4, "0:59"), (3599.7, "1:00:00"), (90061, "25:01:01"), (-5, "0:00"))
        ],
    ],
)
def test_the_end_says_what_it_took_in_guesses_hints_and_time(fields: dict[str, object], shown: str) -> None:
    assert solved(7, **fields)[1] == shown


def test_giving_up_is_not_praised_and_a_game_that_goes_on_has_no_end() -> None:
    lines = end_lines(table_at("solo classic 0834 | 0123 | resigned 0"), ENGLISH)
    assert lines == ["🏳️ The secret was <code>0834</code>.", "1 guess · ⏱ 1:01"]
    with pytest.raises(ValueError, match="not over"):
        end_lines(table_at("solo classic 0834 | 0123"), ENGLISH)


def shared(guesses: str, hints: int = 0) -> list[str]:
    return share_text(table_at(f"solo classic 0834 | {guesses}").game, ENGLISH, "BullsBot", hints=hints).splitlines()


def test_a_shared_game_has_a_row_for_each_guess() -> None:
    title, rows = "🐂🐄 Bulls and Cows @BullsBot", ["🐄▫️▫️▫️", "🐂🐂🐄🐄", "🐂🐂🐂🐂"]
    assert shared("4567 0384 0834") == [title, "Solved in 3 guesses", *rows]
    assert shared("0834", hints=2)[1] == "Solved in 1 guess · 💡 2"


def test_the_middle_of_a_long_shared_game_is_left_out() -> None:
    lines = shared(f"{'0123 4567 ' * 20}0834")
    assert (lines[2], lines[-1]) == ("🐂🐄▫️▫️", "🐂🐂🐂🐂")
    assert [row for row in lines if row.startswith("…")] == [f"… {41 - (len(lines) - 3)} more guesses …"]


def test_what_was_given_up_before_the_third_guess_is_not_worth_sharing() -> None:
    ends = ("0834", "0123 | resigned 0", "0123 4567 | resigned 0", "0123 4567 8901 | resigned 0", "0123 4567 8901")
    games = {end: table_at(f"solo classic 0834 | {end}") for end in ends}
    for says_something in ("is_worth_sharing", "may_be_beaten"):
        assert [end for end, game in games.items() if getattr(game, says_something)] == [ends[0], ends[3]]


@given(tables(most=60), st.sampled_from(LANGUAGES), st.text("aZ_9", min_size=5, max_size=32))
def test_a_shared_game_gives_no_digit_away_and_fits_the_clipboard(game: Alone, language: str, username: str) -> None:
    assume(game.game.phase is Phase.OVER)
    text = share_text(game.game, texts_in(language), username)
    assert units(text) <= 256
    outcome = game.game.outcome
    solved = outcome is not None and outcome.termination is Termination.SOLVED
    texts = texts_in(language)
    assert (texts.counted("share.guesses", len(game.game.turns)) in text) == solved
    (_, _, *rows), turns = text.splitlines(), game.game.turns
    said = [at for at, row in enumerate(rows) if row.startswith("…")]
    if said:
        [first] = said
        last = len(rows) - first - 1
        assert first in {last, last - 1}, "rows are missing in the middle"
        assert re.search(rf"\b{len(turns) - first - last}\b", rows.pop(first))
        turns = (*turns[:first], *turns[len(turns) - last :])
    assert len(rows) == len(turns)
    for row, turn in zip(rows, turns, strict=True):
        marks = ROW.fullmatch(row)
        assert marks, "nothing but marks, in order"
        bulls, cows, misses = marks.groups()
        assert (len(bulls), len(cows)) == turn.feedback
        assert len(bulls) + len(cows) + misses.count("▫️") == game.game.variant.length


CHAT = Chat(1001)
RETRY = "↩️ Retry from there"
COSTLY = "0123 5678 0145 /resign /resign"
"""The last of these guesses asks for symbols that are out where the secret is 6789."""


def texts(screen: Screen) -> list[str]:
    return [button.text for row in screen.rows for button in row]


async def played(bot: Inside, said: str, order: str = "/play") -> str:
    await bot.says(order)
    game = await bot.board_game()
    assert game is not None
    for text in said.split():
        await bot.says(text)
    return slot_of(game.id)


async def pressed(bot: Inside, slot: str, text: str) -> Screen:
    rows = bot.screens[slot][1].rows
    (data,) = [str(button.data) for row in rows for button in row if text in button.text]
    await bot.presses(data, slot)
    return bot.screens[slot][1]


@pytest.mark.parametrize("order", ["/play evil", "/think", "/number 1 9", "/match mini beginner", "/play"])
async def test_what_stands_under_a_game_that_is_over_does_nothing_before_be_the_press_forged(order: str) -> None:
    async with inside((6, 7, 8, 9), CHAT) as bot:
        await bot.says(order)
        (slot,) = bot.screens
        assert "☰ Menu" not in texts(bot.screens[slot][1])
        for text in COSTLY.split()[:3] if order == "/play" else ():
            await bot.says(text)
        running = await bot.store.run(lambda work: work.games.running_in(1001))
        for verb in ("ehome", "retry", "every"):
            await bot.presses(f"1:{verb}:{slot.partition(':')[2]}:{3 * (order == '/play')}", slot)
        assert "menu" not in bot.screens
        assert await bot.store.run(lambda work: work.games.running_in(1001)) == running


async def test_of_what_stands_under_a_game_to_play_again_comes_first_and_strangers_press_nothing() -> None:
    async with inside((0, 1, 2, 3), CHAT) as bot:
        slot = await played(bot, "4567 0123")
        elsewhere = replace(bot, chat=Chat(1002), person=replace(bot.person, id=1002), screens=dict(bot.screens))
        before = bot.screens[slot]
        for verb in ("ehome", "eshare", "eback", "eboth"):
            assert not [sent for sent in await elsewhere.presses(f"1:{verb}:{slot[5:]}:2", slot) if sent == before]
            assert bot.screens[slot] == before
        first, *others = [button for row in bot.screens[slot][1].rows for button in row]
        assert (first.text, first.style, {button.style for button in others}) == ("🔄 Play again", "primary", {None})
        await pressed(bot, slot, "Menu")
        assert bot.screens["menu"][1].html == "Hi, Ann!"
        await pressed(bot, slot, "Next")
        assert "🤺 Both guess" in bot.screens["menu"][1].html
        assert not any("Next" in text for text in texts(bot.screens[await played(bot, "4567 0123")][1]))


async def test_the_best_yet_is_told_where_it_is_but_not_of_another_game_nor_with_a_hint() -> None:
    async with inside((0, 1, 2, 3), CHAT) as bot:
        for said, is_best, order in (
            ("4567 8901 2345", False, "/play"),
            ("4567 8901", True, "/play"),
            ("4567 8901", False, "/play"),
            ("4567 8901 2345", False, "/play"),
            ("4567", False, "/play blind"),
            ("/hint /hint /hint", False, "/play classic"),
            ("4567", True, "/play"),
        ):
            html = bot.screens[await played(bot, f"{said} 0123", order)][1].html
            assert "Solved!" in html, said
            assert ("Your best yet" in html) == is_best, said


@pytest.mark.parametrize(
    ("said", "order", "line", "offers"),
    [
        (COSTLY, "/play", "Weakest: guess 3 — 0 and 1 were already ruled out.", True),
        ("6789", "/play", "✅ Every guess was good.", False),
        ("1111 /resign /resign", "/play repeats", "Weakest: guess 1 — it leaves about ", False),
    ],
)
async def test_the_end_says_what_cost_most_and_leads_back(said: str, order: str, line: str, *, offers: bool) -> None:
    async with inside((6, 7, 8, 9), CHAT) as bot:
        end = bot.screens[await played(bot, said, order)][1]
        assert line in end.html
        assert (RETRY in texts(end)) == offers


@pytest.mark.parametrize(
    ("order", "said", "words"),
    [
        ("/play", COSTLY, ("· practice", "2. <code>5678", "This game doesn’t count.")),
        ("/play coached", COSTLY, ("with a coach · practice",)),
        ("/play evil", "0123 4567 3210 /resign /resign", ("😈", "· practice", "2. <code>4567")),
    ],
)
async def test_a_retry_has_another_secret_and_counts_nowhere(order: str, said: str, words: tuple[str, ...]) -> None:
    async with inside((6, 7, 8, 9), CHAT) as bot:
        end = await pressed(bot, await played(bot, said, order), RETRY)
        assert "Weakest: guess 3 —" in end.html
        again = await bot.board_game()
        assert isinstance(again, Alone)
        shown = bot.screens[slot_of(again.id)][1].html
        assert [word for word in words if word not in shown] == []
        assert f"3. <code>{said.split()[2]}" not in shown
        assert (again.game.mode.name == "evil", len(again.game.history_of(ALL))) == ("evil" in order, 2)
        kept = await bot.store.run(lambda work: work.games.lines_after(1001, 0, 9))
        assert len(kept) == 1
        if order == "/play":
            secret = again.game.variant.format(again.game.secret or ())
            assert not set(secret) & set("0123")
            await bot.says(secret)
            end = bot.screens[slot_of(again.id)][1]
            assert "🎉" in end.html
            assert f"3. <code>{secret}" in end.html
            assert "best" not in end.html
            assert not [text for text in texts(end) if "Share" in text or "Beat" in text]
            assert await bot.store.run(lambda work: work.games.lines_after(1001, 0, 9)) == kept


@pytest.mark.asyncio(loop_scope="session")
async def test_pressed_many_times_it_is_one_game(stage: Stage) -> None:
    alice = await begun(stage)
    guess = wrong_guesses(stage.secret_of(alice.id), 1)[0]
    await talk(f"{guess} → 1. {guess}\n{guess} → again\n{guess} → 2. {guess}\n/resign → secret?", alice)
    board = await talk("/resign → Weakest: guess 2", alice)
    await presses_at_once(alice, RETRY, board)
    await stage.quiet()
    assert (stored.running_games(stage.bot, alice.id), stored.games(stage.bot, alice.id)) == (1, 2)


REPEATED = " ".join(guess for guess in ["0123", "0123", "4567", "0123", "8901", "0123", "4271"] for _ in range(2))
"""Guesses that cost something, each sent again as a repeated one must be."""


@pytest.mark.parametrize("language", LANGUAGES)
async def test_figures_are_told_from_the_fifth_finished_game_on_and_agree(language: str) -> None:
    """On the board and in its review."""
    words = texts_in(language)
    perfect = re.compile(re.escape(words.plain("end.perfect", count="7")).replace("7", r"(\d+)"))
    named = re.compile(re.escape(words.plain("reviewed.perfect")), re.IGNORECASE)
    async with inside((4, 2, 7, 1), CHAT, language) as bot:
        for nth in range(1, FIGURES_FROM + 2):
            slot = await played(bot, REPEATED, "/play classic")
            end = await pressed(bot, slot, words.plain("button.review"))
            board, review = end.html + str(end.rows), bot.screens[slot.replace("game:", "review:")][1]
            found = perfect.search(board)
            told = (found is not None, review.picture is not None, bool(named.search(review.html)))
            assert told == (nth >= FIGURES_FROM,) * 3, nth
            if found is None:
                assert not named.search(board)
            else:
                path = next(line for line in review.html.split("\n") if line.startswith("🏁"))
                assert words.counted("review.path", int(found[1]), path="") != path
                assert path.count("→") + 1 == int(found[1]), "the same figure"
                assert re.search(rf"\b{found[1]}\b", path.split("</code>")[-1])


async def test_whoever_needs_no_more_than_perfect_play_is_blamed_for_nothing() -> None:
    seen = []
    async with inside((4, 2, 7, 1), CHAT) as bot:
        for said in (*[REPEATED] * FIGURES_FROM, "4271", REPEATED):
            slot = await played(bot, said, "/play classic")
            await pressed(bot, slot, "Review")
            end, review = bot.screens[slot][1], bot.screens[slot.replace("game:", "review:")][1].html
            blamed = ("Weakest" in end.html, RETRY in texts(end))
            seen.append((*blamed, "1 guess (perfect play: " in end.html, "Faster than perfect play!" in review))
        assert seen[-2:] == [(False, False, True, True), (True, True, False, False)]
