"""Judges final screens and cards of matches."""

from collections.abc import Iterator

from faults.judging.evidence import Evidence, Refused
from faults.judging.match_cards import is_on_cards
from faults.judging.sides import KEPT_NOT, Sides
from faults.players.match_model import COMPUTER
from faults.players.match_screen import MatchScreen, Turns, boards_in, turns_in
from faults.players.sight import match_in
from faults.players.words import feedback
from sandbox.html import parse

WON, DRAWN, CALLED_OFF, LOST = "🏆", "🤝", "✖", ("🎭", "🏳", "⏰")
"""The signs that begin the line about the end, in all languages."""


def not_seen(sides: Sides, evidence: Evidence) -> Iterator[str]:
    """Final screens that do not show the last state."""
    for person in sides.played.people:
        if person == COMPUTER or is_on_cards(sides, evidence):
            continue
        screen = evidence.screens.get((person, sides.stored.id))
        if (screen is None or not _shows(screen, person, sides)) and not any(refused_of(person, sides, evidence)):
            yield f"{sides}, by {person}: {screen.message.text if screen else 'nothing'!r}"


def refused_of(person: int, sides: Sides, evidence: Evidence) -> Iterator[Refused]:
    """The screens with the last state that Telegram refused for good."""
    for refused in evidence.stored.refused:
        if refused.chat == person and match_in(refused.buttons) == sides.stored.id:
            expected = boards_in(parse(refused.text)[0])
            if expected == _expected(person, sides) and (":mhome:" in refused.buttons) == sides.stored.over:
                yield refused


def not_on_its_card(sides: Sides, evidence: Evidence) -> Iterator[str]:
    """Cards that do not show the end; a rematch takes over an inline card."""
    stored = sides.stored
    has_card = stored.group is not None or (stored.inline and not stored.rematch)
    if not has_card or _card_was_refused(sides, evidence):
        return
    by_seat = [_expected(person, sides)[0] for person in stored.people]
    hidden = stored.mode == "race" and not stored.over
    open_turns = by_seat[0] if stored.mode == "volley" else (*by_seat[0], *by_seat[1])
    expected = tuple(("" if hidden else guess, answer) for guess, answer in open_turns)
    card = evidence.cards.get(stored.id, "")
    kept = [secret for secret in stored.secrets if secret != KEPT_NOT]
    if turns_in(card) != expected or (stored.over and not all(secret in card for secret in kept)):
        yield f"{sides}, on its card {stored.inline or stored.group}: {card!r}"


def _card_was_refused(sides: Sides, evidence: Evidence) -> bool:
    """Whether Telegram refused for good to edit it."""
    stored = sides.stored
    return any(
        (stored.group is not None and refused.chat == stored.group)
        or (stored.inline != "" and refused.inline == stored.inline)
        for refused in evidence.stored.refused
    )


def _expected(person: int, sides: Sides) -> tuple[Turns, Turns]:
    """The expected turns on a person's two boards."""
    stored = sides.stored
    expected = [(by, guess, feedback(guess, stored.secret_for(by))) for by, guess in stored.turns]
    if stored.mode == "volley":
        return tuple((guess, answer) for _, guess, answer in expected), ()
    hidden = stored.mode == "race" and not stored.over
    mine = tuple((guess, answer) for by, guess, answer in expected if by == person)
    theirs = tuple(("" if hidden else guess, answer) for by, guess, answer in expected if by != person)
    return mine, theirs


def _shows(screen: MatchScreen, person: int, sides: Sides) -> bool:
    if (screen.mine, screen.theirs) != _expected(person, sides) or screen.over != sides.stored.over:
        return False
    if not sides.stored.over:
        return True
    text = screen.message.text
    kept = [secret for secret in sides.stored.secrets if secret not in {KEPT_NOT, sides.held}]
    return all(secret in text for secret in kept) and any(
        line.startswith(_sign(person, sides)) for line in text.split("\n")
    )


def _sign(person: int, sides: Sides) -> str | tuple[str, ...]:
    ending, winner = sides.played.ending, sides.winner
    if ending is not None and not ending.counts:
        return CALLED_OFF
    if winner is None:
        return DRAWN
    return WON if winner == person else LOST
