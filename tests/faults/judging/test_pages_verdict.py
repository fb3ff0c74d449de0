"""The verdict must find what is wrong on the Mini App's page: made-up runs with one thing wrong in each."""

import json
from dataclasses import replace
from typing import Any

from faults.judging.database import StoredGame, fingerprint
from faults.judging.evidence import Evidence, Stored
from faults.judging.pages import number_of, said_on
from faults.players.accounts import End, Made, Noted, PlayedChat, PlayedGame, PlayedPage, Tap
from faults.players.sight import Board
from faults.players.words import WORDS, feedback
from sandbox.html import parse
from tests.faults.judging.made_up import Runs, lock, message, runs

ANN, BOB = 71, 72
SECRET, OTHER, *GUESSES = WORDS[1:13]
SALT = "ab" * 16
GAME, BOBS = "aa" * 8, "bb" * 8
ENDED_AT = 100.0
SOLVED = StoredGame(ANN, fingerprint(SECRET, SALT), SECRET, SALT, (*GUESSES[:2], SECRET), over=True, id=GAME)
BOBS_GAME = StoredGame(BOB, fingerprint(OTHER, SALT), OTHER, SALT, (), over=False, id=BOBS)
TAP = Tap("k" * 22, f"1:ok:{GAME}:1:0-1-2-3-4-5-6", is_answered=True, turns=2)
ENDING = f"⭐⭐⭐ 🎉 Solved! The secret was <code>{SECRET}</code>."


def view(stored: StoredGame = SOLVED, below: str = ENDING, **board: Any) -> dict[str, Any]:
    """What the page shows of the game as it is stored."""
    turns = []
    for guess in stored.guesses:
        bulls, cows = feedback(guess, stored.secret)
        said = f"{guess}: {bulls} bulls, {cows} cows"
        turns.append({"signs": [*guess], "places": [0], "bulls": bulls, "cows": cows, "said": said})
    html = f"{lock(stored.fingerprint)}\n{below}"
    shown = {"title": lock(stored.fingerprint), "below": below, "turns": turns, "over": stored.over, "keys": []}
    return {"game": stored.id, "screen": {"html": html, "rows": []}, "board": shown | board}


def chat(stored: StoredGame) -> PlayedChat:
    made = [Made(guess, stored.chat, None) for guess in stored.guesses]
    end, since = (End.SOLVED, ENDED_AT) if stored.over else (None, None)
    played = PlayedChat(stored.chat, (stored.chat,))
    played.games.append(PlayedGame(stored.fingerprint, stored.chat, made, end=end, ending_since=since))
    return played


def board(stored: StoredGame) -> Board:
    lines = [lock(stored.fingerprint)]
    for number, guess in enumerate(stored.guesses, 1):
        bulls, cows = feedback(guess, stored.secret)
        lines.append(f"{number}. {guess}\u00a0\u00a0{bulls}\u2060🐂\u00a0{cows}\u2060🐄")
    shown, entities = parse("\n".join([*lines, ENDING] if stored.over else lines))
    return Board(replace(message(stored.chat, shown), entities=tuple(entities), keyboard=()))


def world(*, seen: frozenset[int] = frozenset({number_of(ANN, TAP)}), **page: Any) -> Evidence:
    """Nothing is wrong here, unless Ann's page is otherwise, or other presses are stored as seen."""
    games = SOLVED, BOBS_GAME
    notes = [Noted(GAME, 3, times, mark) for times, mark in enumerate(("out", "maybe", "in", "", "out"), 1)]
    known = {"taps": [TAP], "notes": notes, "last": {GAME: view()}, "read": {json.dumps({"view": view()}): ENDED_AT}}
    pages = (PlayedPage(ANN, **{**known, **page}),)
    return Evidence(
        chats=tuple(map(chat, games)),
        stored=Stored(games=games, seen=seen),
        boards={(game.chat, game.fingerprint): board(game) for game in games},
        pages=pages,
        said=tuple(said_on(pages)),
    )


def reading(body: dict[str, Any], when: float = ENDED_AT) -> Evidence:
    return world(read={json.dumps(body): when})


def noted(*shown: str | None) -> Evidence:
    return world(notes=[Noted(GAME, 3, times, mark) for times, mark in enumerate(shown, 1)])


UNANSWERED = replace(TAP, is_answered=False, turns=None)
RUNS: Runs = {
    "nothing": ("", world()),
    "an answered press that is not stored": ("lost: press", world(seen=frozenset())),
    "it was not answered": ("", world(seen=frozenset(), taps=[UNANSWERED])),
    "a guess of which nothing came": ("lost: guess", world(taps=[replace(TAP, turns=1)])),
    "its answer showed no board": ("", world(taps=[replace(TAP, turns=None)])),
    "a mark that was not moved": ("lost: the mark", noted("out", "out")),
    "a mark that was moved twice": ("doubled: the mark", noted("out", "in")),
    "nobody was told of the mark": ("", noted("out", None, "in")),
    "a press that nobody made": ("doubled: press", world(seen=frozenset({number_of(ANN, TAP), -7}))),
    "a page without the end": ("unseen", world(last={GAME: view(below="")})),
    "a page that is not over": ("unseen", world(last={GAME: view(over=False)})),
    "a page without guesses": ("unseen", world(last={GAME: view(turns=[])})),
    "a page without a board": ("unseen", world(last={GAME: view() | {"board": None}})),
    "a page of another game": ("unseen", world(last={GAME: view() | {"game": BOBS}})),
    "a page that was not seen": ("", world(last={GAME: {}})),
    "a request that was refused": ("broken", world(refused=["view: 404 {}"])),
    "another's game in a button": ("leaked", reading({"rows": [{"data": f"1:ok:{BOBS}:3"}]})),
    "another's game": ("leaked", reading({"game": BOBS})),
    "a game of nobody's": ("", reading({"game": "cc" * 8})),
    "another's secret": ("leaked", reading({"toast": f"{OTHER} fits"})),
    "another's secret as if it were one's guess": ("leaked", reading({"toast": f"{OTHER}: 7 bulls"})),
    "another's secret among what has no place": ("leaked", reading({"words": {"back": f"not {OTHER}"}})),
    "another's guesses": ("leaked", reading({"view": view(replace(SOLVED, guesses=(OTHER,)))})),
    "the secret before the end": ("leaked", reading({"view": view()}, when=ENDED_AT - 1)),
    "the salt": ("leaked", reading({"error": "none", "text": SALT})),
}

test_what_is_wrong_on_pages_is_found_and_nothing_else = runs(RUNS)
