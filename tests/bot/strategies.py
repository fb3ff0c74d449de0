"""What the tests of the bot's parts share: games, tables, matches and challenges at random."""

import string
from collections.abc import Sequence
from functools import cache, reduce

from hypothesis import strategies as st

from bot.app.contests.model import Target
from bot.app.duels.model import Challenge, ChallengeState
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.match.model import Match, Played, Sitter
from bot.app.messages import Chat, Inline
from bot.app.model.hints import BoardPage, Hint, HintKind, Mark, notes_after_place
from bot.app.model.options import Help
from bot.app.model.terms import CLOCKS, Terms
from bot.game.leaving import Way
from bot.game.model import MODES, Game, Phase, Seat
from bot.game.rules import Guess, Leave, Move, apply, end_by
from solver.variant import VARIANTS, Variant
from tests.solver.games import codes, secrets_of

ALONE = Seat(0)
VARIANT = st.sampled_from(list(VARIANTS.values()))
PRIVATE, GROUP = Chat(1001), Chat(-1002, 7)
CHAT = st.sampled_from([PRIVATE, GROUP])
FOR_TWO = [name for name, mode in MODES.items() if mode.seats == 2]
NAMES = st.text(max_size=64)
TABLE_IDS = st.text("0123456789abcdef", min_size=16, max_size=16)
TOKENS = st.text(string.ascii_letters + string.digits + "-_", min_size=22, max_size=22)
FLOATS = st.floats(0, 4e9, allow_nan=False)
HEX = st.text("0123456789abcdef", min_size=32, max_size=32)


def guessed(game: Game, *guesses: str) -> Game:
    for guess in guesses:
        game = apply(game, Guess(ALONE, game.variant.parse(guess), knowingly=True)).game
    return game


@st.composite
def games(draw: st.DrawFn, *, variants: st.SearchStrategy[Variant] = VARIANT, most: int = 8) -> Game:
    variant = draw(variants)
    secret = draw(codes(variant))
    game = Game(variant, MODES["solo"], (secret,))
    for code in draw(st.lists(codes(variant), max_size=most)):
        if game.phase is Phase.PLAYING:
            game = apply(game, Guess(ALONE, code, knowingly=True)).game
    if game.phase is Phase.PLAYING:
        last = draw(st.sampled_from([None, Guess(ALONE, secret, knowingly=True), Leave(ALONE)]))
        game = apply(game, last).game if last else game
    return game


@st.composite
def matched_games(
    draw: st.DrawFn,
    *,
    variants: st.SearchStrategy[Variant] = VARIANT,
    modes: Sequence[str] = FOR_TWO,
    most: int = 8,
    ends: bool = True,
) -> Game:
    """A game for two that was played by the rules for a while or, if it `ends`, perhaps to its end."""
    variant, mode = draw(variants), MODES[draw(st.sampled_from(modes))]
    guess, secret = codes(variant), secrets_of(variant)
    own = mode.own_secrets
    secrets = (draw(st.none() | secret), draw(st.none() | secret)) if own else (draw(secret),)
    game = Game(variant, mode, secrets, Seat(draw(st.sampled_from([0, 1]))) if mode.in_turn else Seat(0))
    for number in range(draw(st.integers(0, most))):
        able = [seat for seat in game.seats if game.may_guess(seat)]
        if able:
            seat = draw(st.sampled_from(able))
            at = 0.0 if mode.in_turn else float(number)
            after = apply(game, Guess(seat, draw(guess), knowingly=True, at=at)).game
            game = after if ends or after.phase is not Phase.OVER else game
    return draw(st.sampled_from(_ends(game))) if ends else game


def _ends(game: Game) -> list[Game]:
    """The game as it is, and after each move that ends it at once."""
    if game.phase is Phase.OVER:
        return [game]
    moves: list[Move] = [move for seat in game.seats for way in Way if (move := end_by(game, seat, way)) is not None]
    moves += [
        Guess(seat, secret, knowingly=True)
        for seat in game.seats
        if game.may_guess(seat) and (secret := game.secret_for(seat))
    ]
    return [game, *(apply(game, move).game for move in moves)]


@cache
def hints(variant: Variant) -> st.SearchStrategy[Hint]:
    asked = st.lists(st.sampled_from(HintKind), unique=True).map(tuple)
    return st.builds(Hint, asked, st.none() | codes(variant), st.sampled_from(BoardPage), st.booleans())


@cache
def notes(variant: Variant) -> st.SearchStrategy[str]:
    symbols = len(variant.alphabet)
    marked = st.text("".join(mark.value for mark in Mark), max_size=symbols).map(lambda text: text.rstrip("."))
    taps = st.lists(st.tuples(st.integers(0, symbols - 1), st.integers(0, variant.length - 1)), max_size=20)
    return st.builds(
        lambda text, places: reduce(lambda noted, tap: notes_after_place(noted, tap[0], tap[1], symbols), places, text),
        marked,
        taps,
    )


@st.composite
def tables(draw: st.DrawFn, *, chats: st.SearchStrategy[Chat] = CHAT, most: int = 8) -> Alone:
    game = draw(games(most=most))
    opened = draw(FLOATS)
    over = game.phase is Phase.OVER
    return Alone(
        id=draw(TABLE_IDS),
        chat=draw(chats),
        game=game,
        starter=draw(st.integers(1, 2**52)),
        salt=draw(st.text("0123456789abcdef", min_size=32, max_size=32)),
        opened_at=opened,
        ended_at=opened + draw(st.integers(0, 10**7)) if over else None,
        guessed_by=tuple(draw(NAMES) for _ in game.turns),
        hint=None if over else draw(st.none() | hints(game.variant)),
        notes=() if over else draw(st.just(()) | notes(game.variant).map(lambda noted: ((5, noted),))),
        suggestions=draw(st.integers(0, 200)),
        keypad=draw(st.booleans()),
        proof=draw(st.booleans()),
        asked_again=draw(st.none() | codes(game.variant)),
        resigning=tuple(draw(st.lists(st.integers(1, 2**52), max_size=2))),
        guessers=() if over else tuple(draw(st.lists(st.integers(1, 2**52), max_size=2))),
        asks_to_resign=draw(st.booleans()),
        target=draw(st.none() | st.builds(Target, TOKENS, NAMES, st.integers(1, 99), st.booleans())),
        help=draw(st.sampled_from(Help)),
    )


PEOPLE = st.integers(1, 2**52)
CARDS = st.none() | CHAT | st.builds(Inline, st.text(min_size=1, max_size=40))
PLAYED = st.builds(Played, st.floats(1, 100), st.floats(-9, 9))
TERMS = st.builds(
    Terms, st.sampled_from([*MODES]), st.sampled_from([*VARIANTS]), st.sampled_from([*CLOCKS]), st.booleans()
)


@st.composite
def sitters(draw: st.DrawFn, variant: Variant) -> Sitter:
    """Somebody in a seat, with whatever their screen may have to show."""
    return Sitter(
        person=draw(PEOPLE),
        name=draw(NAMES),
        chat=draw(st.none() | PEOPLE),
        deadline=draw(st.none() | FLOATS),
        since=draw(FLOATS),
        awaited=draw(st.integers(0, 20)),
        wound_in=draw(st.integers(0, 20)),
        keypad=draw(st.booleans()),
        asked_again=draw(st.none() | codes(variant)),
        asking=draw(st.sampled_from(["", "resign", "abort"])),
        offers=draw(st.sampled_from(["", "draw", "call-off"])),
        rematch_asked=draw(st.none() | FLOATS),
        declines_rematch=draw(st.booleans()),
        aborted=draw(st.sampled_from(["", "wish", "time", "gone", "call-off"])),
        proof=draw(st.booleans()),
        allows_hints=draw(st.booleans()),
        hint=draw(st.none() | hints(variant)),
        notes=draw(notes(variant)),
        hints=draw(st.integers(0, 9)),
    )


@st.composite
def matches(draw: st.DrawFn, games: st.SearchStrategy[Game] | None = None) -> Match:
    game = draw(matched_games() if games is None else games)
    over = game.phase is Phase.OVER
    return Match(
        id=draw(TABLE_IDS),
        game=game,
        clock=draw(st.sampled_from([*CLOCKS])),
        rated=draw(st.booleans()),
        sitters=(draw(sitters(game.variant)), draw(sitters(game.variant))),
        salts=tuple(draw(HEX) for _ in game.secrets),
        starter=draw(PEOPLE),
        salt=draw(st.just("") | HEX),
        opened_at=draw(FLOATS),
        began_at=None if None in game.secrets else draw(FLOATS),
        ended_at=draw(FLOATS) if over else None,
        friends=draw(st.booleans()),
        card=draw(CARDS),
        on_card=draw(st.booleans()),
        changes=((draw(FLOATS), draw(FLOATS)), (draw(FLOATS), draw(FLOATS))) if over and draw(st.booleans()) else (),
        unrated_because=draw(st.sampled_from(["", "often"])) if over else "",
        rematch=draw(st.just("") | TABLE_IDS) if over else "",
        reviews=(draw(PLAYED), draw(PLAYED)) if over and draw(st.booleans()) else (),
    )


def challenges() -> st.SearchStrategy[Challenge]:
    return st.builds(
        Challenge,
        token=TOKENS,
        terms=TERMS,
        person=PEOPLE,
        name=NAMES,
        made_at=FLOATS,
        expires_at=FLOATS,
        to=st.none() | PEOPLE,
        to_name=NAMES,
        card=CARDS,
        seed=st.just("") | HEX,
        state=st.sampled_from(ChallengeState),
        match=st.just("") | TABLE_IDS,
        watched=st.booleans(),
        consents=st.lists(PEOPLE, max_size=2).map(tuple),
        revision=st.just(0),
    )
