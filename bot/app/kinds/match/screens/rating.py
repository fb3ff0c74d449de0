"""What a match has done to the ratings of those who played it, or will not do."""

from bot.app.kinds.match.model import Match
from bot.app.model.record import MOST_A_DAY
from bot.app.screens.name import shown_name
from bot.app.texts import Html, Texts
from bot.game.model import Seat

MINUS = "\N{MINUS SIGN}"


def rating_lines(match: Match, seat: Seat | None, texts: Texts) -> list[Html]:
    """What the end of the match did to the ratings, mine first, or why nothing; `seat` None: for an onlooker."""
    if match.unrated_because:
        return [texts.counted("rating.often", MOST_A_DAY)]
    seats = sorted(range(len(match.changes)), key=lambda other: other != seat)
    return [_change(match, Seat(other), texts, mine=other == seat) for other in seats]


def will_not_count(match: Match, texts: Texts) -> list[Html]:
    """Before the end of a rated match: that it will do nothing to the ratings, where that is known."""
    return [texts.counted("rating.will-not-count", MOST_A_DAY)] if match.unrated_because and not match.is_over else []


def _change(match: Match, seat: Seat, texts: Texts, *, mine: bool) -> Html:
    before, after = (round(value) for value in match.changes[seat])
    change = f"{before} → {after} ({_with_sign(after - before)})"
    if mine:
        return texts.html("rating.mine", change=change)
    return texts.html("{name}: {change}", name=shown_name(match.sitters[seat].name), change=change)


def _with_sign(change: int) -> str:
    return f"{MINUS if change < 0 else '+' if change else '±'}{abs(change)}"
