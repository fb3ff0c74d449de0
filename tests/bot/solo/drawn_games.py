"""Games at random: the bot breaks a person's secret, several codes, a seat for each; what all have is `began`."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from bot.app.kinds.group.model import Group, GroupSeats, Member
from bot.app.kinds.keeper.model import Breaker, Keeper
from bot.app.kinds.several.model import Several
from bot.app.messages import Chat
from bot.app.model.options import LEVELS
from bot.app.ratings.model import Score
from bot.game.model import MODES, Game, Phase, Seat
from bot.game.rules import Guess, Join, Leave, Reply, SetSecret, apply
from solver.feedback import possible_feedback
from solver.variant import Variant
from tests.bot.strategies import ALONE, CHAT, FLOATS, GROUP, HEX, NAMES, PEOPLE, PRIVATE, TABLE_IDS, VARIANT
from tests.solver.games import codes, secrets_of

WAYS = st.sampled_from([(PRIVATE, "circle"), (PRIVATE, "duel"), (GROUP, "circle"), (GROUP, "party")])
AT_ONCE = [mode for mode in MODES.values() if mode.codes > 1]


def began(draw: st.DrawFn, game: Game, chat: Chat) -> dict[str, Any]:
    """What a board has besides what its kind adds, as it may come to stand in the database."""
    opened, over = draw(FLOATS), game.phase is Phase.OVER
    ended = opened + draw(st.integers(0, 10**7)) if over else None
    header = {"id": draw(TABLE_IDS), "chat": chat, "starter": draw(PEOPLE), "salt": draw(HEX), "game": game}
    flags = {name: draw(st.booleans()) for name in ("keypad", "proof", "asks_to_resign")}
    return header | flags | {"opened_at": opened, "ended_at": ended}


def at_board(draw: st.DrawFn, game: Game) -> dict[str, Any]:
    resigning = tuple(draw(st.lists(PEOPLE, max_size=2)))
    return {"asked_again": draw(st.none() | codes(game.variant)), "resigning": resigning}


@st.composite
def keeper_games(draw: st.DrawFn) -> Keeper:
    """One whose secret only a person knows, after some replies, right or wrong."""
    variant = draw(VARIANT)
    game = Game(variant, MODES["think"], ())
    replies = st.lists(st.tuples(codes(variant), st.sampled_from(possible_feedback(variant))), max_size=8)
    for code, feedback in draw(replies):
        if game.phase is Phase.PLAYING:
            game = apply(game, Reply(ALONE, code, feedback, knowingly=True)).game
    flags: dict[str, Any] = {name: draw(st.booleans()) for name in ("thinks_aloud", "picks", "stopping", "corrected")}
    level, seed = draw(st.sampled_from(sorted(LEVELS))), draw(st.text("0123456789", max_size=12))
    asks, secret = draw(st.tuples(*[st.none() | codes(game.variant)] * 2))
    fixing = draw(st.sampled_from([None, *range(len(game.turns))]))
    breaker = Breaker(level=level, seed=seed, asks=asks, secret=secret, fixing=fixing, **flags)
    return Keeper(**began(draw, game, draw(CHAT)), **at_board(draw, game), breaker=breaker)


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


@st.composite
def games_of_several(draw: st.DrawFn, mode: str, variant: Variant, most: int = 8) -> Game:
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
            seat = draw(st.sampled_from([seat for seat in game.seats if game.may_guess(seat)]))
            secret = game.secret_for(seat)
            code = secret if secret and draw(st.integers(0, 5)) == 0 else draw(codes(variant))
            move = Leave(seat) if draw(st.integers(0, 9)) == 0 else Guess(seat, code, knowingly=True)
            game = apply(game, move).game
    return game


@st.composite
def group_games(draw: st.DrawFn, *, names: st.SearchStrategy[str] = NAMES, most: int = 8) -> Group:
    chat, mode = draw(WAYS)
    return draw(_tables(chat, draw(games_of_several(mode, draw(VARIANT), most)), names))


@st.composite
def games_without_a_secret(draw: st.DrawFn) -> Group:
    variant = draw(VARIANT)
    game = Game(variant, MODES["duel"], (None, None))
    if draw(st.booleans()):
        game = apply(game, SetSecret(Seat(0), draw(codes(variant)))).game
    return draw(_tables(PRIVATE, game, NAMES))


@st.composite
def _tables(draw: st.DrawFn, chat: Chat, game: Game, names: st.SearchStrategy[str]) -> Group:
    people = PEOPLE if chat.is_group else st.just(0)
    scores = st.builds(Score, people, names, st.integers(0, 9999), st.integers(1, 9999))
    seats = GroupSeats(
        members=tuple(Member(draw(names), draw(people)) for _ in game.seats),
        since=draw(FLOATS),
        skipping=tuple(draw(st.lists(PEOPLE, max_size=2))),
        holder=draw(st.sampled_from([None, *game.seats])),
        scores=tuple(draw(st.lists(scores, max_size=5))),
    )
    table = Group(**began(draw, game, chat), seats=seats)
    asks = table.asks_to_resign and game.phase is not Phase.OVER
    return replace(table, asks_to_resign=asks, guessed_by=tuple(draw(names) for _ in game.turns))


@st.composite
def unlike_in_secrets(draw: st.DrawFn) -> tuple[Group, Group]:
    """Two running games, unlike only in the secrets that are kept there."""
    board_game = draw(group_games().filter(lambda board_game: board_game.game.phase is not Phase.OVER))
    game = board_game.game
    secrets = tuple(None if secret is None else draw(codes(game.variant)) for secret in game.secrets)
    return board_game, replace(board_game, game=replace(game, secrets=secrets))
