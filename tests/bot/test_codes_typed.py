"""One reader of codes in all places, what is said of a text that is no code, and what may be passed on."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.intents import is_play, looks_like_guess, weighed_in
from bot.app.language import KNOWN, letters_typed, names_of_colours
from bot.app.model.lessons import TASKS
from bot.app.model.talk import MOST, WITHIN, TalkMessage, has_link, is_talk, may_be_said, says_too_much
from bot.app.reading import answers_in, code_in, number_in, reply_in
from bot.app.screens.board import invalid_code
from bot.app.screens.variants import rules
from bot.app.texts import texts_in
from bot.game.lessons import Shape, question_of
from solver.characters import COLOURS
from solver.feedback import Feedback
from solver.variant import VARIANTS, Code, InvalidCode, Variant, variant_named
from tests.bot.conftest import Stage
from tests.bot.player import begun, talk, wrong_guesses
from tests.bot.strategies import VARIANT
from tests.solver.games import codes

on_stage = pytest.mark.asyncio(loop_scope="session")
RED = "red красный красная Красные червоний Червона червоне 🔴 🟥 ❤️ ♥"
ORANGE = "orange оранжевый Оранжевая помаранчевий помаранчева оранжевий 🟠 🟧 🧡"
GREEN = "green зелёный зеленый Зелёные зелений зелена 🟢 🟩 💚"
BLUE = "blue синий синяя синій Синя 🔵 🟦 💙"


def told(text: str, variant: str, language: str) -> str:
    try:
        return variant_named(variant).format(code_in(text, variant_named(variant), language))
    except InvalidCode as error:
        return invalid_code(error, variant_named(variant), texts_in(language))


@pytest.mark.parametrize("language", ["", *KNOWN, "de"])
def test_a_colour_is_called_by_its_name_in_every_language(language: str) -> None:
    for words, letter in ((RED, "R"), (ORANGE, "O"), (GREEN, "G"), (BLUE, "B")):
        codes = {told(f"{word} {word}, green {word}", "mastermind", language) for word in words.split()}
        assert codes == {f"{letter}{letter}G{letter}"}


def test_every_name_of_a_colour_is_a_word_that_means_one_circle() -> None:
    assert set(names_of_colours().values()) == set(COLOURS)
    assert all(word.isalpha() and word == word.casefold() for word in names_of_colours())


FOUR = {
    "en": " I need 4 digits, all different, like 0123 🙂",
    "uk": " Чекаю на 4 цифри, усі різні, наприклад 0123 🙂",
    "ru": " Жду 4 цифры, все разные, например 0123 🙂",
}


@pytest.mark.parametrize(
    ("text", "language", "said"),
    [
        ("12а4", "en", "A Cyrillic а doesn’t fit here."),
        ("12а4", "uk", "«а» сюди не підходить."),
        ("12a4", "uk", "Латинська a сюди не підходить."),
        ("12a4", "en", "“a” doesn’t fit here."),
        ("Ο123", "ru", "Греческая Ο сюда не подходит."),
        ("O123", "en", "The letter O doesn’t fit here."),
        ("О123", "uk", "Літера О сюди не підходить."),
        ("l234", "en", "The letter l doesn’t fit here."),
        ("1\ue0004", "en", "An invisible sign doesn’t fit here."),
        ("1\u03014", "uk", "Невидимий знак сюди не підходить."),
        ("1?24", "ru", "«?» сюда не подходит."),
        ("12🐂4", "en", "“🐂” doesn’t fit here."),
    ],
)
def test_a_sign_that_does_not_fit_is_named_so_that_it_can_be_seen(text: str, language: str, said: str) -> None:
    assert told(text, "classic", language) == said + FOUR[language]


@pytest.mark.parametrize(
    ("text", "variant", "language", "said"),
    [
        ("кiшка", "words-uk-5-repeats", "uk", "кішка"),
        ("кiты", "words-ru-4", "ru", "Латинская i сюда не подходит: только русские буквы."),
        ("кiты", "words-ru-4", "en", "“i” doesn’t fit: Russian letters only."),
        ("кiты", "words-ru-4", "uk", "Латинська i сюди не підходить: лише російські літери."),
        ("gаmеs", "words-en-4", "en", "That’s 5 letters; I need 4."),
        ("🔴🟢⚪🟡", "mastermind", "en", "“⚪” doesn’t fit here, only these do: R🔴 O🟠 Y🟡 G🟢 B🔵 V🟣"),
        ("012", "classic", "en", "That’s 3 digits; I need 4."),
        ("0", "classic", "uk", "Тут 1 цифра, а треба 4."),
        ("кішка", "words-uk-4", "uk", "Тут 5 літер, а треба 4."),
        ("ЧОЖ", "mastermind", "uk", "Тут 3 кольори, а треба 4."),
        ("\u2068«0123»\u2069", "classic", "uk", "0123"),
        ("1️⃣2️⃣3️⃣4️⃣", "mini", "en", "1234"),
        ("КОЖЗ", "mastermind", "ru", "ROYG"),
        ("K O Ж З", "mastermind", "ru", "ROYG"),
        ("червоний 🟧 Ж 💚", "mastermind", "uk", "ROYG"),
        ("чёрный К О Ж З", "colours", "ru", "KROYG"),
    ],
)
def test_what_is_wrong_is_said_and_what_is_right_is_read(text: str, variant: str, language: str, said: str) -> None:
    assert told(text, variant, language) == said


REPLIES = {
    "1A3B | 1a3b | 1 A 3 B | 1A, 3B | 1А3В | 1а3в | (1A3B) | 1A3B!": Feedback(1, 3),
    '1️⃣2️⃣ | (1B2C) | "1B2C" | «1б2к» | \u200e1B2C\u200f | 1\u200bB2C | `1 2` | 1🐂\u2060 2🐄': Feedback(1, 2),
    "❶❷ | １Ｂ２Ｃ | 1Ｂ2С | #12": Feedback(1, 2),
    "1A | A1B3 | 1C3A | 1B3A | 12% | 1A3C | 12:30 | @12 | 1B2C3 | 1B2C? | 1 2？": None,
}


@pytest.mark.parametrize(("texts", "reply"), REPLIES.items())
def test_a_reply_is_read_as_codes_are(texts: str, reply: Feedback | None) -> None:
    assert {text: reply_in(text) for text in texts.split(" | ")} == dict.fromkeys(texts.split(" | "), reply)


def test_what_reads_as_a_guess_is_one_also_where_people_talk_a_face_is_none_and_one_is_weighed_behind_a_mark() -> None:
    for text in ("(0123)", '"0123"', "#0123", "«0123»", "1️⃣2️⃣3️⃣4️⃣", "\u200e0123", "0123!", "❶❷❸❹"):
        assert (looks_like_guess(text), is_play(text), is_talk(text, VARIANTS["classic"])) == (True, True, False), text
    assert [text for text in (":0", "8)", "(1)", "12%", "hm?", "½", "!!!", "0_o") if looks_like_guess(text)] == []
    assert [weighed_in(text) for text in ("\u200e?0123", "？ (0123)", "0123?")] == ["0123", "(0123)", None]


@given(codes(VARIANTS["mastermind"]), st.data())
def test_no_code_of_colours_is_passed_on_however_it_is_written(code: tuple[int, ...], data: st.DataObject) -> None:
    ways = [RED, ORANGE, "yellow жовтий Жёлтый 🟨 💛", GREEN, BLUE, "violet фіолетова 🟪 💜"]
    text = " ".join(data.draw(st.sampled_from(ways[symbol].split())) for symbol in code)
    assert not may_be_said(text, VARIANTS["mastermind"])
    assert not may_be_said(f"а може {text} ?", VARIANTS["mastermind"])
    assert code_in(text, VARIANTS["mastermind"], data.draw(st.sampled_from(["", *KNOWN]))) == code


def test_numbers_and_answers_of_lessons_are_read_without_what_nobody_sees() -> None:
    assert [number_in(text) for text in ("1️⃣0️⃣", "\u200e50", "-5", "−5\u200b")] == [10, 50, -5, -5]
    task = next(task for task in TASKS.values() if question_of(task).shape is Shape.PLACE)
    assert answers_in("(1️⃣)", task, "en") == answers_in("1", task, "en") == ("1",)


@pytest.mark.parametrize("language", KNOWN)
def test_the_rules_of_ukrainian_words_speak_of_apostrophes(language: str) -> None:
    texts = texts_in(language)
    line = texts.html("rules.no-apostrophe")
    for name, variant in VARIANTS.items():
        assert (line in rules(variant, texts, "emoji", in_group=False).html) == name.startswith("words-uk"), name


@on_stage
@pytest.mark.parametrize("written", ["1️⃣2️⃣3️⃣8️⃣", "«1238»", "(1238)!", "#1238", "1\u200e2\u20663\u200d8"])
async def test_a_guess_a_secret_and_a_hint_are_read_alike(stage: Stage, written: str) -> None:
    await talk(f"/hint {written} → 1238\n{written} → 1. 1238", await begun(stage))


@on_stage
async def test_in_a_group_the_name_of_the_bot_is_an_address(own_stage: Stage) -> None:
    alice = await own_stage.sandbox.person("Alice")
    group = await own_stage.sandbox.group("Friends", alice)
    await own_stage.sandbox.privacy(on=False)
    name = f"@{alice.connection.mirror.bot['username']}"
    await talk("/play → I have a secret", alice, chat=group)
    guesses = wrong_guesses(own_stage.secret_of(group.id), 4)
    for number, (text, guess) in enumerate(zip(("{0} {1}", "{1}, {0}", "/guess {0} {1}", "{0}: «{1}»"), guesses), 1):
        await talk(f"{text.format(name, guess)} → {number}. {guess}", alice, chat=group)


NUMBERS = [variant for variant in VARIANTS.values() if variant.alphabet.isdecimal()]
SIGNS = [variant for variant in VARIANTS.values() if not variant.words]
WORDS = [variant for variant in VARIANTS.values() if variant.words]
BETWEEN = st.sampled_from(["", " ", "-", ", ", "…", " . ", "\n", "\u200b", "\ufe0f", "\u00a0", "__"])


@st.composite
def written(draw: st.DrawFn, variants: list[Variant]) -> tuple[Variant, str]:
    variant = draw(st.sampled_from(variants))
    code: Code = draw(codes(variant))
    alphabets = [variant.alphabet, variant.alphabet.lower(), variant.shown or variant.alphabet]
    alphabet = draw(st.sampled_from(alphabets + sorted(letters_typed(variant))))
    signs = "".join(alphabet[symbol] for symbol in code)
    if variant.alphabet.isdecimal() and draw(st.booleans()):
        signs = "".join(chr(ord("٠") + int(digit)) for digit in signs)
    return variant, draw(BETWEEN).join(signs)


@given(
    written(SIGNS),
    BETWEEN,
    BETWEEN,
    st.sampled_from(["try {} now!", "I think {}", "{}?? Really? 😀", "а може {} ?", "wie wär's mit {}"]),
)
def test_no_code_is_passed_on_however_it_is_written_also_within_a_sentence(
    lines: tuple[Variant, str], before: str, after: str, sentence: str
) -> None:
    variant, text = lines
    assert not may_be_said(f"{before}{text}{after}", variant)
    assert not may_be_said(sentence.format(f" {text} "), variant)


@given(written(NUMBERS), st.data())
def test_no_mistyped_number_is_passed_on(lines: tuple[Variant, str], data: st.DataObject) -> None:
    variant, text = lines
    at, sign = data.draw(st.integers(0, len(text))), data.draw(st.sampled_from("0123456789oOlxzяю?!. "))
    for mistyped in (text[:at] + sign + text[at:], text[:at] + sign + text[at + 1 :], text[:at] + text[at + 1 :]):
        assert not is_talk(mistyped, variant)


@given(VARIANT, st.text(max_size=40))
def test_nothing_with_as_many_symbols_as_the_code_is_passed_on(variant: Variant, text: str) -> None:
    signs = "".join(sign for sign in unicodedata.normalize("NFKC", text) if sign.isalpha())
    shortened = signs[: variant.length]
    assert len(shortened) < variant.length or not may_be_said(" ".join(shortened), variant)


@given(st.integers(0, 10**12), BETWEEN)
def test_digits_alone_are_a_guess_however_many_they_are(number: int, between: str) -> None:
    assert not is_talk(between.join(str(number)), VARIANTS["classic"])


@pytest.mark.parametrize("variant", WORDS, ids=lambda variant: variant.name)
def test_where_words_are_codes_talk_has_to_be_marked(variant: Variant) -> None:
    assert not is_talk("Good luck to you, my friend!", variant)
    assert may_be_said("Good luck to you, my friend!", variant)
    assert not may_be_said("abcdefgh"[: variant.length] + "!", variant)


SAID = "Привіт! | ok | Хай щастить 🍀 | Good luck! | У мене 2 бики | 3 cows again?! | :) | ага | hello | ха-ха-ха"


def test_what_people_say_is_passed_on_also_where_colours_are_codes() -> None:
    for name in ("classic", "repeats", "mastermind"):
        assert [text for text in SAID.split(" | ") if not is_talk(text, VARIANTS[name])] == []
    for text in ("Is the red one in it?", "Твоя черга!", "👍❤️", "I like orange, but not today."):
        assert may_be_said(text, VARIANTS["mastermind"]), text


LINKS = (
    "see https://example.org/a | tg://resolve?domain=x | write to @somebody | www.example | example.com | "
    "t.me/joinchat | моя сторінка.укр | Example．ORG"
)
NO_LINKS = "Well... no | Так. Ні. | 1.5 h | a@b | what?! | 3/4 | e.g. this | Привіт.Як ти?"


def test_a_link_is_seen_and_what_is_none_is_not_taken_for_one() -> None:
    assert [text for text in f"{LINKS} | {NO_LINKS}".split(" | ") if has_link(text)] == LINKS.split(" | ")


def test_whoever_has_said_enough_may_speak_again_soon_even_if_the_clock_was_put_back() -> None:
    said = [TalkMessage(str(number), "room", 1, "Ann", "hello", 100.0) for number in range(MOST)]
    assert says_too_much(1, said, 100.0)
    assert not says_too_much(2, said, 100.0)
    assert not any(says_too_much(1, said, now) for now in (100.0 + WITHIN, 100.0 - 3600))
