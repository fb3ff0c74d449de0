"""Judges what those who watch are shown: what was guessed, nothing else, and in the end all of it."""

from collections.abc import Iterator

from faults.judging.cards import seen_by_all
from faults.judging.evidence import Evidence
from faults.judging.sides import Sides
from faults.players.sight import turns_in, watched_in
from faults.players.words import feedback
from sandbox.html import parse


def badly_watched(evidence: Evidence, matches: dict[str, Sides]) -> Iterator[str]:
    """Boards with turns that nobody made; and live ones that do not show the end, or the last guess."""
    made = {match: _turns(sides) for match, sides in matches.items()}
    for said in evidence.said:
        match = watched_in(said.buttons) if said.chat in evidence.spectators else ""
        if match in made and not set(turns_in(parse(said.text)[0])) <= made[match]:
            yield f"{said.chat} was shown of {matches[match]} what nobody guessed: {said.text!r}"
    refused = {refused.chat for refused in evidence.stored.refused}
    for chat, board in evidence.watched.items():
        match = board.watched
        is_late = match in evidence.still_due  # whoever moved last had a clock that was ahead
        if match not in matches or is_late or chat in refused or board.button("wlook"):
            continue
        if matches[match].stored.over or turns_in(board.message.text) != seen_by_all(matches[match]):
            yield f"{matches[match]}, by {chat} who watches it: {board.message.text!r}"


def shown_to_parted(evidence: Evidence) -> Iterator[str]:
    """Boards for those whom the players have blocked."""
    for said in evidence.said:
        if said.chat in evidence.parted and ":wreact:" in said.buttons:
            yield f"{said.chat}, whom all who play have blocked, was shown {said.text!r}"


def _turns(sides: Sides) -> set[tuple[str, tuple[int, int]]]:
    """The turns as they may be shown, with the guess and without."""
    stored = sides.stored
    answers = [(guess, feedback(guess, stored.secret_for(by))) for by, guess in stored.turns]
    return {*answers, *(("", answer) for _, answer in answers if stored.mode == "race")}
