"""Whoever acts in a match: codes that are typed, tapped or drawn, hints and notes, and talk.

Each act is done by an `Actor`, who comes first.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.app.buttons import Feature, OnTalk
from bot.app.kind import Decision, Request, unchanged
from bot.app.kinds import hints
from bot.app.kinds.hints import Hinted
from bot.app.kinds.match import screen as screens
from bot.app.kinds.match.model import Match, Sitter, rival_of
from bot.app.kinds.match.moves import (
    Appearance,
    guess_by,
    make_move,
    set_alarms,
    show_seat,
    tell_others,
    tell_watchers,
    with_more_time,
    with_outages,
)
from bot.app.kinds.match.screen import are_apart
from bot.app.kinds.table import asked_before, guess_with_reply, press_key, stale_press, tapped_code
from bot.app.messages import Chat, Person, Said
from bot.app.model.bodies import LEFT
from bot.app.model.hints import Hint
from bot.app.model.reach import Contact, Reach
from bot.app.operators.actions import tell_operators
from bot.app.reading import Reading, whole_number
from bot.app.screen import Answer, News, Place
from bot.app.screens.board import invalid_code
from bot.app.screens.people import shown_name
from bot.app.talk.model import LONGEST_REMARK, Talk, TalkMessage, has_link, is_talk, may_be_said, says_too_much
from bot.app.texts import NOTHING, Html, Texts
from bot.game.model import Phase, Seat
from bot.game.rules import IllegalMove, Move, Reason, SetSecret
from solver.variant import Code, Fault, InvalidCode
from solver.words import words_to_guess

SILENT = Answer()


@dataclass(frozen=True, slots=True)
class Actor:
    """A match, the seat there of whoever wrote or pressed, and their request."""

    match: Match
    seat: Seat
    request: Request

    @property
    def sitter(self) -> Sitter:
        """What only their own screen shows."""
        return self.match.sitters[self.seat]

    @property
    def rival_seat(self) -> Seat:
        """The seat of the other."""
        return Seat(1 - self.seat)

    @property
    def rival(self) -> Sitter:
        """What only the other's screen shows."""
        return self.match.sitters[self.rival_seat]

    @property
    def rival_name(self) -> str:
        """The other's name, safe to show."""
        return rival_of(self.match, self.seat, self.texts)

    @property
    def texts(self) -> Texts:
        """The words of their language."""
        return self.request.texts

    def having(self, **changes: object) -> "Actor":
        """The same with something changed that only their own screen shows."""
        sitter = replace(self.sitter, **changes)  # type: ignore[arg-type]
        return replace(self, match=self.match.with_sitter(self.seat, sitter))

    def with_rival(self, **changes: object) -> "Actor":
        """The same with something changed that the other's screen shows."""
        sitter = replace(self.rival, **changes)  # type: ignore[arg-type]
        return replace(self, match=self.match.with_sitter(self.rival_seat, sitter))

    def decision(self, note: Html = NOTHING, answer: Answer = SILENT, *, draft: str | None = None) -> Decision[Match]:
        """The outcome that saves what has been changed so, and shows it to this person alone."""
        return Decision(self.match, note, answer, draft=draft)

    def unchanged(self, answer: Answer = SILENT, note: Html = NOTHING) -> Decision[Match]:
        """The outcome that only shows the match as it is."""
        return Decision(self.match, note, answer, changed=False)

    def stale_press(self) -> Decision[Match]:
        """The outcome of a press that came too late: the match is shown as it is now."""
        return stale_press(self.match, self.request)

    def hears(self, key: str, *, alert: bool = False) -> Decision[Match]:
        """The outcome in which all stays as it is, and this person alone hears the text of that key."""
        return unchanged(self.match, Answer(self.texts.plain(key, name=self.rival_name), alert=alert))

    async def announce(self, answer: Answer = SILENT, *, rings: bool = True, key: str = "") -> Decision[Match]:
        """Show everybody else what has been changed so; this person sees it by the outcome. See `tell_others`."""
        await tell_others(self.match, self.seat, self.request.work, self.request.world, rings=rings, key=key)
        return self.decision(answer=answer)


def actor_in(match: Match, request: Request) -> Actor:
    """Whoever caused the request, in their seat. Raises ValueError for anybody who does not play the match."""
    seat = match.seat_of(request.person.id)
    if seat is None:
        raise ValueError("only those who play act in a match")
    return Actor(match, seat, request)


# Codes in a match: secrets and guesses, typed, tapped or drawn.

REFUSED = {
    Reason.SECRETS_FIRST: "note.secrets-first",
    Reason.KEPT_ALREADY: "note.kept-already",
    Reason.NOT_YOUR_TURN: "note.not-your-turn",
    Reason.SOLVED_ALREADY: "note.solved-already",
    Reason.TOO_LATE_TO_ABORT: "note.too-late-to-abort",
}
"""The text on each move that cannot be made now."""


async def type_text(typed: Reading, game: Match, request: Request) -> Decision[Match]:
    """Carry out a code that was typed, or else a message. Whoever types needs no keypad, unless it was refused."""
    actor = actor_in(game, request)
    if are_apart(game) and is_talk(typed.text, game.game.variant):
        return await say(typed.text, game, request)
    if game.game.phase is Phase.SECRETS:
        request.retire_typed()
    try:
        code = typed.code(game.game.variant)
    except InvalidCode as error:
        return actor.having(asked_again=None, asking="").decision(_invalid_code(error, actor))
    decision = await play_code(code, actor.having(keypad=False, asking=""))
    if decision.game.game != game.game:
        return replace(decision, draft="")
    sitter = replace(decision.game.sitters[actor.seat], keypad=actor.sitter.keypad)
    return replace(decision, game=decision.game.with_sitter(actor.seat, sitter), draft=None)


async def press_code_key(key: str, actor: Actor) -> Decision[Match]:
    """Carry out a key of the keypad, which names its symbol's place in the alphabet; an empty one erases."""
    if not actor.match.must_act(actor.seat):
        return actor.stale_press()
    return await press_key(key, actor.match, actor.match.game.variant, actor.request)


async def send_tapped(actor: Actor) -> Decision[Match]:
    """Play the code that was tapped."""
    code = await tapped_code(actor.match, actor.match.game.variant, actor.request)
    return unchanged(actor.match, code) if isinstance(code, Answer) else await play_code(code, actor)


async def draw_secret(actor: Actor) -> Decision[Match]:
    """Keep a secret that is drawn by chance; only its keeper hears which."""
    variant = actor.match.game.variant
    code = actor.request.world.draw_secret(variant)
    secret = actor.texts.plain("alert.secret", secret=variant.show(code))
    return await _keep_secret(code, actor, Answer(secret, alert=True))


def tell_secret(actor: Actor) -> Decision[Match]:
    """Tell the person their own secret, for their eyes alone."""
    match = actor.match
    code = match.game.secrets[actor.rival_seat] if match.game.mode.own_secrets else None
    if not code:
        return unchanged(match, Answer(actor.texts.plain("toast.moved-on")))
    secret = match.game.variant.show(code)
    return unchanged(match, Answer(actor.texts.plain("alert.secret", secret=secret), alert=True))


async def play_code(code: Code, actor: Actor) -> Decision[Match]:
    """Play a well-formed code: the person's secret, where that is wanted of them, else a guess."""
    match = actor.match
    if match.wants_secret(actor.seat):
        return await _keep_secret(code, actor, Answer(actor.texts.plain("toast.kept")))
    try:
        match = await _move(guess_by(match, actor.seat, code, actor.request.world.now()), actor)
    except IllegalMove as refusal:
        return refuse_move(refusal, actor, code)
    said = guess_with_reply(code, match.game.turns[-1].feedback, match.game.variant, actor.request)
    return Decision(match, answer=Answer(said), draft="")


async def end_by_move(move: Move, actor: Actor) -> Decision[Match]:
    """Make a move that ends the match. Raises IllegalMove; then nothing has happened."""
    return Decision(await _move(move, actor), draft="")


def refuse_move(refusal: IllegalMove, actor: Actor, code: Code | None = None) -> Decision[Match]:
    """Say why this cannot be done now, to the person alone."""
    texts = actor.texts
    if refusal.reason is Reason.ASKED_BEFORE and code is not None:
        reply = next(known for guess, known in actor.match.game.history_of(actor.seat) if guess == code)
        answer = guess_with_reply(code, reply, actor.match.game.variant, actor.request)
        return asked_before(actor.having(asked_again=code).match, answer, actor.request)
    key = REFUSED[refusal.reason]
    return actor.decision(texts.html(key), Answer(texts.plain(key), alert=True))


async def _move(move: Move, actor: Actor) -> Match:
    return await make_move(actor.match, move, actor.request.work, actor.request.world)


async def _keep_secret(code: Code, actor: Actor, answer: Answer) -> Decision[Match]:
    """Keep the secret, with that answer. A word that nobody would guess is none."""
    variant = actor.match.game.variant
    if variant.words and not words_to_guess(variant.words)[variant.format(code)]:
        return actor.decision(actor.texts.html("code.rare-word", word=variant.show(code)), draft="")
    if variant.format(code) in actor.match.shown[actor.seat : actor.seat + 1]:
        seen = actor.texts.plain("note.secret-seen")
        return actor.decision(Texts.escaped(seen), Answer(seen, alert=True), draft="")
    try:
        match = await _move(SetSecret(actor.seat, code), actor)
    except IllegalMove as refusal:
        return refuse_move(refusal, actor)
    return Decision(match, answer=answer, draft="")


async def give_time(actor: Actor) -> Decision[Match]:
    """Let the other have more time for the guess that the game waits for, what outages have cost it included."""
    match, seat, request = actor.match, actor.seat, actor.request
    if match.given and match.given[seat] >= screens.GIFTS:
        return actor.hears("toast.gave-all")
    if not screens.may_give(match, seat):
        return actor.stale_press()
    now, seconds = request.world.now(), match.terms.the_clock.gives
    given = match.given or (0,) * len(match.sitters)
    match = replace(match, given=tuple(times + (at == seat) for at, times in enumerate(given)))
    match = await with_outages(match, actor.rival_seat, request.work, now)
    late = max(0.0, now - (match.sitters[actor.rival_seat].deadline or now))
    match = with_more_time(match, actor.rival_seat, late + seconds, now)
    match = await tell_watchers(match, request.work, now)
    set_alarms(match, request.work)
    toast = Answer(actor.texts.plain("toast.gave-time", name=actor.rival_name, seconds=round(seconds)))
    return await replace(actor, match=match).announce(toast, rings=False, key="time.given")


def _invalid_code(error: InvalidCode, actor: Actor) -> Html:
    """What is wrong with a code; and where one may talk, that this reads like a code."""
    match, texts = actor.match, actor.texts
    note = invalid_code(error, match.game.variant, texts)
    if not are_apart(match):
        return note
    if match.game.variant.words:
        return Html(f"{note} {texts.html('talk.how-words')}")
    return Html(f"{note} {texts.html('talk.like-a-code')}") if error.fault is Fault.UNKNOWN_SYMBOL else note


# Hints between people: in friendly games alone, if both allow them, and the other sees how many. Notes are free.


class MatchHints:
    """How a match keeps each person's hints and notes, and how they are asked for."""

    async def hint_subject(self, match: Match, request: Request) -> Hinted:
        """What hints are about for whoever caused the request."""
        actor = actor_in(match, request)
        return Hinted(
            match.game.variant,
            match.game.history_of(actor.seat),
            actor.sitter.hint,
            actor.sitter.notes,
            _refusal_of_hints(actor),
            actor.rival_name,
        )

    def with_hint(self, match: Match, hint: Hint | None, request: Request, *, counts: bool) -> Match:
        """The match with that hint on the person's screen."""
        actor = actor_in(match, request)
        return actor.having(hint=hint, hints=actor.sitter.hints + counts, asking="").match

    def with_notes(self, match: Match, notes: str, request: Request) -> Match:
        """The match with what the person has noted."""
        return actor_in(match, request).having(notes=notes).match

    async def hint(self, match: Match, request: Request) -> Decision[Match]:
        """Give the next hint, or say why there is none."""
        return await _show_rival_too(await hints.next_hint(match, self, request), actor_in(match, request))

    async def weigh(self, guess: Reading, match: Match, request: Request) -> Decision[Match] | None:
        """Say what the guess would bring; None for what is no code."""
        try:
            code = guess.code(match.game.variant)
        except InvalidCode:
            return None
        return await _show_rival_too(await hints.weigh(code, match, self, request), actor_in(match, request))

    async def press(self, word: str, match: Match, request: Request) -> Decision[Match]:
        """Carry out a press on a button of the hints."""
        return await _show_rival_too(await hints.press_hint(word, match, self, request), actor_in(match, request))


HINTS = MatchHints()


async def allow(choice: str, actor: Actor) -> Decision[Match]:
    """Allow hints, or no longer (`no`); once both allow them that stays so."""
    allows = choice != "no"
    if actor.match.rated or actor.match.has_hints or actor.sitter.allows_hints == allows:
        return actor.unchanged()
    return await actor.having(allows_hints=allows).announce(rings=False)


async def _show_rival_too(decision: Decision[Match], before: Actor) -> Decision[Match]:
    """The outcome, once the other has seen that one more hint was taken, if it was."""
    after = replace(before, match=decision.game)
    if after.sitter.hints != before.sitter.hints:
        await after.announce(rings=False)
    return decision


def _refusal_of_hints(actor: Actor) -> str:
    """The key of the text that says why there is no hint now; empty if there is one."""
    if actor.match.rated:
        return "note.no-hints"
    if not actor.match.has_hints:
        return "note.hints-not-allowed"
    return "" if actor.match.game.may_guess(actor.seat) else "note.hint-later"


# Talk between those who play a match: passed on word for word, or by a quick reaction, or not at all.

PASSED_ON = "🕊"
"""What is put on a message that the other can read."""
REMEMBERED = 20
"""So many of the last messages count, and are kept where somebody complains of them."""
FORBIDDEN: dict[str, Callable[[str, Match], bool]] = {
    "talk.too-long": lambda text, _match: len(text) > LONGEST_REMARK,
    "talk.like-a-code": lambda text, match: not may_be_said(text, match.game.variant),
    "talk.link": lambda text, _match: has_link(text),
}
"""What is passed on to nobody, by the key of the text that says so."""


async def say(text: str, game: Match, request: Request) -> Decision[Match]:
    """Let the rival read it, if that may be."""
    actor = actor_in(game, request)
    refused = await _unheard(actor) if screens.may_talk(game) else "talk.not-yet"
    refused = refused or next((key for key, forbids in FORBIDDEN.items() if forbids(text, game)), "")
    if refused:
        return actor.unchanged(note=actor.texts.html(refused, name=actor.rival_name))
    _pass_on(text, actor)
    if isinstance(request.incoming, Said):
        request.work.mark(request.chat, request.incoming.message, PASSED_ON)
    return unchanged(game, Answer())


async def press_talk(verb: OnTalk, argument: str, actor: Actor) -> Decision[Match]:
    """Carry out a press on one of the buttons for talk."""
    match verb:
        case OnTalk.TALK:
            return _explain(actor.having(asking=screens.TALK))
        case OnTalk.REACT:
            return await _react(argument, actor)
        case OnTalk.TALKS:
            return await _switch_talk(actor.having(talks=not actor.sitter.talks, asking=""))
        case OnTalk.HEAR:
            return _explain(actor.having(hears=not actor.sitter.hears))
        case OnTalk.BLOCK:
            return await _block(actor, sure=argument == screens.SURE)
        case OnTalk.REPORT:
            return await _report(actor, sure=argument == screens.SURE)
        case OnTalk.BACK if actor.sitter.asking in {screens.BLOCK, screens.REPORT}:
            return _explain(actor.having(asking=screens.TALK))
        case OnTalk.BACK:
            return actor.having(asking="").decision()


async def _unheard(actor: Actor) -> str:
    """The key of the text that says why not even a reaction can be passed on now; empty if it can."""
    if Feature.TALK in actor.request.access.off:
        return "talk.paused"
    is_heard = await actor.request.work.of(Reach).may(Contact.TALK, actor.sitter.person, actor.rival.person)
    if not is_heard or not actor.rival.hears or actor.rival.chat is None:
        return "talk.not-heard"
    messages = await actor.request.work.of(Talk).last_messages(actor.match.id, REMEMBERED)
    too_much = says_too_much(actor.sitter.person, messages, actor.request.world.now())
    return "talk.too-often" if too_much else ""


def _pass_on(text: str, actor: Actor) -> None:
    """Keep what was said, and let the rival read it."""
    actor.request.work.of(Talk).say(_talk_message(text, actor))
    if actor.rival.chat is not None:
        actor.request.work.tell(Chat(actor.rival.chat), screens.message_screen(actor.sitter.name, text))


def _talk_message(text: str, actor: Actor) -> TalkMessage:
    request, sitter = actor.request, actor.sitter
    return TalkMessage(request.world.new_id(), actor.match.id, sitter.person, sitter.name, text, request.world.now())


def _explain(actor: Actor, answer: Answer = SILENT) -> Decision[Match]:
    """Say what can be said now, and how."""
    return actor.decision(screens.explanation(actor.match, actor.seat, actor.texts), answer)


async def _react(argument: str, actor: Actor) -> Decision[Match]:
    """Pass a quick reaction on. Only whoever presses hears what became of it."""
    at = actor.request.found(whole_number(argument, len(screens.REACTIONS) - 1))
    refused = await _unheard(actor)
    if refused:
        return actor.hears(refused)
    sign = screens.REACTIONS[at]
    await _show_reactions(sign, actor)
    return unchanged(actor.match, Answer(f"{sign} → {actor.rival_name}"))


async def _show_reactions(sign: str, actor: Actor) -> None:
    """Keep the reaction, and let the rival see it with those before it: one message, however many there are."""
    match, work = actor.match, actor.request.work
    said = await work.of(Talk).last_messages(match.id, REMEMBERED)
    before = [one.text for one in said if one.person == actor.sitter.person and one.text in screens.REACTIONS]
    work.of(Talk).say(_talk_message(sign, actor))
    if actor.rival.chat is not None:
        shown = screens.message_screen(actor.sitter.name, "".join((*before, sign)))
        work.show(Chat(actor.rival.chat), f"reactions:{match.id}", shown, Place.HERE)


async def _switch_talk(actor: Actor) -> Decision[Match]:
    """Talk is switched on or off by one of two strangers; the other's screen says so, and rings if it is on now.

    What stands there of it is true until it changes: nothing is left behind that no longer holds. Whoever has said
    what they want gets the buttons of the game back, for its clock runs.
    """
    rings = actor.sitter.talks and not await _unheard(actor)
    actor.request.work.games.save(actor.match)
    if rings:
        actor.request.work.of(Talk).say(_talk_message("💬", actor))
    await _show_talk_request(actor, rings=rings)
    if not screens.wants_to_talk(actor.match, actor.seat):
        return _explain(actor)
    return actor.decision()


async def _show_talk_request(actor: Actor, *, rings: bool) -> None:
    """Show the rival that this person would like to talk, or no longer."""
    request, match, rival = actor.request, actor.match, actor.rival_seat
    texts = (await request.work.preferences(actor.rival.person)).texts
    place = Place.BOTTOM if rings and not match.is_over else Place.HERE
    await show_seat(match, rival, Appearance(place, _note(actor, texts), news=News.TALK), request.work, request.world)
    if rings and match.is_over and actor.rival.chat is not None:
        request.work.tell(Chat(actor.rival.chat), screens.notice("talk.wish", actor.sitter.name, texts))


def _note(actor: Actor, texts: Texts) -> Html:
    """What the rival reads of it, in their language."""
    if actor.sitter.talks and actor.rival.talks:
        return texts.html("talk.both", name=shown_name(actor.sitter.name))
    if actor.rival.asking in {screens.TALK, screens.BLOCK, screens.REPORT}:
        return screens.explanation(actor.match, actor.rival_seat, texts)
    return NOTHING


async def _block(actor: Actor, *, sure: bool) -> Decision[Match]:
    """The two meet no more, or may again; this match goes on, in silence. Blocking is asked about once."""
    on = not actor.sitter.blocks
    if actor.rival.person == LEFT:
        return actor.stale_press()
    if on and not sure:
        return _explain(actor.having(asking=screens.BLOCK))
    rival = Person(actor.rival.person, actor.rival.name)
    await actor.request.work.of(Talk).block(actor.request.person, rival, on=on)
    key = "alert.blocked" if on else "alert.unblocked"
    answer = Answer(actor.texts.plain(key, name=actor.rival_name), alert=on)
    return _explain(actor.having(blocks=on, hears=not on, asking=screens.TALK), answer)


async def _report(actor: Actor, *, sure: bool) -> Decision[Match]:
    """Keep what the rival has said for the operator, once whoever complains is sure."""
    request, rival = actor.request, actor.rival
    messages = await request.work.of(Talk).last_messages(actor.match.id, REMEMBERED)
    theirs = [message for message in messages if message.person == rival.person]
    if not theirs:
        return actor.hears("toast.nothing-said")
    if not sure:
        return _explain(actor.having(asking=screens.REPORT))
    request.work.of(Talk).report(request.person.id, rival.person, theirs, request.world.now())
    await tell_operators(request.work, request.world, reports=1)
    answer = Answer(actor.texts.plain("alert.reported", name=actor.rival_name), alert=True)
    return _explain(actor.having(asking=screens.TALK), answer)
