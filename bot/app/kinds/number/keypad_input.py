"""Numbers that are tapped on the keypad."""

from bot.app.kinds.keypad import with_draft
from bot.app.kinds.number.button_data import asking_about
from bot.app.kinds.number.model import Number
from bot.app.kinds.number.moves import ask
from bot.app.kinds.number.ranges import DIGITS
from bot.app.kinds.number.screens.buttons import MINUS
from bot.app.kinds.outcome import Outcome, strip_buttons, unchanged
from bot.app.ports import Answer
from bot.app.request import Request


async def press_key(symbol: str, game: Number, request: Request) -> Outcome[Number]:
    """Put the symbol of that key behind what the person has tapped, or erase the last one if it is empty."""
    draft = await request.work.draft(game.id, request.person.id)
    after = after_key(draft, symbol)
    return with_draft(game, draft, after, after or request.texts.plain("toast.empty"), request)


async def send(relation: str, game: Number, request: Request) -> Outcome[Number]:
    """Guess the number that the person has tapped, or ask how the secret stands to it."""
    draft = await request.work.draft(game.id, request.person.id)
    asking = asking_about(relation, int(draft if draft.strip(MINUS) else 0))
    if asking is None:
        return strip_buttons(game, request)
    if not draft.strip(MINUS):
        return unchanged(game, Answer(request.texts.plain("toast.number-first")))
    return ask(asking, game, request)


def after_key(draft: str, symbol: str) -> str:
    """The draft once the key of that symbol was pressed. An empty symbol erases, the minus turns the sign round."""
    if not symbol:
        return draft[:-1]
    if symbol == MINUS:
        return draft[1:] if draft.startswith(MINUS) else MINUS + draft
    digits = draft.lstrip(MINUS)
    sign = draft[: len(draft) - len(digits)]
    is_digit = symbol in set("0123456789")
    return f"{sign}{(digits + symbol).lstrip('0') or '0'}" if is_digit and len(digits) < DIGITS else draft
