"""The ports `Matches` and `Challenges` over named queries."""

from typing import Any

from bot.app.messages import Chat
from bot.app.model.challenge import Challenge, State
from bot.app.model.limits import MATCHES
from bot.app.model.match import COMPUTER, Match
from bot.app.ports import Glance
from bot.storage.match_codec import challenge_read, challenge_written, match_read, match_written
from bot.storage.writes import Writes

AWAITED = {State.UNSENT, State.OPEN}
"""The states that are not the last."""


class StoredMatches:
    """The games between people."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def load(self, match: str) -> Match | None:
        """The match of that id."""
        row = await self._queries.match(self._session, match_id=match)
        return None if row[0] is None else match_read(*row)

    async def running(self, person: int, *, most: int = MATCHES) -> tuple[Match, ...]:
        """Those that the person is playing, the oldest first: so many at most."""
        rows = self._queries.running_matches(self._session, person_id=person, most=most)
        return tuple([match_read(*row) async for row in rows])

    async def count(self, person: int) -> int:
        """How many the person is playing."""
        (running,) = await self._queries.running_count(self._session, person_id=person)
        return int(running)

    def save(self, match: Match) -> None:
        """Keep the match. The work begins again if somebody else has saved it meanwhile."""
        is_over = int(match.is_over)
        columns = {"match_id": match.id, "is_over": is_over, "opened_at": match.opened_at}
        self._writes.replace("save_match", "match_id", **columns, revision=match.revision, body=match_written(match))
        if match.revision == 0 or is_over:
            for seat, sitter in enumerate(match.sitters):
                if sitter.person == COMPUTER:
                    continue
                self._writes.add("seat", match_id=match.id, seat=seat, person_id=sitter.person, is_over=is_over)
        if is_over:
            self._writes.add("drop_drafts", table_id=match.id)

    def hold(self, match: Match) -> None:
        """Let nobody save the match while we tell of it. The work begins again if somebody has done so meanwhile."""
        if all(row["match_id"] != match.id for row in self._writes.rows("save_match")):
            self.save(match)

    async def glance(self, chat: int) -> Glance:
        """What the person of that private chat looks at."""
        front, table, number, has_matches = await self._queries.glance(self._session, chat_id=chat)
        return Glance(front, table, number, bool(has_matches))

    def bring_to_front(self, chat: Chat, game: str | None) -> None:
        """From now on the person looks at this match or table; None: it is not known at which."""
        self._writes.add("bring_to_front", chat_id=chat.id, front=game)


class StoredChallenges:
    """The offers of matches."""

    def __init__(self, queries: Any, session: Any, writes: Writes) -> None:
        self._queries = queries
        self._session = session
        self._writes = writes

    async def load(self, token: str) -> Challenge | None:
        """The challenge of that token."""
        row = await self._queries.challenge(self._session, token=token)
        return None if row[0] is None else challenge_read(*row)

    async def open_of(self, person: int) -> tuple[Challenge, ...]:
        """Those that the person has made and nobody has answered, the oldest first."""
        rows = self._queries.open_challenges(self._session, person_id=person)
        return tuple([challenge_read(*row) async for row in rows])

    async def open_in(self, chat: int) -> tuple[Challenge, ...]:
        """Those that nobody has answered and whose cards stand in that chat, the oldest first."""
        rows = self._queries.open_challenges_in(self._session, chat_id=chat)
        return tuple([challenge_read(*row) async for row in rows])

    def save(self, challenge: Challenge) -> None:
        """Keep the challenge. The work begins again if somebody else has saved it meanwhile."""
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
