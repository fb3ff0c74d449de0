"""`--seed` relabels optimal play on the command line."""

import pytest

from tests.solver.cli.running import JsonOf

DEAR = "solve classic --secret 1769"


def guesses(json_of: JsonOf, arguments: str) -> list[str]:
    return [turn["guess"] for turn in json_of(arguments)["turns"]]


def test_without_a_seed_it_begins_as_ever_and_a_dear_secret_is_dear(json_of: JsonOf) -> None:
    plain = guesses(json_of, DEAR)
    assert (plain[0], len(plain)) == ("0123", 7)


def test_seeds_make_other_games_and_the_same_one_the_same(json_of: JsonOf) -> None:
    games = [guesses(json_of, f"{DEAR} --seed {seed}") for seed in range(8)]
    assert len({game[0] for game in games}) == 8
    assert min(map(len, games)) < 7
    assert games == [guesses(json_of, f"{DEAR} --seed {seed}") for seed in range(8)]


@pytest.mark.parametrize("strategy", ["sieve", "entropy"])
def test_what_is_not_optimal_plays_on_as_it_did(strategy: str, json_of: JsonOf) -> None:
    game = f"solve mini --secret 3541 --strategy {strategy}"
    assert guesses(json_of, game) == guesses(json_of, f"{game} --seed 4")


def test_all_secrets_together_cost_the_same(json_of: JsonOf) -> None:
    plain, seeded = (json_of(f"simulate mini{seed}") for seed in ("", " --seed 4"))
    assert plain["histogram"] == seeded["histogram"]
