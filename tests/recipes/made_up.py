"""What a recipe of CONTRIBUTING is made of, and one thing made up for each: steps, and what notices each."""

import re
from bisect import bisect
from dataclasses import dataclass
from pathlib import Path

from bot.storage.migrations import migrations_for

ROOT = Path(__file__).parents[2]
LANGUAGES = ("en", "uk", "ru")
KEY = re.compile(r'^msgid "(.+)"$', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Change:
    """`old`, which stands once in the file, becomes `new`. Where `old` is empty the file is new."""

    file: str
    old: str
    new: str

    def made(self, text: str) -> str:
        """The text of the file after the change."""
        assert text.count(self.old) == 1 if self.old else not text, (self.file, self.old)
        return text.replace(self.old, self.new) if self.old else self.new


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do: the words of CONTRIBUTING that name it, and the test that fails where it is left out."""

    named: str
    check: str
    changes: tuple[Change, ...] = ()
    measures: tuple[str, ...] = ()
    """The arguments of `python -m solver strength`, where the step is to run it."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one thing is made: a row of CONTRIBUTING's table, and what the test makes up for each of its steps."""

    row: str
    steps: tuple[Step, ...]


def step(named: str, check: str, *changes: Change, measures: tuple[str, ...] = ()) -> Step:
    return Step(named, check, changes, measures)


def recipe(row: str, *steps: Step) -> Recipe:
    return Recipe(row, steps)


def insert(file: str, text: str, before: str) -> Change:
    """The change that puts a text before what stands once in the file."""
    return Change(file, before, text + before)


def words(**texts: str) -> tuple[Change, ...]:
    """The changes that add texts to every language, behind its code; `__` in a key is a dot, `_` a hyphen."""
    texts = {name.replace("__", ".").replace("_", "-"): text for name, text in texts.items()}
    changes = []
    for language in LANGUAGES:
        file = f"bot/locales/{language}/texts.po"
        keys = KEY.findall((ROOT / file).read_text("utf-8"))
        for key, text in sorted(texts.items()):  # none is the last in the order of keys
            new = f'msgid "{key}"\nmsgstr "{language} {text}"\n\n'
            changes.append(insert(file, new, f'msgid "{keys[bisect(keys, key)]}"\n'))
    return tuple(changes)


ASKED_FOR = "tests/bot/test_locales.py::test_every_word_that_the_code_asks_for_exists_and_every_other_is_gone"
FIGURES = "tests/solver/strength/test_figures_that_ship.py"
AS_MEASURED = f"{FIGURES}::test_it_was_measured_on_all_secrets_or_a_sample_says_how_sure_it_is_and_all_is_as_it_was"
SETTINGS = "tests/bot/test_settings.py"
SCHEMAS = "tests/bot/storage/test_schemas.py"
IN_ORDER = f"{SCHEMAS}::test_whatever_writes_for_many_has_its_place_in_the_order_and_threads_only_read"
NEXT = len(migrations_for("sqlite")) + 1
MIGRATION = "ALTER TABLE chats ADD COLUMN motto TEXT;\n"
QUERIES = """-- name: motto(chat_id)^
SELECT (SELECT motto FROM chats WHERE chat_id = :chat_id) AS motto;

-- name: keep_motto(chat_id, motto)*!
UPDATE chats SET motto = :motto WHERE chat_id = :chat_id;

"""
MEASURED = """    "motto": {"chat_id": GROUP},
    "keep_motto": {"chat_id": GROUP, "motto": "slowly"},
"""
DISCS = """        Style(
            name="discs",
            write=lambda feedback, texts: "●" * feedback.bulls + "○" * feedback.cows + texts.plain("style.no-disc"),
            longest_code=4,
            keys_in_row=4,
        ),
"""
BARE = """        PlayableMode(
            rules=MODES["bare"],
            title="mode.bare",
            option="bare",
            alone=AlonePlay(
                begin=Beginning("board.begin"), solved="end.solved", resigned="end.resigned", no_hints="bare.no-hints"
            ),
        ),
"""
SECTION = '''"""Proverbs: one for whoever asks, another one a moment later."""

from bot.app.buttons import MenuPress, OnMenu
from bot.app.intents import Command
from bot.app.kind import Request, Section, without_argument
from bot.app.messages import Chat
from bot.app.model.game import Header
from bot.app.reading import Reading
from bot.app.screen import Answer, Screen, button
from bot.app.screens.share import Card
from bot.app.work import Job, Work
from bot.app.world import World

LATER = "proverb"


async def show(request: Request) -> Answer:
    more = button(request.texts.plain("proverb.more"), MenuPress(OnMenu.PROVERB))
    request.show_menu(Screen(request.texts.html("proverb.text"), ((more,),)))
    return Answer()


async def press(_argument: str, request: Request) -> Answer:
    request.work.at(request.world.now(), Job(LATER, str(request.chat.id), 0))
    return Answer(request.texts.plain("proverb.soon"))


async def bring(job: Job, work: Work, _world: World) -> None:
    chat = Chat(int(job.subject))
    work.tell(chat, Screen((await work.preferences(chat.id)).texts.html("proverb.other")))


async def read(typed: Reading, _games: tuple[Header, ...], request: Request) -> Answer | None:
    return await show(request) if typed.text == "wise?" else None


async def open_link(payload: str, request: Request) -> bool:
    if payload != "wise":
        return False
    await show(request)
    return True


async def cards(name: str, request: Request) -> tuple[Card, ...]:
    if name != "wise":
        return ()
    text = request.texts.html("proverb.text")
    return (Card("wise", request.texts.plain("proverb.text"), request.texts.plain("proverb.more"), Screen(text)),)


PROVERBS = Section(
    commands={Command.PROVERB: without_argument(show)},
    buttons={OnMenu.PROVERB: press},
    reads=read,
    opens=open_link,
    cards=cards,
    jobs={LATER: bring},
)
'''
PROVERBS = {
    "command__proverb": "a proverb",
    "proverb__text": "Slow and steady.",
    "proverb__more": "Another",
    "proverb__soon": "It comes.",
    "proverb__other": "Better late.",
}
CODE, NAME = "qq", "Muu"
TEXTS = """
msgid "home.hello"
msgstr "Muu, {name}! Gra boj?"
"""
READ = """
name = "Muu"
unfinished = true

[reply]
bulls = ["grba"]
cows = ["mrka", "mrke"]

[answer]
yes = ["jop"]
no = ["njop"]

[range]
from = ["iz"]
to = ["ad"]

[list]
and = ["ke"]

[shape]
x = ["ks"]

[game]
mini = ["boj"]
evil = ["zlo"]
blind = ["slip"]
idle = ["gra"]

[letters]
mastermind = "ΑΒΓΔΕΖ"
"""
"""The two files of a language that nobody speaks, of which one sentence is written."""
VARIANT = recipe(
    "a variant",
    step(
        "`VARIANTS` in `solver/variant.py`",
        ASKED_FOR,
        insert("solver/variant.py", '        Variant("tiny", alphabet="1234", length=3),\n', "        *(_words("),
    ),
    step("`variant.…`", ASKED_FOR, *words(variant__tiny="Tiny")),
    step(
        "`python -m solver strength NAME`",
        f"{FIGURES}::test_a_variant_that_ships_has_a_figure_for_every_strategy_that_is_measured[tiny]",
        measures=("tiny",),
    ),
)
STRATEGY = recipe(
    "a strategy",
    step(
        "`STRATEGIES` in `solver/strategies.py`",
        f"{AS_MEASURED}[4x5 student]",
        insert(
            "solver/strategies.py", '    "student": _forgetful(0.1, "random with a good memory"),\n', '    "minimax":'
        ),
    ),
)
STRATEGY_OTHERWISE = recipe(
    "a strategy",
    step(
        "it plays otherwise than before",
        f"{AS_MEASURED}[4x5 club]",
        Change("solver/strategies.py", "CLUB_OVERLOOKS = 0.18\n", "CLUB_OVERLOOKS = 0.19\n"),
    ),
    step("`python -m solver strength`", f"{AS_MEASURED}[4x5 club]", measures=("mini", "--strategy", "club")),
)
LEVEL = recipe(
    "a level of the bot's",
    step(
        "`LEVELS` in `bot/app/model/options.py`",
        ASKED_FOR,
        insert("bot/app/model/options.py", '        Level("student", "🐼", "student"),\n', '        Level("expert",'),
    ),
    step(
        "`level.…`, `face.…`, `voice.…`",
        ASKED_FOR,
        *words(
            level__student="student",
            face__student="Panda",
            voice__student_begun="I have read a book.",
            voice__student_won="That was not in the book.",
            voice__student_lost="Page nine!",
            voice__student_close="What an exam.",
        ),
    ),
    step(
        "`python -m solver strength --strategy …`",
        "tests/bot/duels/test_levels.py::test_a_level_is_known_by_the_figure_of_its_strategy[mini-student]",
        measures=("mini", "--strategy", "student"),
    ),
)
MODE = recipe(
    "a way to play",
    step(
        "`MODES` in `bot/game/model.py`",
        ASKED_FOR,
        insert("bot/game/model.py", '        Mode("bare"),\n', '        Mode("think",'),
    ),
    step(
        "`PLAYABLE` in `bot/app/model/modes.py`",
        ASKED_FOR,
        insert("bot/app/model/modes.py", BARE, '        PlayableMode(\n            rules=MODES["party"],'),
    ),
    step("its texts", ASKED_FOR, *words(mode__bare="Bare", bare__no_hints="You must do without.")),
)
COMMAND = recipe(
    "a command",
    step(
        "`Command` in `bot/app/intents.py`",
        "tests/bot/test_commands.py::test_every_command_has_its_function",
        insert("bot/app/intents.py", '    MOTTO = "motto"\n', '    START = "start"'),
    ),
    step(
        "`commands` of its section",
        "tests/bot/test_commands.py::test_every_command_has_its_function",
        insert(
            "bot/app/preferences/handlers.py",
            '        Command.MOTTO: page(lambda request: Screen(request.texts.html("motto.text"))),\n',
            "        Command.HELP:",
        ),
    ),
    step("`command.…`", ASKED_FOR, *words(command__motto="our motto", motto__text="Think twice, guess once.")),
    step(
        "its line in `help.all`",
        "tests/bot/test_commands.py::test_the_help_names_every_command[uk]",
        *tuple(insert(f"bot/locales/{code}/texts.po", f'"/motto — {code}\\n"\n', '"/rules —') for code in LANGUAGES),
    ),
    step(
        "`docs/commands.md`",
        f"{SETTINGS}::test_the_page_knows_every_command_and_no_other",
        insert("docs/commands.md", "| `/motto` | what we live by |\n", "| `/rules` |"),
    ),
)
SUBJECT = recipe(
    "a subject that is no game",
    step(
        "a folder in `bot/app`, with its `Section`",
        "tests/bot/test_commands.py::test_every_command_has_its_function",
        Change("bot/app/proverbs/handlers.py", "", SECTION),
    ),
    step(
        "its entry in `SECTIONS` in `bot/app/registry.py`",
        "tests/bot/test_commands.py::test_every_command_has_its_function",
        insert(
            "bot/app/registry.py",
            "from bot.app.proverbs.handlers import PROVERBS\n",
            "from bot.app.puzzles.handlers import PUZZLE",
        ),
        insert("bot/app/registry.py", "        PROVERBS,\n", "        TOGETHER,"),
    ),
    step(
        "`Command` in `bot/app/intents.py`",
        "tests/bot/test_commands.py::test_every_command_has_its_function",
        insert("bot/app/intents.py", '    PROVERB = "proverb"\n', '    START = "start"'),
    ),
    step(
        "`OnMenu` in `bot/app/buttons.py`",
        "tests/bot/test_commands.py::test_every_button_of_a_menu_has_its_function",
        insert("bot/app/buttons.py", '    PROVERB = "proverb"\n', '    CHALLENGE = "challenge"'),
    ),
    step(
        "with their words as above",
        ASKED_FOR,
        *words(**PROVERBS),
        *tuple(insert(f"bot/locales/{code}/texts.po", f'"/proverb — {code}\\n"\n', '"/rules —') for code in LANGUAGES),
        insert("docs/commands.md", "| `/proverb` | something wise |\n", "| `/rules` |"),
    ),
)
STYLE = recipe(
    "how feedback looks",
    step(
        "`STYLES` in `bot/app/screens/board.py`",
        ASKED_FOR,
        insert("bot/app/screens/board.py", DISCS, '        Style(name="words"'),
    ),
    step("the texts it asks for", ASKED_FOR, *words(style__no_disc="·")),
)
LANGUAGE = recipe(
    "a language",
    step("`language.toml`", "tests/bot/test_vocabulary.py", Change(f"bot/locales/{CODE}/language.toml", "", READ)),
    step(
        "`texts.po`",
        f"tests/bot/test_locales.py::test_every_text_has_the_same_placeholders[{CODE}]",
        Change(f"bot/locales/{CODE}/texts.po", "", TEXTS),
    ),
)
SETTING = recipe(
    "a setting",
    step(
        "`bot/settings.py`",
        f"{SETTINGS}::test_the_page_has_a_row_for_every_setting",
        insert("bot/settings.py", "    calm: float = Field(default=2.0, gt=0, le=60)\n", "    log_level:"),
    ),
    step(
        "`.env.example`",
        f"{SETTINGS}::test_the_example_shows_every_setting_with_its_default",
        insert(".env.example", "# Seconds, up to a minute.\nCALM=2\n\n", "# DEBUG, INFO"),
    ),
    step(
        "`docs/settings.md`",
        f"{SETTINGS}::test_the_page_has_a_row_for_every_setting",
        insert("docs/settings.md", "| `CALM` | `2` | seconds, up to a minute |\n", "| `LOG_LEVEL` |"),
    ),
)
COLUMN = recipe(
    "what is stored",
    step(
        "`bot/storage/migrations/`",
        f"{SCHEMAS}::test_every_query_says_the_same_on_both_databases",
        Change(f"bot/storage/migrations/{NEXT:04}_motto.sql", "", MIGRATION),
    ),
    step(
        "`bot/storage/queries/`",
        IN_ORDER,
        insert("bot/storage/queries/chats.sql", QUERIES, "-- name: mark_unreachable"),
    ),
    step(
        "`WRITES` in `bot/storage/writes.py`",
        IN_ORDER,
        insert("bot/storage/writes.py", '    "keep_motto": (),\n', '    "mark_unreachable"'),
    ),
    step(
        "`tests/bot/storage/worst_cases.py`",
        "tests/bot/storage/test_query_work.py::test_every_query_is_measured",
        insert("tests/bot/storage/worst_cases.py", MEASURED, '    "mark_unreachable"'),
    ),
)
RECIPES = (STRATEGY, STRATEGY_OTHERWISE, LEVEL, VARIANT, MODE, COMMAND, SUBJECT, STYLE, LANGUAGE, SETTING, COLUMN)
"""Those that measure come in the order in which they must: a variant is measured with every strategy that was."""
ALSO = (
    *(f"tests/bot/test_locales.py::test_keys_stand_in_order_and_each_once[{language}]" for language in LANGUAGES),
    "tests/bot/test_locales.py::test_every_entry_has_its_words[bare]",
    "tests/bot/duels/test_levels.py::test_each_level_is_stronger_than_the_one_below_it_by_more_than_twice_the_error_of_both[mini]",
    "tests/bot/duels/test_levels.py::test_beating_a_level_leads_to_the_one_above",
    "tests/bot/test_screens.py::test_the_settings_mark_what_is_chosen",
    "tests/solver/test_strategies.py::test_every_strategy_breaks_every_secret_and_equal_dice_make_equal_games[mini-student]",
    "tests/solver/test_variant.py::test_sizes_are_the_known_ones_and_any_shape_is_a_variant",
)
"""Checks that no step is left out of, and that each accepts what was made up."""
