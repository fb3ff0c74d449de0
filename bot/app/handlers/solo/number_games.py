"""Games of guessing a number: how they begin, are shown and end."""

from dataclasses import replace

from bot.app.handlers.desk import Desk
from bot.app.model.number import Misfit, NumberTable, UnfitRange, range_in
from bot.app.model.table import Question as Asking
from bot.app.ports import Answer, Place
from bot.app.screens.solo.number import NumberView, number_board
from bot.app.texts import NOTHING, Html
from bot.game.number import NumberGame, given_up
from solver.interval import Interval

VOTES = 2
"""So many people, neither of whom began the game, may end it together."""
WHY_UNFIT = {
    Misfit.FORM: "number.range-how",
    Misfit.FAR: "number.range-far",
    Misfit.NARROW: "number.range-narrow",
}


async def running(desk: Desk) -> NumberTable | None:
    """The game that is on here."""
    return await desk.work.numbers.load(desk.number) if desk.number else None


async def begin(argument: str, desk: Desk) -> Answer:
    """A game in the range that is written; who guesses is as it was the last time."""
    try:
        span = range_in(argument)
    except UnfitRange as error:
        await _say(desk.texts.html(WHY_UNFIT[error.misfit]), desk)
        return Answer()
    latest = await desk.work.numbers.latest(desk.chat.id)
    return await play(span, desk, bot_keeps=latest is None or latest.game.sought is not None)


async def _say(note: Html, desk: Desk) -> None:
    table = await running(desk)
    if table is None:
        desk.tell(note)
    else:
        await show(table, desk, note)


async def play(span: Interval, desk: Desk, *, bot_keeps: bool) -> Answer:
    """A new game. One that has begun is thrown away only after asking, any other goes away by itself."""
    table = await running(desk)
    if table is not None and table.game.turns:
        table = replace(table, asking=Asking.NEW_GAME, wanted=span)
        desk.work.numbers.save(table)
        await show(table, desk, anew=desk.pressed is not None)
    elif table is not None and (table.game.span, table.game.sought is not None) == (span, bot_keeps):
        await show(table, desk, anew=desk.pressed is not None)
    else:
        if table is not None:
            await _put_away(table, desk)
        await _begin(span, desk, bot_keeps=bot_keeps)
    return Answer()


async def _begin(span: Interval, desk: Desk, *, bot_keeps: bool) -> None:
    world = desk.world
    table = NumberTable(
        id=world.new_id(),
        chat=desk.chat,
        game=_drawn(span, desk, bot_keeps=bot_keeps),
        starter=desk.person.id,
        starter_name=desk.person.name,
        salt=world.new_salt(),
        opened_at=world.now(),
    )
    desk.work.numbers.save(table)
    await show(table, desk, anew=True)


def _drawn(span: Interval, desk: Desk, *, bot_keeps: bool) -> NumberGame:
    return NumberGame(span, desk.world.draw_number(span.low, span.high) if bot_keeps else None)


async def turn_round(table: NumberTable, desk: Desk, *, bot_keeps: bool) -> Answer:
    """Who guesses is chosen: in this game as long as nothing has been asked in it, else in a new one."""
    if table.game.is_over:
        return await play(table.game.span, desk, bot_keeps=bot_keeps)
    if not table.game.turns and bot_keeps != (table.game.sought is not None):
        game = _drawn(table.game.span, desk, bot_keeps=bot_keeps)
        table = replace(table.moved(game), salt=desk.world.new_salt(), keypad=False, proof=False)
        table = replace(table, starter=desk.person.id, starter_name=desk.person.name)
        desk.work.numbers.save(table)
    await show(table, desk)
    return Answer()


async def _put_away(table: NumberTable, desk: Desk) -> None:
    """End a game in which nothing has been asked, and take it from sight."""
    desk.work.numbers.save(replace(table, game=given_up(table.game), ended_at=desk.world.now()))
    shown = await desk.work.shown(table.chat, table.slot)
    if shown.message is not None:
        desk.work.retire(table.chat, shown.message, wholly=True)


async def ask_to_resign(table: NumberTable, desk: Desk) -> Answer:
    """A slip of the finger must not end a game. Where two must agree, or nothing has been asked, it does not."""
    if table.game.turns and _may_end_alone(table, desk):
        return await kept(replace(table, asking=Asking.RESIGN), desk)
    return await resign(table, desk)


async def resign(table: NumberTable, desk: Desk) -> Answer:
    """Give the game up, if those who must agree do."""
    agreed = _with_vote(table, desk)
    if agreed is not None:
        return await _voted(agreed, "note.resign-votes", table, desk)
    return await _given_up(table, desk)


async def replace_game(table: NumberTable, desk: Desk) -> Answer:
    """Throw the game away for a new one, if those who must agree do."""
    agreed = _with_vote(table, desk)
    if agreed is not None:
        return await _voted(agreed, "note.replace-votes", table, desk)
    await _given_up(table, desk)
    await _begin(table.wanted or table.game.span, desk, bot_keeps=table.game.sought is not None)
    return Answer()


async def _given_up(table: NumberTable, desk: Desk) -> Answer:
    return await kept(replace(table.moved(given_up(table.game)), ended_at=desk.world.now(), proof=False), desk)


def _may_end_alone(table: NumberTable, desk: Desk) -> bool:
    return not desk.chat.is_group or desk.person.id == table.starter


def _with_vote(table: NumberTable, desk: Desk) -> NumberTable | None:
    """The table with one more vote to end the game; None if no more is needed."""
    voters = tuple(dict.fromkeys((*table.resigning, desk.person.id)))
    return None if _may_end_alone(table, desk) or len(voters) >= VOTES else replace(table, resigning=voters)


async def _voted(table: NumberTable, note: str, before: NumberTable, desk: Desk) -> Answer:
    await kept(table, desk, desk.texts.html(note, name=desk.shown_name))
    return Answer(desk.texts.plain("toast.voted-before" if table == before else "toast.voted"))


async def kept(table: NumberTable, desk: Desk, note: Html = NOTHING, told: str = "") -> Answer:
    """Keep the game as it is now, and show it; `told`: what the presser hears."""
    desk.work.numbers.save(table)
    await show(table, desk, note)
    return Answer(told)


async def show(
    table: NumberTable,
    desk: Desk,
    note: Html = NOTHING,
    *,
    draft: str | None = None,
    anew: bool = False,
    wrong: int | None = None,
) -> None:
    """Show the game's board with a last line. `anew`: as a new message, whatever was pressed or typed.

    `wrong`: the first answer that does not go with the number that was typed.
    """
    if draft is None and table.keypad and not desk.chat.is_group and not table.game.is_over:
        draft = await desk.work.draft(table.id, desk.person.id)
    place = Place.BOTTOM if anew else await desk.place_of(table.slot)
    screen = number_board(table, NumberView(desk.texts, draft or "", note, wrong))
    desk.work.show(table.chat, table.slot, screen, place)
    if (desk.has_matches or desk.table is not None) and desk.front != table.id and not table.game.is_over:
        desk.work.matches.bring_to_front(table.chat, table.id)
