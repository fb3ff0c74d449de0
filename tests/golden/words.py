"""Words and secrets that scripts name, in the language in which they are played."""

from solver.variant import variant_named
from tests.golden.world import secret_of

SAID = {"yes": {"en": "yes", "uk": "так", "ru": "да"}, "no": {"en": "no", "uk": "ні", "ru": "нет"}}
"""Words that scripts say in every language."""


def words_in(language: str) -> dict[str, str]:
    """What scripts may name in braces."""
    words, three = variant_named(f"words-{language}-4"), variant_named("three")
    some = [words.format(code) for _, code in zip(range(3), words.secrets(), strict=False)]
    known = {"language": language, "words": words.name, "secret_word": words.format(secret_of(words))}
    known |= {f"word{at}": word for at, word in enumerate(some, 1)} | {"secret_three": three.format(secret_of(three))}
    return known | {key: said[language] for key, said in SAID.items()}
