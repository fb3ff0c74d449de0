"""`python -m benchmarks.draw` draws the pictures of docs/, all or some."""

from collections.abc import Callable, Mapping
from pathlib import Path

from matplotlib.figure import Figure

from benchmarks import growth, lobby_picture, million_pictures, plots
from benchmarks.size import MOMENT, WHOLE, Size
from sandbox.arguments import Parser

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
DOTS = 110
"""Dots per inch."""
PICTURES: Mapping[str, Callable[[Size], Figure]] = {
    "growth": growth.growth,
    "lobby": lobby_picture.lobby,
    "players": plots.players,
    "questions": plots.questions,
    "candidates": plots.candidates_left,
    "million": million_pictures.waits,
    "processor": million_pictures.processor,
}


def main() -> None:
    options = Parser(prog="python -m benchmarks.draw", description=__doc__)
    options.add_argument("names", nargs="*", choices=[*PICTURES, []], metavar="name", help=", ".join(PICTURES))
    options.add_argument("--moment", action="store_true", help="see whether they can be drawn, from next to nothing")
    options.add_argument("--into", type=Path, default=FOLDER, help="the folder (docs/pictures)")
    given = options.parse_args()
    for name in given.names or PICTURES:
        PICTURES[name](MOMENT if given.moment else WHOLE).savefig(given.into / f"{name}.png", dpi=DOTS)
        print(given.into / f"{name}.png")


if __name__ == "__main__":
    main()
