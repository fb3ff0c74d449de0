"""The buttons under the board of those who each have a seat at one table."""

from bot.app.buttons import BoardPress
from bot.app.model.company import Company, keeper
from bot.app.model.table import Table
from bot.app.screen import Button, Row, button
from bot.app.screens.keypad import keypad_rows
from bot.app.screens.name import name_of
from bot.app.screens.solo.board import YES
from bot.app.texts import Texts
from bot.app.verbs import OnBoard, OnSeat
from bot.game.model import Phase, Seat


def rows(table: Table, company: Company, draft: str, texts: Texts) -> tuple[Row, ...]:
    """What can be done now. In a group everybody sees all of it; who may press what is found when they do."""
    if table.game.phase is Phase.OVER:
        again = _on(table, texts, "button.again", OnBoard.AGAIN)
        return ((again,),) if table.game.mode.own_secrets else ((again,), (_proof(table, texts),))
    if table.asking is not None:
        return ((_on(table, texts, *YES[table.asking]), _on(table, texts, "button.keep", OnBoard.KEEP)),)
    seat = keeper(table.game)
    if seat is not None:
        return _while_secrets(table, company, seat, draft, texts)
    found = (*_keypad(table, draft, texts), *_company(table, company, texts), _tools(table, texts))
    return tuple(row for row in found if row)


def _while_secrets(table: Table, company: Company, seat: Seat, draft: str, texts: Texts) -> tuple[Row, ...]:
    resign = _on(table, texts, "button.abort", OnBoard.RESIGN)
    if company.holder != seat:
        ready = texts.plain("button.i-am", name=name_of(company, seat))
        return ((button(ready, BoardPress(OnSeat.READY, table.id, 0, str(seat))),), (resign,))
    drawn = button(texts.plain("button.drawn"), BoardPress(OnSeat.DRAWN, table.id, 0, str(seat)))
    return (*_keypad(table, draft, texts), (drawn, resign))


def _keypad(table: Table, draft: str, texts: Texts) -> tuple[Row, ...]:
    variant, turn = table.game.variant, len(table.game.turns)
    if variant.words:
        return ()
    if not table.keypad:
        return ((_on(table, texts, "button.keypad", OnBoard.KEYPAD),),)

    def key(symbol: str) -> BoardPress:
        return BoardPress(OnBoard.DIGIT, table.id, turn, str(variant.alphabet.index(symbol)))

    erase, submit = (BoardPress(verb, table.id, turn) for verb in (OnBoard.ERASE, OnBoard.SUBMIT))
    return keypad_rows("" if table.chat.is_group else draft, variant, key, erase, submit, texts)


def _company(table: Table, company: Company, texts: Texts) -> tuple[Row, ...]:
    """How people come and go where they guess in turn."""
    if not (table.chat.is_group and table.game.mode.in_turn):
        return ()
    coming = (_on(table, texts, "button.join", OnSeat.JOIN), _on(table, texts, "button.leave", OnSeat.LEAVE))
    seat = table.game.to_move
    if seat is None or len(table.game.staying) == 1:
        return (coming,)
    skipped = texts.plain("button.skip", name=name_of(company, seat))
    return (coming, (button(skipped, BoardPress(OnSeat.SKIP, table.id, len(table.game.turns), str(seat))),))


def _tools(table: Table, texts: Texts) -> Row:
    resign = _on(table, texts, "button.resign", OnBoard.RESIGN)
    return (resign,) if table.game.mode.own_secrets else (resign, _proof(table, texts))


def _proof(table: Table, texts: Texts) -> Button:
    return _on(table, texts, "button.proof", OnBoard.PROOF)


def _on(table: Table, texts: Texts, text: str, verb: OnBoard | OnSeat) -> Button:
    return button(texts.plain(text), BoardPress(verb, table.id, len(table.game.turns)))
