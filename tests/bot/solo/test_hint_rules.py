"""What hints, coaches and notes tell: it follows from the history alone, agrees with the command line, and is short."""

import json
import random
import re
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.app.advice import (
    HintResult,
    choices,
    following,
    game_review,
    hint_about,
    hint_result,
    hint_turned_to,
    hint_with,
)
from bot.app.buttons import MenuPress, OnMenu
from bot.app.kind import slot_of
from bot.app.kinds.alone.model import ALL
from bot.app.kinds.alone.screens import board, details_of, lesson_lines
from bot.app.kinds.hints import notes_after
from bot.app.kinds.match.screen import SeatViewer, match_screen
from bot.app.kinds.reviews import FIGURES_FROM
from bot.app.messages import Chat
from bot.app.model.hints import (
    AFTER,
    HAS_PLACES,
    BoardPage,
    Hint,
    HintKind,
    Mark,
    chosen,
    marks,
    notes_after_choice,
    notes_after_place,
    notes_after_tap,
    notes_of,
    place_marks,
    placed,
    with_notes,
)
from bot.app.model.options import Help
from bot.app.review.screens import ReviewPresses, all_guesses_screen, review_screen, verdict_on
from bot.app.screen import Button, Screen
from bot.app.screens.common import Viewer
from bot.app.screens.hints import (
    CHOOSE,
    hint_lines,
    information_screen,
    known_line,
    note_line,
    note_rows,
    noted_lines,
    place_lines,
    why,
)
from bot.app.screens.keypad import Keys, keypad_rows
from bot.app.texts import LANGUAGES, texts_in
from bot.app.world import recall_by
from bot.game.fair_play import Opened
from bot.game.model import MODES, Game, Phase
from sandbox.html import parse
from solver.__main__ import main
from solver.candidates import fitting_codes
from solver.feedback import Feedback, History, feedback_for, is_consistent
from solver.information import information
from solver.review import Flaw, Turn, Why, perfect_path
from solver.variant import VARIANTS, Variant, variant_named
from tests.bot.duels.test_match_screens import unseen_twins
from tests.bot.inside import Inside, inside
from tests.bot.looks import COMPUTE, look_at
from tests.bot.solo.hinted import with_hints
from tests.bot.solo.test_board import table_at
from tests.bot.strategies import VARIANT, guessed, matched_games, matches, notes
from tests.distribution import examples
from tests.solver.games import CLASSIC, codes, history

FEW_CODES = [
    variant_named(name) for name in ("mini", "three", "mastermind", "cipher", "words-en-4", "words-uk-5", "3x12")
]
ENGLISH = texts_in("en")
EVERYTHING = Hint(tuple(HintKind), page=BoardPage.HINTS)
TURNS = "0123=0B1C 4561=0B1C"
LATER = f"{TURNS} 7285=1B1C 7904=1B1C"
CAPTION = 1024
"""UTF-16 units below a picture."""


def commanded(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def known_of(turns: History, hint: Hint, variant: Variant = CLASSIC) -> HintResult:
    known = hint_result(variant, turns, hint, COMPUTE)
    assert known is not None
    return known


@given(st.data())
@settings(max_examples=examples(60), deadline=None)
def test_hints_are_the_same_for_every_secret_that_fits(data: st.DataObject) -> None:
    variant = data.draw(st.sampled_from(FEW_CODES))
    secret = data.draw(st.sampled_from(list(variant.secrets())))
    guesses = data.draw(st.lists(codes(variant).filter(lambda code: code != secret), max_size=4, unique=True))
    turns = tuple((guess, feedback_for(guess, secret)) for guess in guesses)
    twin = data.draw(st.sampled_from([code for code in variant.secrets() if is_consistent(code, turns)]))
    hint = replace(EVERYTHING, wondered=data.draw(codes(variant)))
    viewer = Viewer(texts_in(data.draw(st.sampled_from(LANGUAGES))))
    played = [guessed(Game(variant, MODES["solo"], (code,)), *map(variant.format, guesses)) for code in (secret, twin)]
    tables = [replace(table_at("solo mini 1234 |"), game=game, hint=hint) for game in played]
    tables = [replace(table, guessed_by=("Ann",) * len(table.game.turns)) for table in tables]
    shown = [_without_print(board(table, viewer, with_hints(table))) for table in tables]
    assert shown[0] == shown[1]


def _without_print(screen: Screen) -> Screen:
    return replace(screen, html=type(screen.html)(re.sub(r"proof-[\w-]{43}", "", screen.html)))


@pytest.mark.parametrize("turns", [1, 3])
@pytest.mark.parametrize("name", [*VARIANTS, "5x8r"])
def test_figures_are_those_of_the_command_line(name: str, turns: int, capsys: pytest.CaptureFixture[str]) -> None:
    variant = variant_named(name)
    secret, own, *guesses = random.Random(f"{name} {turns}").sample(list(variant.secrets()), turns + 2)
    told_so_far = tuple((guess, feedback_for(guess, secret)) for guess in guesses)
    written = [f"{variant.format(guess)}={reply}" for guess, reply in told_so_far]
    known = known_of(told_so_far, replace(EVERYTHING, wondered=own), variant)
    assert (advice := known.advice) is not None
    assert known.wondered is not None
    best = commanded(capsys, "suggest", name, *written)
    first = best["suggestions"][0]
    assert best["candidates"] == known.knowledge.candidates == advice.candidates
    assert (variant.format(advice.guess), advice.exact) == (first["guess"], best["exact"])
    for figure in ("bits", "worst", "parts", "expected", "consistent"):
        assert getattr(advice, figure) == first[figure], figure
    cases = commanded(capsys, "cases", name, *written)["cases"]
    assert [case.count for case in known.cases] == [case["count"] for case in cases]
    places = commanded(capsys, "places", name, *written)
    assert [list(place.values()) for place in places["places"]] == [list(place) for place in known.knowledge.places]
    assert list(places["anywhere"].values()) == list(known.knowledge.anywhere)
    assert [variant.format(code) for code in known.knowledge.codes] == places["codes"]
    table = commanded(capsys, "table", name, variant.format(own), *written)
    assert (known.wondered.bits, known.wondered.consistent) == (table["bits"], table["consistent"])
    assert [reply.count for reply in known.wondered.replies] == [reply["count"] for reply in table["replies"]]


@pytest.mark.parametrize("name", [*VARIANTS, "5x8r"])
def test_a_reviews_picture_has_the_figures_of_the_command_line(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    variant = variant_named(name)
    secret, *guesses = random.Random(name).sample(list(variant.secrets()), 3)
    guesses.append(secret)
    turns = tuple((guess, feedback_for(guess, secret)) for guess in guesses)
    reviewed, viewer = game_review(variant, turns, secret), Viewer(texts_in("en"), "letters", "BullsBot")
    screen = review_screen(reviewed, viewer, ReviewPresses())
    assert screen.picture is not None
    given = json.loads(screen.picture.given)
    printed = commanded(capsys, "review", name, *map(variant.format, (secret, *guesses)))
    for turn, shown, line in zip(reviewed.review.turns, given["turns"], printed["turns"], strict=True):
        assert f"{shown['bulls']}B{shown['cows']}C" == line["reply"]
        renamed = {"expected": "bits_expected", "lost": "turns_lost"}
        for word in ("guess", "before", "after", "bits", "best", *renamed):
            assert shown[word] == line[renamed.get(word, word)], word
        assert turn.verdict.value == line["verdict"]
        assert shown["verdict"] == verdict_on(turn).value, "the best of very many, and a hit by luck, are good"
    assert (given["accuracy"], given["luck"]) == (printed["accuracy"], printed["luck"])
    assert ("\nExact" if printed["exact"] else "\nPartly estimated") in screen.html
    assert len(parse(screen.html)[0].encode("utf-16-le")) // 2 <= CAPTION
    assert all(f"\n{number}. " in screen.html for number in reviewed.review.costliest[:3])
    every = parse(all_guesses_screen(reviewed, viewer).html)[0]
    for number, line in enumerate(printed["turns"], 1):
        assert f"\n\n{number}. {variant.show(variant.parse(line['guess']))}" in every
        assert f"{line['before']}→{line['after']}" in every
    path = [variant.format(step.guess) for step in perfect_path(variant, secret)]
    assert [step[0] for step in given["perfect"]] == path


@given(st.data())
@settings(max_examples=examples(60))
def test_a_hint_in_a_match_is_the_same_whatever_its_taker_may_not_see(data: st.DataObject) -> None:
    variants = st.sampled_from([VARIANTS["mini"], VARIANTS["three"], VARIANTS["words-en-4"]])
    game = data.draw(matched_games(variants=variants, most=5, ends=False))
    match, seat = data.draw(matches(st.just(game))), data.draw(st.sampled_from(game.seats))
    assume(game.secret_for(seat) and not match.is_over)
    sitters = tuple(replace(one, allows_hints=True, name="Ann", hint=None) for one in match.sitters)
    hint = replace(EVERYTHING, wondered=data.draw(codes(game.variant)))
    match = replace(match, rated=False, sitters=sitters).with_sitter(seat, replace(sitters[seat], hint=hint))
    screens = []
    for one in (game, data.draw(unseen_twins(game, seat))):
        viewer = SeatViewer(ENGLISH, seat=seat, hint=known_of(one.history_of(seat), hint, one.variant))
        screens.append(_without_print(match_screen(replace(match, game=one), viewer)))
    assert screens[0] == screens[1]
    assert "💡" in screens[0].html


@pytest.mark.parametrize(
    ("turns", "ladder"),
    [
        ("", [HintKind.COUNT, HintKind.GUESS]),
        ("0123=0B1C", [HintKind.COUNT, HintKind.PLACES, HintKind.CASES, HintKind.GUESS]),
        ("0123=0B0C", [HintKind.COUNT, HintKind.PLACES, HintKind.GUESS]),
    ],
)
def test_hints_are_given_the_weakest_first_and_those_that_say_something(turns: str, ladder: list[HintKind]) -> None:
    hint: Hint | None = None
    known: HintResult | None = None
    climbed = []
    while (what := following(known)) is not None:
        climbed.append(what)
        hint = hint_with(what, hint, known)
        known = hint_result(CLASSIC, history(turns), hint, COMPUTE)
    assert climbed == ladder


def test_nothing_is_told_twice_and_nothing_that_says_nothing_is_offered() -> None:
    at_first = known_of((), Hint((HintKind.COUNT,)))
    assert choices(at_first) == (HintKind.GUESS,)
    assert [hint_with(asked, at_first.hint, at_first) for asked in (HintKind.COUNT, HintKind.LIST)] == [None, None]
    assert set(choices(known_of(history(LATER), Hint((HintKind.GUESS,))))) == set(HintKind) - {HintKind.GUESS}
    hint = hint_about((0, 1, 2, 3), EVERYTHING)
    assert HintKind.TABLE not in hint.asked, "it has a table of its own"
    assert hint_about((0, 1, 2, 3), hint) == hint, "it has a table of its own"
    assert hint_turned_to(BoardPage.NOTES, None) == Hint(page=BoardPage.NOTES)
    all_new = known_of(history("0123=0B0C"), Hint((HintKind.COUNT,)))
    assert HintKind.CASES not in choices(all_new)
    assert hint_with(HintKind.CASES, all_new.hint, all_new) is None


def lines_of(turns: History | str, *asked: HintKind, wondered: str = "", variant: Variant = CLASSIC) -> list[str]:
    told = history(turns, variant) if isinstance(turns, str) else turns
    hint = Hint(asked, wondered=variant.parse(wondered) if wondered else None, page=BoardPage.HINTS)
    return list(hint_lines(known_of(told, hint, variant), variant, "letters", ENGLISH, 3))


def test_cases_read_as_in_books() -> None:
    cases = ["one of 0, 2, 3, one of 4, 5, 6, and two of 7, 8, 9 (366 codes)", "1 and three of 7, 8, 9 (12 codes)"]
    assert lines_of(TURNS, HintKind.CASES)[1:3] == cases


def test_the_table_of_places_shows_what_may_stand_where() -> None:
    text, _ = parse("\n".join(lines_of("0123=2B0C 0145=0B0C", HintKind.PLACES)))
    assert {"3│· · 2 · · · · · · · ✓", "4│· · · 3 · · · · · · ✓"} <= set(text.splitlines())
    assert all(line in text for line in ("✅ Certainly in it: 2 3", "❌ Not in it: 0 1 4 5"))


def test_hints_on_words_speak_of_words() -> None:
    words = VARIANTS["words-en-4"]
    text, _ = parse("\n".join(lines_of("send=0B1C", HintKind.PLACES, variant=words)))
    rows = [line for line in text.splitlines() if "│" in line]
    assert rows == ["1│d e n ·", "2│d · n ·", "3│d e · s", "4│· e n s"]
    assert re.fullmatch(r"💡 \d+ words still fit\.", lines_of("send=0B1C", HintKind.COUNT, variant=words)[0])
    assert lines_of("0123=0B1C", HintKind.COUNT)[0] == "💡 1440 codes still fit."


@pytest.mark.parametrize(
    ("name", "row"), [("colours", "1│🔴 🟠 🟡 🟢 🔵 🟣 ⚪ ⚫"), ("pictures", "1│🍎🍋🍇🍒🌽🥕🍄🌻🌵🐝🐟🦋")]
)
def test_a_row_of_the_grid_is_no_longer_than_a_phones(name: str, row: str) -> None:
    variant = VARIANTS[name]
    guess = variant.parse(variant.alphabet[: variant.length])
    assert row in "\n".join(lines_of(((guess, Feedback(1, 1)),), HintKind.PLACES, variant=variant))


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ("4568", "🔎 <code>4568</code> can’t be the secret."),
        ("4561", "🔎 <code>4561</code> can be the secret."),
        ("0123", "If it were, <code>0123</code> would have got 4B\u00a00C, not 0B\u00a01C."),
        ("8901", "If it were, <code>0123</code> would have got 0B\u00a02C, not 0B\u00a01C."),
    ],
)
def test_a_guess_of_ones_own_is_weighed_and_what_speaks_against_it_is_named(own: str, said: str) -> None:
    assert said in lines_of("0123=0B1C", wondered=own)


SIGNS = {HintKind.PLACES: "│", HintKind.CASES: "🧩", HintKind.LIST: "📋", HintKind.GUESS: "👉", HintKind.WHY: "❓"}
"""By which sign what was asked can be found."""


@given(st.permutations([*SIGNS, None]).filter(lambda order: order.index(HintKind.GUESS) < order.index(HintKind.WHY)))
def test_what_was_asked_last_is_plain_and_the_rest_is_folded_below_it(order: list[HintKind | None]) -> None:
    turns, hint = history(LATER), Hint((HintKind.COUNT,))
    for what in order:
        known = hint_result(CLASSIC, turns, hint, COMPUTE)
        after = hint_about((0, 4, 6, 7), hint) if what is None else hint_with(what, hint, known)
        assert after is not None
        hint = replace(after, page=BoardPage.HINTS)
        lines = hint_lines(known_of(turns, hint), CLASSIC, "letters", ENGLISH, 3)
        shown, how = "\n".join(lines).split("\n\n")
        newest, _, older = shown.partition("<blockquote expandable>")
        assert ("🔎" if what is None else SIGNS[what]) in newest
        assert how.startswith("Hints used:")
        told = [sign for one, sign in SIGNS.items() if one in hint.asked] + ["💡"] + ["🔎"] * bool(hint.wondered)
        assert [sign for sign in told if sign not in newest and sign not in older] == []
        plain = shown.replace("<blockquote expandable>", "\n").splitlines()
        assert sum(line.startswith("👉") for line in plain) == (HintKind.GUESS in hint.asked)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list(VARIANTS))
def test_the_table_of_replies_fits_under_a_picture_and_adds_up(name: str, language: str) -> None:
    variant = VARIANTS[name]
    guess = next(variant.codes())
    screen = information_screen(information(variant, guess), variant, texts_in(language))
    assert screen.picture is not None
    assert len(parse(screen.html)[0].encode("utf-16-le")) // 2 <= CAPTION
    given = json.loads(screen.picture.given)
    replies, counts, shares = [], 0, 0.0
    for bulls, cows, count, share, *_ in given["rows"]:
        replies.append(Feedback(bulls, cows))
        counts, shares = counts + count, shares + share
    assert (counts, given["guess"]) == (len(list(variant.secrets())), variant.format(guess))
    assert abs(shares - 1) < 1e-9
    assert Feedback(variant.length, 0) in replies


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("lost", "key", "flaw"),
    [
        (0.0, "best", None),
        (0.02, "good", None),
        (0.1, "inaccuracy", Flaw(Why.OUT, (3, 4))),
        (0.5, "mistake", Flaw(Why.REFUTED, (2,))),
    ],
)
def test_the_coach_judges_in_the_words_of_a_review(language: str, lost: float, key: str, flaw: Flaw | None) -> None:
    texts = texts_in(language)
    turn = Turn((0, 1, 2, 3), Feedback(0, 2), 5040, 1260, 2.77, (4, 5, 6, 7), lost, exact=True, flaw=flaw)
    left, judgement = lesson_lines(turn, CLASSIC, texts)
    assert {"1260", "5040"} <= set(left.replace(".", "").split())
    assert texts.plain(f"reviewed.{key}") in judgement
    if flaw is None:
        assert "4567" not in judgement
    else:
        assert all(words in judgement for words in (why(flaw, CLASSIC, texts), "<code>4567</code>"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", Why)
def test_every_flaw_has_words_that_name_what_it_is_about(language: str, reason: Why) -> None:
    values = {Why.OUT: (3, 4), Why.REFUTED: (2,), Why.TELLS_LESS: (25, 14)}.get(reason, ())
    said = why(Flaw(reason, values), CLASSIC, texts_in(language))
    assert all(str(value) in said for value in values)
    assert said == said.lower().rstrip(".")


CHAT = Chat(1001)
MINI = VARIANTS["mini"]
CODES = sorted(MINI.format(code) for code in map(tuple, MINI.secrets()))


@given(
    st.sampled_from(CODES),
    st.lists(st.sampled_from(CODES), min_size=1, max_size=5),
    st.sampled_from(LANGUAGES),
    st.sampled_from([(Help.NORMAL, True), (Help.NORMAL, False), (Help.COACHED, False)]),
)
def test_learners_hear_that_one_fits(secret: str, guesses: list[str], language: str, learns: tuple[Help, bool]) -> None:
    degree, is_learners = learns
    told = [guess for guess in dict.fromkeys(guesses) if guess != secret] or [next(c for c in CODES if c != secret)]
    turns = tuple((MINI.parse(guess), feedback_for(MINI.parse(guess), MINI.parse(secret))) for guess in told)
    is_only, texts = len(fitting_codes(MINI, turns)) == 1, texts_in(language)
    said = texts.html("board.can-know")
    game = table_at(f"solo mini {secret} | {' '.join(told)}", help=degree, is_learners=is_learners)
    shown = board(game, look_at(language), details_of(game, COMPUTE, position=Opened(MINI, turns)))
    assert shown.html.count(said) == (is_only and (is_learners or degree is Help.COACHED))
    assert degree is Help.COACHED or secret not in shown.html.split(said)[-1], "which one is theirs to find"
    result = known_of(turns, Hint((HintKind.COUNT,), page=BoardPage.HINTS), MINI)
    assert (said in hint_lines(result, MINI, "emoji", texts)) == is_only


@pytest.mark.parametrize("told", ["classic 0834 | 0123 4567 0834", "six 012345 | 012354 543210", "mini 1234 | 1243"])
def test_a_guess_of_somebody_who_learns_is_carried_out_once(told: str) -> None:
    """What asks the process that thinks is carried out anew with the answer, all of it."""
    game = table_at(f"solo {told}", is_learners=True)
    is_on = game.game.phase is Phase.PLAYING
    position = Opened(game.game.variant, game.game.history_of(ALL)) if is_on else None
    recall = recall_by(lambda question: pytest.fail(f"asked: {question}"))
    assert not details_of(game, recall, position=position).can_know


async def knows(bot: Inside, order: str) -> bool:
    await bot.says(order)
    game = await bot.board_game()
    assert game is not None
    for guess in ("1234", "2143", "5123"):
        await bot.says(guess)
    return ENGLISH.html("board.can-know") in bot.screens[slot_of(game.id)][1].html


@pytest.mark.parametrize(
    ("order", "said"), [("/play mini", True), ("/play mini coached", True), ("/play mini blind", False)]
)
async def test_blind_games_and_those_of_experienced_people_say_nothing_of_it(order: str, *, said: bool) -> None:
    async with inside((0, 1, 2, 4), CHAT) as bot:
        for _ in range(FIGURES_FROM):
            assert await knows(bot, order) == said
            await bot.says("1235")
        assert await knows(bot, order) == ("coached" in order)


DOES = MenuPress(OnMenu.PLAY)
NOTED = VARIANT.flatmap(lambda variant: st.tuples(st.just(variant), notes(variant)))
TAPPABLE = NOTED.filter(lambda noted: not noted[0].words)


def rows_of(noted: str, variant: Variant = CLASSIC, *, marked: bool = True) -> list[list[Button]]:
    """The buttons that take notes, each of which sends its argument alone."""
    rows = note_rows(noted, variant, lambda text, argument: Button(text, data=argument), ENGLISH, marked=marked)
    return [list(row) for row in rows]


def tapped(words: str, noted: str = "") -> str:
    for word in words.split():
        after = notes_after(word, noted, CLASSIC)
        assert after is not None
        noted = after
    return noted


def keypad(variant: Variant, noted: str = "") -> list[list[Button]]:
    """The keypad, whose keys carry the number of their symbol."""
    symbols = variant.alphabet.lower()
    keys = Keys(lambda symbol: MenuPress(OnMenu.CARD, str(symbols.index(symbol.lower()))), DOES, DOES)
    return [list(row) for row in keypad_rows("", variant, keys, ENGLISH, noted)]


@given(NOTED, st.data())
def test_a_tap_changes_one_symbol_and_four_taps_none(noted: tuple[Variant, str], data: st.DataObject) -> None:
    text, symbols = noted[1], len(noted[0].alphabet)
    symbol = data.draw(st.integers(0, symbols - 1))
    once = notes_after_tap(text, symbol, symbols)
    before, after = marks(text, symbols), marks(once, symbols)
    assert list(after) == [AFTER[mark] if at == symbol else mark for at, mark in enumerate(before)]
    for _ in range(3):
        once = notes_after_tap(once, symbol, symbols)
    assert marks(once, symbols) == before
    assert symbol not in placed(once), "a symbol that is out has no places"


def test_everybody_has_notes_of_their_own_and_the_line_tells_what_is_in_first() -> None:
    kept = with_notes(2, "+", with_notes(1, "-?", ()))
    assert (notes_of(1, kept), notes_of(2, kept), notes_of(3, kept)) == ("-?", "+", "")
    assert with_notes(1, "", kept) == ((2, "+"),)
    shown = [button.text for row in rows_of("-?+", marked=False) for button in row]
    assert shown == [*"1234567890", "↩️ Back"], "where several look"
    assert note_line("-?+-", CLASSIC) == "📝 ✅ 2  ❓ 1  ❌ 0 3"
    assert not note_line("", CLASSIC)
    assert note_line(tapped("3 7 7 3-0 7-1 7"), CLASSIC) == "📝 ✅ 7  ❌ 3", "though its places are not shown"


def test_what_is_known_is_a_sentence_of_ones_own_notes_alone() -> None:
    noted = tapped("7 7 7 7-1 7-1 3 3 3 3-0 5 5 0 1")
    known = "📝 What I know: 7 is in place 2; in it: 3; maybe in it: 5; not in it: 0, 1."
    assert known_line(noted, CLASSIC, ENGLISH) == known
    assert noted_lines(noted, CLASSIC, ENGLISH, asks=False)[0] == known
    assert known_line("?", CLASSIC, ENGLISH) == "📝 What I know: maybe in it: 0."
    assert noted_lines("", CLASSIC, ENGLISH, asks=True) == []
    assert known_line(tapped("7 7 7-2 7-2"), CLASSIC, ENGLISH) == "📝 What I know: 7 is in place 3."


@given(NOTED)
def test_the_sentence_names_each_symbol_that_is_noted_and_no_other(noted: tuple[Variant, str]) -> None:
    variant, text = noted
    shown = [
        variant.show((symbol,)) for symbol, of in enumerate(marks(text, len(variant.alphabet))) if of is not Mark.NONE
    ]
    said = known_line(text, variant, ENGLISH)
    parts = [part.removesuffix(".") for part in said.removeprefix("📝 What I know: ").split("; ") if part]
    named = {part.split(" is in place ")[0] for part in parts if " is in place " in part}
    named |= {symbol for part in parts if ": " in part for symbol in part.split(": ")[1].split(", ")}
    assert named == {*shown}
    assert len(said) < 300


@pytest.mark.parametrize("name", [*VARIANTS, "2x36"])
def test_every_symbol_has_a_button_and_no_row_is_too_wide(name: str) -> None:
    variant = variant_named(name)
    *rows, last = rows_of("-?+", variant)
    marked = {str(button.data).removeprefix(CHOOSE): button.text[-1] for row in rows for button in row}
    assert marked.keys() == {str(symbol) for symbol in range(len(variant.alphabet))}
    assert sum(map(len, rows)) == len(variant.alphabet)
    assert max(map(len, rows)) <= 8
    assert [marked[symbol] for symbol in ("0", "1", "2")] == ["❌", "❓", "✅"]
    assert [button.data for button in last] == ["clear", "back"]


@pytest.mark.parametrize("name", [name for name, variant in VARIANTS.items() if not variant.words] + ["3x20"])
def test_a_symbol_stands_where_the_keypad_has_it(name: str) -> None:
    variant = variant_named(name)
    places = [[str(key.data).rpartition(":")[2] for key in row] for row in keypad(variant)[:-1]]
    assert [[key.data for key in row] for row in rows_of("", variant)[:-1]] == places


def test_a_place_of_the_grid_goes_round_by_taps() -> None:
    seen = [place_marks(tapped("7 7" + " 7-1" * taps), 7, 4)[1] for taps in range(4)]
    assert seen == [Mark.NONE, Mark.OUT, Mark.IN, Mark.NONE], "a place goes round"


def test_the_grid_shows_places_of_the_symbols_that_have_some() -> None:
    noted = tapped("7 7 7-1 7-2 7-2 3 3 3 3-0")
    grid, asks = place_lines(noted, CLASSIC, ENGLISH, asks=True)
    assert grid == "<pre> │1234\n3│✗···\n7│·✗✓·</pre>"
    assert asks.startswith("👇 Where is 3?")
    assert place_lines(noted, CLASSIC, ENGLISH, asks=False) == [grid]


def test_a_symbol_that_has_places_is_chosen_by_a_tap_which_keeps_its_mark() -> None:
    noted = tapped("7 7 7-1 3 3")
    rows = rows_of(noted)
    data = {button.text: button.data for row in rows for button in row}
    assert (data["7❓"], data["3❓"], data["2"]) == ("at-7", "3", "2")
    assert [button.data for button in rows[-2]] == ["3-0", "3-1", "3-2", "3-3"]
    again = tapped("at-7", noted)
    assert (chosen(again), marks(again, 10)) == (7, marks(noted, 10))
    assert [button.text for button in rows_of(again)[-2]] == ["1️⃣", "2️⃣✗", "3️⃣", "4️⃣"]


@pytest.mark.parametrize("word", ["10", "99", "7-4", "7-9", "at-10", "at-", "-1", "7-", "at-7-1-1", "x", "７"])
def test_a_forged_button_is_none_of_the_notes(word: str) -> None:
    assert notes_after(word, "", CLASSIC) is None


@given(NOTED, st.data())
def test_only_symbols_that_may_be_in_have_places(noted: tuple[Variant, str], data: st.DataObject) -> None:
    variant, text = noted
    symbols = len(variant.alphabet)
    symbol = data.draw(st.integers(0, symbols - 1))
    place = data.draw(st.integers(0, variant.length - 1))
    for after in (
        notes_after_tap(text, symbol, symbols),
        notes_after_choice(text, symbol, symbols),
        notes_after_place(text, symbol, place, symbols),
    ):
        assert all(marks(after, symbols)[at] in HAS_PLACES for at in placed(after))
        assert chosen(after) is None or marks(after, symbols)[chosen(after) or 0] in HAS_PLACES


@pytest.mark.parametrize("variant", [replace(variant_named("3x20"), length=8), variant_named("2x36")])
def test_the_grid_fits_a_phone_and_a_message(variant: Variant) -> None:
    symbols = len(variant.alphabet)
    noted = "?" * symbols
    for symbol, place in product(range(symbols), range(variant.length)):
        noted = notes_after_place(noted, symbol, place, symbols)
    widths = [len(row) for row in rows_of(noted, variant)]
    assert max(widths) <= 8
    assert sum(widths) <= 100
    assert len("".join(place_lines(noted, variant, ENGLISH, asks=True))) < 600


KEY_SIGNS = {Mark.NONE: "", Mark.OUT: "✗", Mark.MAYBE: "?", Mark.IN: "✓"}


@given(TAPPABLE)
def test_every_key_says_how_its_symbol_is_noted_and_does_what_it_did(noted: tuple[Variant, str]) -> None:
    variant, text = noted
    shown = marks(text, len(variant.alphabet))
    pads = [[key for row in keypad(variant, written) for key in row] for written in (text, "")]
    for noted_key, plain_key in zip(*pads, strict=True):
        symbol = str(plain_key.data).rpartition(":")[2]
        sign = KEY_SIGNS[shown[int(symbol)]] if symbol.isdecimal() else ""
        assert (noted_key.data, noted_key.text) == (plain_key.data, f"{sign}{plain_key.text}")
