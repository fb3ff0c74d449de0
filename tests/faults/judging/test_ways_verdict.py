"""The verdict on words that the bot breaks and numbers that are guessed: made-up runs with one thing wrong in each."""

from dataclasses import replace
from typing import Any

from faults.judging.database import StoredWay
from faults.judging.evidence import Evidence, Refused, Said, Stored
from faults.judging.verdict import ORDERED, verdict
from faults.players.accounts import PlayedWay, Way, answer, reply
from faults.players.sight import WayScreen, asks_in, moves_in
from faults.players.words import WORDS, feedback
from tests.faults.judging import made_up as made
from tests.faults.judging.made_up import Runs, message, refusing, runs

TOM, ASA, KIM = 81, 82, 83
SECRET, *ASKED = WORDS[20:25]
LOW, NUMBER, HIGH = "731000001", "731000050", "731000128"
SALT = "ab" * 16
ENDED_AT = 100.0
# The bot has broken Tom's word.
REPLIES = tuple(reply(guess, feedback(guess, SECRET)) for guess in (*ASKED[:2], SECRET))
THOUGHT = StoredWay("aa" * 8, Way.THINK, TOM, REPLIES, over=True)
# Asa has found the bot's number.
QUESTIONS = (">731000064", "<=731000032", f"={NUMBER}")
FOUND = StoredWay("bb" * 8, Way.ASK, ASA, QUESTIONS, over=True, secret=NUMBER, salt=SALT, ends=(LOW, HIGH))
# The bot still asks about Kim's.
ANSWERS = tuple(f"{question}={answer(question, int(NUMBER))}" for question in (">731000064", ">731000032"))
KEPT = StoredWay("cc" * 8, Way.KEEP, KIM, ANSWERS, over=False)


def played(stored: StoredWay) -> PlayedWay:
    kept_by = {Way.THINK: SECRET, Way.ASK: "", Way.KEEP: NUMBER}
    game = PlayedWay(stored.id, stored.way, stored.chat, kept_by[stored.way], list(stored.moves))
    if stored.over:
        game.tried = game.over = True
        game.ending_since = ENDED_AT
    return game


def turn(number: int, move: str, *, html: bool) -> str:
    asked, _, text = move.rpartition("=")
    if text not in {"yes", "no"}:
        text = f"{text[0]}\u2060🐂\u00a0{text[2]}\u2060🐄"
    shown = asked.replace("<", "&lt;").replace(">", "&gt;") if html else asked
    return f"{number}. {f'<code>{shown}</code>' if html else shown}\u00a0\u00a0{text}"


def text(stored: StoredWay, *, html: bool = False, asks: str = "") -> str:
    """A board that shows the game as it is stored. `asks`: what the bot asks now."""
    turns = [turn(number, move, html=html) for number, move in enumerate(stored.shown, 1)]
    title = f"from {LOW} to {HIGH}" if stored.way is not Way.THINK else "the bot guesses"
    asking = [f"❓ My guess: {f'<code>{asks}</code>' if html else asks}", "How many?"] if asks else []
    return "\n".join([title, *turns, *asking])


def buttons(stored: StoredWay) -> str:
    verbs = ("reply", "again") if stored.way is Way.THINK else ("nresign", "nkeeper")
    return f"1:{verbs[stored.over]}:{stored.id}:3:"


def screen(shown: str, data: str) -> WayScreen:
    return WayScreen(message(TOM, shown, data))


def sent_text(stored: StoredWay, what: str, *, when: float = ENDED_AT, chat: int | None = None) -> Said:
    return Said(stored.chat if chat is None else chat, what, buttons(stored), when, sent=True)


def on(stored: StoredWay) -> StoredWay:
    return replace(stored, moves=stored.moves[:-1], over=False)


def world(*games: StoredWay) -> Evidence:
    games = games or (THOUGHT, FOUND, KEPT)
    return Evidence(
        chats=(),
        stored=Stored(),
        boards={},
        ways=tuple(map(played, games)),
        stored_ways=games,
        way_screens={game.id: screen(text(game), buttons(game)) for game in games},
        said=tuple(sent_text(game, text(game, html=True)) for game in games),
    )


def with_stored(stored: StoredWay, **changes: Any) -> Evidence:
    """The same, but for what is stored of that game; its player sees it as it is stored."""
    evidence, changed = world(), replace(stored, **changes)
    games = tuple(changed if game.id == stored.id else game for game in evidence.stored_ways)
    return replace(seen_instead(changed, text(changed), buttons(changed)), stored_ways=games)


def seen_instead(stored: StoredWay, shown: str, data: str | None = None) -> Evidence:
    evidence = world()
    seen = screen(shown, buttons(stored) if data is None else data)
    return replace(evidence, way_screens={**evidence.way_screens, stored.id: seen})


def also_said(*more: Said, evidence: Evidence | None = None) -> Evidence:
    return made.also_said(*more, evidence=evidence or world())


def asking(word: str, after: StoredWay) -> Said:
    return sent_text(after, text(after, html=True, asks=word))


def line(what: str) -> str:
    return f"from {LOW} to 731000128\n{what}"


def of_each(name: str, game: StoredWay) -> Runs:
    """What may be wrong in every kind of game."""
    one, other, *rest = game.moves
    right, otherwise = text(game), replace(game, over=not game.over)
    refused = Refused(game.chat, text(game, html=True), buttons(game), ORDERED)
    older = replace(refused, text=text(on(game), html=True))
    return {
        f"a lost move that is {name}": ("lost", with_stored(game, moves=(other, *rest))),
        f"a move twice that is {name}": ("doubled", with_stored(game, moves=(one, one, other, *rest))),
        f"another order that is {name}": ("swapped", with_stored(game, moves=(other, one, *rest))),
        f"another end that is {name}": ("ended", with_stored(game, over=not game.over)),
        f"an earlier board that is {name}": ("unseen", seen_instead(game, right.rpartition("\n")[0])),
        f"a board of nothing that is {name}": ("unseen", seen_instead(game, "nothing")),
        f"a board with other buttons that is {name}": ("unseen", seen_instead(game, right, buttons(otherwise))),
        f"a board that was refused and is {name}": ("", refusing(seen_instead(game, "nothing"), refused)),
        f"an older one that is {name}": ("unseen…", refusing(seen_instead(game, "nothing"), older)),
    }


def asked_otherwise(*wished: str) -> Evidence:
    """The bot asked twice before the same reply; it was told to ask those words."""
    before = on(THOUGHT)
    evidence = also_said(asking(ASKED[2], before), asking(ASKED[3], before))
    evidence.ways[0].wished.update(wished)
    return evidence


def the_other_way_round() -> Evidence:
    evidence = world()
    evidence.ways[2].way = Way.ASK
    return evidence


EARLY: Any = {"when": ENDED_AT - 1}
ON_A_BUTTON = replace(sent_text(FOUND, line("hello"), **EARLY), buttons=f"1:nask:{NUMBER}")
LEAKS = {
    "the number while it is on": sent_text(FOUND, line(f"I have {NUMBER}"), **EARLY),
    "the number in the title": sent_text(FOUND, f"Guess {NUMBER}", **EARLY),
    "the number on a button": ON_A_BUTTON,
    "the number in an answer": Said(ASA, f"psst, {NUMBER}", "", ENDED_AT, sent=False, person=ASA),
    "the number in another chat": sent_text(FOUND, line(f"&gt;{NUMBER}"), chat=TOM),
    "the salt while it is on": sent_text(FOUND, line(f"🔒 {SALT}"), **EARLY),
    "the salt elsewhere": sent_text(FOUND, line(f"🔒 {SALT}"), chat=TOM),
}
OPEN = (
    f"1. <code>&gt;{NUMBER}</code>\u00a0\u00a0no",
    f"Left: {NUMBER}…731000064 (15 numbers).",
    f"Left: 731000033…{NUMBER} (18 numbers).",
    f"Ask me, for example <code>&gt;={NUMBER}</code>",
)
TELLING = [sent_text(FOUND, line(what), **EARLY) for what in OPEN]
BUTTON = f'"🎯 {NUMBER}", "1:nask:{FOUND.id}:2:eq{NUMBER}"'
NO_YES, YES_NO = text(FOUND).replace("\u00a0no", "\u00a0yes", 1), text(FOUND).replace("\u00a0yes", "\u00a0no", 1)
AT_AN_END = sent_text(FOUND, f"from {NUMBER} to 731000128", **EARLY)
AGAIN = replace(FOUND, id="dd" * 8, salt="cd" * 16)
BEFORE = on(THOUGHT)
THRICE = (asking(ASKED[2], BEFORE), asking(ASKED[2], BEFORE), asking(ASKED[3], on(BEFORE)))
AFTER = replace(FOUND, id="ee" * 8, salt="ef" * 16, secret="731000051", moves=("=731000051",))
ON_THE_WAY = sent_text(AFTER, line(f"How I’d do it: {NUMBER}\u00a0higher · 731000051\u00a0yes"), when=ENDED_AT + 1)
ONCE, TWICE = sent_text(FOUND, line(f"🎉 {NUMBER}")), sent_text(AGAIN, line(f"🎉 {NUMBER}"))
ALL = sent_text(FOUND, line(f"🎉 {NUMBER}\n🔒 {SALT}"))


test_what_is_wrong_is_found_and_nothing_else = runs(
    {
        "nothing": ("", world()),
        **of_each("thought", THOUGHT),
        **of_each("asked", FOUND),
        **of_each("kept", KEPT),
        "a lost game": ("lost", replace(world(), stored_ways=world().stored_ways[1:])),
        "a game that nobody began": ("doubled", replace(world(), ways=world().ways[1:])),
        "one that is another way round": ("swapped", the_other_way_round()),
        "a wrong yes": ("unseen", seen_instead(FOUND, NO_YES)),
        "a wrong no": ("unseen", seen_instead(FOUND, YES_NO)),
        "what the bot asks once": ("", also_said(asking(ASKED[2], BEFORE))),
        "what it asks again": ("", also_said(*THRICE)),
        "a guess that it changed": ("swapped", asked_otherwise()),
        "a guess that it was told": ("", asked_otherwise(ASKED[3])),
        **{name: ("leaked", also_said(leak)) for name, leak in LEAKS.items()},
        "a number in the log": ("leaked", replace(world(), written={"log": f"asked {NUMBER}"})),
        "a salt in the log": ("leaked", replace(world(), written={"log": f"salt {SALT}"})),
        **{said.text: ("", also_said(said, replace(said, buttons=BUTTON))) for said in TELLING},
        "an end of the range": ("", also_said(AT_AN_END, evidence=with_stored(FOUND, ends=(NUMBER, "731000128")))),
        "what was kept twice, at one end": ("", also_said(ONCE, evidence=world(FOUND, AGAIN))),
        "at the other": ("", also_said(TWICE, evidence=world(FOUND, AGAIN))),
        "a number of before, on the bot's way to another": ("", also_said(ON_THE_WAY, evidence=world(FOUND, AFTER))),
        "while that is on": ("leaked", also_said(ON_THE_WAY, evidence=world(on(FOUND), AFTER))),
        "before it": ("leaked", also_said(TWICE, evidence=world(FOUND, on(AGAIN)))),
        "all of it once it is found": ("", also_said(ALL)),
    }
)


def test_a_reply_that_counted_for_another_guess_or_otherwise_is_found() -> None:
    first, *rest = THOUGHT.moves
    judged = verdict(with_stored(THOUGHT, moves=(reply(ASKED[3], (1, 0)), *rest)))
    assert (judged.lost, len(judged.doubled)) == ((f"{first} in think {THOUGHT.id} of {TOM}",), 1)
    judged = verdict(with_stored(KEPT, moves=tuple(move.replace("=no", "=yes") for move in KEPT.moves)))
    assert judged.lost
    assert judged.doubled


def test_a_board_tells_what_is_asked_and_played_and_a_question_is_answered_by_its_relation() -> None:
    assert asks_in(f"❓ My guess 1: {SECRET}\nHow many?") == SECRET
    assert moves_in(text(THOUGHT)) == THOUGHT.moves

    for question, answers in ((">5", "nny"), ("<5", "ynn"), ("=5", "nyn"), (">=5", "nyy"), ("<=5", "yyn")):
        assert [answer(question, number)[0] for number in (4, 5, 6)] == list(answers)
