"""What only a doctored client says: buttons that stand nowhere, payloads, questions and cards of other people's."""

import inspect
from enum import Enum

from hypothesis import strategies as st

from bot.app import buttons as buttons_app
from bot.app.links import CHALLENGE, CONTEST, MATCH, SEAT, TABLE
from tests.faults.hostile.values import COMPOSED, SAID, TEXTS, mostly, one_of_all

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
    *(
        ":duel",
        ":race",
        ":classic",
        ":six",
        ":words-en-5",
        ":words-en-5-repeats",
        ":digits",
        ":words",
        ":live",
        ":none",
    ),
    *(
        ":12",
        ":40-0",
        ":99",
        ":202-311",
        ":9999-1",
        ":gt50",
        ":lt-9999999999",
        ":club-classic",
        ":perfect-1x1",
        ":7x26r",
    ),
    *(":open", ":menu", ":back", ":clear", ":table", ":list", ":cases", ":places", ":why", ":guess", ":count"),
    *(":circle", ":circle-0", ":circle-3", ":duel-0", ":duel-2", ":p0", ":c4", ":m1", ":s0", ":0123456789"),
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
