"""The verdict on words that the bot breaks and numbers that are guessed: made-up runs with one thing wrong in each."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from faults.judging.evidence import Refused
from faults.judging.verdict import ORDERED, verdict
from faults.judging.way_rows import StoredWay
from faults.judging.witness import Said
from faults.players.way_model import Way, answer, reply
from faults.players.way_screen import asks_in, moves_in
from tests.faults.judging.made_up_games import only
from tests.faults.judging.made_up_ways import (
    ASA,
    ASKED,
    ENDED_AT,
    LOW,
    NUMBER,
    SALT,
    SECRET,
    TOM,
    also_said,
    asked,
    buttons,
    kept,
    on,
    seen_instead,
    sent_text,
    text,
    thought,
    with_stored,
    world,
)

Makes = Callable[[], StoredWay]


EACH = pytest.mark.parametrize("game", [thought, asked, kept])


@EACH
def test_a_move_that_was_lost_or_counted_twice_or_earlier_is_found(game: Makes) -> None:
    one, other, *rest = game().moves
    assert only("lost", verdict(with_stored(game(), moves=(other, *rest))))
    assert only("doubled", verdict(with_stored(game(), moves=(one, one, other, *rest))))
    assert only("swapped", verdict(with_stored(game(), moves=(other, one, *rest))))


def test_a_reply_that_counted_for_another_guess_or_otherwise_is_found() -> None:
    first, *rest = thought().moves
    judged = verdict(with_stored(thought(), moves=(reply(ASKED[3], (1, 0)), *rest)))
    assert (judged.lost, len(judged.doubled)) == ((f"{first} in think {thought().id} of {TOM}",), 1)
    judged = verdict(with_stored(kept(), moves=tuple(move.replace("=no", "=yes") for move in kept().moves)))
    assert judged.lost
    assert judged.doubled


def test_a_game_that_was_lost_or_that_nobody_began_or_is_another_way_round_is_found() -> None:
    whole = world()
    assert verdict(whole).complaints == []
    assert only("lost", verdict(replace(whole, stored_ways=whole.stored_ways[1:])))
    assert only("doubled", verdict(replace(whole, ways=whole.ways[1:])))
    whole.ways[2].way = Way.ASK
    assert only("swapped", verdict(whole))


@EACH
def test_a_game_that_ended_otherwise_or_a_board_that_is_not_the_last_one_is_found(game: Makes) -> None:
    stored = game()
    assert only("ended", verdict(with_stored(stored, over=not stored.over)))
    right, data = text(stored), buttons(stored)
    earlier = right.rpartition("\n")[0]
    for shown, does in ((earlier, data), ("nothing", data), (right, buttons(replace(stored, over=not stored.over)))):
        assert only("unseen", verdict(seen_instead(stored, shown, does)))


def test_an_answer_that_is_told_wrongly_is_found() -> None:
    right = text(asked())
    for wrong in (right.replace("\u00a0no", "\u00a0yes", 1), right.replace("\u00a0yes", "\u00a0no", 1)):
        assert only("unseen", verdict(seen_instead(asked(), wrong, buttons(asked()))))


@EACH
def test_a_board_that_was_refused_for_good_need_not_be_seen(game: Makes) -> None:
    stored = game()
    unseen = seen_instead(stored, "nothing", buttons(stored))
    refused = Refused(stored.chat, text(stored, html=True), buttons(stored), ORDERED)
    for letter, is_enough in ((refused, True), (replace(refused, text=text(on(stored), html=True)), False)):
        judged = verdict(replace(unseen, stored=replace(unseen.stored, refused=(letter,))))
        assert (judged.unseen == ()) is is_enough


def asking(word: str, after: StoredWay) -> Said:
    return sent_text(after, text(after, html=True, asks=word))


def test_a_guess_that_the_bot_changed_is_found_unless_it_was_told_to() -> None:
    before = on(thought())
    one, other = asking(ASKED[2], before), asking(ASKED[3], before)
    assert verdict(also_said(one, one, asking(ASKED[3], on(before)))).complaints == []
    evidence = also_said(one, other)
    assert only("swapped", verdict(evidence))
    evidence.ways[0].wished.add(ASKED[3])
    assert verdict(evidence).complaints == []


def line(what: str) -> str:
    return f"from {LOW} to 731000128\n{what}"


LEAKS = {
    "the number while it is on": sent_text(asked(), line(f"I have {NUMBER}"), when=ENDED_AT - 1),
    "the number in the title": sent_text(asked(), f"Guess {NUMBER}", when=ENDED_AT - 1),
    "the number on a button": replace(sent_text(asked(), line("hello"), when=ENDED_AT - 1), buttons=f"1:nask:{NUMBER}"),
    "the number in an answer": Said(ASA, f"psst, {NUMBER}", "", ENDED_AT, sent=False, person=ASA),
    "the number in another chat": sent_text(asked(), line(f"&gt;{NUMBER}"), chat=TOM),
    "the salt while it is on": sent_text(asked(), line(f"🔒 {SALT}"), when=ENDED_AT - 1),
    "the salt elsewhere": sent_text(asked(), line(f"🔒 {SALT}"), chat=TOM),
}


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS.keys())
def test_a_leak_is_found(leak: Said) -> None:
    assert only("leaked", verdict(also_said(leak)))


def test_a_number_that_was_logged_is_found() -> None:
    for written in (f"asked {NUMBER}", f"salt {SALT}"):
        assert only("leaked", verdict(replace(world(), written={"log": written})))


OPEN = (
    f"1. <code>&gt;{NUMBER}</code>\u00a0\u00a0no",
    f"Left: {NUMBER}…731000064 (15 numbers).",
    f"Left: 731000033…{NUMBER} (18 numbers).",
    f"Ask me, for example <code>&gt;={NUMBER}</code>",
)


def test_what_the_answers_tell_of_a_number_is_no_leak() -> None:
    button = f'"🎯 {NUMBER}", "1:nask:{asked().id}:2:eq{NUMBER}"'
    for what in OPEN:
        said = sent_text(asked(), line(what), when=ENDED_AT - 1)
        assert verdict(also_said(said, replace(said, buttons=button))).complaints == []


def test_an_end_of_the_range_may_be_the_number() -> None:
    evidence = with_stored(asked(), ends=(NUMBER, "731000128"))
    said = sent_text(asked(), f"from {NUMBER} to 731000128", when=ENDED_AT - 1)
    assert verdict(also_said(said, evidence=evidence)).complaints == []


def test_a_number_that_was_kept_twice_may_be_read_at_either_end_and_before_neither() -> None:
    again = replace(asked(), id="dd" * 8, salt="cd" * 16)
    for game in (asked(), again):
        found = sent_text(game, line(f"🎉 {NUMBER}"))
        assert verdict(also_said(found, evidence=world(asked(), again))).complaints == []
    early = sent_text(again, line(f"🎉 {NUMBER}"))
    assert only("leaked", verdict(also_said(early, evidence=world(asked(), on(again)))))


def test_all_may_be_read_once_the_number_is_found_and_what_the_bot_asks_by_whoever_keeps_the_word() -> None:
    assert verdict(also_said(sent_text(asked(), line(f"🎉 {NUMBER}\n🔒 {SALT}")))).complaints == []
    assert asks_in(f"❓ My guess 1: {SECRET}\nHow many?") == SECRET
    assert moves_in(text(thought())) == thought().moves
    assert verdict(also_said(asking(ASKED[2], on(thought())))).complaints == []


def test_a_question_about_a_number_is_answered_by_its_relation() -> None:
    for question, answers in ((">5", "nny"), ("<5", "ynn"), ("=5", "nyn"), (">=5", "nyy"), ("<=5", "yyn")):
        assert [answer(question, number)[0] for number in (4, 5, 6)] == list(answers)
