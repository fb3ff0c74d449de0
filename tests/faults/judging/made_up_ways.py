"""A made-up run of people who play alone with the bot in which nothing is wrong, and what may be made wrong in it."""

from dataclasses import replace
from typing import Any

from faults.judging.evidence import Evidence, Stored
from faults.judging.way_rows import StoredWay
from faults.judging.witness import Said
from faults.players.way_model import PlayedWay, Way, answer, reply
from faults.players.way_screen import WayScreen
from faults.players.words import WORDS, feedback
from tests.faults.judging.made_up import message

TOM, ASA, KIM = 81, 82, 83
SECRET, *ASKED = WORDS[20:25]
LOW, NUMBER, HIGH = "731000001", "731000050", "731000128"
SALT = "ab" * 16
ENDED_AT = 100.0
SIGNS = {"yes": "yes", "no": "no"}


def thought() -> StoredWay:
    """The bot has broken Tom's word."""
    moves = tuple(reply(guess, feedback(guess, SECRET)) for guess in (*ASKED[:2], SECRET))
    return StoredWay("aa" * 8, Way.THINK, TOM, moves, over=True)


def asked() -> StoredWay:
    """Asa has found the bot's number."""
    moves = (">731000064", "<=731000032", f"={NUMBER}")
    return StoredWay("bb" * 8, Way.ASK, ASA, moves, over=True, secret=NUMBER, salt=SALT, ends=(LOW, HIGH))


def kept() -> StoredWay:
    """The bot still asks about Kim's."""
    moves = tuple(f"{question}={answer(question, int(NUMBER))}" for question in (">731000064", ">731000032"))
    return StoredWay("cc" * 8, Way.KEEP, KIM, moves, over=False)


def played(stored: StoredWay) -> PlayedWay:
    kept_by = {Way.THINK: SECRET, Way.ASK: "", Way.KEEP: NUMBER}
    game = PlayedWay(stored.id, stored.way, stored.chat, kept_by[stored.way], list(stored.moves))
    if stored.over:
        game.tried = game.over = True
        game.ending_since = ENDED_AT
    return game


def turn(number: int, move: str, *, html: bool) -> str:
    asked, _, text = move.rpartition("=")
    if text not in SIGNS:
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
    verb = {Way.THINK: ("reply", "again"), Way.ASK: ("nresign", "nkeeper"), Way.KEEP: ("nresign", "nkeeper")}
    return f"1:{verb[stored.way][stored.over]}:{stored.id}:3:"


def screen(shown: str, data: str) -> WayScreen:
    return WayScreen(message(TOM, shown, data))


def sent_text(stored: StoredWay, what: str, *, when: float = ENDED_AT, chat: int | None = None) -> Said:
    return Said(stored.chat if chat is None else chat, what, buttons(stored), when, sent=True)


def on(stored: StoredWay) -> StoredWay:
    """The same before its last move."""
    return replace(stored, moves=stored.moves[:-1], over=False)


def world(*games: StoredWay) -> Evidence:
    """Nothing is wrong here."""
    games = games or (thought(), asked(), kept())
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
    seen = {**evidence.way_screens, stored.id: screen(text(changed), buttons(changed))}
    return replace(evidence, stored_ways=games, way_screens=seen)


def seen_instead(stored: StoredWay, shown: str, data: str) -> Evidence:
    evidence = world()
    return replace(evidence, way_screens={**evidence.way_screens, stored.id: screen(shown, data)})


def also_said(*more: Said, evidence: Evidence | None = None) -> Evidence:
    evidence = evidence or world()
    return replace(evidence, said=(*evidence.said, *more))
