"""`/daily`: the code of the day, its archive, its cards in groups and inline, and reminders of it.

First the command, its buttons and links, then the archive, the cards in groups and the switch on them, and last what
inline mode offers. Reminders are a chapter of their own.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from bot.app.advice import MOST_TURNS
from bot.app.buttons import Feature, OnMenu
from bot.app.daily import screens
from bot.app.daily.actions import (
    CARDS,
    COUNT,
    POST,
    SHOW,
    TELL,
    count_on,
    follow,
    note_card,
    plan,
    post_on,
    put,
    screen_of,
    show_on,
    slot_of_day,
    tell_on,
)
from bot.app.daily.model import (
    VARIANT,
    WEEKS,
    DailyCard,
    DailyCards,
    DailyPost,
    DailyPosts,
    DailyTries,
    Guest,
    Spread,
    Try,
    last_day,
    week_among,
)
from bot.app.daily.reading import WORDS, read_wish
from bot.app.daily.reminders import REMIND, carry_wish, may_be_hour, press_reminder, remind
from bot.app.daily.screens import (
    CardAction,
    Day,
    DayAction,
    OfCard,
    OfDay,
    OfMonth,
    OfReminder,
    Switch,
    day_argument,
)
from bot.app.duels.actions import view_of
from bot.app.intents import Command
from bot.app.kind import MENU, Decision, Request, Section
from bot.app.kinds.alone.daily import LOOKED_AT, begin, begin_closed, day_of, is_second, player_of, run_of
from bot.app.kinds.alone.end import ask_for_review
from bot.app.kinds.alone.model import ALL, Alone
from bot.app.kinds.alone.screens import daily_card, daily_text, invitation_card
from bot.app.language import plain
from bot.app.links import DAILY, TABLE, link_to, link_within, token_in
from bot.app.messages import Inline
from bot.app.model.game import Header
from bot.app.model.limits import Limit
from bot.app.model.options import LEVELS
from bot.app.model.zones import UTC_ZONE, city_of, zone_by
from bot.app.review.handlers import review_turns
from bot.app.routing import carry_out, show_game, why_no_board
from bot.app.screen import Answer, Place
from bot.app.screens.board import seal
from bot.app.screens.common import viewer_of
from bot.app.screens.share import Card
from bot.app.texts import NOTHING, Html, Texts
from bot.app.work import Job
from bot.app.world import NoAnswer
from bot.game.daily import DAYS_A_WEEK
from bot.game.fair_play import Told
from solver.strategies import guesses_of

# Today's code is played at once; who has finished sees how it stands, and the archive.

START = "daily"
"""The payload of the link that leads here from a group."""


NUMBERED = re.compile(rf"(?P<sure>[#№]|(?:{WORDS.pattern('date')})(?!\w))?\s*(?P<number>\d{{1,6}})")


async def obey(words: str, request: Request) -> Answer:
    """Carry out `/daily`, with a number the day of that number, with an hour, and a place if need be, a reminder."""
    if request.chat.is_group:
        return await show_card(request)
    if found := NUMBERED.fullmatch(plain(words)):
        number = int(found["number"])
        if found["sure"] or not await may_be_hour(number, request):
            return await _show_day(number, request)
        if 0 < number <= request.world.today:
            return request.show_menu(screens.day_or_hour(number, request.texts))
    wish = read_wish(words)
    if not words or wish.order == "today":
        return await _show_today(request)
    if wish.order == "yesterday":
        return await _show_day(request.world.today - 1, request)
    await carry_wish(wish, request)
    return Answer()


async def press_day(argument: str, request: Request) -> Answer:
    """Carry out a press on one of the screens about days."""
    match day_argument(argument):
        case OfCard() as about:
            return await press_card(about, request)
        case _ if request.chat.is_group:
            return request.old_button()
        case OfDay(number, action):
            return await WITH_DAY[action](number, request)
        case OfReminder() as wish:
            return await press_reminder(wish, request)
        case OfMonth(year, month):
            return await show_month(year, month, request)
        case None:
            return await _show_today(request)


async def open_link(payload: str, request: Request) -> bool:
    """Follow a link to the code of the day; False if it is none. Both see each other's results, once both are done."""
    token = token_in(payload, DAILY)
    owner = None if token is None else await request.work.of(DailyTries).whose(token)
    if owner is None and payload != START:
        return False
    if Feature.DAILY in request.access.off:
        request.tell(request.texts.html("note.switched-off", feature=request.texts.plain(f"feature.{Feature.DAILY}")))
        return True
    if owner is not None:
        await follow(request.person, owner, request.work)
    await _show_today(request)
    return True


async def _show_today(request: Request) -> Answer:
    """Begin today's code, go on with it, or show how it stands."""
    number = request.world.today
    attempt = await request.work.of(DailyTries).attempt(number, request.person.id)
    if attempt is None:
        if (refusal := why_no_board(request)) is not None:
            return refusal
        game = begin(number, await player_of(request), request)
        closed = request.why_closed(Limit.DAY)
        note = Html(f"{request.texts.html('daily.unranked', number=number)} {closed}") if closed else NOTHING
        return await carry_out(Decision(game, note, place=Place.BOTTOM), request)
    return await _show_own(attempt, request)


async def _show_own(attempt: Try, request: Request) -> Answer:
    """Go on with what the person has begun, or show how the day stands."""
    game = await request.work.games.load(attempt.game_id, Header) if attempt.ended_at is None else None
    if game is not None:
        return await show_game(game, request, place=Place.BOTTOM)
    return await _show_results(attempt, request)


async def _show_results(attempt: Try, request: Request) -> Answer:
    today = request.world.today
    person, codes = request.person.id, request.world.daily
    other = today - 1 if attempt.day == today else today
    others = await request.work.of(DailyTries).attempt(other, person)
    waits = others.ended_at is None if others is not None else other == today
    run = await run_of(person, today, request.work)
    game = await request.work.games.load(attempt.game_id, Alone)
    viewer = replace(viewer_of(request.preferences, request.world), texts=request.texts)
    day = await day_of(attempt, attempt, codes.calendar.closes_at(attempt.day), request.work, run)
    since = codes.calendar.week_of(attempt.day)[0] - DAYS_A_WEEK * (WEEKS - 1)
    tries = await request.work.of(DailyTries).attempts(person, since, LOOKED_AT)
    week = week_among(tries, attempt.day, codes.calendar)
    mine = replace(
        day,
        week=week,
        weeks=await request.work.of(DailyTries).weeks_of_friends(person, week.first, last_day(today)),
        levels=_levels(attempt.day, day, request) if attempt.solved else {},
    )
    screen = screens.results(
        mine,
        codes.calendar.begins_at(today + 1),
        seal(codes.digest(today + 1), request.world.username),
        request.texts,
        waits=other if waits else 0,
        has_review=await reviewed(attempt, request) is not None,
        copies="" if game is None or not game.is_worth_sharing else daily_text(game, viewer, day),
        has_inline=request.world.has_inline,
    )
    return request.show_menu(screen)


async def _show_day(number: int, request: Request) -> Answer:
    """Show a day by its number: its secret, too, once it is closed."""
    today, codes, now = request.world.today, request.world.daily, request.world.now()
    attempt = await request.work.of(DailyTries).attempt(number, request.person.id) if 0 < number <= today else None
    if number == today:
        return await _show_today(request)
    if not 0 < number < today:
        return request.show_menu(screens.no_such_day(today, request.texts))
    if codes.calendar.is_open(number, now):
        if attempt is not None:
            return await _show_own(attempt, request)
        return request.show_menu(screens.opens_later(number, codes.calendar.closes_at(number), request.texts))
    return await show_closed_day(number, attempt, request)


# The archive of codes of days: a day that is closed, with its secret; a month; practice, and reviews of own games.


async def show_closed_day(number: int, attempt: Try | None, request: Request) -> Answer:
    """Show a closed day, and what the person's try at it has come to."""
    codes, work, latest = request.world.daily, request.work, last_day(request.world.today)
    spread, closes_at = await work.of(DailyTries).spread(number), codes.calendar.closes_at(number)
    is_over = attempt is not None and attempt.ended_at is not None
    day = await day_of(attempt, attempt, closes_at, work) if attempt is not None and is_over else None
    levels = _levels(number, day, request)
    day = None if day is None else replace(day, levels=levels)
    has_review = attempt is not None and await reviewed(attempt, request) is not None
    shown = screens.closed(number, latest, codes, spread, day, request.texts, has_review=has_review, levels=levels)
    return request.show_menu(shown)


def _levels(number: int, day: Day | None, request: Request) -> Mapping[str, int]:
    """How each level does on that day's secret, unless enough people have finished to compare with.

    It tells something of the secret, so only whoever has broken it sees it before the day is closed. Raises
    NeedsThought.
    """
    if day is not None and day.spread.share_below(day.mine) is not None:
        return {}
    strategies = tuple(level.strategy_for(VARIANT) for level in LEVELS.values())
    secret = request.world.daily.secret(number)
    return dict(zip(LEVELS, request.world.recall(guesses_of, VARIANT, secret, strategies, str(number)), strict=True))


async def play(number: int, request: Request) -> Answer:
    """Play the code of a closed day, for practice."""
    now, calendar = request.world.now(), request.world.daily.calendar
    request.needs(0 < number < request.world.today and not calendar.is_open(number, now))
    if (refusal := why_no_board(request)) is not None:
        return refusal
    note = request.texts.html("daily.unranked", number=number)
    return await carry_out(Decision(begin_closed(number, request), note, place=Place.BOTTOM), request)


async def review(number: int, request: Request) -> Answer:
    """Review the person's own game about a day, once nothing of its code is hidden from them."""
    attempt = request.found(await request.work.of(DailyTries).attempt(number, request.person.id))
    game = request.found(await reviewed(attempt, request))
    if game.can_be_reviewed:
        return await ask_for_review(game, request)
    return await review_turns(Told(game.game.variant, game.game.history_of(ALL)[:MOST_TURNS]), request)


async def reviewed(attempt: Try, request: Request) -> Alone | None:
    """The game of that try, if it is over, still stored, and its code is known to them or to all."""
    game = await request.work.games.load(attempt.game_id, Alone) if attempt.ended_at is not None else None
    if game is None or not game.game.turns:
        return None
    is_open = request.world.daily.calendar.is_open(attempt.day, request.world.now())
    return None if is_open and not game.can_be_reviewed else game


WITH_DAY = {DayAction.SHOW: _show_day, DayAction.PLAY: play, DayAction.REVIEW: review}


async def show_month(year: int, month: int, request: Request) -> Answer:
    """Show which days of a month somebody has played, and in how many guesses."""
    calendar, today = request.world.daily.calendar, request.world.today
    try:
        first = datetime(year, month, 1, tzinfo=UTC).timestamp()
    except ValueError:
        request.old_button()
    begin_number = calendar.number_at(first + calendar.turn)
    tries = await request.work.of(DailyTries).attempts(request.person.id, max(1, begin_number), LOOKED_AT)
    results = {attempt.day: attempt for attempt in tries}
    return request.show_menu(screens.month(year, month, begin_number, today, results, request.texts))


# `/daily` in a group: one card for each day, whose button leads to the private chat where the code is played.

ELSEWHERE = "daily-elsewhere:"
"""How the slots begin of the line that leads to the card: one for each topic, however often somebody asks there."""


async def show_card(request: Request) -> Answer:
    """Put today's card; where it is there already it comes down, unless it has just been sent.

    In a forum it stays in its topic, which is that of the group's wish where there is one; another gets a link to it.
    """
    work, today, here = request.work, request.world.today, request.chat
    known = await work.of(DailyCards).card(here.id, today)
    wish = await work.of(DailyPosts).of(here.id) if known is None else None
    card = known or DailyCard(request.world.new_id(), here if wish is None else wish.chat, today)
    slot = slot_of_day(today)
    if known is None:
        await note_card(card, work, request.world)
    if known is None or card.chat == here:
        work.show(card.chat, slot, await put(card, work, request.world), Place.SPARING)
    if card.chat != here:
        shown = (await work.slot_state(card.chat, slot)).message
        screen = screens.elsewhere(link_within(here.id, shown or card.chat.thread), request.texts)
        work.show(here, f"{ELSEWHERE}{here.thread}", screen, Place.SPARING)
    return Answer()


async def press_card(about: OfCard, request: Request) -> Answer:
    """Carry out a press on the card of that day."""
    request.needs(request.chat.is_group)
    card = request.found(await request.work.of(DailyCards).card(request.chat.id, about.number))
    request.needs(await request.is_current(slot_of_day(about.number)))
    if about.action is CardAction.PLAY:
        return await _play(card, request)
    return await switch(card, request, on=about.action is CardAction.POST)


async def _play(card: DailyCard, request: Request) -> Answer:
    """Name whoever pressed on today's card, and lead them to the code; a former day's card leads only.

    Nobody is named for a try that does not count.
    """
    work, now, number = request.work, request.world.now(), card.day
    person, leads = request.person.id, Answer(url=link_to(request.world.username, START))
    calendar = request.world.daily.calendar
    is_past = number != calendar.number_at(now)
    if is_past or request.why_closed(Limit.CARDS) or await work.of(DailyCards).has(card.id, person):
        return leads
    attempt = await work.of(DailyTries).attempt(number, person)
    if attempt is not None and await is_second(calendar.closes_at(number), person, attempt.begun_at, work):
        return leads
    if len(await work.of(DailyCards).of(number, person, CARDS)) < CARDS:
        work.of(DailyCards).join(card, person, Guest(request.person.name, attempt), now)
        work.at(now, Job(SHOW, card.id, 0))
    return leads


# The switch on the card of a day: whether each day's card comes into the group by itself. Administrators press it.


async def why_no_switch(request: Request) -> Answer | None:
    """Why whoever pressed may not switch it; None: they may. Raises NeedsAnswer."""
    try:
        if request.world.administers(request.chat.id, request.person.id):
            return None
        refused = "toast.daily-post-administrators"
    except NoAnswer:
        refused = "toast.administrators-unknown"
    return Answer((await texts_of_presser(request)).plain(refused))


async def switch(card: DailyCard | None, request: Request, *, on: bool) -> Answer:
    """Switch it, if the presser administers the group, and say what happens from now on. Raises NeedsAnswer.

    `card`: today's, if it is there.
    """
    calendar, now = request.world.daily.calendar, request.world.now()
    texts = await texts_of_presser(request)
    if card is not None and card.day != calendar.number_at(now):
        return Answer(texts.plain("toast.old-button"))
    if (refused := await why_no_switch(request)) is not None:
        return refused
    known = await request.work.of(DailyPosts).of(request.chat.id)
    if on and known is None:
        post = DailyPost(request.world.new_id(), request.chat)
        request.work.of(DailyPosts).begin(post)
        plan(post, request.work, request.world)
    if known is not None and not on:
        request.work.of(DailyPosts).end(known)
    if card is not None:
        screen = await screen_of(card, request.work, request.world, Switch(on=on))
        request.work.show(request.chat, slot_of_day(card.day), screen, Place.HERE)
    if not on:
        return Answer(texts.plain("toast.daily-post-off"))
    zone = zone_by((await request.work.preferences(request.person.id)).notifications) or UTC_ZONE
    turn = datetime.fromtimestamp(calendar.begins_at(request.world.today + 1), ZoneInfo(zone))
    return Answer(texts.plain("toast.daily-post-on", turn=f"{turn:%H:%M}", city=city_of(zone, texts.language)))


async def texts_of_presser(request: Request) -> Texts:
    """The texts in the language of whoever pressed: only they see the answer."""
    known = await request.work.preferences(request.person.id)
    return known.texts_for(request.person.language, known.spoken)


# The code of the day by inline mode: the result of whoever has finished today's, else an invitation to it.

FEWEST_LETTERS = 2
"""So many letters of the name of the code of the day are typed before its card is offered alone."""


def _is_about_day(typed: str, request: Request) -> bool:
    """Whether it may become a name of the day."""
    names = (START, request.texts.plain("inline.daily-word"))
    begun = typed.casefold()
    return len(begun) >= FEWEST_LETTERS and any(name.casefold().startswith(begun) for name in names)


async def _cards(typed: str, request: Request) -> tuple[Card, ...]:
    """The card about today's code; none while that is switched off. Nothing is written."""
    if Feature.DAILY in request.access.off or (typed and not _is_about_day(typed, request)):
        return ()
    person, tries = request.person.id, request.work.of(DailyTries)
    number = request.world.today
    attempt = await tries.attempt(number, person)
    if attempt is not None and attempt.ended_at is not None:
        game = await request.work.games.load(attempt.game_id, Alone)
        if game is not None and game.daily is not None and game.is_over:
            viewer = await view_of(Inline(""), person, request.work, request.world)
            day = Day(attempt, Spread({}), run=await run_of(person, number, request.work))
            return (daily_card(f"{TABLE}{game.id}", game, viewer, day),)
    return (await invitation(request),)


async def invitation(request: Request) -> Card:
    """The card that invites to today's code. Nothing is written."""
    player = await request.work.of(DailyTries).player(request.person.id)
    username = request.world.username
    link = link_to(username, START) if player is None else link_to(username, DAILY, player.token)
    return invitation_card(request.world.today, link, request.texts)


# The section.


def _slot_of(_verb: OnMenu, argument: str, _request: Request) -> str | None:
    return None if OfCard.read(argument) else MENU  # a card has a slot of its own, and is looked after there


DAY = Section(
    commands={Command.DAILY: obey},
    buttons={OnMenu.DAILY: press_day},
    slot_of=_slot_of,
    opens=open_link,
    cards=_cards,
    jobs={
        COUNT: count_on,
        SHOW: show_on,
        POST: post_on,
        TELL: tell_on,
        REMIND: remind,
    },
)
