"""The verdict must find what is wrong: made-up runs with one thing wrong in each."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faults.judging.evidence import Refused
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
    sent_text,
    solved,
    text,
    with_bobs,
    with_stored,
    world,
)


def test_a_run_without_fault_is_passed() -> None:
    assert verdict(world()).complaints == []


def test_a_guess_that_was_lost_is_found() -> None:
    assert only("lost", verdict(with_bobs(world(), guesses=tuple(GUESSES[3:5]), names=("B", "B" + MARK))))


def test_a_game_that_was_lost_is_found() -> None:
    judged = verdict(with_stored(world(), games=(solved(),)))
    assert judged.lost == (f"game {OTHER_PRINT} of chat {BOB}",)


def test_a_job_that_was_lost_is_found() -> None:
    assert only("lost", verdict(with_bobs(world(), names=("B", "B", "B"))))


def test_an_update_that_was_confirmed_before_its_commit_is_found() -> None:
    assert only("lost", verdict(with_stored(world(), seen=frozenset({1}))))


@pytest.mark.parametrize("extra", [GUESSES[2], GUESSES[9]])
def test_a_guess_that_counted_though_nobody_made_it_is_found(extra: str) -> None:
    doubled = with_bobs(world(), guesses=(*GUESSES[2:5], extra), names=("B", "B", "B", "B" + MARK))
    assert only("doubled", verdict(doubled))


def test_a_game_that_nobody_began_is_found() -> None:
    evidence = world()
    assert only("doubled", verdict(replace(evidence, chats=(*evidence.chats[:1], PlayedChat(BOB, (BOB,))))))


def test_a_job_that_was_done_twice_is_found() -> None:
    assert only("doubled", verdict(with_bobs(world(), names=("B", "B", "B" + MARK + MARK))))


def test_guesses_in_another_order_are_found() -> None:
    assert only("swapped", verdict(with_bobs(world(), guesses=(GUESSES[3], GUESSES[2], GUESSES[4]))))


def test_what_one_person_tapped_and_typed_keeps_its_order() -> None:
    evidence = world()
    (game,) = evidence.chats[1].games
    game.made = [replace(made, message=None) if number == 1 else made for number, made in enumerate(game.made)]
    assert verdict(evidence).complaints == []
    assert only("swapped", verdict(with_bobs(evidence, guesses=(GUESSES[3], GUESSES[2], GUESSES[4]))))


def test_what_two_people_tapped_has_no_order() -> None:
    evidence = world()
    (game,) = evidence.chats[1].games
    game.made = [Made(made.guess, person, None) for person, made in zip((ANN, BOB, ANN), game.made, strict=True)]
    assert verdict(with_bobs(evidence, guesses=(GUESSES[3], GUESSES[2], GUESSES[4]))).complaints == []


def test_a_game_that_goes_on_after_its_end_is_found() -> None:
    evidence = world()
    evidence.chats[0].games[0].end = None
    assert only("ended", verdict(evidence))


@pytest.mark.parametrize(
    "shown", ["", "🔒 nothing yet", text(replace(solved(), over=False)), text(replace(solved(), guesses=(SECRET,)))]
)
def test_a_board_that_is_not_the_final_one_is_found(shown: str) -> None:
    evidence = world()
    assert only("unseen", verdict(replace(evidence, boards={**evidence.boards, PRINT: board(shown)})))


def test_a_wrong_count_of_bulls_and_cows_is_found() -> None:
    evidence = world()
    bulls, cows = feedback(GUESSES[0], SECRET)
    wrong = text(solved()).replace(
        f"{bulls}\u2060🐂\u00a0{cows}\u2060🐄", f"{bulls}\u2060🐂\u00a0{cows + 1}\u2060🐄", 1
    )
    assert only("unseen", verdict(replace(evidence, boards={**evidence.boards, PRINT: board(wrong)})))


def test_a_board_that_was_refused_for_good_need_not_be_seen() -> None:
    evidence = world()
    unseen = replace(evidence, boards={PRINT: board(text(solved()))})
    refused = Refused(BOB, text(running(), html=True), "[]", ORDERED)
    assert only("unseen", verdict(unseen))
    assert verdict(with_stored(unseen, refused=(refused,))).complaints == []
    older = replace(running(), guesses=running().guesses[:2])
    assert only("unseen", verdict(with_stored(unseen, refused=(replace(refused, text=text(older, html=True)),))))


def test_a_chat_that_is_told_to_wait_has_its_message_waiting() -> None:
    evidence = world()
    unseen = replace(evidence, boards={PRINT: board(text(solved()))})
    unseen.chats[1].told_to_wait = True
    assert only("unseen", verdict(unseen))
    assert verdict(with_stored(unseen, waiting=frozenset({BOB}))).complaints == []


def test_what_is_stuck_is_found() -> None:
    assert only("stuck", verdict(with_stored(world(), waiting=frozenset({BOB}))))
    assert only("stuck", verdict(with_stored(world(), jobs=(StoredJob("mark", "table", 0.0),))))
    assert only("stuck", verdict(replace(world(), unconfirmed=1)))


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


def test_a_leak_to_the_operator_is_found() -> None:
    for leak in OTHER, SECRET, OTHER_SALT:
        assert only("leaked", verdict(replace(world(), written={"log": f"update did={leak}"})))
    refused = Refused(ANN, f"hello {OTHER}", "[]", ORDERED)
    assert only("leaked", verdict(with_stored(world(), refused=(refused,))))
    assert verdict(with_stored(world(), failed_updates=(f"text={OTHER}",))).leaked


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


@pytest.mark.parametrize(
    "asked_for",
    [
        sent_text(BOB, f"{text(running(), html=True)}\n/guess 0123"),
        sent_text(BOB, text(running(), html=True), buttons='"1:keep:0:3"'),
        sent_text(BOB, text(replace(running(), guesses=()), html=True)),
    ],
)
def test_what_people_may_ask_for_again_is_no_repetition(asked_for: Said) -> None:
    assert verdict(also_said(asked_for, asked_for)(world())).complaints == []


def test_a_bug_of_the_bot_is_found() -> None:
    assert only("broken", verdict(with_stored(world(), failed_updates=("KeyError",))))
    assert only("broken", verdict(replace(world(), written={"log": "…\nTraceback (most recent call last):\n…"})))
    refused = Refused(BOB, "hello", "[]", "Can't parse entities")
    assert only("broken", verdict(with_stored(world(), refused=(refused,))))
