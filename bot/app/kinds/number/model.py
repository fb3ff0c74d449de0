"""A game of guessing a number, as it is stored: where it is played, by whom, and what its board shows besides."""

from dataclasses import dataclass, field, replace

from bot.app.model.board import ChatGame
from bot.app.model.fairness import commitment_to
from bot.game.number import NumberGame, given_up


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(ChatGame):
    """A game of guessing a number. Either the bot keeps the secret, or the person who began the game."""

    game: NumberGame
    starter_name: str
    asked_by: tuple[str, ...] = ()
    """Where the bot keeps the secret: the name of whoever asked each question."""
    step: int = 0
    """How often anything has been asked, answered or corrected: a press that decides something is for one step."""
    keypad: bool = False
    """Whether the keypad is unfolded."""
    correcting: bool = False
    """Whether the answers are laid out, for one of them to be corrected."""
    hinted: tuple[int, ...] = ()
    """After how many questions a hint was taken; the same one may be seen again."""
    wrong: int | None = field(default=None, compare=False)
    """The first answer, counted from 0, that is wrong for the secret which the person has just told. Never stored."""

    @property
    def bot_keeps(self) -> bool:
        """Whether the bot keeps the secret, and people ask."""
        return self.game.secret is not None

    @property
    def commitment(self) -> str:
        """SHA-256 of `"<secret> <salt>"` in hex. Raises ValueError where a person keeps the secret."""
        if self.game.secret is None:
            raise ValueError("a person keeps the secret")
        return commitment_to(str(self.game.secret), self.salt)

    @property
    def mastered(self) -> int:
        """How many numbers the range held, if a master guessed the bot's without a hint; else 0."""
        game = self.game
        return game.span.size if self.bot_keeps and game.is_mastered and not self.hinted else 0

    def after(self, game: NumberGame) -> "Number":
        """The game after a move: what the board showed of the moment before is gone."""
        step = self.step + 1
        return replace(self, game=game, step=step, correcting=False, asks_to_resign=False, resigning=())

    def given_up_at(self, now: float) -> "Number":
        """The running game once it is over, given up at that time."""
        return replace(self.after(given_up(self.game)), ended_at=now, proof=False)
