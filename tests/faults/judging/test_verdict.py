"""The verdict must find what is wrong: made-up runs with one thing wrong in each."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faults.judging.evidence import Evidence, Refused
from faults.judging.leaks import AnyOf
from faults.judging.match_rows import StoredJob
from faults.judging.verdict import ORDERED, verdict
from faults.judging.witness import Said
from faults.marks import MARK
from faults.players.model import Made, PlayedChat
from faults.players.words import feedback
from tests.faults.judging.made_up_games import (
    ANN,
    BOB,
    ENDED_AT,
    GUESSES,
    OTHER,
    OTHER_PRINT,
    OTHER_SALT,
    PRINT,
    SALT,
    SECRET,
    also_said,
    board,
    line,
    lock,
    only,
    running,
    runs,
    sent_text,
    solved,
    text,
    with_bobs,
    with_stored,
    world,
)

OTHERWISE = {"guesses": (GUESSES[3], GUESSES[2], GUESSES[4])}
FOUR = ("B", "B", "B", "B" + MARK)


def with_board(shown: str) -> Evidence:
    """Ann's board shows this."""
    return replace(world(), boards={**world().boards, PRINT: board(shown)})


@runs(
    {
        "nothing": ("", world()),
        "a lost guess": ("lost", with_bobs(world(), guesses=tuple(GUESSES[3:5]), names=("B", "B" + MARK))),
        "a lost job": ("lost", with_bobs(world(), names=("B", "B", "B"))),
        "an update confirmed before its commit": ("lost", with_stored(world(), seen=frozenset({1}))),
        "a guess twice": ("doubled", with_bobs(world(), guesses=(*GUESSES[2:5], GUESSES[2]), names=FOUR)),
        "a guess that nobody made": ("doubled", with_bobs(world(), guesses=(*GUESSES[2:5], GUESSES[9]), names=FOUR)),
        "a game that nobody began": ("doubled", replace(world(), chats=(*world().chats[:1], PlayedChat(BOB, (BOB,))))),
        "a job done twice": ("doubled", with_bobs(world(), names=("B", "B", "B" + MARK + MARK))),
        "another order": ("swapped", with_bobs(world(), **OTHERWISE)),
        "no board": ("unseen", with_board("")),
        "a board of nothing": ("unseen", with_board("🔒 nothing yet")),
        "a board before the end": ("unseen", with_board(text(replace(solved(), over=False)))),
        "a board without guesses": ("unseen", with_board(text(replace(solved(), guesses=(SECRET,))))),
        "a letter that waits": ("stuck", with_stored(world(), waiting=frozenset({BOB}))),
        "a job that waits": ("stuck", with_stored(world(), jobs=(StoredJob("mark", "table", 0.0),))),
        "an update that waits": ("stuck", replace(world(), unconfirmed=1)),
        "another's secret in the log": ("leaked", replace(world(), written={"log": f"update did={OTHER}"})),
        "one's own in the log": ("leaked", replace(world(), written={"log": f"update did={SECRET}"})),
        "a salt in the log": ("leaked", replace(world(), written={"log": f"update did={OTHER_SALT}"})),
        "a secret in what was refused": (
            "leaked",
            with_stored(world(), refused=(Refused(ANN, f"hello {OTHER}", "[]", ORDERED),)),
        ),
        "a bug": ("broken", with_stored(world(), failed_updates=("KeyError",))),
        "a trace": ("broken", replace(world(), written={"log": "…\nTraceback (most recent call last):\n…"})),
        "HTML refused": (
            "broken",
            with_stored(world(), refused=(Refused(BOB, "hello", "[]", "Can't parse entities"),)),
        ),
    }
)
def test_what_is_wrong_is_found_and_nothing_else(kind: str, evidence: Evidence) -> None:
    assert only(kind, verdict(evidence))


def test_a_game_that_was_lost_and_a_secret_in_what_failed_are_found() -> None:
    assert verdict(with_stored(world(), games=(solved(),))).lost == (f"game {OTHER_PRINT} of chat {BOB}",)
    assert verdict(with_stored(world(), failed_updates=(f"text={OTHER}",))).leaked


def test_what_one_person_tapped_and_typed_keeps_its_order_and_what_two_tapped_has_none() -> None:
    evidence = world()
    (game,) = evidence.chats[1].games
    game.made = [replace(made, message=None) if number == 1 else made for number, made in enumerate(game.made)]
    assert verdict(evidence).complaints == []
    assert only("swapped", verdict(with_bobs(evidence, **OTHERWISE)))
    game.made = [Made(made.guess, person, None) for person, made in zip((ANN, BOB, ANN), game.made, strict=True)]
    assert verdict(with_bobs(evidence, **OTHERWISE)).complaints == []


def test_a_game_that_goes_on_after_its_end_is_found() -> None:
    evidence = world()
    evidence.chats[0].games[0].end = None
    assert only("ended", verdict(evidence))


def test_a_wrong_count_of_bulls_and_cows_is_found() -> None:
    bulls, cows = feedback(GUESSES[0], SECRET)
    wrong = text(solved()).replace(
        f"{bulls}\u2060🐂\u00a0{cows}\u2060🐄", f"{bulls}\u2060🐂\u00a0{cows + 1}\u2060🐄", 1
    )
    assert only("unseen", verdict(with_board(wrong)))


def test_a_board_that_was_refused_for_good_or_that_waits_need_not_be_seen() -> None:
    unseen = replace(world(), boards={PRINT: board(text(solved()))})
    refused = Refused(BOB, text(running(), html=True), "[]", ORDERED)
    older = replace(refused, text=text(replace(running(), guesses=running().guesses[:2]), html=True))
    assert only("unseen", verdict(unseen))
    assert verdict(with_stored(unseen, refused=(refused,))).complaints == []
    assert only("unseen", verdict(with_stored(unseen, refused=(older,))))
    unseen.chats[1].told_to_wait = True
    assert only("unseen", verdict(unseen))
    assert verdict(with_stored(unseen, waiting=frozenset({BOB}))).complaints == []


LEAKS = {
    "another's secret": sent_text(ANN, f"hello {OTHER}"),
    "another's secret as if it were the end": sent_text(ANN, f"🎉 {OTHER}\n{lock(PRINT)}"),
    "another's game": sent_text(ANN, text(replace(running(), over=True), html=True)),
    "another's secret on a button": sent_text(ANN, "hello", buttons=f'["{OTHER}"]'),
    "another's salt": sent_text(ANN, f"{OTHER_SALT}\n{lock(PRINT)}"),
    "another's secret to whoever pressed": sent_text(ANN, f"{OTHER}: 7\u2060🐂\u00a00\u2060🐄", person=ANN),
    "a running game's secret": sent_text(BOB, f"🎉 {OTHER}\n{lock(OTHER_PRINT)}"),
    "a running game's salt": sent_text(BOB, f"{OTHER_SALT}\n{lock(OTHER_PRINT)}"),
    "the secret before the end": sent_text(ANN, f"🎉 {SECRET}\n{lock(PRINT)}", when=ENDED_AT - 1),
    "the proof before the end": sent_text(ANN, f"printf '{SECRET} {SALT}'\n{lock(PRINT)}", when=ENDED_AT - 1),
    "a secret that stands as a turn": sent_text(BOB, line(1, OTHER, OTHER, html=True)),
}


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS.keys())
def test_a_leak_to_a_chat_is_found(leak: Said) -> None:
    assert only("leaked", verdict(also_said(leak)(world())))


def test_what_people_may_read_is_no_leak() -> None:
    proof = sent_text(ANN, f"printf '{SECRET} {SALT}' | sha256sum\n🔒 Salt {SALT}\n{lock(PRINT)}")
    hint = sent_text(BOB, f"👉 <b>{OTHER}</b>\n{lock(OTHER_PRINT)}")
    answer = sent_text(ANN, f"{SECRET}: 7\u2060🐂\u00a00\u2060🐄", person=ANN)
    assert verdict(also_said(proof, hint, answer)(world())).complaints == []


@given(st.lists(st.text("abc", min_size=1, max_size=4), max_size=5), st.text("abc .\n", max_size=30))
def test_a_word_is_found_wherever_it_stands(words: list[str], said: str) -> None:
    assert set(AnyOf(words).found_in(said)) == {word for word in words if word in said}


def test_messages_that_came_twice_are_counted() -> None:
    again = also_said(sent_text(BOB, text(running(), html=True)))(world())
    assert verdict(again).repeated == 1
    assert only("repeated", verdict(again))
    assert verdict(replace(again, in_flight=1)).complaints == []


def test_what_people_may_ask_for_again_is_no_repetition() -> None:
    for asked_for in (
        sent_text(BOB, f"{text(running(), html=True)}\n/guess 0123"),
        sent_text(BOB, text(running(), html=True), buttons='"1:keep:0:3"'),
        sent_text(BOB, text(replace(running(), guesses=()), html=True)),
    ):
        assert verdict(also_said(asked_for, asked_for)(world())).complaints == []
