"""The buttons under the board of a game alone."""

from bot.app.advice.positions import link
from bot.app.buttons import GamePress
from bot.app.kinds.alone.model import ALL, Alone, Praise
from bot.app.kinds.alone.screens.contest import sending
from bot.app.kinds.alone.screens.daily import daily_text
from bot.app.kinds.alone.screens.details import Details
from bot.app.kinds.alone.screens.first import is_first
from bot.app.links import TABLE
from bot.app.model.hint import Page
from bot.app.model.modes import alone_play, playable
from bot.app.screen import Button, Row, button, in_pairs
from bot.app.screens.end_buttons import EndButtons, end_rows
from bot.app.screens.hint_menu import MENU, OPEN, menu_rows, note_rows
from bot.app.screens.keypad import Keys, keypad_rows
from bot.app.screens.share_text import share_text
from bot.app.screens.view import View
from bot.app.texts import Texts
from bot.app.verbs import OnBoard, OnEnd
from bot.game.model import Phase


def rows(game: Alone, view: View, details: Details) -> tuple[Row, ...]:
    """What can be done now."""
    if game.game.phase is Phase.OVER:
        return _at_the_end(game, view)
    texts = view.texts
    if game.asks_to_resign:
        gives_up = _on(game, texts, "button.give-up", OnBoard.GIVE_UP)
        return ((gives_up, _on(game, texts, "button.keep", OnBoard.KEEP)),)
    if game.page is not Page.BOARD:
        return _page_rows(game, view, details)
    if is_first(game):
        return (
            *_keypad(game, view, details),
            (_on(game, texts, "button.hint", OnBoard.HINT, MENU), *_proof(game, texts)),
            (_on(game, texts, "menu.learn", OnBoard.LESSONS), _on(game, texts, "menu.more", OnBoard.MORE)),
        )
    hint = () if game.no_hints else (_on(game, texts, "button.hint", OnBoard.HINT, MENU),)
    notes = _on(game, texts, "button.notes", OnBoard.NOTES, OPEN)
    tools = (*hint, notes, _on(game, texts, "button.resign", OnBoard.RESIGN))
    if game.game.variant.words:
        return in_pairs((*tools, *_proof(game, texts)))
    if game.keypad:
        return (*_keypad(game, view, details), *in_pairs((*tools, *_proof(game, texts))))
    return in_pairs((*tools, _on(game, texts, "button.keypad", OnBoard.KEYPAD), *_proof(game, texts)))


def _at_the_end(game: Alone, view: View) -> tuple[Row, ...]:
    texts, play, has_turns = view.texts, alone_play(game.game.mode), bool(game.game.turns)
    review = (_on(game, texts, "button.review", OnBoard.REVIEW),) * (has_turns and game.can_be_reviewed)
    beat = (_beat(game, view),) if game.may_be_beaten else ()
    share = _share(game, view) if game.is_worth_sharing and play.can_be_shared else ()
    buttons = EndButtons(
        again=(_on(game, texts, "button.again", OnBoard.AGAIN),),
        next=((_next(game, texts),),) if game.praise is Praise.FIRST else _retry(game, texts),
        review=review,
        proof=_proof(game, texts),
        share=(*share, *beat),
    )
    return end_rows(buttons, view.page, lambda verb: GamePress(verb, game.id, len(game.game.turns)), texts)


def _retry(game: Alone, texts: Texts) -> tuple[Row, ...]:
    """To go on from before the guess that cost most."""
    return ((_on(game, texts, "button.retry", OnBoard.RETRY),),) if game.can_be_retried else ()


def _next(game: Alone, texts: Texts) -> Button:
    """The one suggestion after somebody's first win."""
    return button(texts.plain("after.eboth"), GamePress(OnEnd.BOTH, game.id, len(game.game.turns)))


def _on(game: Alone, texts: Texts, key: str, verb: OnBoard, argument: str = "") -> Button:
    return button(texts.plain(key), GamePress(verb, game.id, len(game.game.turns), argument))


def _proof(game: Alone, texts: Texts) -> Row:
    if game.daily is not None and game.is_over:
        return ()  # it stands in the archive, once nobody looks for the secret any more
    return (_on(game, texts, "button.proof", OnBoard.PROOF),) if game.game.mode.has_secret else ()


def _page_rows(game: Alone, view: View, details: Details) -> tuple[Row, ...]:
    """The buttons of the hints or of the notes, which stand where the keypad stood."""
    verb, turn = OnBoard.NOTES if game.page is Page.NOTES else OnBoard.HINT, len(game.game.turns)

    def does(text: str, argument: str) -> Button:
        return button(text, GamePress(verb, game.id, turn, argument))

    if game.page is Page.HINTS:
        address = link(view.username, game.game.variant, game.game.history_of(ALL))
        return menu_rows(details.hints, does, view.texts, address if turn and game.daily is None else None)
    return note_rows(details.noted, game.game.variant, does, view.texts, marked=not game.chat.is_group)


def _keypad(game: Alone, view: View, details: Details) -> tuple[Row, ...]:
    variant = game.game.variant

    def press(verb: OnBoard, argument: str = "") -> GamePress:
        return GamePress(verb, game.id, len(game.game.turns), argument)

    def key(symbol: str) -> GamePress:
        return press(OnBoard.DIGIT, str(variant.alphabet.index(symbol)))

    keys = Keys(key, press(OnBoard.ERASE), press(OnBoard.SUBMIT))
    return keypad_rows(view.draft, variant, keys, view.texts, details.noted)


def _beat(game: Alone, view: View) -> Button:
    """To let friends break the same secret."""
    if game.target is None:
        return _on(game, view.texts, "button.beat", OnBoard.BEAT)
    return sending(game.target.token, view.username, view.texts, has_inline=view.has_inline)


def _share(game: Alone, view: View) -> Row:
    """To send the result to a chat, where the bot can be called there, and to copy it."""
    texts = view.texts
    copied = (
        daily_text(game, view)
        if game.daily is not None
        else share_text(game.game, texts, view.username, title_of(game, texts), game.suggestions)
    )
    if not view.has_inline:
        return (Button(texts.plain("button.share"), copies=copied),)
    share = Button(texts.plain("button.share"), shares=f"{TABLE}{game.id}")
    return (share, Button(texts.plain("button.copy"), copies=copied))


def title_of(game: Alone, texts: Texts) -> str:
    """The name of the mode, where boards name it."""
    key = playable(game.game.mode).title
    return texts.plain(key) if key else ""
