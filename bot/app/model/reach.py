"""Who may reach whom: which deed may be done, by what stands between two people; and the query of what does."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from bot.app.model.chats import Preferences
from bot.app.rows import Rows, as_json


class Contact(Enum):
    """What one person does by which another is reached. What many are filtered by in a query goes by the same table."""

    LIST = "list"
    """To stand by name in a list of the other's: friends, or a profile that they ask for."""
    PAIR = "pair"
    """To be paired with the other by the lobby, or to be seen and taken there."""
    CHALLENGE = "challenge"
    """To challenge the other by name."""
    CODE = "code"
    """To send the other a code by name."""
    TELL = "tell"
    """To be named to the other, in private, for what one did, with or without a sound; else one is *somebody* there."""
    RING = "ring"
    """To bring the other a message with a sound, in their private chat, that they need not have asked for."""
    TALK = "talk"
    """To say something that the other hears or reads: in a match, in a room, or as a clue."""
    WATCH = "watch"
    """To watch a match of the other's, which the other lets others watch."""
    OPEN = "open"
    """To play the other by their challenge's link or card, or once more.

    A code that is set, or a game to beat, is open to whoever has its link: they play alone, and meet nobody.
    """


@dataclass(frozen=True, slots=True)
class Relation:
    """What stands between a person and another whom they would reach."""

    blocks: bool = False
    """The person has blocked the other."""
    is_blocked: bool = False
    """The other has blocked the person."""
    is_banned: bool = False
    """One of the two is kept away by operators."""
    friends_only: bool = False
    """The other is challenged by those alone whom they know."""
    knows_me: bool = False
    """The other has played the person, or opened a link of theirs."""
    has_started: bool = False
    """The other has spoken to the bot in private."""
    is_away: bool = False
    """The other has blocked the bot, as far as it knows."""
    no_codes: bool = False
    """The other wishes to be sent no codes by name."""

    @property
    def is_parted(self) -> bool:
        """Whether the two shall not meet or hear of each other; the same for both."""
        return self.blocks or self.is_blocked or self.is_banned


def may(contact: Contact, relation: Relation) -> bool:
    """Whether the person may do that to the other."""
    if relation.is_parted:
        return False
    match contact:
        case Contact.PAIR:  # whoever looks is there, wherever they began
            return not relation.is_away
        case Contact.RING:
            return relation.has_started and not relation.is_away
        case Contact.CHALLENGE:
            return relation.knows_me or not relation.friends_only
        case Contact.CODE:
            return may(Contact.CHALLENGE, relation) and not relation.no_codes
        case Contact.LIST | Contact.TELL | Contact.TALK | Contact.WATCH | Contact.OPEN:
            return True


def relation_by(known: Preferences) -> Relation:
    """What their own chat says of somebody, where nothing else is asked: oneself, or whom one plays already."""
    seen = {"has_started": known.greeted, "is_away": not known.reachable}
    return Relation(friends_only=known.friends_only, no_codes=known.no_codes, **seen)


class Reach(Rows):
    """What stands between people, as it is stored."""

    async def relations(self, person: int, others: Iterable[int]) -> dict[int, Relation]:
        """What stands between the person and each of these people, by their ids."""
        keys = as_json({str(other): 0 for other in others})
        return {row["other_id"]: _relation(row) for row in await self.rows("relations", person_id=person, others=keys)}

    async def may(self, contact: Contact, person: int, other: int) -> bool:
        """Whether the person may do that to the other."""
        return may(contact, (await self.relations(person, (other,)))[other])

    async def unnamed(self, reader: int, people: Iterable[int]) -> frozenset[int]:
        """Those of the people who are *somebody* to the reader."""
        others = {*people} - {reader}
        relations = await self.relations(reader, others) if others else {}
        return frozenset([other for other, relation in relations.items() if not may(Contact.TELL, relation)])


COLUMNS = ("blocks", "is_blocked", "is_banned", "friends_only", "knows_me", "has_started", "is_away", "no_codes")


def _relation(row: Any) -> Relation:
    return Relation(**{column: bool(row[column]) for column in COLUMNS})
