"""The port `Challenges`, over named queries."""

from typing import Any

from bot.app.messages import Chat, Inline
from bot.app.model.challenge import Challenge, State
from bot.storage.challenge_codec import challenge_read, challenge_written
from bot.storage.writes import Writes
from bot.wall_clock import wall

AWAITED = {State.UNSENT, State.OPEN}
"""The states in which a challenge can still be accepted."""


class StoredChallenges:
    """Stored challenges."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def load(self, token: str) -> Challenge | None:
        """The challenge of that token."""
        row = await self._queries.challenge(self._session, token=token)
        return None if row["token"] is None else _challenge(row)

    async def open_of(self, person: int) -> tuple[Challenge, ...]:
        """Challenges by the person that nobody has answered, the oldest first."""
        rows = self._queries.open_challenges(self._session, person_id=person)
        return tuple([_challenge(row) async for row in rows])

    async def open_in(self, chat: int, most: int) -> tuple[Challenge, ...]:
        """Unanswered challenges whose cards are in that chat, the oldest first, at most so many."""
        rows = self._queries.open_challenges_in(self._session, chat_id=chat, most=most)
        return tuple([_challenge(row) async for row in rows])

    async def bound_card(self, card: Inline) -> str:
        """The token with which the card was first pressed or reported; empty: none yet."""
        row = await self._queries.bound_card(self._session, card=card.message)
        return row["token"] or ""

    def bind_card(self, card: Inline, offered: str) -> None:
        """Bind the card to the offer of that token, for good."""
        self._writes.add("bind_card", card=card.message, token=offered, bound_at=wall())

    def save(self, challenge: Challenge) -> None:
        """Save the challenge. The work begins again if another has saved it since it was read."""
        self._writes.replace(
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
