"""One reader of codes in all places, in every language, and what is said of a text that is no code."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.intents import is_play, looks_like_guess, weighed_in
from bot.app.language import KNOWN, names_of_colours
from bot.app.model.lessons import TASKS
from bot.app.model.talk import is_talk, may_be_said
from bot.app.reading import answers_in, code_in, number_in, reply_in
from bot.app.screens.board import invalid_code
from bot.app.screens.variants import rules
from bot.app.texts import texts_in
from bot.game.lessons import Shape, question_of
from solver.characters import COLOURS
from solver.feedback import Feedback
from solver.variant import VARIANTS, InvalidCode, variant_named
from tests.bot.conftest import Stage
from tests.solver.games import codes

RED = "red красный красная Красные червоний Червона червоне 🔴 🟥 ❤️ ♥"
ORANGE = "orange оранжевый Оранжевая помаранчевий помаранчева оранжевий 🟠 🟧 🧡"
GREEN = "green зелёный зеленый Зелёные зелений зелена 🟢 🟩 💚"
BLUE = "blue синий синяя синій Синя 🔵 🟦 💙"


def told(text: str, variant: str, language: str) -> str:
    """What is said of the text; of a code, the code."""
    try:
        return variant_named(variant).format(code_in(text, variant_named(variant), language))
    except InvalidCode as error:
        return invalid_code(error, variant_named(variant), texts_in(language))


@pytest.mark.parametrize("language", ["", *KNOWN, "de"])
@pytest.mark.parametrize(("words", "letter"), [(RED, "R"), (ORANGE, "O"), (GREEN, "G"), (BLUE, "B")])
def test_a_colour_is_called_by_its_name_in_every_language(words: str, letter: str, language: str) -> None:
    variant = VARIANTS["mastermind"]
    for word in words.split():
        assert (
            variant.format(code_in(f"{word} {word}, green {word}", variant, language)) == f"{letter}{letter}G{letter}"
        )


def test_every_name_of_a_colour_is_a_word_that_means_one_circle() -> None:
    assert set(names_of_colours().values()) == set(COLOURS)
    assert all(word.isalpha() and word == word.casefold() for word in names_of_colours())


@pytest.mark.parametrize(
    ("text", "variant", "language", "said"),
    [
        ("кiшка", "words-uk-5-repeats", "uk", "кішка"),
        ("кiты", "words-ru-4", "ru", "Латинская i сюда не подходит: только русские буквы."),
        ("кiты", "words-ru-4", "en", "“i” doesn’t fit: Russian letters only."),
        ("кiты", "words-ru-4", "uk", "Латинська i сюди не підходить: лише російські літери."),
        ("gаmеs", "words-en-4", "en", "That’s 5 letters; I need 4."),
        ("12а4", "classic", "en", "A Cyrillic а doesn’t fit here. I need 4 digits, all different, like 0123 🙂"),
        ("12а4", "classic", "uk", "«а» сюди не підходить. Чекаю на 4 цифри, усі різні, наприклад 0123 🙂"),
        ("12a4", "classic", "uk", "Латинська a сюди не підходить. Чекаю на 4 цифри, усі різні, наприклад 0123 🙂"),
        ("12a4", "classic", "en", "“a” doesn’t fit here. I need 4 digits, all different, like 0123 🙂"),
        ("Ο123", "classic", "ru", "Греческая Ο сюда не подходит. Жду 4 цифры, все разные, например 0123 🙂"),
        ("O123", "classic", "en", "The letter O doesn’t fit here. I need 4 digits, all different, like 0123 🙂"),
        ("О123", "classic", "uk", "Літера О сюди не підходить. Чекаю на 4 цифри, усі різні, наприклад 0123 🙂"),
        ("l234", "classic", "en", "The letter l doesn’t fit here. I need 4 digits, all different, like 0123 🙂"),
        (
            "1\ue0004",
            "classic",
            "en",
            "An invisible sign doesn’t fit here. I need 4 digits, all different, like 0123 🙂",
        ),
        (
            "1\u03014",
            "classic",
            "uk",
            "Невидимий знак сюди не підходить. Чекаю на 4 цифри, усі різні, наприклад 0123 🙂",
        ),
        ("1?24", "classic", "ru", "«?» сюда не подходит. Жду 4 цифры, все разные, например 0123 🙂"),
        ("🔴🟢⚪🟡", "mastermind", "en", "“⚪” doesn’t fit here, only these do: R🔴 O🟠 Y🟡 G🟢 B🔵 V🟣"),
        ("012", "classic", "en", "That’s 3 digits; I need 4."),
        ("0", "classic", "uk", "Тут 1 цифра, а треба 4."),
        ("кішка", "words-uk-4", "uk", "Тут 5 літер, а треба 4."),
        ("ЧОЖ", "mastermind", "uk", "Тут 3 кольори, а треба 4."),
        ("12🐂4", "classic", "en", "“🐂” doesn’t fit here. I need 4 digits, all different, like 0123 🙂"),
        ("\u2068«0123»\u2069", "classic", "uk", "0123"),
        ("1️⃣2️⃣3️⃣4️⃣", "mini", "en", "1234"),
        ("КОЖЗ", "mastermind", "ru", "ROYG"),
        ("K O Ж З", "mastermind", "ru", "ROYG"),
        ("червоний 🟧 Ж 💚", "mastermind", "uk", "ROYG"),
        ("чёрный К О Ж З", "colours", "ru", "KROYG"),
    ],
)
def test_what_is_wrong_is_said_so_that_it_can_be_seen(text: str, variant: str, language: str, said: str) -> None:
    assert told(text, variant, language) == said


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        *[(text, Feedback(1, 3)) for text in ("1A3B", "1a3b", "1 A 3 B", "1A, 3B", "1А3В", "1а3в", "(1A3B)", "1A3B!")],
        *[(text, Feedback(1, 2)) for text in ("1️⃣2️⃣", "(1B2C)", '"1B2C"', "«1б2к»", "\u200e1B2C\u200f", "1\u200bB2C")],
        *[(text, Feedback(1, 2)) for text in ("`1 2`", "1🐂\u2060 2🐄", "❶❷", "１Ｂ２Ｃ", "1Ｂ2С", "#12")],
        *[
            (text, None)
            for text in ("1A", "A1B3", "1C3A", "1B3A", "12%", "1A3C", "12:30", "@12", "1B2C3", "1B2C?", "1 2？")
        ],
    ],
)
def test_a_reply_is_read_as_codes_are(text: str, reply: Feedback | None) -> None:
    assert reply_in(text) == reply


@pytest.mark.parametrize("text", ["(0123)", '"0123"', "#0123", "«0123»", "1️⃣2️⃣3️⃣4️⃣", "\u200e0123", "0123!", "❶❷❸❹"])
def test_what_reads_as_a_guess_is_one_also_where_people_talk(text: str) -> None:
    assert looks_like_guess(text)
    assert is_play(text)
    assert not is_talk(text, VARIANTS["classic"])


@pytest.mark.parametrize("text", [":0", "8)", "(1)", "12%", "hm?", "½", "!!!", "0_o"])
def test_a_face_is_no_guess(text: str) -> None:
    assert not looks_like_guess(text)


@pytest.mark.parametrize(("text", "code"), [("\u200e?0123", "0123"), ("？ (0123)", "(0123)"), ("0123?", None)])
def test_a_guess_is_weighed_where_a_question_mark_stands_before_it(text: str, code: str | None) -> None:
    assert weighed_in(text) == code


@given(codes(VARIANTS["mastermind"]), st.data())
def test_no_code_of_colours_is_passed_on_however_it_is_written(code: tuple[int, ...], data: st.DataObject) -> None:
    ways = [RED, ORANGE, "yellow жовтий Жёлтый 🟨 💛", GREEN, BLUE, "violet фіолетова 🟪 💜"]
    text = " ".join(data.draw(st.sampled_from(ways[symbol].split())) for symbol in code)
    assert not may_be_said(text, VARIANTS["mastermind"])
    assert not may_be_said(f"а може {text} ?", VARIANTS["mastermind"])
    assert code_in(text, VARIANTS["mastermind"], data.draw(st.sampled_from(["", *KNOWN]))) == code


@pytest.mark.parametrize("text", ["Is the red one in it?", "Твоя черга!", "👍❤️", "I like orange, but not today."])
def test_talk_of_colours_stays_talk(text: str) -> None:
    assert may_be_said(text, VARIANTS["mastermind"])


@pytest.mark.parametrize(("text", "number"), [("1️⃣0️⃣", 10), ("\u200e50", 50), ("-5", -5), ("−5\u200b", -5)])
def test_a_number_is_read_without_what_nobody_sees(text: str, number: int) -> None:
    assert number_in(text) == number


def test_a_task_is_answered_in_every_writing() -> None:
    task = next(task for task in TASKS.values() if question_of(task).shape is Shape.PLACE)
    assert answers_in("(1️⃣)", task, "en") == answers_in("1", task, "en") == ("1",)


@pytest.mark.parametrize("language", KNOWN)
def test_the_rules_of_ukrainian_words_speak_of_apostrophes(language: str) -> None:
    texts = texts_in(language)
    line = texts.html("rules.no-apostrophe")
    for name, variant in VARIANTS.items():
        assert (line in rules(variant, texts, "emoji", in_group=False).html) == name.startswith("words-uk"), name


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("written", ["1️⃣2️⃣3️⃣8️⃣", "«1238»", "(1238)!", "#1238", "1\u200e2\u20663\u200d8"])
async def test_a_guess_a_secret_and_a_hint_are_read_alike(stage: Stage, written: str) -> None:
    alice = await stage.sandbox.person("Alice")
    await alice.send("/play")
    await alice.sees("I have a secret")
    await alice.send(f"/hint {written}")
    await alice.sees("1238")
    await alice.send(written)
    await alice.sees("1. 1238")


@pytest.mark.asyncio(loop_scope="session")
async def test_in_a_group_the_name_of_the_bot_is_an_address(own_stage: Stage) -> None:
    alice = await own_stage.sandbox.person("Alice")
    group = await own_stage.sandbox.group("Friends", alice)
    await own_stage.sandbox.privacy(on=False)
    await alice.send("/play", chat=group)
    await alice.sees("I have a secret", chat=group)
    name = f"@{alice.connection.mirror.bot['username']}"
    for number, text in enumerate((f"{name} 0123", f"4567, {name}", f"/guess {name} 8901", f"{name}: «5678»"), 1):
        await alice.send(text, chat=group)
        await alice.sees(f"{number}. ", chat=group)
