"""The verdict on matches, on how people meet, talk and leave: made-up runs with one thing wrong in each."""

from collections import Counter
from dataclasses import replace
from html import escape
from typing import Any

import pytest

from faults.judging.database import MatchRows, StoredJob, StoredMatch, StoredRemark
from faults.judging.evidence import Evidence, Refused, Said, Stored
from faults.judging.glicko import Strength
from faults.judging.verdict import ORDERED, verdict
from faults.players.accounts import (
    Agreed,
    Asked,
    Ending,
    How,
    Page,
    PlayedLobby,
    PlayedPair,
    Posted,
    Remarked,
    Taking,
)
from faults.players.sight import Board
from tests.faults.judging import made_up as made
from tests.faults.judging.made_up import ANN, ANNS, BOB, BOBS, ENDED_AT, GROUP, GUESSES, MATCH, RACE, RACED, SALTS, SEED

DUEL, RACING, FIRST, SECOND = made.DUEL, made.RACING, made.FIRST, made.SECOND
RATINGS = ANNS_RATING, BOBS_RATING = made.rating(ANN), made.rating(BOB)
TWICE = replace(ANNS_RATING, games=2, wins=2 * ANNS_RATING.wins, losses=2 * ANNS_RATING.losses)
ANOTHER, STRANGERS = replace(ANNS_RATING, rating=ANNS_RATING.rating + 1), replace(ANNS_RATING, person=9)
ONE, OTHER = made.results()
UNCOUNTED = tuple(replace(row, is_rated=False) for row in (ONE, OTHER))
DUELS, RACES = DUEL.turns, RACING.turns
FURTHER = (*DUELS, (FIRST, GUESSES[6]), (SECOND, GUESSES[7]))
OUT_OF_TURN = (DUELS[1], DUELS[0], *DUELS[2:])


def duel_so(turns: tuple[tuple[int, str], ...]) -> Evidence:
    """The duel is stored like that, and was played like that."""
    return made.played_so(made.with_duel(turns=turns), made=[Asked(*turn) for turn in turns])


def refused_race() -> Evidence:
    evidence = made.with_race(turns=(*RACES, RACES[-1]))
    evidence.pairs[0].matches[1].refused[3] = [Asked(BOB, GUESSES[5])]
    return evidence


def unknown() -> Evidence:
    evidence = made.world()
    del evidence.pairs[0].matches[1]
    return evidence


CHANGED = {ANN: GUESSES[9], BOB: BOBS}
RESIGNED = made.played_so(made.world(), 1, ending=Ending(How.RESIGNED, ANN))
REFUSED = Refused(ANN, made.text(DUEL, ANN, html=True), made.buttons(DUEL), ORDERED)
UNSEEN = replace(made.world(), screens={at: shown for at, shown in made.world().screens.items() if at != (ANN, MATCH)})


ONCE = Counter({ANN: 1})
test_what_is_wrong_is_found_and_nothing_else = made.runs(
    {
        "nothing": ("", made.world()),
        "a lost guess": ("lost", made.with_race(turns=RACES[:-1])),
        "a lost match": (f"lost: match {RACE}", made.world(DUEL)),
        "time that was given and did not count": ("lost", made.played_so(made.world(), gave=ONCE, was_given=ONCE)),
        "time that nobody gave": ("doubled", made.with_duel(given=(0, 1))),
        "time of which nobody was told": ("", made.played_so(made.with_duel(given=(1, 0)), gave=ONCE)),
        "a secret that was changed": ("lost", made.played_so(made.world(), secrets=CHANGED)),
        "a guess that counted twice": ("doubled", made.with_race(turns=(*RACES, RACES[-1]))),
        "a guess out of turn": ("doubled", refused_race()),
        "a match that nobody began": (f"doubled: match {RACE}, which nobody knows of…", unknown()),
        "guesses in another order": ("swapped", made.with_race(turns=(RACES[0], *reversed(RACES[1:])))),
        "what two guessed in a race has none": ("", made.with_race(turns=(*RACES[1:], RACES[0]))),
        "a guess of the duel out of turn": ("swapped", duel_so(OUT_OF_TURN)),
        "a match that went on after its end": ("ended", duel_so(FURTHER)),
        "a match that ended otherwise": ("ended…", made.with_duel(end=f"resigned {ANN}")),
        "a race that is over": ("ended…", made.with_race(over=True)),
        "a match that went on though it was resigned": ("ended…", RESIGNED),
        "a screen that was not shown": ("unseen", UNSEEN),
        "it was refused for good": ("", made.refusing(UNSEEN, REFUSED)),
        "another's was": ("unseen", made.refusing(UNSEEN, replace(REFUSED, chat=BOB))),
        "a missing result": ("unfair", made.with_rows(results=(ONE,))),
        "a wrong one": ("unfair", made.with_rows(results=(ONE, replace(OTHER, score=0.5)))),
        "one too many": ("unfair", made.with_rows(results=(ONE, OTHER, replace(ONE, match=RACE)))),
        "a match counted twice": ("unfair", made.with_rows(finished={ANN: 2, BOB: 1})),
        "no rating": ("unfair", made.with_rows(ratings=(BOBS_RATING,))),
        "a rating applied twice": ("unfair", made.with_rows(ratings=(TWICE, BOBS_RATING))),
        "another rating": ("unfair", made.with_rows(ratings=(ANOTHER, BOBS_RATING))),
        "a stranger's": ("unfair", made.with_rows(ratings=(*RATINGS, STRANGERS))),
        "results that did not count": ("unfair", made.with_rows(results=UNCOUNTED)),
        "a typed secret that stands in the chat": ("uncovered", replace(made.world(), uncovered=frozenset({(ANN, 5)}))),
        "a job that is due": ("stuck", replace(made.world(), stored=Stored(jobs=(StoredJob("clock", RACE, 489.0),)))),
        "one of another kind": ("stuck", replace(made.world(), stored=Stored(jobs=(StoredJob("mark", RACE, 1000.0),)))),
    }
)


def test_a_match_that_was_aborted_for_nothing_after_a_guess_and_a_lot_that_was_not_heeded_are_found() -> None:
    evidence = made.with_race(over=True, end="aborted")
    for how, times in ((How.ABORTED, 1), (How.CALLED_OFF, 0)):
        ended = verdict(made.played_so(evidence, 1, ending=Ending(how, ANN), ending_since=ENDED_AT)).ended
        assert ["after 3 guesses it ended by" in line for line in ended] == [True] * times
    (complaint,) = (each for each in verdict(made.with_duel(first=SECOND)).swapped if "lot" in each)
    assert str(SECOND) in complaint


@pytest.mark.parametrize("person", [ANN, BOB])
@pytest.mark.parametrize("stored", [DUEL, RACING], ids=["duel", "race"])
def test_a_screen_that_is_not_the_final_one_or_tells_another_end_is_found(stored: StoredMatch, person: int) -> None:
    right = made.text(stored, person)
    wrong = ["nothing", right.replace("🐂", "7🐂", 1), right.replace("1. ", "x. ")]
    if stored.over:
        wrong += [right.translate(str.maketrans("🏆🎭", "🎭🏆")), right.replace(ANNS, "").replace(BOBS, "")]
    for shown in wrong:
        screen = made.screen(shown, made.buttons(stored))
        evidence = replace(made.world(), screens={**made.world().screens, (person, stored.id): screen})
        assert made.only("unseen", evidence)


EARLY: Any = {"when": ENDED_AT - 1}
RIVALS = f"Head\n\n1. <code>{GUESSES[4]}</code>\u00a0\u00a00\u2060🐂\u00a01\u2060🐄"
TO_RIVAL = made.sent_text(SECOND, f"🤫 {made.secret_for(SECOND)}")
LEAKS = {
    "the rival's secret while it is on": made.sent_text(ANN, f"hello {BOBS}", RACING),
    "the race's secret while it is on": made.sent_text(ANN, f"🏆 {RACED}", RACING),
    "one's own secret where it may be seen by others": made.sent_text(ANN, f"1. {ANNS}"),
    "the secrets before the end": made.sent_text(ANN, f"🏆 {BOBS}", DUEL, **EARLY),
    "a salt before the end": made.sent_text(ANN, SALTS[0], DUEL, **EARLY),
    "the seed of the lot before the end": made.sent_text(ANN, SEED, DUEL, **EARLY),
    "the end of somebody else's match": made.sent_text(73, f"🏆 {BOBS}", DUEL),
    "the rival's guesses in a race": made.sent_text(ANN, RIVALS, RACING),
    "a secret to the rival who pressed": replace(TO_RIVAL, sent=False, person=SECOND),
    "a secret on a button": Said(ANN, "hello", f'["{BOBS}"]', ENDED_AT, sent=True),
}
PROOF = made.sent_text(ANN, f"🔒 {SALTS[0]} {SALTS[1]}\n🎲 {SEED} {BOBS} {ANNS}", DUEL)
REMINDER = replace(made.sent_text(ANN, f"🤫 {ANNS}"), sent=False, person=ANN)


def on_a_card(said: str, when: float = ENDED_AT, wrong: tuple[str, str] = ("", "")) -> Evidence:
    """The same where a group looks on, whose card shows the race as it stands; something else was said there."""
    evidence = made.with_race(group=GROUP)
    evidence.pairs[0].group = GROUP
    lines = (line for person in (ANN, BOB) for line in made.turns(RACING, person, html=False, hidden=True))
    card = "\n".join(["⚔️ Ann — Bob", *lines]).replace(*wrong, 1)
    evidence = replace(evidence, cards={RACE: card})
    return made.also_said(made.sent_text(GROUP, said, when=when), evidence=evidence)


test_a_leak_is_found = made.runs(
    {name: ("leaked", made.also_said(leak)) for name, leak in LEAKS.items()}
    | {
        "what the two may read": ("", made.also_said(PROOF, REMINDER)),
        "onlookers see how a match stands": ("", on_a_card("hello")),
        "no card": ("unseen", replace(on_a_card("hello"), cards={RACE: ""})),
        "a card without a turn": ("unseen", on_a_card("hello", wrong=("2. ", ""))),
        "another reply on it": ("unseen", on_a_card("hello", wrong=("🐂", "7🐂"))),
        "a secret to onlookers": ("leaked", on_a_card(f"🏆 {RACED}")),
        "guesses to onlookers": ("leaked", on_a_card(f"🔎 Bob:\n1. <code>{GUESSES[4]}</code>\u00a0\u00a00\u2060🐂")),
        "a salt to onlookers": ("leaked", on_a_card(SALTS[0])),
        "what onlookers may read": ("", on_a_card(f"🏆\n{ANNS}\n{BOBS}\n1. <code>{GUESSES[0]}</code>")),
        "it before the end": ("leaked", on_a_card(f"🏆\n{made.secret_for(SECOND)}", ENDED_AT - 1)),
    }
)


SAM = 77
LINES = [line for person in (ANN, BOB) for line in made.turns(RACING, person, html=False, hidden=True)]
BOARD, WATCHES = "\n".join(LINES), (f"1:wreact:{RACE}:3:0", f"1:wstop:{RACE}:3")


def watched(shown: str = BOARD, said: str = BOARD, *more: str, over: bool = False) -> Evidence:
    """Sam is shown the race: what stands in the end, and what was said once; `more`: further buttons."""
    buttons = (*WATCHES, *more)
    evidence = made.also_said(
        Said(SAM, said, " ".join(buttons), ENDED_AT, sent=False), evidence=made.with_race(over=over)
    )
    return replace(evidence, spectators=frozenset({SAM}), watched={SAM: Board(made.message(SAM, shown, *buttons))})


test_what_those_who_watch_are_shown_is_judged = made.runs(
    {
        "how it stands": ("", watched()),
        "not the last turn": ("unseen", watched(shown="\n".join(LINES[:-1]))),
        "what they did not look at again": ("", watched("\n".join(LINES[:-1]), BOARD, f"1:wlook:{RACE}:2")),
        "a turn before": ("", watched(said="\n".join(LINES[:-1]))),
        "another reply": ("unseen", watched(said="1. 7\u2060🐂\u00a00\u2060🐄")),
        "a guess": ("leaked…", watched(said=f"1. <code>{GUESSES[4]}</code>\u00a0\u00a00\u2060🐂\u00a00\u2060🐄")),
        "the secret": ("leaked", watched(said=f"{BOARD}\n{RACED}")),
        "a salt": ("leaked", watched(said=f"{BOARD}\n{RACING.salts[0]}")),
        "a board to whom they have blocked": ("leaked", replace(watched(), parted=frozenset({SAM}))),
        "that it goes on when it is over": ("unseen…", watched(over=True)),
    }
)


CARD, CHAT = "an inline message", -74
STORED = replace(DUEL, inline=CARD)
FOR_CARD = Refused(CHAT, "…", "null", ORDERED, inline=CARD)
LETTER = Refused(BOB, "It is your turn", "null", ORDERED)
SHOWN = "\n".join(
    ["⚔️ Ann — Bob", *(line for line in made.text(DUEL, ANN).split("\n") if line[:1].isdigit()), *DUEL.secrets]
)
DRAFT = " ".join(ANNS[:3] + "····")
NEW = StoredMatch("cc" * 8, "duel", (ANN, BOB), ("-", "-"), (), salts=SALTS, inline="another")


def played_on(
    *also: Said,
    shown: str = SHOWN,
    refused: tuple[Refused, ...] = (),
    more: tuple[StoredMatch, ...] = (),
    **changes: Any,
) -> Evidence:
    """Nothing is wrong here: Ann and Bob have played on a card, and have never opened the bot."""
    stored = (replace(STORED, **changes), *more)
    return replace(
        made.world(),
        stored=Stored(refused=refused),
        pairs=(PlayedPair((ANN, BOB), Agreed(), [made.played(DUEL)], CHAT, on_cards=True),),
        matches=MatchRows(stored, made.results(), RATINGS, {ANN: 1, BOB: 1}),
        screens={},
        cards={MATCH: shown},
        said=(on_card(SHOWN), *also),
    )


def on_card(what: str, when: float = ENDED_AT) -> Said:
    return Said(CHAT, what, "null", when, sent=False)


def heard(person: int, what: str) -> Said:
    """What somebody alone hears who presses on the card."""
    return Said(CHAT, what, "", ENDED_AT - 1, sent=False, person=person)


test_what_is_wrong_with_a_match_on_a_card_is_found = made.runs(
    {
        "nothing": ("", played_on()),
        "a lost guess": ("lost…", played_on(turns=DUELS[:-1])),
        "one too many": ("doubled…", played_on(turns=(*DUELS, (FIRST, GUESSES[6])))),
        "another order": ("swapped…", played_on(turns=tuple(reversed(DUELS)))),
        "another end": ("ended", played_on(end=f"resigned {SECOND}")),
        "no card": ("unseen", played_on(shown="")),
        "a card without a secret": ("unseen", played_on(shown=SHOWN.replace(ANNS, ""))),
        "a card with another reply": ("unseen", played_on(shown=SHOWN.replace("🐂", "7🐂", 1))),
        "none that was refused": ("", played_on(shown="", refused=(FOR_CARD,))),
        "one without a secret that was refused": ("", played_on(shown=SHOWN.replace(ANNS, ""), refused=(FOR_CARD,))),
        "another reply that was refused": ("", played_on(shown=SHOWN.replace("🐂", "7🐂", 1), refused=(FOR_CARD,))),
        "a letter to whoever never opened the bot": ("unseen", played_on(made.sent_text(BOB, "It is your turn"))),
        "one that was refused": ("unseen", played_on(refused=(LETTER,))),
        "one's own secret": ("", played_on(heard(ANN, f"Your secret: {ANNS}"))),
        "what oneself keys in": ("", played_on(heard(ANN, DRAFT))),
        "the rival's secret": ("leaked", played_on(heard(BOB, f"Your secret: {ANNS}"))),
        "a secret on the card": ("leaked", played_on(on_card(f"Ann keeps {ANNS}", ENDED_AT - 1))),
        "a salt on the card": ("leaked", played_on(on_card(SALTS[0]))),
        "what is keyed in on the card": ("leaked", played_on(on_card(DRAFT))),
        "a match that nobody knows of": ("doubled", played_on(more=(NEW,))),
        "its card could not be shown": ("", played_on(more=(NEW,), refused=(replace(FOR_CARD, inline="another"),))),
        "another's could not": ("doubled", played_on(more=(NEW,), refused=(FOR_CARD,))),
    }
)


DOUBLY = (replace(ONE, rating=2 * ONE.rating - 1500), OTHER)
LINE, CYD = "brave & <wise> (1)", 75
KNOWN = StoredRemark(MATCH, ANN, LINE)
REFUSED_LINE = Refused(BOB, f"💬 Ann: {escape(LINE, quote=False)}", "null", ORDERED)
SECRET = DUEL.secrets[0]


def talking(*remarks: StoredRemark, heard: tuple[str, ...] = (f"💬 Ann: {LINE}",), passed_on: bool = True) -> Evidence:
    """Ann has said something in the duel; what is stored of it, and what Bob can read."""
    evidence = made.with_rows(remarks=remarks)
    evidence.pairs[0].matches[0].said.append(Remarked(ANN, LINE, passed_on))
    return replace(evidence, heard={BOB: heard})


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


def rematch(one: int, other: int, known_as: str = RACE) -> Evidence:
    """The second match is a rematch of the duel, seated so."""
    stored = replace(RACING, people=(one, other))
    return made.played_so(made.world(replace(DUEL, rematch=known_as), stored), 1, before=MATCH)


LEAK = Said(CHAT, f"🏆\n{SECRET}", "null", ENDED_AT - 1, sent=False)


def with_card(shown: str = SHOWN, **changes: Any) -> Evidence:
    evidence = made.world(replace(DUEL, inline=CARD, **changes), RACING)
    evidence.pairs[0].group = CHAT
    return replace(evidence, cards={MATCH: shown})


# Challenges to everybody.
POSTED, SEEN, TAKEN, MET, LATER = 10.0, 11.0, 20.0, 21.0, 30.0
"""Bob challenges everybody, reads that it stands, Ann takes it, Bob reads of their duel; and then he has another."""
STANDING = Posted(BOB, POSTED, SEEN, gone=MET), Posted(BOB, LATER, LATER + 1, gone=LATER + 11)
WITHDRAWN = (Posted(BOB, POSTED, SEEN, stopping=TAKEN, gone=MET),)
OTHERS = [Posted(person, POSTED) for person in range(1, 6)]
EARLIER, LAST = Taking(ANN, BOB, "aa", TAKEN, "", MATCH), Taking(ANN, BOB, "bb", LATER + 10, None, RACE)


def lobby(*pages: Page, listed: tuple[Posted, ...] = STANDING, taken: tuple[Taking, ...] = (EARLIER, LAST)) -> Evidence:
    return replace(made.world(), lobby=PlayedLobby(frozenset({BOB}), list(listed), list(taken), list(pages)))


def page(asked: float, *listed: int, read: float | None = None, person: int = CYD) -> Page:
    return Page(person, asked, asked + 1 if read is None else read, frozenset(listed))


WHILE_IT_CHANGES = ((POSTED - 1, POSTED + 1), (POSTED, TAKEN - 1), (TAKEN - 1, TAKEN), (TAKEN, LATER))
WELL = page(POSTED - 5), page(SEEN, BOB), page(MET), page(LATER + 2, BOB), page(LATER + 15)
SEEN_OR_NOT = [(), (BOB,)]


test_what_is_wrong_with_meetings_talk_and_leaving_is_found_and_nothing_else = made.runs(
    {
        "a line that was passed on once": ("", talking(KNOWN)),
        "a lost line": ("lost", talking()),
        "another line": ("unseen", talking(KNOWN, heard=("💬 Ann: something else",))),
        "a line that Telegram refused": ("", made.refusing(talking(KNOWN, heard=()), REFUSED_LINE)),
        "to somebody else": ("unseen…", made.refusing(talking(KNOWN, heard=()), replace(REFUSED_LINE, chat=ANN))),
        "a line twice": ("doubled", talking(KNOWN, KNOWN)),
        "a line of the other's": ("doubled", talking(KNOWN, StoredRemark(MATCH, BOB, LINE))),
        "a line in another match": ("doubled", talking(KNOWN, StoredRemark(RACE, ANN, LINE))),
        "a stranger's line that was kept back": ("", talking(heard=(), passed_on=False)),
        "one that was passed on": ("unseen", talking(passed_on=False)),
        "one that counts": ("doubled", talking(KNOWN, heard=(), passed_on=False)),
        "a rating that was applied twice": ("unfair", made.with_rows(results=DOUBLY)),
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
        "a meeting in the lobby": ("", made.played_so(made.world(), by_lobby=True)),
        "two in a row": ("", made.played_so(made.played_so(made.world(), by_lobby=True), 1, by_lobby=True)),
        "whoever still looks": ("stuck", made.with_rows(seekers=(ANN,))),
        "a card that shows how it stands": ("", with_card()),
        "an empty one": ("unseen", with_card("")),
        "one with another reply": ("unseen", with_card(SHOWN.replace("🐂", "7🐂", 1))),
        "one without a secret": ("unseen", with_card(SHOWN.replace(SECRET, ""))),
        "one that a rematch took over": ("", with_card("something else", rematch=RACE)),
        "one that Telegram refused to change": ("", made.refusing(with_card("something else"), FOR_CARD)),
        "another": ("unseen…", made.refusing(with_card("something else"), replace(FOR_CARD, inline="another"))),
        "a secret on it before the end": ("leaked", made.also_said(LEAK, evidence=with_card())),
        "and then": ("", made.also_said(replace(LEAK, when=ENDED_AT), evidence=with_card())),
        "challenges that are seen as they stand": ("", lobby(*WELL)),
        "a challenge that two have taken": ("paired", lobby(taken=(EARLIER, replace(LAST, key=EARLIER.key)))),
        "a match whose challenge nobody took": ("paired", lobby(taken=(EARLIER,))),
        "a challenge that brought no match": ("paired", lobby(taken=(EARLIER, replace(LAST, match="")))),
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


def test_a_line_that_came_more_often_than_was_in_flight_is_found() -> None:
    said = made.sent_text(BOB, f"💬 Ann: {LINE}")
    evidence = made.also_said(said, said, evidence=talking(KNOWN))
    assert made.only("repeated", evidence)
    assert made.only("", replace(evidence, in_flight=1))


def test_whoever_is_paired_with_somebody_else_than_they_know_is_found() -> None:
    assert any("is stored as one of" in line for line in verdict(made.with_race(people=(ANN, 99))).paired)
