"""The rules, line by line: how a position stands, what a move leads to there, and what leaving costs."""

import re
from contextlib import suppress
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game import model, rules
from bot.game.leaving import COSTS, Begun, Cost, Way, begun, cost_of, is_free
from bot.game.model import HIDDEN, MODES, Game, GameOver, GuessAnswered, Outcome, Phase, Seat, Termination, seen_by
from bot.game.notation import game_at, position
from bot.game.rules import Abort, Agree, Amend, Guess, IllegalMove, Leave, Move, Reason, Reply, apply, end_by
from solver.feedback import Feedback, feedback_for, is_consistent
from solver.variant import VARIANTS
from tests.bot.solo.drawn_games import games_at_once
from tests.bot.strategies import ALONE, FOR_TWO, games, matched_games
from tests.solver.games import codes

SOLVED, RESIGNED = Outcome(Termination.SOLVED, ALONE), Outcome(Termination.RESIGNED, None)
MOVE = re.compile(
    r"(?P<seat>-?\d):(?P<code>\d+)(?:=(?P<bulls>\d)B(?P<cows>\d)C)?(?P<knowingly>!?)"
    r"|(?P<who>\d+) (?P<does>keeps|amends|leaves|agrees|aborts|joins) ?(?P<what>.*)"
)
STANDS = """
solo classic 0834 | 0483 0483 → to guess: 0
solo classic 0834 | 0483 0834 → solved 0
solo classic 0834 | 0834 → solved 0
solo classic 0834 | | resigned 0 → resigned
solo three 012 | 012 → solved 0
think classic | 0123=1B2C 0214=4B0C → solved 0
duel classic - - first 0 | → to guess:
duel classic 0123 - first 0 | → to guess:
duel classic 0123 4567 first 1 | → to guess: 1
duel classic 0123 4567 first 1 | 1:8901 → to guess: 0
duel classic 0123 4567 first 0 | 0:0123 → to guess: 1
duel classic 0123 4567 first 0 | 0:0123 1:8901 → solved 0
duel classic 0123 4567 first 0 | 0:0123 1:4567 → solved
duel classic 0123 4567 first 0 | 0:8901 1:4567 → solved 1
duel classic 0123 4567 first 1 | 1:8901 0:0123 → solved 0
duel classic 0123 4567 first 1 | 1:4567 → to guess: 0
duel classic 0123 4567 first 1 | 1:8901 | timed-out 0 → timed-out 1
duel classic 0123 - first 0 | | aborted → aborted
duel classic 0123 4567 first 0 | 0:8901 1:8901 | agreed → agreed
sudden classic 0123 4567 first 0 | 0:0123 → solved 0
sudden classic 0123 4567 first 1 | 1:0123 0:4567 → to guess: 1
volley classic 0123 first 0 | 0:4567 → to guess: 1
volley classic 0123 first 1 | 1:4567 0:0123 → solved 0
volley classic 0123 first 1 | 1:0123 → solved 1
race classic 0123 | → to guess: 0 1
race classic 0123 | 0:0123@5.0 → solved 0
race classic 0123 | 0:4567@5.0 0:0123@7.0 → to guess: 1
race classic 0123 | 0:4567@5.0 0:0123@7.0 1:8901@8.0 → solved 0
race classic 0123 | 0:4567@5.0 0:0123@7.0 1:0123@60.0 → solved 1
race classic 0123 | 0:4567@5.0 0:8901@6.0 0:0123@7.0 1:4567@8.0 1:8901@9.0 → solved 0
race classic 0123 | 0:4567@5.0 | resigned 0 → resigned 1
circle classic 0123 first 1 seats 3 | → to guess: 1
circle classic 0123 first 0 seats 3 | 0:4567 → to guess: 1
circle classic 0123 first 1 seats 3 | 1:4567 2:8901 → to guess: 0
circle classic 0123 first 1 seats 3 | 1:4567 | timed-out 2 → to guess: 0
circle classic 0123 first 0 seats 3 | | resigned 0 | resigned 1 → to guess: 2
circle classic 0123 first 0 seats 1 | 0:4567 → to guess: 0
circle classic 0123 first 0 seats 3 | 0:0123 → solved 0
circle classic 0123 first 0 seats 3 | 0:4567 1:0123 → solved 1
circle classic 0123 first 0 seats 2 | 0:4567 | resigned 1 → to guess: 0
circle classic 0123 first 0 seats 2 | 0:4567 | resigned 1 | resigned 0 → resigned
party classic 0123 seats 3 | 0:4567 | resigned 1 → to guess: 0 2
party classic 0123 seats 2 | 0:4567 0:8901 1:0123 → solved 1
party classic 0123 seats 1 | | resigned 0 → resigned
"""
LEADS = """
solo classic 0834 | 0834 → 0 leaves → game-over
solo classic 0834 | | resigned 0 → 0 leaves → game-over
solo classic 0834 | 0123 → 0:0123=1B1C → ✗ follows from the secret
solo classic 0834 | 0123 → 0 amends 0=1B1C → ✗ no reply was told there
x2 classic 0834 4567 | 0834 → 0:0834 → asked-before
x2 classic 0834 4567 | 0834 → 0:0834! → x2 classic 0834 4567 | 0834 0834
think classic | → 0:0123=1B2C → think classic | 0123=1B2C
think classic | 0123=1B2C → 0:0214=4B0C → think classic | 0123=1B2C 0214=4B0C
think classic | 0123=1B2C → 0:4567 → ✗ whole game
think classic | 0123=1B2C → 0 amends -1=0B0C → ✗ no reply
think classic | 0123=1B2C → 0 amends 1=0B0C → ✗ no reply
duel classic 0123 4567 first 0 | 0:0123 → 0:8901 → solved-already
duel classic 0123 4567 first 0 | 0:0123 → 0 leaves → solved-already
duel classic 0123 4567 first 0 | 0:8901 → 0 aborts → too-late-to-abort
duel classic 0123 4567 first 0 | 0:8901 → 1 aborts → too-late-to-abort
duel classic 0123 4567 first 0 | 0:8901 1:8901 → 1 aborts → too-late-to-abort
duel classic 0123 4567 first 0 | → 2 joins → ✗ sit
duel classic 0834 0123 first 0 | 0:0123 → 0:0123=1B1C → ✗ follows from the secret
duel classic 0834 0123 first 0 | 0:0123 → 0 amends 0=1B1C → ✗ no reply was told there
race classic 0123 | 0:4567@1.0 → 0 aborts → too-late-to-abort
race classic 0123 | 0:4567@1.0 → 1 aborts → too-late-to-abort
race classic 0123 | 0:4567@1.0 0:0123@2.0 → 1 aborts → too-late-to-abort
race classic 0123 | 0:4567@1.0 0:0123@2.0 → 0 leaves → solved-already
race classic 0123 | 0:4567@1.0 0:0123@2.0 → 0:8901 → solved-already
race classic 0123 | → 0 keeps 0123 → ✗ the bot keeps the secret
party classic 0123 seats 1 | 0:4567 → 1 joins → party classic 0123 seats 2 | 0:4567
party classic 0123 seats 2 | → 1 keeps 8901 → ✗ secret
circle classic 0123 first 0 seats 2 | | resigned 1 → 1 joins → circle classic 0123 first 0 seats 2 |
circle classic 0123 first 0 seats 2 | 0:4567 | resigned 0 → 2 joins → \
circle classic 0123 first 0 seats 3 | 0:4567 | resigned 0
circle classic 0123 first 0 seats 20 | → 20 joins → no-seat-left
circle classic 0123 first 0 seats 2 | → 1 joins → ✗ sit
circle classic 0123 first 0 seats 2 | → 3 joins → ✗ sit
circle classic 0123 first 0 seats 2 | | resigned 1 → 1:8901 → ✗ seat
circle classic 0123 first 0 seats 2 | | resigned 1 → 1 leaves → ✗ seat
"""
"""Behind a move the position after it, or why it is refused; `✗`: no button offers it, so it is a bug.

What is tried often stands beside accounts in `test_accounts.py`.
"""
WORDS = st.sampled_from(["solo", "classic", "mini", "0123", "1234", "|", "resigned", "0", "-1", "", "x"])
NONSENSE = (
    "|; solo; solo classic; duel classic 0123 |; solo huge 0123 |; solo classic 012 |; solo classic 0123 | 01x3; "
    "solo classic 0123 | 0122; solo classic 0123 4567 | 0123; solo classic 0123 | | resigned; "
    "solo classic 0123 | | resigned x; solo classic 0123 | | left 0; solo classic 0123 | | resigned 0 | resigned 0; "
    "duel classic 0123 4567 first 0 | | aborted | agreed; circle classic 0123 first 0 |; "
    "circle classic 0123 first 2 seats 2 |; circle classic 0123 first 0 seats 0 |; "
    "circle classic 0123 first 0 seats 21 |; party classic 0123 seats x |; think classic 0123 |; "
    "think classic | 0123; think classic | 0123=1B; think classic | 0123=xBxC; solo classic 0834 | 0123=1B1C; "
    "solo 9x9 012345678 |; x2 classic 0834 |; x4 classic 0834 0123 4567 |; x2 classic 0834 4567 0123 |"
)


def lines(table: str) -> list[str]:
    return table.replace("\\\n", "").strip().split("\n")


def beside_evil(table: str) -> list[str]:
    return lines(table) + [line.replace("think", "evil") for line in lines(table) if line.startswith("think")]


def move_of(text: str, game: Game) -> Move:
    said = MOVE.fullmatch(text)
    assert said is not None, text
    if said["code"]:
        seat, code, knowingly = Seat(int(said["seat"])), game.variant.parse(said["code"]), bool(said["knowingly"])
        told = Feedback(int(said["bulls"]), int(said["cows"])) if said["bulls"] else None
        return Guess(seat, code, knowingly) if told is None else Reply(seat, code, told, knowingly)
    seat = Seat(int(said["who"]))
    if said["does"] == "amends":
        turn, _, reply = said["what"].partition("=")
        return Amend(seat, int(turn), Feedback(int(reply[0]), int(reply[2])))
    if said["does"] == "keeps":
        return rules.SetSecret(seat, game.variant.parse(said["what"]))
    others: list[Move] = [Leave(seat), rules.Agree(seat), rules.Abort(seat), rules.Join(seat)]
    return others[["leaves", "agrees", "aborts", "joins"].index(said["does"])]


def heard(move: Move, after: Game) -> tuple[model.Event, ...]:
    turn = move.turn if isinstance(move, Amend) else -1
    answered = (GuessAnswered(after.turns[turn]),) if isinstance(move, Guess | Reply | Amend) else ()
    return (*answered, *([GameOver(after.outcome)] if after.outcome else []))


@pytest.mark.parametrize("line", beside_evil(STANDS))
def test_a_position_says_who_may_guess_or_how_it_ended(line: str) -> None:
    written, _, stands = line.partition(" → ")
    game = game_at(written)
    able = [seat for seat in game.seats if game.may_guess(seat)]
    assert game.to_move == (able[0] if able and game.mode.in_turn else None)
    if (outcome := game.outcome) is None:
        assert stands == " ".join(["to guess:", *map(str, able)])
    else:
        winner = "" if outcome.winner is None else f" {outcome.winner}"
        assert (f"{outcome.termination.value}{winner}", able) == (stands, [])


@pytest.mark.parametrize("line", beside_evil(LEADS))
def test_a_move_leads_to_a_position_or_is_refused_by_name(line: str) -> None:
    before, moved, after = line.split(" → ")
    game = game_at(before)
    move = move_of(moved, game)
    if after.startswith("✗"):
        with pytest.raises(ValueError, match=after.removeprefix("✗ ")):
            apply(game, move)
    elif "|" in after:
        step = apply(game, move)
        assert (position(step.game), step.events) == (after, heard(move, step.game))
    else:
        with pytest.raises(IllegalMove) as refusal:
            apply(game, move)
        assert refusal.value.reason is Reason(after)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_game_in_every_variant_goes_to_its_end_and_only_who_sits_there_moves(name: str) -> None:
    variant = VARIANTS[name]
    secret, other, *_ = variant.codes()
    head, written, wrong = f"solo {name} {variant.format(secret)} |", variant.format(secret), variant.format(other)
    begun = game_at(head)
    step = apply(begun, Guess(ALONE, other))
    assert (position(step.game), step.events) == (f"{head} {wrong}", (GuessAnswered(step.game.turns[0]),))
    end = apply(step.game, Guess(ALONE, secret))
    assert position(end.game) == f"{head} {wrong} {written}"
    assert end.events == (GuessAnswered(end.game.turns[1]), GameOver(SOLVED))
    left = apply(begun, Leave(ALONE))
    assert (position(left.game), left.events) == (f"{head}  | resigned 0", (GameOver(RESIGNED),))
    for seat in (-1, 1, 2):
        with pytest.raises(ValueError, match="seat"):
            apply(begun, Guess(Seat(seat), secret))


def test_a_game_without_its_secret_cannot_go_on() -> None:
    with pytest.raises(ValueError, match="whole game"):
        apply(seen_by(game_at("solo classic 0834 |"), None), Guess(ALONE, (0, 1, 2, 3)))


def test_who_begins_is_settled_before_the_first_guess() -> None:
    with pytest.raises(ValueError, match="begun"):
        rules.with_first(game_at("volley classic 0123 first 0 | 0:4567"), Seat(1))


# Any game alone
@given(games(), st.data())
def test_a_move_never_changes_the_game_it_was_given(game: Game, data: st.DataObject) -> None:
    before, written = replace(game), position(game)
    moves: list[Move] = [Guess(ALONE, data.draw(codes(game.variant))), Leave(ALONE)]
    with suppress(IllegalMove):
        assert apply(game, data.draw(st.sampled_from(moves))).game != game
    assert (game, position(game)) == (before, written)


@given(games())
def test_a_breaker_sees_the_secret_only_when_the_game_is_over_nor_is_it_written_down(game: Game) -> None:
    seen = seen_by(game, None)
    assert (seen.secret == HIDDEN, replace(seen, secrets=game.secrets)) == (game.phase is Phase.PLAYING, game)
    if game.phase is Phase.OVER:
        assert position(seen) == position(game)
    else:
        with pytest.raises(ValueError, match="secret"):
            position(seen)


DUEL = "duel classic 0123 4567 first 0 | 0:8901 1:5678"


def test_in_a_running_duel_each_sees_only_the_secret_that_they_have_set() -> None:
    game = game_at(DUEL)
    to_be_broken_by_first, to_be_broken_by_second = game.secrets
    assert seen_by(game, None).secrets == (HIDDEN, HIDDEN)
    assert seen_by(game, Seat(0)).secrets == (HIDDEN, to_be_broken_by_second)
    assert seen_by(game, Seat(1)).secrets == (to_be_broken_by_first, HIDDEN)


@pytest.mark.parametrize(("line", "hides"), [("race classic 0123 | 0:4567 1:8901", True), (DUEL, False)])
def test_in_a_running_race_each_sees_only_guesses_of_their_own(line: str, *, hides: bool) -> None:
    game = game_at(line)
    first, second = (turn.guess for turn in game.turns)
    hidden = (HIDDEN, HIDDEN) if hides else (first, second)
    assert tuple(turn.guess for turn in seen_by(game, None).turns) == hidden
    assert tuple(turn.guess for turn in seen_by(game, Seat(0)).turns) == (first, hidden[1])
    assert tuple(turn.guess for turn in seen_by(game, Seat(1)).turns) == (hidden[0], second)


# Any game for two
@given(matched_games(), st.sampled_from([None, Seat(0), Seat(1)]))
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


# Any game of several codes that are broken by the same guesses
@given(games_at_once())
def test_codes_at_once_have_the_solvers_replies_until_found_and_it_ends_when_all_are_or_given_up(game: Game) -> None:
    guesses = [turn.guess for turn in game.turns]
    for secret, history in zip(game.secrets, game.histories, strict=True):
        assert secret is not None
        upto = guesses.index(secret) + 1 if secret in guesses else len(guesses)
        assert history == tuple((guess, feedback_for(guess, secret)) for guess in guesses[:upto])
        assert is_consistent(secret, history)
    found = {*guesses} >= set(game.secrets)
    assert (game.has_solved(ALONE), game.phase is Phase.OVER) == (found, found or bool(game.gone))
    if game.outcome is not None:
        assert game.outcome.termination is (Termination.RESIGNED if game.gone else Termination.SOLVED)
    else:
        seen = seen_by(game, Seat(0))
        assert not any(seen.secrets), "nobody sees one of a game that is on"
        with pytest.raises(ValueError, match="secret"):
            position(seen)
    if found:
        assert not {*guesses[:-1]} >= set(game.secrets)
        with pytest.raises(IllegalMove) as refused:
            apply(game, Guess(ALONE, guesses[0]))
        assert refused.value.reason is Reason.GAME_OVER


# A game in one line
@pytest.mark.parametrize(("mode", "variant"), list(product(MODES, VARIANTS)))
def test_every_way_to_play_and_variants_of_ones_own_can_be_written_down(mode: str, variant: str) -> None:
    secret, rules = VARIANTS[variant].format(next(VARIANTS[variant].codes())), MODES[mode]
    secrets = f" {secret}" * (2 if rules.own_secrets else rules.codes * rules.has_secret)
    line = f"{mode} {variant}{secrets}{' first 1' * rules.in_turn}{' seats 3' * rules.grows} |"
    game = game_at(line)
    assert (game.mode.name, game.variant.name, position(game)) == (mode, variant, line)
    for line in ("solo 4x8 0167 | 7610", "solo 7x3r 0012210 | 2222222", "think 5x8r | 01270=1B2C"):
        assert position(game_at(line)) == line


@given(games_at_once())
def test_what_is_written_reads_back_as_the_same_game(game: Game) -> None:
    """Games of other modes are read back in `test_accounts.py`."""
    assert game_at(position(game)) == game
    assert "\n" not in position(game)


@pytest.mark.parametrize("line", ["", *NONSENSE.split("; ")])
def test_a_line_that_is_no_position_is_refused(line: str) -> None:
    with pytest.raises(ValueError):
        game_at(line)


@given(st.text() | st.lists(WORDS).map(lambda words: " ".join(["solo classic 0123 |", *words])))
def test_any_line_is_a_game_or_refused(line: str) -> None:
    try:
        game = game_at(line)
    except ValueError:
        return
    assert game_at(position(game)) == game


# What leaving costs: the whole table, written down once more, and carried out in every mode between two.
ONE, OTHER = Seat(0), Seat(1)
HEADS = "duel classic 0123 4567 first 0|sudden classic 0123 4567 first 0|volley classic 0123 first 0|race classic 0123"
NOT_KEPT = [
    f"{mode} classic {secrets} first 0 |" for mode in ("duel", "sudden") for secrets in ("- -", "0123 -", "- 0123")
]
LEFT: dict[str, dict[Seat, Begun]] = {
    **{line: {ONE: Begun.SECRETS, OTHER: Begun.SECRETS} for line in NOT_KEPT},
    **{
        f"{head} | {guesses}": {ONE: one, OTHER: other}
        for head in HEADS.split("|")
        for guesses, one, other in (
            ("", Begun.NOBODY, Begun.NOBODY),
            ("0:8901", Begun.ONLY_I, Begun.ONLY_OTHER),
            ("0:8901 1:9012", Begun.BOTH, Begun.BOTH),
            ("0:8901 1:9012 0:9013", Begun.BOTH, Begun.BOTH),
        )
    },
    "duel classic 0123 4567 first 0 | 0:0123": {ONE: Begun.SOLVED, OTHER: Begun.ONLY_OTHER},
    "duel classic 0123 4567 first 0 | 0:8901 1:9012 0:0123": {ONE: Begun.SOLVED, OTHER: Begun.BOTH},
    "race classic 0123 | 1:8901 1:9012 1:0213": {ONE: Begun.ONLY_OTHER, OTHER: Begun.ONLY_I},
    "race classic 0123 | 0:8901 0:9012 0:0123": {ONE: Begun.SOLVED, OTHER: Begun.ONLY_OTHER},
    "race classic 0123 | 1:4567 0:8901 0:9012 0:0123": {ONE: Begun.SOLVED, OTHER: Begun.BOTH},
}
"""Positions, and how far each of the two has come there."""
FREE = Outcome(Termination.ABORTED, None)
ELSEWHERE: dict[Way, dict[Begun, Outcome | None]] = {
    Way.RESIGN: {Begun.SOLVED: None},
    **{way: {Begun.SECRETS: FREE, Begun.NOBODY: FREE, Begun.SOLVED: None} for way in (Way.WISH, Way.TIME, Way.GONE)},
    Way.BLOCK: dict.fromkeys(Begun),
    Way.CALL_OFF: dict.fromkeys(Begun, FREE),
    Way.DRAW: {**dict.fromkeys(Begun, Outcome(Termination.AGREED, None)), Begun.SECRETS: None, Begun.NOBODY: None},
}
"""What comes of it where the game is not lost. None: it goes on."""


def test_every_mode_between_two_stands_in_the_table_wherever_it_may_be_left() -> None:
    assert {line.split()[0] for line in LEFT} == set(FOR_TWO)
    assert {begun for seats in LEFT.values() for begun in seats.values()} == set(Begun)
    assert {way: set(costs) for way, costs in COSTS.items()} == {way: set(Begun) for way in Way}


def test_leaving_a_mode_that_is_not_between_two_has_no_cost() -> None:
    for name in MODES.keys() - set(FOR_TWO):
        with pytest.raises(ValueError, match="between two"):
            cost_of(Game(game_at("solo classic 0123 |").variant, MODES[name], ()), ONE, Way.WISH)


@pytest.mark.parametrize(("line", "seat", "way"), list(product(LEFT, (ONE, OTHER), Way)))
def test_leaving_costs_what_the_table_says(line: str, seat: Seat, way: Way) -> None:
    game = game_at(line)
    stands = LEFT[line][seat]
    assert begun(game, seat) is stands
    why = Termination.TIMED_OUT if way is Way.TIME else Termination.RESIGNED
    expected = ELSEWHERE[way].get(stands, Outcome(why, Seat(1 - seat)))
    move = end_by(game, seat, way)
    assert (None if move is None else apply(game, move).game.outcome) == expected
    assert is_free(game, seat) == (ELSEWHERE[Way.WISH].get(stands) == FREE)
    if game.turns and way is not Way.CALL_OFF:
        assert cost_of(game, seat, way) is not Cost.NOTHING, "the promise to players"
    elif not game.turns and game.phase is not Phase.OVER and way is Way.WISH:
        assert cost_of(game, seat, way) is Cost.NOTHING


@pytest.mark.parametrize(("line", "seat"), list(product(LEFT, (ONE, OTHER))))
def test_the_rules_take_no_end_that_the_table_does_not_give(line: str, seat: Seat) -> None:
    game = game_at(line)
    ends: list[tuple[Move, Way, Cost]] = [(Abort(seat, way), way, Cost.NOTHING) for way in Way]
    ends += [(Leave(seat), Way.RESIGN, Cost.LOSS), (Agree(seat), Way.DRAW, Cost.DRAW)]
    ends.append((Leave(seat, Termination.TIMED_OUT), Way.TIME, Cost.LOSS))
    for move, way, cost in ends:
        if cost_of(game, seat, way) is not cost:
            with pytest.raises((IllegalMove, ValueError)):
                apply(game, move)
