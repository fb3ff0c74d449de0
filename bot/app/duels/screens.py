"""Screens of a challenge: in the private chats of the two, and on its card."""

from dataclasses import dataclass, replace

from bot.app.buttons import OnChallenge, TokenPress
from bot.app.duels.model import Challenge, ChallengeState
from bot.app.links import CHALLENGE, link_to, sharing
from bot.app.messages import Chat
from bot.app.model.game import MATCHES
from bot.app.model.terms import Terms
from bot.app.ratings.model import AGAIN, EARLY, FORGOTTEN, FULL_A_DAY, MOST_A_DAY, TOO_OFTEN, Player
from bot.app.screen import Button, Row, Screen, button, dotted, lines, page, rows, when
from bot.app.screens.board import legend_lines, seal
from bot.app.screens.common import copy_link
from bot.app.screens.people import mention, shown_name
from bot.app.screens.terms import figure, terms_line, way_line
from bot.app.texts import NOTHING, Html, Texts
from bot.game.rating import Rating

# Screens of a challenge in the private chats of the two.


def waiting(challenge: Challenge, username: str, texts: Texts, *, has_inline: bool) -> Screen:
    """The challenger's screen until somebody answers; who is challenged by name has been asked already."""
    if challenge.is_named:
        asked = _about(challenge, texts, "challenge.asked", challenge.to_name, OnChallenge.WITHDRAW)
        return replace(asked, rows=(*rows(_switch(challenge, texts)), *asked.rows))
    link = link_to(username, CHALLENGE, challenge.token)
    text = texts.html("challenge.waiting", terms=sealed_terms(challenge, username, texts), link=link)
    return Screen(text, _sending(challenge, link, texts, has_inline=has_inline))


def _sending(challenge: Challenge, link: str, texts: Texts, *, has_inline: bool) -> tuple[Row, ...]:
    """The buttons that send it to somebody (a card with inline mode, else a link), and the one that takes it back."""
    label = texts.plain("button.send-invitation")
    if has_inline:
        share = Button(label, shares=challenge.token)
    else:
        invitation = texts.plain("share.invitation", name=shown_name(challenge.name))
        share = Button(label, opens=sharing(link, invitation))
    ways = copy_link(link, texts), _on(challenge, texts, OnChallenge.WITHDRAW)
    return rows(share, ways, _switch(challenge, texts))


def _switch(challenge: Challenge, texts: Texts) -> Button:
    key = "invite.watchers-on" if challenge.watched else "invite.watchers-off"
    return _on(challenge, texts, OnChallenge.WATCHERS, key)


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
    html = page(
        texts.html("challenge.offered", name=shown_name(challenge.name), terms=terms),
        way_line(challenge.terms, texts),
        None if records[1].player.games else legend_lines(challenge.terms.the_variant, texts),
        (
            *(record_line(record, challenge.terms, texts) for record in records),
            *uncounted_lines(because, texts),
            note or None,
        ),
        None if records[1].player.games else texts.html("challenge.besides"),
    )
    accept = OnChallenge.ACCEPT_WATCHED if challenge.watched else OnChallenge.ACCEPT
    answers = _on(challenge, texts, accept), _on(challenge, texts, OnChallenge.DECLINE)
    return Screen(html, rows(answers, _on(challenge, texts, OnChallenge.RULES)))


def sealed_terms(challenge: Challenge, username: str, texts: Texts) -> Html:
    """The terms, with the sealed lot where the players decide who begins; below that others may watch, if they may."""
    line, mode = terms_line(challenge.terms, texts), challenge.terms.the_mode
    if not mode.own_secrets and mode.in_turn and challenge.seed:
        line = Html(f"{line} · {seal(challenge.lot_commitment, username, texts.html('seal.lot'))}")
    return lines(line, when(challenge.watched, texts.html("invite.watched")))


FEWEST_FOR_SHARE = 5
"""Games from which on it is told how many somebody finishes: one missed minute tells nothing of a newcomer."""


def record_line(record: Record, terms: Terms, texts: Texts) -> Html:
    """A person's rating, where these terms are rated, games and share of games played to the end."""
    games, share = record.player.games, texts.whole(round(100 * record.player.completion))
    told = "{name}: {rating}" if terms.rated else "{name}"
    return dotted(
        texts.html(told, name=shown_name(record.name), rating=figure(record.rating)),
        texts.counted("challenge.games", games) if games else texts.html("challenge.newcomer"),
        texts.html("challenge.stays", share=share) if games >= FEWEST_FOR_SHARE else None,
    )


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
    return Screen(page(text, legend_lines(challenge.terms.the_variant, texts) if is_new else None))


def accepted_news(challenge: Challenge, texts: Texts) -> Screen:
    """The challenger's screen after the challenge was accepted; the terms stand on the board that comes with it."""
    return Screen(texts.html("challenge.was-accepted", name=shown_name(challenge.taker_name)))


def declined_screen(challenge: Challenge, texts: Texts) -> Screen:
    """The screen after declining."""
    return _about(challenge, texts, "challenge.declined", challenge.name)


def declined_news(challenge: Challenge, name: str, username: str, texts: Texts, *, has_inline: bool) -> Screen:
    """The challenger's screen after it was declined. What is for anybody stays open, and can be sent to others."""
    if challenge.state is not ChallengeState.OPEN:
        return _about(challenge, texts, "challenge.was-declined", name, OnChallenge.ANOTHER)
    told = _about(challenge, texts, "challenge.not-by-one", name, OnChallenge.WITHDRAW)
    if challenge.card is not None:
        return told
    link = link_to(username, CHALLENGE, challenge.token)
    return replace(told, rows=_sending(challenge, link, texts, has_inline=has_inline))


def taken_screen(challenge: Challenge, texts: Texts) -> Screen:
    """The screen after accepting while the challenger cannot be reached."""
    changed = _on(challenge, texts, OnChallenge.DECLINE, "button.changed-mind")
    return replace(_about(challenge, texts, "challenge.taken", challenge.name), rows=rows(changed))


CLOSED = {ChallengeState.WITHDRAWN: "challenge.withdrawn", ChallengeState.EXPIRED: "challenge.expired"}


def closed_screen(challenge: Challenge, texts: Texts) -> Screen:
    """The challenger's screen after it has ended."""
    terms = terms_line(challenge.terms, texts)
    return _said(challenge, texts, CLOSED[challenge.state], OnChallenge.ANOTHER, terms=terms)


def refused_screen(challenge: Challenge, why: str, texts: Texts) -> Screen:
    """The message for somebody who is too late or may not accept."""
    return _late(challenge, why, texts, OnChallenge.ANOTHER)


def busy(challenge: Challenge, why: str, texts: Texts) -> Screen:
    """The message for somebody who accepts while one of the two plays as many games as one may."""
    return _late(challenge, why, texts, OnChallenge.ACCEPT, OnChallenge.DECLINE)


def _late(challenge: Challenge, why: str, texts: Texts, *verbs: OnChallenge) -> Screen:
    return _said(challenge, texts, f"late.{why}", *verbs, name=shown_name(challenge.name), most=MATCHES)


def _about(challenge: Challenge, texts: Texts, key: str, name: str, *verbs: OnChallenge) -> Screen:
    return _said(challenge, texts, key, *verbs, name=shown_name(name), terms=terms_line(challenge.terms, texts))


def _said(challenge: Challenge, texts: Texts, key: str, *verbs: OnChallenge, **values: object) -> Screen:
    return Screen(texts.html(key, **values), rows([_on(challenge, texts, verb) for verb in verbs]))


LABELS = {
    OnChallenge.ACCEPT: "button.accept",
    OnChallenge.TAKE: "button.accept",
    OnChallenge.ACCEPT_WATCHED: "button.accept",
    OnChallenge.TAKE_WATCHED: "button.accept",
    OnChallenge.HERE: "button.play-here",
    OnChallenge.DECLINE: "button.decline",
    OnChallenge.WITHDRAW: "button.withdraw",
    OnChallenge.ANOTHER: "menu.duel",
    OnChallenge.RULES: "menu.rules",
}
"""The key of each button's text, unless another is given."""


def _on(challenge: Challenge, texts: Texts, verb: OnChallenge, key: str = "") -> Button:
    return button(texts.plain(key or LABELS[verb]), TokenPress(verb, challenge.token))


# The card of a challenge, the same for everybody in a chat.

CLOSED_ON_CARD = {
    ChallengeState.ACCEPTED: "offer.accepted",
    ChallengeState.DECLINED: "offer.declined",
    ChallengeState.WITHDRAWN: "offer.withdrawn",
    ChallengeState.EXPIRED: "offer.expired",
}


def challenge_card(challenge: Challenge, records: tuple[Record, ...], username: str, texts: Texts) -> Screen:
    """The card in the challenge's state. `records`: of the challenger, and of the challenged person if there is one."""
    head = _head(challenge, texts), sealed_terms(challenge, username, texts)
    if challenge.state in CLOSED_ON_CARD:
        name = shown_name(challenge.declined[-1] if challenge.declined else challenge.to_name)
        return Screen(page(head, texts.html(CLOSED_ON_CARD[challenge.state], name=name)))
    clock = texts.plain(challenge.terms.on_a_card.the_clock.label)
    here = texts.html("playcard.offer", clock=clock) if _is_played_here(challenge) else None
    facts = (record_line(record, challenge.terms, texts) for record in records)
    html = page(head, (way_line(challenge.terms, texts), here), facts, _answers(challenge, texts))
    return Screen(html, _card_rows(challenge, texts))


def _head(challenge: Challenge, texts: Texts) -> Html:
    name = shown_name(challenge.name)
    if challenge.to is None:
        return texts.html("offer.to-all", name=name)
    is_open = challenge.state is ChallengeState.OPEN
    rival = mention(challenge.to, challenge.to_name) if is_open else shown_name(challenge.to_name)
    return texts.html("offer.to-one", name=name, rival=rival)


def _is_played_here(challenge: Challenge) -> bool:
    """Whether it may be played on the card: if nobody has accepted in private."""
    return challenge.taker is None and challenge.terms.fits_a_card


MOST_DECLINED = 5
"""The most decliners that are named."""


def _answers(challenge: Challenge, texts: Texts) -> list[Html]:
    told = [texts.html("offer.not-now", name=shown_name(name)) for name in challenge.declined[:MOST_DECLINED]]
    if challenge.taker is not None:
        called = mention(challenge.person, challenge.name)
        told.append(texts.html("offer.taken", name=called, rival=shown_name(challenge.taker_name)))
    return told


def _card_rows(challenge: Challenge, texts: Texts) -> tuple[Row, ...]:
    withdraw = _on(challenge, texts, OnChallenge.WITHDRAW)
    if challenge.taker is not None:
        return rows(_on(challenge, texts, OnChallenge.TAKE, "button.begin"), withdraw)
    here = when(_is_played_here(challenge), _on(challenge, texts, OnChallenge.HERE))
    may_decline = challenge.is_named or not isinstance(challenge.card, Chat)
    decline = when(may_decline, _on(challenge, texts, OnChallenge.DECLINE))
    other = _on(challenge, texts, OnChallenge.ANOTHER, "button.other-terms")
    take = OnChallenge.TAKE_WATCHED if challenge.watched else OnChallenge.TAKE
    return rows((_on(challenge, texts, take), here), (decline, withdraw), other)
