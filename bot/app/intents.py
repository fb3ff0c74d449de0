"""Parses updates into intents; parsing is pure and never raises. Also commands that were mistyped, and follow-ups."""

import re
from dataclasses import dataclass, replace

from bot.app.buttons import BEGINS, Feature, MenuPress, Press, Verb, press_from
from bot.app.language import plain, vocabulary
from bot.app.messages import (
    Asked,
    Chose,
    Incoming,
    Joined,
    Left,
    MemberLeft,
    Migrated,
    Pressed,
    Said,
    Summoned,
    Topic,
    Unknown,
)
from bot.app.model.options import names_a_game, nearest_to
from bot.app.model.terms import Terms
from bot.app.reading import LONGEST_SENTENCE, Reading, is_board
from bot.app.talk.model import LONGEST_REMARK
from solver.characters import in_one_script, legible
from solver.variant import Code

# Parses updates into intents. Parsing is pure and never raises.
#
# A new command is an entry of `Command` here and its function in `commands` of its section.


class Command(Verb):
    """The commands by name, in the order of Telegram's menu."""

    MENU = "menu"
    PLAY = "play", BEGINS
    DAILY = "daily", Feature.DAILY
    THINK = "think", BEGINS
    MATCH = "match", Feature.GAMES
    VARIANTS = "variants"
    NUMBER = "number", BEGINS
    PARTY = "party", BEGINS
    DUEL = "duel", BEGINS, Feature.PEOPLE
    LOBBY = "lobby", Feature.PEOPLE
    SET = "set", Feature.PEOPLE
    GAMES = "games"
    GUESS = "guess"
    HINT = "hint", Feature.HINTS
    REVIEW = "review", Feature.REVIEWS
    SAY = "say", Feature.TALK
    RESIGN = "resign"
    STOP = "stop"
    CANCEL = "cancel"
    PUZZLE = "puzzle", Feature.PUZZLES
    STATS = "stats"
    TOP = "top"
    PROFILE = "profile"
    FRIENDS = "friends"
    RULES = "rules"
    LEARN = "learn"
    SETTINGS = "settings"
    LANGUAGE = "language"
    PRIVACY = "privacy"
    MYDATA = "mydata"
    FORGETME = "forgetme"
    FEEDBACK = "feedback", Feature.FEEDBACK
    HELP = "help"
    START = "start"
    ADMIN = "admin"


ALIASES = {
    "g": Command.GUESS,
    **dict.fromkeys(("exit", "quit", "giveup", "give_up", "surrender", "concede", "leave", "end"), Command.RESIGN),
    **dict.fromkeys(("new", "newgame", "new_game", "game", "restart", "begin"), Command.PLAY),
    **dict.fromkeys(("leaderboard", "leaders", "ranking", "rating", "best"), Command.TOP),
    **dict.fromkeys(("commands", "info"), Command.HELP),
    **dict.fromkeys(("tip", "clue"), Command.HINT),
    "statistics": Command.STATS,
    "lang": Command.LANGUAGE,
    "home": Command.MENU,
    **dict.fromkeys(("tutorial", "practice"), Command.LEARN),
    "challenge": Command.DUEL,
    "difficulty": Command.VARIANTS,
    "elo": Command.PROFILE,
    "streak": Command.STATS,
}
"""What other bots call it. In Telegram's menu stand the commands alone."""
NEWS = "news"
"""What is written behind /stop for all that comes by itself, whichever game is on."""
MUTES = frozenset({"mute", "unsubscribe", "unsub", "off", "silence", "silent", "quiet", "notifications"})
"""Other names of that. In a group of many bots they are for us only if they are said to us."""
FOR_OPERATORS = frozenset({Command.ADMIN})
"""Commands that are unknown to everybody else."""
FOR_NOBODY = frozenset(
    {
        *(Command.MENU, Command.DAILY, Command.VARIANTS, Command.PARTY, Command.SET, Command.TOP, Command.RULES),
        *(Command.SETTINGS, Command.LANGUAGE, Command.PRIVACY, Command.HELP),
    }
)
"""Commands that need no person in a group: they show what is everybody's, or buttons, which carry their presser."""
WORDS = {command.value: command for command in Command} | ALIASES
IN_WORDS, WISHES = vocabulary("command"), vocabulary("wish")
"""What a text means that is a command without being written as one, such as `give up`; a wish only to the bot alone."""
PLAYED = re.compile(rf"^(?:play|{WISHES.pattern('play')}|{IN_WORDS.pattern('play')})\s+(?=\w)", re.IGNORECASE)
"""What is said before a game that is named: `let's play quordle`."""
LONE = re.compile(r"^[^\W\d] ")
"""A letter alone, before a wish: `а як грати`."""
GREETED = re.compile(rf"^(?:{WISHES.pattern('start')})\W+(?=\w)", re.IGNORECASE)
"""A greeting before a wish: `hi! how does this work?`."""
AROUND = " .!?…,:;\"'«»“”„()"


@dataclass(frozen=True, slots=True)
class Order:
    """A command with the text behind it."""

    command: Command
    argument: str


@dataclass(frozen=True, slots=True)
class Typed:
    """A text that is no command: a guess, or something else for a game."""

    text: str


@dataclass(frozen=True, slots=True)
class Tap:
    """A press on a button of ours."""

    press: Press


@dataclass(frozen=True, slots=True)
class OldButton:
    """A press on a button of an old format, or a forged one."""


@dataclass(frozen=True, slots=True)
class Unplayable:
    """A message that cannot be a guess. `what`: `edited`, `media`, `long`, `command`, `anonymous` or `channel`.

    `word`: what stands where a command's name would.
    """

    what: str
    word: str = ""


@dataclass(frozen=True, slots=True)
class TooFast:
    """Something beyond the rate limit, whose content is ignored."""


@dataclass(frozen=True, slots=True)
class Ask:
    """An inline query, or a guest message with these words around the bot's name: offer cards, or one."""

    text: str


@dataclass(frozen=True, slots=True)
class Choice:
    """An inline card was sent."""

    card: str


@dataclass(frozen=True, slots=True)
class Arrival:
    """The bot may write to the chat from now on."""


@dataclass(frozen=True, slots=True)
class Departure:
    """The bot may no longer write to the chat."""


@dataclass(frozen=True, slots=True)
class Parting:
    """The person has left the group."""


@dataclass(frozen=True, slots=True)
class Move:
    """The group became a supergroup with a new id."""

    to: int


@dataclass(frozen=True, slots=True)
class Closing:
    """A topic of the group was closed, or opened again."""

    is_open: bool


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nothing for the bot."""


Change = Arrival | Departure | Parting | Closing | Move
"""What happens to the chat itself."""
Intent = Order | Typed | Tap | OldButton | Unplayable | TooFast | Ask | Choice | Change | Nothing

LONGEST_GUESS = 64
"""Characters. A longer text is no code; in private it may be a message to a rival."""
LONGEST_WORD = 24
"""The same for codes of letters and pictures in a group, where only the running game tells a code from talk."""
COMMAND = re.compile(r"/(?P<word>\w{1,32})(?:@(?P<bot>\w+))?(?:\s+(?P<argument>.*))?", re.DOTALL)


def verb_of(intent: Intent) -> Verb | None:
    """The command or verb of the intent, if it has one."""
    if isinstance(intent, Order):
        return intent.command
    return intent.press.verb if isinstance(intent, Tap) else None


def parse(incoming: Incoming, username: str) -> Intent:
    """The intent of `incoming`, for the bot called `username`."""
    match incoming:
        case Said():
            return _intent_of_text(incoming, username)
        case Pressed(data=data):
            press = press_from(data)
            return OldButton() if press is None else Tap(press)
        case Asked(text=text):
            return Ask(text)
        case Summoned(text=text):
            words = _summons_in(text, username)
            return Nothing() if words is None else Ask(words)
        case Chose(result=result):
            return Choice(result)
        case Joined():
            return Arrival()
        case Left():
            return Departure()
        case MemberLeft():
            return Parting()
        case Migrated(to=to):
            return Move(to)
        case Topic(is_open=is_open):
            return Closing(is_open)
        case Unknown():
            return Nothing()


def _intent_of_text(said: Said, username: str) -> Intent:
    in_group = said.chat.is_group
    if said.edited:
        return Nothing() if in_group or said.text is None else Unplayable("edited")
    if said.text is None:
        return Nothing() if in_group else Unplayable("media")
    text, is_called = _without_address(said.text.strip(), username)
    if legible(text).startswith("/"):
        intent = _command(legible(text), username)
    else:
        intent = _text(text, LONGEST_GUESS if in_group else LONGEST_REMARK)
    if in_group:
        is_named = text.startswith("/") and f"@{username.casefold()}" in text.casefold()
        intent = _meant_for_us(intent, to_bot=said.to_bot or is_called or is_named)
        needs_nobody = isinstance(intent, Order) and (intent.command in FOR_NOBODY or intent == SAID["mute"])
        if said.anonymous and intent != Nothing() and not needs_nobody:
            return Unplayable("channel") if said.as_channel else Unplayable("anonymous")
    return intent


def _without_address(text: str, username: str) -> tuple[str, bool]:
    """The text without the bot's name before or behind it, also before the guess of a command; whether it was there."""
    name = rf"@{re.escape(username)}(?!\w)"
    before = re.compile(rf"(?P<command>/\S+\s+)?{name}[\s,:;.!-]*(?P<rest>.+)", re.IGNORECASE | re.DOTALL)
    behind = re.compile(rf"(?P<rest>.*\S)\s+{name}[\s.!?]*", re.IGNORECASE | re.DOTALL)
    if (match := before.fullmatch(text)) is not None:
        return f"{match['command'] or ''}{match['rest']}", True
    if (match := behind.fullmatch(text)) is not None:
        return match["rest"], True
    return text, False


PASTED = re.compile("^[🐂🐄▫\ufe0f]{2,}$", re.MULTILINE)
"""A row of a result that is shared as text, whose head names the bot."""


def _summons_in(text: str, username: str) -> str | None:
    """What stands around the bot's name; None where it is not named, or only by a result that was pasted."""
    named = rf"(?<!\w)(/\w{{1,32}})?@{re.escape(username)}(?!\w)"
    words, names = re.subn(named, r"\1 ", text, flags=re.IGNORECASE)
    return None if not names or PASTED.search(text) or is_board(text) else words.strip()


def _meant_for_us(intent: Intent, *, to_bot: bool) -> Intent:
    """The intent, or Nothing: in a group only known commands, and what is addressed to the bot and may be a move."""
    match intent:
        case Order(Command.STOP, argument) if argument and not to_bot:
            return Nothing()
        case Order():
            return intent
        case Typed(text) if to_bot and (Reading(text).is_play or 0 < len(text) <= LONGEST_WORD):
            return intent
        case _:
            return Nothing()


AGAIN = "again"
"""What is written behind /play for the game that ended last."""
SAID = {AGAIN: Order(Command.PLAY, AGAIN), "mute": Order(Command.STOP, NEWS)}
"""The commands that words mean with something behind them."""


def order_in(text: str, language: str, *, to_people: bool = False) -> Order | None:
    """The command that the text says in words, such as `give up` or `can I have a hint?`; None: it says none.

    `to_people`: somebody else may be meant: then a sentence only asks for a hint, and a wish is said to them.
    """
    if len(text) > LONGEST_SENTENCE:
        return None
    whole = _spelt(text)
    rest = GREETED.sub("", whole)
    core = Reading(rest, language).core
    inner = LONE.sub("", _spelt(rest if core is None else core.text))
    said = IN_WORDS.meaning(whole, language)
    if said is None and IN_WORDS.meaning(inner, language) == Command.HINT.value:
        said = Command.HINT.value
    if said is None and not to_people:
        found = (words.meaning(part, language) for part in (whole, rest, inner) for words in (IN_WORDS, WISHES))
        said = next(filter(None, found), whole.casefold() if whole.casefold() in NAMES else None)
    if said is None:
        return None if to_people else _game_named(whole, language)
    return SAID.get(said) or Order(WORDS[said], "")


def _game_named(text: str, language: str) -> Order | None:
    """To begin what is to be played, `let's play 5 digits`, or see what is named alone, `quordle`; None: no game is."""
    rest = PLAYED.sub("", text)
    if rest == text:
        return Order(Command.VARIANTS, rest) if names_a_game(rest, language) else None
    return Order(Command.PLAY, rest) if nearest_to(rest, language) else None


def _spelt(text: str) -> str:
    return " ".join(text.replace(",", " ").replace("’", "'").strip(AROUND).split())


def _command(text: str, username: str) -> Intent:
    match = COMMAND.fullmatch(text)
    if match is None:
        return Unplayable("command")
    if match["bot"] and match["bot"].casefold() != username.casefold():
        return Nothing()
    word = in_one_script(match["word"].lower())
    argument = (match["argument"] or "").strip()
    if word in MUTES:
        return Order(Command.STOP, NEWS)
    if (command := WORDS.get(word)) is not None:
        return Order(command, argument)
    # Telegram marks Latin letters alone as a command, so nobody else's is called so: `/допомога`.
    order = None if word.isascii() else order_in(word.replace("_", " "), "")
    return Unplayable("command", word) if order is None else replace(order, argument=argument or order.argument)


def _text(text: str, longest: int) -> Intent:
    return Unplayable("long") if len(text) > longest and not is_board(text) else Typed(text)


# Follow-ups: data that a kind returns in its `Decision` and that handlers carry out.


@dataclass(frozen=True, slots=True)
class FindRival:
    """Search the lobby for a rival on these terms."""

    terms: Terms


@dataclass(frozen=True, slots=True)
class BreakAlone:
    """Begin a game alone with the secret that the bot kept in a match, for whoever lost that match."""

    match: str
    """The id of the match."""
    code: Code | None = None
    """The first guess; None: only the board is shown."""


Follow = Order | MenuPress | FindRival | BreakAlone
"""A command, what a button of a menu does, or an action that neither has."""


# The command that somebody meant who mistyped it.

SHORT = 3
"""Letters of another name of a command that is too short to be meant by a slip."""
NAMES = [
    name
    for name, command in WORDS.items()
    if command not in FOR_OPERATORS and (name not in ALIASES or len(name) > SHORT)
]
PHRASES = sorted(words for words in IN_WORDS.words() | WISHES.words() | {*NAMES} if len(words) > SHORT)
LONG = 5
"""Letters of a word in which two slips are forgiven; shorter ones are too like each other."""


def nearest(word: str) -> Command | None:
    """The command that is called so, or whose name is reached with fewest slips; None if that takes too many."""
    if (known := WORDS.get(word)) is not None and known not in FOR_OPERATORS:
        return known
    slips, name = min((slips_between(word, name), name) for name in NAMES)
    return WORDS[name] if slips <= (2 if len(word) >= LONG else 1) else None


def nearest_said(text: str, language: str) -> Command | None:
    """The command that the text says in words but for one slip; None if it says none, or is too short for a slip."""
    said = plain(_spelt(text))
    near = (words for words in PHRASES if abs(len(words) - len(said)) <= 1 and slips_between(said, words) == 1)
    order = order_in(next(near, ""), language) if len(said) > SHORT else None
    return None if order is None else order.command


def slips_between(one: str, other: str) -> int:
    """How many letters were left out, added, changed, or swapped with the next (optimal string alignment)."""
    before, above = [0] * (len(other) + 1), list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        row = [at]
        for beside, wanted in enumerate(other, 1):
            cost = min(above[beside] + 1, row[-1] + 1, above[beside - 1] + (letter != wanted))
            if at > 1 and beside > 1 and letter == other[beside - 2] and one[at - 2] == wanted:
                cost = min(cost, before[beside - 2] + 1)
            row.append(cost)
        before, above = above, row
    return above[-1]
