"""For which game is what somebody types: of two, after an act of theirs, a rival's move, or a beginning; or of none."""

from dataclasses import dataclass, field, replace
from itertools import count, product
from typing import Any

import pytest

from bot.app.buttons import GamePress, MenuPress, OnGames, OnMenu, button_data
from bot.app.daily.model import Daily
from bot.app.kinds.alone.model import Alone
from bot.app.kinds.keeper.model import Breaker, Keeper
from bot.app.kinds.match.model import Match, Sitter
from bot.app.kinds.match.moves import make_move
from bot.app.kinds.match.opening import Opening, open_match
from bot.app.kinds.number.model import Number
from bot.app.messages import Chat, Incoming, Person, Pressed, Said
from bot.app.model.chats import Preferences
from bot.app.model.game import BOARDS, Header
from bot.app.model.prompts import Prompts
from bot.app.model.terms import Terms
from bot.app.outbox import ScreenItem
from bot.app.screen import Answer, Screen
from bot.app.talk.model import Talk
from bot.app.work import Work
from bot.app.world import World
from bot.game.model import Seat
from bot.game.notation import game_at, position
from bot.game.number import number_game_at
from bot.game.rules import Guess, SetSecret
from bot.storage.store import DatabaseStore
from tests.bot.inside import AtOnce, Inside, inside, within, world_with
from tests.bot.storage.stores import table_in

pytestmark = pytest.mark.both_databases
ANN, BOB = Seat(0), Seat(1)
CODE, NUMBER, WORD = "4567", "50", "crane"
READS = {name: {CODE} for name in ("alone", "day", "secret", "guess", "think")} | {"number": {NUMBER}}
MATCHES = ("secret", "guess")
OWN, RIVALS, NEW = "own act", "rival’s move", "new match"
BEGAN = 1_790_000_000.0


@dataclass
class Evening:
    """Ann's games, those of another Ann each time, and the time that the test sets."""

    store: DatabaseStore
    now: float = BEGAN
    friends: bool = False
    """Whether matches are between friends, who may talk."""
    ids: Any = field(default_factory=lambda: count(1))
    people: Any = field(default_factory=lambda: count(10_000))

    def __post_init__(self) -> None:
        self.world: World = replace(
            world_with(None, AtOnce()), now=lambda: self.now, new_id=lambda: f"{next(self.ids):016x}"
        )
        self.store.signals.now = self.world.now
        self.bot: Inside = within(self.store, self.world, Chat(1))

    async def anew(self, language: str = "en") -> Person:
        ann = Person(next(self.people), "Ann", language)

        async def job(work: Work) -> None:
            work.prefer(Chat(ann.id), Preferences(language=language))

        await self.store.run(job, ann.id)
        return ann

    async def has(self, name: str, ann: Person, *, theirs: bool = False, clock: str = "none") -> Header:
        """A game of that name that waits for Ann, begun by her; `theirs`: not yet, it is for the rival to move."""

        async def job(work: Work) -> Header:
            if name in MATCHES:
                return await self._match(name, ann, work, theirs=theirs, clock=clock)
            game = self._board(name, ann)
            work.games.save(game)
            work.games.focus_on(Chat(ann.id), game.id)
            return game

        return await self.store.run(job, ann.id)

    async def moves(self, match: Header) -> None:
        """The rival keeps a secret, or guesses."""

        async def job(work: Work) -> None:
            known = await work.games.load(match.id, Match)
            assert known is not None
            code = known.game.variant.parse("3210")
            move = SetSecret(BOB, code) if known.wants_secret(BOB) else Guess(BOB, code)
            await make_move(known, move, work, self.world)

        await self.store.run(job)

    async def begins(self, name: str, ann: Person, clock: str = "none") -> Header:
        """The rival begins a match that waits for Ann."""

        async def job(work: Work) -> Header:
            mode = "duel" if name == "secret" else "race"
            return await open_match(self._opening(mode, ann, clock, ann.id + 500_000), work, self.world)

        return await self.store.run(job, ann.id)

    async def does(self, ann: Person, data: str) -> str:
        """What whoever presses is told."""
        await self._takes(Pressed(next(self.ids), "query", Chat(ann.id), ann, next(self.ids), data))
        return "".join(answer.text for answer in self.bot.heard if isinstance(answer, Answer))

    async def looks_at(self, game: Header, ann: Person) -> None:
        await self.does(ann, button_data(GamePress(OnGames.SHOW, game.id, 0)))

    async def types(self, text: str, ann: Person, after: float) -> tuple[str, Screen]:
        """For which game it was, by its id, or `asked`; and what Ann sees then."""
        number = next(self.ids)
        await self._takes(Said(number, Chat(ann.id), ann, number, text, at=float(int(self.now + after))))

        async def look(work: Work) -> tuple[str, str | None]:
            return await work.of(Prompts).read("which", ann.id), (await work.scene(-number, Chat(ann.id))).focus

        kept, focus = await self.store.run(look)
        return "asked" if kept == text else str(focus), (await self.screens(ann))[-1]

    async def screens(self, ann: Person) -> list[Screen]:
        return [one.screen for one in await self.store.outbox.pending(ann.id) if isinstance(one, ScreenItem)]

    async def turns(self, game: Header) -> Any:
        stored: Any = await self.store.run(lambda work: work.games.load(game.id, type(game)))
        return stored.game

    async def _takes(self, incoming: Incoming) -> None:
        self.bot.heard.clear()
        await self.bot.worker.run(incoming)

    def _board(self, name: str, ann: Person) -> Header:
        chat, game_id = Chat(ann.id), self.world.new_id()
        header: dict[str, Any] = {
            "id": game_id,
            "chat": chat,
            "starter": ann.id,
            "salt": "5a" * 16,
            "opened_at": self.now,
        }
        match name:
            case "number":
                return Number(**header, game=number_game_at("number 1..100 7 | >60"), starter_name="Ann")
            case "think":
                return Keeper(**header, game=game_at("think classic | 0123=1B1C"), breaker=Breaker("casual", "seed"))
        alone = replace(table_in(chat, game_id, "solo classic 0834 | 9876"), starter=ann.id)
        return replace(alone, daily=Daily(7, "00" * 8, 2 * BEGAN)) if name == "day" else alone

    def _opening(self, mode: str, ann: Person, clock: str, opener: int) -> Opening:
        people = ((ann.id, "Ann"), (ann.id + 500_000, "Bob"))
        sitters = tuple(Sitter(person, name, person) for person, name in people)
        return Opening(
            terms=Terms(mode, "classic", clock, rated=False),
            sitters=sitters,
            seed="",
            opener=opener,
            friends=self.friends,
        )

    async def _match(self, name: str, ann: Person, work: Work, *, theirs: bool, clock: str) -> Header:
        """A duel in which Ann guesses first."""
        match = await open_match(self._opening("duel", ann, clock, ann.id), work, self.world)
        if name == "secret":
            return match
        for seat in (ANN, BOB):
            match = await make_move(match, SetSecret(seat, (0, 1, 2, 3)), work, self.world)
        for seat in (ANN,) if theirs else (ANN, BOB):
            match = await make_move(match, Guess(seat, (9, 8, 7, 6)), work, self.world)
        return match


def expected(before: str, after: str, event: str, seconds: float, text: str) -> str:
    """Which of the two it is for, or `asked`."""
    is_down = event == NEW or (
        event == RIVALS and after == "guess"
    )  # a secret of the rival’s changes the board in place
    if is_down and seconds < 5 and text in READS[before]:
        return "asked" if text in READS[after] else "before"
    return "after" if is_down or event == OWN else "before"


async def played(evening: Evening, before: str, after: str, event: str) -> tuple[Person, Header, Header]:
    """Ann, her game in which she has acted, and the other one, after the event."""
    ann = await evening.anew()
    if event == NEW:
        return ann, await evening.has(before, ann), await evening.begins(after, ann)
    second = await evening.has(after, ann, theirs=event == RIVALS)
    first = await evening.has(before, ann)
    evening.now += 3600
    await (evening.moves(second) if event == RIVALS else evening.looks_at(second, ann))
    return ann, first, second


@pytest.mark.parametrize("event", [OWN, RIVALS, NEW])
async def test_what_is_typed_is_for_the_board_that_asked_last_unless_it_was_being_typed_for_another(
    store: DatabaseStore, event: str
) -> None:
    evening = Evening(store)
    moments = (1, 4, 6, 60) if event == OWN else (-600, 1, 4, 6, 60)  # out of a backlog it was sent before
    for before, after, seconds in product(READS, READS if event == OWN else MATCHES, moments):
        for text in READS[before] | READS[after]:
            case = (before, after, event, seconds, text)
            ann, first, second = await played(evening, before, after, event)
            stood = [await evening.turns(first), await evening.turns(second)]
            meant, screen = await evening.types(text, ann, seconds)
            assert {first.id: "before", second.id: "after"}.get(meant, meant) == expected(*case), case
            stands = [await evening.turns(first), await evening.turns(second)]
            if meant != first.id:
                assert stands[0] == stood[0], case
            if meant != second.id:
                assert stands[1] == stood[1], case
            if meant == "asked":
                picks = {button.data for row in screen.rows for button in row}
                assert picks == {button_data(GamePress(OnGames.MEANT, game.id, 0)) for game in (first, second)}, case
                assert (text in screen.html) == ("secret" not in {before, after}), case


async def test_who_has_acted_on_the_board_that_dropped_in_is_not_asked_nor_about_one_in_which_nothing_was_done(
    store: DatabaseStore,
) -> None:
    evening = Evening(store)
    ann, _, second = await played(evening, "guess", "guess", RIVALS)
    await evening.looks_at(second, ann)
    assert (await evening.types(CODE, ann, 1))[0] == second.id
    ann = await evening.anew()
    second = await evening.has("guess", ann, theirs=True)
    await evening.types("/play", ann, 0)
    await evening.moves(second)
    assert (await evening.types(CODE, ann, 1))[0] == second.id


async def test_a_clock_of_90_seconds_comes_before_what_a_rival_has_brought_but_not_before_what_one_acts_on(
    store: DatabaseStore,
) -> None:
    evening = Evening(store)
    for seconds in (1, 60):
        ann = await evening.anew()
        calm = await evening.has("guess", ann, theirs=True)
        live = await evening.has("guess", ann, clock="live")
        await evening.moves(calm)
        assert (await evening.types(CODE, ann, seconds))[0] == live.id
        ann = await evening.anew()
        calm, live = await evening.has("alone", ann), await evening.begins("guess", ann, "live")
        assert (await evening.types(CODE, ann, seconds))[0] == live.id, "it is never asked about"
        await evening.looks_at(calm, ann)
        assert (await evening.types(CODE, ann, seconds))[0] == calm.id


async def test_of_two_games_whose_clocks_run_it_is_asked_which(
    store: DatabaseStore,
) -> None:
    evening = Evening(store)
    ann = await evening.anew()
    await evening.has("guess", ann, clock="live")
    second = await evening.begins("guess", ann, "live")
    asked = [(await evening.types(text, ann, seconds))[0] for text, seconds in ((CODE, 1), ("5678", 60))]
    assert asked == ["asked", second.id], "of two whose clocks run"


async def test_a_command_sent_as_another_board_dropped_in_is_about_neither(store: DatabaseStore) -> None:
    evening = Evening(store)
    for seconds, says in ((1, "Your games"), (60, "Then Bob wins")):
        ann, first, second = await played(evening, "alone", "guess", RIVALS)
        await evening.types("/resign", ann, seconds)
        assert says in str(await store.outbox.pending(ann.id))
        assert [(await evening.turns(game)).ended for game in (first, second)] == [None, None]


async def test_a_move_that_only_one_game_can_read_is_for_it_but_a_slip_for_the_one_in_focus(
    store: DatabaseStore,
) -> None:
    evening = Evening(store)
    ann = await evening.anew()
    for order, text in (("/play words", WORD), ("/play 5 digits", "43210")):
        await evening.types(order, ann, 0)
        await evening.types(text, ann, 0)
    words, five = (await store.run(lambda work: work.games.running_in(ann.id)))[-2:]
    digits = await evening.has("alone", ann)
    assert (await evening.types("slate", ann, 9))[0] == words.id
    assert (await evening.types("56789", ann, 9))[0] == words.id, "letters are wanted, which the board says"
    await evening.looks_at(digits, ann)
    assert (await evening.types("56789", ann, 9))[0] == digits.id, "perhaps a digit too many"
    assert len((await evening.turns(five)).turns) == 1


@pytest.mark.parametrize("before", ["alone", "day", "guess"])
async def test_a_move_in_the_match_that_was_acted_in_last_takes_nothing_that_was_typed_for_another(
    store: DatabaseStore, before: str
) -> None:
    evening = Evening(store)
    for seconds in (-600, 1, 4, 6):
        ann = await evening.anew()
        await evening.has(before, ann)
        second = await evening.has("guess", ann, theirs=True)
        evening.now += 3600
        await evening.moves(second)
        meant, _ = await evening.types(CODE, ann, seconds)
        assert meant == ("asked" if seconds < 5 else second.id), seconds


async def test_a_message_that_two_rivals_may_read_is_for_whoever_moved_last_unless_it_was_sent_just_then(
    store: DatabaseStore,
) -> None:
    evening = Evening(store, friends=True)
    ann, _, second = await played(evening, "guess", "guess", RIVALS)
    assert (await evening.types("hahaha", ann, 4))[0] == "asked"
    assert (await evening.types("nonsense", ann, 60))[0] == second.id
    said = await store.run(lambda work: work.of(Talk).last_messages(second.id, 9))
    assert [message.text for message in said] == ["nonsense"]


BEGIN = button_data(MenuPress(OnMenu.TYPED))


async def boards(evening: Evening, ann: Person) -> list[str]:
    """The positions on her boards."""
    games: Any = await evening.store.run(lambda work: work.games.running_in(ann.id))
    return [position(game.game) for game in games if isinstance(game, Alone)]


@pytest.mark.parametrize(
    ("language", "text", "begun", "says"),
    [
        ("en", "crane", "words-en-5 abide | crane", "No word game is open. Start one with this word?"),
        ("uk", "книга", "words-uk-5", "Гри в слова зараз немає."),
        ("ru", "Книга!", "words-ru-5", "Игры в слова сейчас нет."),
        ("en", "red green blue yellow", "mastermind RRRR | RGBY", "No game with 4 colours of 6"),
        ("ru", "🍎🍋🍇🌽", "pictures ABCD | ABCE", "Игры «4 картинки из 12» сейчас нет."),
    ],
)
async def test_what_no_open_game_can_take_begins_one_that_can(
    store: DatabaseStore, language: str, text: str, begun: str, says: str
) -> None:
    evening = Evening(store)
    for names in (("alone",), ("alone", "think"), ("number", "think", "day")):
        ann = await evening.anew(language)
        for name in names:
            await evening.has(name, ann)
        before = await boards(evening, ann)
        kept, screen = await evening.types(text, ann, 0)
        assert kept == "asked", names
        assert says in screen.html, names
        assert screen.rows[0][0].data == BEGIN, names
        assert "".join([await evening.does(ann, BEGIN) for _ in range(2)]).count("🐂") == 1, "pressed twice"
        after = await boards(evening, ann)
        assert after[: len(before)] == before
        [new] = after[len(before) :]
        assert begun in new


async def test_a_slip_and_a_message_are_answered_by_the_game_and_the_rival_as_ever(store: DatabaseStore) -> None:
    evening = Evening(store)
    for friends, name, text, says in (
        (False, "alone", "01234", "That’s 5 digits; I need 4."),
        (False, "alone", "abcd", "doesn’t fit"),
        (False, "guess", WORD, "Not passed on"),
        (True, "guess", "nice", "No word game is open. Start one with this word?\nThat looks like a code"),
    ):
        evening.friends, ann = friends, await evening.anew()
        await evening.has(name, ann)
        _, screen = await evening.types(text, ann, 60)
        assert says in screen.html, text
    game = await evening.has("guess", ann)
    kept, _ = await evening.types(WORD, ann, 60)
    said = await store.run(lambda work: work.of(Talk).last_messages(game.id, 9))
    assert (kept, [message.text for message in said]) == (game.id, [WORD])


async def test_what_might_be_a_secret_is_taken_away_where_a_game_is_offered_for_it(
    store: DatabaseStore,
) -> None:
    evening = Evening(store)
    ann = await evening.anew()
    for _ in range(2):
        await evening.has("secret", ann)
    await store.run(lambda work: focus_on_none(work, ann), ann.id)
    kept, screen = await evening.types("01234", ann, 60)
    items = await store.outbox.pending(ann.id)
    assert (kept, [type(item).__name__ for item in items].count("RetireItem")) == ("asked", 1)
    assert screen.html == "No game with 5 digits is open. Start one with this guess?"
    assert "01234" not in str(items)


async def focus_on_none(work: Work, ann: Person) -> None:
    work.games.focus_on(Chat(ann.id), None)


async def test_where_enough_boards_are_on_none_begins_and_what_was_typed_still_waits(store: DatabaseStore) -> None:
    evening = Evening(store)
    ann = await evening.anew()
    for _ in range(BOARDS):
        game = await evening.has("alone", ann)
    await evening.types(WORD, ann, 60)
    assert f"{BOARDS} games are open here" in await evening.does(ann, BEGIN)
    await store.run(lambda work: ended(work, game), ann.id)
    await evening.does(ann, BEGIN)
    assert (await boards(evening, ann))[-1].endswith(f"| {WORD}")


async def ended(work: Work, game: Header) -> None:
    known = await work.games.load(game.id, Header)
    assert known is not None
    work.games.save(known.given_up_at(BEGAN))


@pytest.mark.parametrize(
    ("language", "word", "said"),
    [
        ("uk", "сова", "слова з 4 літер"),
        ("ru", "сова", "слова из 4 букв"),
        ("uk", "лис", "3 літери, а треба 5"),
        ("ru", "лис", "3 буквы, а нужно 5"),
        ("en", "fox", "3 letters; I need 5"),
        ("uk", "мва", "3 літери, а треба 5"),
    ],
)
async def test_a_word_of_another_length_is_no_slip_in_a_command_where_words_are_guessed(
    language: str, word: str, said: str
) -> None:
    async with inside(None, Chat(1001), language) as bot:
        await bot.says("/play words")
        heard = str(await bot.says(word))
        assert said in heard
        assert "/language" not in heard
