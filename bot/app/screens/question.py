"""What a board asks before it ends a game."""

from bot.app.model.board import BoardGame, Question
from bot.app.model.levels import STRONGEST
from bot.app.model.modes import PLAYABLE
from bot.app.model.wish import Help, Wish, wish_read
from bot.app.screens.variant import name_amid
from bot.app.texts import Html, Texts
from bot.app.verbs import OnBoard
from bot.game.model import Phase

YES = {
    Question.NEW_GAME: ("button.replace", OnBoard.REPLACE),
    Question.RESIGN: ("button.give-up", OnBoard.GIVE_UP),
}
"""The button that agrees to what the board asks: the key of its text, and what it does."""


def question(table: BoardGame, texts: Texts) -> list[Html]:
    """The question in a line, as long as the buttons stand there that answer it; else nothing."""
    if table.asking is None or table.game.phase is Phase.OVER:
        return []
    if table.asking is Question.RESIGN:
        return [texts.html("note.resign")]
    wish = wish_read(table.wanted) if table.wanted else Wish()
    return [texts.html("note.replace", wish=wish_line(wish, texts))]


def wish_line(wish: Wish, texts: Texts) -> Html:
    """What game is wished: `4 digits · with a coach`."""
    parts = [name_amid(wish.the_variant, texts)]
    mode = PLAYABLE[wish.mode]
    if mode.title:
        parts.insert(0, texts.html(mode.title))
    if mode.keeper is not None and wish.level != STRONGEST:
        parts.append(texts.html("think.level", level=texts.html(f"level.{wish.level}")))
    if wish.help is not Help.NORMAL:
        parts.append(texts.html(f"help.{wish.help.value}"))
    return Html(" · ".join(parts))
