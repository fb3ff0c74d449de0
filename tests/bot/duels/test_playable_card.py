"""The card of a match that is played on it: within Telegram's limits, and of nothing that only one may know."""

from dataclasses import fields, replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.app.buttons import CardPress, OnCard, press_from
from bot.app.kinds.match.card_screen import ROOM_OF_ANSWER, own_guesses, playable_card
from bot.app.kinds.match.model import Match, Sitter
from bot.app.kinds.match.moves import with_deadlines
from bot.app.messages import Inline
from bot.app.model.terms import CLOCKS, Terms
from bot.app.screen import Screen
from bot.app.screens.board import STYLES
from bot.app.screens.common import Viewer
from bot.app.texts import LANGUAGES, Html, texts_in
from bot.game.model import Game, Phase, Seat
from solver.variant import VARIANTS
from tests.bot.duels.test_match_screens import called, match_at
from tests.bot.seals import coded
from tests.bot.strategies import FOR_TWO, matched_games, matches, sitters
from tests.bot.test_screens import NAMES, USERNAME, assert_telegram_takes_it
from tests.solver.games import codes

KEYED = st.sampled_from([variant for variant in VARIANTS.values() if not variant.words])
SHOWN_TO_ALL = {"name", "deadline", "since", "offers", "rematch_asked"}
"""What of a sitter stands on the card."""
KEYPAD = {OnCard.KEY, OnCard.ERASE, OnCard.SUBMIT}
VIEWS = st.builds(Viewer, st.sampled_from(LANGUAGES).map(texts_in), st.sampled_from([*STYLES]), st.just(USERNAME))


@st.composite
def on_cards(draw: st.DrawFn) -> Match:
    """A match that is played on a card, at any time."""
    match = draw(matches(matched_games(variants=KEYED)))
    return replace(match, card=Inline("x"), on_card=True, clock=draw(st.sampled_from(["days", "none"])))


@given(on_cards(), VIEWS, NAMES, NAMES)
def test_every_card_is_one_that_telegram_shows(match: Match, viewer: Viewer, one: str, other: str) -> None:
    assert_telegram_takes_it(playable_card(called(match, one, other), viewer))


@st.composite
def twins(draw: st.DrawFn, match: Match) -> Match:
    """A match that differs in all that nobody may see before the end, and in nothing else."""
    game, code = match.game, codes(match.game.variant)
    secrets = tuple(None if secret is None else draw(code) for secret in game.secrets)
    turns = game.turns if game.mode.is_open else tuple(replace(turn, guess=draw(code)) for turn in game.turns)
    sitting = tuple(_twin(sitter, draw(sitters(game.variant))) for sitter in match.sitters)
    return replace(match, game=replace(game, secrets=secrets, turns=turns), sitters=sitting)


def _twin(sitter: Sitter, other: Sitter) -> Sitter:
    same = {field.name: getattr(sitter, field.name) for field in fields(Sitter) if field.name in SHOWN_TO_ALL}
    return replace(other, **same)


def without_fingerprints(match: Match, viewer: Viewer) -> Screen:
    """The card without what depends on the secrets, but tells nothing of them to whoever knows no salt."""
    screen = playable_card(match, viewer)
    html = str(screen.html)
    for at, secret in enumerate(match.game.secrets):
        assert match.salts[at] not in html
        if secret is not None:
            assert coded(match.commitment(at)) in screen.html
            html = html.replace(coded(match.commitment(at)), "#")
    assert not match.salt or match.salt not in html
    return replace(screen, html=Html(html))


def before_the_end(match: Match) -> Match:
    """The match as it was before whatever ended it."""
    game = replace(match.game, gone=(), ended=None)
    game = replace(game, turns=game.turns[:-1]) if game.phase is Phase.OVER else game
    return replace(match, game=game, ended_at=None)


@given(on_cards().map(before_the_end), VIEWS, st.data())
def test_nothing_on_the_card_depends_on_what_only_one_may_know(
    match: Match, viewer: Viewer, data: st.DataObject
) -> None:
    match = called(match, "Ann", "Ben")
    assert not match.is_over
    twin = data.draw(twins(match))
    assert without_fingerprints(match, viewer) == without_fingerprints(twin, viewer)


@given(on_cards(), VIEWS)
def test_in_the_end_every_secret_stands_there(match: Match, viewer: Viewer) -> None:
    assume(match.is_over)
    text = playable_card(match, viewer).html
    assert all(match.game.variant.show(secret) in text for secret in match.game.secrets if secret)


@given(on_cards(), st.sampled_from([Seat(0), Seat(1)]), VIEWS, st.integers(0, 60))
def test_ones_own_guesses_fit_an_answer_the_latest_of_them(match: Match, seat: Seat, viewer: Viewer, more: int) -> None:
    variant, own = match.game.variant, match.game.turns_of(seat)
    match = replace(match, game=replace(match.game, turns=own + own[-1:] * more))
    text = own_guesses(match, seat, viewer.style, viewer.texts)
    assert len(text) <= ROOM_OF_ANSWER
    assert bool(text) == bool(own)
    if own:
        number = len(own) + more
        assert text.splitlines()[-1].startswith(f"{number}. {variant.show(own[-1].guess)} ")


def verbs(line: str) -> set[OnCard]:
    screen = playable_card(match_at(line, card=Inline("x"), on_card=True), Viewer(texts_in("en"), username="bot"))
    presses = [press_from(button.data or "") for row in screen.rows for button in row]
    return {press.verb for press in presses if isinstance(press, CardPress)}


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("duel classic - - first 0 |", {*KEYPAD, OnCard.DRAWN, OnCard.MINE, OnCard.LEAVE}),
        ("duel classic 0123 4567 first 0 |", {*KEYPAD, OnCard.MINE, OnCard.LEAVE}),
        ("duel classic 0123 4567 first 0 | 0:8901", {*KEYPAD, OnCard.MINE, OnCard.DRAW, OnCard.CALL_OFF, OnCard.LEAVE}),
        ("race classic 0123 |", {*KEYPAD, OnCard.GUESSES, OnCard.LEAVE}),
        ("volley classic 0123 first 0 |", {*KEYPAD, OnCard.LEAVE}),
        ("race classic 0123 | 0:4567@1.0 | resigned 1", {OnCard.REMATCH}),
    ],
)
def test_the_keys_are_what_can_be_done(line: str, offered: set[OnCard]) -> None:
    assert verbs(line) == offered


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("mode", FOR_TWO)
def test_whoever_is_not_called_has_a_day_at_least(mode: str, clock: str) -> None:
    terms = Terms(mode, "classic", clock).on_a_card
    sitting = (Sitter(1, "Alice", None), Sitter(2, "Bob", None))
    game = Game(terms.the_variant, terms.the_mode, (None, None) if terms.the_mode.own_secrets else ((0, 1, 2, 3),))
    match = Match(
        id="f" * 16,
        starter=1,
        salt="",
        opened_at=0.0,
        game=game,
        clock=terms.clock,
        rated=True,
        sitters=sitting,
        salts=(),
    )
    deadlines = {sitter.deadline for sitter in with_deadlines(match, 1000.0).sitters} - {None}
    assert deadlines <= {1000.0 + 86_400.0}
    assert bool(deadlines) == (clock != "none")
