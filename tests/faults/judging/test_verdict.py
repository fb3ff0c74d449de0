"""The verdict must find what is wrong: made-up runs where people break the bot's words, with one thing wrong in each.

In the first run nothing is wrong. And what it rests on: the rules of matches, ratings, and the witness's memory.
"""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.rating import START, Rating, after_game, after_pause
from faults.judging.database import StoredGame, StoredJob, fingerprint
from faults.judging.evidence import Evidence, Refused, Said, Stored
from faults.judging.glicko import SECONDS_A_PERIOD, Strength
from faults.judging.leaks import AnyOf
from faults.judging.sides import goes_on_too_long, is_in_turn, may_end, result
from faults.judging.verdict import ORDERED
from faults.players.accounts import End, Made, PlayedChat, PlayedGame
from faults.players.sight import Board
from faults.players.words import MARK, WORDS, feedback
from faults.playground import playground
from sandbox.html import parse
from tests.faults.judging.made_up import Runs, also_said, lock, message, refusing, runs

ANN, BOB = 71, 72
SECRET, OTHER, *GUESSES = WORDS[1:13]
SALT, OTHER_SALT = "ab" * 16, "cd" * 16
PRINT, OTHER_PRINT = fingerprint(SECRET, SALT), fingerprint(OTHER, OTHER_SALT)
ENDED_AT = 100.0


def line(number: int, guess: str, secret: str, *, html: bool) -> str:
    bulls, cows = feedback(guess, secret)
    code = f"<code>{guess}</code>" if html else guess
    return f"{number}. {code}\u00a0\u00a0{bulls}\u2060🐂\u00a0{cows}\u2060🐄"


def text(stored: StoredGame, *, html: bool = False) -> str:
    """A board that shows the game as it is stored, as HTML; `html`: with its guesses as code."""
    turns = [line(number, guess, stored.secret, html=html) for number, guess in enumerate(stored.guesses, 1)]
    end = [f"🎉 {stored.secret}"] if stored.over else []
    return "\n".join(["🎯", *turns, *end, lock(stored.fingerprint)])


def board(html: str) -> Board:
    shown, entities = parse(html)
    return Board(replace(message(ANN, shown), entities=tuple(entities), keyboard=()))


def solved(**changes: Any) -> StoredGame:
    """Ann's game, which is over."""
    guesses, names = (*GUESSES[:2], SECRET), ("Ann" + MARK, "Ann", "Ann")
    return replace(StoredGame(ANN, PRINT, SECRET, SALT, guesses, over=True, names=names), **changes)


def running(**changes: Any) -> StoredGame:
    """Bob's, which is not."""
    guesses, names = tuple(GUESSES[2:5]), ("B", "B" + MARK, "B" + MARK)
    return replace(StoredGame(BOB, OTHER_PRINT, OTHER, OTHER_SALT, guesses, over=False, names=names), **changes)


def played(stored: StoredGame) -> PlayedChat:
    made = [Made(guess, stored.chat, number) for number, guess in enumerate(stored.guesses)]
    game = PlayedGame(stored.fingerprint, stored.chat, made)
    if stored.over:
        game.end, game.ending_since = End.SOLVED, ENDED_AT
    chat = PlayedChat(stored.chat, (stored.chat,))
    chat.games.append(game)
    return chat


def world(**changes: Any) -> Evidence:
    """Nothing is wrong here, unless it is otherwise; what `Stored` has changes there."""
    games = solved(), running()
    stored = {name: changes.pop(name) for name in list(changes) if name in Stored.__dataclass_fields__}
    whole = Evidence(
        chats=tuple(played(game) for game in games),
        stored=Stored(**{"games": games, "seen": frozenset({1, 2})} | stored),
        boards={(game.chat, game.fingerprint): board(text(game)) for game in games},
        said=tuple(sent_text(game.chat, text(game, html=True)) for game in games),
        confirmed=frozenset({1, 2}),
        written={"log": "nothing of interest"},
    )
    return replace(whole, **changes)


def sent_text(
    chat: int, what: str, *, when: float = ENDED_AT, buttons: str = "null", person: int | None = None
) -> Said:
    return Said(chat, what, buttons, when, sent=person is None, person=person)


def with_bobs(evidence: Evidence | None = None, **changes: Any) -> Evidence:
    """The same, but for what is stored of Bob's game; he sees it as it is stored."""
    bobs, evidence = running(**changes), evidence or world()
    stored = replace(evidence.stored, games=(solved(), bobs))
    return replace(evidence, stored=stored, boards={**evidence.boards, (BOB, bobs.fingerprint): board(text(bobs))})


def made_by(made: list[Made], guesses: tuple[str, ...]) -> Evidence:
    """Bob's game is stored in this order; its guesses were made so."""
    evidence = world()
    evidence.chats[1].games[0].made = made
    return with_bobs(evidence, guesses=guesses)


def with_board(shown: str) -> Evidence:
    return world(boards={**world().boards, (ANN, PRINT): board(shown)})


def unended() -> Evidence:
    evidence = world()
    evidence.chats[0].games[0].end = None
    return evidence


def told_to_wait(evidence: Evidence) -> Evidence:
    evidence.chats[1].told_to_wait = True
    return evidence


OTHERWISE, AS_MADE = (GUESSES[3], GUESSES[2], GUESSES[4]), tuple(GUESSES[2:5])
TAPPED_BUT_ONE = [Made(guess, BOB, None if number == 1 else number) for number, guess in enumerate(AS_MADE)]
TAPPED_BY_TWO = [Made(guess, by, None) for guess, by in zip(AS_MADE, (ANN, BOB, ANN), strict=True)]
FOUR = ("B", "B", "B", "B" + MARK)
BULLS, COWS = feedback(GUESSES[0], SECRET)
WRONG = text(solved()).replace(f"{BULLS}\u2060🐂\u00a0{COWS}\u2060🐄", f"{BULLS}\u2060🐂\u00a0{COWS + 1}\u2060🐄", 1)
UNSEEN = world(boards={(ANN, PRINT): board(text(solved()))})
LETTER = Refused(BOB, text(running(), html=True), "[]", ORDERED)
OLDER = replace(LETTER, text=text(running(guesses=running().guesses[:2]), html=True))
AGAIN = also_said(sent_text(BOB, text(running(), html=True)), evidence=world())
ORPHANED = """Traceback (most recent call last):
  File "<string>", line 1, in <module>
  File "spawn.py", line 122, in spawn_main
    exitcode = _main(fd, parent_sentinel)
               ^^^^^^^^^^^^^^^^^^^^^^^^^^
EOFError: Ran out of input
"""
RUNS: Runs = {
    "nothing": ("", world()),
    "a lost guess": ("lost", with_bobs(guesses=tuple(GUESSES[3:5]), names=("B", "B" + MARK))),
    "a lost job": ("lost", with_bobs(names=("B", "B", "B"))),
    "an update confirmed before its commit": ("lost", world(seen=frozenset({1}))),
    "a lost game": (f"lost: game {OTHER_PRINT} of chat {BOB}", world(games=(solved(),))),
    "a guess twice": ("doubled", with_bobs(guesses=(*GUESSES[2:5], GUESSES[2]), names=FOUR)),
    "a guess that nobody made": ("doubled", with_bobs(guesses=(*GUESSES[2:5], GUESSES[9]), names=FOUR)),
    "a game that nobody began": ("doubled", world(chats=(*world().chats[:1], PlayedChat(BOB, (BOB,))))),
    "a job done twice": ("doubled", with_bobs(names=("B", "B", "B" + MARK + MARK))),
    "another order": ("swapped", with_bobs(guesses=OTHERWISE)),
    "what one person tapped and typed": ("", made_by(TAPPED_BUT_ONE, AS_MADE)),
    "it in another order": ("swapped", made_by(TAPPED_BUT_ONE, OTHERWISE)),
    "what two tapped has no order": ("", made_by(TAPPED_BY_TWO, OTHERWISE)),
    "a game that goes on after its end": ("ended", unended()),
    "no board": ("unseen", with_board("")),
    "a board of nothing": ("unseen", with_board("🔒 nothing yet")),
    "a board before the end": ("unseen", with_board(text(solved(over=False)))),
    "a board without guesses": ("unseen", with_board(text(solved(guesses=(SECRET,))))),
    "a wrong count of bulls and cows": ("unseen", with_board(WRONG)),
    "a board that nobody saw": ("unseen", UNSEEN),
    "it was refused for good": ("", refusing(UNSEEN, LETTER)),
    "an older one was": ("unseen", refusing(UNSEEN, OLDER)),
    "somebody was told to wait for it": ("unseen", told_to_wait(world(boards={(ANN, PRINT): board(text(solved()))}))),
    "it waits": ("", told_to_wait(world(boards={(ANN, PRINT): board(text(solved()))}, waiting=frozenset({BOB})))),
    "a letter that waits": ("stuck", world(waiting=frozenset({BOB}))),
    "a job that waits": ("stuck", world(jobs=(StoredJob("mark", "table", 0.0),))),
    "an update that waits": ("stuck", world(unconfirmed=1)),
    "another's secret in the log": ("leaked", world(written={"log": f"update did={OTHER}"})),
    "one's own in the log": ("leaked", world(written={"log": f"update did={SECRET}"})),
    "a salt in the log": ("leaked", world(written={"log": f"update did={OTHER_SALT}"})),
    "a secret in what was refused": ("leaked", world(refused=(Refused(ANN, f"hello {OTHER}", "[]", ORDERED),))),
    "a secret in what failed": ("leaked…", world(failed_updates=(f"text={OTHER}",))),
    "a bug": ("broken", world(failed_updates=("KeyError",))),
    "a process that began as its bot was killed": ("", world(written={"log": ORPHANED})),
    "a trace beside it": ("broken", world(written={"log": f"{ORPHANED}Traceback (most recent call last):\n…"})),
    "a trace": ("broken", world(written={"log": "…\nTraceback (most recent call last):\n…"})),
    "HTML refused": ("broken", world(refused=(Refused(BOB, "hello", "[]", "Can't parse entities"),))),
    "a message that came twice": ("repeated", AGAIN),
    "it was in flight": ("", replace(AGAIN, in_flight=1)),
}
LEAKS = {
    "another's secret": sent_text(ANN, f"hello {OTHER}"),
    "another's secret as if it were the end": sent_text(ANN, f"🎉 {OTHER}\n{lock(PRINT)}"),
    "another's game": sent_text(ANN, text(running(over=True), html=True)),
    "another's secret on a button": sent_text(ANN, "hello", buttons=f'["{OTHER}"]'),
    "another's salt": sent_text(ANN, f"{OTHER_SALT}\n{lock(PRINT)}"),
    "another's secret to whoever pressed": sent_text(ANN, f"{OTHER}: 7\u2060🐂\u00a00\u2060🐄", person=ANN),
    "a running game's secret": sent_text(BOB, f"🎉 {OTHER}\n{lock(OTHER_PRINT)}"),
    "a running game's salt": sent_text(BOB, f"{OTHER_SALT}\n{lock(OTHER_PRINT)}"),
    "the secret before the end": sent_text(ANN, f"🎉 {SECRET}\n{lock(PRINT)}", when=ENDED_AT - 1),
    "the proof before the end": sent_text(ANN, f"printf '{SECRET} {SALT}'\n{lock(PRINT)}", when=ENDED_AT - 1),
    "a secret that stands as a turn": sent_text(BOB, line(1, OTHER, OTHER, html=True)),
}
MAY_BE_READ = (
    sent_text(ANN, f"printf '{SECRET} {SALT}' | sha256sum\n🔒 Salt {SALT}\n{lock(PRINT)}"),
    sent_text(BOB, f"👉 <b>{OTHER}</b>\n{lock(OTHER_PRINT)}"),
    sent_text(ANN, f"{SECRET}: 7\u2060🐂\u00a00\u2060🐄", person=ANN),
)
ASKED_FOR = {
    "coached": sent_text(BOB, f"{text(running(), html=True)}\n/guess 0123"),
    "pages": sent_text(BOB, text(running(), html=True), buttons='"1:keep:0:3"'),
    "a new board": sent_text(BOB, text(running(guesses=()), html=True)),
}


test_what_is_wrong_is_found_and_nothing_else = runs(
    RUNS
    | {name: ("leaked", also_said(leak, evidence=world())) for name, leak in LEAKS.items()}
    | {"what people may read": ("", also_said(*MAY_BE_READ, evidence=world()))}
    | {f"{name} asked for again": ("", also_said(said, said, evidence=world())) for name, said in ASKED_FOR.items()}
)


@given(st.lists(st.text("abc", min_size=1, max_size=4), max_size=5), st.text("abc .\n", max_size=30))
def test_a_word_is_found_wherever_it_stands(words: list[str], said: str) -> None:
    assert set(AnyOf(words).found_in(said)) == {word for word in words if word in said}


@pytest.mark.parametrize(
    ("mode", "guesses", "winner"),
    [
        ("duel", [(ANN, True)], None),
        ("duel", [(ANN, True), (BOB, False)], ANN),
        ("duel", [(ANN, True), (BOB, True)], 0),
        ("duel", [(ANN, False), (BOB, True)], BOB),
        ("sudden", [(ANN, True)], ANN),
        ("volley", [(ANN, False), (BOB, True)], BOB),
        ("race", [(ANN, False), (ANN, False), (ANN, True)], None),
        ("race", [(ANN, False), (ANN, False), (ANN, True), (BOB, False)], None),
        ("race", [(ANN, False), (ANN, False), (ANN, True), (BOB, False), (BOB, False)], ANN),
        ("race", [(ANN, False), (ANN, False), (ANN, True), (BOB, True)], BOB),
        ("race", [(BOB, False), (BOB, False), (ANN, False), (ANN, True)], ANN),
    ],
)
def test_the_rules_are_those_that_people_know(mode: str, guesses: list[tuple[int, bool]], winner: int | None) -> None:
    """`winner` 0: a draw; None: it goes on."""
    broken = result(mode, (ANN, BOB), guesses)
    assert (None if broken is None else broken.winner or 0) == winner


def test_who_guesses_after_the_end_or_out_of_turn_is_noticed_and_so_is_who_leaves_for_nothing() -> None:
    ended = [(ANN, True), (BOB, False)]
    assert not goes_on_too_long("duel", (ANN, BOB), ended)
    assert goes_on_too_long("duel", (ANN, BOB), [*ended, (ANN, False)])
    assert is_in_turn((ANN, BOB), ANN, ended)
    assert not is_in_turn((ANN, BOB), BOB, ended)
    assert not is_in_turn((ANN, BOB), ANN, [(ANN, False), (ANN, False)])

    # From the first guess on leaving costs the game.
    for how in ("aborted", "timed-out", "agreed", "resigned", "called-off"):
        ends = [may_end(how, [(ANN, False)] * guesses) for guesses in (0, 1, 7)]
        assert ends == [how not in {"timed-out", "agreed"}, how != "aborted", how != "aborted"], how


# The ratings by which the bot is judged: checked against Glickman's worked example, one opponent at a time.
CLOSE = 1e-4
GAMES = ((1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0), (1500.0, 350.0, 0.5), (2400.0, 40.0, 1.0))


def test_glickmans_player_beats_the_first_opponent_of_the_example() -> None:
    mine = Strength(1500, 200, 0.06).after(Strength(1400, 30), 1.0, 0.0)
    assert (mine.rating, mine.deviation) == pytest.approx((1563.56, 175.40), abs=0.01)
    assert (mine.games, mine.wins) == (1, 1)


@pytest.mark.parametrize(("rating", "deviation", "score"), GAMES)
def test_it_agrees_with_the_bot_on_any_game_and_any_pause(rating: float, deviation: float, score: float) -> None:
    mine, known = Strength(), START
    for number in range(1, 5):
        now = number * number * SECONDS_A_PERIOD
        pause = (number * number - (number - 1) ** 2) * 4.665
        known = after_pause(known, pause) if number > 1 else known
        mine = mine.at(now).after(Strength(rating, deviation), score, now)
        known = after_game(known, Rating(rating, deviation, 0.06), score)
        assert mine.rating == pytest.approx(known.value, abs=CLOSE)
        assert mine.deviation == pytest.approx(known.deviation, abs=CLOSE)
        assert mine.volatility == pytest.approx(known.volatility, abs=1e-6)


async def test_what_is_said_on_a_card_is_noted_where_it_stands_and_a_new_message_is_the_newest_of_its_chat() -> None:
    chat, card = -74, {"text": "hello"}
    async with playground() as ground:
        note, world = ground.witness.note, ground.state.world
        note("editMessageText", card | {"inline_message_id": "none"}, {"ok": False}, 1.0)  # it never was
        world.inline_messages["card"] = (chat, 5)
        note("editMessageText", card | {"inline_message_id": "card"}, {"ok": True}, 1.0)
        offer = {"inline_query_id": world.open_inline_query(71, chat, "", "").id, "results": [{"title": "a secret"}]}
        note("answerInlineQuery", offer, {"ok": True}, 1.0)
        assert chat not in ground.witness.newest
        for text, ok in (("one", True), ("two", False)):
            note("sendMessage", {"chat_id": str(chat), "text": text}, {"ok": ok}, 1.0)
    said, offered, *sent = ground.witness.said
    assert (said.chat, said.text, said.sent) == (chat, "hello", False)
    assert (offered.chat, "a secret" in offered.text) == (chat, True)
    assert [one.sent for one in sent] == [True, False]
    assert ground.witness.newest == {chat: "one"}
