"""Beginning a game and ending it early; hints and proof between."""

from dataclasses import replace

from bot.app.handlers.desk import Desk
from bot.app.handlers.guesses import ALL
from bot.app.ports import Answer
from bot.app.table import Hint, Table
from bot.game.model import Game
from bot.game.modes import MODES
from bot.game.rules import Resign, apply
from solver.variant import VARIANTS

VOTES = 2
"""So many people, neither of whom began the game, may give it up together."""


async def begin(desk: Desk) -> None:
    """A new game, its board at the bottom."""
    variant = VARIANTS["classic"]
    table = Table(
        id=desk.world.new_id(),
        chat=desk.chat,
        game=Game(variant, MODES["solo"], desk.world.draw_secret(variant)),
        starter=desk.person.id,
        salt=desk.world.new_salt(),
        opened_at=desk.world.now(),
    )
    desk.work.save(table)
    await desk.show_board(table, draft="", anew=True)


async def play(desk: Desk) -> Answer:
    """A new game; one that has begun is thrown away only after asking."""
    table = desk.table
    if table is None:
        await begin(desk)
        return Answer()
    if table.game.turns:
        table = replace(table, replacing=True)
        desk.work.save(table)
        await desk.show_board(table, desk.texts.html("note.replace"), anew=True)
    else:
        await desk.show_board(table, anew=True)
    return Answer()


async def replace_game(table: Table, desk: Desk) -> Answer:
    """Throw the game away for a new one, if those who must agree do."""
    table, agreed = _with_vote(table, desk)
    if agreed:
        await _give_up(replace(table, replacing=False), desk)
        await begin(desk)
        return Answer()
    return await _voted(table, "note.replace-votes", desk)


async def resign(table: Table, desk: Desk) -> Answer:
    """Give the game up, if those who must agree do."""
    table, agreed = _with_vote(table, desk)
    if agreed:
        await _give_up(table, desk)
        return Answer()
    return await _voted(table, "note.resign-votes", desk)


def _with_vote(table: Table, desk: Desk) -> tuple[Table, bool]:
    if not desk.chat.is_group or desk.person.id == table.starter:
        return table, True
    voters = tuple(dict.fromkeys((*table.resigning, desk.person.id)))
    return replace(table, resigning=voters), len(voters) >= VOTES


async def _voted(table: Table, note: str, desk: Desk) -> Answer:
    desk.work.save(table)
    await desk.show_board(table, desk.texts.html(note, name=desk.shown_name))
    return Answer(desk.texts.plain("toast.voted"))


async def _give_up(table: Table, desk: Desk) -> None:
    step = apply(table.game, Resign(ALL))
    table = replace(table, game=step.game, ended_at=desk.world.now(), proof=False)
    desk.work.save(table)
    await desk.show_board(table, draft="")


async def hint(table: Table, desk: Desk) -> Answer:
    """First how many codes fit; asked once more, a good guess."""
    table = replace(table, replacing=False)
    if table.hint is None or table.hint.guess is None:
        advice = desk.world.recall(table.game.variant, table.game.history)
        if table.hint is None:
            table = replace(table, hint=Hint(advice.candidates))
        else:
            full = Hint(advice.candidates, advice.guess, advice.bits, advice.worst)
            table = replace(table, hint=full, suggestions=table.suggestions + 1)
        desk.work.save(table)
    await desk.show_board(table)
    return Answer()


async def toggle_proof(table: Table, desk: Desk) -> Answer:
    """Unfold the proof of fair play, or fold it."""
    table = replace(table, proof=not table.proof)
    desk.work.save(table)
    await desk.show_board(table)
    return Answer()
