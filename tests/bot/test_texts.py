"""Which language is taken, and how it writes numbers."""

import pytest

from bot.app.texts import language_of, texts_in


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        (("uk",), "uk"),
        (("uk-UA",), "uk"),
        (("RU_ru",), "ru"),
        ((None, "ru", "uk"), "ru"),
        (("de", "uk"), "uk"),
        (("de", None, ""), "en"),
        ((), "en"),
        (("ukraine",), "en"),
    ],
)
def test_the_first_language_that_we_speak_is_taken(wishes: tuple[str | None, ...], language: str) -> None:
    assert language_of(*wishes) == language


@pytest.mark.parametrize(("language", "number"), [("en", "5.21"), ("uk", "5,21"), ("ru", "5,21")])
def test_numbers_have_the_languages_own_mark(language: str, number: str) -> None:
    assert texts_in(language).decimal(5.2131) == number


NBSP = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("language", "number", "shown"),
    [
        ("en", 5040, "5040 codes"),
        ("en", 32768, "32,768 codes"),
        ("uk", 32768, f"32{NBSP}768 кодів"),
        ("ru", 151200, f"151{NBSP}200 кодов"),
    ],
)
def test_large_numbers_have_the_languages_own_thousands(language: str, number: int, shown: str) -> None:
    assert texts_in(language).counted("variants.codes", number) == shown


def test_a_day_has_the_apostrophe_of_all_texts() -> None:
    friday, week = 1_795_737_600, 7 * 86_400
    texts = texts_in("uk")
    assert texts.day(friday, friday) == "п’ятниця"
    days = {texts.day(friday + at, friday + at) for at in range(0, week, 86_400)}
    assert len(days) == week // 86_400
    assert not any(sign in day for day in days for sign in "ʼ'")
