import contextlib
import html as standard

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox import html
from sandbox.refusal import Refusal
from sandbox.text import Entity, units


@pytest.mark.parametrize(
    ("source", "type_"),
    [
        ("<b>x</b>", "bold"),
        ("<strong>x</strong>", "bold"),
        ("<i>x</i>", "italic"),
        ("<em>x</em>", "italic"),
        ("<u>x</u>", "underline"),
        ("<ins>x</ins>", "underline"),
        ("<s>x</s>", "strikethrough"),
        ("<strike>x</strike>", "strikethrough"),
        ("<del>x</del>", "strikethrough"),
        ("<tg-spoiler>x</tg-spoiler>", "spoiler"),
        ('<span class="tg-spoiler">x</span>', "spoiler"),
        ("<code>x</code>", "code"),
        ("<pre>x</pre>", "pre"),
        ("<blockquote>x</blockquote>", "blockquote"),
        ("<blockquote expandable>x</blockquote>", "expandable_blockquote"),
        ("<B>x</B>", "bold"),
        ("<b>x</>", "bold"),
    ],
)
def test_each_tag_becomes_its_entity(source: str, type_: str) -> None:
    assert html.parse(source) == ("x", [Entity(type_, 0, 1)])


@pytest.mark.parametrize("format_", ["r", "t", "T", "d", "D", "w", "wDT", "wdt", "DT"])
def test_a_time_keeps_its_moment_and_its_format(format_: str) -> None:
    source = f'<tg-time unix="1790000000" format="{format_}">x</tg-time>'
    assert html.parse(source) == ("x", [Entity("date_time", 0, 1, unix_time=1790000000, date_time_format=format_)])


def test_a_time_needs_no_format() -> None:
    assert html.parse('<tg-time unix="5">x</tg-time>') == ("x", [Entity("date_time", 0, 1, unix_time=5)])


def test_a_link_keeps_its_address() -> None:
    assert html.parse('<a href="https://t.me/?a=1&amp;b=2">x</a>') == (
        "x",
        [Entity("text_link", 0, 1, url="https://t.me/?a=1&b=2")],
    )


def test_a_link_without_an_address_links_to_its_own_text() -> None:
    assert html.parse("<a>example.org</a>")[1] == [Entity("text_link", 0, 11, url="http://example.org")]


def test_a_link_to_nowhere_is_just_text() -> None:
    assert html.parse('<a href="no where">x</a>') == ("x", [])


def test_the_language_of_code_is_told_by_the_inner_tag() -> None:
    assert html.parse('<pre><code class="language-python">x = 1</code></pre>') == (
        "x = 1",
        [Entity("pre", 0, 5, language="python")],
    )


def test_a_language_outside_of_pre_is_forgotten() -> None:
    assert html.parse('<code class="language-python">x</code>')[1] == [Entity("code", 0, 1)]


def test_offsets_count_utf16_units() -> None:
    assert html.parse("🎯🎯<b>🐂</b>") == ("🎯🎯🐂", [Entity("bold", 4, 2)])


def test_nested_tags_give_nested_entities() -> None:
    assert html.parse("<b>a<i>b</i></b>") == ("ab", [Entity("italic", 1, 1), Entity("bold", 0, 2)])


def test_an_empty_tag_leaves_nothing() -> None:
    assert html.parse("a<b></b>") == ("a", [])


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("&lt;b&gt; &amp; &quot;", '<b> & "'),
        ("&#65;&#x42;", "AB"),
        ("&nbsp; &", "&nbsp; &"),
        ("&#0;", "&#0;"),
        ("a > b", "a > b"),
    ],
)
def test_references_are_read_as_telegram_reads_them(source: str, text: str) -> None:
    assert html.parse(source) == (text, [])


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


@pytest.mark.parametrize("attributes", ["", 'unix="soon"', 'unix="-5"', 'unix="5" format="rt"', 'unix="5" format="td"'])
def test_a_time_that_is_none_is_refused(attributes: str) -> None:
    with pytest.raises(Refusal, match='can\'t parse entities: Tag "tg-time"'):
        html.parse(f"<tg-time {attributes}>x</tg-time>")


@given(st.text())
def test_escaped_text_comes_back_as_it_was(text: str) -> None:
    assert html.parse(standard.escape(text, quote=False)) == (text, [])


@given(st.text(), st.text(min_size=1), st.text())
def test_an_entity_covers_exactly_what_the_tag_held(before: str, held: str, after: str) -> None:
    escaped = (standard.escape(part, quote=False) for part in (before, held, after))
    text, entities = html.parse("{}<b>{}</b>{}".format(*escaped))
    assert text == before + held + after
    assert entities == [Entity("bold", units(before), units(held))]


@given(st.text(alphabet="<>/&;=\"' abipre#x0span class tg-spoiler"))
def test_any_input_is_either_read_or_refused(source: str) -> None:
    with contextlib.suppress(Refusal):
        text, entities = html.parse(source)
        assert all(0 <= entity.offset < entity.end <= units(text) for entity in entities)
