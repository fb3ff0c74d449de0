"""Chats begin, come, go and change their id; what they are told after a restored backup."""

from dataclasses import replace

from bot.app.buttons import Feature, OnMenu
from bot.app.chats import actions as moving
from bot.app.daily.model import DailyPosts
from bot.app.duels.handlers import begin_waiting
from bot.app.duels.model import Challenges
from bot.app.games.handlers import say_note
from bot.app.games.screens import at_rest
from bot.app.home import handlers as home
from bot.app.intents import Arrival, Change, Closing, Command, Departure, Move, Order, Parting, nearest
from bot.app.kind import Kinds, Request, Section, alone, slot_of
from bot.app.kinds.alone.kind import begin_first
from bot.app.kinds.match import due
from bot.app.kinds.match.due import show_games
from bot.app.links import GREETING, SET, digest_in
from bot.app.lobby import handlers as lobby
from bot.app.messages import Chat, Said
from bot.app.model.game import Header
from bot.app.model.prompts import Prompts
from bot.app.preferences import screens as settings
from bot.app.preferences.handlers import ADDED
from bot.app.routing import carry_out, end_rest, game_meant, games_of, is_untouched, slot_of_rest
from bot.app.screen import Answer, Place, Screen
from bot.app.screens.board import explained
from bot.app.screens.common import LONG, shown_moment, viewer_of
from bot.app.talk.model import Talk
from bot.app.texts import Html, Texts
from bot.app.variants.handlers import offer_nearest
from bot.app.work import Job, Work
from bot.app.world import World

# `/start`: follows the link that led here, lets a newcomer play at once, or shows home; greets groups.


async def start(payload: str, request: Request) -> Answer:
    """Open what the link of that payload names; without one begin a newcomer's first game, or show home.

    The same, with a word on it, where the link names nothing. In groups it always greets.
    """
    if not request.chat.is_group and (digest := digest_in(payload)):
        return request.show_menu(explained(digest, request.texts))
    if not request.chat.is_group and payload == SET:
        return Answer(follows=Order(Command.SET, ""))
    if not request.chat.is_group and payload not in {"", GREETING}:
        if await request.sections.open(payload, request):
            return Answer()
        request.work.tell(request.chat, Screen(request.texts.html("note.dead-link"), is_silent=True))
    if not await _begins_at_once(request):
        return await come_home(request)
    return await carry_out(await begin_first(request), request)


async def _begins_at_once(request: Request) -> bool:
    """Whether a newcomer wrote who plays nothing yet, and has challenged nobody."""
    plays = request.has_seats or not all(is_untouched(game, request) for game in request.games)
    if plays or not request.preferences.is_newcomer or Feature.GAMES in request.access.off:
        return False
    return not await request.work.of(Challenges).open_of(request.person.id)


async def come_home(request: Request) -> Answer:
    """Show home. What others have accepted meanwhile begins now that the person is here."""
    await home.show_home(request)
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
        request.work.of(Prompts).keep(f"{ADDED}:{request.chat.id}", request.person.id, "1")
    if request.chat.is_group and not known.greeted:
        request.show_menu(settings.group_greeting(request.texts))
    return Answer()


async def _handle_departure(request: Request) -> Answer:
    """The bot may write here no more: what waits is dropped, nobody is to be met, and those who play hear of it."""
    request.prefers(replace(request.preferences, reachable=False))
    request.work.forget_messages(request.chat)
    request.work.of(Talk).leave_rooms(request.chat.id)
    if (post := await request.work.of(DailyPosts).of(request.chat.id)) is not None:
        request.work.of(DailyPosts).end(post)
    await lobby.stop(request.chat.id, request.work)
    if request.preferences.reachable and not request.chat.is_group:
        await due.tell_rivals(request.chat.id, request.work, request.world)
    return Answer()


async def _handle_parting(request: Request) -> Answer:
    """Somebody has left the group: no game there waits for them, and they have no vote. They may come back."""
    for game in request.games:
        await carry_out(await request.kinds.kind_of(game).member_left(game, request), request)
    return Answer()


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


# What cannot be a guess or a press: a kind line in private, and only where one is called for in groups.

ONCE = {"edited": 0.0, "media": 3600.0}
"""What is told without a board and without a sound, and for how many seconds not again."""


async def answer_unplayable(what: str, word: str, request: Request) -> Answer:
    """Say why this changes nothing. Of a word that is no command, offer what it wishes, or the one probably meant."""
    if word and (offer := offer_nearest(word.replace("_", " "), request)) is not None:
        return offer
    near = nearest(word) if word else None
    if near is not None and (near is not Command.FEEDBACK or request.world.admins):
        about = request.texts.plain(f"command.{near.value}")
        return await say_note(request.texts.html("note.command-near", command=near.value, about=about), request)
    game = game_meant(await games_of(request), request)
    key = None if game is None else request.kinds.kind_of(game).unplayable.get(what)
    note = request.texts.html(key or f"note.{what}")
    if what not in ONCE:
        return await say_note(note, request)
    if isinstance(request.incoming, Said) and await _is_news(what, request.incoming, request):
        request.work.tell(request.chat, Screen(note, is_silent=True))
    return Answer()


async def _is_news(what: str, said: Said, request: Request) -> bool:
    """Whether it was not said of this message or a newer one: an edit is told once, and of media one of many."""
    known = await request.work.of(Prompts).read(what, request.person.id)
    message, at = map(float, known.split()) if known else (0.0, -ONCE[what])
    if said.message <= message or said.at - at < ONCE[what]:
        return False
    request.work.of(Prompts).keep(what, request.person.id, f"{said.message} {said.at}")
    return True


async def too_fast(request: Request) -> Answer:
    """Say that some things were not read; in a group, to whom it is said."""
    if request.pressed is not None:
        return Answer(request.texts.plain("toast.too-fast"))
    if request.chat.is_group:
        return await say_note(request.texts.html("note.too-fast-group", name=request.shown_name), request)
    return await say_note(request.texts.html("note.too-fast"), request)


# The section.

CHATS = Section(
    commands={Command.START: start},
    buttons={OnMenu.START: alone(come_home)},
)
