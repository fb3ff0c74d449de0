"""Matches that are played on a card: its buttons, and the link by which somebody is called to their game."""

from bot.app.buttons import CardPress
from bot.app.kinds.match.card_play import call_to, press_card
from bot.app.kinds.match.model import Match
from bot.app.ports import Answer
from bot.app.request import Request
from bot.app.routing.carrying import carry_out


async def call_to_card(match_id: str, request: Request) -> bool:
    """Show somebody the game on a card that they play; False if it is none of theirs."""
    outcome = await call_to(match_id, request)
    if outcome is not None:
        await carry_out(outcome, request)
    return outcome is not None


async def press(pressed: CardPress, request: Request) -> Answer:
    """Carry out a press on a card. Whatever is answered, only the presser hears it."""
    match = await request.work.games.load(pressed.match, Match)
    outcome = await press_card(pressed, match, request)
    return outcome if isinstance(outcome, Answer) else await carry_out(outcome, request)
