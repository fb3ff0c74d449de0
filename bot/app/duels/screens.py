"""Screens of a challenge: in the private chats of the two, and on its card."""

from dataclasses import dataclass

from bot.app.buttons import ChallengePress, OnChallenge
from bot.app.duels.model import Challenge, State
from bot.app.links import CHALLENGE, link_to, sharing
from bot.app.messages import Chat
from bot.app.model.game import MATCHES
from bot.app.ratings.model import AGAIN, EARLY, FORGOTTEN, FULL_A_DAY, MOST_A_DAY, TOO_OFTEN, Player
from bot.app.screen import Button, Row, Screen, button
from bot.app.screens.board import seal
from bot.app.screens.people import mention, shown_name
from bot.app.screens.terms import figure, terms_line, way_line
from bot.app.texts import NOTHING, Html, Texts
from bot.game.rating import Rating

# Screens of a challenge in the private chats of the two.


def waiting(challenge: Challenge, username: str, texts: Texts, *, has_inline: bool) -> Screen:
    """The challenger's screen until somebody answers; who is challenged by name has been asked already."""
    if challenge.is_named:
        key, withdraw = "challenge.asked", _on(challenge, OnChallenge.WITHDRAW, "button.withdraw", texts)
        return _result_screen(key, challenge.to_name, challenge, texts, (withdraw,))
    link = link_to(username, CHALLENGE, challenge.token)
    text = texts.html("challenge.waiting", terms=sealed_terms(challenge, username, texts), link=link)
    return Screen(text, _sending(challenge, username, texts, has_inline=has_inline))


def _sending(challenge: Challenge, username: str, texts: Texts, *, has_inline: bool) -> tuple[Row, ...]:
    """The buttons that send it to somebody, and the one that takes it back."""
    link = link_to(username, CHALLENGE, challenge.token)
    share = _share(challenge, link, texts, has_inline=has_inline)
    copy = Button(texts.plain("button.copy-link"), copies=link)
    return ((share,), (copy, _on(challenge, OnChallenge.WITHDRAW, "button.withdraw", texts)))


def _share(challenge: Challenge, link: str, texts: Texts, *, has_inline: bool) -> Button:
    """The button that shares it: as a card with inline mode, else as a link with a text."""
    label = texts.plain("button.send-invitation")
    if has_inline:
        return Button(label, shares=challenge.token)
    invitation = texts.plain("share.invitation", name=shown_name(challenge.name))
    return Button(label, opens=sharing(link, invitation))


@dataclass(frozen=True, slots=True)
class Record:
    """What is shown of somebody before a match: rating, games, and the share played to the end."""

    name: str
    player: Player
    rating: Rating
    """The current rating."""


def offer_screen(
    challenge: Challenge,
    records: tuple[Record, Record],
    username: str,
    texts: Texts,
    *,
    because: str = "",
    note: Html = NOTHING,
) -> Screen:
    """The screen on which the challenged person decides. `records`: the challenger's, then their own.

    `because`: why it would not count for the ratings, where it would not; `note`: what else speaks against it now.
    """
    terms = sealed_terms(challenge, username, texts)
    head = texts.html("challenge.offered", name=shown_name(challenge.name), terms=terms)
    way = way_line(challenge.terms, texts)
    if not records[1].player.games:
        way = Html(f"{way}\n{texts.html('challenge.rules')}")
    facts = [record_line(record, texts) for record in records]
    facts += [*uncounted_lines(because, texts), *([note] if note else [])]
    accept = _on(challenge, OnChallenge.ACCEPT, "button.accept", texts)
    decline = _on(challenge, OnChallenge.DECLINE, "button.decline", texts)
    rules = _on(challenge, OnChallenge.RULES, "menu.rules", texts)
    return Screen(Html("\n\n".join((head, way, Html("\n".join(facts))))), ((accept, decline), (rules,)))


def sealed_terms(challenge: Challenge, username: str, texts: Texts) -> Html:
    """The terms, and the lot that decides who begins, where that depends on the players, sealed before they come."""
    line, mode = terms_line(challenge.terms, texts), challenge.terms.the_mode
    if mode.own_secrets or not mode.in_turn or not challenge.seed:
        return line
    return Html(f"{line} · {seal(challenge.lot_commitment, username, texts.html('seal.lot'))}")


FEWEST_FOR_SHARE = 5
"""Games from which on it is told how many somebody finishes: one missed minute tells nothing of a newcomer."""


def record_line(record: Record, texts: Texts) -> Html:
    """A person's rating, games and share of games played to the end."""
    parts = [texts.html("{name}: {rating}", name=shown_name(record.name), rating=figure(record.rating))]
    if record.player.games:
        parts.append(texts.counted("challenge.games", record.player.games))
        if record.player.games >= FEWEST_FOR_SHARE:
            share = texts.whole(round(100 * record.player.completion))
            parts.append(texts.html("challenge.stays", share=share))
    else:
        parts.append(texts.html("challenge.newcomer"))
    return Html(" · ".join(parts))


def uncounted_lines(because: str, texts: Texts) -> list[Html]:
    """That a rated game will not count, or only half, and why; of whoever was forgotten nobody is told that."""
    if because == AGAIN:
        return [texts.counted("rating.half", FULL_A_DAY)]
    if because == TOO_OFTEN:
        return [texts.counted("rating.will-not-count", MOST_A_DAY)]
    keys = {FORGOTTEN: "rating.stays", EARLY: "rating.half-early"}
    return [texts.html(keys[because])] if because in keys else []


def accepted_screen(challenge: Challenge, texts: Texts, *, is_new: bool) -> Screen:
    """The screen after accepting; people who never played with others get an explanation."""
    text = texts.html("challenge.accepted", name=shown_name(challenge.name))
    return Screen(Html(f"{text}\n\n{texts.html('challenge.rules')}") if is_new else text)


def accepted_news(challenge: Challenge, texts: Texts) -> Screen:
    """The challenger's screen after the challenge was accepted; the terms stand on the board that comes with it."""
    return Screen(texts.html("challenge.was-accepted", name=shown_name(challenge.taker_name)))


def declined_screen(challenge: Challenge, texts: Texts) -> Screen:
    """The screen after declining."""
    return _result_screen("challenge.declined", challenge.name, challenge, texts)


def declined_news(challenge: Challenge, name: str, username: str, texts: Texts, *, has_inline: bool) -> Screen:
    """The challenger's screen after it was declined. What is for anybody stays open, and can be sent to others."""
    if challenge.state is State.OPEN:
        withdraw = ((_on(challenge, OnChallenge.WITHDRAW, "button.withdraw", texts),),)
        on_card = challenge.card is not None
        rows = withdraw if on_card else _sending(challenge, username, texts, has_inline=has_inline)
        return _result_screen("challenge.not-by-one", name, challenge, texts, *rows)
    return _result_screen(
        "challenge.was-declined", name, challenge, texts, (_on(challenge, OnChallenge.ANOTHER, "menu.duel", texts),)
    )


def taken_screen(challenge: Challenge, texts: Texts) -> Screen:
    """The screen after accepting while the challenger cannot be reached."""
    return _result_screen(
        "challenge.taken",
        challenge.name,
        challenge,
        texts,
        (_on(challenge, OnChallenge.DECLINE, "button.changed-mind", texts),),
    )


CLOSED = {State.WITHDRAWN: "challenge.withdrawn", State.EXPIRED: "challenge.expired"}


def closed_screen(challenge: Challenge, texts: Texts) -> Screen:
    """The challenger's screen after it has ended."""
    text = texts.html(CLOSED[challenge.state], terms=terms_line(challenge.terms, texts))
    return Screen(text, ((_on(challenge, OnChallenge.ANOTHER, "menu.duel", texts),),))


def refused_screen(challenge: Challenge, why: str, texts: Texts) -> Screen:
    """The message for somebody who is too late or may not accept."""
    text = texts.html(f"late.{why}", name=shown_name(challenge.name), most=MATCHES)
    return Screen(text, ((_on(challenge, OnChallenge.ANOTHER, "menu.duel", texts),),))


def busy(challenge: Challenge, why: str, texts: Texts) -> Screen:
    """The message for somebody who accepts while one of the two plays as many games as one may."""
    text = texts.html(f"late.{why}", name=shown_name(challenge.name), most=MATCHES)
    accept = _on(challenge, OnChallenge.ACCEPT, "button.accept", texts)
    return Screen(text, ((accept, _on(challenge, OnChallenge.DECLINE, "button.decline", texts)),))


def _result_screen(key: str, name: str, challenge: Challenge, texts: Texts, *rows: Row) -> Screen:
    return Screen(texts.html(key, name=shown_name(name), terms=terms_line(challenge.terms, texts)), rows)


def _on(challenge: Challenge, verb: OnChallenge, text: str, texts: Texts) -> Button:
    return button(texts.plain(text), ChallengePress(verb, challenge.token))


# The card of a challenge, the same for everybody in a chat.

CLOSED_ON_CARD = {
    State.ACCEPTED: "offer.accepted",
    State.DECLINED: "offer.declined",
    State.WITHDRAWN: "offer.withdrawn",
    State.EXPIRED: "offer.expired",
}


def challenge_card(challenge: Challenge, records: tuple[Record, ...], username: str, texts: Texts) -> Screen:
    """The card in the challenge's state. `records`: of the challenger, and of the challenged person if there is one."""
    head = [_head(challenge, texts), sealed_terms(challenge, username, texts)]
    if challenge.state in CLOSED_ON_CARD:
        name = shown_name(challenge.declined[-1] if challenge.declined else challenge.to_name)
        paragraphs = [head, [texts.html(CLOSED_ON_CARD[challenge.state], name=name)]]
        return Screen(_text(paragraphs))
    way = [way_line(challenge.terms, texts), *_here(challenge, texts)]
    paragraphs = [
        head,
        way,
        [record_line(record, texts) for record in records],
        _answers(challenge, texts),
    ]
    return Screen(_text(paragraphs), _rows(challenge, texts))


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


MOST_DECLINED = 5
"""The most decliners that are named."""


def _answers(challenge: Challenge, texts: Texts) -> list[Html]:
    lines = [texts.html("offer.not-now", name=shown_name(name)) for name in challenge.declined[:MOST_DECLINED]]
    if challenge.taker is not None:
        called = mention(challenge.person, challenge.name)
        lines.append(texts.html("offer.taken", name=called, rival=shown_name(challenge.taker_name)))
    return lines


def _text(paragraphs: list[list[Html]]) -> Html:
    return Html("\n\n".join("\n".join(lines) for lines in paragraphs if lines))


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
    other = does(OnChallenge.ANOTHER, "button.other-terms")
    return ((accept, *here), (*decline, withdraw), (other,))
