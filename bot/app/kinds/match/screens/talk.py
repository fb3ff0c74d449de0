"""Talk between those who play a match: how it reads, and the buttons for it."""

from html import escape

from bot.app.buttons import GamePress
from bot.app.kinds.match.model import Match
from bot.app.kinds.match.names import rival_of
from bot.app.news import News
from bot.app.screen import Button, Row, Screen, button
from bot.app.screens.harmless import harmless
from bot.app.screens.name import shown_name
from bot.app.texts import Html, Texts
from bot.app.verbs import OnTalk
from bot.game.model import Seat

TALK, BLOCK, REPORT = "talk", "block", "report"
"""What a screen asks while its buttons are those for talk; and while it asks whether they are sure."""
SURE = "sure"
"""The argument of the button that says so."""
REACTIONS = ("👍", "👏", "😄", "😮", "🤔", "🤝")


def message_screen(name: str, text: str) -> Screen:
    """What somebody said, as another reads it."""
    said = f"💬 {escape(shown_name(name), quote=False)}: {escape(harmless(text), quote=False)}"
    return Screen(Html(said), news=News.TALK)


def notice(key: str, name: str, texts: Texts) -> Screen:
    """What somebody wishes of another."""
    return Screen(texts.html(key, name=shown_name(name)), news=News.TALK)


def are_apart(match: Match) -> bool:
    """Whether two people play from chats of their own alone, and so can talk through the bot only."""
    if match.on_card or match.level:
        return False
    return len({sitter.chat for sitter in match.sitters}) == len(match.sitters) == 2  # noqa: PLR2004  two


def may_talk(match: Match) -> bool:
    """Whether text is passed on: friends talk, strangers once both want to."""
    return match.friends or all(sitter.talks for sitter in match.sitters)


def explanation(match: Match, seat: Seat, texts: Texts) -> Html:
    """What can be said now, and how; or what comes of what they are asked about."""
    sitter, rival = match.sitters[seat], match.sitters[1 - seat]
    name = shown_name(rival.name)
    if sitter.asking in {BLOCK, REPORT}:
        return texts.html("talk.sure-block" if sitter.asking == BLOCK else "talk.sure-report", name=name)
    if not sitter.hears:
        return texts.html("talk.you-do-not-hear", name=name)
    if may_talk(match):
        return texts.html("talk.on-words" if match.game.variant.words else "talk.on", name=name)
    return texts.html("talk.waits" if sitter.talks else "talk.wanted" if rival.talks else "talk.off", name=name)


def wants_to_talk(match: Match, seat: Seat) -> bool:
    """Whether only the other of two strangers has switched talk on so far."""
    sitter, rival = match.sitters[seat], match.sitters[1 - seat]
    return are_apart(match) and not match.friends and rival.talks and not sitter.talks and sitter.hears


def talk_request(match: Match, seat: Seat, texts: Texts) -> list[Html]:
    """That the other would like to talk, as long as that waits for an answer."""
    if not wants_to_talk(match, seat) or match.sitters[seat].asking == TALK:
        return []
    return [texts.html("talk.wish", name=rival_of(match, seat))]


def talk_request_row(match: Match, seat: Seat, texts: Texts) -> tuple[Row, ...]:
    """The answer to that at one press."""
    if not wants_to_talk(match, seat):
        return ()
    press = GamePress(OnTalk.TALKS, match.id, match.turn_of(seat))
    return ((button(texts.plain("button.talk-too"), press),),)


def talk_button(match: Match, seat: Seat, texts: Texts) -> Row:
    """The button that leads to those for talk, where there is somebody to talk with."""
    if not are_apart(match):
        return ()
    return (button(texts.plain("button.talk"), GamePress(OnTalk.TALK, match.id, match.turn_of(seat))),)


def talk_rows(match: Match, seat: Seat, texts: Texts) -> tuple[Row, ...]:
    """The buttons while somebody wants to say something, or to be rid of whoever does."""
    sitter = match.sitters[seat]

    def press(verb: OnTalk, argument: str = "") -> GamePress:
        return GamePress(verb, match.id, match.turn_of(seat), argument)

    def does(text: str, verb: OnTalk, argument: str = "") -> Button:
        return button(texts.plain(text), press(verb, argument))

    if sitter.asking == BLOCK:
        return ((does("button.block", OnTalk.BLOCK, SURE), does("menu.back", OnTalk.BACK)),)
    if sitter.asking == REPORT:
        return ((does("button.report", OnTalk.REPORT, SURE), does("menu.back", OnTalk.BACK)),)
    reactions = tuple(button(sign, press(OnTalk.REACT, str(at))) for at, sign in enumerate(REACTIONS))
    talks = (does("button.talk-off" if sitter.talks else "button.talk-on", OnTalk.TALKS),) * (not match.friends)
    hears = does("button.mute" if sitter.hears else "button.unmute", OnTalk.HEAR)
    blocks = does("button.unblock" if sitter.blocks else "button.block", OnTalk.BLOCK)
    return (
        reactions,
        (*talks, hears),
        (blocks, does("button.report", OnTalk.REPORT)),
        (does("menu.back", OnTalk.BACK),),
    )
