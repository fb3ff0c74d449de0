"""The kind of game in which each has a seat at one board: party, circle, and duels round one phone.

The buttons with what each does, and the kind; how a game begins; codes; who comes and goes; the points.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from bot.app.buttons import GamePress, GameVerb, OnBoard, OnSeat
from bot.app.kind import Decision, Request, Rule, unchanged
from bot.app.kinds.group.model import (
    CODEC,
    LONG_TURN,
    ONE_PHONE,
    Group,
    GroupSeats,
    Member,
    guessers,
    with_call,
)
from bot.app.kinds.group.screens import board, name_of
from bot.app.kinds.table import (
    GUESSED,
    RULE,
    GuessedKind,
    asked_before,
    guess_with_reply,
    may_share,
    no_say,
    read_code,
    stale_press,
    with_game,
)
from bot.app.messages import Said
from bot.app.model.bodies import LEFT
from bot.app.model.game import Header
from bot.app.model.modes import group_play
from bot.app.ratings.model import Points, Score
from bot.app.reading import Reading
from bot.app.screen import Answer, Place, Screen
from bot.app.screens.common import Viewer
from bot.app.screens.share import Card, result_offer
from bot.app.work import Work
from bot.game.model import MODES, Game, Seat, Termination
from bot.game.rules import Guess, IllegalMove, Join, Leave, Reason, SetSecret, apply
from solver.variant import VARIANTS, Code

# The buttons of a board where each has a seat: when each counts, and what it does. A new button is one entry.

Action = Callable[[GamePress, Group, Request], Awaitable[Decision[Group]]]


async def draw_secret(_press: GamePress, game: Group, request: Request) -> Decision[Group]:
    """Keep a secret that the bot draws, and show it to whoever has the phone."""
    refused = refusal(game, request)
    if refused is not None:
        return unchanged(game, refused)
    seat = game.secret_due
    if seat is None:
        return stale_press(game, request)
    code = request.world.draw_secret(game.game.variant)
    secret = request.texts.plain("alert.secret", secret=game.game.variant.show(code))
    return replace(_keep_secret(code, seat, game, request), answer=Answer(secret, alert=True))


async def take_phone(press: GamePress, game: Group, request: Request) -> Decision[Group]:
    """Note that whoever is to keep a secret has the phone in their hands."""
    seat = game.secret_due
    if seat is None or game.seats.holder == seat or press.argument != str(seat):
        return stale_press(game, request)
    return Decision(replace(game, seats=replace(game.seats, holder=seat)), draft="")


async def join(_press: GamePress, game: Group, request: Request) -> Decision[Group]:
    """Sit down, or come back."""
    if not _has_turns(game, request):
        return stale_press(game, request)
    before, seat = game, game.seats.seat_of(request.person.id)
    if _seat_in_game(game, request) is not None:
        return unchanged(game, Answer(request.texts.plain("toast.in-already")))
    if seat is None:
        seat = Seat(len(game.seats.members))
        game = replace(game, seats=with_member(game.seats, request))
    try:
        game = replace(game, game=apply(game.game, Join(seat)).game)
    except IllegalMove:
        return unchanged(before, Answer(request.texts.plain("note.no-seat-left"), alert=True))
    return _after_change(game, before, request, request.texts.plain("toast.you-are-in"))


async def leave(_press: GamePress, game: Group, request: Request) -> Decision[Group]:
    """Leave the game to the others."""
    if not _has_turns(game, request):
        return stale_press(game, request)
    seat = _seat_in_game(game, request)
    if seat is None:
        return unchanged(game, Answer(request.texts.plain("alert.join-first"), alert=True))
    if len(game.game.staying) == 1:
        return unchanged(game, Answer(request.texts.plain("toast.last-one"), alert=True))
    after = replace(game, game=apply(game.game, Leave(seat)).game)
    return _after_change(after, game, request, request.texts.plain("toast.you-are-out"))


VOTES = 2
"""So many of the others who have guessed may go on without whoever is to guess; after a long turn any one may."""


async def skip(press: GamePress, game: Group, request: Request) -> Decision[Group]:
    """Vote to go on without whoever is to guess: enough votes, or enough time, and the game does."""
    if not _has_turns(game, request):
        return stale_press(game, request)
    texts, slow, seat = request.texts, game.game.to_move, _seat_in_game(game, request)
    if seat is None:
        return unchanged(game, Answer(texts.plain("alert.join-first"), alert=True))
    if slow is None or press.argument != str(slow) or press.step != len(game.game.turns):
        return stale_press(game, request)
    if slow == seat:
        return unchanged(game, Answer(texts.plain("toast.your-own-turn"), alert=True))
    is_long = request.world.now() - game.seats.since >= LONG_TURN
    if not is_long and not game.has_say(request.person.id):
        return unchanged(game, no_say(request))
    name = name_of(game.seats, slow)
    votes = tuple(dict.fromkeys((*game.seats.skipping, request.person.id)))
    needed = min(VOTES, len(game.game.staying) - 1)
    if not is_long and len(votes) < needed:
        noted = replace(game, seats=replace(game.seats, skipping=votes))
        return Decision(noted, answer=Answer(texts.plain("toast.skip-noted", name=name), alert=True))
    after = replace(game, game=apply(game.game, Leave(slow, Termination.TIMED_OUT)).game)
    return _after_change(after, game, request, texts.plain("toast.skipped", name=name))


async def begin_again(_press: GamePress, game: Group, request: Request) -> Decision[Group]:
    """Begin the same once more. In turn another begins; where all guess freely everybody is asked afresh."""
    scores = game.seats.scores if game.seats.share_phone else ()
    plan = Plan(game.game.mode.name, game.game.variant.name, _members_again(game, request), scores)
    return begin(plan, request)


BUTTONS: dict[GameVerb, tuple[Rule, Action]] = {
    OnBoard.AGAIN: (RULE, begin_again),
    OnSeat.JOIN: (Rule(), join),
    OnSeat.LEAVE: (Rule(), leave),
    OnSeat.SKIP: (Rule(), skip),
    OnSeat.READY: (Rule(), take_phone),
    OnSeat.DRAWN: (Rule(), draw_secret),
}

# The kind.


class GroupKind(GuessedKind[Group]):
    """One board for several people, each with a seat."""

    codec = CODEC
    rules: ClassVar = {**GUESSED, **{verb: rule for verb, (rule, _) in BUTTONS.items()}}
    buttons = BUTTONS

    async def type_text(self, typed: Reading, game: Group, request: Request) -> Decision[Header]:
        """A code, well or badly typed: a secret or a guess. In a group others may talk meanwhile.

        The keypad folds when a guess was typed that counts.
        """
        keeping = game.secret_due
        if keeping is not None:
            request.retire_typed()
            if game.seats.holder != keeping:
                note = request.texts.html("note.press-first", name=name_of(game.seats, keeping))
                return Decision(game, note, changed=False)
        elif refusal(game, request) is not None:
            if isinstance(request.incoming, Said) and not isinstance(read_code(typed, game, request), str):
                request.work.mark(request.chat, request.incoming.message, NOT_NOW)
            return unchanged(game, Answer())
        decision = await self.type_code(typed, game, request)
        return decision if keeping is None else with_game(decision, keypad=game.keypad)

    def refusal(self, game: Group, request: Request) -> Answer | None:
        return refusal(game, request)

    async def guess(self, code: Code, game: Group, request: Request) -> Decision[Group]:
        """Or keep the secret, where one is to be kept."""
        if game.secret_due is not None:
            return _keep_secret(code, game.secret_due, game, request)
        try:
            return await _guess(code, game, request)
        except IllegalMove as refused:
            if refused.reason is not Reason.ASKED_BEFORE:
                return Decision(
                    game, answer=Answer(request.texts.plain("note.no-seat-left"), alert=True), changed=False
                )
        history, variant = game.game.history_of(game.game.to_move or Seat(0)), game.game.variant
        reply = next(feedback for guess, feedback in history if guess == code)
        return asked_before(replace(game, asked_again=code), guess_with_reply(code, reply, variant, request), request)

    async def give_up(self, game: Group, request: Request) -> Decision[Group]:
        """Its board shows the secret."""
        return Decision(await add_points(game.given_up_at(request.world.now()), request.work))

    async def screen_of(self, game: Group, viewer: Viewer, work: Work) -> Screen:
        return board(game, viewer)

    async def member_left(self, game: Group, request: Request) -> Decision[Header]:
        """It goes on without them, and the turn passes if it was theirs.

        The last one who plays keeps their seat: there is nobody to whom the turn could pass.
        """
        person, seat = request.person.id, _seat_in_game(game, request)
        skipping = tuple(one for one in game.seats.skipping if one != person)
        after = replace(game.without_member(person), seats=replace(game.seats, skipping=skipping))
        if seat is None or not _has_turns(game, request) or len(game.game.staying) == 1:
            return Decision(after, changed=after != game, shows=False)
        after = replace(after, game=apply(after.game, Leave(seat)).game)
        decision = _after_change(after, game, request, "")
        return replace(decision, place=decision.place or Place.HERE)

    async def hint(self, game: Group, request: Request) -> Decision[Header]:
        """Those who play against each other think for themselves."""
        return Decision(game, request.texts.html(group_play(game.game.mode).no_hints), changed=False)

    async def weigh(self, guess: Reading, game: Group, request: Request) -> Decision[Header]:
        return await self.hint(game, request)

    async def result_card(self, query: str, game: Group, viewer: Viewer, request: Request) -> Card | None:
        """For those who have played the game, or seen a group play it, to its end."""
        return result_offer(query, game.game, viewer) if may_share(game, request) else None

    def takes_part(self, game: Group, person: int) -> bool:
        return game.seats.seat_of(person) is not None

    def is_untouched(self, game: Group) -> bool:
        """Nobody has guessed or told a secret."""
        return game.is_untouched


GROUP = GroupKind()

# Beginning a game at one board where each has a seat.


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played, and by whom, in their order. `scores`: what they have come to so far."""

    mode: str
    variant: str
    members: tuple[Member, ...]
    scores: tuple[Score, ...] = ()

    @property
    def shares_phone(self) -> bool:
        """Whether they pass one phone round."""
        return GroupSeats(self.members).share_phone


def begin(plan: Plan, request: Request) -> Decision[Group]:
    """Begin the game; if the same one is on here and has not begun, it is shown: whoever presses twice means one."""
    if (waiting := _waiting(plan, request)) is not None:
        now_named = waiting.renamed(request.person.id, request.person.name)
        return Decision(now_named, changed=now_named != waiting, place=Place.BOTTOM)
    mode, variant, now = MODES[plan.mode], VARIANTS[plan.variant], request.world.now()
    secrets = (None,) * mode.seats if mode.own_secrets else (request.world.draw_secret(variant),)
    game = Group(
        **request.new_header(),
        game=Game(variant, mode, secrets, joined=len(plan.members) - mode.seats),
        seats=GroupSeats(plan.members, since=now, scores=plan.scores),
    )
    return Decision(game, place=Place.BOTTOM)


def _waiting(plan: Plan, request: Request) -> Group | None:
    """The same game with the same people, or one that the only person of the plan may join, in which nobody guessed."""
    for game in reversed(request.games):
        if not isinstance(game, Group) or game.has_begun or game.seats.share_phone != plan.shares_phone:
            continue
        is_same = (game.game.mode.name, game.game.variant.name) == (plan.mode, plan.variant)
        if is_same and (game.seats.who == GroupSeats(plan.members).who or len(plan.members) == 1):
            return game
    return None


def _members_again(game: Group, request: Request) -> tuple[Member, ...]:
    members = game.renamed(request.person.id, request.person.name).seats.members
    if not game.game.mode.in_turn:
        return (Member(request.person.name, request.person.id),)
    if not game.seats.share_phone:
        members = tuple(members[seat] for seat in game.game.staying) or members
    return (*members[1:], members[0])


# Codes where each has a seat: secrets and guesses, typed, tapped or drawn.

NOT_NOW = "🙊"
"""What is put on a guess that came out of turn; on talk nothing is."""


def refusal(game: Group, request: Request) -> Answer | None:
    """Why whoever wrote or pressed may send no code now, for them alone; None: they may."""
    seats, texts = game.seats, request.texts
    if game.secret_due is not None:
        return None if seats.holder == game.secret_due else Answer(texts.plain("toast.moved-on"))
    if not request.chat.is_group or not game.game.mode.in_turn:
        return None
    mine, theirs = seats.seat_of(request.person.id), game.game.to_move
    if theirs is None or mine == theirs:
        return None
    if mine is None or mine not in game.game.staying:
        return Answer(texts.plain("alert.join-first"), alert=True)
    return Answer(texts.plain("alert.their-turn", name=name_of(seats, theirs)), alert=True)


def _keep_secret(code: Code, seat: Seat, game: Group, request: Request) -> Decision[Group]:
    """Keep the secret; nothing of it is on the screen that comes then."""
    seats = replace(game.seats, holder=None, since=request.world.now())
    game = replace(game, game=apply(game.game, SetSecret(seat, code)).game, seats=seats)
    return Decision(game, answer=Answer(request.texts.plain("toast.kept")), draft="")


async def _guess(code: Code, game: Group, request: Request) -> Decision[Group]:
    """Make the guess. Raises IllegalMove."""
    now, before = request.world.now(), game
    game, seat = _with_seat(game, request)
    after = apply(game.game, Guess(seat, code, knowingly=game.asked_again == code)).game
    game = game.after_turn(after, now)
    if game.is_over:
        game = await add_points(game, request.work)
    said = guess_with_reply(code, after.turns[-1].feedback, after.variant, request)
    draft = "" if before.keypad else None
    return with_call(Decision(game, answer=Answer(said), draft=draft), before.seats, request)


def _with_seat(game: Group, request: Request) -> tuple[Group, Seat]:
    """The seat that guesses. Where all guess freely whoever makes their first guess sits down. Raises IllegalMove."""
    seat = game.game.to_move if game.game.mode.in_turn else game.seats.seat_of(request.person.id)
    if seat is not None:
        return game, seat
    seat = Seat(len(game.seats.members))
    return replace(game, game=apply(game.game, Join(seat)).game, seats=with_member(game.seats, request)), seat


def with_member(seats: GroupSeats, request: Request) -> GroupSeats:
    """The seats with one more, for whoever wrote or pressed."""
    return replace(seats, members=(*seats.members, Member(request.person.name, request.person.id)))


# People who come and go where each has a seat.


def _has_turns(game: Group, request: Request) -> bool:
    """Whether people come and go in this game: those round one phone do not, nor where all guess freely."""
    return game.game.mode.in_turn and request.chat.is_group


def _seat_in_game(game: Group, request: Request) -> Seat | None:
    """The seat of whoever wrote or pressed; None if they have none, or have left it."""
    seat = game.seats.seat_of(request.person.id)
    return seat if seat in game.game.staying else None


def _after_change(after: Group, before: Group, request: Request, toast: str) -> Decision[Group]:
    """The outcome once somebody came or went; if the game waits for another than before, their time begins."""
    decision = Decision(after, answer=Answer(toast))
    if after.game.to_move == before.game.to_move:
        return decision
    seats = replace(after.seats, since=request.world.now(), skipping=())
    return with_call(replace(decision, game=replace(after, seats=seats)), after.seats, request)


# What those who play have come to, once a game has ended.

SHOWN = 5
"""So many scores are kept with the game, for its board."""


async def add_points(game: Group, work: Work) -> Group:
    """Add the points of a game that has just ended, and return it with what everybody has come to.

    On one phone whoever wins has one more win. In a group whoever breaks the code gets a point for everybody who has
    guessed; a game that is given up brings nobody anything.
    """
    outcome = game.game.outcome
    if outcome is None or game.ended_at is None:
        raise ValueError("the game is not over")
    if game.seats.share_phone:
        played = outcome.termination is not Termination.ABORTED
        return _with_scores(game, _wins(game.seats, outcome.winner)) if played else game
    if outcome.winner is None:
        return game
    scores = {score.person: score for score in await work.of(Points).scores(game.chat.id, SHOWN)}
    seats = guessers(game.game)
    for seat in seats:
        member, won = game.seats.members[seat], len(seats) if seat == outcome.winner else 0
        if member.person == LEFT:
            continue
        work.of(Points).add(game.chat.id, member.person, member.name, won)
        scores[member.person] = _score_after(await work.of(Points).score(game.chat.id, member.person), member, won)
    best = sorted(scores.values(), key=lambda score: (-score.points, score.games, score.person))
    return _with_scores(game, tuple(best[:SHOWN]))


def _with_scores(game: Group, scores: tuple[Score, ...]) -> Group:
    return replace(game, seats=replace(game.seats, scores=scores))


def _score_after(before: Score | None, member: Member, won: int) -> Score:
    points, games = (before.points, before.games) if before else (0, 0)
    return Score(member.person, member.name, points + won, games + 1)


def _wins(seats: GroupSeats, winner: Seat | None) -> tuple[Score, ...]:
    """The wins of everybody round the phone, who are known by their names."""
    before = {score.name: score for score in seats.scores}
    scores = []
    for seat, member in enumerate(seats.members):
        score = before.get(member.name, Score(ONE_PHONE, member.name, 0, 0))
        scores.append(replace(score, points=score.points + (seat == winner), games=score.games + 1))
    return tuple(scores)
