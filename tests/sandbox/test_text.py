import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.text import CODE, STYLES, Entity, Text, finished, units


def kinds(text: Text) -> list[tuple[str, str]]:
    encoded = text.text.encode("utf-16-le")
    return [(e.type, encoded[2 * e.offset : 2 * e.end].decode("utf-16-le")) for e in text.entities]


def test_spaces_at_both_ends_go() -> None:
    assert finished(" \n hi there \n ") == Text("hi there")


def test_entities_move_with_trimmed_text() -> None:
    assert finished("  a b  ", [Entity("bold", 4, 3)]) == Text("a b", (Entity("bold", 2, 1),))


def test_spaces_inside_a_leading_entity_stay() -> None:
    assert finished("  a", [Entity("bold", 0, 3)]).text == "  a"


def test_control_characters_become_spaces_and_carriage_returns_go() -> None:
    assert finished("a\tb\r\nc\x00d").text == "a b\nc d"


def test_entities_move_when_characters_are_removed_before_them() -> None:
    assert finished("a\rb", [Entity("bold", 2, 1)]) == Text("ab", (Entity("bold", 1, 1),))


def test_an_entity_of_nothing_but_spaces_is_dropped() -> None:
    assert finished("a   b", [Entity("bold", 1, 3)]).entities == ()


def test_equal_styles_side_by_side_are_one() -> None:
    assert finished("ab", [Entity("bold", 0, 1), Entity("bold", 1, 1)]).entities == (Entity("bold", 0, 2),)


def test_code_has_no_styles_inside() -> None:
    styled = finished("abc", [Entity("bold", 0, 3), Entity("code", 1, 1)])
    assert styled.entities == (Entity("bold", 0, 1), Entity("code", 1, 1), Entity("bold", 2, 1))


@pytest.mark.parametrize("other", ["code", "pre", "blockquote"])
def test_of_two_that_cross_the_first_stays(other: str) -> None:
    assert finished("abc", [Entity("code", 0, 2), Entity(other, 1, 2)]).entities == (Entity("code", 0, 2),)


def test_a_quote_may_hold_code_but_code_no_quote() -> None:
    quote, code = Entity("blockquote", 0, 3), Entity("code", 1, 1)
    assert finished("abc", [code, quote]).entities == (quote, code)
    assert finished("abc", [Entity("code", 0, 3), Entity("blockquote", 1, 1)]).entities == (Entity("code", 0, 3),)


def test_a_style_that_ends_with_a_quote_but_for_a_blank_that_goes_stays_whole() -> None:
    ending = finished("ab ", [Entity("bold", 0, 2), Entity("blockquote", 1, 2)])
    assert ending == Text("ab", (Entity("bold", 0, 2), Entity("blockquote", 1, 1)))


def test_a_style_that_runs_into_a_quote_is_cut_at_its_edge() -> None:
    crossing = finished("abc", [Entity("bold", 0, 2), Entity("blockquote", 1, 2)])
    assert crossing.entities == (Entity("bold", 0, 1), Entity("blockquote", 1, 2), Entity("bold", 1, 1))


def test_the_wider_entity_comes_first() -> None:
    entities = finished("abc", [Entity("italic", 0, 1), Entity("bold", 0, 3)]).entities
    assert [entity.type for entity in entities] == ["bold", "italic"]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("/start", [("bot_command", "/start")]),
        ("/start@sandbox_bot go", [("bot_command", "/start@sandbox_bot")]),
        ("go /help now", [("bot_command", "/help")]),
        ("1/2 a/b http", []),
        ("/почати", []),
        ("hi @alice, hi", [("mention", "@alice")]),
        ("mail@example", []),
        ("see https://example.org/a?b=1.", [("url", "https://example.org/a?b=1")]),
        ("t.me/sandbox_bot", [("url", "t.me/sandbox_bot")]),
        ("#бики and #1", [("hashtag", "#бики")]),
        ("🎯 /play", [("bot_command", "/play")]),
    ],
)
def test_commands_mentions_and_links_are_found(source: str, found: list[tuple[str, str]]) -> None:
    assert kinds(finished(source)) == found


def test_nothing_is_found_inside_code() -> None:
    assert kinds(finished("/help", [Entity("code", 0, 5)])) == [("code", "/help")]


entities = st.builds(
    Entity,
    st.sampled_from([*STYLES, *CODE, "blockquote"]),
    st.integers(0, 30),
    st.integers(1, 30),
)


@given(st.text(min_size=1, max_size=40), st.lists(entities, max_size=6))
def test_every_entity_stays_within_the_text(source: str, given_: list[Entity]) -> None:
    fitting = [entity for entity in given_ if entity.end <= units(source)]
    text = finished(source, fitting)
    assert all(0 <= entity.offset < entity.end <= units(text.text) for entity in text.entities)
    assert list(text.entities) == sorted(text.entities, key=lambda entity: (entity.offset, -entity.length))


@given(st.text(max_size=40))
def test_finished_text_is_finished(source: str) -> None:
    text = finished(source)
    assert finished(text.text, text.entities) == text
