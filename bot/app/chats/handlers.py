"""Chats begin, come, go and change their id; what they are told after a restored backup."""

from dataclasses import replace

from bot.app.buttons import Feature
from bot.app.chats import actions as moving
from bot.app.contests import handlers as contests
from bot.app.daily import handlers as daily
from bot.app.daily.handlers import texts_of_presser
from bot.app.duels import arranging
from bot.app.duels import handlers as duels
from bot.app.duels.handlers import begin_waiting
from bot.app.games.screens import at_rest
from bot.app.home import handlers as home
from bot.app.intents import Arrival, Change, Closing, Command, Departure, Move, Order, Parting
from bot.app.kind import Kinds, Request, slot_of
from bot.app.kinds.alone.kind import begin_first
from bot.app.kinds.match import due
from bot.app.kinds.match.due import show_games
from bot.app.lessons import handlers as lessons
from bot.app.links import CONTEST, GREETING, LEARN, SEAT, SET, digest_in, game_in, token_in
from bot.app.lobby import handlers as lobby
from bot.app.messages import Chat
from bot.app.model.game import Header
from bot.app.puzzles import handlers as puzzles
from bot.app.review import handlers as review
from bot.app.routing import carry_out, end_rest, is_untouched, slot_of_rest
from bot.app.screen import Answer, Place, Screen
from bot.app.screens.board import explained
from bot.app.screens.common import LONG, shown_moment, viewer_of
from bot.app.settings import screens as settings
from bot.app.texts import Html, Texts
from bot.app.work import Job, Work
from bot.app.world import NoAnswer, World

# `/start`: follows the link that led here, lets a newcomer play at once, or shows home; greets groups.


async def start(payload: str, request: Request) -> Answer:
    """Open what the link of that payload names; without one begin a newcomer's first game, or show home.

    The same, with a word on it, where the link names nothing. In groups it always greets.
    """
    if not request.chat.is_group and (digest := digest_in(payload)):
        request.show_menu(explained(digest, request.texts))
        return Answer()
    if not request.chat.is_group and payload == SET:
        return Answer(follows=Order(Command.SET, ""))
    if not request.chat.is_group and payload not in {"", GREETING}:
        if await _open_link(payload, request):
            return Answer()
        request.work.tell(request.chat, Screen(request.texts.html("note.dead-link"), is_silent=True))
    if not await _begins_at_once(request):
        return await come_home(request)
    return await carry_out(await begin_first(request), request)


async def _open_link(payload: str, request: Request) -> bool:
    """Whether the payload named a position, a puzzle, a contest, a seat or a challenge, which is then shown."""
    if payload == LEARN:
        await lessons.show(request)
        return True
    if await review.open_position(payload, request) or await puzzles.follow_link(payload, request):
        return True
    if await daily.open_link(payload, request):
        return True
    if token := token_in(payload, CONTEST):
        return await contests.follow_link(token, request)
    if match_id := game_in(payload, SEAT):
        return await duels.call_to_card(match_id, request) is not None
    token = token_in(payload)
    return token is not None and await arranging.open_link(token, request)


async def _begins_at_once(request: Request) -> bool:
    """Whether a newcomer wrote who plays nothing yet, and has challenged nobody."""
    plays = request.has_seats or not all(is_untouched(game, request) for game in request.games)
    if plays or not request.preferences.is_newcomer or Feature.GAMES in request.gate.off:
        return False
    return not await request.work.challenges.open_of(request.person.id)


async def come_home(request: Request) -> Answer:
    """Show home. What others have accepted meanwhile begins now that the person is here."""
    await home.show(request)
    if not request.chat.is_group:
        await begin_waiting(request.person.id, request.work, request.world)
    return Answer()


# Chats come, go and change their id.


async def handle_change(change: Change, request: Request) -> Answer:
    """The chat itself has changed."""
    match change:
        case Arrival():
            return await _handle_arrival(request)
        case Departure():
            return await _handle_departure(request)
        case Parting():
            return await _handle_parting(request)
        case Closing(is_open):
            return await _handle_topic(request, is_open=is_open)
        case Move(to):
            await moving.move(request.chat, to, request.work, request.world, request.kinds)
            return Answer()


async def _handle_arrival(request: Request) -> Answer:
    """The bot may write here: a group is greeted, once."""
    known = request.preferences
    if not request.chat.is_group and not known.reachable:
        await due.show_games(request.person.id, request.work, request.world)
    request = request.prefers(
        replace(known, reachable=True, greeted=True, spoken=known.spoken or request.person.language)
    )
    if not request.chat.is_group:
        await begin_waiting(request.person.id, request.work, request.world)
    if request.chat.is_group:
        request.work.prompts.keep(f"{ADDED}:{request.chat.id}", request.person.id, "1")
    if request.chat.is_group and not known.greeted:
        request.show_menu(settings.group_greeting(request.texts))
    return Answer()


async def _handle_departure(request: Request) -> Answer:
    """The bot may write here no more: what waits is dropped, nobody is to be met, and those who play hear of it."""
    request.prefers(replace(request.preferences, reachable=False))
    request.work.forget_messages(request.chat)
    request.work.talk.leave_rooms(request.chat.id)
    if (post := await request.work.daily_posts.of(request.chat.id)) is not None:
        request.work.daily_posts.end(post)
    await lobby.stop(request.chat.id, request.work)
    if request.preferences.reachable and not request.chat.is_group:
        await due.tell_rivals(request.chat.id, request.work, request.world)
    return Answer()


async def _handle_parting(request: Request) -> Answer:
    """Somebody has left the group: no game there waits for them, and they have no vote. They may come back."""
    for game in request.games:
        await carry_out(await request.kinds.kind_of(game).member_left(game, request), request)
    return Answer()


# Who may change the settings of a group: its administrators, and whoever has added the bot, as long as that is kept.

ADDED = "added-to"
"""Under this, with the id of a group, is kept with whoever added the bot to it that they did: for 30 days."""


async def settings_refused(request: Request) -> Answer | None:
    """Why whoever pressed may not change the settings of this chat; None: they may. Raises NeedsAnswer."""
    work, chat, person = request.work, request.chat.id, request.person.id
    if not request.chat.is_group or await work.prompts.read(f"{ADDED}:{chat}", person):
        return None
    try:
        refused = "" if request.world.administers(chat, person) else "alert.settings-administrators"
    except NoAnswer:
        refused = "toast.daily-post-unknown"
    return Answer((await texts_of_presser(request)).plain(refused), alert=True) if refused else None


# A topic of a forum is closed: its games rest, which General is told, until one of the players goes on with them there.


async def _handle_topic(request: Request, *, is_open: bool) -> Answer:
    """A topic was closed or opened again."""
    for game in request.games:
        if game.chat != request.chat or request.chat.thread is None:
            continue
        if is_open:
            await end_rest(game, request.work)
        else:
            _let_rest(game, request.preferences.texts, request.work)
    return Answer()


async def rest(kinds: Kinds, job: Job, work: Work, world: World) -> None:
    """The job: its subject is a game whose board was refused in its topic. What is over is shown in General."""
    game = await work.games.load(job.subject, Header)
    if game is None or game.chat is None or game.chat.thread is None:
        return
    known = await work.preferences(game.chat.id)
    if game.is_over:
        screen = await kinds.kind_of(game).screen_of(game, viewer_of(known, world), work)
        work.show(Chat(game.chat.id), slot_of(game.id), screen, Place.BOTTOM)
    else:
        _let_rest(game, known.texts, work)


def _let_rest(game: Header, texts: Texts, work: Work) -> None:
    if game.chat is not None:
        work.show(Chat(game.chat.id), slot_of_rest(game.id), at_rest(game.id, texts), Place.HERE)


# Tells a chat with running games that a backup was restored, and shows them as they stand now.

SLOT = "restored"


async def tell(kinds: Kinds, job: Job, work: Work, world: World) -> None:
    """The job: its subject is the chat, its turn the moment. Whoever cannot be reached is not told."""
    chat = Chat(int(job.subject))
    known = await work.preferences(chat.id)
    if not known.reachable:
        return
    work.show(chat, SLOT, Screen(_told(known.texts, job.turn), is_silent=True), Place.BOTTOM)
    viewer = viewer_of(known, world)
    for game in await work.games.running_in(chat.id):
        work.games.hold(game)  # a guess that comes meanwhile begins again: no older board is shown after its own
        person = None if chat.is_group else chat.id
        screen = await kinds.kind_of(game).screen_of(game, replace(viewer, person=person), work)
        work.show(game.chat or chat, slot_of(game.id), replace(screen, is_silent=True), Place.BOTTOM)
    if not chat.is_group:
        await show_games(chat.id, work, world)


def _told(texts: Texts, moment: int) -> Html:
    return texts.html("note.restored", when=shown_moment(moment, LONG))
