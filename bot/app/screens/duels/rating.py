"""Ratings in words and figures: of somebody, and what a match has done to them."""

from bot.app.model.match import Match
from bot.app.model.record import MOST_A_DAY
from bot.app.screens.name import shown_name
from bot.app.texts import Html, Texts
from bot.game.model import Seat
from bot.game.rating import Rating
from solver.variant import VARIANTS

FAMILIES = {variant.shape: name for name, variant in reversed(VARIANTS.items())}
"""What a family is called by: the first variant of it."""
MINUS = "\N{MINUS SIGN}"
HALF = "½"


def family_name(family: str, texts: Texts) -> Html:
    """The family in words."""
    return texts.html(f"variant.{FAMILIES[family]}")


def figure(rating: Rating) -> str:
    """`1612`, or `1612?` while it is uncertain."""
    return f"{round(rating.value)}{'?' if rating.is_provisional else ''}"


def points(score: float) -> str:
    """`2`, `2½`, `½`."""
    whole, rest = divmod(score, 1)
    return f"{int(whole) or ('' if rest else 0)}{HALF if rest else ''}"


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
    change = f"{before} → {after} ({_signed(after - before)})"
    if mine:
        return texts.html("rating.mine", change=change)
    return texts.html("{name}: {change}", name=shown_name(match.sitters[seat].name), change=change)


def _signed(change: int) -> str:
    return f"{MINUS if change < 0 else '+' if change else '±'}{abs(change)}"
