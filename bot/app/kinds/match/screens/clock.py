"""How much time is left. Telegram counts it down by itself, in the words of whoever looks."""

from bot.app.kinds.match.model import Match, Sitter
from bot.app.screens.name import shown_name
from bot.app.texts import Html, Texts
from bot.game.model import Game, Phase, Seat

MINUTE, HOUR = 60, 3600
MANY = 2
"""From so many of a larger unit it is told in those."""


def clock_lines(match: Match, seat: Seat, texts: Texts, *, is_called: bool = False) -> list[Html]:
    """Whose time runs, mine first, and when it runs out; one line each.

    While secrets are chosen the time of both runs alike, and is told once. `is_called`: mine has been told already.
    """
    mine, others = match.sitters[seat], [other for at, other in enumerate(match.sitters) if at != seat]
    lines = [texts.html("time.mine", when=_in_words(mine, mine.since, texts))] if mine.deadline is not None else []
    if lines and match.game.phase is Phase.SECRETS:
        others = []
    return lines[is_called:] + [_theirs(other, texts) for other in others if other.deadline is not None]


def race_line(match: Match, seat: Seat, texts: Texts) -> list[Html]:
    """Since when both have been guessing, where less time may decide."""
    if match.began_at is None:
        return []
    turns = match.game.turns_of(seat)
    so_far = texts.html("lobby.ago", time=clock_face(turns[-1].at if turns else 0))
    return [texts.html("time.race", when=Html(f'<tg-time unix="{int(match.began_at)}" format="r">{so_far}</tg-time>'))]


def time_of(game: Game, seat: Seat) -> Html:
    """How long the seat's guesses have taken, where they race."""
    turns = game.turns_of(seat)
    return clock_face(turns[-1].at if turns else 0)


def clock_face(seconds: float) -> Html:
    """Minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return Html(f"{minutes}:{rest:02}")


def everybodys_clock_lines(match: Match, texts: Texts) -> list[Html]:
    """The same for those who only look on."""
    return [_theirs(sitter, texts) for sitter in match.sitters if sitter.deadline is not None]


def _theirs(sitter: Sitter, texts: Texts) -> Html:
    return texts.html("time.theirs", name=shown_name(sitter.name), when=_in_words(sitter, sitter.since, texts))


def reminder(sitter: Sitter, now: float, texts: Texts) -> Html:
    """What somebody is told for whom the game has waited long."""
    return texts.html("time.reminder", when=_in_words(sitter, now, texts))


def _in_words(sitter: Sitter, now: float, texts: Texts) -> Html:
    """When the time runs out, as it was `now` for those whose Telegram does not count."""
    deadline = sitter.deadline or now
    return Html(f'<tg-time unix="{int(deadline)}" format="r">{_later(deadline - now, texts)}</tg-time>')


def _later(seconds: float, texts: Texts) -> Html:
    if seconds >= MANY * HOUR:
        return texts.counted("time.hours", round(seconds / HOUR))
    if seconds >= MANY * MINUTE:
        return texts.counted("time.minutes", round(seconds / MINUTE))
    return texts.counted("time.seconds", max(0, round(seconds)))
