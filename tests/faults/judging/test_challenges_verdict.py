"""The verdict on challenges to everybody must find what is wrong: made-up runs with one thing wrong in each."""

from dataclasses import replace

from faults.judging.evidence import Evidence
from faults.judging.verdict import verdict
from faults.players.lobby_model import Page, PlayedLobby, Posted, Taking
from tests.faults.judging import made_up
from tests.faults.judging.made_up import ANN, BOB, MATCH, RACE
from tests.faults.judging.made_up_games import only, runs

CYD = 75


POSTED, SEEN, TAKEN, MET, LATER = 10.0, 11.0, 20.0, 21.0, 30.0
"""Bob challenges everybody, reads that it stands, Ann takes it, Bob reads of their duel; and then he has another."""


def posted() -> tuple[Posted, Posted]:
    return Posted(BOB, POSTED, SEEN, gone=MET), Posted(BOB, LATER, LATER + 1, gone=LATER + 11)


def takings() -> tuple[Taking, Taking]:
    return Taking(ANN, BOB, "aa", TAKEN, "", MATCH), Taking(ANN, BOB, "bb", LATER + 10, None, RACE)


def world(*pages: Page, listed: tuple[Posted, ...] = posted(), taken: tuple[Taking, ...] = takings()) -> Evidence:
    lobby = PlayedLobby(frozenset({BOB}), list(listed), list(taken), list(pages))
    return replace(made_up.world(), lobby=lobby)


def page(asked: float, *listed: int, read: float | None = None) -> Page:
    return Page(CYD, asked, asked + 1 if read is None else read, frozenset(listed))


ONE, OTHER = takings()


@runs(
    {
        "nothing": ("", world(page(POSTED - 5), page(SEEN, BOB), page(MET), page(LATER + 2, BOB), page(LATER + 15))),
        "a challenge that two have taken": ("paired", world(taken=(ONE, replace(OTHER, key=ONE.key)))),
        "a match whose challenge nobody took": ("paired", world(taken=(ONE,))),
        "a challenge that brought no match": ("paired", world(taken=(ONE, replace(OTHER, match="")))),
        "one that stands and is not seen": ("unseen", world(page(SEEN))),
        "a later one": ("unseen", world(page(LATER + 2, CYD, read=LATER + 9))),
        "one that is seen before it stands": ("unseen", world(page(POSTED - 5, BOB))),
        "one that is seen when it is gone": ("unseen", world(page(MET, BOB))),
        "a later one that is gone": ("unseen", world(page(LATER + 11, BOB))),
    }
)
def test_what_is_wrong_is_found_and_nothing_else(kind: str, evidence: Evidence) -> None:
    assert only(kind, verdict(evidence))


def test_a_challenge_that_comes_or_goes_while_somebody_looks_may_be_seen_or_not() -> None:
    for asked, read in ((POSTED - 1, POSTED + 1), (POSTED, TAKEN - 1), (TAKEN - 1, TAKEN), (TAKEN, LATER)):
        for listed in ((), (BOB,)):
            assert verdict(world(page(asked, *listed, read=read))).complaints == []


def test_a_challenge_that_its_host_withdraws_may_be_seen_or_not_until_they_know() -> None:
    one = Posted(BOB, POSTED, SEEN, stopping=TAKEN, gone=MET)
    for listed in ((), (BOB,)):
        assert verdict(world(page(TAKEN - 0.5, *listed), listed=(one,))).complaints == []
    assert only("unseen", verdict(world(page(SEEN, read=TAKEN - 1), listed=(one,))))
    assert only("unseen", verdict(world(page(MET, BOB), listed=(one,))))


def test_on_a_full_page_and_by_its_host_a_challenge_need_not_be_seen() -> None:
    others = [Posted(person, POSTED) for person in range(1, 6)]
    full = page(SEEN, *(one.host for one in others))
    assert verdict(world(full, listed=(*posted(), *others))).complaints == []
    assert verdict(world(replace(page(SEEN), person=BOB))).complaints == []


def test_whoever_lost_on_time_often_may_have_to_let_others_go_first() -> None:
    evidence = world(page(SEEN))
    for person, times in ((CYD, 2), (BOB, 3)):
        matches = replace(evidence.matches, walked_out={**evidence.matches.walked_out, person: times})
        assert not any("did not see" in line for line in verdict(replace(evidence, matches=matches)).unseen)
