"""A world in which nothing is left to chance: a clock that stands; fixed secrets, ids, tokens and salts."""

import random
from dataclasses import dataclass, field
from hashlib import sha256

from bot.app.world import World, recall_by
from solver.variant import Code, Variant, variant_named
from tests.bot.inside import thought

BOT_NAME = "BullsBot"
BEGAN = 1_500_000_000.0
"""Long before any database is made for this, whose first note that the bot serves bears the real time: no outages."""
SALT = "5a" * 16
"""One for all, so that no fingerprint depends on the order in which salts are drawn."""
SECRETS = {"classic": "4271"}
"""The secrets that scripts know; those of other variants are drawn by their name."""


@dataclass
class FixedWorld:
    """What the bot knows of time and chance. Each drawn id has a name, by which it is recorded."""

    now: float = BEGAN
    names: dict[str, str] = field(default_factory=dict)

    def world(self) -> World:
        """The world as the bot wants it."""
        return World(
            username=BOT_NAME,
            now=lambda: self.now,
            draw_secret=secret_of,
            new_salt=lambda: SALT,
            new_id=self._new_id,
            new_token=self._new_token,
            recall=recall_by(thought),
            draw_number=lambda low, high: low + (high - low) * 5 // 8,
            administers=lambda _chat, _person: True,
        )

    def _new_id(self) -> str:
        return self._named(sha256(f"{len(self.names)}".encode()).hexdigest()[:16])

    def _new_token(self) -> str:
        return self._named(f"token{len(self.names):017}")

    def _named(self, drawn: str) -> str:
        self.names[drawn] = ""
        return drawn


def secret_of(variant: Variant) -> Code:
    if variant.name in SECRETS:
        return variant.parse(SECRETS[variant.name])
    dice = random.Random(variant.name)
    if variant.words:
        return dice.choice(list(variant.secrets()))
    symbols = range(len(variant.alphabet))
    if variant.repeats:
        return tuple(dice.choice(symbols) for _ in range(variant.length))
    return tuple(dice.sample(symbols, variant.length))


# Words and secrets that scripts name, in the language in which they are played.
SAID = {"yes": {"en": "yes", "uk": "так", "ru": "да"}, "no": {"en": "no", "uk": "ні", "ru": "нет"}}
"""Words that scripts say in every language."""


def words_in(language: str) -> dict[str, str]:
    """What scripts may name in braces."""
    words, three = variant_named(f"words-{language}-4"), variant_named("three")
    some = [words.format(code) for _, code in zip(range(3), words.secrets(), strict=False)]
    known = {"language": language, "words": words.name, "secret_word": words.format(secret_of(words))}
    known |= {f"word{at}": word for at, word in enumerate(some, 1)} | {"secret_three": three.format(secret_of(three))}
    return known | {key: said[language] for key, said in SAID.items()}
