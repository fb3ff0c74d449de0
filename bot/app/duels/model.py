"""Challenges: an offer of a match, which binds nobody until it is accepted."""

import json
from base64 import urlsafe_b64encode
from dataclasses import asdict, dataclass, field
from enum import Enum
from hashlib import sha256
from typing import Annotated, Any

from bot.app.messages import Chat, Destination, Inline
from bot.app.model.bodies import LoneName, Name, PersonId, PersonName, Stays
from bot.app.model.game import check_format, destination_read, destination_written
from bot.app.model.terms import Terms
from bot.app.rows import Rows, as_json


class ChallengeState(Enum):
    """The state of a challenge."""

    UNSENT = "unsent"
    """Offered to its maker as an inline card; each card that is sent becomes a challenge of its own."""
    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Challenge:
    """An offer of a match on these terms, to whoever has the token or to one person."""

    token: Stays[str]
    """128 random bits; whoever holds it may accept."""
    terms: Stays[Terms]
    person: PersonId
    name: PersonName
    made_at: float
    expires_at: float
    to: PersonId | None = None
    """The only person who may accept; None: anybody but the challenger."""
    to_name: Annotated[str, Name("to")] = ""
    taker: PersonId | None = None
    """Who has accepted. While it is still open, the match waits for the challenger, who cannot be reached."""
    taker_name: Annotated[str, Name("taker")] = ""
    declined: tuple[LoneName, ...] = ()
    """The names of those who declined."""
    consents: tuple[PersonId, ...] = ()
    """Those who accepted on the card and have not started the bot; they are not asked again."""
    card: Stays[Destination | None] = None
    """Its card, if it has one."""
    seed: Stays[str] = ""
    """The seed of the lot, which becomes the match's."""
    state: ChallengeState = ChallengeState.OPEN
    match: Stays[str] = ""
    """The id of its match."""
    watched: bool = False
    """Whether others may watch the match, as whoever made it has switched; once accepted: as both know."""
    revision: Stays[int] = field(default=0, compare=False)
    """The number of times it was saved when it was read."""

    @property
    def lot_commitment(self) -> str:
        """SHA-256 of the lot's seed in hex."""
        return sha256(self.seed.encode()).hexdigest()

    @property
    def is_named(self) -> bool:
        """Whether it is for one person alone."""
        return self.to is not None


def token_on(card: Inline, offered: str) -> str:
    """The token of the challenge on a card; `offered`: the token with which the card was offered.

    It follows from both, so that the first press and Telegram's report lead to the same challenge, in either order.
    """
    return urlsafe_b64encode(sha256(f"{offered} {card.message}".encode()).digest()[:16]).decode().rstrip("=")


# Where challenges are stored.

AWAITED = {ChallengeState.UNSENT, ChallengeState.OPEN}
"""The states in which a challenge can still be accepted."""


class Challenges(Rows):
    """Stored challenges."""

    async def load(self, token: str) -> Challenge | None:
        """The challenge of that token."""
        row = await self.row("challenge", token=token)
        return None if row["token"] is None else _challenge(row)

    async def open_of(self, person: int) -> tuple[Challenge, ...]:
        """Challenges by the person that nobody has answered, the oldest first."""
        rows = await self.rows("open_challenges", person_id=person)
        return tuple([_challenge(row) for row in rows])

    async def answered_of(self, person: int, since: float, most: int) -> tuple[Challenge, ...]:
        """Challenges that they have made since that time and that wait no more, the latest first, at most so many."""
        rows = await self.rows("answered_challenges", person_id=person, since=since, most=most)
        return tuple([_challenge(row) for row in rows])

    async def open_in(self, chat: int, most: int) -> tuple[Challenge, ...]:
        """Unanswered challenges whose cards are in that chat, the oldest first, at most so many."""
        rows = await self.rows("open_challenges_in", chat_id=chat, most=most)
        return tuple([_challenge(row) for row in rows])

    async def bound_card(self, card: Inline) -> str:
        """The token with which the card was first pressed or reported; empty: none yet."""
        row = await self.row("bound_card", card=card.message)
        return row["token"] or ""

    def bind_card(self, card: Inline, offered: str) -> None:
        """Bind the card to the offer of that token, for good."""
        self.write("bind_card", card=card.message, token=offered, bound_at=self.wall())

    def save(self, challenge: Challenge) -> None:
        """Save the challenge. The work begins again if another has saved it since it was read."""
        self.replace(
            "save_challenge",
            "token",
            token=challenge.token,
            person_id=challenge.person,
            card_chat=challenge.card.id if isinstance(challenge.card, Chat) else None,
            is_open=int(challenge.state in AWAITED),
            made_at=challenge.made_at,
            expires_at=challenge.expires_at,
            body=challenge_written(challenge),
            revision=challenge.revision,
        )


def _challenge(row: Any) -> Challenge:
    return challenge_read(row["token"], row["body"], row["revision"])


# Challenges as JSON with a format number; readers for old formats stay.

FORMAT = 1
EVERYBODY = 0
"""Nobody's number: first among the consents it says that others may watch, which older versions read and ignore."""


def challenge_written(challenge: Challenge) -> str:
    """The challenge as JSON, without what has columns of its own."""
    data = asdict(challenge) | {
        "format": FORMAT,
        "state": challenge.state.value,
        "card": destination_written(challenge.card),
    }
    del data["token"], data["revision"]
    if data.pop("watched"):
        data["consents"] = (EVERYBODY, *data["consents"])
    return as_json(data)


def challenge_read(token: str, body: str, revision: int) -> Challenge:
    """The challenge of a row. Raises ValueError for an unknown format."""
    data: dict[str, Any] = json.loads(body)
    check_format(data, FORMAT, "a challenge")
    del data["format"]
    terms, state, card = (
        Terms(**data.pop("terms")),
        ChallengeState(data.pop("state")),
        destination_read(data.pop("card")),
    )
    for people in ("declined", "consents"):
        data[people] = tuple(data.get(people, ()))
    data["watched"] = EVERYBODY in data["consents"]
    data["consents"] = tuple(person for person in data["consents"] if person != EVERYBODY)
    return Challenge(token=token, terms=terms, state=state, card=card, revision=revision, **data)
