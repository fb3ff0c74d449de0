"""Games in which each has a seat, at random."""

from dataclasses import replace

from hypothesis import strategies as st

from bot.app.kinds.group.model import Group, GroupSeats, Member
from bot.app.messages import Chat
from bot.app.model.ratings import Score
from bot.game.model import MODES, Game, Phase, Seat
from bot.game.rules import Guess, Join, Leave, Move, SetSecret, apply
from solver.variant import Variant
from tests.bot.solo.drawn_games import began
from tests.bot.strategies import FLOATS, GROUP, NAMES, PEOPLE, PRIVATE, VARIANT
from tests.solver.games import codes

WAYS = st.sampled_from([(PRIVATE, "circle"), (PRIVATE, "duel"), (GROUP, "circle"), (GROUP, "party")])


@st.composite
def games_of_several(draw: st.DrawFn, mode: str, variant: Variant, most: int = 8) -> Game:
    """A game of that mode, as far as it may have come."""
    own = MODES[mode].own_secrets
    game = Game(variant, MODES[mode], (None, None) if own else (draw(codes(variant)),))
    if own:
        for seat in range(draw(st.integers(0, 2))):
            game = apply(game, SetSecret(Seat(seat), draw(codes(variant)))).game
    else:
        for seat in range(1, draw(st.integers(1, 4))):
            game = apply(game, Join(Seat(seat))).game
    for _ in range(draw(st.integers(0, most))):
        if game.phase is Phase.PLAYING:
            game = apply(game, draw(_moves(game, variant))).game
    return game


@st.composite
def _moves(draw: st.DrawFn, game: Game, variant: Variant) -> Move:
    seat = draw(st.sampled_from([seat for seat in game.seats if game.may_guess(seat)]))
    if draw(st.integers(0, 9)) == 0:
        return Leave(seat)
    secret = game.secret_for(seat)
    code = secret if secret and draw(st.integers(0, 5)) == 0 else draw(codes(variant))
    return Guess(seat, code, knowingly=True)


@st.composite
def group_games(draw: st.DrawFn, *, names: st.SearchStrategy[str] = NAMES, most: int = 8) -> Group:
    """A game of several as it may come to stand in the database."""
    chat, mode = draw(WAYS)
    return draw(_tables(chat, draw(games_of_several(mode, draw(VARIANT), most)), names))


@st.composite
def games_without_a_secret(draw: st.DrawFn) -> Group:
    """A game in which one or both of two have still to keep a secret."""
    variant = draw(VARIANT)
    game = Game(variant, MODES["duel"], (None, None))
    if draw(st.booleans()):
        game = apply(game, SetSecret(Seat(0), draw(codes(variant)))).game
    return draw(_tables(PRIVATE, game, NAMES))


@st.composite
def _tables(draw: st.DrawFn, chat: Chat, game: Game, names: st.SearchStrategy[str]) -> Group:
    table = Group(**began(draw, game, chat), seats=draw(_seats(chat, game, names)))
    asks = table.asks_to_resign and game.phase is not Phase.OVER
    return replace(table, asks_to_resign=asks, guessed_by=tuple(draw(names) for _ in game.turns))


@st.composite
def _seats(draw: st.DrawFn, chat: Chat, game: Game, names: st.SearchStrategy[str]) -> GroupSeats:
    people = PEOPLE if chat.is_group else st.just(0)
    scores = st.builds(Score, people, names, st.integers(0, 9999), st.integers(1, 9999))
    return GroupSeats(
        members=tuple(Member(draw(names), draw(people)) for _ in game.seats),
        since=draw(FLOATS),
        skipping=tuple(draw(st.lists(PEOPLE, max_size=2))),
        holder=draw(st.sampled_from([None, *game.seats])),
        scores=tuple(draw(st.lists(scores, max_size=5))),
    )


@st.composite
def unlike_in_secrets(draw: st.DrawFn) -> tuple[Group, Group]:
    """Two running games, unlike only in the secrets that are kept there."""
    board_game = draw(group_games().filter(lambda board_game: board_game.game.phase is not Phase.OVER))
    game = board_game.game
    secrets = tuple(None if secret is None else draw(codes(game.variant)) for secret in game.secrets)
    return board_game, replace(board_game, game=replace(game, secrets=secrets))
