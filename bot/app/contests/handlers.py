"""Contests in private chats: a game, or a secret of one's own, is offered to friends, who all break the same one."""

from dataclasses import replace

from bot.app.buttons import Feature, OnContest, OnMenu, TokenPress
from bot.app.contests import screens
from bot.app.contests.model import CODES, Contest, Contests, Entry, SetCode, Standings
from bot.app.contests.reading import Unset, check_clue, codes_set
from bot.app.daily.actions import follow
from bot.app.intents import Command
from bot.app.kind import MENU, Decision, Request, Section
from bot.app.kinds.alone import contest as contest_alone
from bot.app.kinds.alone.contest import SHOWN, as_read_by, contest_slot, entry_of, join
from bot.app.kinds.alone.end import show_sharing, show_to_others
from bot.app.links import CONTEST, SET, token_in
from bot.app.model.game import Header
from bot.app.model.limits import Limit
from bot.app.model.prompts import Prompts
from bot.app.operators.actions import tell_operators
from bot.app.reading import whole_number
from bot.app.routing import carry_out, show_game, why_no_board
from bot.app.screen import Answer, Place, dotted
from bot.app.screens.board import form_of
from bot.app.screens.options import rules
from bot.app.screens.people import shown_name
from bot.app.screens.share import Card
from bot.app.talk.model import Talk, TalkMessage
from bot.app.texts import NOTHING, Html
from bot.game.daily import DAY, HOUR
from solver.variant import VARIANTS


async def follow_link(token: str, request: Request) -> bool:
    """Show what the contest's link leads to: a game that begins at once; False if there is none of that token."""
    contest = await request.work.of(Contests).load(token)
    if contest is None:
        return False
    entry = await request.work.of(Contests).entry(token, request.person.id)
    if entry is not None:
        await _show_own(entry, contest, request)
    elif request.person.id in contest.insiders:
        await show_sharing(await request.work.of(Contests).standings(contest, SHOWN), request)
    else:
        await _begin(contest, request)
    return True


async def _cards(text: str, request: Request) -> tuple[Card, ...]:
    """The card of the contest for which a share button asks."""
    token = token_in(text, CONTEST)
    contest = await request.work.of(Contests).load(token) if token else None
    if contest is None:
        return ()
    texts = request.texts
    screen = screens.card(contest, request.world.username, texts)
    title = texts.plain("button.beat" if contest.clue is None else "button.set")
    about = dotted(form_of(contest.game.variant, texts), texts.html("contest.card"))
    return (Card(text, title, str(about), screen),)


async def press_button(press: TokenPress, request: Request) -> Answer:
    """Carry out a press on an offer to beat somebody's game, as links showed it once."""
    contest = request.found(await request.work.of(Contests).load(press.token))
    if press.verb is OnContest.REPORT:
        return await _report_clue(contest, request)
    is_sent = contest.waits_for == request.person.id
    request.needs(await request.is_current(CODES if is_sent else contest_slot(press.token)))
    if press.verb is OnContest.RULES:
        screen = rules(contest.game.variant, request.texts, request.preferences.style, in_group=False)
        return request.show_menu(screen, Place.BOTTOM)
    if press.verb in {OnContest.HINTS, OnContest.NO_HINTS}:
        return await _set_hints(contest, request, no_hints=press.verb is OnContest.NO_HINTS)
    entry = await request.work.of(Contests).entry(press.token, request.person.id)
    if entry is not None:
        await _show_own(entry, contest, request)
    request.needs(entry is None and request.person.id not in contest.insiders)
    return await _begin(contest, request)


async def _set_hints(contest: Contest, request: Request, *, no_hints: bool) -> Answer:
    """Whoever offers the contest says whether those who try have hints, as long as nobody has begun."""
    if contest.begun:
        return Answer(request.texts.plain("toast.contest-begun"), alert=True)
    request.needs(contest.is_open_to(request.person.id))
    if contest.no_hints != no_hints:
        contest = replace(contest, no_hints=no_hints)
        request.work.of(Contests).save(contest)
        await show_sharing(await request.work.of(Contests).standings(contest, SHOWN), request, Place.HERE)
    return Answer()


async def _report_clue(contest: Contest, request: Request) -> Answer:
    """Keep the clue for the operators, if whoever complains was shown it, or sent the code; without one the name."""
    is_sent = contest.waits_for == request.person.id
    request.needs(is_sent or await request.work.of(Contests).entry(contest.token, request.person.id))
    clue = request.found(contest.clue or (contest.first.name if is_sent else None))
    request.needs(contest.author)
    now, first = request.world.now(), contest.first
    said = TalkMessage(request.world.new_id(), contest.token, first.person, first.name, clue, first.began_at)
    request.work.of(Talk).report(request.person.id, first.person, [said], now)
    await tell_operators(request.work, request.world, reports=1)
    read = (await as_read_by(request.person.id, Standings(contest, (), ()), request.work)).contest.first
    return Answer(request.texts.plain("alert.reported", name=shown_name(read.name)), alert=True)


async def _begin(contest: Contest, request: Request) -> Answer:
    """The person breaks the secret, unless enough games are on, or they may have tried before they were forgotten."""
    await follow(request.person, contest.owner, request.work)
    if closed := _why_tried(contest, request):
        if request.pressed is None:
            request.tell(closed)
        return Answer(closed, alert=True)
    if (refusal := why_no_board(request)) is not None:
        return refusal
    if contest.waits_for != request.person.id:  # else others may wait there
        request.retire_pressed()
    game, standings = await join(contest, request)
    await show_to_others(standings, entry_of(game, request.person), request)
    return await carry_out(Decision(game, place=Place.BOTTOM), request)


TAKEN_AWAY = HOUR
"""Seconds after /forgetme by which nothing is left to be taken away: nobody has tried a code before that is newer."""


def _why_tried(contest: Contest, request: Request) -> Html:
    """Why it may be their second try, and when they may play; empty: it is their first."""
    is_newer = (contest.first.ended_at or 0.0) >= (request.access.forgotten_at or 0.0) + TAKEN_AWAY
    return NOTHING if is_newer else request.why_closed(Limit.TRIES)


async def _show_own(entry: Entry, contest: Contest, request: Request) -> None:
    """Let somebody who takes part already see their own game, or, once that is gone, how the contest stands."""
    game = await request.work.games.load(entry.game_id, Header)
    if game is not None:
        await show_game(game, request, place=Place.BOTTOM)
    elif entry.game is not None:
        await show_sharing(await request.work.of(Contests).standings(contest, SHOWN), request)


# A secret of one's own, set for whoever follows its link.


async def set_secret(words: str, request: Request) -> Answer:
    """Set the code that stands there, with its clue; ask which one, if it may be one of two; or say how and why not."""
    if request.chat.is_group:
        return answer_secret_in_group(SET, request)
    if not words.strip():
        return request.show_menu(screens.setting(request.texts))
    request.retire_typed()
    try:
        codes = codes_set(words, request.texts)
        if len(codes) == 1:
            return await _set(codes[0], request)
    except Unset as refusal:
        return request.show_menu(screens.setting(request.texts, refusal.note))
    request.work.of(Prompts).keep(ASKED, request.person.id, words)
    return request.show_menu(screens.which_code(codes, request.texts))


ASKED = "set"
"""The kind of prompt that keeps what was typed while it is asked which code of it is meant."""


async def press_set(argument: str, request: Request) -> Answer:
    """Say how a secret is set, set one that is drawn by lot, or the one that was meant."""
    number = whole_number(argument)
    if request.chat.is_group or (number is None and argument != screens.DRAWN):
        return await set_secret("", request)
    try:
        if number is None:
            variant = VARIANTS["classic"]
            return await _set(SetCode(variant, request.world.draw_secret(variant), ""), request)
        request.needs(await request.is_current(MENU))
        words = request.found(await request.work.of(Prompts).read(ASKED, request.person.id) or None)
        codes = codes_set(words, request.texts)
        request.needs(number < len(codes))
        request.work.of(Prompts).keep(ASKED, request.person.id, "")
        answer = await _set(codes[number], request, is_chosen=True)
        request.retire_pressed()
    except Unset as refusal:
        return request.show_menu(screens.setting(request.texts, refusal.note))
    return answer


def answer_secret_in_group(leads: str, request: Request) -> Answer:
    """Take nothing of what may be a secret, and say that all could read it; `leads`: the link to where it belongs."""
    request.retire_typed()
    return request.only_in_private("set.in-private", "button.set" if leads else "button.in-private", leads)


async def _set(code: SetCode, request: Request, *, is_chosen: bool = False) -> Answer:
    """Set the secret and show its link. Raises Unset."""
    await allow(code, request, is_chosen=is_chosen)
    await show_sharing(Standings(contest_alone.set_secret(code, request), (), ()), request)
    return Answer()


MOST_A_DAY = 20
"""So many secrets one person may set within a day."""


async def allow(code: SetCode, request: Request, *, is_chosen: bool = False) -> None:
    """Raise Unset for what may not be set: one code too many, or a clue; see `check_clue`."""
    if Feature.PEOPLE in request.access.off:
        raise Unset(request.texts.html("note.switched-off", feature=request.texts.plain("feature.people")))
    check_clue(code, request, is_chosen=is_chosen)
    if closed := request.why_closed(Limit.CODES_SET):
        raise Unset(closed)
    if await request.work.of(Contests).set_since(request.person.id, request.world.now() - DAY) >= MOST_A_DAY:
        raise Unset(request.texts.html("set.enough", most=MOST_A_DAY))


# The section.


async def _open(payload: str, request: Request) -> bool:
    token = token_in(payload, CONTEST)
    return token is not None and await follow_link(token, request)


CONTESTS = Section(
    commands={Command.SET: set_secret},
    buttons={OnMenu.SET: press_set},
    presses={OnContest: press_button},
    opens=_open,
    cards=_cards,
)
