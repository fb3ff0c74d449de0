"""The buttons under the board of a game alone."""

from bot.app.advice.positions import link
from bot.app.buttons import GamePress
from bot.app.kinds.alone.model import ALL, Alone
from bot.app.kinds.alone.screens.contest import sending
from bot.app.kinds.alone.screens.details import Details
from bot.app.links import TABLE
from bot.app.model.hint import Page
from bot.app.model.modes import alone_play, playable
from bot.app.screen import Button, Row, button
from bot.app.screens.hint_menu import MENU, OPEN, menu_rows, note_rows
from bot.app.screens.keypad import keypad_rows
from bot.app.screens.share_text import share_text
from bot.app.screens.view import View
from bot.app.texts import Texts
from bot.app.verbs import OnBoard
from bot.game.model import Phase


def rows(table: Alone, view: View, details: Details) -> tuple[Row, ...]:
    """What can be done now."""
    if table.game.phase is Phase.OVER:
        return _at_the_end(table, view)
    texts = view.texts
    if table.asks_to_resign:
        gives_up = _on(table, texts, "button.give-up", OnBoard.GIVE_UP)
        return ((gives_up, _on(table, texts, "button.keep", OnBoard.KEEP)),)
    if table.page is not Page.BOARD:
        return _page_rows(table, view, details)
    hint = () if table.no_hints else (_on(table, texts, "button.hint", OnBoard.HINT, MENU),)
    notes = _on(table, texts, "button.notes", OnBoard.NOTES, OPEN)
    tools = (*hint, notes, _on(table, texts, "button.resign", OnBoard.RESIGN))
    if table.game.variant.words:
        return tuple(row for row in (tools, _proof(table, texts)) if row)
    if table.keypad:
        return tuple(row for row in (*_keypad(table, view), tools, _proof(table, texts)) if row)
    return (tools, (_on(table, texts, "button.keypad", OnBoard.KEYPAD), *_proof(table, texts)))


def _at_the_end(table: Alone, view: View) -> tuple[Row, ...]:
    texts, play = view.texts, alone_play(table.game.mode)
    again = _on(table, texts, "button.again", OnBoard.AGAIN)
    if not table.game.turns:
        return ((again, *_proof(table, texts)),)
    review = (_on(table, texts, "button.review", OnBoard.REVIEW),) if play.can_be_reviewed else ()
    beat = (_beat(table, view),) if table.may_be_beaten else ()
    share = _share(table, view) if play.can_be_shared else ()
    return tuple(row for row in ((again, *review), beat, share, _proof(table, texts)) if row)


def _on(table: Alone, texts: Texts, key: str, verb: OnBoard, argument: str = "") -> Button:
    return button(texts.plain(key), GamePress(verb, table.id, len(table.game.turns), argument))


def _proof(table: Alone, texts: Texts) -> Row:
    return (_on(table, texts, "button.proof", OnBoard.PROOF),) if table.game.mode.has_secret else ()


def _page_rows(table: Alone, view: View, details: Details) -> tuple[Row, ...]:
    """The buttons of the hints or of the notes, which stand where the keypad stood."""
    verb, turn = OnBoard.NOTES if table.page is Page.NOTES else OnBoard.HINT, len(table.game.turns)

    def does(text: str, argument: str) -> Button:
        return button(text, GamePress(verb, table.id, turn, argument))

    if table.page is Page.HINTS:
        address = link(view.username, table.game.variant, table.game.history_of(ALL))
        return menu_rows(details.hints, does, view.texts, address if turn else None)
    return note_rows(details.noted, table.game.variant, does, view.texts, marked=not table.chat.is_group)


def _keypad(table: Alone, view: View) -> tuple[Row, ...]:
    variant = table.game.variant

    def press(verb: OnBoard, argument: str = "") -> GamePress:
        return GamePress(verb, table.id, len(table.game.turns), argument)

    return keypad_rows(
        view.draft,
        variant,
        lambda symbol: press(OnBoard.DIGIT, str(variant.alphabet.index(symbol))),
        press(OnBoard.ERASE),
        press(OnBoard.SUBMIT),
        view.texts,
    )


def _beat(table: Alone, view: View) -> Button:
    """To let friends break the same secret."""
    if table.target is None:
        return _on(table, view.texts, "button.beat", OnBoard.BEAT)
    return sending(table.target.token, view.username, view.texts, has_inline=view.has_inline)


def _share(table: Alone, view: View) -> Row:
    """To send the result to a chat, where the bot can be called there, and to copy it."""
    texts = view.texts
    copied = share_text(table.game, texts, view.username, title_of(table, texts))
    if not view.has_inline:
        return (Button(texts.plain("button.share"), copies=copied),)
    share = Button(texts.plain("button.share"), shares=f"{TABLE}{table.id}")
    return (share, Button(texts.plain("button.copy"), copies=copied))


def title_of(table: Alone, texts: Texts) -> str:
    """The name of the mode, where boards name it."""
    key = playable(table.game.mode).title
    return texts.plain(key) if key else ""
