"""Games of every kind as text: what is written reads back, and so does what was written before."""

import json
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.kinds.alone.model import Alone
from bot.app.kinds.group.model import Group, GroupSeats, Member
from bot.app.kinds.keeper.model import Breaker, Keeper
from bot.app.kinds.match.model import Match
from bot.app.kinds.number.model import Number
from bot.app.messages import Chat
from bot.app.model.game import Header
from bot.app.model.hints import Asked, Hint, Page
from bot.app.model.ratings import Score
from bot.app.registry import KINDS
from bot.game.model import Seat
from tests.bot.storage.rows import OF_EACH_KIND, row_of

EVERY_KIND = pytest.mark.parametrize("kind", OF_EACH_KIND)
HEADER = {field.name for field in fields(Header)} | {"thread", "seed"}
"""What was written into the body before it stood in columns."""
ROW = {
    "game_id": "0123456789abcdef",
    "chat_id": -5,
    "thread_id": 7,
    "starter": 1,
    "salt": "5a5a",
    "opened_at": 100.0,
    "ended_at": None,
    "revision": 3,
}
ALONE = (
    '{"format":1,"position":"solo classic 0834 | 0123","thread":7,"starter":1,"salt":"5a5a","opened_at":100.0,'
    '"ended_at":null,"guessed_by":["Alice"],"hint":{"asked":["count","guess"],"wondered":"4561","page":"hints"},'
    '"suggestions":1,"keypad":true,"proof":false,"asked_again":"0123","resigning":[5],"asking":"resign"}'
)
SEVERAL = (
    '{"format":1,"position":"x2 classic 0834 4567 | 0123 4567","guessed_by":["Alice","Bob"],"keypad":true,'
    '"proof":false,"asked_again":"0123","resigning":[5],"asking":"resign","guessers":[1,2],"advised":true,"suggestions":2}'
)
KEEPER = (
    '{"format":1,"position":"think classic | 0123=1B1C","thread":7,"starter":1,"salt":"5a5a","opened_at":100.0,'
    '"ended_at":null,"guessed_by":[],"hint":null,"suggestions":0,"keypad":false,"proof":false,"asked_again":null,'
    '"resigning":[],"asking":null,"help":"coached","breaker":{"level":"club","seed":"17","asks":"4561",'
    '"thinks_aloud":true,"fixing":null,"picks":false,"stopping":false,"secret":"0834","before":""}}'
)
GROUP = (
    '{"format":1,"position":"circle classic 0834 first 0 seats 2 | 0:0123 1:4567","thread":7,"starter":1,"salt":"5a5a",'
    '"opened_at":100.0,"ended_at":null,"guessed_by":["Ann","Bob"],"hint":null,"suggestions":0,"keypad":true,'
    '"proof":true,"asked_again":null,"resigning":[],"asking":"new-game","company":{"members":[{"name":"Ann",'
    '"person":1},{"name":"Bob","person":2}],"since":101.5,"skipping":[2],"holder":0,"scores":[{"person":1,'
    '"name":"Ann","points":3,"games":2}]},"wanted":"evil 5x8r"}'
)
NUMBER = (
    '{"format":1,"line":"number -50..50 -7 | >0 <=-20","thread":7,"starter":1,"starter_name":"Ann","salt":"5a5a",'
    '"opened_at":100.0,"ended_at":null,"asked_by":["Ann","Bob"],"step":2,"keypad":true,"proof":false,'
    '"correcting":false,"asking":"resign","wanted":[-3,3],"resigning":[5],"hinted":[0,2]}'
)
MATCH = (
    '{"game":"duel classic 0123 4567 first 1 | 1:8901","clock":"live","rated":true,"sitters":['
    '{"person":1,"name":"Alice","chat":1,"deadline":190.0,"since":100.0,"awaited":1,"wound_in":3,"keypad":false,'
    '"asked_again":null,"asking":"resign","offers_draw":true,"rematch_asked":null,"proof":false,"allows_hints":true,'
    '"hint":{"candidates":378,"guess":"7285","bits":3.0,"worst":70},"hints":2},'
    '{"person":2,"name":"Bob","chat":2,"deadline":null,"since":0.0,"awaited":0,"wound_in":0,"keypad":true,'
    '"asked_again":"8901","asking":"","offers_draw":false,"rematch_asked":null,"proof":false,"allows_hints":true,'
    '"hint":null,"hints":0}],"salts":["5a","5b"],"seed":"5c","opened_at":100.0,"began_at":110.0,"ended_at":null,'
    '"friends":true,"card":[-5,7],"changes":[],"unrated_because":"","rematch":"","reviews":[],"format":1}'
)
STORED = {"alone": ALONE, "several": SEVERAL, "keeper": KEEPER, "group": GROUP, "number": NUMBER, "match": MATCH}
"""A body of each kind as it was written while each kind had a table of its own."""


def stored(kind: str, body: str) -> Any:
    here = {"chat_id": None, "thread_id": None} if kind == "match" else {}
    return KINDS.game_of(ROW | here | {"kind": kind, "body": body})


@EVERY_KIND
@given(data=st.data())
def test_a_game_reads_back_as_it_was_written(kind: str, data: st.DataObject) -> None:
    game = data.draw(OF_EACH_KIND[kind])
    row = row_of(game, revision=7)
    read = KINDS.game_of(row)
    assert row["kind"] == kind
    assert read == game
    assert type(read) is type(game)
    assert read.revision == 7


@EVERY_KIND
@given(data=st.data())
def test_a_body_is_one_line_with_its_format_number_and_without_the_header(kind: str, data: st.DataObject) -> None:
    body = KINDS.body_of(data.draw(OF_EACH_KIND[kind]))
    assert "\n" not in body
    written = json.loads(body)
    assert written["format"] == 1
    assert not HEADER & written.keys()


@EVERY_KIND
def test_a_body_of_before_is_written_anew_and_reads_the_same(kind: str) -> None:
    game = stored(kind, STORED[kind])
    assert KINDS.game_of(row_of(game)) == game


@EVERY_KIND
def test_a_body_of_before_loses_its_header_and_what_other_kinds_need(kind: str) -> None:
    before, after = json.loads(STORED[kind]), json.loads(KINDS.body_of(stored(kind, STORED[kind])))
    lost = HEADER | {"wanted"} | (set() if kind == "alone" else {"hint", "suggestions", "help"})
    lost |= {"asking"} if kind == "group" else set()  # it asked whether to begin another game in its place
    kept = {name: value for name, value in before.items() if name not in lost | {"sitters"}}
    assert {name: after[name] for name in kept} == kept


def test_a_game_alone_of_before_stays_readable() -> None:
    game = stored("alone", ALONE)
    assert isinstance(game, Alone)
    assert (game.chat, game.revision, game.asks_to_resign) == (Chat(-5, 7), 3, True)
    assert game.hint == Hint((Asked.COUNT, Asked.GUESS), (4, 5, 6, 1), Page.HINTS)
    assert (game.guessed_by, game.asked_again, game.suggestions) == (("Alice",), (0, 1, 2, 3), 1)


def test_a_game_in_which_the_bot_breaks_a_secret_stays_readable() -> None:
    game = stored("keeper", KEEPER)
    assert isinstance(game, Keeper)
    assert game.breaker == Breaker("club", "17", (4, 5, 6, 1), thinks_aloud=True, secret=(0, 8, 3, 4))


def test_a_game_of_several_of_before_stays_readable() -> None:
    game = stored("group", GROUP)
    assert isinstance(game, Group)
    members = (Member("Ann", 1), Member("Bob", 2))
    assert game.seats == GroupSeats(members, 101.5, (2,), Seat(0), (Score(1, "Ann", 3, 2),))
    assert not game.asks_to_resign  # what it asked is asked no more


def test_a_game_of_guessing_a_number_of_before_stays_readable() -> None:
    game = stored("number", NUMBER)
    assert isinstance(game, Number)
    assert (game.asks_to_resign, game.hinted, game.step) == (True, (0, 2), 2)


def test_a_match_of_before_stays_readable() -> None:
    game = stored("match", MATCH)
    assert isinstance(game, Match)
    assert [sitter.name for sitter in game.sitters] == ["Alice", "Bob"]
    assert [sitter.offers for sitter in game.sitters] == ["draw", ""]
    assert game.sitters[1].asked_again == (8, 9, 0, 1)
    assert game.sitters[0].hint == Hint((Asked.COUNT, Asked.GUESS))
    assert (game.card, game.chat, game.salt, game.revision) == (Chat(-5, 7), None, "5a5a", 3)
    assert game.must_act(game.game.seats[0])


@pytest.mark.parametrize(("guess", "asked"), [("null", (Asked.COUNT,)), ('"7285"', (Asked.COUNT, Asked.GUESS))])
def test_a_hint_whose_figures_were_kept_is_asked_for_anew(guess: str, asked: tuple[Asked, ...]) -> None:
    now = '{"asked":["count","guess"],"wondered":"4561","page":"hints"}'
    then = f'{{"candidates":378,"guess":{guess},"bits":3.0,"worst":70}}'
    assert stored("alone", ALONE.replace(now, then)).hint == Hint(asked)


@EVERY_KIND
def test_a_format_of_another_time_is_refused_by_name(kind: str) -> None:
    with pytest.raises(ValueError, match="game 0123456789abcdef has format 99, which this version does not know"):
        stored(kind, STORED[kind].replace('"format":1', '"format":99'))


def test_a_kind_of_another_time_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="game 0123456789abcdef is of kind chess, which this version does not know"):
        stored("chess", ALONE)
