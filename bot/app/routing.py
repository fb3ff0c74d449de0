"""The one way from a press or a text to a game, and from what its kind has decided to what is kept and shown.

In this order: what becomes of a decision; which game is meant; presses; how many games may run on boards in a chat.
"""

from dataclasses import replace
from typing import Any

from bot.app.buttons import Feature, GamePress, MenuPress, OnEnd, OnMenu
from bot.app.kind import OLD, Decision, Fit, Kind, Request, slot_of
from bot.app.kinds.table import RULE, press_end
from bot.app.messages import Chat, Pressed, Said
from bot.app.model.bodies import LEFT
from bot.app.model.game import BOARDS, BOARDS_OF_ONE, COMPUTER, ChatGame, G, Header
from bot.app.model.limits import Limit
from bot.app.model.reach import Contact, Reach
from bot.app.outbox import BOARD
from bot.app.reading import Reading
from bot.app.screen import Answer, Place, Screen, button
from bot.app.screens.common import Viewer
from bot.app.texts import NOTHING, Html
from bot.app.work import Work

# The one way from what a kind has decided to what is kept, shown and answered.


async def carry_out(decision: Decision[Any], request: Request) -> Answer:
    """Save the game, show it, and return the answer to the press.

    Where one begins in a chat that has enough of them no game is saved, and the person is told so.
    """
    game = decision.game
    if begins_here(game, request) and (decision.changed or decision.shows):
        if (refusal := why_no_board(request)) is not None:
            return refusal
        for other in making_way(request):
            await request.work.discard(other, request.world.now())
            request = request.without(other)
        # One that rested is on again once it is saved.
        decision = replace(_with_others_named(decision, request), changed=True)
    if decision.changed:
        if isinstance(game, ChatGame) and isinstance(request.incoming, Said | Pressed):
            game = game.seen_by(request.person.id, request.world.now())
        request.work.games.save(game)
        await _finish(game, request)
    if decision.draft is not None and not game.is_over:
        request.work.keep_draft(game.id, request.person.id, decision.draft)
    for slot, screen in decision.beside:
        request.work.show(game.chat or request.chat, slot, screen, Place.BOTTOM)
    if decision.shows:
        seen_so = request if request.page is decision.page else replace(request, page=decision.page)
        place = _place_of(decision, request) if decision.place is None else decision.place
        await show_game(game, seen_so, decision.note, draft=decision.draft, place=place)
    return decision.answer if decision.follows is None else replace(decision.answer, follows=decision.follows)


def _place_of(decision: Decision[Any], request: Request) -> Place:
    """Where the board is shown: what is typed in a group and moves the game on brings it down, a mere note does not."""
    if not request.chat.is_group or not isinstance(request.incoming, Said) or request.as_new_message:
        return request.place
    game, progress_of = decision.game, request.kinds.codec_for(type(decision.game)).progress_of
    before = next((other for other in request.games if other.id == game.id), None)
    is_note = decision.note and before is not None and progress_of(before) == progress_of(game)
    if game.is_over and not is_note:
        return Place.BOTTOM  # the end is what all have played for: it comes down however many messages there were
    return Place.HERE if is_note or not decision.changed else Place.SPARING


async def show_game(
    game: Header,
    request: Request,
    note: Html = NOTHING,
    *,
    draft: str | None = None,
    place: Place | None = None,
    focuses: bool = True,
) -> Answer:
    """Show the game to whoever caused the request; what they type next is for this game, if it takes any text.

    `draft`: what they have tapped, if it has just changed. `place`: None: where what was pressed or typed brings it.
    Not `focuses`: what they type is for the same game as before.
    """
    kind, slot = request.kinds.kind_of(game), slot_of(game.id)
    is_apart = _stands_in_other_topic(game, request)
    if is_apart and place is not Place.HERE and _brings_board(game, request):
        game, place, is_apart = await move_here(game, request), Place.BOTTOM, False
    if draft is None:
        draft = await _draft(game, kind, request)
    viewer = look_of(request, draft=draft, note=note)
    screen = await kind.screen_of(game, viewer, request.work)
    where = request.place if place is None else place
    if is_apart:
        answer = Html(f"{screen.html}\n\n{request.texts.html('note.other-topic')}")
        request.work.tell(request.chat, Screen(answer, is_silent=True))
        where = Place.HERE if where is Place.SPARING else where
    if where is Place.SPARING:
        screen = replace(screen, if_scarce=request.texts.html("note.stays-here"))
    request.work.show(game.chat or request.chat, slot, screen, where)
    takes_text = not game.is_over or kind.goes_on_after_end
    if focuses and takes_text and (where is not Place.HERE or not request.chat.is_group):
        focus(game, request)
    return Answer()


def look_of(request: Request, *, draft: str = "", note: Html = NOTHING) -> Viewer:
    """How whoever caused the request looks at a game. What only they may see is not shown in a group."""
    world, in_group = request.world, request.chat.is_group
    return Viewer(
        request.texts,
        request.preferences.style,
        world.username,
        has_inline=world.has_inline,
        recall=world.recall,
        person=None if in_group else request.person.id,
        draft="" if in_group else draft,
        note=note,
        now=world.now(),
        page=request.page,
        app_url=world.app_url,
    )


def focus(game: Header, request: Request) -> None:
    """From now on what is typed is for this game, if others are on as well, or it has no board in the chat.

    In a group that is the game whose board stands lowest: a press on another board is one person's, the chat is all's.
    """
    if request.is_apart:
        return
    others = (
        game.chat is None
        or request.has_seats
        or request.focus is not None
        or any(other.id != game.id for other in request.games)
    )
    if others and (request.focus != game.id or request.asked_at is not None):
        request.work.games.focus_on(game.chat or request.chat, game.id)


def _with_others_named(decision: Decision[Any], request: Request) -> Decision[Any]:
    """The decision that begins a game, whose board says where the others are which go on here."""
    if not request.games or decision.note:
        return decision
    return replace(decision, note=request.texts.html("note.others-on"))


def _stands_in_other_topic(game: Header, request: Request) -> bool:
    """Whether somebody has typed to the game in one topic of a forum while its board stands in another."""
    typed_in_group = isinstance(request.incoming, Said) and request.chat.is_group
    if game.chat is None or game.chat.id != request.chat.id:
        return False
    return typed_in_group and game.chat != request.chat


def _brings_board(game: Header, request: Request) -> bool:
    """Whether the board follows whoever has typed into their topic: they had a say in the game before."""
    before = next((other for other in request.games if other.id == game.id), game)
    return isinstance(before, ChatGame) and before.has_say(request.person.id)


def slot_of_rest(game: str) -> str:
    """The slot of the line in General which says that the game of that id rests, for its topic is closed."""
    return f"rest:{game}"


async def end_rest(game: Header, work: Work) -> None:
    """Remove the line."""
    if game.chat is None or game.chat.thread is None:
        return
    await work.take_away(Chat(game.chat.id), slot_of_rest(game.id))


async def move_here(game: Header, request: Request) -> Header:
    """The game, whose board stands in this topic from now on."""
    await end_rest(game, request.work)
    moved = replace(game, chat=request.chat)
    request.work.games.save(moved)
    return moved


async def _finish(game: Header, request: Request) -> None:
    """Do what follows the end of the game, if it has just ended: as it was stored, it was still played."""
    kind: Kind[Any] = request.kinds.kind_of(game)
    if not game.is_over:
        return
    stored = await request.work.games.load(game.id, Header)
    if stored is None or not stored.is_over:
        await end_rest(game, request.work)
        await kind.after_end(game, request)


async def _draft(game: Header, kind: Kind[Any], request: Request) -> str:
    """What the person has tapped; nothing in a game that begins."""
    if game.is_over or game.revision == 0 or request.chat.is_group or not kind.has_keypad(game, request.person.id):
        return ""
    return await request.work.draft(game.id, request.person.id)


# Which game is meant: the only place that decides it.


async def games_of(request: Request) -> tuple[Header, ...]:
    """The games that run for whoever wrote or pressed here: those on boards first, each the oldest first.

    Of those that rest only the one whose board was replied to.
    """
    seated = await _load_seated(request) if request.has_seats and not request.chat.is_group else ()
    games = (*request.games, *(game for game in seated if _stands_here(game, request)))
    slot = request.replied_slot or ""
    if request.chat.is_group or not slot.startswith(BOARD) or any(slot == slot_of(game.id) for game in games):
        return games
    rested = await game_of(slot.removeprefix(BOARD), request)
    return games if rested is None else (*games, rested)


async def game_of(wanted: str, request: Request) -> Header | None:
    """The running game of that id, if they see it here; however many run, no more than it is read."""
    game = next((game for game in request.games if game.id == wanted), None)
    game = game or await request.work.games.load(wanted, Header)
    return None if game is None or game.is_over or not _stands_here(game, request) else game


def game_meant(games: tuple[Header, ...], request: Request, typed: Reading | None = None) -> Header | None:
    """The game that is meant, by a text or by a command; None if that is unclear.

    In a forum one of the topic in which it was typed, if any stands there, unless a screen was replied to. In this
    order: the game whose screen was replied to; the only one in which the text reads so; the one in focus, even where
    the text means nothing there, lest a word below one's own board be passed on to a rival, but not where it would come
    out of turn while another waits for it: one with a running clock, or any if this one has none; of those in which it
    can mean anything the only one, or the only one that waits for the person, or that waits while their time runs. A
    board on which nothing was done, such as a newcomer's first one, is meant where it is in focus or nothing else can
    be. In private the focus gives way as `_stays_in_focus` says, and then one that can take the text is meant. In a
    group, whoever plays any of those in which it can mean anything means one of these, for a board that somebody else
    begins must not take what the others type.
    """
    replied = [game for game in games if request.replied_slot == slot_of(game.id)]
    if len(replied) == 1:
        return replied[0]
    if request.chat.is_group:
        games = tuple(game for game in games if game.chat == request.chat) or games
    fits = {game.id: Fit.PERHAPS if typed is None else _fit(typed, game, request) for game in games}
    only = [game for game in games if fits[game.id] is Fit.ONLY]
    if len(only) == 1:
        return only[0]
    possible = [game for game in games if fits[game.id] is not Fit.NEVER] or list(games)
    own = [game for game in possible if request.chat.is_group and _plays(game, request)]
    in_focus = [game for game in own or games if game.id == request.focus]
    possible = own or possible
    begun = [game for game in possible if game in in_focus or not is_untouched(game, request)]
    possible = possible if request.chat.is_group else begun or possible
    waiting = [game for game in possible if _waits(game, request)]
    timed = [game for game in waiting if _is_live(game, request)]
    keeps = any(
        game in waiting or fits[game.id] is Fit.NEVER or (_is_live(game, request) and not timed) for game in in_focus
    )
    if typed is not None and waiting and not keeps:
        in_focus = []
    if not request.chat.is_group:
        taking = [game for game in possible if fits[game.id] in TAKEN]
        others = [game for game in taking if game in waiting and game not in in_focus]
        in_focus = [game for game in in_focus if _stays_in_focus(game, fits, others, timed, request)]
        possible = taking or possible
        waiting, timed = ([game for game in some if game in possible] for some in (waiting, timed))
    begun = [game for game in waiting if game in begun]
    return next((found[0] for found in (in_focus, possible, waiting, timed, begun) if len(found) == 1), None)


TAKEN = {Fit.SAID, Fit.PERHAPS, Fit.ONLY}
"""The text means something in the game, as it stands."""
TYPING = 5.0
"""Seconds in which somebody sends what they were typing when another board dropped in."""


def _stays_in_focus(
    game: Header, fits: dict[str, Fit], others: list[Header], timed: list[Header], request: Request
) -> bool:
    """Whether what is typed in private is for the game in focus, beside others that wait and can take it.

    Not what makes no sense there and is a move in one other alone. Not, where a rival's move has brought it into focus,
    what was sent just then or before and others may read as well; nor any move while a live clock runs in another.
    """
    moves = [other for other in others if fits[other.id] is not Fit.SAID]
    if fits[game.id] is Fit.NEVER and len(moves) == 1:
        return False
    if request.asked_at is None:
        return True
    said = request.incoming
    sent_at = said.at if isinstance(said, Said) and said.at else request.world.now()
    is_late = sent_at - request.asked_at >= TYPING
    if fits[game.id] is Fit.SAID and len(moves) < len(others):
        return is_late
    return not moves or (is_late and (not timed or game in timed))


async def is_asked(slot: str, request: Request) -> bool:
    """Whether a text is for the screen in that slot, which asks something: it was replied to, or no message was."""
    said = request.incoming
    if request.chat.is_group or not isinstance(said, Said):
        return False
    if said.to_bot and said.answers is not None:
        return await request.work.slot_at(request.chat, said.answers) == slot
    return request.focus == slot


def is_move(typed: Reading, games: tuple[Header, ...], request: Request) -> bool:
    """Whether a text that is no answer where somebody is asked something may be for a game, one that can read it.

    A board on which nothing was done, such as a newcomer's first one, takes nothing.
    """
    return can_take(typed, tuple(game for game in games if not is_untouched(game, request)), request)


def can_take(typed: Reading, games: tuple[Header, ...], request: Request) -> bool:
    """Whether one of the games can take the text as it stands."""
    return any(_fit(typed, game, request) in TAKEN for game in games)


def games_open_to(typed: Reading, games: tuple[Header, ...], request: Request) -> tuple[Header, ...]:
    """Those of the games that can take the text: where it is the person's turn, if it is anywhere."""
    taking = [game for game in games if _fit(typed, game, request) in TAKEN]
    waiting = [game for game in taking if _waits(game, request)]
    return tuple(waiting or taking) or games


def fits_none(typed: Reading, games: tuple[Header, ...], request: Request) -> bool:
    """Whether the text can be meant for none of the games."""
    return all(_fit(typed, game, request) is Fit.NEVER for game in games)


def _fit(typed: Reading, game: Header, request: Request) -> Fit:
    return request.kinds.kind_of(game).fits(typed, game, request)


def _waits(game: Header, request: Request) -> bool:
    return request.kinds.kind_of(game).waits(game, request.person.id)


def _is_live(game: Header, request: Request) -> bool:
    return request.kinds.kind_of(game).is_live(game)


def _plays(game: Header, request: Request) -> bool:
    return request.kinds.kind_of(game).takes_part(game, request.person.id)


def _stands_here(game: Header, request: Request) -> bool:
    return request.kinds.kind_of(game).stands_in(game, request.chat.id, request.person.id)


async def _load_seated(request: Request) -> tuple[Header, ...]:
    """As many as one may play; of somebody who has more from before there was a limit also the one they look at."""
    running = await request.work.games.running_of(request.person.id, Header)
    known = {game.id for game in (*running, *request.games)}
    if request.focus is None or request.focus in known:
        return running
    looked_at = await request.work.games.load(request.focus, Header)
    return running if looked_at is None or looked_at.is_over else (*running, looked_at)


# Presses on screens of games: whether they may count, by the rule of their button, and what becomes of them.


async def named(game: G, request: Request) -> G:
    """The game, in which whoever writes or presses is called as they are now; that is kept at once.

    A game that is over or rests keeps its names, and so does one with somebody who is to hear of them no more.
    """
    person = request.person
    is_live = not (game.is_over or begins_here(game, request)) and isinstance(request.incoming, Said | Pressed)
    after = game.renamed(person.id, person.name) if is_live else game
    if after == game:
        return game
    for other in others_in(game, request):
        if not await request.work.of(Reach).may(Contact.TELL, person.id, other):
            return game
    request.work.games.save(after)
    return after


def others_in(game: Header, request: Request) -> set[int]:
    """The other people who play the game from chats of their own; none where it is played against the bot."""
    return {*request.kinds.codec_for(type(game)).seats(game)} - {request.person.id, COMPUTER, LEFT}


async def press_game(press: GamePress, request: Request) -> Answer:
    """Carry the press out, if it was made on a screen that still stands and at the step that it decides about."""
    game = request.found(await request.work.games.load(press.game, Header))
    kind: Kind[Any] = request.kinds.kind_of(game)
    request.needs(kind.stands_in(game, request.chat.id, request.person.id))
    rule = request.found(RULE if isinstance(press.verb, OnEnd) else kind.rules.get(press.verb))
    request.needs(await request.is_current(f"{rule.slot}:{game.id}"), "toast.old" if rule.slot == "game" else OLD)
    game = await named(game, request)
    if game.is_over and not rule.over:
        await show_game(game, request, draft="")
        return Answer(request.texts.plain("toast.over"))
    request.needs(game.is_over or rule.on)
    if rule.bound and press.step != kind.step(game, request.person.id):
        await show_game(game, request)
        return Answer(request.texts.plain("toast.moved-on"))
    if isinstance(press.verb, OnEnd):
        return await carry_out(press_end(press.verb, game), request)
    return await carry_out(await kind.press_button(press, game, request), request)


# How many games may run on boards in one chat, and which of them go away where another begins.


def begins_here(game: Header, request: Request) -> bool:
    """Whether the game has a board in the chat and did not run there before: it is new, or was taken up again."""
    stands_here = game.chat is not None and game.chat.id == request.chat.id
    return stands_here and not game.is_over and all(game.id != other.id for other in request.games)


def making_way(request: Request) -> tuple[Header, ...]:
    """The games here that go away where the person begins another: theirs in which nothing was done.

    Where the chat is full, so does the oldest one of somebody else's in which nothing was done.
    """
    untouched = [game for game in request.games if is_untouched(game, request)]
    own = [game for game in untouched if _is_theirs(game, request)]
    others = [game for game in untouched if game not in own]
    is_full = len(request.games) - len(own) >= BOARDS
    return (*own, *others[:1]) if is_full else tuple(own)


def why_no_board(request: Request) -> Answer | None:
    """Tell whoever would begin a game here that none may begin, or that enough are on; None if one may begin."""
    if Feature.GAMES in request.access.off:
        return tell_why_not(request, "note.switched-off", feature=request.texts.plain(f"feature.{Feature.GAMES}"))
    leaving = making_way(request)
    staying = [game for game in request.games if game not in leaving]
    if len(staying) >= BOARDS:
        return tell_limit("limit.boards", BOARDS, request)
    if not request.chat.is_group:
        return None
    begun = sum(_is_theirs(game, request) for game in staying)
    if begun >= BOARDS_OF_ONE:
        return tell_limit("limit.boards-of-one", BOARDS_OF_ONE, request)
    closed = request.why_closed(Limit.BOARDS)
    if closed and begun + sum(game.starter == LEFT for game in staying) >= BOARDS_OF_ONE:  # those may be theirs as well
        return tell_why_not(request, "{note}", note=closed)
    return None


def is_untouched(game: Header, request: Request) -> bool:
    """Whether nobody has done anything in the game."""
    return request.kinds.kind_of(game).is_untouched(game)


def tell_limit(key: str, most: int, request: Request) -> Answer:
    """Say that there is no more than so many."""
    return tell_why_not(request, key, most=most)


def tell_why_not(request: Request, key: str, **values: object) -> Answer:
    """Say why there is no other game now. Whoever pressed hears it alone; a group is told whom it is for."""
    if request.pressed is not None:
        return Answer(request.texts.plain(key, **values), alert=True)
    note = request.texts.html(key, **values)
    if request.chat.is_group:
        request.show_menu(Screen(request.texts.html("{name}: {note}", name=request.shown_name, note=note)))
    else:
        games = button(request.texts.plain("games.title"), MenuPress(OnMenu.GAMES))
        request.show_menu(Screen(note, ((games,),)))
    return Answer()


def _is_theirs(game: Header, request: Request) -> bool:
    return not request.chat.is_group or game.starter == request.person.id
