"""A match: a stored game between people, each of whom looks at it from a chat of their own.

Whoever sits at it comes first, then the match; what is stored of it, names on screens, and what is kept for ever.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from hashlib import sha256
from typing import Annotated, Any

from bot.app.duels.arranging_screens import partners_name
from bot.app.messages import Destination
from bot.app.model.bodies import LEFT, Id, Own, PersonId, PersonName, Stays
from bot.app.model.game import (
    COMPUTER,
    Codec,
    Gist,
    Header,
    Progress,
    check_format,
    code_read,
    code_written,
    destination_read,
    destination_written,
    hint_read,
    hint_written,
)
from bot.app.model.hints import Hint
from bot.app.model.terms import CLOCKS, Terms
from bot.app.screens.people import shown_name
from bot.app.texts import Texts
from bot.game.fair_play import GuardedGame
from bot.game.leaving import Way
from bot.game.model import Game, Phase, Seat
from bot.game.notation import game_at, position
from solver.variant import Code, Variant

HELD, PLAYED_FOR = "held", "played-for"
"""What has become of the bot's number that it has not shown: the person is asked, or breaks it in a game of its own."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody in a seat, and what only their own screen shows."""

    person: PersonId
    name: PersonName
    chat: Annotated[int | None, Own(None)]
    """Where their screen is; None: they play on the card alone, and nothing can be sent to them."""
    deadline: Stays[float | None] = None
    """When their time runs out; None while they need not do anything, or have no clock."""
    since: Stays[float] = 0.0
    """From when on that time is counted."""
    awaited: Stays[int] = 0
    """Which of their moves it is for: 0 for the secret, then the guesses from 1."""
    wound_in: Stays[int] = 0
    """The match's revision when the deadline was set."""
    keypad: Stays[bool] = True
    asked_again: Annotated[Code | None, Own(None)] = None
    """The code that was pointed out as asked before; sent once more, it counts."""
    asking: Stays[str] = ""
    """What their screen asks before it ends the game (`resign`, `abort`); empty: nothing."""
    offers: Stays[str] = ""
    """The end that they offer, which needs both: a `Way` by its value (`draw`, `call-off`); empty: none."""
    offered_after: Stays[int | None] = None
    """After how many guesses of their own they made their last offer; None: never."""
    rematch_asked: Annotated[float | None, Own(None)] = None
    """When they asked for another match after this one."""
    declines_rematch: Stays[bool] = False
    """Whether they would rather not have the one that the other asked for."""
    aborted: Stays[str] = ""
    """How they have left the game undone, a `Way` by its value (`wish`, `time`, `gone`, `call-off`); empty: not."""
    talks: Annotated[bool, Own(left=False)] = False
    """Whether they would like to talk with a stranger."""
    hears: Stays[bool] = True
    """Whether they read what the other says."""
    blocks: Stays[bool] = False
    """Whether they never want to meet the other again."""
    proof: Stays[bool] = False
    """Whether their screen unfolds the proof of fair play."""
    reviewed: Stays[bool] = False
    """Whether they have asked for the review: the proof stands in the place of its button then."""
    allows_hints: Stays[bool] = False
    """Whether hints may be taken, as far as they are concerned."""
    hint: Annotated[Hint | None, Own(None)] = None
    """What they have been told, until their next guess."""
    hints: Stays[int] = 0
    """How many hints they have taken."""
    notes: Annotated[str, Own("")] = ""
    """What they have noted of the symbols."""
    told_gone: Stays[bool] = False
    """Whether the others have heard, since their last move, that they cannot be reached."""


@dataclass(frozen=True, slots=True)
class Played:
    """How well somebody played: how close to perfect play in percent, and how many bits luck gave them."""

    accuracy: float
    luck: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Match(Header):
    """A game between people and all that its screens show, except what somebody is typing on a keypad.

    `salt` is the seed of the lot that says who begins; its fingerprint is shown before anything the lot depends on is
    known. Empty: no lot is drawn, the first seat begins.
    """

    chat: None = None
    game: Game
    clock: Stays[str]
    rated: bool
    sitters: tuple[Sitter, ...]
    """By seat."""
    salts: Stays[tuple[str, ...]]
    """One for each secret of the game."""
    began_at: float | None = None
    """When the secrets were ready."""
    friends: bool = False
    """They came together by an invitation, not through the lobby."""
    card: Stays[Destination | None] = None
    """The message that shows everybody how it goes."""
    on_card: bool = False
    """Whether it is played there as well, by keys that all see and answers that only the presser hears."""
    card_by: Annotated[int, Id(left=0)] = 0
    """In whose words the card is, where it stands in no group; 0: in those of the first seat."""
    changes: tuple[tuple[float, float], ...] = ()
    """By seat: the rating before and after, if the game counted."""
    unrated_because: Stays[str] = ""
    """Why a rated game did not count; empty: it did, or never should."""
    half_because: Stays[str] = ""
    """Why it counted half, for both or for the winner; empty: it did not."""
    rematch: Stays[str] = ""
    """The match that they began after it."""
    reviews: tuple[Played, ...] = ()
    """By seat: how well they played, once that has been thought through."""
    level: Stays[str] = ""
    """How strong the bot plays, where it has a seat; empty: they are people."""
    labels: Stays[str] = ""
    """The seed by which the bot's guesses are relabelled, where its level has that; nobody learns it before the end."""
    shown: Stays[tuple[str, ...]] = ()
    """By seat: the secret of the match before, which the other has seen at its end; empty: there was none."""
    number: Stays[str] = ""
    """HELD or PLAYED_FOR where the bot has won and its number is still hidden; empty: the end tells everything."""
    earned: Stays[tuple[str, ...]] = ()
    """The achievements that it has brought whoever has beaten the bot in it."""
    watched: bool = False
    """Whether others may watch it, as both knew when it began."""
    watch_due: float = 0.0
    """When those who watch it are shown it next, or were last; see `tell_watchers`."""
    applause: Stays[tuple[int, ...]] = ()
    """How often those who watch have reacted, by the place of the sign in REACTIONS, as of the last move."""
    left: tuple[float, ...] = ()
    """By seat: the seconds left of its budget when its clock last stopped or was started; empty: there are none."""
    given: Stays[tuple[int, ...]] = ()
    """By seat: how often it has given the other more time; empty: never."""
    paths: Stays[tuple[tuple[int, ...], ...]] = ()
    """By seat: how many codes were left to it, from the start on, once that has been thought through."""
    published: bool = False
    """Whether one of the two has made the link that shows the review of both to whoever opens it."""

    @property
    def terms(self) -> Terms:
        """What they agreed on."""
        return Terms(self.game.mode.name, self.game.variant.name, self.clock, self.rated)

    def seat_of(self, person: int) -> Seat | None:
        """Where the person sits."""
        return next((Seat(seat) for seat, sitter in enumerate(self.sitters) if sitter.person == person), None)

    def with_sitter(self, seat: Seat, sitter: Sitter) -> "Match":
        """The match with somebody's state changed."""
        return replace(self, sitters=tuple(sitter if at == seat else other for at, other in enumerate(self.sitters)))

    def renamed(self, person: int, name: str) -> "Match":
        """Whoever has a seat."""
        seat = self.seat_of(person)
        return self if seat is None else self.with_sitter(seat, replace(self.sitters[seat], name=name))

    def must_act(self, seat: Seat) -> bool:
        """Whether the game waits for this seat: for its secret, or for its guess."""
        if self.game.phase is Phase.SECRETS:
            return self.game.secrets[1 - seat] is None
        return self.game.may_guess(seat)

    def wants_secret(self, seat: Seat) -> bool:
        """Whether the seat has still to keep a secret."""
        return self.game.phase is Phase.SECRETS and self.must_act(seat)

    @property
    def mode_name(self) -> str:
        """The name of its mode."""
        return self.game.mode.name

    @property
    def has_hints(self) -> bool:
        """Whether hints may be taken: in friendly games, if everybody allows them."""
        return not self.rated and all(sitter.allows_hints for sitter in self.sitters)

    def turn_of(self, seat: Seat) -> int:
        """How far the game has come for the seat: what it decides counts only for the turn that it saw."""
        return len(self.game.turns if self.game.mode.in_turn else self.game.turns_of(seat))

    def guarded_for(self, person: int) -> GuardedGame | None:
        """The game as that person knows it, if it is rated."""
        seat = self.seat_of(person)
        if seat is None or not self.rated:
            return None
        known, is_live = self.game.history_of(seat), self.terms.the_clock.is_live
        return GuardedGame(self.game.variant, known, is_live)

    @property
    def has_lot(self) -> bool:
        """Whether a lot says who begins."""
        return self.game.mode.in_turn and bool(self.salt)

    @property
    def lot_commitment(self) -> str:
        """SHA-256 of the seed in hex."""
        return sha256(self.salt.encode()).hexdigest()

    def commitment(self, at: int) -> str:
        """SHA-256 of `"<secret> <salt>"` in hex, for the secret that stands at this place of the game's."""
        secret = self.game.secrets[at]
        if not secret:
            raise ValueError("only a secret that is kept and known can be committed to")
        return sha256(f"{self.game.variant.format(secret)} {self.salts[at]}".encode()).hexdigest()


def lot(match: Match) -> tuple[str, Seat]:
    """What decides who begins, and who does: an even digest the first seat, an odd one the second.

    It is the SHA-256 of the seed with both secrets, or, where the bot keeps the only one, with the numbers that both
    have at Telegram. Nobody can steer it: the seed's fingerprint is shown before secrets or players are known, and
    players never learn the seed before the end.
    """
    game = match.game
    written = [game.variant.format(secret) for secret in game.secrets if secret]
    parts = written if game.mode.own_secrets else [str(sitter.person) for sitter in match.sitters]
    text = " ".join((match.salt, *parts))
    return text, Seat(int(sha256(text.encode()).hexdigest(), 16) % 2)


def seats_of(match: Match) -> tuple[int, ...]:
    """By seat, the persons who play; COMPUTER where the bot sits."""
    return tuple(sitter.person for sitter in match.sitters)


def stands_in(match: Match, chat: int, person: int) -> bool:
    """Whether the person plays the match and sees it in that chat."""
    seat = match.seat_of(person)
    return seat is not None and match.sitters[seat].chat == chat


def must_act(match: Match, person: int) -> bool:
    """Whether the match waits for that person."""
    seat = match.seat_of(person)
    return seat is not None and match.must_act(seat)


# A match, as it is stored.

FORMAT = 1
OWN = tuple(field.name for field in fields(Match) if field.name not in {field.name for field in fields(Header)})
LATER = ("offered_after", "reviewed")
"""What a sitter has had since versions that do not know it: written where it says something."""
LATER_OF_MATCH = (
    *("card_by", "earned", "half_because", "labels", "shown"),
    *("watched", "watch_due", "applause", "left", "given", "paths", "published"),
)
"""The same of a match."""


def body_of(match: Match) -> dict[str, Any]:
    """What is stored of the match besides its header."""
    own = {name: getattr(match, name) for name in OWN if name not in LATER_OF_MATCH or getattr(match, name)}
    clock = CLOCKS.get(match.clock)
    if clock is not None and clock.known_as:  # a former version reads this clock, and keeps no `pace`
        own |= {"clock": clock.known_as, "pace": match.clock}
    return own | {
        "format": FORMAT,
        "game": position(match.game),
        "sitters": [_sitter_written(sitter, match.game.variant) for sitter in match.sitters],
        "reviews": [asdict(played) for played in match.reviews],
        "card": destination_written(match.card),
    }


def game_of(header: dict[str, Any], body: Mapping[str, Any]) -> Match:
    """The match that was stored so. Raises ValueError for a format that is not known."""
    check_format(body, FORMAT, f"game {header['id']}")
    game = game_at(body["game"])
    read = {name: body[name] for name in OWN if name in body} | {
        "game": game,
        "clock": pace if (pace := body.get("pace")) in CLOCKS else body["clock"],
        "sitters": tuple(_sitter_read(sitter, game.variant) for sitter in body["sitters"]),
        "reviews": tuple(Played(**played) for played in body["reviews"]),
        "salts": tuple(body["salts"]),
        "shown": tuple(body.get("shown", ())),
        "earned": tuple(body.get("earned", ())),
        "applause": tuple(body.get("applause", ())),
        "left": tuple(body.get("left", ())),
        "given": tuple(body.get("given", ())),
        "paths": tuple(tuple(path) for path in body.get("paths", ())),
        "changes": tuple((before, after) for before, after in body["changes"]),
        "card": destination_read(body["card"]),
    }
    return Match(**header, **read)


def _sitter_written(sitter: Sitter, variant: Variant) -> dict[str, Any]:
    asked_again = code_written(sitter.asked_again, variant)
    written = asdict(sitter) | {"asked_again": asked_again, "hint": hint_written(sitter.hint, variant)}
    unset = {name for name in LATER if written[name] is None or written[name] is False}
    return {name: value for name, value in written.items() if name not in unset}


def _sitter_read(written: Mapping[str, Any], variant: Variant) -> Sitter:
    asked_again = code_read(written["asked_again"], variant)
    read = dict(written) | {"asked_again": asked_again, "hint": hint_read(written["hint"], variant)}
    if read.pop("offers_draw", False):  # as it was written before there was another end to offer
        read["offers"] = Way.DRAW.value
    return Sitter(**read)


# What those who play a match are called on screens.


def name_of(match: Match, seat: Seat, texts: Texts) -> str:
    """What whoever sits there is called, safe to show: the bot, and who has left, in the words of whoever reads."""
    sitter = match.sitters[seat]
    if sitter.person == COMPUTER:
        return partners_name(match.level, texts)
    return texts.plain("name.left") if sitter.person == LEFT else shown_name(sitter.name)


def rival_of(match: Match, seat: Seat, texts: Texts) -> str:
    """The name of the other of two, safe to show."""
    return name_of(match, Seat(1 - seat), texts)


# What is kept for ever of a match. What it did to ratings stands in the results.


def progress_of(game: Match) -> Progress:
    """How far the match has come."""
    return Progress(len(game.game.turns), tuple(sitter.hints for sitter in game.sitters))


def gist_of(game: Match) -> Gist | None:
    """What is kept; nothing where nobody has guessed and nobody has won."""
    outcome = game.game.outcome
    if not game.game.turns and (outcome is None or outcome.winner is None):
        return None
    known = {"clock": game.clock, "rated": "1" if game.rated else "", "level": game.level}
    facts = {name: value for name, value in known.items() if value}
    return Gist(position(game.game), seats_of(game), (game.salt, *game.salts), facts)


CODEC = Codec("match", Match, body_of, game_of, progress_of, gist_of, seats_of)
