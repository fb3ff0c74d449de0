"""The buttons under the board of those who each have a seat at one game."""

from bot.app.buttons import GamePress
from bot.app.kinds.group.model import Group
from bot.app.kinds.group.screens.names import name_of
from bot.app.screen import Button, Row, button
from bot.app.screens.end_buttons import EndButtons, EndPage, end_rows
from bot.app.screens.keypad import Keys, keypad_rows
from bot.app.texts import Texts
from bot.app.verbs import OnBoard, OnSeat
from bot.game.model import Phase, Seat


def rows(game: Group, draft: str, texts: Texts) -> tuple[Row, ...]:
    """What can be done now. In a group everybody sees all of it; who may press what is found when they do."""
    if game.game.phase is Phase.OVER:
        again = _on(game, texts, "button.again", OnBoard.AGAIN)
        buttons = EndButtons(again=(again,), proof=(_proof(game, texts),))
        return end_rows(buttons, EndPage.MAIN, lambda verb: GamePress(verb, game.id, len(game.game.turns)), texts)
    if game.asks_to_resign:
        gives_up = _on(game, texts, "button.give-up", OnBoard.GIVE_UP)
        return ((gives_up, _on(game, texts, "button.keep", OnBoard.KEEP)),)
    seat = game.secret_due
    if seat is not None:
        return _while_secrets(game, seat, draft, texts)
    found = (*_keypad(game, draft, texts), *_coming_and_going(game, texts), _tools(game, texts))
    return tuple(row for row in found if row)


def _while_secrets(game: Group, seat: Seat, draft: str, texts: Texts) -> tuple[Row, ...]:
    resign = _on(game, texts, "button.abort", OnBoard.RESIGN)
    if game.seats.holder != seat:
        ready = texts.plain("button.i-am", name=name_of(game.seats, seat))
        return ((button(ready, GamePress(OnSeat.READY, game.id, 0, str(seat))),), (resign,))
    drawn = button(texts.plain("button.drawn"), GamePress(OnSeat.DRAWN, game.id, 0, str(seat)))
    return (*_keypad(game, draft, texts), (drawn, resign))


def _keypad(game: Group, draft: str, texts: Texts) -> tuple[Row, ...]:
    variant, turn = game.game.variant, len(game.game.turns)
    if variant.words:
        return ()
    if not game.keypad:
        return ((_on(game, texts, "button.keypad", OnBoard.KEYPAD),),)

    def key(symbol: str) -> GamePress:
        return GamePress(OnBoard.DIGIT, game.id, turn, str(variant.alphabet.index(symbol)))

    erase, submit = (GamePress(verb, game.id, turn) for verb in (OnBoard.ERASE, OnBoard.SUBMIT))
    return keypad_rows("" if game.chat.is_group else draft, variant, Keys(key, erase, submit), texts)


def _coming_and_going(game: Group, texts: Texts) -> tuple[Row, ...]:
    """How people come and go where they guess in turn."""
    if not (game.chat.is_group and game.game.mode.in_turn):
        return ()
    coming = (_on(game, texts, "button.join", OnSeat.JOIN), _on(game, texts, "button.leave", OnSeat.LEAVE))
    seat = game.game.to_move
    if seat is None or len(game.game.staying) == 1:
        return (coming,)
    skipped = texts.plain("button.skip", name=name_of(game.seats, seat))
    return (coming, (button(skipped, GamePress(OnSeat.SKIP, game.id, len(game.game.turns), str(seat))),))


def _tools(game: Group, texts: Texts) -> Row:
    resign = _on(game, texts, "button.resign", OnBoard.RESIGN)
    return (resign,) if game.game.mode.own_secrets else (resign, _proof(game, texts))


def _proof(game: Group, texts: Texts) -> Button:
    return _on(game, texts, "button.proof", OnBoard.PROOF)


def _on(game: Group, texts: Texts, text: str, verb: OnBoard | OnSeat) -> Button:
    return button(texts.plain(text), GamePress(verb, game.id, len(game.game.turns)))
