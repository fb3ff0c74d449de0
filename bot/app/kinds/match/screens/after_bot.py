"""What may follow a match against the bot."""

from bot.app.buttons import GamePress
from bot.app.kinds.match.model import HELD, Match
from bot.app.model.header import COMPUTER
from bot.app.model.levels import next_level
from bot.app.screen import Row, button
from bot.app.texts import Texts
from bot.app.verbs import OnPartner
from bot.game.model import Seat


def partner_rows(match: Match, seat: Seat, texts: Texts) -> tuple[Row, ...]:
    """After a match against the bot: to break its number anyway, or to play a stronger one."""

    def does(text: str, verb: OnPartner) -> Row:
        return (button(text, GamePress(verb, match.id, match.turn_of(seat))),)

    outcome = match.game.outcome
    if match.number == HELD:
        play_on = does(texts.plain("button.play-on"), OnPartner.PLAY_ON)
        return (play_on + does(texts.plain("button.tell-number"), OnPartner.TELL),)
    stronger = next_level(match.level) if match.level and outcome is not None and outcome.winner == seat else None
    if stronger is None or match.sitters[1 - seat].person != COMPUTER:
        return ()
    level = texts.plain(f"level.{stronger.name}")
    return (does(texts.plain("button.next-level", level=level), OnPartner.NEXT),)
