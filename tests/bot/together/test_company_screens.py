"""The board of several at one table: what may not be seen is not on it, and Telegram takes it."""

import json
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.buttons import BoardPress, read
from bot.app.model.company import Company, keeper
from bot.app.model.fairness import fingerprint
from bot.app.model.table import Table
from bot.app.screen import Screen
from bot.app.screens.feedback import STYLES
from bot.app.screens.solo.board import View
from bot.app.screens.together.company import company_board
from bot.app.texts import LANGUAGES, texts_in
from bot.app.verbs import OnBoard, OnSeat
from bot.game.model import Phase
from bot.storage.codec import FORMAT, table_read, table_written
from tests.bot.test_screens import NAMES, assert_telegram_takes_it
from tests.bot.together.companies import company_tables, tables_without_a_secret, unlike_in_secrets

VIEWS = st.builds(
    View, st.sampled_from(LANGUAGES).map(texts_in), st.sampled_from(list(STYLES)), st.just("a_bot"), st.just("")
)


def company_of(table: Table) -> Company:
    assert table.company is not None
    return table.company


def drafts(table: Table) -> st.SearchStrategy[str]:
    """What may have been typed on the table's keypad."""
    variant = table.game.variant
    return st.text(variant.alphabet, max_size=variant.length)


def verbs(screen: Screen) -> set[object]:
    presses = [read(button.data) for row in screen.rows for button in row if button.data]
    return {press.verb for press in presses if isinstance(press, BoardPress)}


def shown(table: Table, view: View) -> Screen:
    """The board, with a mark instead of the fingerprint, which depends on the secret and tells nothing of it."""
    screen = company_board(table, company_of(table), view)
    if table.game.mode.own_secrets:
        return screen
    return replace(screen, html=type(screen.html)(screen.html.replace(fingerprint(table), "…")))


@given(unlike_in_secrets(), VIEWS, st.data())
def test_nothing_on_the_board_depends_on_a_secret_before_the_end(
    tables: tuple[Table, Table], view: View, data: st.DataObject
) -> None:
    one, other = (replace(table, proof=False) for table in tables)
    view = replace(view, draft=data.draw(drafts(one)))
    assert shown(one, view) == shown(other, view)


@given(tables_without_a_secret(), VIEWS, st.data())
def test_whoever_passes_the_phone_sees_nothing_that_was_typed(table: Table, view: View, data: st.DataObject) -> None:
    seat = keeper(table.game)
    assert seat is not None
    table = replace(table, company=replace(company_of(table), holder=None), asking=None)
    screen = shown(table, replace(view, draft=data.draw(drafts(table))))
    assert screen == shown(table, view)
    assert verbs(screen) == {OnSeat.READY, OnBoard.RESIGN}
    held = replace(table, company=replace(company_of(table), holder=seat))
    assert OnSeat.READY not in verbs(shown(held, view))
    assert OnSeat.DRAWN in verbs(shown(held, view))


@given(company_tables(names=NAMES, most=30), VIEWS, st.data())
@settings(max_examples=150)
def test_telegram_takes_every_board(table: Table, view: View, data: st.DataObject) -> None:
    assert_telegram_takes_it(company_board(table, company_of(table), replace(view, draft=data.draw(drafts(table)))))


@given(company_tables(), VIEWS)
def test_coming_and_going_is_offered_only_where_a_group_plays_in_turn(table: Table, view: View) -> None:
    in_turn = table.chat.is_group and table.game.mode.in_turn
    is_on = table.game.phase is not Phase.OVER and table.asking is None
    assert (OnSeat.JOIN in verbs(company_board(table, company_of(table), view))) == (in_turn and is_on)


@given(company_tables())
def test_a_table_of_several_reads_back_as_it_was_written(table: Table) -> None:
    body = table_written(table)
    assert table_read(table.id, table.chat.id, body, 1) == table
    assert json.loads(body)["format"] == FORMAT
