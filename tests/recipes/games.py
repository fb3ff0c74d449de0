"""One thing made up of each that is played: a way to play, a level, a variant, strategies, a style, a kind of game."""

from tests.recipes.recipe import ASKED_FOR, HAS_FUNCTION, Change, insert, recipe, said_of_command, step, words

FIGURES = "tests/solver/strength/test_figures_that_ship.py"
AS_MEASURED = f"{FIGURES}::test_it_was_measured_on_all_secrets_or_a_sample_says_how_sure_it_is_and_all_is_as_it_was"
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
TALLY = '''"""Tallies: a mark for whoever types a plus or presses the button; at three it is over."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from bot.app.buttons import GamePress, GameVerb, OnTally
from bot.app.kind import Decision, Fit, Kind, Request, Rule
from bot.app.model.bodies import Stays
from bot.app.model.game import Codec, Header, Progress
from bot.app.reading import Reading
from bot.app.screen import Screen, button, rows
from bot.app.screens.common import Viewer
from bot.app.screens.entries import ListedGame
from bot.app.texts import Texts
from bot.app.work import Work

ENOUGH = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally(Header):
    marks: Stays[int] = 0


def body_of(game: Tally) -> dict[str, Any]:
    return {"format": 1, "marks": game.marks}


def game_of(header: dict[str, Any], body: Mapping[str, Any]) -> Tally:
    return Tally(**header, marks=body["marks"])


def begin(request: Request) -> Decision[Tally]:
    return Decision(Tally(**request.new_header()))


def marked(game: Tally, request: Request) -> Decision[Tally]:
    marks = game.marks + 1
    return Decision(replace(game, marks=marks, ended_at=request.world.now() if marks == ENOUGH else None))


class TallyKind(Kind[Tally]):
    codec = Codec("tally", Tally, body_of, game_of, lambda game: Progress(game.marks), lambda _game: None)
    rules: ClassVar[Mapping[GameVerb, Rule]] = {OnTally.MARK: Rule(bound=True)}

    async def type_text(self, typed: Reading, game: Tally, request: Request) -> Decision[Header]:
        return marked(game, request)

    async def press_button(self, press: GamePress, game: Tally, request: Request) -> Decision[Header]:
        return marked(game, request)

    async def screen_of(self, game: Tally, viewer: Viewer, work: Work) -> Screen:
        press = GamePress(OnTally.MARK, game.id, game.marks)
        more = None if game.is_over else button(viewer.texts.plain("tally.mark"), press)
        return Screen(viewer.texts.html("tally.board", marks=game.marks), rows(more))

    def entry_of(self, game: Tally, person: int, texts: Texts) -> ListedGame:
        return ListedGame(game.id, texts.html("tally.board", marks=game.marks), texts.plain("tally.mark"))

    async def end(self, game: Tally, request: Request) -> Decision[Header]:
        return Decision(game.given_up_at(request.world.now()))

    def step(self, game: Tally, person: int) -> int:
        return game.marks

    def fits(self, typed: Reading, game: Tally, request: Request) -> Fit:
        return Fit.ONLY if typed.text == "+" else Fit.NEVER


TALLIES = TallyKind()
'''
BEGIN_TALLY = """async def _begin_tally(request: Request) -> Answer:
    return await carry_out(begin_tally(request), request)


"""
VERBS = """class OnTally(Verb):
    MARK = "tmark"


"""
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
    "a level",
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
STYLE = recipe(
    "how feedback looks",
    step(
        "`STYLES` in `bot/app/screens/board.py`",
        ASKED_FOR,
        insert("bot/app/screens/board.py", DISCS, '        Style(name="words"'),
    ),
    step("the texts it asks for", ASKED_FOR, *words(style__no_disc="·")),
)
HAS_ENTRY = "tests/bot/test_invented_kind.py::test_every_folder_of_kinds_has_its_entry"
KIND = recipe(
    "a kind of game",
    step(
        "a folder in `bot/app/kinds/`",
        HAS_ENTRY,
        Change("bot/app/kinds/tally/__init__.py", "", ""),
        Change("bot/app/kinds/tally/kind.py", "", TALLY),
    ),
    step(
        "its entry in `KINDS` in `bot/app/registry.py`",
        HAS_ENTRY,
        insert(
            "bot/app/registry.py",
            "from bot.app.kinds.tally.kind import TALLIES\n",
            "from bot.app.lessons.handlers import LESSONS",
        ),
        Change("bot/app/registry.py", "NUMBER, MATCH))", "NUMBER, MATCH, TALLIES))"),
    ),
    step(
        "its verbs in `bot/app/buttons.py`",
        "tests/bot/test_buttons.py::test_every_button_of_a_game_counts_in_some_kind",
        insert("bot/app/buttons.py", VERBS, "class OnGames(Verb):"),
        Change("bot/app/buttons.py", "| OnGames | OnWatch\n", "| OnGames | OnWatch | OnTally\n"),
    ),
    step(
        "`Command` in `bot/app/intents.py`",
        HAS_FUNCTION,
        insert("bot/app/intents.py", '    TALLY = "tally"\n', '    START = "start"'),
    ),
    step(
        "its function, which begins a game, in `bot/app/games/at_hand.py`",
        HAS_FUNCTION,
        insert(
            "bot/app/games/at_hand.py",
            "from bot.app.kinds.tally.kind import begin as begin_tally\n",
            "from bot.app.language import vocabulary",
        ),
        insert("bot/app/games/at_hand.py", BEGIN_TALLY, "# One of several games is picked:"),
        insert(
            "bot/app/games/at_hand.py",
            "        Command.TALLY: without_argument(_begin_tally),\n",
            "        Command.GAMES: without_argument(list_games)",
        ),
    ),
    step(
        "its texts",
        ASKED_FOR,
        *words(command__tally="a tally", tally__board="Marks: {marks}", tally__mark="Mark"),
        *said_of_command("tally", "three marks"),
    ),
)
