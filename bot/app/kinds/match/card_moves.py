"""Cards of matches in a group that has become a supergroup, whose old messages are gone."""

from dataclasses import replace

from bot.app.kinds.match.model import Match
from bot.app.kinds.match.showing import show_card
from bot.app.messages import Chat
from bot.app.ports import Job, Work
from bot.app.world import World

CARD_MOVED = "card-moved"
"""The kind of job that a query writes for each card in such a group; its subject is what the card's slot names."""


async def move_card(job: Job, work: Work, world: World) -> None:
    """Show the match's card in the supergroup, if it goes on there. Raises NeedsThought."""
    match = await work.games.load(job.subject, Match)
    if match is None or match.is_over or not isinstance(match.card, Chat):
        return
    to = await work.moved_to(match.card.id)
    if to is None:
        return
    match = replace(match, card=replace(match.card, id=to))
    work.games.save(match)
    await show_card(match, work, world)
