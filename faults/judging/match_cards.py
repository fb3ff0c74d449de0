"""Judges matches played on cards only, whose players the bot must never write to."""

from collections.abc import Iterator

from faults.judging.evidence import Evidence
from faults.judging.match_rows import StoredMatch
from faults.judging.sides import Sides
from faults.players.keypad import draft_in
from sandbox.html import parse


def written_to(evidence: Evidence) -> Iterator[str]:
    """People whom the bot has written to although they never opened it."""
    people = {person for pair in evidence.pairs if pair.on_cards for person in pair.people}
    said = [(said.chat, said.text) for said in evidence.said if said.person is None]
    refused = [(refused.chat, refused.text) for refused in evidence.stored.refused if not refused.inline]
    for chat, text in (*said, *refused):
        if chat in people:
            yield f"{chat} has never opened the bot, and was written to: {text!r}"


def shown_drafts(evidence: Evidence) -> Iterator[str]:
    """Cards that show a draft, which only its player may see."""
    places = {pair.group for pair in evidence.pairs if pair.on_cards}
    for said in evidence.said:
        if said.chat in places and said.person is None and draft_in(parse(said.text)[0]):
            yield f"chat {said.chat} was shown a draft: {said.text!r}"


def is_on_cards(sides: Sides, evidence: Evidence) -> bool:
    """Whether the match is played on its card only."""
    return any(pair.on_cards and sides.played in pair.matches for pair in evidence.pairs)


def never_came(stored: StoredMatch, evidence: Evidence) -> bool:
    """Whether a match is unknown to its players because Telegram refused to edit its card."""
    on_cards = {frozenset(pair.people) for pair in evidence.pairs if pair.on_cards}
    refused = any(stored.inline and refused.inline == stored.inline for refused in evidence.stored.refused)
    return refused and not stored.turns and frozenset(stored.people) in on_cards
