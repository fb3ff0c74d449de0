"""Games looked at afterwards or told, however they are written down; reviews wait for nobody and hold up nobody."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Collection
from dataclasses import replace
from itertools import islice, permutations

import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st

from bot.app.advice import (
    LONGEST_PAYLOAD,
    MOST_TURNS,
    Reviewed,
    TooLongGame,
    game_review,
    link,
    payload_of,
    position_in,
)
from bot.app.intents import Typed, parse
from bot.app.jobs import LongJobsDone
from bot.app.language import KNOWN
from bot.app.messages import Chat, Person, Pressed, Said
from bot.app.model.chats import Preferences
from bot.app.model.game import hinted_in
from bot.app.model.long_jobs import MOST
from bot.app.outbox import MarkItem, ScreenItem
from bot.app.reading import is_board, reply_in
from bot.app.review.screens import ReviewPresses, all_guesses_screen, plain_screen, review_screen
from bot.app.review.told_games import MissingReply, UnreadableGame, game_in, named_instead, names_of_variants
from bot.app.screen import Answer
from bot.app.screens.board import STYLES, latest, remark_lines, turn_lines, variant_name
from bot.app.screens.common import Viewer
from bot.app.texts import LANGUAGES, Html, texts_in
from bot.app.worker import Replies, Worker
from bot.compute.processes import ThinkingProcesses
from bot.game.fair_play import Opened, Told
from bot.game.model import Seat, Turn
from bot.storage.store import DatabaseStore
from bot.world import real_world
from sandbox import client, html
from sandbox.client import Message
from solver.feedback import Feedback, History, feedback_for, possible_feedback
from solver.variant import VARIANTS, InvalidCode, Variant, variant_named
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.pairs import paired
from tests.bot.player import presses_at_once, talk, wrong_guesses
from tests.bot.storage.databases import rows_at
from tests.bot.storage.stores import write
from tests.solver.games import codes

through_the_bot = pytest.mark.asyncio(loop_scope="session")
TITLES = {"en": ("Review", "Accuracy"), "uk": ("Розбір", "Точність"), "ru": ("Разбор", "Точность")}
COWS = "0123 0B1C"
WEIGHED = "1. 0123\u00a0\u00a00\u2060🐂\u00a01\u2060🐄 · 5040→1440 · 1.8\u00a0bits (2.8 expected)\n👍 good"


async def known(stage: Stage, language: str = "en", words: str = "/play") -> client.Person:
    alice = await stage.sandbox.person("Alice", language)
    stored.let_have_played(stage.bot, alice.id)
    await talk(f"{words} → 🔒", alice)
    return alice


async def every_guess(player: client.Person, review: Message) -> str:
    await player.presses("📋", on=review)
    return (await player.sees("📋", after=review)).text


@through_the_bot
@pytest.mark.parametrize("language", TITLES)
async def test_a_finished_game_is_reviewed_in_words_and_a_picture(stage: Stage, language: str) -> None:
    alice, (title, accuracy) = await known(stage, language), TITLES[language]
    secret = stage.secret_of(alice.id)
    guesses = [*wrong_guesses(secret, 2), secret]
    for number, guess in enumerate(guesses, 1):
        board = await talk(f"{guess} → {number}. {guess}", alice)
    review = await talk(f"[📊 {title}] → {accuracy}", alice)
    assert review.photo is not None
    assert re.search(rf"🏁.* {secret}, \d", review.text)
    every = await every_guess(alice, review)
    for number, guess in enumerate(guesses, 1):
        assert re.search(
            rf"^{number}\. {guess}\b.*→.*\n(🍀 1 in \d+ · |🍀 1 шанс [іи]з \d+ · )?(✅|👍|⚠️|❗)", every, re.MULTILINE
        )
    bob = await stage.sandbox.person("Bob", language)
    for said in (board.text, f"/review {board.text}"):
        asked = await bob.send(said)
        await bob.sees(accuracy, after=asked)
    await alice.send("/review")
    again = await alice.sees(accuracy, after=review)
    assert re.search(rf"🏁.* {secret}, \d", again.text), "without a game it is the last one"


@through_the_bot
async def test_the_same_is_played_again_below_a_review(stage: Stage) -> None:
    alice = await known(stage, words="/play mini")
    review = await talk(f"{stage.secret_of(alice.id)} → 🎉\n[📊 Review] → Accuracy", alice)
    await presses_at_once(alice, "Play again", review)
    board = await alice.sees("4 digits from 1 to 5", after=review)
    await stage.quiet()
    assert stored.games(stage.bot, alice.id) == 2
    await talk(f"{'1234' if stage.secret_of(alice.id) != '1234' else '4321'} → 1 guess so far", alice)
    await alice.presses("Play again", on=review)
    another = await alice.sees("🎮 Unfinished games: /games", after=board)
    assert "4 digits from 1 to 5" in another.text
    assert (await alice.sees("Accuracy")).id == review.id


@through_the_bot
@pytest.mark.parametrize(
    ("text", "caption", "shown"),
    [
        (f"{COWS} {COWS} 4567 0B2C {COWS} {COWS} {COWS}", "Weakest guesses:\n2. 0123", "0123"),
        (f"{COWS} 4567 0B2C 7285", "Partly estimated", WEIGHED),
        ("mini 1234 2B2C 1243", "Exact", "120→6"),
        ("0123=1b0c 4567=0b2c", "Accuracy", "5040→"),
        ("colours ROYGB 1B1C", "Accuracy", "🔴🟠🟡🟢🔵\u00a0\u00a01\u2060🐂\u00a01\u2060🐄 ROYGB"),
        ("words-en-5 abide 1B1C", "Accuracy", "abide"),
        ("colors ROYGB 1B1C", "Accuracy", "🔴🟠🟡🟢🔵\u00a0\u00a01\u2060🐂\u00a01\u2060🐄 ROYGB"),
        ("4х8 0123 1B1C", "Accuracy", "1680→"),
    ],
)
async def test_a_told_game_has_figures_of_the_command_line(stage: Stage, text: str, caption: str, shown: str) -> None:
    alice = await stage.sandbox.person("Alice")
    review = await talk(f"/review {text} → {caption}", alice)
    if "Weakest" in caption:
        said = ("❗ mistake: ", "it couldn’t tell you anything new. Best: ")
        assert [review.text.count(words) for words in said] == [3, 3], "the three costliest, and why"
    assert shown in await every_guess(alice, review)


def reviewed(*guesses: str, hinted: Collection[int] = (), secret: str = "5678", name: str = "classic") -> Reviewed:
    variant = variant_named(name)
    codes_guessed = [variant.parse(guess) for guess in guesses]
    history = tuple((code, feedback_for(code, variant.parse(secret))) for code in codes_guessed)
    return replace(game_review(variant, history, variant.parse(secret)), hinted=frozenset(hinted))


IN_ENGLISH = Viewer(texts_in("en"), "emoji", "BullsBot")


def test_a_newcomers_review_tells_under_each_guess_what_it_left() -> None:
    told = str(plain_screen(reviewed("0123", "4567", "4786", "5678"), IN_ENGLISH, ReviewPresses()).html)
    figures = re.findall(r"^codes: ([\d,]+) → (\d+)", told, re.MULTILINE)
    assert [int(before.replace(",", "")) for before, _ in figures[1:]] == [int(after) for _, after in figures[:-1]]
    assert (figures[0], len(figures)) == (("5040", "360"), 4)
    assert "bits" not in told
    first, second, *_ = told.split("\n\n")[2:]
    assert "👍 good" in first
    assert "✅ best" not in second, "any first guess does as well, and many second ones"


def test_a_lucky_shot_is_never_called_the_best() -> None:
    shot = str(plain_screen(reviewed("0123", "5678"), IN_ENGLISH, ReviewPresses()).html)
    assert shot.count("360 → 1 · 🍀 1 in 360 · 👍 good") == 1
    assert "best" not in shot


def test_the_only_code_left_is_the_best_guess_without_luck() -> None:
    known = str(plain_screen(reviewed("0123", "4567", "5679", "5678"), IN_ENGLISH, ReviewPresses()).html)
    assert "→ 1 · ✅ best" in known, "the only one that was left"
    assert "🍀" not in known.split("4.")[1], "the only one that was left"


@pytest.mark.parametrize(
    ("guesses", "hinted", "told"),
    [
        ("0123 4567 5678", (), "✅ Every guess was good."),
        ("0123 4567 5678", (2,), "Guesses 1 and 3 were your own, and all good."),
        ("0123 4567 5678", (1, 2, 3), "💡 There was a hint before every guess."),
        ("0123 0123 5678", (1,), "Weakest guess:"),
    ],
)
def test_only_what_was_ones_own_is_praised(guesses: str, hinted: tuple[int, ...], told: str) -> None:
    game = reviewed(*guesses.split(), hinted=hinted)
    assert told in review_screen(game, IN_ENGLISH, ReviewPresses()).html
    for screen in (all_guesses_screen(game, IN_ENGLISH), plain_screen(game, IN_ENGLISH, ReviewPresses())):
        assert screen.html.count("💡 after a hint") == len(hinted)


@pytest.mark.parametrize(("log", "hinted"), [("", set()), ("5 17", set()), ("?0 5 ?0 ?0 17 40 ?0", {1, 2, 4})])
def test_before_which_guess_a_hint_was_taken_is_read_from_the_log(log: str, hinted: set[int]) -> None:
    assert hinted_in(log) == hinted


@pytest.mark.parametrize(
    ("guesses", "said", "unsaid"),
    [
        ("0123 0123 0123 4567 5678", "On average, perfect play would have saved 2", "bits"),
        ("0123 4567 5678", "🎯 Accuracy 100%\n🍀 Lucky: the replies told more", "saved"),
    ],
)
def test_figures_of_a_review_are_sentences_and_bits_are_one_tap_away(guesses: str, said: str, unsaid: str) -> None:
    game = reviewed(*guesses.split())
    caption = review_screen(game, IN_ENGLISH, ReviewPresses()).html
    assert said in caption
    assert unsaid not in caption
    assert "Each bit halves" in all_guesses_screen(game, IN_ENGLISH).html


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("guesses", "said", "lucky"),
    [("0123 0123 5678", 2, [1, 3]), ("0539 4186", 2, []), ("9752 2815", 1, []), ("4586 3046", 0, [1]), ("9083", 0, [])],
)
def test_the_picture_of_a_review_says_what_its_text_says_without_signs(
    language: str, guesses: str, said: int, lucky: list[int]
) -> None:
    game, viewer = reviewed(*guesses.split()), replace(IN_ENGLISH, texts=texts_in(language))
    screen, plain = review_screen(game, viewer, ReviewPresses()), plain_screen(game, viewer, ReviewPresses()).html
    assert screen.picture is not None
    given = json.loads(screen.picture.given)
    assert (len(given["said"]), [line for line in given["said"] if line not in screen.html]) == (said, [])
    chances = {number: turn["chance"] for number, turn in enumerate(given["turns"], 1) if turn["chance"]}
    assert (list(chances), [f"🍀 {chance} · " in plain for chance in chances.values()]) == (lucky, [True] * len(lucky))
    assert [sign for sign in "🍀🌧" if sign in "".join((*given["said"], *chances.values()))] == []


@through_the_bot
async def test_hints_that_were_taken_in_a_game_are_no_praise_in_its_review(stage: Stage) -> None:
    alice = await known(stage)
    secret = stage.secret_of(alice.id)
    [other] = wrong_guesses(secret, 1)
    await talk(f"{other} → 1 guess so far\n/hint → Hints used: 1\n{secret} → 🎉", alice)
    review = await talk("[📊 Review] → Accuracy", alice)
    assert "Guess 1 was your own, and good." in review.text
    assert "Faster than perfect play" not in review.text


@through_the_bot
async def test_what_is_no_game_is_answered_kindly_and_guesses_are_those_of_the_review_above(stage: Stage) -> None:
    how, alice = "Send me a game: guess, reply, guess, reply…", await stage.sandbox.person("Alice")
    await talk(
        f"""/review → {how}
        /review 0123 hello → I can’t read “hello”. A game goes guess, reply, guess, reply:
        /review classic → {how}
        /review 0123 4567 1B0C → “4567” is a guess, but the one before it has no reply
        /review 0123 1B0C world → I can’t read “world”. A game goes guess, reply, guess, reply:
        /review 0122 1B0C → “0122” can’t be a guess here. 2 appears more than once
        /review 0123 3B1C → “3B1C” can’t be: with
        /review 0123 4B0C 4567 0B0C → There’s a guess after the one that cracked the code.
        /review 0123 0B0C 4567 0B0C → No code fits all these replies
        /review 01234 1B0C → “01234” can’t be a guess here. That’s 5 digits; I need 4.
        → If that’s another game, name it first: /review five 01234 …""",
        alice,
    )
    refused = await talk(f"/review 1x2 {turns(500)} → I review 60 turns at most", alice)
    await alice.send(f"/start p1x2_{'_' * 40}")
    await alice.sees("I review 60 turns at most", after=refused)
    alice = await stage.sandbox.person("Alice")
    first = await talk("/review mini 1234 2B2C 1243 → Accuracy", alice)
    await alice.send("/review 0123 0B2C 4512")
    assert "5040→1260" in await every_guess(alice, await alice.sees("Accuracy", after=first))


@through_the_bot
async def test_without_a_game_a_match_is_reviewed_as_the_person_played_it(stage: Stage) -> None:
    pair = await paired(stage)
    first, second = await pair.keep("9705", "8642")
    await pair.guess(first, "0123")
    await pair.guess(second, "4567")
    for _ in range(2):
        await stage.after(first.send("/resign"))
    review = await talk("/review → 📊 Review", first)
    assert review.photo is not None
    assert "1. 0123" in await every_guess(first, review)


ANN = Person(1001, "Ann", "en")
BOB = Person(1002, "Bob", "en")
TOLD = "/review 7x5r 0123401 1B2C 1234012 0B3C"


class House:
    """A worker with two real processes that think, and those who do long jobs, once they are let to."""

    def __init__(self, store: DatabaseStore, compute: ThinkingProcesses) -> None:
        self.store = store
        self.answers: list[Answer] = []
        self._updates = iter(range(1, 10_000))
        world, replies = real_world("bot", compute.recall), Replies(lambda _query, told: self.answers.append(told))
        self.worker = Worker(store, compute, world, replies, limits=False)
        self.jobs = LongJobsDone(store, compute, world, store.take_long_job)

    async def says(self, text: str, chat: Chat, person: Person = ANN) -> None:
        """All that is done before the update is confirmed."""
        number = next(self._updates)
        await self.worker.run(Said(number, chat, person, number, text, to_bot=True))

    async def presses(self, data: str, chat: Chat, message: int, person: Person = ANN) -> None:
        number = next(self._updates)
        await self.worker.run(Pressed(number, f"query {number}", chat, person, message, data))

    async def items(self, chat: Chat) -> list[object]:
        return list(await self.store.outbox.pending(chat.id))

    async def screens(self, chat: Chat) -> list[ScreenItem]:
        return [item for item in await self.items(chat) if isinstance(item, ScreenItem)]


async def waiting(place: str) -> int:
    return len(await rows_at(place, "SELECT 1 FROM long_jobs"))


@pytest_asyncio.fixture
async def house(store: DatabaseStore) -> AsyncIterator[House]:
    compute = ThinkingProcesses()
    yield House(store, compute)
    compute.close()


@pytest.mark.costly
async def test_an_update_with_a_review_is_confirmed_before_it_is_thought_about(house: House, place: str) -> None:
    chat = Chat(ANN.id)
    await house.says(TOLD, chat)
    assert ([type(item) for item in await house.items(chat)], await waiting(place)) == ([MarkItem], 1)
    assert len(await rows_at(place, "SELECT update_id FROM seen_updates")) == 1
    await house.jobs.do_all()
    [shown] = await house.screens(chat)
    assert "Accuracy" in shown.screen.html
    assert await waiting(place) == 0


def in_order(places: tuple[int, ...]) -> str:
    """The same game with its places in that order: a review of its own, which is thought about as long."""
    guesses = ("".join(guess[place] for place in places) for guess in ("0123401", "1234012"))
    return "/review 7x5r {} 1B2C {} 0B3C".format(*guesses)


async def test_bystanders_are_answered_while_ninety_reviews_wait(house: House, place: str) -> None:
    orders = enumerate(islice(permutations(range(7)), 90), 2000)
    guests = {Person(number, "Guest", "en"): in_order(places) for number, places in orders}
    for _ in range(2):  # the same once more while it is on its way is one
        await asyncio.gather(*(house.says(text, Chat(-person.id), person) for person, text in guests.items()))
    await asyncio.gather(*(house.says(TOLD, Chat(-3000 - at), ANN) for at in range(90)))
    assert await waiting(place) == 90 + MOST
    doing = asyncio.create_task(house.jobs.do_all())
    for text in ("/play", "/hint", "/hint"):
        await house.says(text, Chat(BOB.id), BOB)
    assert "👉" in (await house.screens(Chat(BOB.id)))[-1].screen.html
    assert await waiting(place) > 80, "he did not wait for them"
    assert await rows_at(place, "SELECT update_id FROM failed_updates") == []
    doing.cancel()
    await asyncio.gather(doing, return_exceptions=True)


async def test_whoever_asks_for_too_many_hears_a_kind_no(house: House, place: str) -> None:
    for number in range(MOST + 2):
        await house.says(f"/review 0123 {number % 3}B0C", Chat(-number - 1))
    found = [item for at in range(MOST + 2) for item in await house.items(Chat(-at - 1))]
    assert len([item for item in found if isinstance(item, MarkItem)]) == MOST
    refused = [item.screen.html for item in found if isinstance(item, ScreenItem)]
    assert refused == ["I’m still on four reviews for you: wait for those first."] * 2
    assert await waiting(place) == MOST


async def test_a_game_that_went_on_or_a_chat_that_was_left_has_no_review(house: House, place: str) -> None:
    chat = Chat(ANN.id)
    await house.says("/play mini", chat)
    ((table, *_, body),) = await stored.games_at(place)
    await house.says(json.loads(body)["position"].split()[2], chat)
    *_, board = await house.screens(chat)
    await house.store.outbox.note_delivered([board], 7, None)
    review = next(button.data for row in board.screen.rows for button in row if "Review" in button.text)
    assert review
    for _ in range(2):
        await house.presses(review, chat, 7)
    assert [answer.text for answer in house.answers] == ["🔎 One moment…"] * 2
    jobs = await rows_at(place, "SELECT kind, subject FROM long_jobs ORDER BY kind")
    assert jobs == [("costliest", table), ("review-table", table)]
    before = len(await house.items(chat))
    await write(house.store, lambda work: work.prefer(chat, Preferences(reachable=False)))
    await house.jobs.do_all()
    assert (len(await house.items(chat)), await waiting(place)) == (before, 0)


def opened(told: Told) -> Opened:
    """What it says, past the door."""
    return Opened(told._variant, told._history)


def turns(number: int) -> str:
    """So many turns of a game in which 0 or 1 is the code."""
    return " ".join(["0 0B0C"] * number)


def test_a_told_game_of_too_many_turns_is_refused_before_they_are_read() -> None:
    assert len(opened(game_in(f"1x2 {turns(MOST_TURNS)}", "en")).history) == MOST_TURNS
    for text in (f"1x2 {turns(MOST_TURNS + 1)}", f"1x2 {turns(MOST_TURNS + 1)} this is no turn"):
        with pytest.raises(TooLongGame):
            game_in(text, "en")


def test_no_link_leads_to_a_game_of_too_many_turns() -> None:
    one = variant_named("1x2")
    history = ((one.parse("0"), Feedback(0, 0)),) * MOST_TURNS
    payload = payload_of(one, history)
    assert payload is not None
    assert (position_in(payload), payload_of(one, history + history[:1])) == (Told(one, history), None)
    with pytest.raises(TooLongGame):
        position_in(f"p1x2_{'_' * 40}")


@through_the_bot
async def test_a_longer_game_of_ours_is_reviewed_in_its_first_turns_and_says_so(stage: Stage) -> None:
    alice = await known(stage)
    secret = stage.secret_of(alice.id)
    wrong = [code for code in map("".join, islice(permutations("9876543210", 4), 70)) if code != secret][:69]
    stored.set_position(stage.bot, alice.id, f"solo classic {secret} | {' '.join(f'0:{code}' for code in wrong)}")
    review = await talk(f"{secret}\n[📊 Review] → Accuracy", alice)
    assert "The first 60 of 70 guesses." in review.text


ANY = st.sampled_from([*VARIANTS.values(), variant_named("5x8r"), variant_named("3x12")])
GAME = [("0123", "1B2C"), ("4567", "0B1C"), ("0132", "4B0C")]
FORMS = ["{} {}", "{}, {}", "{} - {}", "{} — {}", "{}-{}", "{}: {}", "{} ({})", "[{}, {}]", "{} → {}", "{} -> {}"]
FORMS += ["{}=>{}", "{}={}", "{} | {}", "| {} | {} |", '"{}" "{}"', "• {} {}", "- {} {}", "🎯 {} {}", "{} {} Ann"]
FORMS += ["Ann {} {}", "Боб: {} {}", "me: {}\nyou: {}", "\u200e{}\u200f {}"]
NUMBERED = ["", "{}. ", "{}) ", "{}: ", "({}) ", "{} ", "#{} ", "{}\ufe0f\u20e3 ", "Guess {}: "]
REPLIES = ["1B2C 0B1C 4B0C", "12 01 40", "1_2 0_1 4_0", "1,_2 0,_1 4,_0", "1A2B 0A1B 4A0B", "1А2В 0А1В 4А0В"]
REPLIES += ["1В2С 0В1С 4В0С", "1🐂_2🐄 0🐂_1🐄 4🐂", "1_bull_and_2_cows 1_cow 4_bulls", "1\u2060B2C 0B1C 4B0C"]
REPLIES += ["1_бик_2_корови 1_корова 4_бика", "1_бик,_2_корови 0_быков,_1_корова 4_быка"]


def told(text: str, language: str = "en") -> tuple[str, list[tuple[str, str]]]:
    variant, history = opened(game_in(text, language))
    return variant.name, [(variant.format(guess), str(reply)) for guess, reply in history]


@pytest.mark.parametrize("joint", [" ", ", ", "; ", "\n"])
@pytest.mark.parametrize("form", FORMS)
def test_a_game_is_read_in_whatever_form_it_was_written_down(form: str, joint: str) -> None:
    guesses = [guess for guess, _ in GAME]
    for number, written in [(number, REPLIES[0]) for number in NUMBERED] + [("", written) for written in REPLIES]:
        replies = written.replace("_", "\u00a0").split(" ")
        turns = [form.format(*turn) for turn in zip(guesses, replies, strict=True)]
        for lines in (turns, [*turns[:-1], guesses[-1]]):
            text = joint.join(number.format(at) + line for at, line in enumerate(lines, 1))
            assert told(text) == told(text.replace("\u00a0", " ")) == ("classic", GAME), text


@pytest.mark.parametrize(
    "text",
    [
        "classic: 0123 1B2C 4567 0B1C 0132",
        "0 1 2 3  1B2C\n4 5 6 7  0B1C\n0 1 3 2",
        "0-1-2-3 1B2C 4-5-6-7 0B1C 0-1-3-2",
        "0,1,2,3 1B2C; 4,5,6,7 0B1C; 0,1,3,2",
        "classic 0123 1B2C 4567 0B1C ０１３２",
        "0123 1 bull and 2 cows. 4567 0 bulls, 1 cow! 0132 4 bulls",
    ],
)
def test_a_game_is_read_however_its_guesses_are_written(text: str) -> None:
    assert told(text) == ("classic", GAME)


@pytest.mark.parametrize(
    ("text", "variant", "turns"),
    [
        ("mastermind red red orange green 1B1C, 🟥🟧🟨🟩 - 2 0", "mastermind", [("RROG", "1B1C"), ("ROYG", "2B0C")]),
        ("кольори: Ч О Ж З С → 1б1к; ЧОЖЗБ 3б0к", "colours", [("ROYGB", "1B1C"), ("ROYGW", "3B0C")]),
        ("words-en-4 Ann: game 1B0C, Bob: wolf 0B1C", "words-en-4", [("game", "1B0C"), ("wolf", "0B1C")]),
        ("three 1. 012 1B0C 2. 345 0B1C", "three", [("012", "1B0C"), ("345", "0B1C")]),
        ("5 01234 1B0C 56789 0B1C", "five", [("01234", "1B0C"), ("56789", "0B1C")]),
        ("5x8r\n01270 1B2C", "5x8r", [("01270", "1B2C")]),
        ("2x8 01 10 23 02 32", "2x8", [("01", "1B0C"), ("23", "0B2C"), ("32", "2B0C")]),
        ("0123 0B1C 0123 0B1C", "classic", [("0123", "0B1C")] * 2),
    ],
)
def test_other_games_are_named_first(text: str, variant: str, turns: list[tuple[str, str]]) -> None:
    assert told(text, "uk") == (variant, turns)


@pytest.mark.parametrize(("language", "letters"), [("en", "ROYGB"), ("uk", "ЧОЖЗС"), ("ru", "КОЖЗС")])
def test_the_letters_that_stand_beside_colours_are_no_guess(language: str, letters: str) -> None:
    text = f"colours 1. 🔴🟠🟡🟢🔵  0🐂 3🐄 {letters}\n2. 🔴🔴🟡🟢🔵  0🐂 2🐄"
    assert told(text, language) == ("colours", [("ROYGB", "0B3C"), ("RRYGB", "0B2C")])


@pytest.mark.parametrize(
    ("text", "word", "kind"),
    [
        ("01234 1B0C", "01234", InvalidCode),
        ("0122 1B0C", "0122", InvalidCode),
        ("0123 1B0C 456 0B1C", "456", InvalidCode),
        ("012O 1B0C", "012O", InvalidCode),
        ("0123 3B1C", "3B1C", Feedback),
        ("0123 5B0C", "5B0C", Feedback),
        ("0123 3 bulls 1 cow 4567 1B0C", "3 bulls 1 cow", Feedback),
        ("0123 4567 0B1C", "4567", MissingReply),
        ("0123 1B0C hello", "hello", InvalidCode),
        ("hello 0123 wow", "wow", None),
        ("", "", None),
        ("mini", "", None),
        ("1.", "", None),
    ],
)
def test_what_is_wrong_is_named_with_its_cause(text: str, word: str, kind: type | None) -> None:
    with pytest.raises(UnreadableGame) as refused:
        game_in(text, "en")
    assert refused.value.word == word
    assert isinstance(refused.value if kind is MissingReply else refused.value.why, kind or type(None))


def test_the_game_that_was_meant_is_named_and_no_two_have_one_name() -> None:
    named = {"01234": "five", "012": "three", "012345": "six", "0012": "repeats", "0123456": ""}
    assert {word: named_instead(word) for word in named} == named
    usual, known = VARIANTS.values(), names_of_variants().values()
    assert {one.shape for one in usual} | {"5x8r", "3x12", "7x7"} <= {one.shape for one in known}


@st.composite
def boards(draw: st.DrawFn) -> tuple[Variant, History, str]:
    """A board as its chat shows it, in some language and style, with what may stand above and below its turns."""
    variant = draw(ANY)
    secret = draw(codes(variant))
    guesses = draw(st.lists(codes(variant).filter(lambda code: code != secret), min_size=1, max_size=8))
    turns = [Turn(Seat(0), guess, feedback_for(guess, secret)) for guess in guesses]
    texts, style = texts_in(draw(st.sampled_from(list(KNOWN)))), draw(st.sampled_from(list(STYLES)))
    lines = latest(turn_lines(turns, variant, style, texts), 3000)
    if draw(st.booleans()):
        lines = [Html(f"{line}  {name}") for line, name in zip(lines, ["Ann", "Боб 2"] * 8, strict=False)]
    title = texts.html("board.title", form=variant_name(variant, texts, before=draw(st.booleans())))
    below = [*remark_lines(texts.html("think.how-reply")), texts.html("board.ask", example="0123"), Html("1) 4567?")]
    text, _ = html.parse("\n".join([f"{title} 🔒", "", *lines, "", *below]))
    return variant, tuple((turn.guess, turn.feedback) for turn in turns), text


@given(boards(), st.sampled_from(list(KNOWN)), st.sampled_from(" \u00a0"))
def test_every_board_is_read_in_every_language(board: tuple[Variant, History, str], language: str, space: str) -> None:
    variant, history, text = board
    text = text.replace("\u00a0", space)
    assert is_board(text)
    found, turns = opened(game_in(text, language))
    assert (found.shape, turns) == (variant.shape, history)


SIDES = "🏁 Ann has won · 4 digits\n\n1. 0123 1🐂 0🐄 ┊ 4567 0🐂 1🐄\n2. 8901 0🐂 2🐄 ┊ ·\n\nYou: 2"
HIDDEN = "⚔️ Ann · 4 digits\n\nMine\n1. 0123  1🐂 0🐄\n2. 8901  0🐂 2🐄\n\nTheirs\n1. 0🐂 1🐄\n2. 2🐂 0🐄"
NO_BOARDS = ["0123", "hello\n1. nice game", "🎉 well done!", "1. 0123 1B0C\n2. 4567 0B1C", "🔢 from 1 to 9\n1. >5  yes"]


def test_of_a_match_ones_own_turns_are_read_and_what_is_no_board_is_none() -> None:
    assert told(SIDES) == told(HIDDEN) == ("classic", [("0123", "1B0C"), ("8901", "0B2C")])
    assert not any(map(is_board, NO_BOARDS))
    long = "🎯 Bulls and Cows: 4 digits\n" + "\n".join(f"{number}. 0123  1🐂 0🐄" for number in range(1, 40))
    assert parse(Said(1, Chat(1), Person(1, "Ann", "en"), 5, long), "BullsBot") == Typed(long)


def test_two_figures_are_a_reply() -> None:
    assert {reply_in(text) for text in ("12", "1 2", "1,2", "1-2", "１２", "١ ٢", "1️⃣2️⃣", "1🐂2🐄")} == {Feedback(1, 2)}


def test_what_a_reply_does_not_name_is_none() -> None:
    assert [str(reply_in(text)) for text in ("2 cows", "3 бики", "0 коров", "4b")] == ["0B2C", "3B0C", "0B0C", "4B0C"]


def test_what_says_something_else_is_no_reply() -> None:
    others = ["", "1", "123", "0123", "abcd", "1 2 3", "1 bull and 3", "1b2b", "10 bulls", "1 bullet", "bulls"]
    assert [text for text in (*others, "1" * 99) if reply_in(text) is not None] == []


@given(st.integers(0, 9), st.integers(0, 9), st.sampled_from(sorted(STYLES)), st.sampled_from(LANGUAGES))
def test_what_the_bot_writes_it_reads_and_is_on_one_line(bulls: int, cows: int, style: str, language: str) -> None:
    written = STYLES[style].write(Feedback(bulls, cows), texts_in(language))
    assert reply_in(written) == Feedback(bulls, cows)
    assert not re.search(r"\d[🐂🐄]|🐂[^\u00a0]| ", written), "a line may break before a picture and behind one"
    assert "\u2060" not in written or style == "emoji", "letters stay together by themselves"


@given(st.text())
def test_any_text_is_a_reply_or_none(text: str) -> None:
    reply = reply_in(text)
    assert reply is None or 0 <= reply.bulls + reply.cows <= 18


@given(st.data())
def test_a_link_leads_to_the_position_that_it_was_made_for(data: st.DataObject) -> None:
    variant = data.draw(ANY)
    turns = st.tuples(codes(variant), st.sampled_from(possible_feedback(variant)))
    position = variant, tuple(data.draw(st.lists(turns, max_size=12)))
    payload = payload_of(*position)
    if payload is not None:
        assert len(payload) <= LONGEST_PAYLOAD
        assert position_in(payload) == Told(*position)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_a_usual_game_fits_a_link_and_one_that_is_too_long_has_none(variant: Variant) -> None:
    turn = (next(variant.codes()), possible_feedback(variant)[3])
    assert link("BullsBot", variant, (turn,) * 8) is not None
    assert link("BullsBot", variant, (turn,) * 60) is None


@given(st.text("pABab01_-=classic", max_size=70))
def test_any_payload_is_a_position_or_none(payload: str) -> None:
    found = position_in(payload)
    assert found is None or position_in(payload_of(*opened(found)) or payload) == found


def test_what_is_no_position_is_refused() -> None:
    refused = ["", "p", "pclassic", "pclassic_", "pclassic_AA", "pnone_AQ", "pclassic_A", "qclassic_AQ"]
    assert [payload for payload in refused if position_in(payload) is not None] == []


def test_where_there_is_one_code_alone_no_link_leads_anywhere() -> None:
    for alone in ("1x1", "1x1r", "7x1r"):
        assert payload_of(variant_named(alone), ()) is None
        assert position_in(f"p{alone}_AQ") is None
        assert position_in(f"p{alone}_AgAA") is None
