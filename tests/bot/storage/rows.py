"""Rows of the table `games`: one for any game, and games of every kind at random."""

from typing import Any

from hypothesis import strategies as st

from bot.app.kinds.number.model import Number
from bot.app.model.game import Header
from bot.app.registry import KINDS
from bot.game.number import KnownAlready, NumberGame, answered, asked, given_up, number_game_at
from solver.interval import Interval, Relation
from solver.interval import Question as Asked
from tests.bot.solo.drawn_games import group_games, keeper_games, several_tables
from tests.bot.strategies import CHAT, FLOATS, HEX, NAMES, PEOPLE, TABLE_IDS, matches, tables

INTERVALS = st.tuples(st.integers(-(10**9), 10**9), st.integers(1, 10**6)).map(
    lambda ends: Interval(ends[0], ends[0] + ends[1])
)


@st.composite
def number_games(draw: st.DrawFn) -> NumberGame:
    """A game of guessing a number, either way, as far as it may have come."""
    span = draw(INTERVALS)
    number = st.integers(span.low, span.high)
    sought = draw(st.none() | number)
    game = number_game_at(f"number {span.low}..{span.high} {'-' if sought is None else sought} |")
    for _ in range(draw(st.integers(0, 6))):
        game = draw(_turns(game, number))
    return given_up(game) if not game.is_over and draw(st.booleans()) else game


@st.composite
def _turns(draw: st.DrawFn, game: NumberGame, number: st.SearchStrategy[int]) -> NumberGame:
    if game.is_over:
        return game
    if game.secret is None:
        return game if game.asks is None else answered(game, answer=draw(st.booleans()))
    try:
        return asked(game, Asked(draw(st.sampled_from(Relation)), draw(number)))
    except KnownAlready:
        return game


@st.composite
def number_tables(draw: st.DrawFn) -> Number:
    """A game of guessing a number as it may come to stand in the database."""
    game, opened = draw(number_games()), draw(FLOATS)
    return Number(
        id=draw(TABLE_IDS),
        chat=draw(CHAT),
        game=game,
        starter=draw(PEOPLE),
        starter_name=draw(NAMES),
        salt=draw(HEX),
        opened_at=opened,
        ended_at=opened + 5 if game.is_over else None,
        asked_by=tuple(draw(NAMES) for _ in game.turns) if game.secret is not None else (),
        step=draw(st.integers(0, 200)),
        keypad=draw(st.booleans()),
        proof=draw(st.booleans()),
        correcting=draw(st.booleans()),
        asks_to_resign=draw(st.booleans()),
        resigning=tuple(draw(st.lists(PEOPLE, max_size=2))),
        hinted=tuple(draw(st.lists(st.integers(0, 9), max_size=2))),
    )


OF_EACH_KIND: dict[str, st.SearchStrategy[Header]] = {
    "alone": tables(),
    "several": several_tables(),
    "keeper": keeper_games(),
    "group": group_games(),
    "number": number_tables(),
    "match": matches(),
}


def row_of(game: Header, revision: int = 1) -> dict[str, Any]:
    """The row that holds the game."""
    return {
        "game_id": game.id,
        "kind": KINDS.kind_of(game).name,
        "chat_id": game.chat and game.chat.id,
        "thread_id": game.chat and game.chat.thread,
        "starter": game.starter,
        "salt": game.salt,
        "opened_at": game.opened_at,
        "ended_at": game.ended_at,
        "saved_at": None,
        "body": KINDS.body_of(game),
        "revision": revision,
    }
