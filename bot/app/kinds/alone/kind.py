"""Games alone, as a kind."""

from bot.app.kinds.alone import codec, played
from bot.app.kinds.alone.beginning import Begins
from bot.app.kinds.alone.contests import standings_for
from bot.app.kinds.alone.costliest import COSTLIEST, show_costliest
from bot.app.kinds.alone.daily import shown_for
from bot.app.kinds.alone.ending import after_end, end
from bot.app.kinds.alone.hints import Hints
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.alone.moves import type_text
from bot.app.kinds.alone.presses import RULES, press_button
from bot.app.kinds.alone.review import REVIEW, show
from bot.app.kinds.alone.screens.board import board
from bot.app.kinds.alone.screens.buttons import title_of
from bot.app.kinds.alone.screens.daily import daily_card
from bot.app.kinds.alone.screens.details import details_of
from bot.app.kinds.board_presses import keep
from bot.app.kinds.code_fits import code_fits
from bot.app.kinds.kind import Kind
from bot.app.kinds.outcome import Look
from bot.app.kinds.sharing import may_share
from bot.app.model.modes import alone_play
from bot.app.model.notes import notes_of
from bot.app.ports import Work
from bot.app.request import Request
from bot.app.screen import Screen
from bot.app.screens.duels.inline import Card, result_offer
from bot.app.screens.entry import Entry, board_entry
from bot.app.screens.keypad import draft_line
from bot.app.screens.view import View
from bot.app.texts import Texts


async def screen_of(game: Alone, look: Look, work: Work) -> Screen:
    """The board. Raises NeedsThought."""
    standings = await standings_for(game, work) if game.target is not None and game.is_over else None
    day = await shown_for(game, work) if game.daily is not None and game.is_over else None
    noted = "" if look.person is None or game.is_over else notes_of(look.person, game.notes)
    draft = draft_line(look.draft, game.game.variant) if look.draft else ""
    view = View(look.texts, look.style, look.username, draft, look.note, look.has_inline, look.page)
    return board(game, view, details_of(game, look.recall, standings, noted, day))


def entry_of(game: Alone, person: int, texts: Texts) -> Entry:  # noqa: ARG001  the same for everybody
    """The game in a list."""
    return board_entry(game, texts)


def result_card(query: str, game: Alone, view: View, request: Request) -> Card | None:
    """The card for those who have played the game, or seen a group play it, to its end."""
    can_be = alone_play(game.game.mode).can_be_shared and may_share(game, request)
    if can_be and game.daily is not None:
        return daily_card(query, game, view)
    return result_offer(query, game.game, view, title_of(game, view.texts), game.suggestions) if can_be else None


ALONE: Kind[Alone] = Kind(
    name="alone",
    model=Alone,
    codec=codec,
    played=played,
    type_text=type_text,
    press_button=press_button,
    screen_of=screen_of,
    variant_of=lambda game: game.game.variant,
    entry_of=entry_of,
    end=end,
    keep=keep,
    rules=RULES,
    step=lambda game, _person: len(game.game.turns),
    untouched=lambda game: not (game.game.turns or game.suggestions or game.notes or game.target or game.daily),
    fits=code_fits,
    keypad=lambda game, _person: game.keypad,
    hints=Hints(),
    result_card=result_card,
    begins=Begins(),
    after_end=after_end,
    long_jobs={COSTLIEST: show_costliest, REVIEW: show},
)
