"""Terms of matches and parties as people type them: in any order, in the words of any language and of the screens."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.language import KNOWN
from bot.app.model.modes import match_plays, party_modes
from bot.app.model.options import IDLE, ContraryOptions, UnknownOption
from bot.app.model.terms import (
    CLOCKS,
    FRIENDLY,
    FRIENDS,
    RATED,
    Terms,
    UnfitTerm,
    choices_said,
    terms_read,
    terms_said,
    terms_written,
)
from bot.app.screens.options import why_no_option
from bot.app.screens.terms import terms_line
from bot.app.texts import LANGUAGES, texts_in
from solver.variant import VARIANTS
from tests.bot.conftest import Stage
from tests.bot.player import by_bot, friends, talk

EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
PARTIES = {mode.rules.name: mode for mode in party_modes().values()}
on_stage = pytest.mark.asyncio(loop_scope="session")
NAMES = {*match_plays(), *PARTIES, *CLOCKS, RATED, FRIENDLY}


@st.composite
def said(draw: st.DrawFn) -> tuple[Terms, str, list[str]]:
    """Terms that can be, a language, and what its screens call each choice, in any order."""
    terms = Terms(
        draw(st.sampled_from([*match_plays()])),
        draw(st.sampled_from([*VARIANTS])),
        draw(st.sampled_from([*CLOCKS])),
        draw(st.booleans()),
    ).as_can_be
    language = draw(st.sampled_from(LANGUAGES))
    return terms, language, draw(st.permutations(str(terms_line(terms, texts_in(language))).split(" · ")))


@given(
    said(), st.sampled_from([" · ", ", ", " "]), st.sampled_from([FRIENDS, Terms("race", "six", "none", rated=False)])
)
def test_what_screens_call_each_choice_is_read_back_in_any_order(
    told: tuple[Terms, str, list[str]], between: str, before: Terms
) -> None:
    terms, language, words = told
    assert terms_said(between.join(words), before, language) == terms


@given(said())
def test_terms_that_are_stored_are_read_back(told: tuple[Terms, str, list[str]]) -> None:
    assert terms_read(terms_written(told[0])) == told[0]


@EVERY_LANGUAGE
def test_each_word_of_terms_means_a_choice_and_alone_changes_nothing_else(language: str) -> None:
    for word, meaning in KNOWN[language].words["terms"].items():
        assert meaning in NAMES | {IDLE}, word
        names, rest = choices_said(word, language, NAMES)
        assert ([*names], rest.strip(", ")) == ([meaning], ""), word


@EVERY_LANGUAGE
def test_what_screens_call_a_party_is_read_back(language: str) -> None:
    for name, mode in PARTIES.items():
        assert [*choices_said(texts_in(language).plain(mode.title), language, PARTIES)[0]] == [name]


TYPED = {
    "en": {"race": ("race", "days", False), "90s race": ("race", "live", False), "rated 90 s": ("duel", "live", True)}
    | dict.fromkeys(("30 s", "blitz", "30 s a guess"), ("duel", "blitz", False))
    | dict.fromkeys(("3+5", "3 min", "3 min + 5 s"), ("duel", "budget", False)),
    "uk": {"гонка 90с": ("race", "live", False), "на рейтинг, 1 год": ("duel", "relaxed", True)}
    | dict.fromkeys(("30 с", "бліц"), ("duel", "blitz", False))
    | dict.fromkeys(("3+5", "3 хв", "3 хв + 5 с"), ("duel", "budget", False)),
    "ru": {"гонку 90 с на рейтинг": ("race", "live", True), "60 мин": ("duel", "relaxed", False)}
    | dict.fromkeys(("30 с", "блиц"), ("duel", "blitz", False))
    | dict.fromkeys(("3+5", "3 мин", "3 мин + 5 с"), ("duel", "budget", False)),
}


@EVERY_LANGUAGE
def test_players_words_are_understood(language: str) -> None:
    for words, (mode, clock, rated) in TYPED[language].items():
        assert terms_said(words, FRIENDS, language) == Terms(mode, "classic", clock, rated), words


NONSENSE: dict[str, tuple[type[UnknownOption], str]] = {
    "raec 90 s": (UnknownOption, "raec"),
    "race duel": (ContraryOptions, "duel"),
    "race 4 min": (UnfitTerm, "4 min"),
    "no clock, rated": (UnfitTerm, "rated"),
    "expert": (UnknownOption, "expert"),
    "5x8r": (UnknownOption, "5x8r"),
    f"{'9' * 40} s": (UnknownOption, "9" * 31),
    "🦆": (UnknownOption, "🦆"),
}


@pytest.mark.parametrize(("words", "language"), [*product(NONSENSE, LANGUAGES)])
def test_the_word_that_is_not_understood_is_named(words: str, language: str) -> None:
    fault, word = NONSENSE[words]
    with pytest.raises(fault) as refused:
        terms_said(words, FRIENDS, language)
    assert word in {refused.value.word, refused.value.word.rstrip("…")} | {getattr(refused.value, "other", "")}
    why = why_no_option(refused.value, "duel", texts_in(language))
    assert refused.value.word in why or why == texts_in(language).html("toast.rated-needs-clock")


@on_stage
async def test_a_group_sees_the_challenge_that_was_asked_for_and_none_where_a_word_is_unknown(stage: Stage) -> None:
    group, alice, _, _ = await friends(stage)
    await talk("/duel raec 90 s → I don’t know “raec”.", alice, chat=group)
    assert not by_bot(alice, group, "Who wants to play"), "nobody is called to terms that nobody has asked for"
    await talk("/duel 90 s race rated → 🏁 Race · 4 digits · 90 s a guess · rated", alice, chat=group)
    await talk("/duel @bob → I can’t find people by @name", alice, chat=group)
    assert len(by_bot(alice, group, "Who wants to play")) == 1
    await talk("/duel → ⚔️ Duel · 4 digits · 1 day a guess · unrated", alice, chat=group)


@on_stage
async def test_in_private_words_choose_terms_in_the_menu_or_are_named_above_it(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    await talk("/duel race 5 digits → 🏁 Race · 5 digits · 1 day a guess · unrated", alice)
    await talk("/duel raec → I don’t know “raec”.\n→ 🏁 Race · 5 digits", alice)


@on_stage
async def test_inline_offers_the_terms_that_are_typed_or_says_which_word_is_unknown(stage: Stage) -> None:
    alice, bob = await stage.sandbox.person("Alice"), await stage.sandbox.person("Bob")
    pair = await alice.meets(bob)
    await alice.send("/start")
    cards = await alice.types_inline("rated race 90 s", pair)
    assert [result.description for result in cards.results] == ["🏁 Race · 4 digits · 90 s a guess · rated"]
    reasons = {"raec": "🤷 “raec”?", "rated no clock": "A rated game needs a clock"}
    for words, reason in reasons.items():
        refused = await alice.types_inline(words, pair)
        assert refused.results == ()
        assert refused.button is not None
        assert reason in refused.button.text
    assert len((await alice.types_inline("", pair)).results) > 1


@on_stage
async def test_other_terms_beside_a_card_are_for_its_host(stage: Stage) -> None:
    group, alice, bob, _ = await friends(stage)
    card = await talk("/duel → ⚔️ Who wants to play Alice?", alice, chat=group)
    await talk("[Other terms] ‼ /duel race 90 s rated", alice, chat=group, on=card)
    answer = await bob.presses("Other terms", on=card, chat=group)
    assert "Alice" in (answer.text or "")
    await talk("/duel sudden → ⚡ Sudden death\n→ ✖️ Challenge withdrawn.", alice, chat=group)


@on_stage
async def test_a_party_begins_as_the_words_say_and_not_where_one_is_unknown(stage: Stage) -> None:
    group, alice, _, _ = await friends(stage)
    await talk("/party circel → I don’t know “circel”.", alice, chat=group)
    assert not by_bot(alice, group, "👥")
    menu = await talk("/party 5 digits → 🎉 A party", alice, chat=group)
    assert "🎲 5 digits ▾" in str(menu.buttons)
    await talk("/party in turn 5 digits → 👉 Alice’s turn", alice, chat=group)


@on_stage
async def test_a_range_that_is_none_begins_no_game_and_an_example_is_shown(stage: Stage) -> None:
    group, alice, _, _ = await friends(stage)
    await talk("/number hundred → like /number 1 1000", alice, chat=group)
    await talk("/number from 5 to 9 → from 5 to 9", alice, chat=group)
