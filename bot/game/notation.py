"""A game in one line of text, as FEN serves chess: `solo classic 0834 | 0123 4567 | resigned 0`.

Mode, variant, secrets (`-`: not kept yet) and, where they guess in turn, who begins; where people come and go, how many
sit there; the guesses in order, with their seat and, where time can decide, the seconds since play began; who has left,
and how it was ended, if not by breaking the code. Feedback is not written where it follows.
Two codes broken by the same guesses: `x2 classic 0834 4567 | 0123 4567`.
A duel: `duel classic 0123 4567 first 1 | 1:8901 0:4560 | timed-out 1`.
Without a secret the replies stand with the guesses: `think classic | 0123=1B0C 4567=0B2C`.
Three in a circle, the second of whom has left: `circle classic 0123 first 0 seats 3 | 0:8901 | resigned 1`.
"""

import re
from dataclasses import replace

from bot.game.model import HIDDEN, MODES, Game, Gone, Mode, Seat, Termination, Turn
from solver.feedback import Feedback, feedback_for
from solver.variant import Code, Variant, variant_named

MISSING = "-"
TURN = re.compile(
    r"(?:(?P<seat>\d+):)?(?P<guess>[^@:=]+)(?:=(?P<bulls>\d)B(?P<cows>\d)C)?(?:@(?P<at>[\d.e+-]+))?", re.ASCII
)
END = re.compile(r"(?P<why>resigned|timed-out) (?P<seat>\d+)|(?P<how>agreed|aborted)")


def position(game: Game) -> str:
    """The line of a game. Needs the whole game, with all secrets."""
    wants_secret = game.mode.has_secret and not game.mode.own_secrets
    if HIDDEN in game.secrets or (wants_secret and not game.secret):
        raise ValueError("a game without its secret cannot be written down")
    secrets = [MISSING if secret is None else game.variant.format(secret) for secret in game.secrets]
    order = ["first", str(game.first)] if game.mode.in_turn else []
    company = ["seats", str(len(game.seats))] if game.mode.grows else []
    head = [game.mode.name, game.variant.name, *secrets, *order, *company]
    ends = [f"{gone.why.value} {gone.seat}" for gone in game.gone] + ([game.ended.value] if game.ended else [])
    return " | ".join([" ".join(head), " ".join(_turn(turn, game) for turn in game.turns), *ends]).rstrip()


def _turn(turn: Turn, game: Game) -> str:
    seat = f"{turn.seat}:" if game.mode.grows or game.mode.seats > 1 else ""
    reply = "" if game.mode.has_secret else f"={turn.feedback}"
    return f"{seat}{game.variant.format(turn.guess)}{reply}{f'@{turn.at!r}' if turn.at else ''}"


def game_at(line: str) -> Game:
    """The game of a line. Raises ValueError for a malformed line."""
    head, _, rest = line.partition("|")
    guesses, *ends = rest.split("|")
    game = _begun(head)
    for end in ends:
        game = _ended(game, end.strip())
    return replace(game, turns=tuple(_read(word, game) for word in guesses.split()))


def _begun(head: str) -> Game:
    try:
        mode_name, variant_name, *words = head.split()
        mode, variant = MODES[mode_name], variant_named(variant_name)
    except (KeyError, ValueError):
        raise ValueError("not a position: it begins with mode and variant") from None
    count = mode.seats if mode.own_secrets else mode.codes * mode.has_secret
    secrets, rest = words[:count], words[count:]
    flags = ["first"] * mode.in_turn + ["seats"] * mode.grows
    if len(secrets) != count or rest[::2] != flags or len(rest) != 2 * len(flags):
        raise ValueError("not a position: after the variant come the secrets, then who begins and how many sit there")
    numbers = dict(zip(rest[::2], rest[1::2], strict=True))
    game = Game(variant, mode, tuple(_secret(word, variant) for word in secrets), joined=_joined(numbers, mode))
    return replace(game, first=_seat(numbers["first"], game)) if mode.in_turn else game


def _secret(word: str, variant: Variant) -> Code | None:
    return None if word == MISSING else variant.parse(word)


def _joined(numbers: dict[str, str], mode: Mode) -> int:
    count = numbers.get("seats", str(mode.seats))
    if not count.isdecimal() or not mode.seats <= int(count) <= (mode.most or mode.seats):
        raise ValueError("not a position: so many cannot sit there")
    return int(count) - mode.seats


def _seat(word: str, game: Game) -> Seat:
    if not word.isdecimal() or int(word) >= len(game.seats):
        raise ValueError("not a position: nobody sits there")
    return Seat(int(word))


def _read(word: str, game: Game) -> Turn:
    match = TURN.fullmatch(word)
    if match is None:
        raise ValueError("not a position: a guess stands there with its seat and perhaps its time")
    seat, guess = _seat(match["seat"] or "0", game), game.variant.parse(match["guess"])
    return Turn(seat, guess, _feedback(match, guess, game.secret_for(seat)), float(match["at"] or 0))


def _feedback(match: re.Match[str], guess: Code, secret: Code | None) -> Feedback:
    """The feedback: computed from the secret or, without one, as written."""
    if secret is None and match["bulls"]:
        return Feedback(int(match["bulls"]), int(match["cows"]))
    if secret is None or match["bulls"]:
        raise ValueError("not a position: nobody guesses before the secret is kept, and replies stand where it is not")
    return feedback_for(guess, secret)


def _ended(game: Game, end: str) -> Game:
    if not end:
        return game
    match = END.fullmatch(end)
    if match is None:
        raise ValueError("not a position: after the guesses there is how it was ended, or nothing")
    if match["how"] and game.ended is None:
        return replace(game, ended=Termination(match["how"]))
    if match["how"] or _seat(match["seat"], game) not in game.staying:
        raise ValueError("not a position: nobody leaves twice")
    return replace(game, gone=(*game.gone, Gone(_seat(match["seat"], game), Termination(match["why"]))))
