"""The code of the day by inline mode: the result of whoever has finished today's, else an invitation to it."""

from bot.app.actions.cards import view_of
from bot.app.features import DAILY as FEATURE
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.alone.screens.daily import daily_card, invitation_card
from bot.app.links import DAILY, TABLE, link_to
from bot.app.messages import Inline
from bot.app.request import Request
from bot.app.screens.duels.inline import Card

FEWEST_LETTERS = 2
"""So many letters of the name of the code of the day are typed before its card is offered alone."""
START = "daily"
"""The payload of the link to today's code; also what may be typed in any language."""


def is_about_day(typed: str, request: Request) -> bool:
    """Whether whoever types wants the code of the day alone."""
    names = (START, request.texts.plain("inline.daily-word"))
    begun = typed.casefold()
    return len(begun) >= FEWEST_LETTERS and any(name.casefold().startswith(begun) for name in names)


async def cards_for(request: Request) -> tuple[Card, ...]:
    """The card about today's code; none while that is switched off. Nothing is written."""
    if FEATURE in request.gate.off:
        return ()
    person, tries = request.person.id, request.work.daily
    number = request.world.today
    attempt = await tries.attempt(number, person)
    if attempt is not None and attempt.ended_at is not None:
        game = await request.work.games.load(attempt.game_id, Alone)
        if game is not None and game.daily is not None and game.is_over:
            view = await view_of(Inline(""), person, request.work, request.world)
            return (daily_card(f"{TABLE}{game.id}", game, view),)
    player = await tries.player(person)
    username = request.world.username
    link = f"https://t.me/{username}?start={START}" if player is None else link_to(username, DAILY, player.token)
    return (invitation_card(number, link, request.texts),)
