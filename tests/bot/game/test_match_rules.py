"""The rules of games for two, position by position."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.model import HIDDEN, Game, Outcome, Phase, Seat, Termination, seen_by
from bot.game.notation import game_at, position
from bot.game.rules import Abort, Agree, Guess, IllegalMove, Leave, Move, Reason, SetSecret, apply, with_first
from tests.bot.strategies import matched_games

ONE, OTHER = Seat(0), Seat(1)
SOLVED, RESIGNED, TIMED_OUT = Termination.SOLVED, Termination.RESIGNED, Termination.TIMED_OUT


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("duel classic - - first 0 |", None),
        ("duel classic 0123 4567 first 0 | 0:0123", None),
        ("duel classic 0123 4567 first 0 | 0:0123 1:8901", Outcome(SOLVED, ONE)),
        ("duel classic 0123 4567 first 0 | 0:0123 1:4567", Outcome(SOLVED, None)),
        ("duel classic 0123 4567 first 0 | 0:8901 1:4567", Outcome(SOLVED, OTHER)),
        ("duel classic 0123 4567 first 1 | 1:8901 0:0123", Outcome(SOLVED, ONE)),
        ("duel classic 0123 4567 first 1 | 1:4567", None),
        ("duel classic 0123 4567 first 1 | 1:8901 | timed-out 0", Outcome(TIMED_OUT, OTHER)),
        ("duel classic 0123 - first 0 | | aborted", Outcome(Termination.ABORTED, None)),
        ("duel classic 0123 4567 first 0 | 0:8901 1:8901 | agreed", Outcome(Termination.AGREED, None)),
        ("sudden classic 0123 4567 first 0 | 0:0123", Outcome(SOLVED, ONE)),
        ("sudden classic 0123 4567 first 1 | 1:0123 0:4567", None),
        ("volley classic 0123 first 1 | 1:4567 0:0123", Outcome(SOLVED, ONE)),
        ("volley classic 0123 first 1 | 1:0123", Outcome(SOLVED, OTHER)),
        ("race classic 0123 | 0:0123@5.0", Outcome(SOLVED, ONE)),
        ("race classic 0123 | 0:4567@5.0 0:0123@7.0", None),
        ("race classic 0123 | 0:4567@5.0 0:0123@7.0 1:8901@8.0", Outcome(SOLVED, ONE)),
        ("race classic 0123 | 0:4567@5.0 0:0123@7.0 1:0123@60.0", Outcome(SOLVED, OTHER)),
        ("race classic 0123 | 0:4567@5.0 0:8901@6.0 0:0123@7.0 1:4567@8.0 1:8901@9.0", Outcome(SOLVED, ONE)),
        ("race classic 0123 | 0:4567@5.0 | resigned 0", Outcome(RESIGNED, OTHER)),
    ],
)
def test_a_position_says_who_has_won(line: str, outcome: Outcome | None) -> None:
    assert game_at(line).outcome == outcome


@pytest.mark.parametrize(
    ("line", "to_move", "may_guess"),
    [
        ("duel classic 0123 - first 0 |", None, []),
        ("duel classic 0123 4567 first 1 |", OTHER, [OTHER]),
        ("duel classic 0123 4567 first 1 | 1:8901", ONE, [ONE]),
        ("duel classic 0123 4567 first 1 | 1:4567", ONE, [ONE]),
        ("sudden classic 0123 4567 first 0 | 0:0123", None, []),
        ("volley classic 0123 first 0 | 0:4567", OTHER, [OTHER]),
        ("race classic 0123 |", None, [ONE, OTHER]),
        ("race classic 0123 | 0:4567@1.0 0:0123@2.0", None, [OTHER]),
    ],
)
def test_a_position_says_who_may_guess(line: str, to_move: Seat | None, may_guess: list[Seat]) -> None:
    game = game_at(line)
    assert game.to_move == to_move
    assert [seat for seat in game.seats if game.may_guess(seat)] == may_guess


@pytest.mark.parametrize(
    ("line", "move", "reason"),
    [
        ("duel classic - 4567 first 0 |", Guess(ONE, (8, 9, 0, 1)), Reason.SECRETS_FIRST),
        ("duel classic - 4567 first 0 |", SetSecret(ONE, (8, 9, 0, 1)), Reason.KEPT_ALREADY),
        ("duel classic 0123 4567 first 0 |", Guess(OTHER, (8, 9, 0, 1)), Reason.NOT_YOUR_TURN),
        ("duel classic 0123 4567 first 0 | 0:0123", Guess(ONE, (8, 9, 0, 1)), Reason.SOLVED_ALREADY),
        ("duel classic 0123 4567 first 0 | 0:8901 1:8901", Abort(OTHER), Reason.TOO_LATE_TO_ABORT),
        ("duel classic 0123 4567 first 0 | 0:8901", Abort(ONE), Reason.TOO_LATE_TO_ABORT),
        ("duel classic 0123 4567 first 0 | 0:8901", Abort(OTHER), Reason.TOO_LATE_TO_ABORT),
        ("race classic 0123 | 0:4567@1.0", Abort(ONE), Reason.TOO_LATE_TO_ABORT),
        ("race classic 0123 | 0:4567@1.0", Abort(OTHER), Reason.TOO_LATE_TO_ABORT),
        ("race classic 0123 | 0:4567@1.0 0:0123@2.0", Leave(ONE), Reason.SOLVED_ALREADY),
        ("duel classic 0123 4567 first 0 | 0:0123", Leave(ONE), Reason.SOLVED_ALREADY),
        ("race classic 0123 | 0:4567@1.0 0:0123@2.0", Abort(OTHER), Reason.TOO_LATE_TO_ABORT),
        ("duel classic 0123 4567 first 0 | 0:8901 1:8901", Guess(ONE, (8, 9, 0, 1)), Reason.ASKED_BEFORE),
        ("volley classic 0123 first 0 | 0:8901", Guess(OTHER, (8, 9, 0, 1)), Reason.ASKED_BEFORE),
        ("race classic 0123 | 0:4567@1.0 0:0123@2.0", Guess(ONE, (8, 9, 0, 1)), Reason.SOLVED_ALREADY),
        ("sudden classic 0123 4567 first 0 | 0:0123", Agree(OTHER), Reason.GAME_OVER),
    ],
)
def test_what_cannot_be_done_is_refused_by_name(line: str, move: Move, reason: Reason) -> None:
    with pytest.raises(IllegalMove) as refusal:
        apply(game_at(line), move)
    assert refusal.value.reason is reason


def test_the_same_guess_may_be_asked_of_either_secret() -> None:
    game = apply(game_at("duel classic 0123 4567 first 0 | 0:8901"), Guess(OTHER, (8, 9, 0, 1))).game
    assert position(game) == "duel classic 0123 4567 first 0 | 0:8901 1:8901"


def test_the_bot_keeps_the_secret_of_a_race() -> None:
    with pytest.raises(ValueError, match="the bot keeps the secret"):
        apply(game_at("race classic 0123 |"), SetSecret(ONE, (0, 1, 2, 3)))


def test_who_begins_is_settled_before_the_first_guess() -> None:
    with pytest.raises(ValueError, match="begun"):
        with_first(game_at("volley classic 0123 first 0 | 0:4567"), OTHER)


@given(matched_games(), st.sampled_from([None, ONE, OTHER]))
def test_a_looker_sees_their_own_doings_and_no_others_secrets(game: Game, looker: Seat | None) -> None:
    seen = seen_by(game, looker)
    if game.phase is Phase.OVER:
        assert seen == game
        return
    for breaker, (secret, shown) in enumerate(zip(game.secrets, seen.secrets, strict=True)):
        own = game.mode.own_secrets and looker == 1 - breaker
        assert shown == (secret if own or secret is None else HIDDEN)
    for turn, shown_turn in zip(game.turns, seen.turns, strict=True):
        hidden = game.mode.name == "race" and turn.seat != looker
        assert shown_turn.guess == (HIDDEN if hidden else turn.guess)
        assert (shown_turn.seat, shown_turn.feedback, shown_turn.at) == (turn.seat, turn.feedback, turn.at)


@given(matched_games())
def test_a_game_for_two_is_one_line_of_text(game: Game) -> None:
    assert game_at(position(game)) == game
