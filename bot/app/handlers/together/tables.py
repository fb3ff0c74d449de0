"""Beginning a game at one table where several have a seat each."""

from dataclasses import dataclass, replace

from bot.app.actions.boards import slot_of
from bot.app.handlers.desk import Desk
from bot.app.model.company import ONE_PHONE, Company, Member, Score, given_up
from bot.app.model.table import Table
from bot.app.ports import Answer
from bot.game.model import Game
from bot.game.modes import MODES
from solver.variant import VARIANTS


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played, and by whom, in their order. `scores`: what they have come to so far."""

    mode: str
    variant: str
    members: tuple[Member, ...]
    scores: tuple[Score, ...] = ()


def is_busy(desk: Desk) -> bool:
    """Whether a game is on here that must not be thrown away by the way."""
    return desk.table is not None and bool(desk.table.game.turns)


def busy(desk: Desk) -> Answer:
    """What whoever would begin another then hears."""
    return Answer(desk.texts.plain("alert.finish-first"), alert=True)


async def begin(plan: Plan, desk: Desk) -> None:
    """The game, its board at the bottom. One that nobody has guessed in yet goes away."""
    if desk.table is not None:
        await put_away(desk.table, desk)
    mode, variant, now = MODES[plan.mode], VARIANTS[plan.variant], desk.world.now()
    secrets = (None,) * mode.seats if mode.own_secrets else (desk.world.draw_secret(variant),)
    table = Table(
        id=desk.world.new_id(),
        chat=desk.chat,
        game=Game(variant, mode, secrets, joined=len(plan.members) - mode.seats),
        starter=desk.person.id,
        salt=desk.world.new_salt(),
        opened_at=now,
        company=Company(plan.members, since=now, scores=plan.scores),
    )
    desk.work.save(table)
    await desk.show_board(table, draft="", anew=True)


async def again(table: Table, company: Company, desk: Desk) -> Answer:
    """The same once more. In turn another begins; where all guess freely everybody is asked afresh."""
    if is_busy(desk):
        return busy(desk)
    members = company.members
    if members[0].person != ONE_PHONE:
        members = tuple(company.members[seat] for seat in table.game.staying) or members
    if not table.game.mode.in_turn:
        members = (Member(desk.person.name, desk.person.id),)
    scores = company.scores if company.members[0].person == ONE_PHONE else ()
    plan = Plan(table.game.mode.name, table.game.variant.name, (*members[1:], members[0]), scores)
    await begin(plan, desk)
    return Answer()


async def put_away(table: Table, desk: Desk) -> None:
    """End a game that nobody has guessed in yet, and take it from sight."""
    desk.work.save(replace(table, game=given_up(table.game), ended_at=desk.world.now()))
    shown = await desk.work.shown(table.chat, slot_of(table))
    if shown.message is not None:
        desk.work.retire(table.chat, shown.message, wholly=True)
