"""Games of one alphabet have one name, whichever they were begun, kept or counted by."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.model.game import Gist, PlayedGame
from bot.app.model.ledger import Ended, Ledger, ended_of, key_of, ledger_read, ledger_written
from bot.game.notation import game_at, position
from solver.variant import VARIANTS
from tests.bot.conftest import Stage

NAMES = [("4x10", "classic"), ("3x10", "three"), ("5x10", "five"), ("6x10", "six"), ("4x10r", "repeats")]
APART = ["4x9", "4x6r", "4x8", "5x8r", "mastermind", "nonzero", "words-en-5", "gone-for-ever"]
GAMES = st.builds(
    Ended,
    key=st.sampled_from([f"solo {name}" for pair in NAMES for name in pair] + [f"evil {name}" for name in APART]),
    guesses=st.integers(1, 12),
    solved=st.booleans(),
    hints=st.integers(0, 2),
    beyond=st.none() | st.integers(-300, 300),
)


@pytest.mark.parametrize(("stored", "name"), NAMES)
def test_what_is_kept_by_another_name_is_the_same_game(stored: str, name: str) -> None:
    assert key_of("solo", stored) == key_of("solo", name) == f"solo {name}"
    secret = VARIANTS[name].format(next(VARIANTS[name].codes()))
    assert position(game_at(f"solo {stored} {secret} |")) == f"solo {name} {secret} |"
    ended = ended_of(PlayedGame("alone", Gist(f"solo {stored} {secret} | {secret}", (1,)), 0, 0))
    assert ended is not None
    assert ended.key == f"solo {name}"


@pytest.mark.parametrize("name", APART)
def test_what_has_another_alphabet_stays_apart(name: str) -> None:
    assert key_of("solo", name) == f"solo {name}"


@given(st.lists(GAMES, max_size=30))
def test_sums_of_both_names_are_those_of_all_their_games(games: list[Ended]) -> None:
    apart, joined = Ledger(1), Ledger(1)
    for ended in games:
        apart = apart.with_game(ended)
        joined = joined.with_game(Ended(key_of(*ended.key.split()), ended.guesses, ended.solved, ended.hints))
    found = ledger_read({"person_id": 1, "name": "Ann", "done": 0, "revision": 1, "body": ledger_written(apart)})
    assert found.tallies.keys() == joined.tallies.keys()
    for key, tally in found.tallies.items():
        wanted = joined.of(key)
        for each in ("games", "solved", "guesses", "columns", "hints", "hinted", "best"):
            assert getattr(tally, each) == getattr(wanted, each), (key, each)
        assert tally.run <= wanted.longest
        assert tally.longest <= wanted.longest
    assert (
        ledger_read({"person_id": 1, "name": "Ann", "done": 0, "revision": 1, "body": ledger_written(found)}) == found
    )
    assert json.loads(ledger_written(found))


@pytest.mark.asyncio(loop_scope="session")
async def test_title_and_statistics_have_one_name(stage: Stage) -> None:
    alice = await stage.sandbox.person("Alice")
    for command in ("/play 4x10", "/play"):
        sent = await alice.send(command)
        await alice.sees("🎯 Bulls and Cows: 4 digits, all different", after=sent)
        sent = await alice.send(stage.secret_of(alice.id))
        await alice.sees("🎉", after=sent)
        await stage.quiet()
    await alice.send("/stats")
    assert "Games: 2" in (await alice.sees("Games: ")).text
