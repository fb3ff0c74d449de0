"""Keys of texts that the code puts together: how they begin, and what they may end with."""

from bot.app.actions.duels import Refusal
from bot.app.buttons import Feature, OnEnd, OnMenu
from bot.app.handlers.variants import HELPS
from bot.app.intents import Command
from bot.app.model.hints import Asked
from bot.app.model.ledger import ACHIEVEMENTS
from bot.app.model.lessons import STAGES
from bot.app.model.operators import State
from bot.app.model.options import LEVELS, Help
from bot.app.model.tables import SHOWN
from bot.app.screen import News
from bot.app.screens.board import NOUNS
from bot.app.screens.hints import COLUMNS
from bot.app.screens.review import WORDS
from bot.app.world import TooMuchAtOnce, TooMuchToThink
from bot.game.lessons import NO, QUESTIONS, YES
from bot.game.number import ANSWERS, DIRECTIONS
from bot.game.puzzles import KINDS
from bot.storage.operator import COUNTS, NOW
from solver.flaws import Why
from solver.variant import VARIANTS
from solver.words import WORD_ALPHABETS
from tests.bot.keys import first_arguments

LEADING = {
    OnMenu.LEARN,
    OnMenu.PLAY,
    OnMenu.DUEL,
    OnMenu.RULES,
    OnMenu.HELP,
    OnMenu.SETTINGS,
    OnMenu.VARIANTS,
    OnMenu.LEVELS,
    OnMenu.ADVICE,
    OnMenu.REVIEW,
    OnMenu.PLAY_ON,
    OnMenu.NUMBER,
    OnMenu.THINK,
    OnMenu.AGAINST,
    OnMenu.PARTY,
    OnMenu.PEOPLE,
    OnMenu.MORE,
    OnMenu.PUZZLE,
}
THOUGHT_TOO_MUCH = {TooMuchToThink.word, TooMuchAtOnce.word}
PUT_TOGETHER = {
    "achieved.": set(ACHIEVEMENTS),
    "badge.": set(ACHIEVEMENTS),
    "ask.": {what.value for what in Asked},
    "column.": set(COLUMNS),
    "command.": {command.value for command in Command},
    "data.": set(SHOWN),
    "deed.": {"warn", "ban", "unban", "dismiss", "read", "answer", "retry", "drop", "send", "stop"}
    | {f"switch-{wanted}" for wanted in ("on", "off")},
    "degree.": {Help.BLIND.value, Help.COACHED.value},
    "cast.": {state.value for state in State},
    "feature.": set(Feature),
    "numbers.": {name.replace(" ", "-") for name in (*COUNTS, *NOW)},
    "after.": {verb.value for verb in OnEnd},
    "first.": {f"{what}{noun}" for what in ("", "legend-", "none-", "numbers-", "which-") for noun in NOUNS},
    "help.": {Help.BLIND.value, Help.COACHED.value},
    "idea.": set(STAGES),
    "learn.": {YES, NO},
    "level.": set(LEVELS),
    "letters.": set(WORD_ALPHABETS),
    "because.": first_arguments("because"),
    "find.": set(KINDS),
    "late.": {why.value for why in Refusal},
    "menu.": {verb.value for verb in (*LEADING, *HELPS)},
    "rings.": {news.value for news in News},
    "toast.": THOUGHT_TOO_MUCH,
    "number.": {*ANSWERS, *DIRECTIONS},
    "note.": first_arguments("Unplayable") | THOUGHT_TOO_MUCH,
    "reviewed.": set(WORDS),
    "stage.": set(STAGES),
    "task.": set(QUESTIONS),
    "told.": first_arguments("told"),
    "variant.": set(VARIANTS),
    "why.": set(Why),
}
