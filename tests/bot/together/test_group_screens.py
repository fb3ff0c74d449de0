"""The board of several at one table: what may not be seen is not on it, and Telegram takes it."""

from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.buttons import GamePress, OnBoard, OnSeat, press_from
from bot.app.kinds.group.model import Group, sealed_secrets
from bot.app.kinds.group.screens import board
from bot.app.ratings.model import Score
from bot.app.screen import Screen
from bot.app.screens.board import STYLES
from bot.app.screens.common import Viewer
from bot.app.texts import LANGUAGES, texts_in
from bot.game.model import Phase
from tests.bot.seals import coded
from tests.bot.solo.drawn_games import games_without_a_secret, group_games, unlike_in_secrets
from tests.bot.test_screens import NAMES, assert_telegram_takes_it
from tests.distribution import examples

LANGUAGE, STYLE = st.sampled_from(LANGUAGES).map(texts_in), st.sampled_from(list(STYLES))
NOTHING: Any = None
"""The board says nothing that has to be thought about."""
LOOKS = st.builds(Viewer, LANGUAGE, STYLE, username=st.just("a_bot"), has_inline=st.booleans(), recall=st.just(NOTHING))


def drafts(game: Group) -> st.SearchStrategy[str]:
    return st.text(game.game.variant.alphabet, max_size=game.game.variant.length)


def verbs(screen: Screen) -> set[object]:
    presses = [press_from(button.data) for row in screen.rows for button in row if button.data]
    return {press.verb for press in presses if isinstance(press, GamePress)}


def shown(game: Group, viewer: Viewer) -> Screen:
    """The board, with a mark instead of the fingerprint, which depends on the secret and tells nothing of it."""
    screen = board(game, viewer)
    html = str(screen.html)
    for kept in sealed_secrets(game):
        assert coded(kept.digest) in html
        html = html.replace(coded(kept.digest), "…")
    return replace(screen, html=type(screen.html)(html))


@given(group_games().filter(lambda game: game.is_over), LOOKS, st.lists(st.sampled_from([0, 1, None]), max_size=6))
def test_wins_and_draws_add_up_to_games_of_one_phone(game: Group, viewer: Viewer, winners: list[int | None]) -> None:
    own, wins = game.game.mode.own_secrets, [winners.count(seat) for seat in (0, 1)]
    scores = tuple(Score(0, f"p{seat}", won, len(winners)) for seat, won in enumerate(wins))
    html = board(replace(game, seats=replace(game.seats, scores=scores)), viewer).html
    draws = winners.count(None)
    assert (viewer.texts.html("many.draws", count=draws) in html) == (own and draws > 0)


@given(unlike_in_secrets(), LOOKS, st.data())
def test_the_board_tells_no_secret_before_the_end(
    games: tuple[Group, Group], viewer: Viewer, data: st.DataObject
) -> None:
    one, other = (replace(game, proof=False) for game in games)
    viewer = replace(viewer, draft=data.draw(drafts(one)))
    assert shown(one, viewer) == shown(other, viewer)


@given(games_without_a_secret(), LOOKS, st.data())
def test_whoever_passes_the_phone_sees_nothing_that_was_typed(game: Group, viewer: Viewer, data: st.DataObject) -> None:
    seat = game.secret_due
    assert seat is not None
    game = replace(game, seats=replace(game.seats, holder=None), asks_to_resign=False)
    screen = shown(game, replace(viewer, draft=data.draw(drafts(game))))
    assert screen == shown(game, viewer)
    assert verbs(screen) == {OnSeat.READY, OnBoard.RESIGN}
    held = verbs(shown(replace(game, seats=replace(game.seats, holder=seat)), viewer))
    assert OnSeat.READY not in held
    assert OnSeat.DRAWN in held


@given(group_games(names=NAMES, most=30), LOOKS, st.data())
@settings(max_examples=examples(150))
def test_telegram_takes_every_board(game: Group, viewer: Viewer, data: st.DataObject) -> None:
    assert_telegram_takes_it(board(game, replace(viewer, draft=data.draw(drafts(game)))))


@given(group_games(), LOOKS)
def test_coming_and_going_is_offered_only_where_a_group_plays_in_turn(game: Group, viewer: Viewer) -> None:
    in_turn = game.chat.is_group and game.game.mode.in_turn
    is_on = game.game.phase is not Phase.OVER and not game.asks_to_resign
    assert (OnSeat.JOIN in verbs(board(game, viewer))) == (in_turn and is_on)
