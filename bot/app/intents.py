"""What somebody wants. Parsing is pure and never raises.

A new command is an entry of `Command` here and its function in `COMMANDS` of `bot/app/handlers/commands.py`.
"""

import re
from dataclasses import dataclass
from enum import Enum

from bot.app.buttons import Press, read
from bot.app.messages import Asked, Chose, Incoming, Joined, Left, Migrated, Pressed, Said, Unknown
from bot.app.model.remark import LONGEST
from bot.app.question_text import answer_in, is_question
from bot.app.reply_text import reply_in
from bot.app.verbs import OnBoard, OnChallenge, OnMenu, OnNumber, OnThink


class Command(Enum):
    """The commands, by the word that is typed. The order is that of Telegram's menu."""

    PLAY = "play"
    THINK = "think"
    MATCH = "match"
    VARIANTS = "variants"
    NUMBER = "number"
    PARTY = "party"
    DUEL = "duel"
    LOBBY = "lobby"
    GAMES = "games"
    GUESS = "guess"
    HINT = "hint"
    REVIEW = "review"
    SAY = "say"
    RESIGN = "resign"
    TOP = "top"
    PROFILE = "profile"
    RULES = "rules"
    SETTINGS = "settings"
    LANGUAGE = "language"
    HELP = "help"
    START = "start"


ALIASES = {"cancel": Command.RESIGN, "g": Command.GUESS}
WORDS = {command.value: command for command in Command} | ALIASES


@dataclass(frozen=True, slots=True)
class Order:
    """A command with what stood behind it."""

    command: Command
    argument: str


@dataclass(frozen=True, slots=True)
class Typed:
    """A text that is no command: a guess, or meant as one."""

    text: str


@dataclass(frozen=True, slots=True)
class Tap:
    """A press that reads as one of our buttons."""

    press: Press


@dataclass(frozen=True, slots=True)
class OldButton:
    """A press on a button of another time, or a forged one."""


@dataclass(frozen=True, slots=True)
class Unplayable:
    """Something that cannot be a guess; `what` names it: `edited`, `media`, `long`, `command`, `anonymous`."""

    what: str


@dataclass(frozen=True, slots=True)
class TooFast:
    """Whatever it was, it came too fast to be read."""


@dataclass(frozen=True, slots=True)
class Ask:
    """To be offered cards."""

    text: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A card has been sent."""

    card: str


@dataclass(frozen=True, slots=True)
class Arrival:
    """The bot may write here from now on."""


@dataclass(frozen=True, slots=True)
class Departure:
    """The bot may write here no more."""


@dataclass(frozen=True, slots=True)
class Move:
    """The chat has a new id."""

    to: int


@dataclass(frozen=True, slots=True)
class Nothing:
    """Not for us."""


Intent = Order | Typed | Tap | OldButton | Unplayable | TooFast | Ask | Choice | Arrival | Departure | Move | Nothing

BEGINS: frozenset[Enum] = frozenset(
    {
        *(Command.PLAY, Command.THINK, Command.NUMBER, Command.PARTY, Command.DUEL),
        *(OnMenu.PLAY, OnMenu.SOLO, OnMenu.COACHED, OnMenu.BLIND, OnMenu.EVIL, OnMenu.THINK, OnMenu.NUMBER),
        *(OnMenu.PARTY, OnMenu.CARD, OnBoard.AGAIN, OnBoard.REPLAY, OnThink.SWAP),
        *(OnNumber.GUESSER, OnNumber.KEEPER, OnChallenge.ANOTHER),
    }
)
"""What may put a new board or card into a chat, which is a message of its own."""
LONGEST_GUESS = 64
"""Characters; nobody who types more than this means a code. In private it may be a remark to a rival."""
LONGEST_WORD = 24
"""The same for codes of letters and pictures in a group, which only the game that is on tells from talk."""
COMMAND = re.compile(r"/(?P<word>[A-Za-z0-9_]{1,32})(?:@(?P<bot>\w+))?(?:\s+(?P<argument>.*))?", re.DOTALL)
WEIGHING = re.compile(r"[?？]\s*(?P<code>.*)", re.DOTALL)
GUESS_LIKE = re.compile(r"(?=.*\d)[?？]?[\d\s.,_-]+")


def deed_of(intent: Intent) -> Enum | None:
    """The command or the button, if it is one."""
    if isinstance(intent, Order):
        return intent.command
    return intent.press.verb if isinstance(intent, Tap) else None


def parse(incoming: Incoming, username: str) -> Intent:
    """What `incoming` wants of the bot called `username`."""
    match incoming:
        case Said():
            return _said(incoming, username)
        case Pressed(data=data):
            press = read(data)
            return OldButton() if press is None else Tap(press)
        case Asked(text=text):
            return Ask(text)
        case Chose(result=result):
            return Choice(result)
        case Joined():
            return Arrival()
        case Left():
            return Departure()
        case Migrated(to=to):
            return Move(to)
        case Unknown():
            return Nothing()


def _said(said: Said, username: str) -> Intent:
    in_group = said.chat.is_group
    if said.edited:
        return Nothing() if in_group else Unplayable("edited")
    if said.text is None:
        return Nothing() if in_group else Unplayable("media")
    text = said.text.strip()
    intent = _command(text, username) if text.startswith("/") else _text(text, LONGEST_GUESS if in_group else LONGEST)
    if in_group:
        intent = _meant_for_us(intent, said)
        if said.anonymous and intent != Nothing():
            return Unplayable("anonymous")
    return intent


def _meant_for_us(intent: Intent, said: Said) -> Intent:
    """In a group only commands we know, and replies to us that may be part of a game, are for us."""
    match intent:
        case Order():
            return intent
        case Typed(text) if said.to_bot and (is_play(text) or 0 < len(text) <= LONGEST_WORD):
            return intent
        case _:
            return Nothing()


def is_play(text: str) -> bool:
    """Whether a text is meant for a game, whichever is on: it has the shape of a guess, a question or an answer."""
    if GUESS_LIKE.fullmatch(text) or is_question(text):
        return True
    return answer_in(text) is not None or reply_in(text) is not None


def weighed_in(text: str) -> str | None:
    """The guess that is to be weighed before it is made, `?0123`; None for other texts."""
    match = WEIGHING.fullmatch(text.strip())
    return None if match is None else match["code"]


def _command(text: str, username: str) -> Intent:
    match = COMMAND.fullmatch(text)
    if match is None:
        return Unplayable("command")
    if match["bot"] and match["bot"].casefold() != username.casefold():
        return Nothing()
    command = WORDS.get(match["word"].lower())
    if command is None:
        return Unplayable("command")
    return Order(command, (match["argument"] or "").strip())


def _text(text: str, longest: int) -> Intent:
    return Unplayable("long") if len(text) > longest else Typed(text)
