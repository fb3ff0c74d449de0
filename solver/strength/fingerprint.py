"""Hashes of a variant and of how a strategy plays it: a figure is valid as long as both stay the same.

A strategy is identified by its behaviour, not its source: its numbers (such as how often a reply is overlooked), the
stored tree that it follows, and every guess of some games. So the code may be rewritten, but not play differently.
"""

import hashlib
import json
import random
from dataclasses import fields
from typing import Any

from solver.evaluate import playout
from solver.optimal import Optimal
from solver.strategies import named_strategy
from solver.strategy import Strategy
from solver.tables import all_codes, all_secrets, as_code
from solver.tree import digests, tree_file
from solver.variant import Variant
from solver.words import words_to_guess

GAMES = 8
"""The number of secrets, drawn by SEED, that are played for the hash of a strategy."""
SEED = 20
DIGITS = 16


def variant_hash(variant: Variant) -> str:
    """The hash of the game: length, number of symbols, repeats and words, not how symbols look."""
    words = list(words_to_guess(variant.words).items()) if variant.words else []
    return _hash([variant.length, len(variant.alphabet), variant.repeats, words])


def play_hash(variant: Variant, strategy: str) -> str:
    """The hash of how the strategy of that name plays the variant. Raises UnknownStrategy."""
    player = named_strategy(strategy, variant, random.Random(SEED))  # noqa: S311 -- play, not secrets
    return _hash([_numbers(player), _tree_digest(player), _games(variant, player)])


def _numbers(player: Strategy) -> list[Any]:
    """The parameters of the strategy: its fields that are numbers or texts."""
    values = [getattr(player, field.name) for field in fields(player)]  # type: ignore[arg-type]  # they all are data
    return [value for value in values if isinstance(value, (int, float, str))]


def _tree_digest(player: Strategy) -> str:
    tree = player.tree if isinstance(player, Optimal) else None
    return "" if tree is None else digests()[tree_file(tree.variant.shape, tree.objective).name]


def _games(variant: Variant, player: Strategy) -> list[Any]:
    secrets = all_secrets(variant).tolist()
    drawn = random.Random(SEED).sample(secrets, min(GAMES, len(secrets)))  # noqa: S311
    codes = all_codes(variant)
    return [[turn.guess for turn in playout(variant, player, as_code(codes[row]))] for row in drawn]


def _hash(content: list[Any]) -> str:
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:DIGITS]
