"""Games in which the bot breaks a person's secret, at random."""

from hypothesis import strategies as st

from bot.app.kinds.keeper.model import Breaker, Keeper
from bot.app.model.options import LEVELS
from bot.game.model import MODES, Game, Phase
from bot.game.rules import Reply, apply
from solver.feedback import possible_feedback
from tests.bot.strategies import ALONE, CHAT, FLOATS, HEX, TABLE_IDS, VARIANT
from tests.solver.games import codes


@st.composite
def games_without_secret(draw: st.DrawFn) -> Game:
    """A game whose secret only a person knows, after some replies, right or wrong."""
    variant = draw(VARIANT)
    replies = st.lists(st.tuples(codes(variant), st.sampled_from(possible_feedback(variant))), max_size=8)
    game = Game(variant, MODES["think"], ())
    for code, feedback in draw(replies):
        if game.phase is Phase.PLAYING:
            game = apply(game, Reply(ALONE, code, feedback, knowingly=True)).game
    return game


@st.composite
def breakers(draw: st.DrawFn, game: Game) -> Breaker:
    """How the bot may be breaking that."""
    code = st.none() | codes(game.variant)
    return Breaker(
        level=draw(st.sampled_from(sorted(LEVELS))),
        seed=draw(st.text("0123456789", max_size=12)),
        asks=draw(code),
        thinks_aloud=draw(st.booleans()),
        fixing=draw(st.sampled_from([None, *range(len(game.turns))])),
        picks=draw(st.booleans()),
        stopping=draw(st.booleans()),
        secret=draw(code),
        corrected=draw(st.booleans()),
    )


@st.composite
def keeper_games(draw: st.DrawFn) -> Keeper:
    """Such a game as it may come to stand in the database."""
    game, opened = draw(games_without_secret()), draw(FLOATS)
    return Keeper(
        id=draw(TABLE_IDS),
        chat=draw(CHAT),
        game=game,
        starter=draw(st.integers(1, 2**52)),
        salt=draw(HEX),
        opened_at=opened,
        ended_at=opened + draw(st.integers(0, 10**7)) if game.phase is Phase.OVER else None,
        keypad=draw(st.booleans()),
        proof=draw(st.booleans()),
        asked_again=draw(st.none() | codes(game.variant)),
        resigning=tuple(draw(st.lists(st.integers(1, 2**52), max_size=2))),
        asks_to_resign=draw(st.booleans()),
        breaker=draw(breakers(game)),
    )
