"""What stands on a match's screens besides the game: time left, who begins, its end, the proof, ratings."""

from collections.abc import Iterable

from bot.app.duels.arranging_screens import Moment, said_at
from bot.app.duels.screens import uncounted_lines
from bot.app.kinds.match.model import HELD, Match, Sitter, lot, name_of, rival_of
from bot.app.model.bodies import LEFT
from bot.app.model.game import COMPUTER
from bot.app.ratings.model import EARLY, FORGOTTEN, MOST_A_DAY
from bot.app.screen import dotted, folded_lines
from bot.app.screens.board import proof_line, seal
from bot.app.screens.common import later, ticking
from bot.app.stats.screens import achieved_lines
from bot.app.texts import NOTHING, Html, Texts
from bot.game.leaving import Way
from bot.game.model import Game, Outcome, Phase, Seat, Termination
from solver.review import Fortune, fortune_of

# How much time is left. Telegram counts it down by itself, in the words of whoever looks.


MINE, THEIRS = ("time.mine", "time.left-mine"), ("time.theirs", "time.left")
"""What is said of a clock that runs, and of one that stands with what is left of a budget."""


def clock_lines(match: Match, seat: Seat, texts: Texts, *, is_called: bool = False) -> list[Html]:
    """When each time runs out and what is left of each budget that stands, mine first; one line each.

    While secrets are chosen the time of both runs alike, and is told once. `is_called`: mine has been told already.
    """
    mine, others = _clock(match, seat, MINE, texts), [Seat(at) for at in match.game.seats if at != seat]
    if mine and match.game.phase is Phase.SECRETS:
        others = []
    return [*mine[is_called:], *_theirs(match, others, texts)]


def race_line(match: Match, seat: Seat, texts: Texts) -> list[Html]:
    """Since when both have been guessing, where less time may decide."""
    if match.began_at is None:
        return []
    so_far = texts.html("lobby.ago", time=time_of(match.game, seat))
    return [texts.html("time.race", when=Html(f'<tg-time unix="{int(match.began_at)}" format="r">{so_far}</tg-time>'))]


def time_of(game: Game, seat: Seat) -> Html:
    """How long the seat's guesses have taken, where they race."""
    turns = game.turns_of(seat)
    return clock_face(turns[-1].at if turns else 0)


def clock_face(seconds: float) -> Html:
    """Minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return Html(f"{minutes}:{rest:02}")


def everybodys_clock_lines(match: Match, texts: Texts) -> list[Html]:
    """The same for those who only look on."""
    return _theirs(match, match.game.seats, texts)


def _theirs(match: Match, seats: Iterable[Seat], texts: Texts) -> list[Html]:
    return [line for seat in seats for line in _clock(match, seat, THEIRS, texts)]


def _clock(match: Match, seat: Seat, keys: tuple[str, str], texts: Texts) -> list[Html]:
    sitter, named = match.sitters[seat], {} if keys is MINE else {"name": name_of(match, seat, texts)}
    if sitter.deadline is not None:
        when, runs = _in_words(sitter, sitter.since, texts), match.left and match.game.phase is not Phase.SECRETS
        exactly = Html(f" ({clock_face(sitter.deadline - sitter.since)})") if runs else NOTHING
        return [texts.html(keys[0], **named, when=Html(f"{when}{exactly}"))]
    if match.left and not match.game.has_solved(seat):
        return [texts.html(keys[1], **named, time=clock_face(match.left[seat]))]
    return []


def reminder(sitter: Sitter, now: float, texts: Texts) -> Html:
    """What somebody is told for whom the game has waited long."""
    return texts.html("time.reminder", when=_in_words(sitter, now, texts))


def _in_words(sitter: Sitter, now: float, texts: Texts) -> Html:
    """When the time runs out, as it was `now` for those whose Telegram does not count."""
    deadline = sitter.deadline or now
    return ticking(deadline, later(deadline - now, texts))


# Who begins, until somebody has.

LOTS = {True: ("match.lot-mine", "match.lot-theirs"), False: ("match.swapped-mine", "match.swapped-theirs")}
"""What is said of that, by whether a lot says so: to whoever begins, and to others."""


def beginning(match: Match, game: Game, seat: Seat | None, texts: Texts) -> list[Html]:
    """It is told to the person in the seat; None: to everybody."""
    if game.turns or game.to_move is None:
        return []
    mine, theirs = LOTS[match.has_lot]
    if seat == game.to_move:
        return [texts.html(mine, name=rival_of(match, seat, texts))]
    return [texts.html(theirs, name=name_of(match, game.to_move, texts))]


# What is said when a match is over, to the person in one of its seats.

ABORTED = {
    Way.WISH.value: ("match.aborted-by", "match.aborted-by-you"),
    Way.TIME.value: ("match.aborted-without", "match.aborted-too-late"),
    Way.GONE.value: ("match.aborted-without", "match.aborted-too-late"),
    Way.CALL_OFF.value: ("match.called-off", "match.called-off"),
}
"""What is said of whoever has left a game undone, to others and to themselves, by the way in which they have."""


def end_lines(match: Match, seat: Seat, texts: Texts) -> list[Html]:
    """How it ended, with the secrets, and what came of it."""
    outcome = match.game.outcome
    if outcome is None:
        raise ValueError("the match is not over")
    told = (
        _rematch_request(match, seat, texts),
        _result(match, outcome, seat, texts),
        *said_by_bot(match, seat, texts),
        _secrets(match, seat, texts),
        texts.html("partner.number-held") if match.number == HELD else None,
        _counts(match, seat, texts),
        _hints(match, seat, texts),
        *_reviews(match, seat, texts),
        *rating_lines(match, seat, texts),
        *achieved_lines(match.earned, texts),
        _waits(match, seat, texts),
    )
    return [line for line in told if line is not None]


def said_by_bot(match: Match, seat: Seat, texts: Texts) -> list[Html]:
    """What the bot says at its level, until the first guess of whoever sits there and once somebody has won."""
    moment = _moment(match, seat)
    return said_at(moment, match.level, texts) if moment else []


def _moment(match: Match, seat: Seat) -> Moment | None:
    game, outcome = match.game, match.game.outcome
    if outcome is None:
        return None if game.turns_of(seat) else Moment.BEGUN
    if outcome.termination in {Termination.ABORTED, Termination.AGREED}:
        return None
    if outcome.winner is None:
        return Moment.CLOSE
    last = [turn.feedback.bulls for turn in game.turns_of(Seat(1 - outcome.winner))[-1:]]
    if outcome.termination is Termination.SOLVED and last == [game.variant.length - 1]:
        return Moment.CLOSE
    return Moment.WON if outcome.winner == seat else Moment.LOST


def aborted_line(match: Match, texts: Texts, looker: Seat | None = None) -> Html:
    """Who has left the game undone, and why; or that both have agreed to."""
    for seat, sitter in enumerate(match.sitters):
        if sitter.aborted:
            return texts.html(ABORTED[sitter.aborted][seat == looker], name=name_of(match, Seat(seat), texts))
    return texts.html("match.aborted")


def _result(match: Match, outcome: Outcome, seat: Seat, texts: Texts) -> Html:
    name = rival_of(match, seat, texts)
    won = outcome.winner == seat
    match outcome.termination:
        case Termination.ABORTED:
            return aborted_line(match, texts, seat)
        case Termination.AGREED:
            return texts.html("match.agreed")
        case Termination.RESIGNED:
            return texts.html("match.they-resigned" if won else "match.you-resigned", name=name)
        case Termination.TIMED_OUT:
            return texts.html("match.they-timed-out" if won else "match.you-timed-out", name=name)
        case Termination.SOLVED:
            if outcome.winner is None:
                return texts.html("match.drawn")
            return texts.html("match.you-won" if won else "match.they-won", name=name)


def _secrets(match: Match, seat: Seat, texts: Texts) -> Html | None:
    game, name = match.game, rival_of(match, seat, texts)
    codes = (None if match.number else game.secret_for(seat), game.secret_for(Seat(1 - seat)))
    theirs, mine = (game.variant.show(code) if code else "" for code in codes)
    if not game.mode.own_secrets:
        return texts.html("match.the-secret", secret=theirs) if theirs else None
    if theirs and mine:
        return texts.html("match.both-secrets", theirs=theirs, mine=mine, name=name)
    if theirs:
        return texts.html("match.their-secret", secret=theirs, name=name)
    return texts.html("match.my-secret", secret=mine) if mine else None


def _counts(match: Match, seat: Seat, texts: Texts) -> Html | None:
    """In how many guesses each has solved it, and, where that decides, in which time; nothing if nobody has."""
    if not any(map(match.game.has_solved, match.game.seats)):
        return None
    mine, theirs = (_count(match, at, texts) for at in (seat, Seat(1 - seat)))
    return texts.html("match.counts", mine=mine, theirs=theirs, name=rival_of(match, seat, texts))


def _count(match: Match, seat: Seat, texts: Texts) -> Html:
    if not match.game.has_solved(seat):
        return texts.html("match.not-solved")
    turns = match.game.turns_of(seat)
    time = clock_face(turns[-1].at) if turns and not match.game.mode.in_turn else NOTHING
    return Html(f"{texts.counted('end.guesses', len(turns))}{time and ', '}{time}")


def _hints(match: Match, seat: Seat, texts: Texts) -> Html | None:
    """How many hints each has taken, if anybody has."""
    mine, theirs, name = match.sitters[seat].hints, match.sitters[1 - seat].hints, rival_of(match, seat, texts)
    return texts.html("match.hints", mine=mine, theirs=theirs, name=name) if mine or theirs else None


def _reviews(match: Match, seat: Seat, texts: Texts) -> list[Html]:
    """Who played better, and who was luckier, once that is known; nothing of luck that was as good as even."""
    if not match.reviews:
        return []
    mine, theirs, name = match.reviews[seat], match.reviews[1 - seat], rival_of(match, seat, texts)
    accuracy = round(mine.accuracy), round(theirs.accuracy)
    key = "match.equally" if accuracy[0] == accuracy[1] else "match.better"
    key = "match.accuracy" if match.level else key  # how well the bot plays is its level
    told = [texts.html(key, mine=accuracy[0], theirs=accuracy[1], name=name)]
    if (fortune := fortune_of(mine.luck - theirs.luck)) is not None:
        told.append(texts.html("match.lucky" if fortune is Fortune.LUCKY else "match.unlucky"))
    return told


def _rematch_request(match: Match, seat: Seat, texts: Texts) -> Html | None:
    """That the rival asks for another match."""
    is_asked = match.sitters[1 - seat].rematch_asked is not None and not match.rematch
    return texts.html("match.rematch-wished", name=rival_of(match, seat, texts)) if is_asked else None


def _waits(match: Match, seat: Seat, texts: Texts) -> Html | None:
    """That this person has asked for another match, and waits; or that there will be none."""
    mine, theirs, name = match.sitters[seat], match.sitters[1 - seat], rival_of(match, seat, texts)
    if match.rematch:
        return None
    if theirs.declines_rematch:
        return texts.html("match.rematch-declined", name=name)
    waits = mine.rematch_asked is not None and theirs.rematch_asked is None
    return texts.html("match.rematch-waits", name=name) if waits else None


# That no secret was changed and that the lot was fair: locks while it is played, and the proof in the end.


def proof(match: Match, seat: Seat, texts: Texts) -> list[Html]:
    """What the seat's screen says of it; nothing once the game shall not have been."""
    is_shown = match.is_over and match.sitters[seat].proof and not match.number
    if not is_shown or match.game.ended is Termination.ABORTED:
        return []
    return [folded_lines((*_checks(match, seat, texts), *_lot_check(match, texts)))]


def seals(match: Match, seat: Seat | None, username: str, texts: Texts) -> list[Html]:
    """A line of what is sealed, if anything is: each secret that is kept, and the lot until the first guess.

    `seat`: whose screen it is, which has the rival's secret first; None: everybody's.
    """
    if match.game.ended is Termination.ABORTED:
        return []
    order = (seat or 0, 1 - (seat or 0)) if match.game.mode.own_secrets else (0,)
    kept = [at for at in order if match.game.secrets[at] is not None]
    locks = [seal(match.commitment(at), username, _kept(match, at, seat, texts)) for at in kept]
    if match.has_lot and not match.game.turns:
        locks.append(seal(match.lot_commitment, username, texts.html("seal.lot")))
    return [dotted(*locks)] if locks else []


def _kept(match: Match, at: int, seat: Seat | None, texts: Texts) -> Html:
    """Whose secret it is that the seat `at` breaks."""
    if not match.game.mode.own_secrets:
        return texts.html("seal.secret")
    if seat is not None and at != seat:
        return texts.html("seal.mine")
    if match.sitters[1 - at].person == COMPUTER:
        return texts.html("seal.bots")
    return texts.html("seal.theirs", name=name_of(match, Seat(1 - at), texts))


def _checks(match: Match, seat: Seat, texts: Texts) -> list[Html]:
    """The salt of each secret, and how to make its fingerprint."""
    lines: list[Html] = []
    for at, secret in enumerate(match.game.secrets):
        if not secret:
            continue
        if match.game.mode.own_secrets:
            key = "match.check-theirs" if at == seat else "match.check-mine"
            lines.append(texts.html(key, name=rival_of(match, seat, texts)))
        lines.append(proof_line(match.commitment(at), texts, match.game.variant.format(secret), match.salts[at]))
    return lines


def _lot_check(match: Match, texts: Texts) -> list[Html]:
    """The seed, and what it told together with what it was mixed with."""
    by_people = not match.game.mode.own_secrets
    is_lost = by_people and any(sitter.person == LEFT for sitter in match.sitters)
    if not match.has_lot or None in match.game.secrets or is_lost:
        return []
    text, first = lot(match)
    one, other = (name_of(match, seat, texts) for seat in match.game.seats)
    told = {"seed": match.salt, "digest": match.lot_commitment, "text": text}
    return [texts.html("match.lot-check", **told, one=one, other=other, name=name_of(match, first, texts))]


# What a match has done to the ratings of those who played it, or will not do.

MINUS = "\N{MINUS SIGN}"


def rating_lines(match: Match, seat: Seat | None, texts: Texts) -> list[Html]:
    """What the end of the match did to the ratings, mine first, or why nothing; `seat` None: for an onlooker."""
    if match.unrated_because == FORGOTTEN:
        return uncounted_lines(FORGOTTEN, texts)
    if match.unrated_because:
        return [texts.counted("rating.often", MOST_A_DAY)]
    seats = sorted(range(len(match.changes)), key=lambda other: other != seat)
    lines = [_change(match, Seat(other), texts, mine=other == seat) for other in seats]
    is_lost = match.half_because == EARLY and match.game.outcome is not None and match.game.outcome.winner != seat
    return lines if is_lost and seat is not None else [*lines, *uncounted_lines(match.half_because, texts)]


def will_not_count(match: Match, texts: Texts) -> list[Html]:
    """Before the end of a rated match: that it will do nothing to the ratings, where that is known."""
    return [] if match.is_over else uncounted_lines(match.unrated_because or match.half_because, texts)


def _change(match: Match, seat: Seat, texts: Texts, *, mine: bool) -> Html:
    before, after = (round(value) for value in match.changes[seat])
    change = f"{before} → {after} ({_with_sign(after - before)})"
    if mine:
        return texts.html("rating.mine", change=change)
    return texts.html("{name}: {change}", name=name_of(match, seat, texts), change=change)


def _with_sign(change: int) -> str:
    return f"{MINUS if change < 0 else '+' if change else '±'}{abs(change)}"
