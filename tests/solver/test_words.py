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
LETTERS = {
    "en": "abcdefghijklmnopqrstuvwxyz",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    "ru": "абвгдежзийклмнопрстуфхцчшщъыьэюя",
}
LISTS = [(language, length) for language in LETTERS for length in ("4", "5", "5-repeats")]
"""The last of them are words with a letter twice."""


def lines(language: str, length: str) -> list[str]:
    return (DATA / f"{language}-{length}.txt").read_text("utf-8").splitlines()


def words(language: str, length: str) -> list[str]:
    return [line.removesuffix(" *") for line in lines(language, length)]


@pytest.mark.parametrize(("language", "length"), LISTS)
def test_every_word_has_its_length_and_letters_and_stands_once_in_order(language: str, length: str) -> None:
    listed, letters = words(language, length), int(length[0])
    repeats = [(len(word), len(set(word)) < letters) for word in listed]
    assert set(repeats) == {(letters, "repeats" in length)}
    keys = [[LETTERS[language].index(letter) for letter in word] for word in listed]
    assert all(earlier < later for earlier, later in pairwise(keys))
    if "repeats" not in length:
        assert len(listed) >= 1500
        assert sum(line.endswith(" *") for line in lines(language, length)) >= 300


@pytest.mark.parametrize(("language", "known"), [("en", "hello"), ("uk", "життя"), ("ru", "слово")])
def test_a_variant_with_repeats_has_the_words_of_both_lists_and_more_secrets(language: str, known: str) -> None:
    with_repeats, without = (VARIANTS[f"words-{language}-5{rest}"] for rest in ("-repeats", ""))
    codes, secrets = list(with_repeats.codes()), list(with_repeats.secrets())
    assert codes == sorted(codes)
    assert len(codes) == with_repeats.size == len({*words(language, "5"), *words(language, "5-repeats")})
    assert len(secrets) > 1.25 * len(list(without.secrets()))
    assert with_repeats.parse(known) in secrets
    with pytest.raises(InvalidCode):
        without.parse(known)


def test_a_letter_that_repeats_counts_as_often_as_both_words_have_it() -> None:
    variant = VARIANTS["words-en-5-repeats"]
    for game, reply in pairs("hello/level=1B2C level/hello=1B2C hello/allow=1B2C eerie/greet=0B3C"):
        ours, theirs = map(variant.parse, game.split("/"))
        assert str(feedback_for(ours, theirs)) == reply
        [row] = [at for at, code in enumerate(variant.codes()) if code == theirs]
        assert reply_keys(variant, ours, np.array([row]))[0] == reply_key(variant, feedback_for(ours, theirs))


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
def test_known_words_are_secrets_other_forms_guesses_and_nothing_left_out_is_listed(language: str) -> None:
    every = {line for length in ("4", "5") for line in lines(language, length)}
    secrets, forms = {line[:-2] for line in every if line.endswith(" *")}, set(INFLECTED[language].split())
    assert set(KNOWN[language].split()) <= secrets
    assert forms <= every - secrets
    left_out = set((DATA / "left-out.txt").read_text("utf-8").split())
    assert left_out
    assert not left_out & {word for length in ("4", "5", "5-repeats") for word in words(language, length)}
    assert WORD_ALPHABETS == LETTERS


def test_new_lists_keep_secrets_and_dictionaries_are_all_forms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lists = {"ru-4": "рыба *\nстар\n", "ru-5": "", "ru-5-repeats": "потоп *\n"}
    source = {"left-out": "мразь\n", "source": "елка ёж мёд ёлка мама мразь вода конёк сосед"}
    for name, text in (lists | source).items():
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    monkeypatch.setattr("solver.build_words.WORDS", tmp_path)
    monkeypatch.setattr(sys, "argv", ["build_words", "ru", str(tmp_path / "source.txt")])
    main()
    made = {name: (tmp_path / f"{name}.txt").read_text("utf-8") for name in lists}
    assert made == {"ru-4": "вода\nелка\nрыба *\n", "ru-5": "", "ru-5-repeats": "конек\nпотоп *\nсосед\n"}
    endings = "SFX A Y 2\nSFX A а и [^г]а\nSFX A 0 ми а\n\nSFX B Y 1\nSFX B 0 ю .\n"
    (tmp_path / "xx.aff").write_text(f"SET UTF-8\n\n{endings}", "utf-8")
    (tmp_path / "xx.dic").write_text("3\nрыба/A\nнога/A\nключ/B\n", "utf-8")
    assert list(expansions(tmp_path / "xx.dic")) == ["рыба", "рыби", "рыбами", "нога", "ногами", "ключ", "ключю"]
