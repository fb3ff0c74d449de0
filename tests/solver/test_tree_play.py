from collections.abc import Iterator

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from solver.feedback import Feedback, History, feedback_for
from solver.parts import part_sizes
from solver.position import Position, position_after
from solver.tables import all_codes, as_code, as_rows
from solver.tree import (
    Tree,
)
from solver.variant import Code, Variant
from tests.solver.games import codes
from tests.solver.growing import NAMES, grown


@st.composite
def games(draw: st.DrawFn) -> tuple[Tree, History]:
    """The beginning of a game that a tree plays against some secret."""
    tree = grown(draw(st.sampled_from(NAMES)))
    secret = draw(codes(tree.variant))
    turns: list[tuple[Code, Feedback]] = []
    for _ in range(draw(st.integers(0, 7))):
        guess = tree.guess_after(position_after(tree.variant, tuple(turns)))
        assert guess is not None
        if guess == secret:
            break
        turns.append((guess, feedback_for(guess, secret)))
    return tree, tuple(turns)


@st.composite
def in_other_words(draw: st.DrawFn, variant: Variant, history: History) -> History:
    names = draw(st.permutations(range(len(variant.alphabet))))
    places = draw(st.permutations(range(variant.length)))
    return tuple((tuple(names[guess[place]] for place in places), feedback) for guess, feedback in history)


def divided(position: Position, guess: Code) -> list[int]:
    row = np.flatnonzero((all_codes(position.variant) == as_rows(guess)[0]).all(axis=1))
    sizes: list[int] = part_sizes(position.variant, row, position.left)[0].tolist()
    return sizes


@given(data=st.data(), game=games())
def test_a_game_in_other_words_is_played_and_costs_the_same(data: st.DataObject, game: tuple[Tree, History]) -> None:
    tree, history = game
    ours = position_after(tree.variant, history)
    theirs = position_after(tree.variant, data.draw(in_other_words(tree.variant, history)))
    guess, other = tree.guess_after(ours), tree.guess_after(theirs)
    assert guess is not None
    assert other is not None
    assert divided(ours, guess) == divided(theirs, other)
    assert tree.cost_after(ours) == tree.cost_after(theirs)


@given(game=games())
def test_costs_are_the_guesses_that_the_tree_goes_on_to_make(game: tuple[Tree, History]) -> None:
    tree, history = game
    position = position_after(tree.variant, history)
    secrets = [as_code(all_codes(tree.variant)[row]) for row in position.left]
    assume(len(secrets) <= 40)
    assert tree.cost_after(position) == sum(turns_to(tree, position, secret) for secret in secrets)


def turns_to(tree: Tree, position: Position, secret: Code) -> int:
    guess = tree.guess_after(position)
    assert guess is not None
    if guess == secret:
        return 1
    return 1 + turns_to(tree, position.after(guess, feedback_for(guess, secret)), secret)


@given(game=games(), data=st.data())
def test_a_guess_that_the_tree_would_not_make_leads_off_it(game: tuple[Tree, History], data: st.DataObject) -> None:
    tree, history = game
    position = position_after(tree.variant, history)
    assume(len(position.left) > 2)
    wrong, secret = data.draw(codes(tree.variant)), data.draw(st.sampled_from(position.left.tolist()))
    planned = tree.guess_after(position)
    assert planned is not None
    assume(sorted(divided(position, wrong)) != sorted(divided(position, planned)))
    reply = feedback_for(wrong, as_code(all_codes(tree.variant)[secret]))
    assume(reply.bulls < tree.variant.length)
    off = position.after(wrong, reply)
    assert tree.guess_after(off) is None
    assert tree.cost_after(off) is None


def test_the_last_two_candidates_are_guessed_one_after_the_other() -> None:
    tree = grown("4x6")
    seen = 0
    for position in positions(tree, position_after(tree.variant)):
        if len(position.left) == 2:
            seen += 1
            first, second = (as_code(all_codes(tree.variant)[row]) for row in position.left)
            assert tree.guess_after(position) == first
            assert tree.cost_after(position) == 3
            for guessed, other in ((first, second), (second, first)):
                last = position.after(guessed, feedback_for(guessed, other))
                assert tree.guess_after(last) == other
                assert tree.cost_after(last) == 1
                assert tree.guess_after(last.after(guessed, feedback_for(guessed, other))) is None
            elsewhere = next(
                code
                for code in tree.variant.codes()
                if feedback_for(code, first) != feedback_for(code, second) and code not in {first, second}
            )
            assert tree.guess_after(position.after(elsewhere, feedback_for(elsewhere, first))) is None
    assert seen > 10


def positions(tree: Tree, position: Position) -> Iterator[Position]:
    """All positions that the tree leads to."""
    yield position
    if len(position.left) > 2:
        guess = tree.guess_after(position)
        assert guess is not None
        for reply in {feedback_for(guess, as_code(all_codes(tree.variant)[row])) for row in position.left}:
            if reply.bulls < tree.variant.length:
                yield from positions(tree, position.after(guess, reply))
