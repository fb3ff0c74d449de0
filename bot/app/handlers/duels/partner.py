"""Matches against the bot: both keep a secret and guess in turn."""

from dataclasses import replace

from bot.app.actions.matches import announce, open_match
from bot.app.handlers.desk import Desk
from bot.app.handlers.duels.full import why_no_game
from bot.app.handlers.duels.seated import Seated, seated_at, seated_of
from bot.app.handlers.solo import guesses
from bot.app.handlers.together import tables
from bot.app.model.levels import LEVELS, next_level
from bot.app.model.match import COMPUTER, HELD, PLAYED_FOR, Match, Sitter
from bot.app.model.table import Table
from bot.app.model.terms import Terms
from bot.app.model.wish import UnknownWish, Wish
from bot.app.ports import Answer, Place
from bot.app.screens.duels import partner as screens
from bot.app.verbs import OnPartner
from bot.game.model import Game, Seat
from bot.game.modes import MODES
from solver.variant import InvalidCode

ALONE = Seat(0)
ABOUT_ITS_NUMBER = {OnPartner.PLAY_ON, OnPartner.TELL}
"""What may be wished only as long as the bot, which has won, keeps its number hidden."""


async def show(words: str, desk: Desk) -> Answer:
    """The levels; where the words name one, a match at it."""
    if desk.chat.is_group:
        desk.tell(desk.texts.html("partner.in-private"))
        return Answer()
    unsaid = Wish(level="")
    try:
        wish = unsaid.but(words, desk.texts.language)
    except UnknownWish as error:
        desk.tell(desk.texts.html(error.why, word=error.word))
        return Answer()
    if wish.level:
        return await begin(wish.level, wish.variant, desk)
    desk.show_menu(screens.levels(wish.the_variant, desk.texts))
    return Answer()


async def pressed(argument: str, desk: Desk) -> Answer:
    """A press on a variant, or on a level with one, `club-classic`; then the menu has done its work."""
    level, _, name = argument.partition("-")
    if level not in LEVELS:
        return await show(argument, desk)
    if desk.pressed is not None and desk.pressed.message is not None:
        desk.work.retire(desk.chat, desk.pressed.message, wholly=True)
    return await show(f"{level} {name}", desk)


async def begin(level: str, variant: str, desk: Desk) -> Answer:
    """A match against the bot; a lot says who begins. One that waits for the person's number is the one they mean."""
    if (waiting := await _waiting(level, variant, desk)) is not None:
        await waiting.show()
        return Answer()
    if (told := await why_no_game(desk)) is not None:
        return told
    person, name = desk.person, screens.partners_name(level, desk.texts)
    sitters = (
        Sitter(person.id, person.name, person.id, allows_hints=True),
        Sitter(COMPUTER, name, None, allows_hints=True),
    )
    terms = Terms("duel", variant, "none", rated=False)
    seed = desk.world.new_salt()
    await open_match(terms, sitters, desk.work, desk.world, seed=seed, friends=True, opener=person.id, level=level)
    return Answer()


async def _waiting(level: str, variant: str, desk: Desk) -> Seated | None:
    """The same match, begun already, in which the person has yet to keep a number: whoever presses twice means one."""
    for seated in await seated_of(replace(desk, anew=True)):
        match = seated.match
        if (match.level, match.game.variant.name) == (level, variant) and match.wants_secret(seated.seat):
            return seated
    return None


async def went_on(verb: OnPartner, seated: Seated) -> Answer:
    """A press on what may follow."""
    match, desk = seated.match, seated.desk
    if not match.is_over or not match.level:
        return desk.stripped("toast.old-button")
    if (match.number == HELD) != (verb in ABOUT_ITS_NUMBER):
        await seated.show()
        return Answer(desk.texts.plain("toast.moved-on"))
    match verb:
        case OnPartner.PLAY_ON:
            return await _play_on(seated)
        case OnPartner.TELL:
            await replace(seated, match=replace(match, number="")).announce(rings=False)
            return Answer()
        case OnPartner.NEXT:
            return await begin((next_level(match.level) or LEVELS[match.level]).name, match.game.variant.name, desk)


async def _play_on(seated: Seated) -> Answer:
    """The person goes on breaking the bot's number, in a game of their own that has the guesses made so far."""
    desk = seated.desk
    if tables.is_busy(desk):
        return tables.busy(desk)
    table = await _opened(seated)
    await replace(desk, table=table).show_board(table, draft="", anew=True)
    return Answer()


async def typed(text: str, desk: Desk) -> Answer | None:
    """A code typed below a match that the bot has won: with it the person goes on. None if it is no such thing."""
    if not desk.front or tables.is_busy(desk):
        return None
    seated = seated_at(await desk.work.matches.load(desk.front), desk)
    if seated is None or seated.match.number != HELD:
        return None
    try:
        code = seated.match.game.variant.parse(text, desk.texts.language)
    except InvalidCode:
        return None
    table = await _opened(seated)
    return await guesses.guessed(code, table, replace(desk, table=table))


async def _opened(seated: Seated) -> Table:
    if seated.desk.table is not None:
        await tables.put_away(seated.desk.table, seated.desk)
    table = _table(seated.match, seated.seat, seated.desk)
    seated.desk.work.save(table)
    match, desk = replace(seated.match, number=PLAYED_FOR), seated.desk
    await announce(match, seated.seat, desk.work, desk.world, place=Place.HERE, rings=False)
    return table


def _table(match: Match, seat: Seat, desk: Desk) -> Table:
    """The same secret, with the same proof, and all that the person has asked about it."""
    secret = match.game.secret_for(seat)
    turns = tuple(replace(turn, seat=ALONE) for turn in match.game.turns_of(seat))
    return Table(
        id=desk.world.new_id(),
        chat=desk.chat,
        game=Game(match.game.variant, MODES["solo"], (secret,), turns=turns),
        starter=desk.person.id,
        salt=match.salts[seat],
        opened_at=match.began_at or match.opened_at,
        guessed_by=(desk.person.name,) * len(turns),
    )
