"""The card of a challenge, the same for everybody in a chat."""

from bot.app.buttons import ChallengePress
from bot.app.messages import Chat
from bot.app.model.challenge import Challenge, State
from bot.app.screen import Button, Row, Screen, button
from bot.app.screens.duels.challenge import Record, record_line, sealed_terms
from bot.app.screens.duels.terms import way_line
from bot.app.screens.name import mention, shown_name
from bot.app.texts import Html, Texts
from bot.app.verbs import OnChallenge

CLOSED = {
    State.ACCEPTED: "offer.accepted",
    State.DECLINED: "offer.declined",
    State.WITHDRAWN: "offer.withdrawn",
    State.EXPIRED: "offer.expired",
}
MOST_DECLINED = 5
"""The most decliners that are named."""


def challenge_card(challenge: Challenge, records: tuple[Record, ...], username: str, texts: Texts) -> Screen:
    """The card in the challenge's state. `records`: of the challenger, and of the challenged person if there is one."""
    head = [_head(challenge, texts), sealed_terms(challenge, username, texts)]
    if challenge.state in CLOSED:
        name = shown_name(challenge.declined[-1] if challenge.declined else challenge.to_name)
        paragraphs = [head, [texts.html(CLOSED[challenge.state], name=name)]]
        return Screen(_text(paragraphs))
    way = [way_line(challenge.terms, texts), *_here(challenge, texts)]
    paragraphs = [
        head,
        way,
        [record_line(record, texts) for record in records],
        _answers(challenge, texts),
    ]
    return Screen(_text(paragraphs), _rows(challenge, texts))


def _text(paragraphs: list[list[Html]]) -> Html:
    return Html("\n\n".join("\n".join(lines) for lines in paragraphs if lines))


def _head(challenge: Challenge, texts: Texts) -> Html:
    name = shown_name(challenge.name)
    if challenge.to is not None:
        is_open = challenge.state is State.OPEN
        rival = mention(challenge.to, challenge.to_name) if is_open else shown_name(challenge.to_name)
        return texts.html("offer.to-one", name=name, rival=rival)
    return texts.html("offer.to-all", name=name)


def _is_played_here(challenge: Challenge) -> bool:
    """Whether it may be played on the card: if nobody has accepted in private."""
    return challenge.taker is None and challenge.terms.fits_a_card


def _here(challenge: Challenge, texts: Texts) -> list[Html]:
    if not _is_played_here(challenge):
        return []
    return [texts.html("playcard.offer", clock=texts.plain(challenge.terms.on_a_card.the_clock.label))]


def _answers(challenge: Challenge, texts: Texts) -> list[Html]:
    lines = [texts.html("offer.not-now", name=shown_name(name)) for name in challenge.declined[:MOST_DECLINED]]
    if challenge.taker is not None:
        called = mention(challenge.person, challenge.name)
        lines.append(texts.html("offer.taken", name=called, rival=shown_name(challenge.taker_name)))
    return lines


def _rows(challenge: Challenge, texts: Texts) -> tuple[Row, ...]:
    def does(verb: OnChallenge, text: str) -> Button:
        return button(texts.plain(text), ChallengePress(verb, challenge.token))

    withdraw = does(OnChallenge.WITHDRAW, "button.withdraw")
    if challenge.taker is not None:
        return ((does(OnChallenge.TAKE, "button.begin"),), (withdraw,))
    accept = does(OnChallenge.TAKE, "button.accept")
    here = (does(OnChallenge.HERE, "button.play-here"),) * _is_played_here(challenge)
    may_decline = challenge.is_named or not isinstance(challenge.card, Chat)
    decline = (does(OnChallenge.DECLINE, "button.decline"),) * may_decline
    return ((accept, *here), (*decline, withdraw))
