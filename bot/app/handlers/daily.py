"""`/daily`: the code of the day. Today's is played at once; who has finished sees how it stands, and the archive."""

from re import fullmatch

from bot.app.features import DAILY as FEATURE
from bot.app.handlers import daily_archive, daily_cards, reminding
from bot.app.kinds.alone.daily import begin, day_of, player_of, streak_of
from bot.app.kinds.outcome import Outcome
from bot.app.links import DAILY, token_in
from bot.app.model.daily import Try
from bot.app.model.header import Header
from bot.app.ports import Answer, Place
from bot.app.request import Request
from bot.app.routing.boards import why_no_board
from bot.app.routing.carrying import carry_out, show
from bot.app.screens import daily as screens

FRIENDS_OPENED = 50
"""So many links of others somebody may have opened."""
START = "daily"
"""The payload of the link that leads here from a group."""


async def obey(words: str, request: Request) -> Answer:
    """Carry out `/daily`, with a number the day of that number, with a city and an hour a reminder."""
    if request.chat.is_group:
        return await daily_cards.show(request)
    if found := fullmatch(r"#?(\d{1,6})", words):
        return await _show_day(int(found[1]), request)
    if words:
        await reminding.type_wish(words, request)
        return Answer()
    return await _show_today(request)


async def press(argument: str, request: Request) -> Answer:
    """Carry out a press on one of the screens about days."""
    if found := daily_cards.ON_CARD.fullmatch(argument):
        return await daily_cards.press(int(found[1]), found[2], request)
    if request.chat.is_group:
        return Answer(request.texts.plain("toast.old-button"))
    if found := fullmatch(r"(\d{1,6})(-play|-review)?", argument):
        return await WITH_DAY[found[2]](int(found[1]), request)
    if argument.startswith("remind"):
        return await reminding.press(argument, request)
    if found := fullmatch(r"month-(\d{4})-(\d{1,2})", argument):
        return await daily_archive.show_month(int(found[1]), int(found[2]), request)
    return await _show_today(request)


async def open_link(payload: str, request: Request) -> bool:
    """Follow a link to the code of the day; False if it is none. Whose link it is sees this person's, once both did."""
    token = token_in(payload, DAILY)
    owner = None if token is None else await request.work.daily.whose(token)
    if owner is None and payload != START:
        return False
    if FEATURE in request.gate.off:
        request.tell(request.texts.html("note.switched-off", feature=request.texts.plain(f"feature.{FEATURE}")))
        return True
    if owner is not None and owner != request.person.id:
        opened = await request.work.daily.opened(request.person.id, FRIENDS_OPENED)
        if owner not in opened and len(opened) < FRIENDS_OPENED:
            request.work.daily.befriend(request.person.id, owner)
    await _show_today(request)
    return True


async def _show_today(request: Request) -> Answer:
    """Begin today's code, go on with it, or show how it stands."""
    number = request.world.today
    attempt = await request.work.daily.attempt(number, request.person.id)
    if attempt is None:
        if (refusal := why_no_board(request)) is not None:
            return refusal
        game = begin(number, await player_of(request), request)
        return await carry_out(Outcome(game, place=Place.BOTTOM), request)
    return await _show_own(attempt, request)


async def _show_own(attempt: Try, request: Request) -> Answer:
    """Go on with what the person has begun, or show how the day stands."""
    game = await request.work.games.load(attempt.game_id, Header) if attempt.ended_at is None else None
    if game is not None:
        await show(game, request, place=Place.BOTTOM)
        return Answer()
    return await _show_results(attempt, request)


async def _show_results(attempt: Try, request: Request) -> Answer:
    today = request.world.today
    person, codes = request.person.id, request.world.daily
    other = today - 1 if attempt.day == today else today
    others = await request.work.daily.attempt(other, person)
    waits = others.ended_at is None if others is not None else other == today
    page = screens.Results(
        day=await day_of(attempt, attempt, request.work),
        streak=await streak_of(person, today, request.work),
        next_at=codes.calendar.begins_at(today + 1),
        next_digest=codes.digest(today + 1),
        waits=other if waits else 0,
        has_review=await daily_archive.reviewed(attempt, request) is not None,
    )
    request.show_menu(screens.results(page, request.world.username, request.texts, has_inline=request.world.has_inline))
    return Answer()


async def _show_day(number: int, request: Request) -> Answer:
    """Show a day by its number: its secret, too, once it is closed."""
    today, codes, now = request.world.today, request.world.daily, request.world.now()
    attempt = await request.work.daily.attempt(number, request.person.id) if 0 < number <= today else None
    if number == today:
        return await _show_today(request)
    if not 0 < number < today:
        request.show_menu(screens.no_such_day(today, request.texts))
        return Answer()
    if codes.calendar.is_open(number, now):
        if attempt is not None:
            return await _show_own(attempt, request)
        request.show_menu(screens.opens_later(number, codes.calendar.closes_at(number), request.texts))
        return Answer()
    await daily_archive.show(number, attempt, request)
    return Answer()


WITH_DAY = {None: _show_day, "-play": daily_archive.play, "-review": daily_archive.review}
"""What a button does that names a day, by what follows its number."""
