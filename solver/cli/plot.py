"""A histogram as a picture. The only importer of matplotlib, an optional dependency."""

from pathlib import Path

from solver.cli.bad_input import BadInput
from solver.evaluate import Evaluation


class Plot:
    """A file to draw into. Raises BadInput at once if that is not possible, before anything is computed."""

    def __init__(self, name: str) -> None:
        self._path = Path(name)
        if self._path.suffix.lower() != ".png" or not self._path.parent.is_dir():
            raise BadInput(f"{name!r} cannot be drawn into: name a .png file in a folder that exists")
        try:
            from matplotlib.figure import Figure  # noqa: PLC0415 -- large, and needed for this alone
        except ImportError:
            raise BadInput("plots need the extra `plots`: pip install '.[plots]' in the project's folder") from None
        self._figure = Figure(figsize=(8, 4.5), layout="constrained")

    def draw(self, evaluation: Evaluation, title: str) -> None:
        """Draw how many secrets took how many guesses. Raises BadInput if the file cannot be written."""
        axes = self._figure.subplots()
        guesses = range(1, evaluation.max + 1)
        bars = axes.bar(guesses, [evaluation.histogram.get(number, 0) for number in guesses], color="#3a7ca5")
        axes.bar_label(bars)
        axes.set(title=f"{title}: {evaluation.mean:.4f} guesses on average", xlabel="guesses", ylabel="secrets")
        axes.set_xticks(guesses)
        axes.spines[["top", "right"]].set_visible(False)
        try:
            self._figure.savefig(self._path, dpi=150)
        except OSError as error:
            raise BadInput(f"{self._path} cannot be written: {error.strerror}") from None
