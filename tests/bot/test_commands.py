"""Commands have their functions and are told; slips are understood; what is typed behind counts, or it says why not."""

import re
from itertools import cycle
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.buttons import MenuPress, OnMenu, button_data
from bot.app.intents import FOR_OPERATORS, WORDS, Command, Order, nearest, order_in, slips_between
from bot.app.kind import MENU, Section, Sections
from bot.app.messages import Chat
from bot.app.model import options
from bot.app.model.options import GameOptions, nearest_to
from bot.app.preferences.screens import all_commands, help_screen
from bot.app.reading import code_in, number_in
from bot.app.registry import SECTIONS
from bot.app.screen import Screen
from bot.app.texts import LANGUAGES, texts_in
from bot.app.work import Work
from solver.variant import VARIANTS
from tests.bot.inside import Inside, inside

PRIVATE, GROUP, SECRET = Chat(1001), Chat(-1001), (0, 1, 2, 3)
OFFERED = set(Command) - {Command.HELP, Command.START, Command.ADMIN}
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def told(sent: list[object]) -> str:
    screens = [each[3] for each in sent if isinstance(each, tuple) and isinstance(each[3], Screen)]
    return "\n".join(screen.html for screen in screens)


async def answer(*texts: str, chat: Chat = PRIVATE, language: str = "en") -> str:
    async with inside(SECRET, chat, language) as bot:
        return [told(await bot.says(text)) for text in texts][-1]


async def guess_shown(bot: Inside) -> str:
    (example,) = re.findall(r"/guess (\S+)", told(await bot.says("/guess")))
    return str(example)


@EVERY_LANGUAGE
async def test_the_example_of_a_guess_is_one_of_the_game_that_is_on_and_else_of_the_usual_one(
    language: str,
) -> None:
    for command in ("/play", "/think", "/play evil"):
        async with inside(None, PRIVATE, language) as bot:
            for variant in VARIANTS.values():
                await bot.says(f"{command} {variant.name}")
                code_in(await guess_shown(bot), variant, language)
    async with inside(None, PRIVATE, language) as bot:
        assert await guess_shown(bot) == "0123"
        for low, high in ((1, 100), (-50, 50), (1000, 9999), (7, 8)):
            await bot.says(f"/number {low} {high}")
            assert low <= (number_in(await guess_shown(bot)) or 0) <= high


def test_every_command_has_its_function() -> None:
    assert SECTIONS.commands.keys() == set(Command)


def test_no_two_sections_have_the_same_command_button_or_job() -> None:
    for entry in ({"commands": {Command.PLAY: None}}, {"buttons": {OnMenu.PLAY: None}}, {"jobs": {"pair": None}}):
        first, second = Section(**entry), Section(**entry)
        with pytest.raises(LookupError, match="two sections have"):
            Sections([first, second])


def test_every_button_of_a_menu_has_its_function() -> None:
    assert SECTIONS.menus.keys() == set(OnMenu)


def commands_in(text: str) -> list[Command]:
    """The commands that a help names, each at the beginning of a line or behind a semicolon."""
    named = re.findall(r"^(?:<code>)?/([a-z]+)", text, re.MULTILINE) + re.findall("; <code>/([a-z]+)", text)
    return [Command(word) for word in named]


@pytest.mark.parametrize("in_group", [True, False])
@EVERY_LANGUAGE
def test_the_first_page_of_the_help_has_eight_commands_and_the_way_to_all(language: str, *, in_group: bool) -> None:
    screen = help_screen(texts_in(language), in_group=in_group)
    named = commands_in(screen.html)
    assert len(named) == len(set(named)) == 8
    assert {*named} <= OFFERED - {Command.FEEDBACK}
    assert button_data(MenuPress(OnMenu.HELP, "all")) in [key.data for row in screen.rows for key in row]


@EVERY_LANGUAGE
def test_the_help_names_every_command(language: str) -> None:
    """Not what nobody would read, and no link of what ends a game: Telegram makes none inside of code."""
    alone, served = (all_commands(texts_in(language), has_operators=has).html for has in (False, True))
    assert set(commands_in(served)) == set(commands_in(alone)) | {Command.FEEDBACK} == OFFERED
    assert "/feedback" not in alone
    for command in (Command.RESIGN, Command.CANCEL, Command.STOP):
        assert served.count(f"/{command.value}") == served.count(f"<code>/{command.value}</code>") == 1


@pytest.mark.parametrize(("language", "words"), [("en", "all"), ("uk", "Усі"), ("ru", "всё"), ("ru", "all")])
async def test_all_commands_are_shown_by_a_button_and_by_a_word_and_back_leads_back(language: str, words: str) -> None:
    async with inside(None, PRIVATE, language) as bot:
        first = told(await bot.says("/help"))
        await bot.presses(button_data(MenuPress(OnMenu.HELP, "all")), "menu")
        shown = bot.screens["menu"][1].html
        assert set(commands_in(shown)) == OFFERED - {Command.FEEDBACK}, "nobody runs this bot"
        await bot.presses(button_data(MenuPress(OnMenu.HELP)), "menu")
        assert bot.screens["menu"][1].html == first
        assert told(await bot.says(f"/help {words}")) == shown
        assert texts_in(language).html("note.no-argument", words="me") in told(await bot.says("/help me"))
        assert texts_in(language).html("note.no-name") in told(await bot.says("/duel @olena"))


SLIPS = (
    "play: plya pla new newgame | settings: setings | language: langauge | cancel: cancle | guess: gues | "
    "help: commands | stop: stpo stopp | resign: exit quit giveup surrender leave | top: leaderboard leaders ranking | "
    "hint: clue"
)
IN_WORDS = {
    ("help", "Help!", "help me", "Допомога", "допоможи", "помощь", "Помоги!"): Command.HELP,
    ("hint", "a hint, please", "підказка", "Підкажи!", "подсказка", "подскажи?"): Command.HINT,
    ("give up", "I give up.", "GIVE  UP", "здаюся", "Здаюсь!", "сдаюсь", "я сдаюсь"): Command.RESIGN,
    ("stop", "Стоп!", "stop."): Command.STOP,
    ("menu", "Меню", "главное меню"): Command.MENU,
    ("How do I play?", "як грати?", "Как играть?", "Правила"): Command.RULES,
    ("new game", "New game!", "нова гра", "Новая игра"): Command.PLAY,
    ("help is near", "never give up", "1234", "no hints", "", "гра", "/help", "a new game is on"): None,
}
WORD = st.text("abcdefghijklmnopqrstuvwxyz_", max_size=12)


def test_a_slip_is_forgiven_a_usual_name_is_known_and_a_word_of_its_own_is_neither() -> None:
    for meant, slips in (line.split(": ") for line in SLIPS.split(" | ")):
        assert {nearest(word) for word in slips.split()} == {Command(meant)}
    assert {nearest(word) for word in ("nonsense", "x", "buy", "admin")} == {None}
    assert {nearest(word) for word in ("neq", "ent", "tie", "ned")}.isdisjoint({Command.PLAY, Command.RESIGN})


def test_every_command_is_nearest_to_itself() -> None:
    known = {name: meant for name, meant in WORDS.items() if len(name) > 1 and meant not in FOR_OPERATORS}
    assert {name: nearest(name) for name in known} == known


@given(WORD, WORD)
def test_slips_are_as_many_either_way_and_none_between_equals(one: str, other: str) -> None:
    slips = slips_between(one, other)
    assert (slips, slips == 0) == (slips_between(other, one), one == other)
    assert abs(len(one) - len(other)) <= slips <= max(len(one), len(other))


async def test_what_was_probably_meant_can_be_tapped_and_it_is_never_what_nobody_reads() -> None:
    assert "No such command. Did you mean /play? (A new game)" in await answer("/plya")
    assert "/help" in await answer("/nonsense")
    assert "/settings" in await answer("/setings")
    assert "/feedback" not in await answer("/feedbak")
    assert await answer("/feedback hello") == texts_in("en").html("feedback.nobody")


@pytest.mark.parametrize("language", ["en", "uk", "ru", "de"])
@pytest.mark.parametrize(("texts", "meant"), IN_WORDS.items(), ids=str)
def test_a_whole_text_is_a_command_in_words(texts: tuple[str, ...], meant: Command | None, language: str) -> None:
    order = None if meant is None else Order(meant, "")
    assert {text: order_in(text, language) for text in texts} == dict.fromkeys(texts, order)


SAME = {
    "/resign": "/stop | /exit | /quit | /giveup | /surrender | /leave | give up | Здаюся",
    "/play": "new game | /new",
    "/help": "help",
    "/hint": "hint",
    "/top": "/leaderboard",
}


@pytest.mark.parametrize("command", SAME)
async def test_it_does_what_it_says_and_giving_up_is_asked(command: str) -> None:
    expected = await answer("/play", "4567", command)
    assert ("Resign and see the secret?" in expected) == (command == "/resign")
    for text in SAME[command].split(" | "):
        assert await answer("/play", "4567", text) == expected != "", text


async def test_a_word_that_is_a_code_of_the_game_is_a_guess_and_in_a_group_words_are_talk() -> None:
    async with inside(None, PRIVATE) as bot:
        await bot.says("/play words-en-4")
        assert "help" in told(await bot.says("help")).lower()
        assert (game := await bot.board_game()) is not None
        assert len(game.game.turns) == 1
    assert not await answer("/play", "give up", chat=GROUP)


Refusal = TypeVar("Refusal", bound=Exception)
TOGETHER = """
en solo five normal perfect: 5 digits | five digits | digits 5 | 5-digit | 5 5
uk solo five normal perfect: п'ять цифр
en solo classic normal perfect: 4 digits
en solo 2x10 normal perfect: 2 digits
en solo 5x10r normal perfect: 5 repeats | 5 digits, with repeats
uk solo 5x10r normal perfect: п’ять цифр з повторами
ru solo 5x10r normal perfect: пять цифр с повторами
en solo repeats normal perfect: 4 repeats
en solo 5x8r normal perfect: 5x8 repeats | 5 x 8 r
en solo 5x8 normal perfect: digits 5x8
en solo words-en-5 normal perfect: words
uk solo words-uk-5 normal perfect: words
ru solo words-ru-5 normal perfect: words
de solo words-en-5 normal perfect: words
en solo words-uk-5 normal perfect: слова
en solo words-en-4 normal perfect: 4 words | words of 4 letters
en solo words-en-5-repeats normal perfect: words repeats
uk solo words-uk-4 normal perfect: слова з 4 літер
ru solo words-ru-4 normal perfect: слова из 4 букв
en solo mastermind normal perfect: 4 colours | mastermind colours | 4 colours of 6
en solo mini normal perfect: mini digits
en evil five coached perfect: evil 5 digits coached
en x2 classic normal perfect: x2
en x2 five normal perfect: 5 x2
en x4 five normal perfect: x4 5 | 5 digits, x4
en x4 three normal perfect: 3 x4 | 3 х4
en x2 words-en-5 normal perfect: x2 words
en x4 colours normal perfect: x4 colours
en x2 5x8 normal perfect: 5x8 x2
en x4 5x8 normal perfect: 5 x 8 x4
uk x2 five normal perfect: 5 х2
uk x4 words-uk-4 normal perfect: 4 слова ×4
uk x2 colours normal perfect: х2 кольори
en solo 3x24 normal perfect: 3 x24
en solo 7x2r normal perfect: 7 x2r
en solo classic normal beginner: easy
en solo classic normal casual: medium
en solo five normal expert: hard 5
uk solo classic normal beginner: легко
uk solo classic normal casual: середній
uk solo classic normal expert: важкий рівень
ru solo classic normal beginner: лёгкий
ru solo classic normal casual: средний уровень
ru solo classic normal expert: сложно
"""
"""The language, what is meant, and the ways to type it."""
CONTRARY = (
    "blind coached | 5 6 | easy hard | mini 5 | nonzero repeats | 5x8 6 | words colours | classic evil 3 | x2 x4 | "
    "x2 evil | strict x4 | x2 blind | 5 coached x4"
)
MISSING = {
    "six words": {"words-en-4", "words-en-5", "words-en-5-repeats"},
    "4 words repeats": {"words-en-4", "words-en-5", "words-en-5-repeats"},
    "3 colours": {"mastermind", "colours"},
    "5 pictures": {"pictures"},
    "signs repeats": {"cipher"},
}
TAKE_TEXT = "guess hint say feedback review profile number daily start admin"
TALK = (
    "Great bot, but the list is long | nice one, thanks | Дуже гарний бот, дякую! | I have 2 questions about it | "
    "What does 1B mean in this game? | Спасибо, отличная игра | wow, so good | abcd"
)
CODES = "0123 | 01 23 | 0-1-2-3 | 0 1 2 3 | 01234 | 0122 | tiger | R O Y G | ?0123 | 🔴 🟠 🟡 🟢 | 012?"


@pytest.mark.parametrize("line", TOGETHER.strip().splitlines())
def test_words_say_together_what_is_meant(line: str) -> None:
    meant, _, ways = line.partition(": ")
    language, _, written = meant.partition(" ")
    for words in ways.split(" | "):
        for typed in (words, words.upper()):
            assert GameOptions().but(typed, language).written == written, words


def refused(refusal: type[Refusal], words: str, mode: str = "solo", **takes: Any) -> Refusal:
    with pytest.raises(refusal) as refused:
        GameOptions(mode).but(words, **takes)
    return refused.value


def test_what_does_not_go_together_is_named() -> None:
    for words in CONTRARY.split(" | "):
        contrary = refused(options.ContraryOptions, words)
        assert {contrary.word, contrary.other} <= set(words.split()), words


def test_instead_of_a_missing_variant_others_are_offered() -> None:
    for words, offers in MISSING.items():
        assert {variant.name for variant in refused(options.NoSuchVariant, words).offers} == offers, words


def test_a_shape_that_cannot_be_is_named() -> None:
    for words, shape in {"7 digits": "7x10", "6 repeats": "6x10r", "10": "10x10", "5x40": "5x40"}.items():
        unknown = refused(options.UnknownOption, words)
        assert (unknown.word, unknown.why) == (shape, "note.unfit-shape")


def test_an_option_that_is_of_no_use_is_named() -> None:
    useless = ("solo", options.OF_GUESSER, "hard perfect"), ("think", options.OF_BOT, "coached blind evil")
    for mode, takes, words in useless:
        for word in words.split():
            assert refused(options.UselessOption, f"5 {word}", mode, takes=takes).word == word


@pytest.mark.parametrize(
    ("typed", "language", "says"),
    [
        ("/play blind coached", "en", ["“blind” and “coached” don’t go together: choose one."]),
        ("/play наосліп тренер", "uk", ["«наосліп» і «тренер» виключають одне одного"]),
        ("/play six words", "en", ["six words", "/play words-en-4", "/play words-en-5"]),
        ("/play 3 colours", "en", ["3 colours", "/play mastermind", "/play colours"]),
        ("/match 6 слів", "uk", ["6 слів", "/match words-uk-4"]),
        ("/play hard", "en", ["“hard” does nothing in /play. Did you mean", "/think hard", "/match hard"]),
        ("/think coached", "en", ["“coached” does nothing in /think. Did you mean", "/play coached"]),
        ("/match evil", "en", ["“evil” does nothing in /match. Did you mean", "/play evil"]),
        ("/match insane", "en", ["“insane”", "Chirp", "Fox", "Dragon", "/match easy"]),
        ("/think insane", "en", ["“insane”", "Chirp", "Fox", "Dragon", "/think easy"]),
        ("/think шалений", "uk", ["«шалений»", "Зайчик", "Дракон"]),
        ("/play gibberish", "en", ["“gibberish”", "/variants"]),
        ("/play <b>", "en", ["“&lt;b&gt;”"]),
    ],
)
async def test_the_answer_says_what_there_is(typed: str, language: str, says: list[str]) -> None:
    async with inside(SECRET, PRIVATE, language) as bot:
        heard = told(await bot.says(typed))
        assert [part for part in says if part not in heard] == []
        assert await bot.board_game() is None


NEAREST = {
    "strict-classic": "hard | /hard | /strict | /hard_mode | hard mode | ?play hard | /складно | складно | "
    "важкий режим | сложно | /сложно | /трудно | expert | ?strict | difficulty hard | hardcore | harder",
    "strict-five": "hard 5 digits | ?play hard five | 5 цифр складно",
    "x2-words-en-5 x2-words-uk-5 x2-words-ru-5": "dordle | ?dordle | /dordle | ?play dordle | дордл | ?дордл",
    "x4-words-en-5 x4-words-uk-5 x4-words-ru-5": "quordle | ?quordle | /octordle | ?let's play quordle | ?квордл | "
    "?граємо в квордл | ?давай поиграем в квордл",
    "x2-classic x4-classic": "x3 | ?x3 | /x3 | 3x | х3 | ?3х | ×3 | ?play x3",
    "x2-five x4-five": "x3 five | /play x3 5",
    "x4-classic": "?4x | x5 | /8x | x100 | ?x16 | /x4 | /4x",
    "x2-classic": "/x2 | /2x | double | ?2х | ?x2",
    "x4-words-en-5-repeats": "x6 words-en-5-repeats",
    "evil-classic": "/evil | nightmare | /insane | impossible | кошмар",
    "coached": "easy | /easy | /легко | easier | /beginner | learner | простой | для дітей",
    "blind": "/blind",
    "card": "/normal | medium | /medium | standard | звичайна | обычная | /colours | /кольори | /слова | /words | "
    "wordle | ?worldle | вордл | /five | /5",
}
"""What is offered, and to what it is; behind /play, where no sign stands before it. After ? it is a text in private."""
NO_OFFER = "gibberish | /gibberish | /with | /pay | ?impossible | ?складно | ?просто | ?hard | ?play it safe | ?3 x"


@pytest.mark.parametrize(("offered", "wishes"), NEAREST.items(), ids=str)
async def test_what_is_nearest_to_a_wish_is_offered_by_its_button_which_begins_it(offered: str, wishes: str) -> None:
    for wish, language in zip(wishes.split(" | "), cycle(LANGUAGES)):
        async with inside(None, PRIVATE, language) as bot:
            await bot.says(wish.removeprefix("?") if wish[0] in "/?" else f"/play {wish}")
            begins = [data for data, _ in bot.buttons if re.match("1:(begin|coached|blind)", data)]
            if offered == "card":
                assert "1:levels:" in str(bot.buttons), wish
            elif offered in {"coached", "blind"}:
                assert begins == [f"1:{offered}:classic"], wish
            else:
                assert {data.removeprefix("1:begin:") for data in begins} <= {*offered.split()}, wish
                assert len(begins) == (2 if offered.startswith("x2") and "x4" in offered else 1), wish
            assert await bot.board_game() is None
            await bot.presses((begins or ["1:solo:classic"])[-1], "menu")
            assert await bot.board_game() is not None, wish


async def test_what_is_no_wish_is_offered_nothing_and_what_is_there_begins_at_once() -> None:
    for wish, language in zip(NO_OFFER.split(" | "), cycle(LANGUAGES)):
        async with inside(None, PRIVATE, language) as bot:
            await bot.says(wish.removeprefix("?") if wish[0] in "/?" else f"/play {wish}")
            assert "begin" not in str(bot.buttons), wish
    for wish, mode in {
        "/play 2x": "x2",
        "?play strict": "strict",
    }.items():
        async with inside(None, PRIVATE) as bot:
            await bot.says(wish.removeprefix("?"))
            assert (game := await bot.board_game()) is not None, wish
            assert game.game.mode.name == mode


async def test_a_forged_button_begins_nothing_that_is_not_played_alone() -> None:
    for forged in ("duel-classic", "strict-7x36r", "strict-", "classic", "party-five", "strict-classic-x"):
        async with inside(None, PRIVATE) as bot:
            await bot.says("/hard")
            await bot.presses(f"1:begin:{forged}", "menu")
            assert await bot.board_game() is None, forged
    assert nearest_to("hard " * 4096) == nearest_to("x3" * 4096) == ()


@pytest.mark.parametrize(
    "line", ["5 x2: 5 different digits", "3 х4: 3 different digits", "x2 words: English words", "x4 colours: 5 colours"]
)
async def test_several_codes_are_broken_in_any_variant(line: str) -> None:
    words, _, told_of = line.partition(": ")
    async with inside(None, PRIVATE) as bot:
        assert told_of in told(await bot.says(f"/play {words}"))
        assert (game := await bot.board_game()) is not None
        assert "🎉 Solved, all of them" in told(await bot.says(game.game.variant.format(game.game.secrets[0] or ())))


@pytest.mark.parametrize("chat", [PRIVATE, GROUP])
@pytest.mark.parametrize("command", [each for each in Command if each.value not in TAKE_TEXT.split()])
async def test_what_means_nothing_behind_a_command_is_named(command: Command, chat: Chat) -> None:
    heard = await answer(f"/{command.value} qwzzx", chat=chat)
    assert "qwzzx" in heard or "private" in heard
    assert "qwzzx" not in await answer(f"/{command.value}", chat=chat)


async def test_a_level_begins_a_game_at_it_and_a_question_about_giving_up_is_asked_all_the_same() -> None:
    assert "beginner" in await answer("/think easy")
    assert "expert" in await answer("/match hard")
    async with inside(SECRET, PRIVATE) as bot:
        asked = [told(await bot.says(text)) for text in ("/play", "4567", "/resign now")][-1]
        assert "“now”" in asked
        assert "Resign" in asked
        assert (game := await bot.board_game()) is not None
        assert not game.is_over


async def answer_among_two(text: str, chat: Chat) -> str:
    """What is said to the text where two games are open, neither of which is looked at."""

    async def unfocus(work: Work) -> None:
        work.games.focus_on(chat, None)

    async with inside(None, chat) as bot:
        for before in ("/play", "/guess 4567", "/play five", "/guess 56789", "/help"):
            await bot.says(before)
        await bot.store.run(unfocus)
        return told(await bot.says(text))


async def test_talk_is_no_guess_for_one_of_two_games() -> None:
    for text in TALK.split(" | "):
        heard = await answer_among_two(text, PRIVATE)
        assert "Which one is" not in heard, text
        assert "/say" in heard, text
        assert await answer_among_two(text, GROUP) == "", text


async def test_a_code_is_asked_about_between_two_games() -> None:
    for text in CODES.split(" | "):
        heard = await answer_among_two(text, PRIVATE)
        assert heard.replace("not a code", "") == heard != "", text


async def test_what_is_typed_before_a_level_is_chosen_keeps_the_choice_open_or_is_for_a_game_that_is_on() -> None:
    async with inside(SECRET, PRIVATE) as bot:
        await bot.says("/match")
        for text in ("0123", "0123", "hello there", "hello there", "5678", "5678"):
            assert "First choose" in told(await bot.says(text))
            assert [data for data, slot in bot.buttons if slot == MENU and "club-classic" in data]
        [(data, slot)] = [pressed for pressed in bot.buttons if "club-classic" in pressed[0]]
        await bot.presses(data, slot)
        assert "First choose" not in told(await bot.says("4567"))
    async with inside(SECRET, PRIVATE) as bot:  # a lesson that was left without an answer is no longer asked
        for text in ("/learn", "/match"):
            await bot.says(text)
        assert "First choose" in told(await bot.says("4567"))
        await bot.says("/learn")
        assert "First choose" not in told(await bot.says("4567")), "and the other way round"
    async with inside(SECRET, PRIVATE) as bot:
        for text in ("/play", "/match", "4567"):
            await bot.says(text)
        assert (game := await bot.board_game()) is not None
        assert len(game.game.turns) == 1
