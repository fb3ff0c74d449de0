"""The levels at which the bot plays, what is said of them, and by what name it sits at a match."""

import ast
import re
from dataclasses import replace
from itertools import pairwise, product
from math import hypot

import pytest

from bot.app.duels import arranging_screens as arranging
from bot.app.duels.arranging_screens import BOT, Moment, levels, said_at
from bot.app.kinds.match.card_screen import playable_card, scoreboard, scoreboard_offer
from bot.app.kinds.match.kind import MATCH
from bot.app.kinds.match.model import HELD, Match, Played, Sitter, rival_of
from bot.app.kinds.match.screen import SeatViewer, explanation, match_screen, refusal, rematch_question, words
from bot.app.messages import Inline
from bot.app.model.bodies import LEFT
from bot.app.model.chats import Preferences
from bot.app.model.game import COMPUTER
from bot.app.model.options import LEVELS, OF_BOT, STRONGEST, GameOptions, Level, guess_of, next_level
from bot.app.screens.board import DEFAULT_STYLE, STYLES
from bot.app.texts import LANGUAGES, Texts, texts_in
from bot.game.model import Seat
from bot.pictures.paint import BULL, COW
from solver.strategies import STRATEGIES
from solver.strength import best_play
from solver.variant import VARIANTS, variant_named
from tests.bot.duels.test_match_screens import DUEL, ENGLISH, match_at
from tests.bot.looks import COMPUTE
from tests.needs import ROOT


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", VARIANTS)
def test_a_level_is_known_by_the_figure_of_its_strategy(name: str, level: str) -> None:
    variant = VARIANTS[name]
    figure = LEVELS[level].figure_for(variant)
    assert figure is not None, f"run `python -m solver strength --strategy {LEVELS[level].strategy_for(variant)}`"
    assert (figure.shape, figure.strategy) == (variant.shape, LEVELS[level].strategy_for(variant))


def test_a_variant_of_their_own_has_no_figures_but_of_a_tree() -> None:
    assert LEVELS["club"].figure_for(variant_named("5x6r")) is None
    assert LEVELS["club"].figure_for(variant_named("3x9")) is None
    assert LEVELS["perfect"].figure_for(variant_named("3x9")) is not None


@pytest.mark.parametrize("name", VARIANTS)
def test_each_level_is_stronger_than_the_one_below_it_by_more_than_twice_the_error_of_both(name: str) -> None:
    figures = [figure for level in LEVELS.values() if (figure := level.figure_for(VARIANTS[name])) is not None]
    assert LEVELS[STRONGEST].figure_for(VARIANTS[name]) == best_play(VARIANTS[name])
    assert name != "classic" or 9 <= figures[0].mean <= 10, "the gentlest level is gentle"
    for weaker, stronger in pairwise(figures):
        apart = 2 * hypot(weaker.error, stronger.error)
        assert weaker.mean - stronger.mean > apart, (weaker.strategy, stronger.strategy)


def test_beating_a_level_leads_to_the_one_above() -> None:
    names = list(LEVELS)
    assert [next_level(name) and next_level(name).name for name in names] == [*names[1:], None]  # type: ignore[union-attr]
    assert names[-1] == STRONGEST


@pytest.mark.parametrize("name", ["classic", "repeats", "words-en-4"])
@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: level.name)
def test_those_who_throw_dice_and_the_perfect_one_begin_each_game_otherwise(level: Level, name: str) -> None:
    variant = VARIANTS[name]
    guesses = {guess_of(level, variant, (), str(seed), COMPUTE) for seed in range(5)}
    assert (len(guesses) > 1) == (level.throws_dice(variant) or level.relabels(variant))
    assert level.throws_dice(variant) == STRATEGIES[level.strategy_for(variant)].by_chance
    assert level.relabels(variant) == (level.name == STRONGEST and not variant.words)


LONGEST = 30
"""Characters of a button that has a row for itself, as they are shown on 320 pixels."""


@pytest.mark.parametrize("has_faces", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*VARIANTS, "5x6r"])
def test_name_and_strength_of_each_level_stand_on_its_button(name: str, language: str, *, has_faces: bool) -> None:
    texts, variant = texts_in(language, has_faces=has_faces), variant_named(name)
    screen = levels(variant, texts)
    labels = [button.text for row in screen.rows[:-1] for button in row]
    for level, label in zip(LEVELS.values(), labels, strict=True):
        figure, face = level.figure_for(variant), level.face if has_faces else "🤖"
        needs = f" · {texts.decimal(figure.mean, '0.0')}" if figure else ""
        called, strength = texts.plain(f"face.{level.name}"), texts.plain(f"level.{level.name}")
        assert label == f"{face} {called} · {strength}{needs}"
        assert len(label) <= LONGEST
    assert (texts.html("partner.means") in screen.html) is any(label[-1].isdigit() for label in labels)


# What the bot says at its levels: as a game begins, and as it ends.


def test_each_level_has_a_face_of_its_own_which_is_no_sign_of_a_code() -> None:
    faces = [level.face for level in LEVELS.values()]
    signs = {*BOT, BULL, COW, *"".join(variant.shown for variant in VARIANTS.values())}
    assert len(set(faces)) == len(faces)
    assert signs & {*faces} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_short_and_can_be_typed_as_the_level(language: str) -> None:
    texts = texts_in(language)
    names = [texts.plain(f"face.{level}") for level in LEVELS]
    assert len(set(names)) == len(names)
    assert max(map(len, names)) <= 8
    for level, name in zip(LEVELS, names, strict=True):
        for word in (level, name, name.upper()):
            assert GameOptions("think").but(word, language, OF_BOT).level == level


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_bot_says_is_short_and_never_said_twice(language: str) -> None:
    texts = texts_in(language)
    said = [said_at(moment, level, texts)[0].removeprefix("🤖 ") for level, moment in product(LEVELS, Moment)]
    assert len(set(said)) == len(said)
    assert max(map(len, said)) <= 70
    assert said_at(Moment.BEGUN, "wizard", texts) == []


SECRETS = "duel classic 0123 4567 first 0"
"""Seat 0 breaks 0123, and seat 1 breaks 4567."""
MOMENTS = {
    "duel classic - - first 0 |": (Moment.BEGUN, Moment.BEGUN),
    f"{SECRETS} |": (Moment.BEGUN, Moment.BEGUN),
    f"{SECRETS} | 0:8901": (None, Moment.BEGUN),
    f"{SECRETS} | 0:8901 1:2345": (None, None),
    f"{SECRETS} | 0:0123 1:2345": (Moment.WON, Moment.LOST),
    f"{SECRETS} | 0:8901 1:4567": (Moment.LOST, Moment.WON),
    f"{SECRETS} | 0:0123 1:4568": (Moment.CLOSE, Moment.CLOSE),
    f"{SECRETS} | 0:0124 1:4567": (Moment.CLOSE, Moment.CLOSE),
    f"{SECRETS} | 0:0123 1:4567": (Moment.CLOSE, Moment.CLOSE),
    f"{SECRETS} | 0:0124 | resigned 0": (Moment.LOST, Moment.WON),
    f"{SECRETS} | | resigned 1": (Moment.WON, Moment.LOST),
    f"{SECRETS} | 0:8901 | aborted": (None, None),
    f"{SECRETS} | 0:8901 | agreed": (None, None),
}
"""What is said to seat 0, and to seat 1."""


@pytest.mark.parametrize(("line", "expected"), MOMENTS.items())
def test_the_bot_speaks_as_a_match_begins_and_as_it_ends(line: str, expected: tuple[Moment | None, ...]) -> None:
    for language, level, (at, moment) in product(LANGUAGES, LEVELS, enumerate(expected)):
        texts, seat = texts_in(language, has_faces=True), Seat(at)
        people = (Sitter(1, "Alice", 1), Sitter(COMPUTER, "🤖", None))
        match = match_at(line, sitters=people[::-1] if at else people, level=level)
        shown = match_screen(match, SeatViewer(texts, seat=seat)).html
        lines = [text for text in shown.splitlines() if text.startswith(f"{LEVELS[level].face} <i>")]
        assert lines == ([] if moment is None else said_at(moment, level, texts))
        assert f"{texts.plain(f'face.{level}')} · {texts.plain(f'level.{level}')}" in shown


def test_between_people_nobody_else_speaks() -> None:
    shown = match_screen(match_at(f"{SECRETS} |"), SeatViewer(ENGLISH, seat=Seat(0))).html
    assert "<i>" not in shown


def test_faces_stand_in_the_style_of_bulls_and_cows_and_in_no_other() -> None:
    faces = {style: Preferences(style=style).texts.has_faces for style in STYLES}
    assert faces == {style: style == DEFAULT_STYLE for style in STYLES}
    assert Preferences().texts.has_faces


# The bot and whoever has left are called in the words of whoever reads, whatever text an older version has stored.

SPARRING = (
    "duel classic - - first 0 |",
    "duel classic - 0123 first 0 |",
    f"{DUEL} |",
    f"{DUEL} | 0:8901",
    f"{DUEL} | 0:8901 1:2345",
    f"{DUEL} | 0:4567 1:2345",
    f"{DUEL} | 0:8901 1:0123",
    f"{DUEL} | 0:8901 | resigned 0",
    "race classic 0123 | 0:4567@1.0",
    "volley classic 0123 first 0 | 0:4567",
)


SAID: tuple[dict[str, object], ...] = (
    {"offers": "draw"},
    {"offers": "call-off"},
    {"rematch_asked": 1.0},
    {"declines_rematch": True},
    {"asking": "resign"},
    {"asking": "abort"},
    {"asking": "talk"},
    {"asking": "block"},
    {"asking": "report"},
)
"""What one of the two may have said or asked meanwhile."""


def own_words(language: str) -> set[str]:
    """What the bot is called in that language, at every level, and whoever has left."""
    texts = texts_in(language)
    return {arranging.partners_name(level, texts) for level in ("", *LEVELS)} | {texts.plain("name.left")}


def foreign_words(language: str) -> set[str]:
    return {word for other in LANGUAGES if other != language for word in own_words(other)} - own_words(language)


def named_by_text(line: str, language: str, level: str, seat: int) -> Match:
    """A match as it was stored once: with the bot's name, or that of who has left, as a text of that language."""
    texts = texts_in(language)
    person, name = (COMPUTER, arranging.partners_name(level, texts)) if level else (LEFT, texts.plain("name.left"))
    sitters = [Sitter(1, "Alice", 1, hints=2, allows_hints=True), Sitter(person, name, None, hints=1, talks=True)]
    sitters = sitters[::-1] if seat else sitters
    match = match_at(line, sitters=tuple(sitters), level=level, rated=not level, friends=bool(level))
    reviews = (Played(90, 1), Played(80, 2)) if match.is_over else ()
    changes = ((1500.0, 1510.0), (1500.0, 1490.0)) if match.is_over and not level else ()
    return replace(match, reviews=reviews, changes=changes)


def read_everywhere(match: Match, seat: Seat, texts: Texts) -> str:
    """All that is said of the match: its screen with whatever it may ask or show, cards, lists, what is shared."""
    viewer = SeatViewer(texts, username="bot", seat=seat)
    states = [match, match.with_sitter(seat, replace(match.sitters[seat], proof=True))]
    for each, at in product(SAID, (seat, Seat(1 - seat))):
        states.append(match.with_sitter(at, replace(match.sitters[at], **each)))  # type: ignore[arg-type]
    timed = tuple(replace(each, deadline=9.0) for each in match.sitters)
    states += [replace(match, number=HELD), replace(match, sitters=timed)]
    found: list[object] = []
    for state in states:
        found += [match_screen(state, viewer), scoreboard(state, viewer), explanation(state, seat, texts)]
        found += [playable_card(replace(state, card=Inline("x"), on_card=True), viewer)]
        found += [rematch_question(state, seat, texts), refusal(state, seat, texts), MATCH.entry_of(state, 1, texts)]
        found += [words(asked, state, seat, texts) for asked in ("resign", "abort")]
        found += [scoreboard_offer("", state, viewer)]
    return "\n".join(map(str, found))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", ["", *LEVELS])
@pytest.mark.parametrize("seat", [0, 1])
def test_no_screen_names_the_bot_or_who_has_left_in_words_of_another(language: str, level: str, seat: int) -> None:
    texts = texts_in(language)
    called = arranging.partners_name(level, texts) if level else texts.plain("name.left")
    for line, other in product(SPARRING, LANGUAGES):
        match = named_by_text(line, other, level, seat)
        told = read_everywhere(match, Seat(seat), texts)
        assert [word for word in foreign_words(language) if re.search(rf"{re.escape(word)}\b", told)] == []
        assert called in told


def test_the_bot_of_a_level_that_is_not_known_any_more_has_a_name_all_the_same() -> None:
    for level in ("", "wizard"):
        match = match_at(f"{DUEL} |", sitters=(Sitter(1, "Alice", 1), Sitter(COMPUTER, "🤖 чаклун", None)), level=level)
        assert rival_of(match, Seat(0), ENGLISH) == "🤖"


NAMED = re.compile(r"(sitters?|sitters\[.*\]|rival|mine|theirs)$")
KEPT = {
    "match/model.py": {"name_of"},
    "match/moves.py": {"_keep_players", "_add_results"},  # of two people
    "match/opening.py": {"_keep_names", "open_rematch"},
    "match/play.py": {"_pass_on", "_talk_message", "_show_reactions", "_show_talk_request", "_block", "_note"},
}
"""Where the stored name of whoever sits there is read: it is kept, or is that of a person who speaks."""


def test_the_stored_name_of_a_seat_is_read_in_few_places_which_are_known() -> None:
    found: dict[str, set[str]] = {}
    for file in (ROOT / "bot/app/kinds/match").glob("*.py"):
        for function in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and any(
                isinstance(node, ast.Attribute) and node.attr == "name" and NAMED.search(ast.unparse(node.value))
                for node in ast.walk(function)
            ):
                found.setdefault(f"match/{file.name}", set()).add(function.name)
    assert found == KEPT
