"""Matches against the bot: both keep a secret and guess in turn."""

from dataclasses import replace

from bot.app.handlers.duels.full import why_no_game
from bot.app.kinds.alone.beginning import new_game
from bot.app.kinds.alone.model import ALL, Alone
from bot.app.kinds.alone.moves import guess
from bot.app.kinds.match.model import HELD, PLAYED_FOR, Match, Sitter
from bot.app.kinds.match.opening import Opening, open_match
from bot.app.kinds.outcome import Outcome
from bot.app.model.clocks import UNTIMED
from bot.app.model.header import COMPUTER
from bot.app.model.levels import LEVELS
from bot.app.model.modes import PLAIN, PLAYABLE, mode_of_command
from bot.app.model.options import GameOptions, UnknownOption
from bot.app.model.terms import Terms
from bot.app.ports import Answer, Place
from bot.app.request import Request
from bot.app.routing.boards import why_no_board
from bot.app.routing.carrying import carry_out
from bot.app.routing.carrying import show as show_game
from bot.app.routing.focus import games_of
from bot.app.screens.duels import partner as screens
from bot.game.model import Game, Seat
from solver.variant import Code


async def show(words: str, request: Request) -> Answer:
    """The levels; where the words name one, a match at it."""
    if request.chat.is_group:
        request.tell(request.texts.html("partner.in-private"))
        return Answer()
    unsaid = GameOptions(level="")
    try:
        options = unsaid.but(words, request.texts.language)
    except UnknownOption as error:
        request.tell(request.texts.html(error.why, word=error.word))
        return Answer()
    if options.level:
        return await begin(options.level, options.variant, request)
    request.show_menu(screens.levels(options.the_variant, request.texts))
    return Answer()


async def press_level(argument: str, request: Request) -> Answer:
    """A press on a variant, or on a level with one, `club-classic`; then the menu has done its work."""
    level, _, name = argument.partition("-")
    if level not in LEVELS:
        return await show(argument, request)
    if request.pressed is not None and request.pressed.message is not None:
        request.work.retire(request.chat, request.pressed.message, wholly=True)
    return await show(f"{level} {name}", request)


async def begin(level: str, variant: str, request: Request) -> Answer:
    """A match against the bot; a lot says who begins. One that waits for the person's number is the one they mean."""
    request = replace(request, as_new_message=True)
    if (waiting := await _waiting(level, variant, request)) is not None:
        await show_game(waiting, request)
        return Answer()
    if (answer := await why_no_game(request)) is not None:
        return answer
    person, name = request.person, screens.partners_name(level, request.texts)
    sitters = (
        Sitter(person.id, person.name, person.id, allows_hints=True),
        Sitter(COMPUTER, name, None, allows_hints=True),
    )
    opening = Opening(
        terms=Terms(mode_of_command("match").name, variant, UNTIMED, rated=False),
        sitters=sitters,
        seed=request.world.new_salt(),
        friends=True,
        opener=person.id,
        level=level,
    )
    await open_match(opening, request.work, request.world)
    return Answer()


async def _waiting(level: str, variant: str, request: Request) -> Match | None:
    """The same match, begun already, in which the person has yet to keep a number: whoever presses twice means one."""
    for game in await games_of(request):
        seat = game.seat_of(request.person.id) if isinstance(game, Match) else None
        if not isinstance(game, Match) or seat is None:
            continue
        if (game.level, game.game.variant.name) == (level, variant) and game.wants_secret(seat):
            return game
    return None


async def break_alone(match_id: str, code: Code | None, request: Request) -> Answer:
    """Begin a game alone with the number that the bot has kept in that match.

    It has the same proof, and all that the person has asked about the number. `code`: the next guess.
    """
    match = await request.work.games.load(match_id, Match)
    seat = None if match is None else match.seat_of(request.person.id)
    if match is None or seat is None or match.number != HELD:
        return request.strip_buttons("toast.old-button")
    if (refusal := why_no_board(request)) is not None:
        return refusal
    game = _game_alone(match, seat, request)
    match = replace(match, number=PLAYED_FOR)
    request.work.games.save(match)
    await show_game(match, request, place=Place.HERE, focuses=False)
    outcome = Outcome(game) if code is None else await guess(code, game, request)
    return await carry_out(replace(outcome, place=Place.BOTTOM), request)


def _game_alone(match: Match, seat: Seat, request: Request) -> Alone:
    """The game with the number that the person in the seat was to break, as far as they have come."""
    secret = match.game.secret_for(seat)
    turns = tuple(replace(turn, seat=ALL) for turn in match.game.turns_of(seat))
    game = Game(match.game.variant, PLAYABLE[PLAIN].rules, (secret,), turns=turns)
    return replace(
        new_game(game, request, match.salts[seat]),
        opened_at=match.began_at or match.opened_at,
        guessed_by=(request.person.name,) * len(turns),
    )
