"""Games at random: in which the bot breaks a person's secret, and with several codes; what all have is `began`."""

from typing import Any

from hypothesis import strategies as st

from bot.app.kinds.keeper.model import Breaker, Keeper
from bot.app.kinds.several.model import Several
from bot.app.messages import Chat
from bot.app.model.options import LEVELS
from bot.game.model import MODES, Game, Phase
from bot.game.rules import Guess, Leave, Reply, apply
from solver.feedback import possible_feedback
from tests.bot.strategies import ALONE, CHAT, FLOATS, HEX, NAMES, PEOPLE, TABLE_IDS, VARIANT
from tests.solver.games import codes, secrets_of

AT_ONCE = [mode for mode in MODES.values() if mode.codes > 1]


def began(draw: st.DrawFn, game: Game, chat: Chat) -> dict[str, Any]:
    """What a board has besides what its kind adds, as it may come to stand in the database."""
    opened, over = draw(FLOATS), game.phase is Phase.OVER
    ended = opened + draw(st.integers(0, 10**7)) if over else None
    header = {"id": draw(TABLE_IDS), "chat": chat, "starter": draw(PEOPLE), "salt": draw(HEX), "game": game}
    flags = {name: draw(st.booleans()) for name in ("keypad", "proof", "asks_to_resign")}
    return header | flags | {"opened_at": opened, "ended_at": ended}


def at_board(draw: st.DrawFn, game: Game) -> dict[str, Any]:
    """What a board of one secret or several has between its moves."""
    resigning = tuple(draw(st.lists(PEOPLE, max_size=2)))
    return {"asked_again": draw(st.none() | codes(game.variant)), "resigning": resigning}


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
    flags: dict[str, Any] = {name: draw(st.booleans()) for name in ("thinks_aloud", "picks", "stopping", "corrected")}
    level, seed = draw(st.sampled_from(sorted(LEVELS))), draw(st.text("0123456789", max_size=12))
    asks, secret = draw(st.tuples(*[st.none() | codes(game.variant)] * 2))
    fixing = draw(st.sampled_from([None, *range(len(game.turns))]))
    return Breaker(level=level, seed=seed, asks=asks, secret=secret, fixing=fixing, **flags)


@st.composite
def keeper_games(draw: st.DrawFn) -> Keeper:
    """Such a game as it may come to stand in the database."""
    game = draw(games_without_secret())
    return Keeper(**began(draw, game, draw(CHAT)), **at_board(draw, game), breaker=draw(breakers(game)))


@st.composite
def games_at_once(draw: st.DrawFn) -> Game:
    """A game with several codes that was played for a while or to its end; secrets are guessed now and then."""
    variant, mode = draw(VARIANT), draw(st.sampled_from(AT_ONCE))
    secrets = tuple(draw(st.lists(secrets_of(variant), min_size=mode.codes, max_size=mode.codes)))
    game = Game(variant, mode, secrets)
    for code in draw(st.lists(codes(variant) | st.sampled_from(secrets), max_size=8)):
        if game.phase is Phase.PLAYING:
            game = apply(game, Guess(ALONE, code, knowingly=True)).game
    if game.phase is Phase.PLAYING and draw(st.booleans()):
        return apply(game, Leave(ALONE)).game
    return game


@st.composite
def several_tables(draw: st.DrawFn) -> Several:
    """One as it may come to stand in the database."""
    game, chat = draw(games_at_once()), draw(CHAT)
    guess = chat.is_group and game.phase is not Phase.OVER
    return Several(
        **began(draw, game, chat),
        **at_board(draw, game),
        guessed_by=tuple(draw(NAMES) for _ in game.turns),
        guessers=tuple(draw(st.lists(PEOPLE, max_size=2))) if guess else (),
        advised=draw(st.booleans()),
        suggestions=draw(st.integers(0, 9)),
    )
