"""Cards as pictures: everything is drawn, keeps to its room, and is what Telegram takes as a photo."""

import string
from io import BytesIO
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageFont

from bot.app.language import LOCALES, letters_in
from bot.app.texts import FILE, LANGUAGES, texts_in
from bot.pictures import PAINTERS, paint, painted
from bot.pictures.cards import BARS, IN_A_ROW, stats_card, stats_given, table_card
from bot.pictures.given import both_given, information_given, review_given
from bot.pictures.paint import MARGIN, WIDTH, Box, Card, Lettering, font, tile
from bot.pictures.review_card import FOLD, LOW_ROW, MOST_ROWS, both_card, review_card
from solver.variant import VARIANTS, Variant
from solver.words import WORD_ALPHABETS
from tests.bot.pictures.cards import BOTH, GAME, STATS, TABLE, TURN, Json, as_text, matches, reviews, tables
from tests.distribution import examples

NOBODYS = "\U0010ffff"
"""A character that no font has."""
ALSO_WRITTEN = "0123456789.,:;!?%+−–—-·…⋯→✓<’«»()/ё\N{NARROW NO-BREAK SPACE}"
TOUCHING = 1.0
A_FEW = settings(max_examples=examples(25), suppress_health_check=list(HealthCheck))


def is_drawn(face: ImageFont.FreeTypeFont, character: str) -> bool:
    """Whether the font has the character: what it lacks it draws as it draws everything that it lacks."""
    return bytes(face.getmask(character)) != bytes(face.getmask(NOBODYS))


def image(png: bytes) -> Image.Image:
    (opened := Image.open(BytesIO(png))).load()
    return opened


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_every_variant_is_painted_as_telegram_takes_photos(variant: Variant) -> None:
    code = variant.format(next(variant.secrets()))
    turn = TURN | {"guess": code, "best": code}
    for turns in (1, 5, 60):
        data = {"variant": variant.name, "secret": code, "turns": [turn] * turns, "perfect": [[code, 0, 1, 9, 2]]}
        png = painted("review", as_text(GAME | data))
        width, height = image(png).size
        assert width == WIDTH
        assert width + height <= 10_000
        assert height <= 2 * width
        assert len(png) < 1_000_000
    assert image(painted("table", as_text(TABLE | {"variant": variant.name, "guess": code}))).width == WIDTH


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_every_symbol_has_a_look_of_its_own(variant: Variant, language: str) -> None:
    for size in (24, 50):
        looks = [tile(variant, symbol, size, language).tobytes() for symbol in range(len(variant.alphabet))]
        assert len({*looks, tile(Variant("nobody's", NOBODYS, 1), 0, size).tobytes()}) == len(looks) + 1


def test_every_sign_is_drawn_by_a_font_or_by_us() -> None:
    symbols = {symbol for variant in VARIANTS.values() for symbol in variant.shown or variant.alphabet}
    assert [symbol for symbol in symbols - set(paint.DISCS) - paint.PICTURES if not is_drawn(font(40), symbol)] == []
    assert not is_drawn(font(40), "🐂")
    assert len({paint.picture(character, 40).tobytes() for character in paint.PICTURES}) == len(paint.PICTURES)
    with pytest.raises(ValueError):
        paint.picture(NOBODYS, 40)


@pytest.mark.parametrize("bold", [False, True])
def test_every_letter_of_every_language_is_drawn(*, bold: bool) -> None:
    letters = "".join(WORD_ALPHABETS.values())
    signs = {*letters, *letters.upper(), *ALSO_WRITTEN}
    for language in LANGUAGES:
        signs |= {sign for sign in (LOCALES / language / FILE).read_text("utf-8") if sign.isalpha()}
    assert sorted(sign for sign in signs if not is_drawn(font(30, bold=bold), sign)) == []


def test_colours_bear_the_letters_of_the_language() -> None:
    mastermind = VARIANTS["mastermind"]
    red = {language: tile(mastermind, 0, 50, language).tobytes() for language in LANGUAGES}
    letters = {language: letters_in(language, mastermind)[:1] for language in LANGUAGES}
    assert len(set(red.values())) == len(set(letters.values())) > 1


def faults(card: Card) -> list[tuple[Box, ...]]:
    """What stands beyond the margin, or over something else."""
    left, right, bottom = MARGIN - TOUCHING, WIDTH - MARGIN + TOUCHING, card.image.height
    out = [(box,) for box in card.drawn if not (left <= box.left and box.right <= right)]
    out += [(box,) for box in card.drawn if not (box.top >= 0 and box.bottom <= bottom)]
    return out + [pair for pair in combinations(card.drawn, 2) if _overlap(*pair)]


def _overlap(one: Box, other: Box) -> bool:
    across = min(one.right, other.right) - max(one.left, other.left)
    return across > TOUCHING and min(one.bottom, other.bottom) - max(one.top, other.top) > TOUCHING


@A_FEW
@given(reviews())
def test_nothing_on_a_game_s_card_leaves_its_room(data: Json) -> None:
    assert faults(review_card(review_given(as_text(data)))) == []


@A_FEW
@given(matches())
def test_nothing_on_the_card_of_a_match_leaves_its_room(data: Json) -> None:
    assert faults(both_card(both_given(as_text(data)))) == []


def test_the_guess_that_decided_a_match_stands_out() -> None:
    unmarked = BOTH | {"paths": [[name, left, 0] for name, left, _ in BOTH["paths"]]}
    assert painted("both", as_text(BOTH)) != painted("both", as_text(unmarked))


def test_the_line_of_whoever_broke_the_code_ends_below_that_of_whoever_had_one_left() -> None:
    missed = BOTH | {"paths": [[name, [max(1, each) for each in left], mark] for name, left, mark in BOTH["paths"]]}
    assert painted("both", as_text(BOTH)) != painted("both", as_text(missed))


@A_FEW
@given(tables())
def test_nothing_on_a_table_leaves_its_room(data: Json) -> None:
    assert faults(table_card(information_given(as_text(data)))) == []


def test_nothing_on_somebody_s_figures_leaves_its_room_which_the_check_would_find() -> None:
    wide = {"title": "W" * 80, "figures": [["9" * 12, "W" * 40]] * 6, "bars": [["10+", 10**9], ["1", 0], ["2", 1]]}
    for data in (STATS, wide):
        assert faults(stats_card(stats_given(as_text(data)))) == []
    card = Card(200)
    card.text(100, 100, "one", 500, Lettering(40))
    card.text(120, 100, "other", 500, Lettering(40))
    card.text(WIDTH - 60, 50, "beyond", 500, Lettering(40))
    assert len(faults(card)) == 2


def _card_of(turns: int, **others: object) -> Card:
    return review_card(review_given(as_text(GAME | {"turns": [TURN] * turns} | others)))


def test_a_long_game_shows_its_first_and_its_last_guesses() -> None:
    every, folded, longer = (_card_of(turns) for turns in (MOST_ROWS, MOST_ROWS + 1, 50))
    assert folded.image.height < every.image.height == longer.image.height + LOW_ROW - FOLD
    assert len(folded.drawn) < len(every.drawn)


def test_what_a_card_leaves_out_is_not_painted() -> None:
    bare, full = _card_of(1, secret="", perfect=[]), _card_of(1)
    assert len(bare.drawn) < len(full.drawn)
    assert bare.image.size == full.image.size


def test_a_table_shows_only_replies_that_may_come() -> None:
    assert [(reply.bulls, reply.cows) for reply in information_given(as_text(TABLE)).replies] == [(0, 4), (4, 0)]


def test_the_same_card_is_painted_the_same_and_what_is_no_card_is_not() -> None:
    cards = {"both": BOTH, "review": GAME, "table": TABLE, "stats": STATS}
    assert cards.keys() == PAINTERS.keys()
    for kind, card in cards.items():
        assert painted(kind, as_text(card)) == painted(kind, as_text(card))
    for kind, text in (("poster", "{}"), ("review", "{}"), ("table", "no JSON"), ("stats", "{}"), ("both", "{}")):
        with pytest.raises((KeyError, ValueError)):
            painted(kind, text)


def test_numbers_are_written_as_the_language_does() -> None:
    numbers = ((1.25, "en"), (-0.04, "en"), (-3.14159, "uk"), (2.0, "ru"))
    assert [paint.number(value, 1, language) for value, language in numbers] == ["1.2", "0.0", "−3,1", "2,0"]


@given(st.text(max_size=80), st.integers(20, 50), st.integers(40, 900))
def test_words_are_never_wider_than_their_room(words: str, size: int, room: int) -> None:
    assert Card(60).text(0, 30, words, room, Lettering(size)) <= room


@given(st.text(string.ascii_lowercase + " ", min_size=1, max_size=40), st.integers(20, 50), st.integers(120, 600))
def test_words_are_cut_only_where_the_smallest_letters_are_too_wide(words: str, size: int, room: int) -> None:
    drawn, fitting = paint.fitted(words, Lettering(size), room)
    assert drawn == words or font(int(size * paint.LEAST)).getlength(words) > room
    assert int(size * paint.LEAST) <= fitting <= size


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_beside_somebody_s_figures_is_cut(language: str) -> None:
    texts = texts_in(language)
    keys = ("games", "mean", "perfect", "accuracy", "streak")
    words = [texts.plain(f"stats.card-{key}") for key in keys]
    room = (WIDTH - 2 * MARGIN - (IN_A_ROW - 1) * BARS) / IN_A_ROW - 2 * paint.PAD
    assert [paint.fitted(word, Lettering(30), room)[0] for word in words] == words
