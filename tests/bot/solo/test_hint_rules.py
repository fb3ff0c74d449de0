"""What hints tell: it follows from the history alone, and agrees with the command line."""

import json
import random
import re
from dataclasses import replace
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
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.alone.screens import board
from bot.app.kinds.match.model import Match
from bot.app.kinds.match.screen import SeatViewer, match_screen
from bot.app.model.hints import Asked, Hint, Page
from bot.app.screen import Screen
from bot.app.screens.common import Viewer
from bot.app.screens.review import ReviewPresses, all_guesses_screen, review_screen
from bot.app.texts import LANGUAGES, texts_in
from bot.game.model import MODES, Game, Seat
from sandbox.html import parse
from solver.__main__ import main
from solver.feedback import feedback_for, is_consistent
from solver.review import perfect_path
from solver.variant import VARIANTS, Code, Variant, variant_named
from tests.bot.duels.test_match_screens import unseen_twins
from tests.bot.solo.hinted import directly, with_hints
from tests.bot.strategies import PRIVATE, guessed, matched_games, matches
from tests.distribution import examples
from tests.solver.games import CLASSIC, codes, history

FEW_CODES = [
    variant_named(name) for name in ("mini", "three", "mastermind", "cipher", "words-en-4", "words-uk-5", "3x12")
]
EVERYTHING = Hint(tuple(Asked), page=Page.HINTS)
TURNS = "0123=0B1C 4561=0B1C"
CAPTION = 1024
"""UTF-16 units below a picture."""


def commanded(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """The figures of the command line."""
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def table_of(variant: Variant, secret: Code, guesses: list[Code], hint: Hint) -> Alone:
    """A game in which these guesses have been made."""
    game = guessed(Game(variant, MODES["solo"], (secret,)), *map(variant.format, guesses))
    return Alone(
        id="f" * 16,
        chat=PRIVATE,
        game=game,
        starter=1,
        salt="5a" * 16,
        opened_at=0.0,
        guessed_by=("Ann",) * len(game.turns),
        hint=hint,
    )


@st.composite
def positions(draw: st.DrawFn) -> tuple[Variant, Code, list[Code]]:
    """A variant, a secret, and guesses that did not break it."""
    variant = draw(st.sampled_from(FEW_CODES))
    secret = draw(st.sampled_from(list(variant.secrets())))
    guesses = draw(st.lists(codes(variant).filter(lambda code: code != secret), max_size=4, unique=True))
    return variant, secret, guesses


@given(positions(), st.data())
@settings(max_examples=examples(60), deadline=None)
def test_hints_are_the_same_for_every_secret_that_fits(
    position: tuple[Variant, Code, list[Code]], data: st.DataObject
) -> None:
    variant, secret, guesses = position
    turns = tuple((guess, feedback_for(guess, secret)) for guess in guesses)
    twin = data.draw(st.sampled_from([code for code in variant.secrets() if is_consistent(code, turns)]))
    hint = replace(EVERYTHING, wondered=data.draw(codes(variant)))
    viewer = Viewer(texts_in(data.draw(st.sampled_from(LANGUAGES))))
    shown = [
        board(game, viewer, with_hints(game))
        for game in (table_of(variant, of, guesses, hint) for of in (secret, twin))
    ]
    assert _without_print(shown[0]) == _without_print(shown[1])


def _without_print(screen: Screen) -> Screen:
    return replace(screen, html=type(screen.html)(re.sub(r"proof-[\w-]{43}", "", screen.html)))


@pytest.mark.parametrize("turns", [1, 3])
@pytest.mark.parametrize("name", [*VARIANTS, "5x8r"])
def test_figures_are_those_of_the_command_line(name: str, turns: int, capsys: pytest.CaptureFixture[str]) -> None:
    variant = variant_named(name)
    secret, own, *guesses = random.Random(f"{name} {turns}").sample(list(variant.secrets()), turns + 2)
    told_so_far = tuple((guess, feedback_for(guess, secret)) for guess in guesses)
    written = [f"{variant.format(guess)}={reply}" for guess, reply in told_so_far]
    known = hint_result(variant, told_so_far, replace(EVERYTHING, wondered=own), directly)
    assert known is not None
    assert known.advice is not None
    assert known.wondered is not None
    best = commanded(capsys, "suggest", name, *written)
    first = best["suggestions"][0]
    advice = known.advice
    assert best["candidates"] == known.knowledge.candidates == advice.candidates
    assert variant.format(advice.guess) == first["guess"]
    assert (advice.bits, advice.worst, advice.parts) == (first["bits"], first["worst"], first["parts"])
    assert (advice.expected, advice.consistent, advice.exact) == (first["expected"], first["consistent"], best["exact"])
    cases = commanded(capsys, "cases", name, *written)["cases"]
    assert [case.count for case in known.cases] == [case["count"] for case in cases]
    places = commanded(capsys, "places", name, *written)
    assert [list(place.values()) for place in places["places"]] == [list(place) for place in known.knowledge.places]
    assert list(places["anywhere"].values()) == list(known.knowledge.anywhere)
    table = commanded(capsys, "table", name, variant.format(own), *written)
    assert known.wondered.bits == table["bits"]
    assert known.wondered.consistent == table["consistent"]
    assert [reply.count for reply in known.wondered.replies] == [reply["count"] for reply in table["replies"]]


@pytest.mark.parametrize("name", [*VARIANTS, "5x8r"])
def test_a_reviews_picture_is_given_the_figures_of_the_command_line(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    variant = variant_named(name)
    secret, *guesses = random.Random(name).sample(list(variant.secrets()), 3)
    guesses.append(secret)
    turns = tuple((guess, feedback_for(guess, secret)) for guess in guesses)
    reviewed, viewer = game_review(variant, turns, secret), Viewer(texts_in("en"), "letters", "BullsBot")
    screen = review_screen(reviewed, viewer, ReviewPresses())
    assert screen.picture is not None
    given = json.loads(screen.picture.given)
    printed = commanded(capsys, "review", name, *map(variant.format, (secret, *guesses)))
    for shown, line in zip(given["turns"], printed["turns"], strict=True):
        assert f"{shown['bulls']}B{shown['cows']}C" == line["reply"]
        assert shown["expected"] == line["bits_expected"]
        assert shown["lost"] == line["turns_lost"]
        same = ("guess", "before", "after", "bits", "best", "verdict")
        assert [shown[word] for word in same] == [line[word] for word in same]
    assert (given["accuracy"], given["luck"]) == (printed["accuracy"], printed["luck"])
    assert ("\n= Exact" if printed["exact"] else "\n≈ Partly estimated") in screen.html
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
    unseen = unseen_twins(game, seat)
    screens = [_hinted(replace(match, game=one), seat, hint) for one in (game, data.draw(unseen))]
    assert _without_print(screens[0]) == _without_print(screens[1])
    assert "💡" in screens[0].html


def _hinted(match: Match, seat: Seat, hint: Hint) -> Screen:
    known = hint_result(match.game.variant, match.game.history_of(seat), hint, directly)
    return match_screen(match, SeatViewer(texts_in("en"), seat=seat, hint=known))


def test_the_codes_that_are_listed_are_those_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    turns = f"{TURNS} 7285=1B1C 7904=1B1C"
    known = hint_result(CLASSIC, history(turns), EVERYTHING, directly)
    assert known is not None
    listed = commanded(capsys, "places", "classic", *turns.split())["codes"]
    assert [CLASSIC.format(code) for code in known.knowledge.codes] == listed
    assert listed


def test_of_what_the_codes_are_made_is_not_offered_where_all_of_it_is_new() -> None:
    known = hint_result(CLASSIC, history("0123=0B0C"), Hint((Asked.COUNT,)), directly)
    assert known is not None
    assert Asked.CASES not in choices(known)
    assert hint_with(Asked.CASES, known.hint, known) is None


@pytest.mark.parametrize(
    ("turns", "ladder"),
    [
        ("", [Asked.COUNT, Asked.GUESS]),
        ("0123=0B1C", [Asked.COUNT, Asked.PLACES, Asked.CASES, Asked.GUESS]),
        ("0123=0B0C", [Asked.COUNT, Asked.PLACES, Asked.GUESS]),
    ],
)
def test_hints_are_given_the_weakest_first_and_those_that_say_something(turns: str, ladder: list[Asked]) -> None:
    hint: Hint | None = None
    known: HintResult | None = None
    climbed = []
    while (what := following(known)) is not None:
        climbed.append(what)
        hint = hint_with(what, hint, known)
        known = hint_result(CLASSIC, history(turns), hint, directly)
    assert climbed == ladder


def test_nothing_is_told_twice_and_nothing_that_says_nothing_is_offered() -> None:
    at_first = hint_result(CLASSIC, (), Hint((Asked.COUNT,)), directly)
    assert at_first is not None
    assert choices(at_first) == (Asked.GUESS,)
    assert hint_with(Asked.COUNT, at_first.hint, at_first) is None
    assert hint_with(Asked.LIST, at_first.hint, at_first) is None
    later = hint_result(CLASSIC, history(f"{TURNS} 7285=1B1C 7904=1B1C"), Hint((Asked.GUESS,)), directly)
    assert later is not None
    assert set(choices(later)) == set(Asked) - {Asked.GUESS}


def test_another_guess_of_ones_own_has_a_table_of_its_own() -> None:
    hint = hint_about((0, 1, 2, 3), EVERYTHING)
    assert Asked.TABLE not in hint.asked
    assert hint_about((0, 1, 2, 3), hint) == hint
    assert hint_turned_to(Page.NOTES, None) == Hint(page=Page.NOTES)
