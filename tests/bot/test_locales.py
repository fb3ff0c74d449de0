"""The catalogues of texts: complete, well-formed, and one word for one notion; how numbers are written."""

import re
import tomllib
import unicodedata
from fnmatch import fnmatch
from typing import Any

import pytest

from bot.app.language import DEFAULT, KNOWN, LOCALES
from bot.app.model.modes import PLAYABLE, PlayableMode
from bot.app.model.options import FAMILIES, Family
from bot.app.model.terms import CLOCKS, Clock
from bot.app.screens.board import invalid_code
from bot.app.texts import FILE, LANGUAGES, language_of, texts_in
from bot.game.model import MODES
from bot.game.rules import Reason
from solver.variant import VARIANTS, Fault, InvalidCode
from tests.bot import catalogues
from tests.bot.catalogues import every_text, forms, messages, placeholders

EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
TAGS = {"i", "u", "s", "code", "pre", "blockquote", "tg-spoiler"}
PLAIN = "toast ask column button menu style command about share rings"


@EVERY_LANGUAGE
def test_every_language_has_the_same_keys_or_says_that_it_is_unfinished(language: str) -> None:
    assert messages(language).keys() - messages(DEFAULT).keys() == set()
    missing = messages(DEFAULT).keys() - messages(language).keys()
    assert KNOWN[language].is_unfinished == bool(missing), missing


@EVERY_LANGUAGE
def test_keys_stand_in_order_and_each_once(language: str) -> None:
    keys = re.findall(r'^msgid "(.+)"$', (LOCALES / language / FILE).read_text("utf-8"), re.MULTILINE)
    assert keys == sorted(set(keys))


@EVERY_LANGUAGE
def test_every_text_has_the_same_placeholders(language: str) -> None:
    english = messages(DEFAULT)
    for key, text in every_text(language):
        assert placeholders(text) in [placeholders(form) for form in forms(english[key])], (key, text)


@EVERY_LANGUAGE
def test_every_counted_text_has_all_its_plural_forms(language: str) -> None:
    plurals, english = catalogues.catalogue(language).num_plurals, messages(DEFAULT)
    for key, message in messages(language).items():
        assert isinstance(message.id, tuple) == isinstance(english[key].id, tuple), key
        expected = plurals if isinstance(message.id, tuple) else 1
        assert len(forms(message)) == expected, key
        assert all(forms(message)), key


def test_every_word_that_the_code_asks_for_exists_and_every_other_is_gone() -> None:
    known = messages(DEFAULT).keys()
    together = catalogues.PUT_TOGETHER
    assert catalogues.keys_put_together() == together.keys(), "tell PUT_TOGETHER what such a key may end with"
    asked = {f"{begin}{end}" for begin, ends in together.items() for end in ends}
    families = {key.partition(".")[0] for key in known}
    asked |= {key for key in catalogues.keys_written_out() if key.partition(".")[0] in families}
    assert (asked - known, known - asked) == (set(), set())


@pytest.mark.parametrize("entry", [*PLAYABLE.values(), *CLOCKS.values(), *FAMILIES.values()], ids=lambda it: it.name)
def test_every_entry_has_its_words(entry: PlayableMode | Clock | Family) -> None:
    assert catalogues.keys_of(entry) - messages(DEFAULT).keys() == set()
    assert {name: mode.rules for name, mode in PLAYABLE.items()} == MODES


@EVERY_LANGUAGE
def test_every_refusal_has_its_words(language: str) -> None:
    texts = texts_in(language)
    lines = [invalid_code(InvalidCode(fault, "<", 3), VARIANTS["classic"], texts) for fault in Fault]
    assert len(set(lines)) == len(Fault)
    assert not any(text.startswith("note.") for text in lines), "a key without words speaks for itself"
    refused_aloud = set(Reason) - {Reason.GAME_OVER}  # a game that is over takes no guess: its board is no longer open
    assert {"toast.over", *(f"note.{reason.value}" for reason in refused_aloud)} <= messages(DEFAULT).keys()


@EVERY_LANGUAGE
def test_tags_are_closed_and_known_to_telegram_and_nothing_is_bold(language: str) -> None:
    for key, text in every_text(language):
        tags = catalogues.Tags(text)
        assert tags.opened == [], key
        assert tags.seen <= TAGS, key
        assert text.count("<") == text.count(">") == 2 * sum(text.count(f"<{tag}>") for tag in TAGS), key
        is_plain = key.partition(".")[0] in PLAIN.split() or key.startswith("settings.saved")
        assert not tags.seen or not is_plain, key


@pytest.mark.parametrize("language", ["uk", "ru"])
@pytest.mark.parametrize("key", ["board.hint-count", "board.hint-words"])
def test_what_fits_is_counted_in_the_verbs_own_number(language: str, key: str) -> None:
    one, *few, many = (re.split(r"\{count\}", form)[0] for form in forms(messages(language)[key]))
    assert one == many != few[0]


@EVERY_LANGUAGE
def test_what_telegram_shows_elsewhere_is_short_enough(language: str) -> None:
    limits = {"toast.": 160, "settings.saved": 200, "button.": 24, "menu.": 24, "command.": 256}
    limits |= {"about.description": 512, "about.short": 120, "share.": 60}
    for key, text in every_text(language):
        for begin, most in limits.items():
            if key.startswith(begin):
                assert len(text) <= most, (key, len(text))


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != DEFAULT])
def test_texts_are_not_left_untranslated(language: str) -> None:
    """A language in Latin letters may have words that English has too, such as Lobby."""
    english = dict(every_text(DEFAULT))
    same = {key for key, text in every_text(language) if text == english[key] and any(sign.isalpha() for sign in text)}
    is_latin = unicodedata.name(KNOWN[language].name[0]).startswith("LATIN")
    borrowed = {key for key in same if is_latin and len(re.findall(r"[^\W\d_]+", english[key])) == 1}
    assert same <= {"board.draft", "match.with"} | borrowed


COUNTED = {
    "en": {
        "count.bulls": "0 bulls, 1 bull, 2 bulls, 5 bulls, 11 bulls, 21 bulls",
        "count.cows": "0 cows, 1 cow, 2 cows, 5 cows, 11 cows, 21 cows",
        "end.guesses": "0 guesses, 1 guess, 2 guesses, 5 guesses, 11 guesses, 21 guesses",
        "position.left": "0 codes fit., 1 code fits., 2 codes fit., 5 codes fit., 11 codes fit., 21 codes fit.",
    },
    "uk": {
        "count.bulls": "0 биків, 1 бик, 2 бики, 5 биків, 11 биків, 21 бик",
        "count.cows": "0 корів, 1 корова, 2 корови, 5 корів, 11 корів, 21 корова",
        "end.guesses": "0 спроб, 1 спроба, 2 спроби, 5 спроб, 11 спроб, 21 спроба",
        "position.left": "Підходить 0 кодів., Підходить 1 код., Підходять 2 коди., Підходить 5 кодів., "
        "Підходить 11 кодів., Підходить 21 код.",
    },
    "ru": {
        "count.bulls": "0 быков, 1 бык, 2 быка, 5 быков, 11 быков, 21 бык",
        "count.cows": "0 коров, 1 корова, 2 коровы, 5 коров, 11 коров, 21 корова",
        "end.guesses": "0 попыток, 1 попытка, 2 попытки, 5 попыток, 11 попыток, 21 попытка",
        "position.left": "Подходит 0 кодов., Подходит 1 код., Подходят 2 кода., Подходит 5 кодов., "
        "Подходит 11 кодов., Подходит 21 код.",
    },
}


@pytest.mark.parametrize("language", COUNTED)
def test_things_are_counted_as_the_language_counts(language: str) -> None:
    texts = texts_in(language)
    shown = {key: ", ".join(texts.counted(key, count) for count in (0, 1, 2, 5, 11, 21)) for key in COUNTED[DEFAULT]}
    assert shown == COUNTED[language]


@EVERY_LANGUAGE
def test_what_a_person_wrote_is_never_markup(language: str) -> None:
    texts = texts_in(language)
    assert "&lt;i&gt;{count}&amp;" in texts.html("home.hello", name="<i>{count}&")
    assert "&lt;i&gt;" in texts.counted("toast.missing", 2, draft="<i>")


def test_the_first_language_that_we_speak_is_taken() -> None:
    assert [language_of(*wishes) for wishes in (("uk",), ("uk-UA",), ("de", "uk"))] == ["uk"] * 3
    assert [language_of(*wishes) for wishes in (("RU_ru",), (None, "ru", "uk"))] == ["ru"] * 2
    assert [language_of(*wishes) for wishes in (("de", None, ""), (), ("ukraine",))] == ["en"] * 3


NUMBERS = {
    "en": "5.21 | 5040 codes | 32,768 codes",
    "uk": "5,21 | 5040 кодів | 32\N{NO-BREAK SPACE}768 кодів",
    "ru": "5,21 | 5040 кодов | 32\N{NO-BREAK SPACE}768 кодов",
}


def test_numbers_have_the_languages_own_marks_and_a_day_the_apostrophe_of_all_texts() -> None:
    for language, marked in NUMBERS.items():
        counted = [texts_in(language).counted("variants.codes", number) for number in (5040, 32768)]
        assert " | ".join([texts_in(language).decimal(5.2131), *counted]) == marked
    friday, texts = 1_795_737_600, texts_in("uk")
    assert texts.day(friday, friday) == "п’ятниця"
    days = {texts.day(friday + at * 86_400, friday + at * 86_400) for at in range(7)}
    assert (len(days), [sign for day in days for sign in "ʼ'" if sign in day]) == (7, [])


GLOSSARIES: dict[str, dict[str, list[dict[str, Any]]]] = {
    file.parent.name: tomllib.loads(file.read_text("utf-8")) for file in sorted(LOCALES.glob("*/glossary.toml"))
}


def all_forms(language: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key, text in every_text(language):
        found.setdefault(key, []).append(text.lower())
    return found


def test_every_language_of_ours_has_one_and_all_speak_of_the_same() -> None:
    assert {"en", "uk", "ru"} <= set(GLOSSARIES)
    notions = {language: [notion["name"] for notion in GLOSSARIES[language]["notion"]] for language in GLOSSARIES}
    assert all(names == notions["en"] for names in notions.values())


@pytest.mark.parametrize("language", GLOSSARIES)
def test_where_a_text_speaks_of_a_notion_its_word_stands_and_none_that_misleads(language: str) -> None:
    texts = all_forms(language)

    def with_stems(notion: dict[str, Any], key: str) -> list[bool]:
        return [any(stem in text for stem in notion["stems"]) for text in texts[key]]

    for notion in GLOSSARIES[language]["notion"]:
        for key in notion["keys"]:
            assert all(with_stems(notion, key)), (notion["name"], key)
    for misleading in GLOSSARIES[language]["avoid"]:
        keys = [key for key in texts if any(fnmatch(key, pattern) for pattern in misleading["keys"])]
        assert keys, misleading["name"]
        assert [key for key in keys if any(with_stems(misleading, key))] == [], misleading["name"]


def test_ukrainian_writes_its_apostrophe_in_one_way_and_shells_keep_theirs() -> None:
    texts = all_forms("uk")
    other = re.compile(r"[а-яєіїґ][\N{APOSTROPHE}\N{MODIFIER LETTER APOSTROPHE}][а-яєіїґ]")
    assert {key for key in texts if any(other.search(text) for text in texts[key])} == set()
    assert all("printf '" in text for text in texts["board.proof-check"])


TO_MANY = {
    "uk": r"\b(ви|вас|вам|вами|ваш\w*)\b|\w+(айте|яйте|ийте|йте|іть|ьте)\b",
    "ru": r"\b(вы|вас|вам|вами|ваш\w*)\b|\w+(айте|яйте|йте|ите|ьте)\b",
}
TO_ONE = {
    "uk": r"\b(ти|тебе|тобі|тобою|твій|твоя|твоє|твої|твого|твоїй|твою|твоїх|твоєму|твоїм|твоєї|себе|собі)\b",
    "ru": r"\b(ты|тебя|тебе|тобой|твой|твоя|твоё|твои|твоего|твоей|твою|твоих|твоему|твоим|себя|себе)\b",
}
NO_ADDRESS = {"навіть", "мить", "сайте"}
FOR_A_GROUP = re.compile(r"group|^(many|party)\.|^(alert\.keeper-ends|note\.end-votes|number\.masters)$")
"""Texts that a whole group reads together: it is addressed as many, and everybody else as one, by *ти* and *ты*."""


@pytest.mark.parametrize("language", TO_MANY)
def test_one_reader_is_addressed_as_one_and_a_group_as_many_and_never_both_in_one_text(language: str) -> None:
    many, one = (re.compile(forms[language], re.IGNORECASE) for forms in (TO_MANY, TO_ONE))
    for key, text in every_text(language):
        to_many = [found[0] for found in many.finditer(text) if found[0].lower() not in NO_ADDRESS]
        assert not to_many or FOR_A_GROUP.search(key), (key, to_many)
        assert not to_many or not one.search(text), (key, to_many)
