"""Makes the catalogue of puzzles: `python -m bot.build_puzzles`.

It tries seed after seed and keeps those that come to a puzzle that is sound. The same code makes the same file; a file
in use may only be made longer, because people have tried its puzzles by their numbers.
"""

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import count

from bot.app.puzzles.model import FILE, HASHES
from bot.game.puzzles import KINDS, made
from solver.variant import VARIANTS

VARIED = ("classic", "three", "mastermind", "five")
EACH = 320
"""Puzzles of each kind in each variant."""


def good(kind: str, variant: str) -> Iterator[str]:
    """The lines of all good puzzles of that kind, in the order of their seeds."""
    for seed in count(1):
        puzzle = made(kind, VARIANTS[variant], seed)
        if puzzle is not None and KINDS[kind].is_sound(puzzle):
            yield f"{kind} {variant} {seed} {KINDS[kind].size(puzzle)}"


def main() -> None:
    """Write the catalogue and its SHA-256: one puzzle of each kind and variant in turn."""
    if len(sys.argv) > 1:
        sys.exit("python -m bot.build_puzzles takes no arguments")
    sources = [good(kind, variant) for variant in VARIED for kind in KINDS]
    lines = []
    for number in range(EACH):
        lines += [next(source) for source in sources]
        sys.stderr.write(f"\r{number + 1}/{EACH}")
    text = "".join(f"{line}\n" for line in lines)
    FILE.write_text(text, "utf-8")
    HASHES.write_text(json.dumps({FILE.name: sha256(text.encode()).hexdigest()}, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
