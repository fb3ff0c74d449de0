"""/stats: figures of games alone as they end, achievements, former games; and what a forged or late press comes to."""

import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.daily.model import Codes
from bot.app.kinds.alone.model import ALL, Alone
from bot.app.messages import Chat
from bot.app.model.game import Gist, PlayedGame
from bot.app.screen import Screen
from bot.app.screens.common import ONLY_PAGE
from bot.app.stats import model as ledgers
from bot.app.stats.model import ACHIEVEMENTS, HALF, NEVER, AchievementFacts, Ended, Ledger, Ledgers, key_of, reached
from bot.app.stats.screens import achievements_screen, stats_screen, told_screen
from bot.app.texts import LANGUAGES, texts_in
from bot.app.work import Work
from bot.game.daily import Calendar, day_at
from bot.game.notation import game_at, position
from solver.variant import VARIANTS
from tests.bot.inside import Inside, inside
from tests.bot.solo.recounting import figures, recounted

CHAT, SECRET = Chat(1001), (0, 8, 3, 4)


@pytest.fixture
async def bot() -> AsyncIterator[Inside]:
    async with inside(SECRET, CHAT) as usual:
        yield usual


async def plays(bot: Inside, guesses: str, begin: str = "/play") -> None:
    await bot.says(begin)
    for guess in guesses.split():
        await bot.says(guess)


async def ledger(bot: Inside) -> Ledger:
    return await bot.store.run(lambda work: work.of(Ledgers).of(1001))


def text(bot: Inside, slot: str = "menu") -> str:
    return bot.screens[slot][1].html


def data(bot: Inside, label: str, slot: str = "menu") -> str:
    buttons = [each for row in bot.screens[slot][1].rows for each in row]
    return next(each.data for each in buttons if label in each.text and each.data)


async def looks(bot: Inside, *labels: str) -> str:
    await bot.says("/stats")
    for label in labels:
        await bot.presses(data(bot, label), "menu")
    return text(bot)


async def is_right(bot: Inside) -> bool:
    return figures(await ledger(bot)) == figures(await recounted(bot.store, 1001))


async def test_figures_are_what_a_recount_comes_to_and_forged_presses_change_nothing(
    bot: Inside,
) -> None:
    await plays(bot, "0123 4567 0834")
    await plays(bot, "0123 0834", "/play evil")
    for guesses in ("0123 0834", "0123 /resign /resign", "0123 /hint 0834"):
        await plays(bot, guesses)
    await plays(bot, "0123 0834", "/play repeats")
    summed = await ledger(bot)
    classic = summed.of("solo classic")
    assert (classic.games, classic.solved, classic.best) == (4, 3, {"normal": 2})
    assert summed.of_all.hinted == 1
    assert summed.of_all.reviewed > 0
    assert await is_right(bot)
    shown, of_classic = await looks(bot), await looks(bot, "4 digits")
    assert all(words in shown for words in ("Games: ", "Accuracy: "))
    assert all(words in of_classic for words in ("Games: 4 · solved: 3", "▇"))
    await looks(bot, "As a picture")
    pictured = bot.screens["stats"][1]
    (counted,) = re.findall(r"Games: \d+ · solved: \d+", shown)
    assert pictured.picture is not None
    assert counted in pictured.html, "it says the same as its words"
    before, running = await looks(bot), await bot.board_game()
    for argument in ("s-six", "x", "p99", "i-none", "is-six", "-1"):
        await bot.presses(f"1:stats:{argument}", "menu")
    for argument in ("g999", "g", "r0", "a99999999999999999", "zzz", "99999999999999999999", "q1"):
        await bot.presses(f"1:former:{argument}", "menu")
    assert (await looks(bot), await bot.board_game()) == (before, running)


def tabs(bot: Inside) -> list[str]:
    """The tabs as they stand on the screen, the chosen one with its mark."""
    buttons = [each for row in bot.screens["menu"][1].rows for each in row]
    return [each.text for each in buttons if re.match(r"1:stats:(\w\w-|all)", str(each.data))]


async def test_four_digits_are_opened_first_and_every_other_kind_is_a_tab(bot: Inside) -> None:
    for _ in range(2):
        await plays(bot, "0123 /resign /resign", "/play evil")
    assert "Evil" in await looks(bot)
    assert tabs(bot) == [], "with one kind there are no tabs"
    await plays(bot, "0123 0834")
    await plays(bot, "0123 4567 0834", "/play strict")
    await plays(bot, "0123 0834", "/play x2")
    await plays(bot, "0123 0834", "/play x4")
    assert "<u>4 digits</u>\n🎯 Games: 1 · solved: 1" in await looks(bot)
    assert tabs(bot)[0] == "✓ 4 digits"
    titles = {texts_in("en").plain(f"mode.{mode}") for mode in ("evil", "strict", "two", "four")}
    assert {*tabs(bot)[1:]} == {f"{title} · 4 digits" for title in titles} | {"All but x2, x4"}
    for tab, games in (("Strict", 1), ("Evil", 2), ("Two", 1), ("Four", 1), ("All but x2, x4", 4)):
        assert f"🎯 Games: {games} · solved: " in await looks(bot, tab)
        [opened] = [label for label in tabs(bot) if "✓" in label]
        assert tab in opened
    assert await is_right(bot)


async def test_codes_at_once_are_counted_with_their_hints_and_not_in_what_is_summed_of_one(bot: Inside) -> None:
    await plays(bot, "0123 /hint 0834", "/play x2")
    await plays(bot, "0123 /resign /resign", "/play x2")
    summed = await ledger(bot)
    two = summed.of("x2 classic")
    assert (two.games, two.solved, two.hints, two.compared, two.reviewed) == (2, 1, 1, 0, 0)
    assert (summed.of_all.games, summed.accuracy, await is_right(bot)) == (0, None, True)
    shown = await looks(bot)
    assert "Games: 2 · solved: 1" in shown
    assert "perfect play" not in shown
    assert tabs(bot) == []
    await looks(bot, "Last games")
    assert "No finished games yet" in text(bot), "the list has games of one code"
    await bot.presses("1:stats:i", "menu")
    assert "stats" not in bot.screens, "there is nothing to be pictured of all"
    await bot.presses("1:stats:ix2-classic", "menu")
    assert bot.screens["stats"][1].picture is not None


async def test_codes_that_a_group_breaks_at_once_are_nobodys() -> None:
    async with inside(SECRET, Chat(-5)) as group:
        await plays(group, "0123 0834", "/play x2")
        assert (await ledger(group)).tallies == {}
        assert figures(await recounted(group.store, 1001)) == figures(Ledger(1001)), "nor where it is counted anew"


async def test_buttons_of_before_lead_to_what_they_said(bot: Inside) -> None:
    await plays(bot, "0123 0834")
    await plays(bot, "0123 /resign /resign", "/play evil")
    await looks(bot)
    for address, name in (("s-classic", "4 digits"), ("e-classic", "Evil"), ("", "4 digits"), ("p0", "4 digits")):
        await bot.presses(f"1:stats:{address}", "menu")
        assert re.search(rf"<u>[^<]*{name}", text(bot)), address
    for address in ("i", "is-classic"):
        await bot.presses(f"1:stats:{address}", "menu")
        assert bot.screens.pop("stats")[1].picture is not None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("beyond", "luck"), [(135, 1.25), (-135, -1.25)])
def test_more_and_less_are_words_not_signs(language: str, beyond: int, luck: float) -> None:
    """The last games were the other way round than those before."""
    summed, texts = Ledger(1), texts_in(language)
    for of in (-beyond, 3 * beyond):
        for _ in range(HALF):
            summed = summed.with_game(Ended("solo classic", 5, solved=True, accuracy=90.0, luck=luck, beyond=of))
    shown = stats_screen("", summed, ONLY_PAGE, texts).html
    better, worse = (texts.html(f"stats.{word}", figure=texts.decimal(1.35)) for word in ("better", "worse"))
    said, other = (worse, better) if beyond > 0 else (better, worse)
    assert texts.html("stats.beyond", beyond=said) in shown
    assert other in shown
    assert texts.html("stats.lucky" if luck > 0 else "stats.unlucky", luck=texts.decimal(1.25, "0.0")) in shown
    assert not set("+−") & set(shown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mean_that_stands_beside_that_of_perfect_play_is_not_told_once_more_as_their_difference(
    language: str,
) -> None:
    summed, texts = (
        Ledger(1).with_game(Ended("solo classic", 5, solved=True, accuracy=90.0, beyond=-135)),
        texts_in(language),
    )
    ones, alls = (str(stats_screen(key, summed, ONLY_PAGE, texts).html) for key in ("solo classic", ""))
    fewer = texts.html("stats.beyond", beyond=texts.html("stats.better", figure=texts.decimal(1.35)))
    assert texts.decimal(5, "0.0") in ones
    assert fewer not in ones
    assert fewer in alls


async def test_the_code_of_an_open_day_is_among_the_last_games_of_whoever_has_finished_it() -> None:
    codes = Codes(b"key", Calendar(day_at(1_000_000, 0.0)))
    secret = VARIANTS["classic"].format(codes.secret(1))
    async with inside(SECRET, CHAT, daily=codes) as bot:
        await plays(bot, "0123" if secret != "0123" else "4567", "/daily")
        assert "No finished games yet" in await looks(bot)
        await bot.says("/daily")
        await bot.says(secret)
        assert "🕘 #1 · 4 digits" in await looks(bot, "Last games", "2 · 📅 #1 · ")
        assert secret in text(bot)
        (share,) = [each for row in bot.screens["menu"][1].rows for each in row if each.copies]
        assert share.copies is not None
        assert "#1" in share.copies
        assert secret not in share.copies, "it is shared without digits"


async def test_whoever_gave_up_the_code_of_an_open_day_does_not_read_it_among_their_last_games() -> None:
    codes = Codes(b"key", Calendar(day_at(1_000_000, 0.0)))
    secret = VARIANTS["classic"].format(codes.secret(1))
    async with inside(SECRET, CHAT, daily=codes) as bot:
        await plays(bot, "0123" if secret != "0123" else "4567", "/daily")
        await plays(bot, "/resign /resign", "/daily")
        assert "No finished games yet" in await looks(bot, "Last games")
        for letter in "gra":
            await bot.presses(f"1:former:{letter}1", "menu")
        await bot.says("/review")
        assert not [slot for slot, (_, screen) in bot.screens.items() if secret in screen.html or slot == "review"]


async def forget_ledger(work: Work) -> None:
    """As if all had been played before ledgers were kept."""
    work.write("drop_ledgers_of", person_id=1001, most=1)


async def test_what_was_played_before_is_counted_once_and_so_is_what_ends_meanwhile(
    bot: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.app.stats.actions.BATCH", 2)  # a few at a time
    for _ in range(5):
        await plays(bot, "0123 0834")
    expected = figures(await recounted(bot.store, 1001))
    await bot.store.run(forget_ledger)
    for nth in range(4):
        assert ("⏳ Still counting your older games." in await looks(bot)) == (nth < 2)
    assert ((await ledger(bot)).done, figures(await ledger(bot))) == (None, expected)
    await bot.store.run(forget_ledger)
    await bot.says("/stats")
    await plays(bot, "0123 4567 0834")
    await plays(bot, "0123 0834")
    for _ in range(6):
        await bot.says("/stats")
    assert ((await ledger(bot)).done, await is_right(bot)) == (None, True)
    await plays(bot, "0123 0834")
    assert await is_right(bot)


async def test_an_achievement_is_told_once() -> None:
    async with inside((0, 1, 4, 5), CHAT) as bot:
        for _ in range(2):
            await plays(bot, "0123 0245 0145")
        told = (await ledger(bot)).told
        assert len(told) == len(set(told))
        shown = await looks(bot, "Achievements")
        assert "win /number in no more" in shown
        assert re.search(r"[▰▱]{10} 2/50", shown)


ACHIEVED = "🏅 New achievement: "


async def test_an_achievement_stands_on_the_board_of_the_game_that_earned_it_and_in_no_message(bot: Inside) -> None:
    for _ in range(4):
        await plays(bot, "0123 0834")
        assert ACHIEVED not in "".join(text(bot, slot) for slot in bot.screens)
    await plays(bot, "0123 0834")
    showing = [slot for slot in bot.screens if ACHIEVED in text(bot, slot)]
    assert len(showing) == 1
    board = text(bot, showing[0])
    assert f"{ACHIEVED}Warmed up: crack five codes" in board
    assert "Solved" in board
    assert "five" in (await ledger(bot)).told
    await plays(bot, "0123 0834")
    assert [ACHIEVED in text(bot, slot) for slot in bot.screens].count(True) == 1, "the next game earns nothing"


async def achieving(bot: Inside, said: str) -> list[str]:
    """What goes out when these are said and says that something is achieved."""
    sent = [each for words in said.split(", ") for each in await bot.says(words)]
    screens = (each[-1] for each in sent if isinstance(each, tuple))
    return [shown.html for shown in screens if isinstance(shown, Screen) and ACHIEVED in shown.html]


async def test_what_codes_at_once_achieve_stands_on_their_board_and_in_no_message() -> None:
    async with inside(None, CHAT) as bot:
        assert await achieving(bot, "/play, 0123, /play 3, 012, /play mini x2, 1243") == []
        [board] = await achieving(bot, "1234")
        assert f"{ACHIEVED}Explorer: " in board
        assert "Solved, all of them" in board
        assert (await ledger(bot)).told == ("kinds",)
        assert await achieving(bot, "/play mini x2, 1234, /play, 0123") == [], "nor is it told again"


async def test_what_a_match_with_the_bot_achieves_stands_on_its_board_and_in_no_message(bot: Inside) -> None:
    assert await achieving(bot, "/match club, 8305, 0834, /match perfect, 8305") == []
    [board] = await achieving(bot, "0834")
    assert "🏆 You won" in board
    assert f"{ACHIEVED}Giant slayer: " in board
    assert (await ledger(bot)).told == ("perfect",)
    assert await achieving(bot, "/match perfect, 8305, 0834, /play, 0834") == [], "nor is it told again"


async def test_whoever_masters_a_number_reads_on_its_board_once_that_it_is_an_achievement(
    bot: Inside,
) -> None:
    await bot.says("/number 1 2")
    for guess in ("1", "2"):
        await bot.says(guess)
    assert any("🏅 Achievement: Number Master" in text(bot, slot) for slot in bot.screens)
    assert (await ledger(bot)).told == ("number",)
    bot.screens.clear()
    await bot.says("/number 1 2")
    for guess in ("1", "2"):
        await bot.says(guess)
    board = "".join(text(bot, slot) for slot in bot.screens)
    assert "Master of the game" in board
    assert "🏅" not in board, "the next one earns nothing"
    await plays(bot, "0123 0834")
    assert not any("Number Master" in text(bot, slot) for slot in bot.screens)


async def test_former_games_are_listed_looked_at_reviewed_and_tried_again(bot: Inside) -> None:
    for _ in range(9):
        await plays(bot, "0123 4567 8904 0834")
    await looks(bot, "Last games")
    assert len([slot for slot in bot.buttons if ":former:g" in slot[0]]) == 8
    assert "4567" in await looks(bot, "Last games", "Earlier", "4 digits")
    for label in ("Review", "Try again"):
        await bot.presses(data(bot, label), "menu")
    assert "Accuracy" in text(bot, "review")
    again = await bot.board_game()
    assert isinstance(again, Alone)
    assert again.is_practice
    assert len(again.game.history_of(ALL)) > 0


async def test_former_games_are_listed_on_the_first_of_all_days() -> None:
    """The day before #1 is none, though it would still be open."""
    first = Codes(b"key", Calendar(day_at(1_000_000, 0.0)))
    async with inside(SECRET, CHAT, daily=first) as bot:
        await plays(bot, "0123 0834")
        await looks(bot, "Last games")
        assert [slot for slot in bot.buttons if ":former:g" in slot[0]]


@pytest.mark.parametrize(
    ("language", "counted"),
    [("en", "Solo games you’ve finished"), ("uk", "Закінчені ігри "), ("ru", "Законченные игры ")],
)
async def test_it_is_said_which_games_are_counted(language: str, counted: str) -> None:
    async with inside(SECRET, CHAT, language) as bot:
        assert counted not in await looks(bot), "nothing is counted yet"
        await plays(bot, "0123 0834")
        (line,) = [line for line in (await looks(bot)).splitlines() if line.startswith(counted)]
        assert "/profile" in line


async def test_in_a_group_it_is_said_where_the_figures_are() -> None:
    async with inside(SECRET, Chat(-5)) as bot:
        assert "in our private chat" in await looks(bot)
        await plays(bot, "0123 0834")
        assert (await ledger(bot)).of_all.games == 0


async def test_games_of_one_alphabet_are_summed_by_one_name_until_the_table_has_them(bot: Inside) -> None:
    for number in range(1, 21):
        await plays(bot, "0123 4567 0834", "/play" if number % 2 else "/play 4x10")
        boards = [text(bot, slot) for slot in bot.screens if slot.startswith("game:")]
        assert "🎯 Bulls and Cows: 4 different digits" in boards[-1]
        assert f"Games like this: {number} · 3.0 guesses on average · /stats" in boards[-1] or number < 2
    assert "Games: 20" in await looks(bot)
    await bot.says("/top")
    await bot.presses(data(bot, "Accuracy"), "menu")
    assert all(words in text(bot) for words in ("Ann", "You: "))


FIRST_WEEK = {"five", "three-days", "kinds"}


def seen_after(solved: Mapping[str, int], streak: int = 0) -> AchievementFacts:
    """What is known of somebody who has broken so many codes of each variant, each with a hint."""
    ledger = Ledger(1)
    for variant in Counter(solved).elements():
        ledger = ledger.with_game(Ended(f"solo {variant}", 5, solved=True, hints=1))
    return AchievementFacts(ledger, NEVER, streak, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_achievement_has_a_short_name_of_its_own(language: str) -> None:
    texts = texts_in(language)
    names = [texts.html(f"badge.{name}") for name in ACHIEVEMENTS]
    assert len(set(names)) == len(names)
    assert max(map(len, names)) <= 20
    shown, told = achievements_screen(seen_after({}), texts).html, told_screen({*ACHIEVEMENTS}, texts).html
    lines = [f"{texts.html(f'badge.{name}')}: {texts.html(f'achieved.{name}')}" for name in ACHIEVEMENTS]
    assert [line for line in lines if line not in shown or line not in told] == []


@given(st.dictionaries(st.sampled_from(sorted(VARIANTS)), st.integers(0, 6), max_size=5), st.integers(0, 8))
def test_the_first_week_brings_three_and_each_for_what_it_says(solved: dict[str, int], streak: int) -> None:
    kinds = [name for name, count in solved.items() if count and VARIANTS[name].words.partition("-")[0] in {"", "en"}]
    expected = {"five": sum(solved.values()) >= 5, "three-days": streak >= 3, "kinds": len(kinds) >= 3}
    found = reached(seen_after(solved, streak))
    assert found & FIRST_WEEK == {name for name, is_reached in expected.items() if is_reached}
    assert found - FIRST_WEEK <= {"week", "variants"}


def test_a_first_win_brings_none_and_an_ordinary_week_all_three() -> None:
    weeks = (seen_after({"classic": 1}, 1), seen_after({"classic": 3, "five": 1, "colours": 1}, 3))
    assert list(map(reached, weeks)) == [set(), FIRST_WEEK]


def test_games_of_ten_guesses_or_more_share_the_last_column() -> None:
    ledger = Ledger(1)
    for guesses in (1, 9, 10, 12):
        ledger = ledger.with_game(Ended("solo classic", guesses, solved=True, hints=0))
    assert ledger.of_all.columns == (1, 0, 0, 0, 0, 0, 0, 0, 1, 2)


NAMES = [("4x10", "classic"), ("3x10", "three"), ("5x10", "five"), ("6x10", "six"), ("4x10r", "repeats")]
APART = ["4x9", "4x6r", "4x8", "5x8r", "mastermind", "nonzero", "words-en-5", "gone-for-ever"]
GAMES = st.builds(
    Ended,
    key=st.sampled_from([f"solo {name}" for pair in NAMES for name in pair] + [f"evil {name}" for name in APART]),
    guesses=st.integers(1, 12),
    solved=st.booleans(),
    hints=st.integers(0, 2),
    beyond=st.none() | st.integers(-300, 300),
)


@pytest.mark.parametrize(("stored", "name"), NAMES)
def test_what_is_kept_by_another_name_is_the_same_game_and_another_alphabet_stays_apart(stored: str, name: str) -> None:
    assert key_of("solo", stored) == key_of("solo", name) == f"solo {name}"
    secret = VARIANTS[name].format(next(VARIANTS[name].codes()))
    assert position(game_at(f"solo {stored} {secret} |")) == f"solo {name} {secret} |"
    ended = ledgers.ended_of(PlayedGame("alone", Gist(f"solo {stored} {secret} | {secret}", (1,)), 0, 0))
    assert ended is not None
    assert ended.key == f"solo {name}"
    assert [key_of("solo", other) for other in APART] == [f"solo {other}" for other in APART]


@given(st.lists(GAMES, max_size=30))
def test_sums_of_both_names_are_those_of_all_their_games(games: list[Ended]) -> None:
    apart, joined = Ledger(1), Ledger(1)
    for ended in games:
        apart = apart.with_game(ended)
        joined = joined.with_game(Ended(key_of(*ended.key.split()), ended.guesses, ended.solved, ended.hints))
    row = {"person_id": 1, "name": "Ann", "done": 0, "revision": 1}
    found = ledgers.ledger_read(row | {"body": ledgers.ledger_written(apart)})
    assert found.tallies.keys() == joined.tallies.keys()
    for key, tally in found.tallies.items():
        wanted = joined.of(key)
        for each in ("games", "solved", "guesses", "columns", "hints", "hinted", "best"):
            assert getattr(tally, each) == getattr(wanted, each), (key, each)
        names = [name for name in apart.tallies if name == key or (" " in name and key_of(*name.split()) == key)]
        assert tally.run <= wanted.run, "it may have ended in between"
        assert tally.longest == max(apart.of(name).longest for name in names)
    assert ledgers.ledger_read(row | {"body": ledgers.ledger_written(found)}) == found
    assert json.loads(ledgers.ledger_written(found))
