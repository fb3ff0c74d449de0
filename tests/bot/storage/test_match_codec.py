import json

import pytest
from hypothesis import given

from bot.app.messages import Chat
from bot.app.model.challenge import Challenge
from bot.app.model.match import Match
from bot.app.model.table import Asked, Hint
from bot.storage.match_codec import FORMAT, challenge_read, challenge_written, match_read, match_written
from tests.bot.strategies import challenges, matches


@given(matches())
def test_a_match_reads_back_as_it_was_written(match: Match) -> None:
    assert match_read(match.id, match_written(match), 1) == match


@given(matches())
def test_a_match_is_one_line_with_its_format_number(match: Match) -> None:
    body = match_written(match)
    assert "\n" not in body
    assert json.loads(body)["format"] == FORMAT
    assert match_read(match.id, body, 7).revision == 7


@given(challenges())
def test_a_challenge_reads_back_as_it_was_written(challenge: Challenge) -> None:
    assert challenge_read(challenge.token, challenge_written(challenge), 1) == challenge


STORED = (
    '{"game":"duel classic 0123 4567 first 1 | 1:8901","clock":"live","rated":true,"sitters":['
    '{"person":1,"name":"Alice","chat":1,"deadline":190.0,"since":100.0,"awaited":1,"wound_in":3,"keypad":false,'
    '"asked_again":null,"asking":"resign","offers_draw":true,"rematch_asked":null,"proof":false,"allows_hints":true,'
    '"hint":{"candidates":378,"guess":"7285","bits":3.0,"worst":70},"hints":2},'
    '{"person":2,"name":"Bob","chat":2,"deadline":null,"since":0.0,"awaited":0,"wound_in":0,"keypad":true,'
    '"asked_again":"8901","asking":"","offers_draw":false,"rematch_asked":null,"proof":false,"allows_hints":true,'
    '"hint":null,"hints":0}],"salts":["5a","5b"],"seed":"5c","opened_at":100.0,"began_at":110.0,"ended_at":null,'
    '"friends":true,"card":[-5,7],"changes":[],"unrated_because":"","rematch":"","reviews":[],"format":1}'
)


def test_what_stands_in_databases_already_stays_readable() -> None:
    match = match_read("0123456789abcdef", STORED, 3)
    assert [sitter.name for sitter in match.sitters] == ["Alice", "Bob"]
    assert match.sitters[1].asked_again == (8, 9, 0, 1)
    assert match.sitters[0].hint == Hint((Asked.COUNT, Asked.GUESS))
    assert (match.card, match.revision) == (Chat(-5, 7), 3)
    assert match.must_act(match.game.seats[0])


@pytest.mark.parametrize("read", [match_read, challenge_read])
def test_a_format_of_another_time_is_refused_by_name(read: object) -> None:
    assert callable(read)
    with pytest.raises(ValueError, match="has format 99, which this version does not know"):
        read("0123456789abcdef", STORED.replace('"format":1', '"format":99'), 3)
