"""Both sides of a match between people that is over: two paths, what decided it, luck apart from skill; and its link.

First the moment that decided it, which is pure; then what is seen of it; then presses, and whoever opens the link.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.app.buttons import Feature, OnMatch
from bot.app.kind import Decision, Request
from bot.app.kinds.match.card_screen import headline, title
from bot.app.kinds.match.model import Match, name_of
from bot.app.kinds.match.play import Actor
from bot.app.links import BOTH, game_in, link_to, sharing
from bot.app.model.bodies import LEFT
from bot.app.model.reach import Contact, Reach, may
from bot.app.review.screens import drawn, fortune_line
from bot.app.screen import Button, Picture, Row, Screen, dotted, lines, page, rows, when
from bot.app.screens.board import variant_name
from bot.app.screens.common import GameButtons, copy_link, play_too
from bot.app.texts import Html, Texts
from bot.game.model import Game, Seat, Termination
from solver.review import fortune_of

# The moment that decided a match: the turn after which the better chance was one side's to the end.

BITS = 3
"""About so many a good guess tells, whatever the codes are: it leaves one in eight."""
EVEN = 0.25
"""Up to so many guesses apart, two are as good as even."""
FIRST_WINS = 0.5
"""So many guesses it costs to come second, where whoever breaks the code first has won."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The turn of that index; `number`: which guess it was on its seat's path; `leader`: who was ahead from then on.

    `turned`: the other was ahead before that, at some time.
    """

    at: int
    number: int
    leader: Seat
    turned: bool


def guesses_ahead(left: int) -> float:
    """About how many guesses good play still needs where so many codes are left, the one that hits included.

    One in `left` hits at once, so it is 2 - 1/left at least.
    """
    return max(2 - 1 / left, 1 + math.log2(left) / BITS)


def deciding_moment(game: Game, paths: Sequence[Sequence[int]]) -> Moment | None:
    """When the better chance fell to whoever had it in the end; None: in the end nobody had. `paths`: see Match."""
    leaders = _leaders(game, paths)
    leader = leaders[-1]
    if leader is None:
        return None
    at = max(at for at, other in enumerate([None, *leaders[:-1]]) if other != leader)
    seat, made = game.turns[at].seat, game.turns[: at + 1]
    number = len(made) if game.mode.shares_history else sum(turn.seat == seat for turn in made)
    return Moment(at, number, leader, turned=Seat(1 - leader) in leaders[:at])


def _leaders(game: Game, paths: Sequence[Sequence[int]]) -> list[Seat | None]:
    """Who had the better chance after each turn, in the order of play; None: they were even."""
    made, leaders = [0 for _ in game.seats], list[Seat | None]()
    for at, turn in enumerate(game.turns, 1):
        made[turn.seat] += 1
        if game.mode.shares_history:  # who is to move knows as much: a code that alone is left is theirs
            leaders.append(Seat(1 - turn.seat) if paths[turn.seat][at] == 1 else None)
        else:
            one, other = (_needed(game, seat, made[seat], paths[seat]) for seat in game.seats)
            leaders.append(None if abs(one - other) <= EVEN else Seat(int(other < one)))
    if game.outcome is not None and game.outcome.termination is Termination.SOLVED:
        leaders[-1] = game.outcome.winner
    return leaders


def _needed(game: Game, seat: Seat, made: int, path: Sequence[int]) -> float:
    """About how many guesses the seat needs in all, having made so many."""
    is_solved = game.has_solved(seat) and made == len(path) - 1
    is_late = game.mode.in_turn and not game.mode.last_word and seat != game.first
    return made + (0 if is_solved else guesses_ahead(path[made])) + (FIRST_WINS if is_late else 0)


# What is seen of both sides: a picture, and a caption that says all of it.

SIGNS = ("🟡", "🔵")
"""By seat, as the picture draws its path."""
LETTERS = ("both.one", "both.other")
"""By seat, what it is called on the picture, and where no name is told."""
MOST, FIRST, LAST = 12, 8, 3
"""Of a longer path the first figures and the last are told."""


def both_screen(match: Match, texts: Texts, below: tuple[Row, ...]) -> Screen:
    """Both sides, with these buttons. The caption names whom the match names, the picture nobody."""
    outcome, letters = match.game.outcome, [texts.plain(key) for key in LETTERS]
    if outcome is None:
        raise ValueError("the match is not over")
    sides = [
        lines(
            Html(f"{SIGNS[seat]} {dotted(*dict.fromkeys((letters[seat], texts.html('{n}', n=name))))}"),
            when(seat == 0 or not match.game.mode.shares_history, _path(match.paths[seat])),
            _skill(match, seat, texts),
        )
        for seat in match.game.seats
        for name in [name_of(match, seat, texts)]
    ]
    head = [dotted(title(match, texts), variant_name(match.game.variant, texts)), headline(match, outcome, texts)]
    return Screen(page(head, texts.html("both.left"), *sides, _moment(match, texts)), below, _picture(match, texts))


def _path(path: Sequence[int]) -> Html:
    told = [str(left) for left in path]
    return Html(" → ".join(told if len(told) <= MOST else [*told[:FIRST], "…", *told[-LAST:]]))


def _skill(match: Match, seat: Seat, texts: Texts) -> Html:
    played = match.reviews[seat]
    accuracy = texts.html("review.accuracy", accuracy=round(played.accuracy))
    return lines(accuracy, fortune_line(fortune_of(played.luck), texts) or texts.html("both.usual"))


def _moment(match: Match, texts: Texts) -> list[Html]:
    moment = deciding_moment(match.game, match.paths)
    if moment is None:
        return [texts.html("both.even")]
    seat = match.game.turns[moment.at].seat
    before, after = match.paths[seat][moment.number - 1 : moment.number + 1]
    told = {"name": name_of(match, seat, texts), "number": moment.number, "before": before, "after": after}
    then = texts.html("both.ahead", name=name_of(match, moment.leader, texts))
    return [texts.html("both.turned" if moment.turned else "both.led", **told), then]


def without_names(match: Match, texts: Texts) -> Match:
    """The match in which the two are called by letters."""
    for seat, key in enumerate(LETTERS):
        nobody = replace(match.sitters[seat], person=seat + 1, name=texts.plain(key))
        match = match.with_sitter(Seat(seat), nobody)
    return match


def _picture(match: Match, texts: Texts) -> Picture:
    game, moment, nameless = match.game, deciding_moment(match.game, match.paths), without_names(match, texts)
    letters = [texts.plain(key) for key in LETTERS]
    skills = [str(_skill(nameless, seat, texts)).split("\n") for seat in game.seats]
    told = [f"{letter}: {' · '.join(map(drawn, skill))}" for letter, skill in zip(letters, skills, strict=True)]
    names = [", ".join(letters)] if game.mode.shares_history else letters
    marked = None if moment is None else 0 if game.mode.shares_history else game.turns[moment.at].seat
    paths = [
        [name, match.paths[at], moment.number if moment is not None and at == marked else None]
        for at, name in enumerate(names)
    ]
    given = {
        "title": dotted(drawn(texts.plain("button.both")), variant_name(game.variant, texts)),
        "left": texts.plain("reviewed.left"),
        "paths": paths,
        "said": [*told, *map(drawn, _moment(nameless, texts))],
    }
    return Picture("both", json.dumps(given, ensure_ascii=False))


# Presses of the two, and the link that one of them makes.


def press_both(actor: Actor) -> Decision[Match]:
    """Show both sides to one of the two, as a message of its own."""
    match, texts = actor.match, actor.texts
    actor.request.needs(match.paths)
    buttons = GameButtons(texts, match.id, match.turn_of(actor.seat))
    screen = both_screen(match, texts, rows(buttons.on("button.share", OnMatch.PUBLISH)))
    return Decision(match, changed=False, shows=False, beside=((f"both:{match.id}", screen),))


def press_publish(actor: Actor) -> Decision[Match]:
    """Let whoever has the link see both sides, and offer it."""
    match, texts = actor.match, actor.texts
    link = link_to(actor.request.world.username, BOTH, match.id)
    share = Button(texts.plain("button.share"), opens=sharing(link, texts.plain("both.look")))
    screen = Screen(texts.html("both.link", link=link), rows((share, copy_link(link, texts))))
    offered = ((f"both-link:{match.id}", screen),)
    return Decision(replace(match, published=True), changed=not match.published, shows=False, beside=offered)


async def open_both(payload: str, request: Request) -> bool:
    """Show both sides to whoever has followed the link; False where it leads to none, or to none any more.

    They are named to the two, and to others if both let others watch their matches. Whoever is parted from one of the
    two hears what a dead link says.
    """
    game, person, work = game_in(payload, BOTH), request.person.id, request.work
    match = None if game is None else await work.games.load(game, Match)
    if match is None or not (match.published and match.paths) or Feature.REVIEWS in request.access.off:
        return False
    people = [sitter.person for sitter in match.sitters]
    if LEFT in people:
        return False
    if person not in people:
        relations = await work.of(Reach).relations(person, people)
        if not all(may(Contact.WATCH, relation) for relation in relations.values()):
            return False
        if not all([(await work.preferences(each)).watchable for each in people]):
            match = without_names(match, request.texts)
    request.show_menu(both_screen(match, request.texts, rows(play_too(request.world.username, request.texts))))
    return True
