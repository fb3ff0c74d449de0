"""What games of every kind share at the table: beginning, keypad, vote about the end, sharing.

First how games begin, then what kinds of codes on one board have in common, and those on whose boards people guess;
votes about the end, codes that are tapped, sharing. A new button below a game that is over is an entry of `BUTTONS`.
"""

from abc import abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

from bot.app.buttons import GamePress, GameVerb, OnBoard, OnEnd
from bot.app.intents import Command, Order
from bot.app.kind import Decision, Fit, Kind, Request, Rule, beside, unchanged
from bot.app.model.bodies import LEFT
from bot.app.model.game import BoardGame, ChatGame, Header
from bot.app.model.limits import Limit
from bot.app.model.modes import PLAIN
from bot.app.model.options import GameOptions, Help, options_read
from bot.app.model.prompts import Prompts
from bot.app.reading import Reading, whole_number
from bot.app.screen import Answer, Place
from bot.app.screens.board import feedback_in, invalid_code
from bot.app.screens.common import EndPage
from bot.app.screens.entries import ListedGame, board_entry
from bot.app.screens.keypad import draft_line
from bot.app.texts import Html, Texts
from solver.feedback import Feedback
from solver.variant import Code, Fault, InvalidCode, Variant

# Beginning games by options, of whichever kind.


async def play(options: GameOptions, request: Request) -> Decision[Header]:
    """A new game beside those that are on; but one like it in which nothing was done is shown again."""
    for game in reversed(request.games):
        kind: Kind[Any] = request.kinds.kind_of(game)
        if kind.is_untouched(game) and kind.options_of(game) == options:
            return _as_it_is(game, request)
    return await begin(options, request)


async def begin(options: GameOptions, request: Request) -> Decision[Header]:
    """A new game at the bottom, of the kind that plays in that mode; the next one like it needs no options."""
    kind: Kind[Any] = request.kinds.kind_for_mode(options.mode)
    request.work.of(Prompts).keep_last_options(request.chat.id, options.mode, options.written)
    return await kind.begin(options, request)


async def go_on(request: Request) -> Decision[Header]:
    """Back to the game in focus, or the latest one that is on, or else a new one like the last."""
    if not request.games:
        return await begin(await last_options(PLAIN, request), request)
    in_focus = (game for game in request.games if game.id == request.focus)
    return _as_it_is(next(in_focus, request.games[-1]), request)


async def last_options(mode: str, request: Request) -> GameOptions:
    """The variant and level with which that mode was played last in this chat; the classic game where it never was.

    Blind and coached hold for the game that named them: nobody's whim is the next one's game.
    """
    written = await request.work.of(Prompts).last_options(request.chat.id, mode)
    return replace(options_read(written), help=Help.NORMAL) if written else GameOptions(mode)


async def has_played(mode: str, request: Request) -> bool:
    """Whether a game in that mode has ever begun in this chat."""
    return bool(await request.work.of(Prompts).last_options(request.chat.id, mode))


def _as_it_is(game: Header, request: Request) -> Decision[Header]:
    """Shown where whoever pressed on another screen finds it."""
    decision = unchanged(game, Answer(), shows=True)
    return decision if request.pressed is None else replace(decision, place=Place.BOTTOM)


# What kinds of codes on one board have in common.

B = TypeVar("B", bound=BoardGame)
G = TypeVar("G", bound=Header)


class BoardKind(Kind[B]):
    """Codes are guessed on one board, the same for everybody in the chat."""

    def entry_of(self, game: B, person: int, texts: Texts) -> ListedGame:
        return board_entry(game, texts)

    async def keep(self, game: B, request: Request) -> Decision[Header] | None:
        """Whether to give up is asked."""
        return keep(game, request)

    def step(self, game: B, person: int) -> int:
        return len(game.game.turns)

    def fits(self, typed: Reading, game: B, request: Request) -> Fit:
        return code_fits(typed, game.game.variant)

    def options_of(self, game: B) -> GameOptions:
        return GameOptions(game.game.mode.name, game.game.variant.name)

    def variant_of(self, game: B) -> Variant:
        return game.game.variant

    def has_keypad(self, game: B, person: int) -> bool:
        return game.keypad


def code_fits(typed: Reading, variant: Variant) -> Fit:
    """Whether a text can be a code of the variant: nearly, where it has the shape of one, or only its symbols."""
    try:
        (typed.weighed or typed).code(variant)
    except InvalidCode as error:
        is_shaped = typed.looks_like_guess or typed.weighed is not None or typed.reply is not None
        is_other = error.fault in {Fault.UNKNOWN_SYMBOL, Fault.WRONG_LENGTH}
        return Fit.NEVER if is_other and not is_shaped else Fit.NEARLY
    return Fit.PERHAPS


# What kinds have in common on whose boards people guess.

GUESSED: Mapping[GameVerb, Rule] = {
    **dict.fromkeys((OnBoard.DIGIT, OnBoard.ERASE, OnBoard.KEYPAD, OnBoard.KEEP), Rule()),
    **dict.fromkeys((OnBoard.SUBMIT, OnBoard.RESIGN, OnBoard.GIVE_UP), Rule(bound=True)),
    OnBoard.AGAIN: Rule(on=False, over=True),
    OnBoard.PROOF: Rule(over=True),
}
"""The buttons of all such boards, and when each counts."""
Action = Callable[[GamePress, B, Request], Awaitable[Decision[Header]]]


class GuessedKind(BoardKind[B]):
    """People guess on the board, by typing or on its keypad."""

    rules: ClassVar = GUESSED
    buttons: ClassVar[Mapping[GameVerb, tuple[Rule, Action[Any]]]] = {}
    """What its boards have besides, or do otherwise: when each counts, and what it does."""

    @abstractmethod
    async def guess(self, code: Code, game: B, request: Request) -> Decision[B]:
        """Count the guess, or point it out as asked before."""

    @abstractmethod
    async def give_up(self, game: B, request: Request) -> Decision[B]:
        """The game given up at once, whoever else plays it."""

    def refusal(self, game: B, request: Request) -> Answer | None:
        """Why the person may send no code now; None: they may."""
        return None

    async def type_code(self, typed: Reading, game: B, request: Request) -> Decision[B]:
        """A code: the keypad folds. What is none, or does not count, is said to be so, and the keypad stays."""
        if game.asks_to_resign:
            game = replace(game, asks_to_resign=False)
        code = read_code(typed, game, request)
        if isinstance(code, str):
            return Decision(replace(game, asked_again=None), code)
        decision = await self.guess(code, game, request)
        is_open = game.keypad and decision.game.game != game.game
        return with_game(decision, keypad=False) if is_open else decision

    async def press_button(self, press: GamePress, game: B, request: Request) -> Decision[Header]:
        if press.verb in self.buttons:
            _, action = self.buttons[press.verb]
            return await action(press, game, request)
        match press.verb:
            case OnBoard.DIGIT | OnBoard.ERASE | OnBoard.SUBMIT:
                return await self._press_keypad(press, game, request)
            case OnBoard.KEYPAD:
                return Decision(replace(game, keypad=True))
            case OnBoard.PROOF:
                return Decision(replace(game, proof=not game.proof), page=EndPage.REVIEW)
            case OnBoard.KEEP:
                return go_on_after_asking(game, request)
            case OnBoard.RESIGN:
                return await self._ask_to_resign(game, request)
            case OnBoard.GIVE_UP:
                return await self._resign(game, request)
        return await play(self.options_of(game), request)

    async def _press_keypad(self, press: GamePress, game: B, request: Request) -> Decision[Header]:
        if (refused := self.refusal(game, request)) is not None:
            return unchanged(game, refused)
        variant = game.game.variant
        if press.verb is not OnBoard.SUBMIT:
            return await press_key("" if press.verb is OnBoard.ERASE else press.argument, game, variant, request)
        if press.argument:  # from the Mini App's page, where a draft is not kept before it is sent
            typed = Reading(named_by(press.argument, variant), request.texts.language)
            return _said_aloud(await self.type_code(typed, game, request))
        code = await tapped_code(game, variant, request)
        return unchanged(game, code) if isinstance(code, Answer) else await self.guess(code, game, request)

    async def end(self, game: B, request: Request) -> Decision[Header]:
        """As a vote, where others play along."""
        return await (self._resign if game.asks_to_resign else self._ask_to_resign)(game, request)

    async def _ask_to_resign(self, game: B, request: Request) -> Decision[Header]:
        """What was begun, or is the only try: a slip of the finger must not end it. Not where two must agree."""
        has_begun = bool(game.game.turns) or game.is_only_try
        return ask_first(game, request, has_begun=has_begun) or await self._resign(game, request)

    async def _resign(self, game: B, request: Request) -> Decision[Header]:
        return vote(game, request) or await self.give_up(game, request)


def stale_press(game: G, request: Request) -> Decision[G]:
    """The button speaks of another moment: the game is shown as it is."""
    return unchanged(game, Answer(request.texts.plain("toast.moved-on")), shows=True)


def with_game(decision: Decision[B], **changes: Any) -> Decision[B]:
    """The outcome with something else changed in its game."""
    return replace(decision, game=replace(decision.game, **changes))


def read_code(typed: Reading, game: BoardGame, request: Request) -> Code | Html:
    """The code that was typed; or, where it is none, what says so."""
    try:
        return typed.code(game.game.variant)
    except InvalidCode as error:
        return invalid_code(error, game.game.variant, request.texts)


def guess_with_reply(code: Code, reply: Feedback, variant: Variant, request: Request) -> str:
    """The guess with the feedback that it got, as whoever made it hears it."""
    return f"{variant.show(code)}: {feedback_in(request.preferences.style, reply, request.texts)}"


def asked_before(game: G, answer: str, request: Request, *, strict: bool = False) -> Decision[G]:
    """Point out what was asked before, with its answer; the game knows that it counts if it is sent again.

    `strict`: it never does.
    """
    note, toast = "note.asked-before", "toast.asked-before"
    if strict:
        note, toast = "note.asked-in-strict", "toast.asked-in-strict"
    return Decision(game, request.texts.html(note, answer=answer), Answer(request.texts.plain(toast)))


# Ending a game: whoever wants it is asked first, and in a group several must want it who did not begin it.

VOTES = 2
"""So many people who have guessed, none of whom began the game, may end it together; any where its keeper is gone."""
V = TypeVar("V", bound=ChatGame)


def ask_first(game: V, request: Request, *, has_begun: bool) -> Decision[V] | None:
    """Ask before the game ends, lest a slip of the finger end it; None where nothing was done or others must agree."""
    return Decision(replace(game, asks_to_resign=True)) if has_begun and _may_end_alone(game, request) else None


def vote(game: V, request: Request) -> Decision[V] | None:
    """Count one more vote to end the game, and say by whom; None if no more is needed.

    Bystanders have none: else they would end games of others.
    """
    if (refused := _refuse_bystander(game, request)) is not None:
        return refused
    # One of somebody who left may be theirs, where they were forgotten lately.
    if LEFT in game.resigning and not _may_end_alone(game, request) and (closed := request.why_closed(Limit.VOTES)):
        return _refuse(game, closed, request)
    voters = tuple(dict.fromkeys((*game.resigning, request.person.id)))
    if _may_end_alone(game, request) or len(voters) >= VOTES:
        return None
    note = request.texts.html("note.end-votes" if game.is_kept else "note.resign-votes", name=request.shown_name)
    toast = "toast.voted-before" if voters == game.resigning else "toast.voted"
    return Decision(replace(game, resigning=voters), note, Answer(request.texts.plain(toast)))


def no_say(request: Request) -> Answer:
    """What a bystander hears."""
    return Answer(request.texts.plain("alert.no-say"), alert=True)


def _refuse_bystander(game: V, request: Request) -> Decision[V] | None:
    """None where they have a say."""
    if game.has_say(request.person.id) or game.is_forsaken(request.world.now()):
        return None
    return _refuse(game, request.texts.html("alert.keeper-ends" if game.is_kept else "alert.no-say"), request)


def _refuse(game: V, note: Html, request: Request) -> Decision[V]:
    """Tell whoever pressed alone, and on the board whoever typed."""
    if request.pressed is not None:
        return unchanged(game, Answer(note, alert=True))
    return Decision(game, note, changed=False)


def keep(game: V, request: Request) -> Decision[V] | None:
    """The game goes on, if the board asks whether to give it up."""
    return go_on_after_asking(game, request) if game.asks_to_resign else None


def go_on_after_asking(game: V, request: Request) -> Decision[V]:
    """The game goes on, and votes to end it are gone."""
    if (refused := _refuse_bystander(game, request)) is not None:
        return refused
    return Decision(replace(game, asks_to_resign=False, resigning=()))


def _may_end_alone(game: ChatGame, request: Request) -> bool:
    """Whether the person may end the game without anybody else: it is theirs, or nobody else sees it."""
    return not request.chat.is_group or request.person.id == game.starter


# Codes that are tapped on a keypad: what each key does to what has been tapped so far.


async def press_key(key: str, game: G, variant: Variant, request: Request) -> Decision[G]:
    """Put the symbol of that key behind what the person has tapped, or erase the last one if the key is empty.

    What a person taps is seen by nobody else: in a group only the presser hears of it.
    """
    draft = await request.work.draft(game.id, request.person.id)
    after, said = after_key(draft, request.found(symbol_at(key, variant)) if key else "", variant, request.texts)
    return with_draft(game, draft, after, said, request)


def with_draft(game: G, before: str, after: str, said: str, request: Request) -> Decision[G]:
    """What the person has tapped has changed, or not; the presser hears `said`."""
    if after == before:
        return Decision(game, answer=Answer(said), changed=False, shows=False)
    return Decision(game, answer=Answer(said), draft=after, changed=False, shows=not request.chat.is_group)


async def tapped_code(game: Header, variant: Variant, request: Request) -> Code | Answer:
    """The code that the person has tapped; or the answer that says how much of it is missing."""
    draft = await request.work.draft(game.id, request.person.id)
    missing = is_missing(draft, variant, request.texts)
    return Answer(missing) if missing else variant.parse(draft)


def _said_aloud(decision: Decision[B]) -> Decision[B]:
    """The decision, whose answer says what its note says: the page shows no notes."""
    says = decision.note and not decision.answer.text
    return replace(decision, answer=Answer(decision.note.plain, alert=True)) if says else decision


def named_by(places: str, variant: Variant) -> str:
    """The symbols that have these places in the alphabet, with hyphens between them; those of no place are left out."""
    symbols = [symbol_at(place, variant) for place in places.split("-")]
    return variant.show(tuple(variant.alphabet.index(symbol) for symbol in symbols if symbol))


def after_key(draft: str, symbol: str, variant: Variant, texts: Texts) -> tuple[str, str]:
    """The draft once the key of that symbol was pressed, and what the presser hears. An empty symbol erases."""
    if not symbol:
        return (draft[:-1], draft_line(draft[:-1], variant)) if draft else (draft, texts.plain("toast.empty"))
    line = draft_line(draft, variant)
    if symbol in draft and not variant.repeats:
        return draft, texts.plain("toast.used", symbol=symbol, draft=line)
    if len(draft) == variant.length:
        return draft, texts.plain("toast.full", draft=line)
    return draft + symbol, draft_line(draft + symbol, variant)


def symbol_at(key: str, variant: Variant) -> str | None:
    """The symbol of a key, which names its place in the alphabet; None if there is none."""
    at = whole_number(key, len(variant.alphabet) - 1)
    return None if at is None else variant.alphabet[at]


def is_missing(draft: str, variant: Variant, texts: Texts) -> str:
    """What whoever sends too little hears; nothing if all is there."""
    missing = variant.length - len(draft)
    return str(texts.counted("toast.missing", missing, draft=draft_line(draft, variant))) if missing else ""


# Who may share how a game on a board ended.


def may_share(game: BoardGame, request: Request) -> bool:
    """Whether the game is worth it, and the person has played it, or seen a group play it."""
    return game.is_worth_sharing and (game.chat.is_group or game.chat == request.chat)


# What the buttons do that stand under every game that is over. A new one is an entry of `BUTTONS` here.

RULE = Rule(on=False, over=True)
"""When they count."""


def press_end(verb: OnEnd, game: Header) -> Decision[Header]:
    """Carry out a press on one of them: the game stays as it is."""
    return BUTTONS[verb](game)


def _order(command: Command) -> Callable[[Header], Decision[Header]]:
    """The button that does what the command does."""
    return lambda game: beside(game, Order(command, ""))


def _page(page: EndPage) -> Callable[[Header], Decision[Header]]:
    """The button that shows other buttons. The game is saved: no late screen brings back the first ones."""
    return lambda game: Decision(game, page=page)


BUTTONS: dict[OnEnd, Callable[[Header], Decision[Header]]] = {
    OnEnd.HOME: _order(Command.MENU),
    OnEnd.SHARE: _page(EndPage.SHARE),
    OnEnd.BACK: _page(EndPage.MAIN),
    OnEnd.BOTH: _order(Command.MATCH),
}
