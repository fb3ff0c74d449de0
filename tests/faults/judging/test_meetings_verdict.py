"""The verdict on how people meet, talk and leave must find what is wrong: made-up runs with one thing wrong in each."""

from dataclasses import replace
from html import escape

import pytest

from faults.judging.evidence import Evidence, Refused, Stored
from faults.judging.glicko import Strength
from faults.judging.match_rows import StoredMatch, StoredRemark
from faults.judging.verdict import ORDERED, verdict
from faults.judging.witness import Said
from faults.players.match_model import Ending, How, PlayedMatch, Remarked
from tests.faults.judging.made_up import (
    ANN,
    BOB,
    ENDED_AT,
    MATCH,
    RACE,
    duel,
    first,
    race,
    results,
    second,
    sent_text,
    strength,
    text,
    with_match,
    with_race,
    with_rows,
    world,
)
from tests.faults.judging.made_up_games import only, runs

LINE = "brave & <wise> (1)"


CARD, CHAT = "an inline message", -74


def the_duel(evidence: Evidence) -> PlayedMatch:
    return evidence.pairs[0].matches[0]


def talking(*remarks: StoredRemark, heard: tuple[str, ...] = (f"💬 Ann: {LINE}",), passed_on: bool = True) -> Evidence:
    """Ann has said something in the duel; what is stored of it, and what Bob can read."""
    evidence = with_rows(world(), remarks=remarks)
    the_duel(evidence).said.append(Remarked(ANN, LINE, passed_on))
    return replace(evidence, heard={BOB: heard})


KNOWN = StoredRemark(MATCH, ANN, LINE)


def test_a_line_that_telegram_refused_need_not_be_read() -> None:
    unheard = talking(KNOWN, heard=())
    refused = Refused(BOB, f"💬 Ann: {escape(LINE, quote=False)}", "null", ORDERED)
    assert verdict(replace(unheard, stored=Stored(refused=(refused,)))).complaints == []
    assert verdict(replace(unheard, stored=Stored(refused=(replace(refused, chat=ANN),)))).unseen


def test_a_line_that_came_more_often_than_was_in_flight_is_found() -> None:
    said = sent_text(BOB, f"💬 Ann: {LINE}")
    evidence = talking(KNOWN)
    evidence = replace(evidence, said=(*evidence.said, said, said))
    assert only("repeated", verdict(evidence))
    assert verdict(replace(evidence, in_flight=1)).complaints == []


def test_a_rating_that_was_applied_twice_is_found() -> None:
    evidence = world()
    (changed,) = [row for row in evidence.matches.results if row.person == ANN]
    (others,) = [row for row in evidence.matches.results if row.person == BOB]
    doubled = replace(changed, rating=1500 + 2 * (changed.rating - 1500))
    assert only("unfair", verdict(with_rows(evidence, results=(doubled, others))))


def timed_out(end: str, *, abandoned: int) -> Evidence:
    """The duel was ended by the clock when it waited for whoever came second, as its players say."""
    one, other, *_ = duel().turns
    stored = replace(duel(), turns=(one, other), end=end)
    evidence = with_match(stored, race())
    match = the_duel(evidence)
    match.made = match.made[:2]
    match.ending = Ending(How.TIMED_OUT, second())
    known = {ANN: 1, BOB: 1} | {second(): 0}
    halved = strength(first()).halved(Strength())  # whoever left had guessed once
    rows = [replace(row, rating=halved.rating) if row.person == first() else row for row in results()]
    ratings = [
        replace(row, rating=halved.rating, deviation=halved.deviation) if row.person == first() else row
        for row in evidence.matches.ratings
    ]
    stored_as = {"results": tuple(rows), "ratings": tuple(ratings)}
    return with_rows(evidence, finished=known, walked_out={second(): abandoned}, **stored_as)


def test_whoever_stays_away_loses_and_has_walked_out_once() -> None:
    assert verdict(timed_out(f"timed-out {second()}", abandoned=1)).complaints == []
    for abandoned in (0, 2):
        assert only("unfair", verdict(timed_out(f"timed-out {second()}", abandoned=abandoned)))


@pytest.mark.parametrize("end", [f"timed-out {first()}", f"resigned {second()}", "aborted", ""])
def test_a_clock_that_ended_it_otherwise_is_found(end: str) -> None:
    assert verdict(timed_out(end, abandoned=1)).ended


def rematch(people: tuple[int, int], *, known_as: str = RACE) -> Evidence:
    """The second match is a rematch of the duel, seated so."""
    stored = StoredMatch(RACE, "race", people, race().secrets, race().turns, salts=race().salts)
    evidence = with_match(replace(duel(), rematch=known_as), stored)
    evidence.pairs[0].matches[1].before = MATCH
    return evidence


def by_lobby(*numbers: int) -> Evidence:
    """The two have met in the lobby for these of their matches."""
    evidence = world()
    for number in numbers:
        evidence.pairs[0].matches[number].by_lobby = True
    return evidence


@runs(
    {
        "a line that was passed on once": ("", talking(KNOWN)),
        "a lost line": ("lost", talking()),
        "another line": ("unseen", talking(KNOWN, heard=("💬 Ann: something else",))),
        "a line twice": ("doubled", talking(KNOWN, KNOWN)),
        "a line of the other's": ("doubled", talking(KNOWN, StoredRemark(MATCH, BOB, LINE))),
        "a line in another match": ("doubled", talking(KNOWN, StoredRemark(RACE, ANN, LINE))),
        "a stranger's line that was kept back": ("", talking(heard=(), passed_on=False)),
        "one that was passed on": ("unseen", talking(passed_on=False)),
        "one that counts": ("doubled", talking(KNOWN, heard=(), passed_on=False)),
        "a rematch with sides swapped": ("", rematch((second(), first()))),
        "one with the same sides": ("paired", rematch((first(), second()))),
        "one of no match": ("paired", rematch((second(), first()), known_as="")),
        "a meeting in the lobby": ("", by_lobby(0)),
        "two in a row": ("", by_lobby(0, 1)),
        "whoever still looks": ("stuck", with_rows(world(), seekers=(ANN,))),
    }
)
def test_what_is_wrong_is_found_and_nothing_else(kind: str, evidence: Evidence) -> None:
    assert only(kind, verdict(evidence))


def test_whoever_is_paired_with_two_at_once_is_found() -> None:
    evidence = with_race()
    again = StoredMatch("cc" * 8, "race", (ANN, BOB), race().secrets, race().turns, salts=race().salts)
    evidence = with_match(duel(), race(), again)
    mine = evidence.pairs[0].matches
    mine.append(PlayedMatch(again.id, mine[1].agreed, mine[1].people, by_lobby=True))
    mine[2].made, mine[1].by_lobby = mine[1].made, True
    assert any("several" in line for line in verdict(evidence).paired)


def test_a_match_with_somebody_else_is_found() -> None:
    judged = verdict(with_race(people=(ANN, 99)))
    assert any("is stored as one of" in line for line in judged.paired)


def on_a_sent_card(stored: StoredMatch, shown: str) -> Evidence:
    """The duel has a card that somebody sent through the bot, in a chat of the two."""
    evidence = with_match(stored, race())
    evidence.pairs[0].group = CHAT
    return replace(evidence, cards={MATCH: shown})


def shown_on_card() -> str:
    lines = [line for line in text(duel(), duel().people[0]).split("\n") if line[:1].isdigit()]
    return "\n".join(["⚔️ Ann — Bob", *lines, *duel().secrets])


def test_a_card_that_was_sent_through_the_bot_shows_how_it_stands() -> None:
    stored = replace(duel(), inline=CARD)
    assert verdict(on_a_sent_card(stored, shown_on_card())).complaints == []
    for wrong in ("", shown_on_card().replace("🐂", "7🐂", 1), shown_on_card().replace(duel().secrets[0], "")):
        assert only("unseen", verdict(on_a_sent_card(stored, wrong)))


def test_a_card_that_a_rematch_took_over_or_telegram_refused_to_change_is_not_looked_at() -> None:
    evidence = on_a_sent_card(replace(duel(), inline=CARD, rematch=RACE), "something else")
    assert verdict(evidence).complaints == []
    evidence = on_a_sent_card(replace(duel(), inline=CARD), "something else")
    refused = Refused(CHAT, "…", "null", ORDERED, inline=CARD)
    for letter, is_enough in ((refused, True), (replace(refused, inline="another"), False)):
        judged = verdict(replace(evidence, stored=replace(evidence.stored, refused=(letter,))))
        assert (judged.unseen == ()) is is_enough


def test_a_secret_on_such_a_card_before_the_end_is_found() -> None:
    evidence = on_a_sent_card(replace(duel(), inline=CARD), shown_on_card())
    leak = Said(CHAT, f"🏆\n{duel().secrets[0]}", "null", ENDED_AT - 1, sent=False)
    assert only("leaked", verdict(replace(evidence, said=(*evidence.said, leak))))
    assert verdict(replace(evidence, said=(*evidence.said, replace(leak, when=ENDED_AT)))).complaints == []
