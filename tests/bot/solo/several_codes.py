"""Games with several codes that are broken by the same guesses, at random."""

from hypothesis import strategies as st

from bot.app.kinds.several.model import Several
from bot.game.model import MODES, Game, Phase
from bot.game.rules import Guess, Leave, apply
from tests.bot.strategies import ALONE, CHAT, FLOATS, HEX, NAMES, PEOPLE, TABLE_IDS, VARIANT
from tests.solver.games import codes, secrets_of

AT_ONCE = [mode for mode in MODES.values() if mode.codes > 1]


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
    game, opened, chat = draw(games_at_once()), draw(FLOATS), draw(CHAT)
    is_over = game.phase is Phase.OVER
    return Several(
        id=draw(TABLE_IDS),
        chat=chat,
        game=game,
        starter=draw(PEOPLE),
        salt=draw(HEX),
        opened_at=opened,
        ended_at=opened + 5 if is_over else None,
        keypad=draw(st.booleans()),
        proof=draw(st.booleans()),
        guessed_by=tuple(draw(NAMES) for _ in game.turns),
        asked_again=draw(st.none() | codes(game.variant)),
        resigning=tuple(draw(st.lists(PEOPLE, max_size=2))),
        guessers=tuple(draw(st.lists(PEOPLE, max_size=2))) if chat.is_group and not is_over else (),
        asks_to_resign=draw(st.booleans()),
        advised=draw(st.booleans()),
        suggestions=draw(st.integers(0, 9)),
    )
