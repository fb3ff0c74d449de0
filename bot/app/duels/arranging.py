"""Matches are arranged: the menu of terms, levels of the bot, and challenges in private chats.

These three in their order: `/duel` and its menu; matches against the bot, and those in which it guesses alone; a
challenge's link and buttons.
"""

from dataclasses import replace

from bot.app.buttons import MenuPress, OnCard, OnChallenge, OnMenu, TokenPress
from bot.app.duels import actions as duels_actions
from bot.app.duels import arranging_screens as arranging
from bot.app.duels import handlers as duels_handlers
from bot.app.duels import screens as duels_screens
from bot.app.duels.actions import Refusal, record_of, slot_of, why_less
from bot.app.duels.arranging_screens import OfLevel, TermsChoice
from bot.app.duels.handlers import call_to_card, press, warn_of_clock, why_no_challenge, why_no_game
from bot.app.duels.model import Challenge, Challenges, ChallengeState
from bot.app.inline import handlers as inline
from bot.app.intents import Command
from bot.app.kind import MENU, Action, Decision, Request, Section
from bot.app.kinds.alone.begin import new_game
from bot.app.kinds.alone.kind import guess
from bot.app.kinds.alone.model import ALL, Alone
from bot.app.kinds.match.model import HELD, PLAYED_FOR, Match, Sitter
from bot.app.kinds.match.opening import Opening, live_note, open_match
from bot.app.links import SEAT, game_in, token_in
from bot.app.messages import Person
from bot.app.model.game import COMPUTER
from bot.app.model.modes import PLAIN, PLAYABLE, match_plays, mode_of_command
from bot.app.model.options import FAMILIES, LEVELS, OF_BOT, UNFOLDED, GameOptions, UnknownOption, family_of
from bot.app.model.prompts import Prompts
from bot.app.model.reach import Contact, Reach
from bot.app.model.terms import CLOCKS, UNTIMED, Terms, terms_said
from bot.app.ratings.model import Ratings
from bot.app.routing import carry_out, games_of, show_game, why_no_board
from bot.app.screen import Answer, Place, Screen
from bot.app.screens.options import rules, why_no_option
from bot.app.texts import NOTHING, Html, Texts
from bot.app.variants.handlers import on_terms
from bot.app.watching.handlers import may_watch, watch
from bot.app.work import Work
from bot.app.world import World
from bot.game.model import Game, Seat
from solver.variant import VARIANTS, Code, UnknownVariant, variant_named

# `/duel`, the menu of games between people: its terms, and what is begun on them.


async def show_terms(request: Request, place: Place | None = None) -> Answer:
    """The menu, on the terms of last time; in a group a challenge on them, for all to see."""
    if request.chat.is_group:
        return await duels_handlers.post(request)
    player = await request.work.of(Ratings).player(request.person.id)
    return request.show_menu(arranging.duel_menu(player.with_friends, player.in_lobby, request.texts), place)


async def obey(words: str, request: Request) -> Answer:
    """The same on the terms that the words say: in a group this once. Raises UnknownOption."""
    before = (await request.work.of(Ratings).player(request.person.id)).with_friends
    terms = terms_said(words, before, request.texts.language)
    if request.chat.is_group:
        return await duels_handlers.post(request, terms)
    if terms == before:
        return await show_terms(request)
    return await _choose(terms, TermsChoice(before, in_lobby=False), request)


async def press_menu(press: MenuPress, request: Request) -> Answer:
    """A press on the menu or on one of its choices."""
    if request.chat.is_group:
        return await show_terms(request)
    player = await request.work.of(Ratings).player(request.person.id)
    in_lobby, argument = arranging.is_of_lobby(press.argument)
    wish = TermsChoice(player.in_lobby if in_lobby else player.with_friends, in_lobby)
    terms = wish.terms
    match press.verb, argument:
        case OnMenu.INVITE, _:
            return await invite(terms, request)
        case OnMenu.RATED, ("yes" | "no") as answer:
            if answer == "yes" and (why := terms.unrated_because):
                return Answer(request.texts.plain(why), alert=True)
            return await _choose(replace(terms, rated=answer == "yes"), wish, request)
        case OnMenu.MODE, "":
            return request.show_menu(arranging.modes(wish, request.texts))
        case OnMenu.VARIANT, "":
            return request.show_menu(arranging.variants(wish, family_of(VARIANTS[terms.variant]), request.texts))
        case OnMenu.FAMILY, family if (name := family.removesuffix(UNFOLDED)) in FAMILIES:
            unfolded = family.endswith(UNFOLDED)
            return request.show_menu(arranging.variants(wish, FAMILIES[name], request.texts, unfolded=unfolded))
        case OnMenu.CLOCK, "":
            return request.show_menu(arranging.clocks(wish, request.texts))
        case OnMenu.MODE, mode if mode in match_plays():
            return await _choose(replace(terms, mode=mode), wish, request)
        case OnMenu.VARIANT, variant if variant in VARIANTS:
            return await _choose(replace(terms, variant=variant), wish, request)
        case OnMenu.CLOCK, clock if clock in CLOCKS:
            return await _choose(replace(terms, clock=clock), wish, request)
        case _:
            is_choice = in_lobby or argument == arranging.TERMS
            return show_choice(wish, request) if is_choice else await show_terms(request)


def show_choice(wish: TermsChoice, request: Request, place: Place | None = None) -> Answer:
    """The terms with friends or in the lobby, to be changed."""
    return request.show_menu(arranging.terms_menu(wish, request.texts), place)


async def invite(terms: Terms, request: Request) -> Answer:
    """A challenge on these terms for a friend, in the place of the menu; one that waits already is shown again."""
    challenge = await _waiting_challenge(terms, request)
    if challenge is None and (answer := await why_no_challenge(request)) is not None:
        return answer
    challenge = challenge or duels_actions.make_challenge(terms, request.person, request.work, request.world)
    await warn_of_clock(terms, request)
    await duels_actions.show_waiting(challenge, Place.BOTTOM, request.work, request.world)
    request.retire_pressed()
    return Answer()


async def _waiting_challenge(terms: Terms, request: Request) -> Challenge | None:
    """The person's challenge by link on these terms that anybody may still accept."""
    now = request.world.now()
    for challenge in await request.work.of(Challenges).open_of(request.person.id):
        by_link = challenge.state is ChallengeState.OPEN and challenge.card is None and challenge.taker is None
        if by_link and challenge.terms == terms and now < challenge.expires_at:
            return challenge
    return None


async def _choose(terms: Terms, wish: TermsChoice, request: Request) -> Answer:
    """Keep the terms instead of those of the wish, rated only where they can be."""
    ratings = request.work.of(Ratings)
    player = (await ratings.player(request.person.id)).choosing(terms.as_can_be, in_lobby=wish.in_lobby)
    ratings.keep_player(replace(player, name=request.person.name))
    return show_choice(replace(wish, terms=player.in_lobby if wish.in_lobby else player.with_friends), request)


# Matches against the bot: both keep a secret and guess in turn.


async def show_levels(words: str, request: Request) -> Answer:
    """The levels; where the words name one, a match at it; below why, where they mean nothing here."""
    if request.chat.is_group:
        return request.tell(request.texts.html("partner.in-private"))
    unsaid = GameOptions(level="")
    try:
        options = unsaid.but(words, request.texts.language, OF_BOT)
    except UnknownOption as error:
        note = why_no_option(error, "match", request.texts)
        return _show_levels(unsaid.variant, request, note)
    if options.level:
        return await begin(options.level, options.variant, request)
    return _show_levels(options.variant, request)


LEVELS_ASK = f"{MENU}:level"
"""In focus while the levels ask."""
CHOICE = "level"
"""The kind of prompt that holds the variant of a match whose level is still to be chosen."""


def _show_levels(variant: str, request: Request, note: Html = NOTHING) -> Answer:
    """Show the levels; where nothing else is on, what is typed before one is chosen finds them again."""
    is_alone = not request.games and not request.has_seats and not request.chat.is_group
    request.work.of(Prompts).keep(CHOICE, request.person.id, variant if is_alone else "")
    screen = arranging.levels(variant_named(variant), request.texts, note)
    return request.show_menu(screen, asks=LEVELS_ASK if is_alone else "")


async def asks_for_level(request: Request) -> bool:
    """Whether a level is still to be chosen for a match, which is said above the choice."""
    variant = await request.work.of(Prompts).read(CHOICE, request.person.id) if request.focus == LEVELS_ASK else ""
    if variant:
        _show_levels(variant, request, request.texts.html("partner.level-first"))
    return bool(variant)


async def press_level(argument: str, request: Request) -> Answer:
    """A press on a variant, or on a level with one; then the menu has done its work."""
    if request.chat.is_group:
        return request.tell(request.texts.html("partner.in-private"))
    chosen = OfLevel.read(argument)
    level, name = (chosen.level, chosen.variant) if chosen and chosen.level in LEVELS else ("", argument)
    try:
        variant = variant_named(name).name
    except UnknownVariant:
        request.old_button()
    if not level:
        return _show_levels(variant, request)
    if not request.as_new_message:  # else it was pressed on a screen of a game, which stays
        request.retire_pressed()
    return await begin(level, variant, request)


async def begin(level: str, variant: str, request: Request) -> Answer:
    """A match against the bot; a lot says who begins. One that waits for the person's number is the one they mean."""
    request = replace(request, as_new_message=True)
    if (waiting := await _waiting_match(level, variant, request)) is not None:
        return await show_game(waiting, request)
    if (answer := await why_no_game(request)) is not None:
        return answer
    person = request.person
    sitters = (
        Sitter(person.id, person.name, person.id, allows_hints=True),
        Sitter(COMPUTER, arranging.BOT, None, allows_hints=True),
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


async def _waiting_match(level: str, variant: str, request: Request) -> Match | None:
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
    match = request.found(await request.work.games.load(match_id, Match))
    seat = request.found(match.seat_of(request.person.id))
    request.needs(match.number == HELD)
    if (refusal := why_no_board(request)) is not None:
        return refusal
    game = _game_alone(match, seat, request)
    match = replace(match, number=PLAYED_FOR)
    request.work.games.save(match)
    await show_game(match, request, place=Place.HERE, focuses=False)
    decision = Decision(game) if code is None else await guess(code, game, request)
    return await carry_out(replace(decision, place=Place.BOTTOM), request)


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


# Challenges in private chats: the link is followed, accepted, declined or withdrawn.


async def open_link(token: str, request: Request) -> bool:
    """Somebody has followed a challenge's link; False if there is none of that token."""
    challenge = await request.work.of(Challenges).load(token)
    if challenge is None:
        return False
    why = await duels_actions.why_not(challenge, request.person.id, request.work, request.world)
    taker = challenge.taker
    if (
        why is Refusal.OWN
        and taker is not None
        and await request.work.of(Reach).may(Contact.OPEN, challenge.person, taker)
    ):
        await _begin(challenge, taker, request)
    elif why is Refusal.OWN:
        await duels_actions.show_waiting(challenge, Place.BOTTOM, request.work, request.world)
    elif why is Refusal.ACCEPTED and await _show_match(challenge, request):
        return True
    elif why is not None:
        _show(duels_screens.refused_screen(challenge, why.value, request.texts), challenge, Place.BOTTOM, request)
    elif request.person.id in challenge.consents:
        await _accept(challenge, Place.BOTTOM, request, told=True)
    else:
        offer = await offer_to(request.person, challenge, request.texts, request.work, request.world)
        _show(offer, challenge, Place.BOTTOM, request)
    return True


async def _begin(challenge: Challenge, taker: int, request: Request) -> None:
    """The challenger has come, for whom somebody waits; unless either of them plays as much as they may by now."""
    full = await duels_actions.why_full(challenge, taker, request.work)
    if full is None:
        await duels_handlers.begin(challenge, request.work, request.world, opener=request.person.id)
        return
    why, name = (Refusal.FULL, challenge.taker_name) if full is Refusal.YOU_FULL else (Refusal.YOU_FULL, challenge.name)
    screen = duels_screens.refused_screen(replace(challenge, name=name), why.value, request.texts)
    _show(screen, challenge, Place.BOTTOM, request)


async def _accept(challenge: Challenge, place: Place, request: Request, *, told: bool) -> None:
    """The person plays, unless either of the two plays as much as they may: that can be tried again."""
    full = await duels_actions.why_full(challenge, request.person.id, request.work)
    if full is None:
        await duels_handlers.accept(challenge, request.person, request.work, request.world, told=told)
    else:
        _show(duels_screens.busy(challenge, full.value, request.texts), challenge, place, request)


async def _show_match(challenge: Challenge, request: Request) -> bool:
    """Whoever plays the match that it led to sees that, or watches it, if others may; else False."""
    match = await request.work.games.load(challenge.match, Match)
    if match is None:
        return False
    if match.seat_of(request.person.id) is None:
        while match.rematch and (following := await request.work.games.load(match.rematch, Match)) is not None:
            match = following
        if not await may_watch(match, request.person.id, request.work):
            return False
        await watch(match, request)
        return True
    if match.on_card:
        return await call_to_card(match.id, request) is not None
    await show_game(match, request)
    return True


async def press_challenge(press: TokenPress, request: Request) -> Answer:
    """A press on a challenge, wherever it stands."""
    if request.pressed is not None and request.pressed.inline is not None:
        return await inline.press_sent_card(press, request.pressed.inline, request)
    if request.chat.is_group:
        return await duels_handlers.press_challenge_card(press, request)
    challenge = request.found(await request.work.of(Challenges).load(press.token))
    request.needs(await request.is_current(slot_of(challenge)))
    if press.verb is OnChallenge.ANOTHER:
        return await show_terms(request, Place.BOTTOM)
    if press.verb is OnChallenge.RULES:
        screen = rules(challenge.terms.the_variant, request.texts, request.preferences.style, in_group=False)
        return request.show_menu(screen, Place.BOTTOM)
    if challenge.person == request.person.id:
        return await _press_own(press, challenge, request)
    why = await duels_actions.why_not(challenge, request.person.id, request.work, request.world)
    comes_third = why is Refusal.ACCEPTED and challenge.taker != request.person.id
    if comes_third and await _show_match(challenge, replace(request, as_new_message=True)):
        return Answer()
    if why is not None:
        return _show(duels_screens.refused_screen(challenge, why.value, request.texts), challenge, Place.HERE, request)
    return await _answer_offer(OnChallenge(press.verb.value), challenge, request)


async def _press_own(press: TokenPress, challenge: Challenge, request: Request) -> Answer:
    if press.verb is OnChallenge.WATCHERS:
        return await _turn_watchers(challenge, request)
    request.needs(press.verb is OnChallenge.WITHDRAW)
    if challenge.state is ChallengeState.OPEN:
        await duels_actions.close(challenge, ChallengeState.WITHDRAWN, request.work, request.world)
        closed = duels_screens.closed_screen(replace(challenge, state=ChallengeState.WITHDRAWN), request.texts)
        _show(closed, challenge, Place.HERE, request)
    return Answer()


async def _turn_watchers(challenge: Challenge, request: Request) -> Answer:
    """Let others watch, or not. Whoever has accepted and is on the way is asked anew: they were told otherwise."""
    request.needs(challenge.state is ChallengeState.OPEN and challenge.taker is None)
    work, world = request.work, request.world
    challenge = replace(challenge, watched=not challenge.watched, consents=())
    work.of(Challenges).save(challenge)
    await duels_actions.show_waiting(challenge, Place.HERE, work, world)
    await duels_actions.show_challenge(challenge, work, world)
    asked = challenge.to
    if asked is None or not await duels_actions.is_seen_by(asked, challenge, work):
        return Answer()
    if await work.of(Reach).may(Contact.OPEN, asked, challenge.person):
        texts = (await work.preferences(asked)).texts
        offer = await offer_to(Person(asked, challenge.to_name), challenge, texts, work, world)
        await duels_actions.show_to(asked, challenge, Place.HERE, work, lambda _texts: offer)
    return Answer(request.texts.plain("invite.then") if challenge.watched else "")


async def _answer_offer(verb: OnChallenge, challenge: Challenge, request: Request) -> Answer:
    match verb:
        case OnChallenge.ACCEPT | OnChallenge.ACCEPT_WATCHED:
            await _accept(challenge, Place.HERE, request, told=verb is OnChallenge.ACCEPT_WATCHED)
        case OnChallenge.DECLINE:
            await duels_handlers.decline(challenge, request.person, request.work, request.world)
        case _:
            request.old_button()
    return Answer()


def _show(screen: Screen, challenge: Challenge, place: Place, request: Request) -> Answer:
    return request.show_menu(screen, place, slot=slot_of(challenge))


async def offer_to(person: Person, challenge: Challenge, texts: Texts, work: Work, world: World) -> Screen:
    """The screen on which that person decides, in these words."""
    terms = challenge.terms
    records = (
        await record_of(challenge.person, challenge.name, terms, work, world),
        await record_of(person.id, person.name, terms, work, world),
    )
    because = await why_less((challenge.person, person.id), work, world.now()) if terms.rated else ""
    note = await live_note(person.id, terms, texts, work)
    return duels_screens.offer_screen(challenge, records, world.username, texts, because=because, note=note)


# The section.


def _on_menu(verb: OnMenu) -> Action:
    return lambda argument, request: press_menu(MenuPress(verb, argument), request)


async def _open(payload: str, request: Request) -> bool:
    if match_id := game_in(payload, SEAT):
        return await call_to_card(match_id, request) is not None
    token = token_in(payload)
    return token is not None and await open_link(token, request)


OF_TERMS = (OnMenu.DUEL, OnMenu.MODE, OnMenu.VARIANT, OnMenu.FAMILY, OnMenu.CLOCK, OnMenu.RATED, OnMenu.INVITE)
DUELS = Section(
    commands={Command.MATCH: show_levels, Command.DUEL: on_terms(Command.DUEL, obey, show_terms)},
    buttons={OnMenu.LEVELS: press_level, **{verb: _on_menu(verb) for verb in OF_TERMS}},
    presses={OnChallenge: press_challenge, OnCard: press},
    opens=_open,
    jobs={duels_actions.KIND: duels_actions.expire},
)
