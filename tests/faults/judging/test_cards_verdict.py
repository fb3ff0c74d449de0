"""The verdict on matches that are played wholly on cards must find what is wrong: one thing in each made-up run."""

from dataclasses import replace

import pytest

from faults.judging.evidence import Evidence, Refused, Stored
from faults.judging.match_rows import MatchRows, StoredMatch
from faults.judging.verdict import ORDERED, verdict
from faults.judging.witness import Said
from faults.players.match_model import Agreed, PlayedPair
from tests.faults.judging import made_up
from tests.faults.judging.made_up import (
    ANN,
    ANNS,
    BOB,
    ENDED_AT,
    GUESSES,
    MATCH,
    SALTS,
    duel,
    first,
    played,
    rating,
    results,
    second,
    sent_text,
    text,
)
from tests.faults.judging.made_up_games import only

CARD, CHAT = "an inline message", -74


STORED = replace(duel(), inline=CARD)


REFUSED = Refused(CHAT, "…", "null", ORDERED, inline=CARD)


def card() -> str:
    lines = [line for line in text(duel(), duel().people[0]).split("\n") if line[:1].isdigit()]
    return "\n".join(["⚔️ Ann — Bob", *lines, *duel().secrets])


def world(stored: StoredMatch = STORED, *also_said: Said, shown: str = card()) -> Evidence:
    """Nothing is wrong here: Ann and Bob have played on a card, and have never opened the bot."""
    pair = PlayedPair((ANN, BOB), Agreed(), [played(duel())], CHAT, on_cards=True)
    return replace(
        made_up.world(),
        stored=Stored(),
        pairs=(pair,),
        matches=MatchRows((stored,), results(), (rating(ANN), rating(BOB)), {ANN: 1, BOB: 1}),
        screens={},
        cards={MATCH: shown},
        said=(on_card(card()), *also_said),
    )


def on_card(what: str, when: float = ENDED_AT) -> Said:
    return Said(CHAT, what, "null", when, sent=False)


def heard(person: int, what: str) -> Said:
    """What somebody alone hears who presses on the card."""
    return Said(CHAT, what, "", ENDED_AT - 1, sent=False, person=person)


def test_a_run_without_fault_is_passed_and_a_guess_that_was_lost_or_doubled_is_found() -> None:
    assert verdict(world()).complaints == []
    assert verdict(world(replace(STORED, turns=STORED.turns[:-1]))).lost
    assert verdict(world(replace(STORED, turns=(*STORED.turns, (first(), GUESSES[6]))))).doubled
    swapped = replace(STORED, turns=tuple(reversed(STORED.turns)))
    assert verdict(world(swapped)).swapped
    assert only("ended", verdict(world(replace(STORED, end=f"resigned {second()}"))))


@pytest.mark.parametrize("shown", ["", card().replace(ANNS, ""), card().replace("🐂", "7🐂", 1)])
def test_a_card_that_does_not_show_how_it_stands_is_found(shown: str) -> None:
    assert only("unseen", verdict(world(shown=shown)))
    refused = replace(world(shown=shown), stored=Stored(refused=(REFUSED,)))
    assert verdict(refused).complaints == []


def test_whoever_never_opened_the_bot_and_is_written_to_is_found() -> None:
    assert only("unseen", verdict(world(STORED, sent_text(BOB, "It is your turn"))))
    letter = Refused(BOB, "It is your turn", "null", ORDERED)
    assert only("unseen", verdict(replace(world(), stored=Stored(refused=(letter,)))))


def test_a_secret_and_what_is_keyed_in_are_heard_by_their_keeper_alone_and_a_salt_by_nobody() -> None:
    draft = " ".join(ANNS[:3] + "····")
    for mine in (f"Your secret: {ANNS}", draft):
        assert verdict(world(STORED, heard(ANN, mine))).complaints == []
    for told in (
        heard(BOB, f"Your secret: {ANNS}"),
        on_card(f"Ann keeps {ANNS}", ENDED_AT - 1),
        on_card(SALTS[0]),
        on_card(draft),
    ):
        assert only("leaked", verdict(world(STORED, told)))


def test_a_match_that_nobody_knows_of_is_found_unless_its_card_could_not_be_shown() -> None:
    unseen = StoredMatch("cc" * 8, "duel", (ANN, BOB), ("-", "-"), (), salts=SALTS, inline="another")
    evidence = replace(world(), matches=replace(world().matches, matches=(STORED, unseen)))
    assert only("doubled", verdict(evidence))
    for refused, is_excused in ((replace(REFUSED, inline="another"), True), (REFUSED, False)):
        judged = verdict(replace(evidence, stored=Stored(refused=(refused,))))
        assert (judged.doubled == ()) is is_excused
