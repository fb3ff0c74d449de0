"""The kind of game in which each has a seat at one board: party, circle, and duels round one phone."""

from bot.app.kinds.board_presses import keep
from bot.app.kinds.code_fits import code_fits
from bot.app.kinds.group import codec, played
from bot.app.kinds.group.codes import type_code
from bot.app.kinds.group.ending import end
from bot.app.kinds.group.model import Group
from bot.app.kinds.group.presses import RULES, press_button
from bot.app.kinds.group.screens.board import board
from bot.app.kinds.kind import Kind
from bot.app.kinds.outcome import Look, Outcome
from bot.app.kinds.sharing import may_share
from bot.app.model.modes import group_play
from bot.app.ports import Work
from bot.app.request import Request
from bot.app.screen import Screen
from bot.app.screens.duels.inline import Card, result_offer
from bot.app.screens.entry import Entry, board_entry
from bot.app.screens.view import View
from bot.app.texts import Texts


async def show(game: Group, look: Look, work: Work) -> Screen:  # noqa: ARG001  nothing more is to be read
    """The board of the game."""
    return board(game, look)


def list_entry(game: Group, person: int, texts: Texts) -> Entry:  # noqa: ARG001  the same for everybody
    """The game in a list."""
    return board_entry(game, texts)


class NoHints:
    """Those who play against each other think for themselves."""

    async def hint(self, game: Group, request: Request) -> Outcome[Group]:
        """Say so."""
        return Outcome(game, request.texts.html(group_play(game.game.mode).no_hints), changed=False)

    async def weigh(self, text: str, game: Group, request: Request) -> Outcome[Group]:  # noqa: ARG002
        """Say so."""
        return await self.hint(game, request)


def result_card(query: str, game: Group, view: View, request: Request) -> Card | None:
    """The card for those who have played the game, or seen a group play it, to its end."""
    return result_offer(query, game.game, view) if may_share(game, request) else None


GROUP: Kind[Group] = Kind(
    name="group",
    model=Group,
    codec=codec,
    played=played,
    type_text=type_code,
    press_button=press_button,
    screen_of=show,
    variant_of=lambda game: game.game.variant,
    entry_of=list_entry,
    end=end,
    keep=keep,
    rules=RULES,
    step=lambda game, _person: len(game.game.turns),
    takes_part=lambda game, person: game.seats.seat_of(person) is not None,
    untouched=lambda game: game.is_untouched,
    fits=code_fits,
    keypad=lambda game, _person: game.keypad,
    hints=NoHints(),
    result_card=result_card,
)
