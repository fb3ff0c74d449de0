"""Friends: the list of them, one of them, and what they may see and do."""

from dataclasses import dataclass

from bot.app.buttons import MenuPress, Numbered, OnMenu
from bot.app.daily.model import Try
from bot.app.daily.screens import result_of
from bot.app.model.chats import Preferences
from bot.app.model.terms import Terms
from bot.app.ratings.model import Friend
from bot.app.screen import Screen, back, button, dotted, go, in_few_rows, page, primary, rows, when
from bot.app.screens.common import Page, page_line, page_row, sure_rows
from bot.app.screens.people import on_a_button, shown_name
from bot.app.screens.terms import points, terms_line
from bot.app.texts import Html, Texts


@dataclass(frozen=True, slots=True)
class FriendList:
    """Somebody's friends, the last rival first, as they stand now."""

    friends: tuple[Friend, ...]
    mine: Try | None
    """What they have come to with today's code themselves; None: nothing yet, and so they see nobody's."""
    now: float

    def friend(self, number: int | None) -> Friend | None:
        """The friend of that number; None for everybody else, of whom nothing is told."""
        return next((friend for friend in self.friends if friend.person == number), None)


LIMIT, OPEN, SEEN, UNSEEN, CODES, NO_CODES = "limit", "open", "seen", "unseen", "codes", "nocodes"
"""The arguments of the buttons that say who may challenge, whether friends see that one is here, and send codes."""
WEEK, NO_WEEK = "week", "noweek"
"""Those that say whether friends see one's stars of the week."""
SHOW, BLOCK, BLOCK_SURE = "f", "b", "y"
"""The letters before a friend's number in the argument of a button, which is Numbered."""


def friends(circle: FriendList, part: Page, known: Preferences, texts: Texts) -> Screen:
    """A page of them, a line and a button each. `known`: what the viewer prefers."""
    shown = part.shown(circle.friends)
    told = [_line(friend, circle, texts) for friend in shown] or [texts.html("friends.none")]
    legend = when(any(friend.games for friend in shown), texts.html("friends.legend"))
    html = page((texts.html("button.friends"), page_line(part, texts), legend), told)
    each = in_few_rows(
        button(on_a_button(friend.name, LONGEST_FRIEND), MenuPress(OnMenu.FRIENDS, str(Numbered(SHOW, friend.person))))
        for friend in shown
    )
    turning = page_row(part, lambda number: MenuPress(OnMenu.FRIENDS, number))
    who = ("friends.from-friends", OPEN) if known.friends_only else ("friends.from-all", LIMIT)
    sees = ("friends.is-unseen", SEEN) if known.seen_at is None else ("friends.is-seen", UNSEEN)
    codes = ("friends.no-codes", CODES) if known.no_codes else ("friends.codes", NO_CODES)
    week = ("friends.week-hidden", WEEK) if known.hides_week else ("friends.week-shown", NO_WEEK)
    switches = (go(texts, key, OnMenu.FRIENDS, wished) for key, wished in (who, sees, week, codes))
    return Screen(html, rows(*each, *turning, *switches, back(texts, OnMenu.PEOPLE)))


def pair(friend: Friend, circle: FriendList, terms: Terms, texts: Texts) -> Screen:
    """One of them: the score, today's code, and another game, on these terms, or a code for them."""
    name = texts.html("👥 {name}", name=shown_name(friend.name))
    here = texts.html("friends.online") if friend.is_online(circle.now) else None
    score = texts.html("friends.score", score=_score(friend)) if friend.games else texts.html("friends.no-games")
    today = Html(f"🗓 {told}") if (told := _today(friend, circle, texts)) else None
    again = "button.challenge-again" if friend.games else "button.challenge"
    block = go(texts, "button.block", OnMenu.FRIENDS, str(Numbered(BLOCK, friend.person)))
    shown = rows(
        primary(go(texts, again, OnMenu.CHALLENGE, str(friend.person))),
        go(texts, "button.set-code", OnMenu.CODE, str(friend.person)),
        (back(texts, OnMenu.FRIENDS), block),
    )
    return Screen(page((name, here), score, today, terms_line(terms, texts)), shown)


def block(friend: Friend, texts: Texts) -> Screen:
    """The question whether to block somebody."""
    sure = go(texts, "button.block", OnMenu.FRIENDS, str(Numbered(BLOCK_SURE, friend.person)))
    keep = back(texts, OnMenu.FRIENDS, str(Numbered(SHOW, friend.person)))
    return Screen(texts.html("friends.block", name=shown_name(friend.name)), sure_rows(sure, keep))


def _line(friend: Friend, circle: FriendList, texts: Texts) -> Html:
    name = texts.html("{name}", name=shown_name(friend.name))
    named = Html(f"🟢 {name}") if friend.is_online(circle.now) else name
    return dotted(named, _score(friend) if friend.games else None, _today(friend, circle, texts))


def _today(friend: Friend, circle: FriendList, texts: Texts) -> Html | None:
    """What both have come to with today's code, once they have."""
    if circle.mine is None or friend.today is None:
        return None
    return texts.html("friends.today", theirs=result_of(friend.today), mine=result_of(circle.mine))


def _score(friend: Friend) -> str:
    """The viewer's points first."""
    return f"{points(friend.points)} : {points(friend.games - friend.points)}"


LONGEST_FRIEND = 24
"""Characters of a name on a button."""
