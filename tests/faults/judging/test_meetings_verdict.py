"""The verdict on how people meet, talk and leave must find what is wrong: made-up runs with one thing wrong in each."""

from dataclasses import replace
from html import escape
from typing import Any

from faults.judging.evidence import Evidence, Refused
from faults.judging.glicko import Strength
from faults.judging.match_rows import StoredMatch, StoredRemark
from faults.judging.verdict import ORDERED, verdict
from faults.judging.witness import Said
from faults.players.lobby_model import Page, PlayedLobby, Posted, Taking
from faults.players.match_model import Ending, How, PlayedMatch, Remarked
from tests.faults.judging import made_up as made
from tests.faults.judging.made_up import ANN, BOB, ENDED_AT, MATCH, RACE

LINE = "brave & <wise> (1)"
CARD, CHAT, CYD = "an inline message", -74, 75
KNOWN = StoredRemark(MATCH, ANN, LINE)
REFUSED = Refused(BOB, f"💬 Ann: {escape(LINE, quote=False)}", "null", ORDERED)
DUEL, RACING = made.duel(), made.race()
FIRST, SECOND = made.first(), made.second()
SECRET = DUEL.secrets[0]


def talking(*remarks: StoredRemark, heard: tuple[str, ...] = (f"💬 Ann: {LINE}",), passed_on: bool = True) -> Evidence:
    """Ann has said something in the duel; what is stored of it, and what Bob can read."""
    evidence = made.with_rows(remarks=remarks)
    evidence.pairs[0].matches[0].said.append(Remarked(ANN, LINE, passed_on))
    return replace(evidence, heard={BOB: heard})


def doubly_rated() -> Evidence:
    """What Ann won or lost was applied twice."""
    rows = [replace(row, rating=1500 + 2 * (row.rating - 1500)) if row.person == ANN else row for row in made.results()]
    return made.with_rows(results=tuple(rows))


def timed_out(end: str = f"timed-out {SECOND}", abandoned: int = 1) -> Evidence:
    """The duel was ended by the clock when it waited for whoever came second, as its players say."""
    evidence = made.with_duel(turns=DUEL.turns[:2], end=end)
    match = evidence.pairs[0].matches[0]
    made.played_so(evidence, made=match.made[:2], ending=Ending(How.TIMED_OUT, SECOND))
    halved = made.strength(FIRST).halved(Strength())  # whoever left had guessed once
    rows = [replace(row, rating=halved.rating) if row.person == FIRST else row for row in made.results()]
    changed: Any = {"rating": halved.rating, "deviation": halved.deviation}
    ratings = [replace(row, **changed) if row.person == FIRST else row for row in evidence.matches.ratings]
    left = {"finished": {ANN: 1, BOB: 1} | {SECOND: 0}, "walked_out": {SECOND: abandoned}}
    return made.with_rows(evidence, results=tuple(rows), ratings=tuple(ratings), **left)


def rematch(*people: int, known_as: str = RACE) -> Evidence:
    """The second match is a rematch of the duel, seated so."""
    one, other = people
    stored = StoredMatch(RACE, "race", (one, other), RACING.secrets, RACING.turns, salts=RACING.salts)
    return made.played_so(made.world(replace(DUEL, rematch=known_as), stored), 1, before=MATCH)


def by_lobby(*numbers: int) -> Evidence:
    """The two have met in the lobby for these of their matches."""
    evidence = made.world()
    for number in numbers:
        made.played_so(evidence, number, by_lobby=True)
    return evidence


# A card that somebody sent through the bot, in a chat of the two.
SHOWN = "\n".join(
    ["⚔️ Ann — Bob", *(line for line in made.text(DUEL, ANN).split("\n") if line[:1].isdigit()), *DUEL.secrets]
)
FOR_CARD = Refused(CHAT, "…", "null", ORDERED, inline=CARD)
LEAK = Said(CHAT, f"🏆\n{SECRET}", "null", ENDED_AT - 1, sent=False)


def on_card(shown: str = SHOWN, **changes: Any) -> Evidence:
    evidence = made.world(replace(DUEL, inline=CARD, **changes), RACING)
    evidence.pairs[0].group = CHAT
    return replace(evidence, cards={MATCH: shown})


# Challenges to everybody.
POSTED, SEEN, TAKEN, MET, LATER = 10.0, 11.0, 20.0, 21.0, 30.0
"""Bob challenges everybody, reads that it stands, Ann takes it, Bob reads of their duel; and then he has another."""
STANDING = Posted(BOB, POSTED, SEEN, gone=MET), Posted(BOB, LATER, LATER + 1, gone=LATER + 11)
WITHDRAWN = (Posted(BOB, POSTED, SEEN, stopping=TAKEN, gone=MET),)
OTHERS = [Posted(person, POSTED) for person in range(1, 6)]
TAKINGS = ONE, OTHER = Taking(ANN, BOB, "aa", TAKEN, "", MATCH), Taking(ANN, BOB, "bb", LATER + 10, None, RACE)


def lobby(*pages: Page, listed: tuple[Posted, ...] = STANDING, taken: tuple[Taking, ...] = TAKINGS) -> Evidence:
    return replace(made.world(), lobby=PlayedLobby(frozenset({BOB}), list(listed), list(taken), list(pages)))


def page(asked: float, *listed: int, read: float | None = None, person: int = CYD) -> Page:
    return Page(person, asked, asked + 1 if read is None else read, frozenset(listed))


WHILE_IT_CHANGES = ((POSTED - 1, POSTED + 1), (POSTED, TAKEN - 1), (TAKEN - 1, TAKEN), (TAKEN, LATER))
WELL = page(POSTED - 5), page(SEEN, BOB), page(MET), page(LATER + 2, BOB), page(LATER + 15)
SEEN_OR_NOT = [(), (BOB,)]


@made.runs(
    {
        "a line that was passed on once": ("", talking(KNOWN)),
        "a lost line": ("lost", talking()),
        "another line": ("unseen", talking(KNOWN, heard=("💬 Ann: something else",))),
        "a line that Telegram refused": ("", made.refusing(talking(KNOWN, heard=()), REFUSED)),
        "to somebody else": ("unseen…", made.refusing(talking(KNOWN, heard=()), replace(REFUSED, chat=ANN))),
        "a line twice": ("doubled", talking(KNOWN, KNOWN)),
        "a line of the other's": ("doubled", talking(KNOWN, StoredRemark(MATCH, BOB, LINE))),
        "a line in another match": ("doubled", talking(KNOWN, StoredRemark(RACE, ANN, LINE))),
        "a stranger's line that was kept back": ("", talking(heard=(), passed_on=False)),
        "one that was passed on": ("unseen", talking(passed_on=False)),
        "one that counts": ("doubled", talking(KNOWN, heard=(), passed_on=False)),
        "a rating that was applied twice": ("unfair", doubly_rated()),
        "whoever stays away loses and has walked out once": ("", timed_out()),
        "or never": ("unfair", timed_out(abandoned=0)),
        "or twice": ("unfair", timed_out(abandoned=2)),
        **{
            f"a clock that ended it otherwise: {end}": ("ended…", timed_out(end))
            for end in (f"timed-out {FIRST}", f"resigned {SECOND}", "aborted", "")
        },
        "a rematch with sides swapped": ("", rematch(SECOND, FIRST)),
        "one with the same sides": ("paired", rematch(FIRST, SECOND)),
        "one of no match": ("paired", rematch(SECOND, FIRST, known_as="")),
        "a meeting in the lobby": ("", by_lobby(0)),
        "two in a row": ("", by_lobby(0, 1)),
        "whoever still looks": ("stuck", made.with_rows(seekers=(ANN,))),
        "a card that shows how it stands": ("", on_card()),
        "an empty one": ("unseen", on_card("")),
        "one with another reply": ("unseen", on_card(SHOWN.replace("🐂", "7🐂", 1))),
        "one without a secret": ("unseen", on_card(SHOWN.replace(SECRET, ""))),
        "one that a rematch took over": ("", on_card("something else", rematch=RACE)),
        "one that Telegram refused to change": ("", made.refusing(on_card("something else"), FOR_CARD)),
        "another": ("unseen…", made.refusing(on_card("something else"), replace(FOR_CARD, inline="another"))),
        "a secret on it before the end": ("leaked", made.also_said(LEAK, evidence=on_card())),
        "and then": ("", made.also_said(replace(LEAK, when=ENDED_AT), evidence=on_card())),
        "challenges that are seen as they stand": ("", lobby(*WELL)),
        "a challenge that two have taken": ("paired", lobby(taken=(ONE, replace(OTHER, key=ONE.key)))),
        "a match whose challenge nobody took": ("paired", lobby(taken=(ONE,))),
        "a challenge that brought no match": ("paired", lobby(taken=(ONE, replace(OTHER, match="")))),
        "one that stands and is not seen": ("unseen", lobby(page(SEEN))),
        "a later one": ("unseen", lobby(page(LATER + 2, CYD, read=LATER + 9))),
        "one that is seen before it stands": ("unseen", lobby(page(POSTED - 5, BOB))),
        "one that is seen when it is gone": ("unseen", lobby(page(MET, BOB))),
        "a later one that is gone": ("unseen", lobby(page(LATER + 11, BOB))),
        "one that is not seen on a full page": ("", lobby(page(SEEN, *range(1, 6)), listed=(*STANDING, *OTHERS))),
        "nor by its host": ("", lobby(page(SEEN, person=BOB))),
        "one that was withdrawn, before": ("unseen", lobby(page(SEEN, read=TAKEN - 1), listed=WITHDRAWN)),
        "and after": ("unseen", lobby(page(MET, BOB), listed=WITHDRAWN)),
        **{
            f"one that comes or goes, seen by {listed} at {asked}": ("", lobby(page(asked, *listed, read=read)))
            for asked, read in WHILE_IT_CHANGES
            for listed in SEEN_OR_NOT
        },
        **{
            f"one that is withdrawn, seen by {listed}": ("", lobby(page(TAKEN - 0.5, *listed), listed=WITHDRAWN))
            for listed in SEEN_OR_NOT
        },
    }
)
def test_what_is_wrong_is_found_and_nothing_else(kind: str, evidence: Evidence) -> None:
    assert made.only(kind, evidence)


def test_a_line_that_came_more_often_than_was_in_flight_is_found() -> None:
    said = made.sent_text(BOB, f"💬 Ann: {LINE}")
    evidence = made.also_said(said, said, evidence=talking(KNOWN))
    assert made.only("repeated", evidence)
    assert made.only("", replace(evidence, in_flight=1))


def test_whoever_is_paired_with_two_at_once_or_with_somebody_else_is_found() -> None:
    again = StoredMatch("cc" * 8, "race", (ANN, BOB), RACING.secrets, RACING.turns, salts=RACING.salts)
    evidence = made.world(DUEL, RACING, again)
    mine = evidence.pairs[0].matches
    mine.append(PlayedMatch(again.id, mine[1].agreed, mine[1].people, by_lobby=True))
    mine[2].made, mine[1].by_lobby = mine[1].made, True
    assert any("several" in line for line in verdict(evidence).paired)
    assert any("is stored as one of" in line for line in verdict(made.with_race(people=(ANN, 99))).paired)


def test_whoever_lost_on_time_often_may_have_to_let_others_go_first() -> None:
    evidence = lobby(page(SEEN))
    for person, times in ((CYD, 2), (BOB, 3)):
        walked_out = {**evidence.matches.walked_out, person: times}
        judged = verdict(made.with_rows(evidence, walked_out=walked_out))
        assert not any("did not see" in line for line in judged.unseen)
