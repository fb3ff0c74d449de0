"""Replies: as the rules count them, in bulk, in parts; what they imply; and which questions get the same ones."""

import itertools
from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.candidates import FEW, Chance, Position, knowledge, position_after, split
from solver.feedback import (
    Feedback,
    all_codes,
    as_code,
    as_rows,
    candidates,
    feedback_for,
    feedback_ids,
    is_consistent,
    possible_feedback,
    reply_key,
    reply_keys,
)
from solver.information import part_sizes
from solver.symmetry import different_questions, orbit, orbit_sizes
from solver.tree import Isomorphism
from solver.variant import VARIANTS, Code, Variant, variant_named
from tests.distribution import examples
from tests.solver.games import CLASSIC, CLASSIC_COUNTS, MINI, PEGS, codes, history, pairs, true_histories

# Feedback.
READ = {
    CLASSIC: "0123-0123=4B0C 0123-3210=0B4C 0123-4567=0B0C 0123-0145=2B0C",
    PEGS: "AAB-ABB=2B0C AAB-BCA=0B2C AAA-ABC=1B0C",
}
TINY = [MINI, PEGS, Variant("two", "ABC", 2), Variant("whole", "ABC", 3), Variant("one", "AB", 1)]
SOME = st.sampled_from([CLASSIC, MINI, PEGS, VARIANTS["mastermind"], VARIANTS["words-en-4"], variant_named("2x4r")])
KNOWN = st.sampled_from([MINI, PEGS, VARIANTS["three"], VARIANTS["words-en-4"], VARIANTS["mastermind"]])
REPEATS = variant_named("4x6r")
LEFT = "=5040 0123=0B1C=1440 0123=0B1C/4561=0B1C=378 0123=0B1C/0123=0B1C=1440 0123=4B0C/0123=0B1C=0 0123=3B1C=0"
"""How many codes turns leave."""
ALIKE = "9876=0123 9876/5432=0123/4567 9876/9876=0123/0123 9876/9875=0123/0124 9876/6789=0123/3210"
UNLIKE = "9876/9875=0123/0132 9876/8765=0123/1230 9876/5432=0123/0456 1032/4065=0123/0456"


def test_feedback_reads_as_in_the_rules_and_a_code_is_consistent_if_it_fits_every_turn() -> None:
    for variant, texts in READ.items():
        for both, reply in pairs(texts):
            assert str(feedback_for(*map(variant.parse, both.split("-")))) == reply
    turns, other = history("0123=0B1C 4561=0B1C"), CLASSIC.parse("1045")
    assert is_consistent(CLASSIC.parse("7285"), turns)
    assert (is_consistent(other, turns), is_consistent(other, ())) == (False, True)


def test_every_reply_comes_as_often_as_known() -> None:
    counts = Counter(feedback_for((0, 1, 2, 3), secret) for secret in CLASSIC.codes())
    parts = ((reply, len(part)) for reply, part in split(position_after(CLASSIC), (0, 1, 2, 3)))
    for found in (sorted(counts.items()), parts):
        assert " ".join(f"{feedback}:{count}" for feedback, count in found) == CLASSIC_COUNTS
    known, every = [count for _, count in sorted(counts.items())], np.arange(CLASSIC.size)
    ids = feedback_ids(CLASSIC, all_codes(CLASSIC), all_codes(CLASSIC))
    assert np.bincount(ids.ravel()).tolist() == [5040 * count for count in known]
    assert np.unique(part_sizes(CLASSIC, every, every), axis=0).tolist() == [known]


@pytest.mark.parametrize("variant", [*VARIANTS.values(), PEGS], ids=lambda variant: variant.name)
@given(data=st.data())
def test_only_the_secret_is_all_bulls_and_both_may_change_places(variant: Variant, data: st.DataObject) -> None:
    guess, secret = data.draw(codes(variant)), data.draw(codes(variant))
    feedback = feedback_for(guess, secret)
    assert sum(feedback) <= variant.length
    assert (feedback.bulls == variant.length) == (guess == secret)
    assert feedback_for(guess, guess) == Feedback(variant.length, 0)
    assert feedback_for(secret, guess) == feedback


@pytest.mark.parametrize("variant", TINY, ids=lambda variant: variant.name)
def test_possible_feedback_is_what_comes_of_all_pairs_one_by_one_and_in_bulk(variant: Variant) -> None:
    every = [feedback_for(*pair) for pair in product(variant.codes(), repeat=2)]
    possible = possible_feedback(variant)
    assert possible == tuple(sorted(set(every)))
    ids = feedback_ids(variant, all_codes(variant), all_codes(variant))
    assert [possible[number] for number in ids.ravel()] == every


# Tables.
def test_rows_are_the_codes_in_order_and_candidates_the_consistent_ones_as_many_as_known() -> None:
    for line, left in pairs(LEFT):
        assert len(candidates(CLASSIC, history(line.replace("/", " ")))) == int(left)
    turns = history("AAB=1B1C BAA=0B2C", PEGS)
    found = [as_code(row) for row in all_codes(PEGS)[candidates(PEGS, turns)]]
    assert found == [code for code in PEGS.codes() if is_consistent(code, turns)] != []
    assert [as_code(row) for row in all_codes(PEGS)] == list(PEGS.codes())
    with pytest.raises(ValueError, match="read-only"):
        all_codes(MINI)[0, 0] = 9
    kept = {each: all_codes(each) for each in (variant_named(f"2x{n}{r}") for n in range(2, 37) for r in ("", "r"))}
    assert all(all_codes(variant) is codes for variant, codes in kept.items())
    assert as_rows((1, 2), (3, 4)).tolist() == [[1, 2], [3, 4]]


# Replies.
@st.composite
def positions(draw: st.DrawFn) -> Position:
    variant = draw(SOME)
    every = candidates(variant, ())
    left = st.sets(st.integers(0, len(every) - 1), min_size=1, max_size=30)
    return Position(variant, (), every[sorted(draw(left))])


@given(positions(), st.data())
def test_every_candidate_lies_in_the_part_of_its_reply(position: Position, data: st.DataObject) -> None:
    guess = data.draw(codes(position.variant))
    wanted: dict[Feedback, list[int]] = {}
    for row in position.left.tolist():
        code = as_code(all_codes(position.variant)[row])
        wanted.setdefault(feedback_for(guess, code), []).append(row)
    assert [(reply, part.tolist()) for reply, part in split(position, guess)] == sorted(wanted.items())


@given(SOME, st.data())
def test_keys_are_those_of_replies_and_stand_in_their_order(variant: Variant, data: st.DataObject) -> None:
    guess = data.draw(codes(variant))
    keys = reply_keys(variant, guess, np.arange(variant.size))
    for row in range(0, variant.size, 1 + variant.size // 50):
        assert keys[row] == reply_key(variant, feedback_for(guess, as_code(all_codes(variant)[row])))
    ordered = [reply_key(variant, feedback) for feedback in possible_feedback(variant)]
    assert ordered == sorted(set(ordered))


@pytest.mark.parametrize("variant", [*VARIANTS.values(), PEGS], ids=lambda variant: variant.name)
def test_part_sizes_are_counted_feedback(variant: Variant) -> None:
    codes, replies = all_codes(variant), len(possible_feedback(variant))
    guesses = np.arange(len(codes))[:: max(1, len(codes) // 50)]
    for count in (0, 1, 63, 64, 65, 700):
        some = np.arange(len(codes))[:: max(1, len(codes) // max(1, count))][:count]
        counted = [np.bincount(row, minlength=replies) for row in feedback_ids(variant, codes[guesses], codes[some])]
        assert part_sizes(variant, guesses, some).tolist() == np.array(counted).tolist()


# Knowledge.
@given(KNOWN, st.data())
@settings(max_examples=examples(60), deadline=None)
def test_the_grid_is_what_a_count_one_by_one_comes_to(variant: Variant, data: st.DataObject) -> None:
    turns = data.draw(true_histories(variant, 5))
    left, known = [code for code in variant.secrets() if is_consistent(code, turns)], knowledge(variant, turns)
    symbols = range(len(variant.alphabet))
    assert known.candidates == len(left)
    assert known.anywhere == tuple(sum(symbol in code for code in left) for symbol in symbols)
    columns = [[code[place] for code in left] for place in range(variant.length)]
    assert known.places == tuple(tuple(column.count(symbol) for symbol in symbols) for column in columns)
    assert known.codes == (tuple(left) if len(left) <= FEW else ())


def test_what_is_certain_possible_and_impossible_at_a_place() -> None:
    known = knowledge(CLASSIC, history("0123=2B0C 0145=0B0C"))
    chances = {symbol: known.at(2, symbol) for symbol in range(10)}
    assert chances == {symbol: Chance.CERTAIN if symbol == 2 else Chance.IMPOSSIBLE for symbol in range(10)}
    assert [known.of(symbol) for symbol in (0, 2, 6)] == [Chance.IMPOSSIBLE, Chance.CERTAIN, Chance.POSSIBLE]


# Symmetry.
SMALL = [MINI, PEGS, variant_named("3x5"), variant_named("2x6"), variant_named("3x3r"), variant_named("1x4")]
DIFFERENT = """
classic=1 classic/0123=20 classic/9876=20 classic/0123/4567=180 six/012345=62 mastermind=5 colours=7 7x7/0123456=15
4x20/0123=20
"""


@pytest.mark.parametrize(("asked", "count"), pairs(DIFFERENT))
def test_as_many_questions_differ_as_known(asked: str, count: str) -> None:
    name, *guesses = asked.split("/")
    variant = variant_named(name)
    assert len(different_questions(variant, tuple(map(variant.parse, guesses)))) == int(count)


@pytest.mark.parametrize("variant", SMALL, ids=lambda variant: variant.name)
@given(data=st.data())
def test_orbits_hold_every_guess_once_and_all_of_an_orbit_divide_alike(variant: Variant, data: st.DataObject) -> None:
    turns = data.draw(true_histories(variant, 3))
    asked = tuple(guess for guess, _ in turns)
    questions = different_questions(variant, asked)
    orbits = [orbit(variant, asked, int(question)) for question in questions]
    assert sorted(np.concatenate(orbits).tolist()) == list(range(variant.size))
    assert [int(members[0]) for members in orbits] == questions.tolist()
    assert orbit(variant, asked, int(orbits[0][-1])).tolist() == orbits[0].tolist()
    assert [len(members) for members in orbits] == orbit_sizes(variant, asked, questions).tolist()
    left = position_after(variant, turns).left
    sizes = part_sizes(variant, np.arange(variant.size), left)
    for members in orbits:
        assert (sizes[members] == sizes[members[0]]).all()
        assert len(set(np.isin(members, left).tolist())) == 1


@pytest.mark.parametrize("turns", ["0123=0B1C", "0123=1B1C 4567=0B2C", "9081=0B2C 1234=0B0C"])
def test_different_questions_divide_in_every_way_that_there_is_and_every_word_in_its_own(turns: str) -> None:
    asked = tuple(guess for guess, _ in history(turns))
    left = position_after(CLASSIC, history(turns)).left
    questions = different_questions(CLASSIC, asked)
    every = part_sizes(CLASSIC, np.arange(CLASSIC.size), left)
    expanded = np.repeat(every[questions], orbit_sizes(CLASSIC, asked, questions), axis=0)
    assert sorted(map(tuple, expanded.tolist())) == sorted(map(tuple, every.tolist()))
    words = VARIANTS["words-en-4"]
    asked = (tuple(all_codes(words)[7].tolist()),)
    assert (len(different_questions(words, asked)), orbit(words, asked, 3).tolist()) == (words.size, [3])
    assert orbit_sizes(words, asked, np.arange(5)).tolist() == [1] * 5


# Isomorphism.
def like(theirs: str, ours: str, variant: Variant = CLASSIC, places: Code = (0, 1, 2, 3)) -> Isomorphism | None:
    """The isomorphism, if there is one, of two lines of guesses."""
    found: Isomorphism | None = Isomorphism(places, (None,) * len(variant.alphabet))
    for one, other in zip(theirs.split("/"), ours.split("/"), strict=True):
        found = found and found.with_turn(variant.parse(one), variant.parse(other))
    return found


def renamed(code: Code, names: list[int], places: list[int]) -> Code:
    return tuple(names[code[place]] for place in places)


def test_lines_are_alike_if_symbols_come_again_under_one_name_in_the_same_places_or_another_order() -> None:
    for theirs, ours in pairs(f"{ALIKE} {UNLIKE}"):
        assert (like(theirs, ours) is not None) == (f"{theirs}={ours}" in ALIKE.split())
    assert like("1032/4065", "0123/0456", places=(1, 0, 3, 2))
    assert like("1122", "0011", REPEATS)
    assert like("1123", "0011", REPEATS) is like("1122", "0012", REPEATS) is None


@given(data=st.data())
@pytest.mark.parametrize("variant", [CLASSIC, REPEATS], ids=lambda variant: variant.name)
def test_a_renamed_line_is_alike_and_says_the_same(variant: Variant, data: st.DataObject) -> None:
    names = data.draw(st.permutations(range(len(variant.alphabet))))
    places = data.draw(st.permutations(range(variant.length)))
    ours, further = data.draw(st.lists(codes(variant), max_size=4)), data.draw(codes(variant))
    theirs = [renamed(guess, names, places) for guess in ours]
    inverse = tuple(places.index(place) for place in range(variant.length))
    isomorphism: Isomorphism | None = Isomorphism(inverse, (None,) * len(variant.alphabet))
    for guess, other in zip(ours, theirs, strict=True):
        assert isomorphism
        isomorphism = isomorphism.with_turn(other, guess)
    assert isomorphism
    preimage = isomorphism.preimage(further)
    assert [feedback_for(preimage, guess) for guess in theirs] == [feedback_for(further, guess) for guess in ours]
    assert isomorphism.with_turn(preimage, further) is not None
    if set(itertools.chain.from_iterable(ours)).issuperset(further):
        assert preimage == renamed(further, names, places)
