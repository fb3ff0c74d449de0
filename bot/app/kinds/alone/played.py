"""What is kept for ever of a game alone. Of those who guessed in a group only whoever began it is known by id."""

from bot.app.kinds.alone.model import Alone
from bot.app.model.ledger_lines import ACCURACY, COSTLIEST, DAILY, IN_GROUP, LUCK
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
    daily = {} if game.daily is None else {DAILY: str(game.daily.number)}
    group = {IN_GROUP: "1"} if game.chat.is_group else {}
    return Gist(position(game.game), (game.starter,), (game.salt,), facts | contest | daily | group | _review_of(game))


def _review_of(game: Alone) -> dict[str, str]:
    """What is kept of its review."""
    found = game.costliest
    if found is None or found.accuracy is None:
        return {}
    return {ACCURACY: f"{found.accuracy:g}", LUCK: f"{found.luck:g}", COSTLIEST: str(found.number)}
