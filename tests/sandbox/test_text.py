import contextlib
import html as standard

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox import html
from sandbox.refusal import Refusal
from sandbox.text import CODE, STYLES, Entity, Text, finished, units


def kinds(text: Text) -> list[tuple[str, str]]:
    encoded = text.text.encode("utf-16-le")
    return [(e.type, encoded[2 * e.offset : 2 * e.end].decode("utf-16-le")) for e in text.entities]


def test_spaces_at_both_ends_go_equal_styles_are_one_and_the_wider_entity_comes_first() -> None:
    assert finished(" \n hi there \n ") == Text("hi there")
    assert finished("  a b  ", [Entity("bold", 4, 3)]) == Text("a b", (Entity("bold", 2, 1),))
    assert finished("  a", [Entity("bold", 0, 3)]).text == "  a"
    assert finished("a   b", [Entity("bold", 1, 3)]).entities == ()
    assert finished("a\tb\r\nc\x00d").text == "a b\nc d"
    assert finished("a\rb", [Entity("bold", 2, 1)]) == Text("ab", (Entity("bold", 1, 1),))

    assert finished("ab", [Entity("bold", 0, 1), Entity("bold", 1, 1)]).entities == (Entity("bold", 0, 2),)
    entities = finished("abc", [Entity("italic", 0, 1), Entity("bold", 0, 3)]).entities
    assert [entity.type for entity in entities] == ["bold", "italic"]
    styled = finished("abc", [Entity("bold", 0, 3), Entity("code", 1, 1)])
    assert styled.entities == (Entity("bold", 0, 1), Entity("code", 1, 1), Entity("bold", 2, 1))
    assert kinds(finished("/help", [Entity("code", 0, 5)])) == [("code", "/help")]

    for other in ("code", "pre", "blockquote"):  # of two that cross the first stays
        assert finished("abc", [Entity("code", 0, 2), Entity(other, 1, 2)]).entities == (Entity("code", 0, 2),)
    # A quote may hold code, but code no quote, and styles end at its edge.
    quote, code = Entity("blockquote", 0, 3), Entity("code", 1, 1)
    assert finished("abc", [code, quote]).entities == (quote, code)
    assert finished("abc", [Entity("code", 0, 3), Entity("blockquote", 1, 1)]).entities == (Entity("code", 0, 3),)
    ending = finished("ab ", [Entity("bold", 0, 2), Entity("blockquote", 1, 2)])
    assert ending == Text("ab", (Entity("bold", 0, 2), Entity("blockquote", 1, 1)))
    crossing = finished("abc", [Entity("bold", 0, 2), Entity("blockquote", 1, 2)])
    assert crossing.entities == (Entity("bold", 0, 1), Entity("blockquote", 1, 2), Entity("bold", 1, 1))


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


entities = st.builds(Entity, st.sampled_from([*STYLES, *CODE, "blockquote"]), st.integers(0, 30), st.integers(1, 30))


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


TAGS = {
    "bold": "<b>x</b> <strong>x</strong> <B>x</B> <b>x</>",
    "italic": "<i>x</i> <em>x</em>",
    "underline": "<u>x</u> <ins>x</ins>",
    "strikethrough": "<s>x</s> <strike>x</strike> <del>x</del>",
    "spoiler": "<tg-spoiler>x</tg-spoiler>",
    "code": "<code>x</code>",
    "pre": "<pre>x</pre>",
    "blockquote": "<blockquote>x</blockquote>",
}


def test_each_tag_becomes_its_entity_and_a_time_keeps_its_moment_and_format() -> None:
    for type_, sources in TAGS.items():
        for source in sources.split():
            assert html.parse(source) == ("x", [Entity(type_, 0, 1)])
    assert html.parse('<span class="tg-spoiler">x</span>') == ("x", [Entity("spoiler", 0, 1)])
    assert html.parse("<blockquote expandable>x</blockquote>") == ("x", [Entity("expandable_blockquote", 0, 1)])
    for format_ in ("r", "t", "T", "d", "D", "w", "wDT", "wdt", "DT"):
        source = f'<tg-time unix="1790000000" format="{format_}">x</tg-time>'
        assert html.parse(source) == ("x", [Entity("date_time", 0, 1, unix_time=1790000000, date_time_format=format_)])
    assert html.parse('<tg-time unix="5">x</tg-time>') == ("x", [Entity("date_time", 0, 1, unix_time=5)])


def test_a_link_keeps_its_address_and_code_its_language_and_a_link_to_nowhere_is_just_text() -> None:
    link = Entity("text_link", 0, 1, url="https://t.me/?a=1&b=2")
    assert html.parse('<a href="https://t.me/?a=1&amp;b=2">x</a>') == ("x", [link])
    assert html.parse("<a>example.org</a>")[1] == [Entity("text_link", 0, 11, url="http://example.org")]
    assert html.parse('<a href="no where">x</a>') == ("x", [])
    python = ("x = 1", [Entity("pre", 0, 5, language="python")])
    assert html.parse('<pre><code class="language-python">x = 1</code></pre>') == python
    assert html.parse('<code class="language-python">x</code>')[1] == [Entity("code", 0, 1)]


def test_offsets_count_utf16_units() -> None:
    assert html.parse("🎯🎯<b>🐂</b>") == ("🎯🎯🐂", [Entity("bold", 4, 2)])


def test_tags_nest() -> None:
    assert html.parse("<b>a<i>b</i></b>") == ("ab", [Entity("italic", 1, 1), Entity("bold", 0, 2)])
    assert html.parse("a<b></b>") == ("a", [])


def test_references_are_read_as_telegram_reads_them() -> None:
    for source, text in {"&lt;b&gt; &amp; &quot;": '<b> & "', "&#65;&#x42;": "AB"}.items():
        assert html.parse(source) == (text, [])
    for source in ("&nbsp; &", "&#0;", "a > b"):
        assert html.parse(source) == (source, [])


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("<b><i>x</i>", 'Can\'t find end tag corresponding to start tag "b"'),
        ("<x>y</x>", 'Unsupported start tag "x" at byte offset 0'),
        ("є <br/>", 'Unsupported start tag "br/" at byte offset 3'),
        ("1 < 2", 'Unsupported start tag "" at byte offset 2'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<b>x</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("<b", "Unclosed start tag at byte offset 0"),
        ('<a href="x"', 'Unclosed start tag "a" at byte offset 0'),
        ("<a href=", 'Unclosed start tag "a" at byte offset 0'),
        ('<a href="x>y</a>', "Unclosed start tag at byte offset 0"),
        ("<a href=x/y>z</a>", "Unexpected end of name token at byte offset 8"),
        ('<a ="x">y</a>', 'Empty attribute name in the tag "a" at byte offset 0'),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
    ],
)
def test_broken_html_is_refused_in_telegrams_words(source: str, reason: str) -> None:
    with pytest.raises(Refusal) as refusal:
        html.parse(source)
    assert refusal.value.description == f"Bad Request: can't parse entities: {reason}"


def test_a_time_that_is_none_is_refused() -> None:
    for attributes in ("", 'unix="soon"', 'unix="-5"', 'unix="5" format="rt"', 'unix="5" format="td"'):
        with pytest.raises(Refusal, match='can\'t parse entities: Tag "tg-time"'):
            html.parse(f"<tg-time {attributes}>x</tg-time>")


@given(st.text(), st.text(min_size=1), st.text())
def test_escaped_text_comes_back_and_an_entity_covers_exactly_what_the_tag_held(
    before: str, held: str, after: str
) -> None:
    escaped = (standard.escape(part, quote=False) for part in (before, held, after))
    text, entities = html.parse("{}<b>{}</b>{}".format(*escaped))
    assert text == before + held + after
    assert entities == [Entity("bold", units(before), units(held))]


@given(st.text(alphabet="<>/&;=\"' abipre#x0span class tg-spoiler"))
def test_any_input_is_either_read_or_refused(source: str) -> None:
    with contextlib.suppress(Refusal):
        text, entities = html.parse(source)
        assert all(0 <= entity.offset < entity.end <= units(text) for entity in entities)
