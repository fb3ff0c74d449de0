"""Games alone, as a kind."""

from bot.app.kinds.alone import codec
from bot.app.kinds.alone.beginning import Begins
from bot.app.kinds.alone.contests import standings_for
from bot.app.kinds.alone.ending import end, show_standings
from bot.app.kinds.alone.hints import Hints
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.alone.moves import type_text
from bot.app.kinds.alone.presses import RULES, press_button
from bot.app.kinds.alone.screens.board import board
from bot.app.kinds.alone.screens.details import details_of
from bot.app.kinds.code_fits import code_fits
from bot.app.kinds.kind import Kind
from bot.app.kinds.outcome import Look
from bot.app.model.notes import notes_of
from bot.app.ports import Work
from bot.app.screen import Screen
from bot.app.screens.entry import Entry, board_entry
from bot.app.screens.keypad import draft_line
from bot.app.screens.view import View
from bot.app.texts import Texts


async def screen_of(game: Alone, look: Look, work: Work) -> Screen:
    """The board. Raises NeedsThought."""
    standings = await standings_for(game, work) if game.target is not None and game.is_over else None
    noted = "" if look.person is None or game.is_over else notes_of(look.person, game.notes)
    draft = draft_line(look.draft, game.game.variant) if look.draft else ""
    view = View(look.texts, look.style, look.username, draft, look.note, look.has_inline)
    return board(game, view, details_of(game, look.recall, standings, noted))


def entry_of(game: Alone, person: int, texts: Texts) -> Entry:  # noqa: ARG001  the same for everybody
    """The game in a list."""
    return board_entry(game, texts)


ALONE: Kind[Alone] = Kind(
    name="alone",
    model=Alone,
    codec=codec,
    type_text=type_text,
    press_button=press_button,
    screen_of=screen_of,
    entry_of=entry_of,
    end=end,
    rules=RULES,
    step=lambda game, _person: len(game.game.turns),
    untouched=lambda game: not (game.game.turns or game.suggestions or game.notes) and game.target is None,
    fits=code_fits,
    keypad=lambda game, _person: game.keypad,
    hints=Hints(),
    begins=Begins(),
    after_end=show_standings,
)
