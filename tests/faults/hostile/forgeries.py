"""What only a doctored client says, and what hostile updates are made of: words, numbers, nonsense, forged buttons."""

import inspect
from enum import Enum
from typing import Any

from hypothesis import strategies as st

from bot.app import buttons as buttons_app
from bot.app.intents import Command
from bot.app.links import CHALLENGE, CONTEST, MATCH, SEAT, TABLE

MARK = "☠"
"""Stands in every tag that a person tries to smuggle in, and nowhere in the bot's own words."""
TAGS = (
    *(f"<b>{MARK}</b>", f"</code><b>{MARK}", f"<code>{MARK}", f"</u>{MARK}<u>", f"<a href='tg://user?id=1'>{MARK}</a>"),
    *(f"<tg-spoiler>{MARK}</tg-spoiler>", f"&lt;b&gt;{MARK}&lt;/b&gt;", f"&#60;b>{MARK}", f"<{MARK}", f"{MARK}&{MARK}"),
    *(f"{MARK}</", f'<pre><code class="language-{MARK}">'),
)
ODD = (
    *("", " ", "\0", "\0\0\0", "\ud800", "ab\udfffcd", "\x01\x02\x1b[31m", "\r\n\r\n", "\u202egnirts\u202c"),
    *("\u2066\u2067\u200f\u061c", "שלום עולם", "مرحبا ١٢٣٤", "a\u0301\u0301\u0301\u0301\u0301", "🐂" * 40),
    *("👩\u200d👩\u200d👧\u200d👦", "\U0010ffff\ufffe\uffff", "{0}{name}{count}", "%s%n%d", "'; DROP TABLE tables; --"),
    *("${jndi:ldap://x}", "../../etc/passwd", "１２３４", "𝟘𝟙𝟚𝟛", "0" * 5000, "x" * 4096, "<" * 4096, "&" * 100_000),
    *("\n" * 4096, "ﷺ" * 2048),
)
SAID = (
    *("0123", "4567", "8901", "01 23", "0000", "1", "٠١٢٣", "98765"),
    *(f"/{command.value}" for command in Command),
    *("/say hello", "/say 0123", "/say <b>x</b>", f"/start c{'A' * 22}", "/start c", "/duel 1", "/party 2", "1B2C"),
    *("12", "1🐂 2🐄", "1 бик 2 корови", "9B9C", ">50", "≤-7", "=99999999999999999999", "yes", "ні", "?0123", "??"),
    *("/think mini", "/think 1x1", "/think words-ru-5 casual", "/think 7x26r", "/play evil 2x2", "/play blind coached"),
    *("/match beginner", "/match 1x2 perfect", "/match gibberish", "/number 5 -5", "/number 7 7"),
    *(f"/number {'9' * 60}", "/hint 9876", "/review 0123 1B2C 4567 9", "/review 0123 0B0C 0123 4B0C 4567 0B0C"),
    *(f"/review {'0123 0B2C ' * 90}", "/start pclassic_AQ", "/start pclassic_CJy_fBo", "/start p1x1_AgAA"),
    *(f"/start p4x21_{'Z' * 40}", "/start p_", "/g 0123", "/g 9876", "/guess 1", "/play@somebody_else", "/", "/" * 500),
    *("/g \0", "/g \ud800", "/start \0"),
)


def one_of_all(*strategies: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Each as often as it stands there, which `st.one_of` does not heed."""
    return st.sampled_from(range(len(strategies))).flatmap(lambda at: strategies[at])


def mostly(usual: st.SearchStrategy[Any], absurd: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Fifteen times the one, then the other."""
    return one_of_all(*[usual] * 15, absurd)


TEXTS = st.sampled_from(TAGS) | st.sampled_from(ODD) | st.text(max_size=12)
COMPOSED = TEXTS | st.builds(str.__add__, TEXTS, TEXTS)
NUMBERS = st.sampled_from(
    [0, 1, -1, 7, 255, 2**31 - 1, -(2**31), 2**32, 2**52, 2**53 + 1, 2**63 - 1, -(2**63), 2**63, -(2**63) - 1,
     2**64, 10**30, -(10**100), 10**1000]
)  # fmt: skip
FRACTIONS = st.sampled_from([0.0, -0.0, 0.5, -1e308, 1e308, 5e-324, 2.0**63])


def _nested(depth: int) -> Any:
    value: Any = MARK
    for _ in range(depth):
        value = [value] if depth % 2 else {"message": value}
    return value


NESTED = st.sampled_from([_nested(depth) for depth in (2, 3, 40, 41, 250, 251)])
NONSENSE: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | NUMBERS | FRACTIONS | COMPOSED | NESTED
    | st.just([]) | st.just({}) | st.just([None] * 1000) | st.just({str(n): n for n in range(1000)})
)  # fmt: skip


Text = st.SearchStrategy[str]
ON_GAME, WITH_TOKEN = sorted(buttons_app.NAMING_GAMES), sorted(buttons_app.WITH_TOKEN)
VERBS = sorted(
    member.value
    for _, kind in inspect.getmembers(buttons_app, inspect.isclass)
    if issubclass(kind, Enum)
    for member in kind
)
"""All that a button may say."""
ELSEWHERE = sorted(set(VERBS) - {*ON_GAME, *WITH_TOKEN})
ARGUMENTS = (
    *("", "", "", ":0", ":1", ":2", ":7", ":no", ":yes", ":en", ":uk", ":xx", ":letters", ":z9", ":w0", ":a3", ":g0"),
    *(":duel", ":race", ":classic", ":six", ":words-en-5", ":words-en-5-repeats", ":digits", ":words", ":live"),
    *(":none", ":12", ":40-0", ":99", ":202-311", ":9999-1", ":gt50", ":lt-9999999999", ":club-classic"),
    *(":perfect-1x1", ":7x26r", ":open", ":menu", ":back", ":clear", ":table", ":list", ":cases", ":places", ":why"),
    *(":guess", ":count", ":circle", ":circle-0", ":circle-3", ":duel-0", ":duel-2", ":p0", ":c4", ":m1", ":s0"),
    *(":0123456789",),
)
ENDS = (*("",) * 25, ":", ":1", "\0", "\n", "é", ":" + "9" * 40, "\ud800")
KINDS = (CHALLENGE, CONTEST, SEAT, TABLE, MATCH, "x", "")


class Forgeries:
    """About any of these games and offers, whole or a little broken."""

    def __init__(self, games: tuple[str, ...], tokens: tuple[str, ...]) -> None:
        self._game = st.sampled_from([*games, *games, "0" * 16, "f" * 16])
        self._token = st.sampled_from([*tokens, *tokens, "A" * 22])

    def buttons(self) -> Text:
        """What may stand behind a button: each form that we write, mostly with a verb that belongs there."""
        arguments = st.sampled_from(ARGUMENTS)
        turns = st.sampled_from([0, 0, 0, 1, 2, 3, 9999])
        on_game = st.builds("1:{}:{}:{}{}".format, _verb(ON_GAME), self._game, turns, arguments)
        on_offer = st.builds("1:{}:{}".format, _verb(WITH_TOKEN), self._token)
        on_menu = st.builds("1:{}{}".format, _verb(ELSEWHERE), arguments)
        whole = one_of_all(on_game, on_game, on_offer, on_offer, on_menu)
        return mostly(st.builds(str.__add__, whole, st.sampled_from(ENDS)), COMPOSED)

    def words(self) -> Text:
        """What is typed: links are followed by saying what they carry."""
        started = st.builds("/start {}{}".format, self._named(), st.sampled_from(ENDS))
        return one_of_all(st.sampled_from(SAID), started, COMPOSED)

    def questions(self) -> Text:
        """What is typed behind the bot's name."""
        return one_of_all(self._named(), self._token, TEXTS)

    def cards(self) -> Text:
        """Under which name a card was offered."""
        return one_of_all(self._token, self._named(), TEXTS)

    def _named(self) -> Text:
        """Something to be led to, or to be shared."""
        kinds = st.sampled_from(KINDS)
        return st.builds(str.__add__, kinds, self._token) | st.builds(str.__add__, kinds, self._game)


def _verb(fitting: list[str]) -> Text:
    return mostly(st.sampled_from(fitting), st.sampled_from(VERBS))
