"""Both sides of a match between people that is over: two paths, what decided it, luck apart from skill; and its link.

First the moment that decided it, which is pure; then what is seen of it; then presses, and whoever opens the link.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.app.buttons import Feature, OnMatch, OnMenu
from bot.app.kind import Decision, Request
from bot.app.kinds.match.card_screen import headline, title
from bot.app.kinds.match.model import Match, name_of
from bot.app.kinds.match.play import Actor
from bot.app.links import BOTH, game_in, link_to, sharing
from bot.app.model.bodies import LEFT
from bot.app.model.reach import Contact, Reach, may
from bot.app.review.screens import drawn, fortune_line
from bot.app.screen import Button, Picture, Row, Screen, dotted, go, page, rows
from bot.app.screens.board import variant_name
from bot.app.screens.common import GameButtons, copy_link
from bot.app.texts import Html, Texts
from bot.game.model import Game, Outcome, Seat, Termination
from solver.review import fortune_of

# The moment that decided a match: the turn after which the better chance was one side's to the end.

BITS = 3
"""About so many a good guess tells, whatever the codes are: it leaves one in eight."""
EVEN = 0.25
"""Up to so many guesses apart, two are as good as even."""
SECOND = 0.5
"""So many guesses it costs to come second, where whoever breaks the code first has won."""


@dataclass(frozen=True, slots=True)
class Moment:
    """After so many guesses of both together, `leader` was ahead to the end; 0: no code was broken, they were then."""

    made: int
    leader: Seat


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
    if game.outcome is None or game.outcome.termination is not Termination.SOLVED:
        return Moment(0, leader)
    return Moment(max(at for at, other in enumerate([None, *leaders[:-1]], 1) if other != leader), leader)


def _leaders(game: Game, paths: Sequence[Sequence[int]]) -> list[Seat | None]:
    """Who had the better chance after each turn, in the order of play; None: they were even."""
    late = SECOND if game.mode.in_turn and not game.mode.last_word else 0
    handicaps = [0 if seat == game.first else late for seat in game.seats]
    needed = [handicap + guesses_ahead(path[0]) for handicap, path in zip(handicaps, paths, strict=True)]
    made, leaders = [0, 0], list[Seat | None]()
    for at, (seat, left) in enumerate(((turn.seat, paths[turn.seat]) for turn in game.turns), 1):
        made[seat] += 1
        if game.mode.shares_history:  # who is to move knows as much: a code that alone is left is theirs
            leaders.append(Seat(1 - seat) if left[at] == 1 else None)
            continue
        has_hit = game.turns[at - 1].feedback.bulls == game.variant.length
        needed[seat] = handicaps[seat] + made[seat] + (0 if has_hit else guesses_ahead(left[made[seat]]))
        is_even = abs(needed[0] - needed[1]) <= EVEN
        leaders.append(None if is_even else Seat(needed.index(min(needed))))
    if game.outcome is not None and game.outcome.termination is Termination.SOLVED:
        leaders[-1] = game.outcome.winner
    return leaders


# What is seen of both sides: a picture, and a caption that says all of it.

SIGNS = ("🟡", "🔵")
"""By seat, as the picture draws its path."""
LETTERS = ("both.one", "both.other")
"""By seat, what it is called on the picture, and where no name is told."""
MOST, FIRST, LAST = 12, 8, 3
"""Of a longer path the first figures and the last are told."""


def both_screen(match: Match, texts: Texts, below: tuple[Row, ...]) -> Screen:
    """Both sides, with these buttons. The caption names whom the match names, the picture nobody."""
    outcome = match.game.outcome
    if outcome is None:
        raise ValueError("the match is not over")
    head = [dotted(title(match, texts), variant_name(match.game.variant, texts)), headline(match, outcome, texts)]
    sides = [_side(match, seat, texts) for seat in match.game.seats]
    moment = _moment(match, deciding_moment(match.game, match.paths), texts)
    return Screen(page(head, texts.html("both.left"), *sides, moment), below, _picture(match, outcome, texts))


def _side(match: Match, seat: Seat, texts: Texts) -> list[Html | None]:
    letter, name = texts.plain(LETTERS[seat]), texts.html("{name}", name=name_of(match, seat, texts))
    told = [str(left or "1\N{NO-BREAK SPACE}✓") for left in _path(match, seat)]
    path = told if len(told) <= MOST else [*told[:FIRST], "…", *told[-LAST:]]
    head = Html(f"{SIGNS[seat]} {dotted(*dict.fromkeys((letter, name)))}")
    is_told = match.game.mode.shares_history and seat > 0  # both have the same
    return [head, None if is_told else Html("\N{NO-BREAK SPACE}→ ".join(path)), *_skill(match, seat, texts)]


def _path(match: Match, seat: Seat, made: int | None = None) -> list[int]:
    """The codes left to the seat, from the start until so many guesses of both, or all; 0: it has broken the code."""
    game = match.game
    turns = [turn for turn in game.turns[:made] if game.mode.shares_history or turn.seat == seat]
    left = [*match.paths[seat][: len(turns) + 1]]
    return [*left[:-1], 0] if turns and turns[-1].feedback.bulls == game.variant.length else left


def _skill(match: Match, seat: Seat, texts: Texts) -> tuple[Html, Html]:
    """How well they played, and how lucky they were, each by itself."""
    played = match.reviews[seat]
    luck = fortune_line(fortune_of(played.luck), texts) or texts.html("both.usual")
    return texts.html("review.accuracy", accuracy=round(played.accuracy)), luck


def _moment(match: Match, moment: Moment | None, texts: Texts) -> list[Html]:
    if moment is None:
        return [texts.html("both.even")]
    game, names = match.game, [name_of(match, seat, texts) for seat in match.game.seats]
    leader, mover = names[moment.leader], game.turns[moment.made - 1].seat
    if not moment.made:
        return [texts.html("both.at-end", name=leader)]
    paths = [_path(match, seat, moment.made) for seat in game.seats]
    guess = {"name": names[mover], "number": len(paths[mover]) - 1}
    if moment.made == len(game.turns):
        return [texts.html("both.last", **guess)]
    left = [str(path[-1] or "✓") for path in paths]
    told = left[:1] if game.mode.shares_history else map(" —\N{NO-BREAK SPACE}".join, zip(names, left, strict=True))
    return [texts.html("both.moment", **guess, left=", ".join(told)), texts.html("both.ahead", name=leader)]


def without_names(match: Match, texts: Texts) -> Match:
    """The match in which the two are called by letters."""
    for seat, key in enumerate(LETTERS):
        nobody = replace(match.sitters[seat], person=seat + 1, name=texts.plain(key))
        match = match.with_sitter(Seat(seat), nobody)
    return match


def _picture(match: Match, outcome: Outcome, texts: Texts) -> Picture:
    match, moment = without_names(match, texts), deciding_moment(match.game, match.paths)
    paths, said = [], [headline(match, outcome, texts)]
    for seat, letter in zip(match.game.seats, map(texts.plain, LETTERS), strict=True):
        paths.append([letter, _path(match, seat), len(_path(match, seat, moment.made if moment else 0)) - 1])
        said.append(Html(f"{letter}: {dotted(*map(drawn, _skill(match, seat, texts)))}"))
    given = {
        "title": dotted(drawn(texts.plain("button.both")), variant_name(match.game.variant, texts)),
        "left": texts.plain("reviewed.left"),
        "paths": paths,
        "said": [*map(drawn, (*said, *_moment(match, moment, texts)))],
    }
    return Picture("both", json.dumps(given, ensure_ascii=False))


# Presses of the two, and the link that one of them makes.


def press_both(actor: Actor) -> Decision[Match]:
    """Show both sides to one of the two, as a message of its own."""
    match, texts = actor.match, actor.texts
    actor.request.needs(match.paths)
    buttons = GameButtons(texts, match.id, match.turn_of(actor.seat))
    share = () if actor.rival.person == LEFT else rows(buttons.on("button.share", OnMatch.PUBLISH))
    screen = both_screen(match, texts, share)
    return Decision(match, changed=False, shows=False, beside=((f"both:{match.id}", screen),))


def press_publish(actor: Actor) -> Decision[Match]:
    """Let whoever has the link see both sides, and offer it."""
    match, texts = actor.match, actor.texts
    actor.request.needs(actor.rival.person != LEFT)
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
    if match is None or not (match.published and match.paths):
        return False
    if Feature.REVIEWS in request.access.off:
        request.tell(request.texts.html("note.switched-off-now"))
        return True
    people = [sitter.person for sitter in match.sitters]
    if LEFT in people:
        return False
    if person not in people:
        relations = await work.of(Reach).relations(person, people)
        if not all(may(Contact.WATCH, relation) for relation in relations.values()):
            return False
        if not all([(await work.preferences(each)).watchable for each in people]):
            match = without_names(match, request.texts)
    request.show_menu(both_screen(match, request.texts, rows(go(request.texts, "menu.play", OnMenu.PLAY))))
    return True
