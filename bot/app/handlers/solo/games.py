"""Beginning a game and ending it early; proof between."""

from dataclasses import replace

from bot.app.actions.scoring import scored
from bot.app.handlers.desk import Desk
from bot.app.handlers.solo.standings import finished
from bot.app.handlers.together import tables
from bot.app.model.breaker import Breaker
from bot.app.model.company import given_up
from bot.app.model.table import Question, Table, wish_of
from bot.app.model.wish import Wish, wish_read
from bot.app.ports import Answer
from bot.game.model import Game
from bot.game.modes import MODES

LAST = "last-"
"""Before a mode: the name under which each chat's last wish in it is kept."""
VOTES = 2
"""So many people, neither of whom began the game, may give it up together."""


async def begin(wish: Wish, desk: Desk) -> None:
    """A new game, its board at the bottom."""
    mode, variant = MODES[wish.mode], wish.the_variant
    table = Table(
        id=desk.world.new_id(),
        chat=desk.chat,
        game=Game(variant, mode, () if mode.told else (desk.world.draw_secret(variant),)),
        starter=desk.person.id,
        salt=desk.world.new_salt(),
        opened_at=desk.world.now(),
        help=wish.help,
        breaker=Breaker(wish.level, str(desk.incoming.update)) if wish.mode == "think" else None,
    )
    desk.work.save(table)
    desk.work.keep_draft(f"{LAST}{wish.mode}", desk.chat.id, wish.written)
    await desk.show_board(table, draft="", anew=True)


async def as_last(mode: str, desk: Desk) -> Wish:
    """What was played in this chat when it last played in that mode; classic where it never has."""
    written = await desk.work.draft(f"{LAST}{mode}", desk.chat.id)
    return wish_read(written) if written else Wish(mode)


async def has_played(mode: str, desk: Desk) -> bool:
    """Whether a game in that mode has ever begun in this chat."""
    return bool(await desk.work.draft(f"{LAST}{mode}", desk.chat.id))


async def play(wish: Wish, desk: Desk) -> Answer:
    """A new game; one that has begun is thrown away only after asking, any other goes away by itself."""
    table = desk.table
    if table is not None and table.game.turns:
        await _ask(Question.NEW_GAME, replace(table, wanted=wish.written), desk)
        return Answer()
    if table is not None and wish_of(table) != wish:
        await tables.put_away(table, desk)
        desk = replace(desk, table=None)
    return await go_on(desk, wish)


async def go_on(desk: Desk, wish: Wish | None = None) -> Answer:
    """Back to the game that is on, or else a new one: as wished, or like the last."""
    if desk.table is None:
        await begin(wish or await as_last("solo", desk), desk)
    else:
        await desk.show_board(desk.table, anew=desk.pressed is not None)
    return Answer()


async def again(table: Table, desk: Desk) -> Answer:
    """The same once more."""
    return await play(wish_of(table), desk)


async def ask_to_resign(table: Table, desk: Desk) -> Answer:
    """A slip of the finger must not end a game. Where two must agree, or nothing has been asked, it does not."""
    if table.game.turns and _may_end_alone(table, desk):
        await _ask(Question.RESIGN, table, desk)
        return Answer()
    return await resign(table, desk)


async def _ask(question: Question, table: Table, desk: Desk) -> None:
    table = replace(table, asking=question)
    desk.work.save(table)
    from_elsewhere = question is Question.NEW_GAME and desk.pressed is not None
    await desk.show_board(table, anew=from_elsewhere)


async def replace_game(table: Table, desk: Desk) -> Answer:
    """Throw the game away for a new one, if those who must agree do."""
    agreed = _with_vote(table, desk)
    if agreed is not None:
        return await _voted(agreed, "note.replace-votes", table, desk)
    await give_up(replace(table, asking=None), desk)
    await begin(wish_read(table.wanted) if table.wanted else Wish(), desk)
    return Answer()


async def resign(table: Table, desk: Desk) -> Answer:
    """Give the game up, if those who must agree do."""
    agreed = _with_vote(table, desk)
    if agreed is not None:
        return await _voted(agreed, "note.resign-votes", table, desk)
    await give_up(replace(table, asking=None), desk)
    return Answer()


def _may_end_alone(table: Table, desk: Desk) -> bool:
    return not desk.chat.is_group or desk.person.id == table.starter


def _with_vote(table: Table, desk: Desk) -> Table | None:
    """The table with one more vote to end the game; None if no more is needed."""
    voters = tuple(dict.fromkeys((*table.resigning, desk.person.id)))
    return None if _may_end_alone(table, desk) or len(voters) >= VOTES else replace(table, resigning=voters)


async def _voted(table: Table, note: str, before: Table, desk: Desk) -> Answer:
    desk.work.save(table)
    await desk.show_board(table, desk.texts.html(note, name=desk.shown_name))
    return Answer(desk.texts.plain("toast.voted-before" if table == before else "toast.voted"))


async def give_up(table: Table, desk: Desk) -> None:
    """End the game, and show its secret."""
    now = desk.world.now()
    table = await scored(replace(table, game=given_up(table.game), ended_at=now, proof=False), desk.work, now)
    desk.work.save(table)
    await desk.show_board(table, draft="", standings=await finished(table, desk))


async def toggle_proof(table: Table, desk: Desk) -> Answer:
    """Unfold the proof of fair play, or fold it."""
    table = replace(table, proof=not table.proof)
    desk.work.save(table)
    await desk.show_board(table)
    return Answer()
