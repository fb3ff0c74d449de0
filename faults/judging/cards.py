"""Judges cards: those that all in a chat see, and matches played on them alone, whose players are not written to."""

from collections.abc import Iterator

from faults.judging.database import StoredMatch
from faults.judging.evidence import Evidence
from faults.judging.sides import KEPT_NOT, Sides, turns_due
from faults.players.hands import draft_in
from faults.players.sight import Turns, turns_in
from sandbox.html import parse


def not_on_its_card(sides: Sides, evidence: Evidence) -> Iterator[str]:
    """Cards that do not show the end; a rematch takes over an inline card."""
    stored = sides.stored
    has_card = stored.group is not None or (stored.inline and not stored.rematch)
    if not has_card or _card_was_refused(sides, evidence):
        return
    card = evidence.cards.get(stored.id, "")
    kept = [secret for secret in stored.secrets if secret != KEPT_NOT]
    if turns_in(card) != seen_by_all(sides) or (stored.over and not all(secret in card for secret in kept)):
        yield f"{sides}, on its card {stored.inline or stored.group}: {card!r}"


def seen_by_all(sides: Sides) -> Turns:
    """The turns that must stand where everybody sees the match."""
    stored = sides.stored
    by_seat = [turns_due(person, sides)[0] for person in stored.people]
    hidden = stored.mode == "race" and not stored.over
    open_turns = by_seat[0] if stored.mode == "volley" else (*by_seat[0], *by_seat[1])
    return tuple(("" if hidden else guess, answer) for guess, answer in open_turns)


def _card_was_refused(sides: Sides, evidence: Evidence) -> bool:
    """Whether Telegram refused for good to edit it."""
    stored = sides.stored
    return any(
        (stored.group is not None and refused.chat == stored.group)
        or (stored.inline != "" and refused.inline == stored.inline)
        for refused in evidence.stored.refused
    )


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
