"""One thing made up for each row of CONTRIBUTING: what is said, asked for, set, stored; games.py has what is played."""

from bot.storage.migrations import migrations_for
from tests.recipes.games import KIND, LEVEL, MODE, STRATEGY, STRATEGY_OTHERWISE, STYLE, VARIANT
from tests.recipes.recipe import (
    ASKED_FOR,
    HAS_FUNCTION,
    LANGUAGES,
    Change,
    insert,
    recipe,
    said_of_command,
    step,
    words,
)

SETTINGS = "tests/bot/test_settings.py"
SCHEMAS = "tests/bot/storage/test_schemas.py"
IN_ORDER = f"{SCHEMAS}::test_whatever_writes_for_many_has_its_place_in_the_order_and_threads_only_read"
NEXT = len(migrations_for("sqlite")) + 1
BACK = "-- Older replicas beside it: yes. Back:"
MIGRATION = f"{BACK} ALTER TABLE chats DROP COLUMN motto;\nALTER TABLE chats ADD COLUMN motto TEXT DEFAULT 'guess';\n"
QUERIES = """-- name: motto(chat_id)^
SELECT (SELECT motto FROM chats WHERE chat_id = :chat_id) AS motto;

-- name: keep_motto(chat_id, motto)*!
UPDATE chats SET motto = :motto WHERE chat_id = :chat_id;

"""
MEASURED = """    "motto": {"chat_id": GROUP},
    "keep_motto": {"chat_id": GROUP, "motto": "slowly"},
"""
NEW_TABLE = f"""{BACK} DROP TABLE sayings;
CREATE TABLE sayings (person_id BIGINT PRIMARY KEY, saying TEXT NOT NULL);
"""
SAYINGS = """    "sayings": Table(
        grows="each person who has said something",
        why="It is theirs.",
        key="person_id",
        shown="saying",
        goes=True,
        taken=("person_id",),
        saves="keep_saying",
        guarded=False,
        saved="saying",
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
COMMAND = recipe(
    "a command",
    step(
        "`Command` in `bot/app/intents.py`",
        HAS_FUNCTION,
        insert("bot/app/intents.py", '    MOTTO = "motto"\n', '    START = "start"'),
    ),
    step(
        "`commands` of its section",
        HAS_FUNCTION,
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
    "a section",
    step(
        "a folder in `bot/app`, with its `Section`",
        HAS_FUNCTION,
        Change("bot/app/proverbs/handlers.py", "", SECTION),
    ),
    step(
        "its entry in `SECTIONS` in `bot/app/registry.py`",
        HAS_FUNCTION,
        insert(
            "bot/app/registry.py",
            "from bot.app.proverbs.handlers import PROVERBS\n",
            "from bot.app.puzzles.handlers import PUZZLE",
        ),
        insert("bot/app/registry.py", "        PROVERBS,\n", "        TOGETHER,"),
    ),
    step(
        "`Command` in `bot/app/intents.py`",
        HAS_FUNCTION,
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
        *said_of_command("proverb", "something wise"),
    ),
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
    "a column",
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
EVERY_TABLE = "tests/bot/storage/test_keeping.py"
EVERY_TABLE += "::test_every_table_says_how_long_its_rows_are_kept_as_the_document_and_the_queries_do"
TABLE = recipe(
    "a table",
    step(
        "`bot/storage/migrations/`",
        EVERY_TABLE,
        Change(f"bot/storage/migrations/{NEXT + 1:04}_sayings.sql", "", NEW_TABLE),
    ),
    step(
        "`TABLES` in `bot/app/model/tables.py`",
        EVERY_TABLE,
        insert("bot/app/model/tables.py", SAYINGS, '    "last_options": Table('),
    ),
    step(
        "`docs/keeping.md`",
        EVERY_TABLE,
        insert(
            "docs/keeping.md",
            "| `sayings` | each person who has said something | for ever | It is theirs. |\n",
            "| `games` | each game that begins |",
        ),
    ),
    step("`data.…`", ASKED_FOR, *words(data__sayings="what you have said")),
    step(
        "`WRITES` in `bot/storage/writes.py`",
        IN_ORDER,
        insert("bot/storage/writes.py", '    "keep_saying": (),\n', '    "mark_unreachable"'),
    ),
    step(
        "`tests/bot/storage/worst_cases.py`",
        "tests/bot/storage/test_query_work.py::test_every_query_is_measured",
        insert("tests/bot/storage/worst_cases.py", "sayings: person_id i\n", "daily_pardons × 600:"),
        insert(
            "tests/bot/storage/worst_cases.py", '    "keep_saying": {"saying": "slowly"},\n', '    "mark_unreachable"'
        ),
    ),
    step(
        "a row in `tests/bot/storage/transferable.py`",
        "tests/bot/privacy/test_forgetting_people.py::test_nothing_is_left_but_what_has_a_reason[sqlite]",
        insert("tests/bot/storage/transferable.py", '    "sayings": (2**40, "slowly"),\n', '    "seats": ("fedc'),
    ),
    step(
        "`SINCE` in `tests/upgrade/test_filled.py`",
        "tests/upgrade/test_filled.py::test_every_kind_of_row_is_among_them",
        Change("tests/upgrade/test_filled.py", 'SINCE = {"aborts", ', 'SINCE = {"aborts", "sayings", '),
    ),
)
HI = {"en": ("Hi", "Hi there"), "uk": ("Привіт", "Вітаю"), "ru": ("Привет", "Здравствуй")}
"""How home greets, and how it is to greet."""
AS_HEARD = "tests/golden/test_golden.py::test_every_text_is_as_it_was[card_race-{}]"


def greeting(*languages: str) -> tuple[Change, ...]:
    """The changes of what home says, in its catalogues."""
    files = ((f"bot/locales/{language}/texts.po", *HI[language]) for language in languages)
    return tuple(Change(file, f'"{was}, {{name}}!"', f'"{new}, {{name}}!"') for file, was, new in files)


TEXT = recipe(
    "a text",
    step("`bot/locales/<language>/texts.po`", AS_HEARD.format("en"), *greeting("en")),
    step("in every finished language", AS_HEARD.format("uk"), *greeting("uk", "ru")),
    step(
        "`python -m tests.golden`",
        AS_HEARD.format("ru"),
        *(
            Change(f"tests/golden/recorded/texts/{language}.txt", f"home.hello: {was},", f"home.hello: {new},")
            for language, (was, new) in HI.items()
        ),
    ),
)
RECIPES = (
    *(STRATEGY, STRATEGY_OTHERWISE, LEVEL, VARIANT),
    *(MODE, KIND, COMMAND, SUBJECT, STYLE, LANGUAGE, SETTING, COLUMN, TABLE),
)
"""Those that measure come in the order in which they must: a variant is measured with every strategy that was."""
ALONE = (TEXT, STYLE)
"""Each also, or only, in a copy of its own: what is recorded changes with all else that is made up."""
ALSO = (
    *(f"tests/bot/test_locales.py::test_keys_stand_in_order_and_each_once[{language}]" for language in LANGUAGES),
    "tests/bot/test_locales.py::test_every_entry_has_its_words[bare]",
    "tests/bot/duels/test_levels.py::test_each_level_is_stronger_than_the_one_below_it_by_more_than_twice_the_error_of_both[mini]",
    "tests/bot/duels/test_levels.py::test_beating_a_level_leads_to_the_one_above",
    "tests/bot/privacy/test_bodies.py::test_a_field_that_can_hold_a_person_says_whom_or_that_it_names_nobody[Tally]",
    f"{SCHEMAS}::test_both_folders_hold_the_same_migrations_without_a_gap",
    f"{SCHEMAS}::test_every_migration_says_its_way_back_and_there_is_one_where_it_says_so[sqlite]",
    "tests/test_architecture.py::test_imports_follow_the_arrows",
    "tests/bot/test_screens.py::test_the_settings_mark_what_is_chosen",
    "tests/solver/test_strategies.py::test_every_strategy_breaks_every_secret_and_equal_dice_make_equal_games[mini-student]",
    "tests/solver/test_variant.py::test_sizes_are_the_known_ones_and_any_shape_is_a_variant",
)
"""Checks that no step is left out of, and that each accepts what was made up."""
