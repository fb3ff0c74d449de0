"""What is kept for ever of a game alone. Of those who guessed in a group only whoever began it is known by id."""

from bot.app.kinds.alone.model import Alone
from bot.app.model.options import Help
from bot.app.model.played import Gist, Progress
from bot.game.notation import position


def progress_of(game: Alone) -> Progress:
    """How far the game has come."""
    return Progress(len(game.game.turns), (game.suggestions,))


def gist_of(game: Alone) -> Gist | None:
    """What is kept; nothing where nobody has guessed, and of what was played for practice."""
    if not game.game.turns or game.is_practice:
        return None
    facts = {} if game.help is Help.NORMAL else {"help": game.help.value}
    contest = {} if game.target is None else {"contest": game.target.token}
    daily = {} if game.daily is None else {"daily": str(game.daily.number)}
    return Gist(position(game.game), (game.starter,), (game.salt,), facts | contest | daily)
