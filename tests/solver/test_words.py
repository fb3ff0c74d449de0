"""The word lists as files: what a player meets as a secret, and what is taken as a guess."""

import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import solver
from solver.build_words import expansions, main
from solver.feedback import feedback_for
from solver.tables import reply_key, reply_keys
from solver.variant import VARIANTS, InvalidCode
from solver.words import WORD_ALPHABETS
from tests.solver.games import pairs

DATA = Path(solver.__file__).parent / "data" / "words"
LISTS: list[tuple[str, int | str]] = [(language, length) for language in ("en", "uk", "ru") for length in (4, 5)]
LETTERS = {
    "en": "abcdefghijklmnopqrstuvwxyz",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    "ru": "абвгдежзийклмнопрстуфхцчшщъыьэюя",
}
REPEATS: list[tuple[str, int | str]] = [("en", "5-repeats"), ("uk", "5-repeats"), ("ru", "5-repeats")]
"""Files of words with a letter twice."""


def lines(language: str, length: int | str) -> list[str]:
    return (DATA / f"{language}-{length}.txt").read_text("utf-8").splitlines()


def words(language: str, length: int | str) -> list[str]:
    return [line.removesuffix(" *") for line in lines(language, length)]


def secrets(language: str) -> set[str]:
    return {line[:-2] for length in (4, 5) for line in lines(language, length) if line.endswith(" *")}


@pytest.mark.parametrize(("language", "length"), LISTS)
def test_every_word_has_its_length_and_different_letters_of_the_alphabet_and_there_are_enough(
    language: str, length: int
) -> None:
    listed = words(language, length)
    assert [word for word in listed if len(word) != length or len(set(word)) != length] == []
    assert set("".join(listed)) <= set(LETTERS[language])
    starred = [line for line in lines(language, length) if line.endswith(" *")]
    assert len(starred) >= 300
    assert len(lines(language, length)) >= 1500


@pytest.mark.parametrize(("language", "rest"), REPEATS)
def test_with_repeats_every_word_has_a_letter_twice_and_is_in_no_other_list(language: str, rest: str) -> None:
    listed = words(language, rest)
    assert [word for word in listed if len(word) != 5 or len(set(word)) == 5] == []
    assert set("".join(listed)) <= set(LETTERS[language])
    assert not set(listed) & set(words(language, 5))


@pytest.mark.parametrize(("language", "known"), [("en", "hello"), ("uk", "життя"), ("ru", "слово")])
def test_a_variant_with_repeats_has_the_words_of_both_lists_and_half_as_many_secrets_more(
    language: str, known: str
) -> None:
    with_repeats, without = (VARIANTS[f"words-{language}-5{rest}"] for rest in ("-repeats", ""))
    assert with_repeats.size == len(words(language, 5)) + len(words(language, "5-repeats"))
    assert len(list(with_repeats.secrets())) > 1.25 * len(list(without.secrets()))
    assert with_repeats.parse(known) in set(with_repeats.secrets())
    with pytest.raises(InvalidCode):
        without.parse(known)
    codes = list(with_repeats.codes())
    assert codes == sorted(codes)


def test_a_letter_that_repeats_counts_as_often_as_both_words_have_it() -> None:
    variant = VARIANTS["words-en-5-repeats"]
    for game, reply in pairs("hello/level=1B2C level/hello=1B2C hello/allow=1B2C eerie/greet=0B3C"):
        ours, theirs = map(variant.parse, game.split("/"))
        assert str(feedback_for(ours, theirs)) == reply
        [row] = [at for at, code in enumerate(variant.codes()) if code == theirs]
        assert reply_keys(variant, ours, np.array([row]))[0] == reply_key(variant, feedback_for(ours, theirs))


@pytest.mark.parametrize(("language", "length"), [*LISTS, *REPEATS])
def test_words_stand_once_each_in_the_order_of_the_alphabet(language: str, length: int | str) -> None:
    keys = [[LETTERS[language].index(letter) for letter in word] for word in words(language, length)]
    assert all(earlier < later for earlier, later in pairwise(keys))


KNOWN = {
    "en": "game word gold fish bird horse money night bread lemon",
    "uk": "вода кінь небо риба їжак школа місто книга ґрунт осінь",
    "ru": "вода конь небо рыба елка школа место книга мечта осень",
}
INFLECTED = {
    "en": "cats dogs made birds lived taken",
    "uk": "воді рибу неба книгу школу зимою",
    "ru": "воде рыбу неба книгу места школу",
}


@pytest.mark.parametrize("language", LETTERS)
def test_well_known_words_can_be_secrets_and_other_forms_only_be_guessed(language: str) -> None:
    forms = set(INFLECTED[language].split())
    assert set(KNOWN[language].split()) <= secrets(language)
    assert forms <= {*words(language, 4), *words(language, 5)}
    assert not forms & secrets(language)


def test_nothing_left_out_is_in_a_list_and_they_are_read_with_the_alphabets_they_are_made_with() -> None:
    left_out = set((DATA / "left-out.txt").read_text("utf-8").split())
    assert left_out
    assert [
        word for language, length in [*LISTS, *REPEATS] for word in words(language, length) if word in left_out
    ] == []
    assert WORD_ALPHABETS == LETTERS


def test_a_dictionary_with_endings_is_every_form_of_its_words(tmp_path: Path) -> None:
    (tmp_path / "xx.aff").write_text(
        "SET UTF-8\n\nSFX A Y 2\nSFX A а и [^г]а\nSFX A 0 ми а\n\nSFX B Y 1\nSFX B 0 ю .\n", "utf-8"
    )
    (tmp_path / "xx.dic").write_text("3\nрыба/A\nнога/A\nключ/B\n", "utf-8")
    assert list(expansions(tmp_path / "xx.dic")) == ["рыба", "рыби", "рыбами", "нога", "ногами", "ключ", "ключю"]


def test_made_anew_a_list_keeps_its_secrets_and_takes_the_playable_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (
        ("ru-4", "рыба *\nстар\n"),
        ("ru-5", ""),
        ("ru-5-repeats", "потоп *\n"),
        ("left-out", "мразь\n"),
        ("source", "елка ёж мёд ёлка мама мразь вода конёк сосед"),
    ):
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    monkeypatch.setattr("solver.build_words.WORDS", tmp_path)
    monkeypatch.setattr(sys, "argv", ["build_words", "ru", str(tmp_path / "source.txt")])
    main()
    assert (tmp_path / "ru-4.txt").read_text("utf-8") == "вода\nелка\nрыба *\n"
    assert (tmp_path / "ru-5.txt").read_text("utf-8") == ""
    assert (tmp_path / "ru-5-repeats.txt").read_text("utf-8") == "конек\nпотоп *\nсосед\n"
