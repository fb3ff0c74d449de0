"""The verdict on matches must find what is wrong: made-up runs with one thing wrong in each."""

from dataclasses import replace

import pytest

from faults.judging.evidence import Evidence, Refused, Stored
from faults.judging.match_rows import StoredJob, StoredMatch, StoredRating
from faults.judging.verdict import ORDERED, verdict
from faults.judging.witness import Said
from faults.players.match_model import Asked, Ending, How
from tests.faults.judging.made_up import (
    ANN,
    ANNS,
    BOB,
    BOBS,
    ENDED_AT,
    GROUP,
    GUESSES,
    MATCH,
    RACE,
    RACED,
    SALTS,
    SEED,
    also_said,
    buttons,
    duel,
    first,
    race,
    rating,
    results,
    screen,
    second,
    secret_for,
    sent_text,
    text,
    turns,
    with_duel,
    with_match,
    with_race,
    with_rows,
    world,
)
from tests.faults.judging.made_up_games import only, runs


def rated(*changed: StoredRating) -> Evidence:
    return with_rows(world(), ratings=changed)


ANNS_RATING, BOBS_RATING = rating(ANN), rating(BOB)
TWICE = replace(ANNS_RATING, games=2, wins=2 * ANNS_RATING.wins, losses=2 * ANNS_RATING.losses)
ONE, OTHER = results()
UNCOUNTED = tuple(replace(row, is_rated=False) for row in results())


@runs(
    {
        "nothing": ("", world()),
        "a lost guess": ("lost", with_race(turns=race().turns[:-1])),
        "a missing result": ("unfair", with_rows(world(), results=(ONE,))),
        "a wrong one": ("unfair", with_rows(world(), results=(ONE, replace(OTHER, score=0.5)))),
        "one too many": ("unfair", with_rows(world(), results=(ONE, OTHER, replace(ONE, match=RACE)))),
        "a match counted twice": ("unfair", with_rows(world(), finished={ANN: 2, BOB: 1})),
        "no rating": ("unfair", rated(BOBS_RATING)),
        "a rating applied twice": ("unfair", rated(TWICE, BOBS_RATING)),
        "another rating": ("unfair", rated(replace(ANNS_RATING, rating=ANNS_RATING.rating + 1), BOBS_RATING)),
        "a stranger's": ("unfair", rated(ANNS_RATING, BOBS_RATING, replace(ANNS_RATING, person=9))),
        "results that did not count": ("unfair", with_rows(world(), results=UNCOUNTED)),
        "a typed secret that stands in the chat": ("uncovered", replace(world(), uncovered=frozenset({(ANN, 5)}))),
        "a job that is due": ("stuck", replace(world(), stored=Stored(jobs=(StoredJob("clock", RACE, 489.0),)))),
        "one of another kind": ("stuck", replace(world(), stored=Stored(jobs=(StoredJob("mark", RACE, 1000.0),)))),
    }
)
def test_what_is_wrong_is_found_and_nothing_else(kind: str, evidence: Evidence) -> None:
    assert only(kind, verdict(evidence))


def test_a_guess_that_counted_twice_or_out_of_turn_is_found() -> None:
    evidence = with_race(turns=(*race().turns, race().turns[-1]))
    assert only("doubled", verdict(evidence))
    evidence.pairs[0].matches[1].refused[3] = [Asked(BOB, GUESSES[5])]
    assert only("doubled", verdict(evidence))


def test_a_match_that_was_lost_or_that_nobody_began_is_found() -> None:
    assert verdict(with_match(duel())).lost == (f"match {RACE}",)
    evidence = world()
    del evidence.pairs[0].matches[1]
    assert verdict(evidence).doubled == (f"match {RACE}, which nobody knows of",)


def test_a_match_that_was_aborted_for_nothing_after_a_guess_is_found() -> None:
    evidence = with_race(over=True, end="aborted")
    match = evidence.pairs[0].matches[1]
    match.ending, match.ending_since = Ending(How.ABORTED, ANN), ENDED_AT
    assert [line for line in verdict(evidence).ended if "after 3 guesses it ended by" in line]
    match.ending = Ending(How.CALLED_OFF, ANN)
    assert not verdict(evidence).ended


def test_guesses_in_another_order_or_out_of_turn_and_a_lot_that_was_not_heeded_are_found() -> None:
    one, *others = race().turns
    assert only("swapped", verdict(with_race(turns=(one, *reversed(others)))))
    assert verdict(with_race(turns=(*others, one))).complaints == []
    (complaint,) = (each for each in verdict(with_duel(first=second())).swapped if "lot" in each)
    assert str(second()) in complaint


def test_a_guess_out_of_turn_is_found() -> None:
    one, other, *rest = duel().turns
    evidence = with_duel(turns=(other, one, *rest))
    evidence.pairs[0].matches[0].made = [Asked(*turn) for turn in (other, one, *rest)]
    assert only("swapped", verdict(evidence))


def test_a_secret_that_was_changed_or_a_match_that_ended_otherwise_is_found() -> None:
    changed, resigned = world(), world()
    changed.pairs[0].matches[0].secrets[ANN] = GUESSES[9]
    assert only("lost", verdict(changed))
    resigned.pairs[0].matches[1].ending = Ending(How.RESIGNED, ANN)
    for evidence in (with_duel(end=f"resigned {ANN}"), with_race(over=True), resigned):
        assert verdict(evidence).ended


def test_a_match_that_went_on_after_its_end_is_found() -> None:
    further = (*duel().turns, (first(), GUESSES[6]), (second(), GUESSES[7]))
    evidence = with_duel(turns=further)
    evidence.pairs[0].matches[0].made = [Asked(*turn) for turn in further]
    assert only("ended", verdict(evidence))


def seen_instead(stored: StoredMatch, person: int, shown: str) -> Evidence:
    screens = {**world().screens, (person, stored.id): screen(shown, buttons(stored))}
    return replace(world(), screens=screens)


@pytest.mark.parametrize("person", [ANN, BOB])
@pytest.mark.parametrize("stored", [duel(), race()], ids=["duel", "race"])
def test_a_screen_that_is_not_the_final_one_is_found(stored: StoredMatch, person: int) -> None:
    right = text(stored, person)
    for shown in ("nothing", right.replace("🐂", "7🐂", 1), right.replace("1. ", "x. ")):
        assert only("unseen", verdict(seen_instead(stored, person, shown)))


@pytest.mark.parametrize("person", [ANN, BOB])
def test_an_end_that_is_told_otherwise_is_found(person: int) -> None:
    right = text(duel(), person)
    swapped = right.translate(str.maketrans("🏆🎭", "🎭🏆"))
    for shown in (swapped, right.replace(ANNS, "").replace(BOBS, "")):
        assert only("unseen", verdict(seen_instead(duel(), person, shown)))


def test_a_screen_that_was_refused_for_good_need_not_be_seen() -> None:
    evidence = world()
    unseen = replace(evidence, screens={at: shown for at, shown in evidence.screens.items() if at != (ANN, MATCH)})
    assert only("unseen", verdict(unseen))
    refused = Refused(ANN, text(duel(), ANN, html=True), buttons(duel()), ORDERED)
    for letter, is_enough in ((refused, True), (replace(refused, chat=BOB), False)):
        judged = verdict(replace(unseen, stored=replace(unseen.stored, refused=(letter,))))
        assert judged.unseen == () if is_enough else judged.unseen


LEAKS = {
    "the rival's secret while it is on": sent_text(ANN, f"hello {BOBS}", race()),
    "the race's secret while it is on": sent_text(ANN, f"🏆 {RACED}", race()),
    "one's own secret where it may be seen by others": sent_text(ANN, f"1. {ANNS}"),
    "the secrets before the end": sent_text(ANN, f"🏆 {BOBS}", duel(), when=ENDED_AT - 1),
    "a salt before the end": sent_text(ANN, SALTS[0], duel(), when=ENDED_AT - 1),
    "the seed of the lot before the end": sent_text(ANN, SEED, duel(), when=ENDED_AT - 1),
    "the end of somebody else's match": sent_text(73, f"🏆 {BOBS}", duel()),
    "the rival's guesses in a race": sent_text(
        ANN, f"Head\n\n1. <code>{GUESSES[4]}</code>\u00a0\u00a00\u2060🐂\u00a01\u2060🐄", race()
    ),
    "a secret to the rival who pressed": replace(
        sent_text(second(), f"🤫 {secret_for(second())}"), sent=False, person=second()
    ),
    "a secret on a button": Said(ANN, "hello", f'["{BOBS}"]', ENDED_AT, sent=True),
}


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS.keys())
def test_a_leak_is_found(leak: Said) -> None:
    assert only("leaked", verdict(also_said(leak)))


def test_what_the_two_may_read_is_no_leak() -> None:
    proof = sent_text(ANN, f"🔒 {SALTS[0]} {SALTS[1]}\n🎲 {SEED} {BOBS} {ANNS}", duel())
    reminder = replace(sent_text(ANN, f"🤫 {ANNS}"), sent=False, person=ANN)
    assert verdict(also_said(proof, reminder)).complaints == []


def on_a_card(said: str, when: float = ENDED_AT) -> Evidence:
    """The same where a group looks on, whose card shows the race as it stands; something else was said there."""
    evidence = with_race(group=GROUP)
    evidence.pairs[0].group = GROUP
    card = "\n".join(
        ["⚔️ Ann — Bob", *(line for person in (ANN, BOB) for line in turns(race(), person, html=False, hidden=True))]
    )
    return replace(evidence, cards={RACE: card}, said=(*evidence.said, sent_text(GROUP, said, when=when)))


def test_onlookers_see_how_a_match_stands() -> None:
    evidence = on_a_card("hello")
    assert verdict(evidence).complaints == []
    for card in ("", evidence.cards[RACE].replace("2. ", ""), evidence.cards[RACE].replace("🐂", "7🐂", 1)):
        assert only("unseen", verdict(replace(evidence, cards={RACE: card})))


def test_a_leak_to_onlookers_is_found_and_what_they_may_read_is_none() -> None:
    for leak in (f"🏆 {RACED}", f"🔎 Bob:\n1. <code>{GUESSES[4]}</code>\u00a0\u00a00\u2060🐂", SALTS[0]):
        assert only("leaked", verdict(on_a_card(leak)))
    assert verdict(on_a_card(f"🏆\n{ANNS}\n{BOBS}\n1. <code>{GUESSES[0]}</code>")).complaints == []
    assert only("leaked", verdict(on_a_card(f"🏆\n{secret_for(second())}", when=ENDED_AT - 1)))
