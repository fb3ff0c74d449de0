"""The levels at which the bot plays, what is said of them, and by what name it sits at a match."""

import ast
import re
from dataclasses import replace
from itertools import pairwise, product
from math import hypot

import pytest

from bot.app.duels import arranging_screens as arranging
from bot.app.duels.arranging_screens import levels
from bot.app.kinds.match.card_screen import playable_card, scoreboard, scoreboard_offer
from bot.app.kinds.match.kind import MATCH
from bot.app.kinds.match.model import HELD, Match, Played, Sitter, rival_of
from bot.app.kinds.match.screen import SeatViewer, explanation, match_screen, refusal, rematch_question, words
from bot.app.messages import Inline
from bot.app.model.bodies import LEFT
from bot.app.model.game import COMPUTER
from bot.app.model.options import LEVELS, STRONGEST, Level, guess_of, next_level
from bot.app.texts import LANGUAGES, Texts, texts_in
from bot.game.model import Seat
from solver.strategies import STRATEGIES
from solver.strength.figures import best_play
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
    asked = ("club", "5x6r"), ("club", "3x9"), ("perfect", "3x9")
    assert [LEVELS[level].figure_for(variant_named(name)) is None for level, name in asked] == [True, True, False]


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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*VARIANTS, "5x6r"])
def test_the_strength_of_each_level_stands_on_its_button_and_nowhere_else(name: str, language: str) -> None:
    texts, variant = texts_in(language), variant_named(name)
    screen = levels(variant, texts)
    labels = [button.text for row in screen.rows[:-1] for button in row]
    for level, label in zip(LEVELS.values(), labels, strict=True):
        figure = level.figure_for(variant)
        needs = f" · {texts.decimal(figure.mean, '0.0')}" if figure else ""
        assert label == f"🤖 {texts.plain(f'level.{level.name}')}{needs}"
        assert texts.html(f"level.{level.name}") not in screen.html
    assert (texts.html("partner.means") in screen.html) is any(" · " in label for label in labels)
    assert max(map(len, screen.rows)) > 1


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
