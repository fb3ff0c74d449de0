"""Guest mode: whoever sends the bot's name where it is no member gets one card there, and nobody's game is touched."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from itertools import count

import pytest
import pytest_asyncio

from bot.app.buttons import Feature
from bot.app.daily.model import Codes
from bot.app.intents import Ask, Nothing, parse
from bot.app.links import GREETING, RULES
from bot.app.messages import Chat, Chose, Inline, Person, Summoned
from bot.app.model.game import CHALLENGES
from bot.app.operators.model import Operators
from bot.app.rate_limit import RateLimit, Verdict
from bot.app.screens.share import Card, Cards
from bot.app.work import Work
from bot.game.daily import Calendar
from bot.storage.store import DatabaseStore
from sandbox.client import Message, Pair
from sandbox.client import Person as Player
from solver.variant import VARIANTS
from tests import stored
from tests.bot.conftest import Stage
from tests.bot.duels.challengers import matches_of
from tests.bot.inside import BOT_NAME, AtOnce, Inside, within, world_with
from tests.bot.player import by_bot, talk, wrong_guesses
from tests.bot.storage.databases import rows_at

on_stage = pytest.mark.asyncio(loop_scope="session")
ANN, ELSEWHERE = Person(1001, "Ann", "en"), -1_000_000_000_777
SECRET = VARIANTS["classic"].parse("0834")
CALENDAR = Calendar(0)


@pytest_asyncio.fixture
async def bot(store: DatabaseStore) -> AsyncIterator[Inside]:
    """Ann, whose game with the bot runs in their private chat."""
    world = replace(world_with(SECRET, AtOnce()), daily=Codes(b"k" * 32, CALENDAR))
    ann = within(store, world, Chat(ANN.id))
    await ann.says("/play")
    await ann.says("1234")
    yield ann


async def card_for(bot: Inside, text: str, place: int = ELSEWHERE) -> Card:
    [card] = await bot.is_named(text, place)
    assert isinstance(card, Card)
    return card


def is_challenge(card: Card) -> bool:
    return f":take:{card.id}" in str(card.screen.rows)


# What is sent, and what comes.


@pytest.mark.parametrize(
    "words",
    ["", "play", "Play!", "duel", "/play", "грати", "дуель", "з другом", "играть", "дуэль", "с другом", "hi", "привіт"],
)
async def test_whoever_wants_to_play_gets_the_card_that_inline_mode_offers_first(bot: Inside, words: str) -> None:
    card = await card_for(bot, f"@{BOT_NAME} {words}")
    [offered] = await bot.asks_inline("")
    assert isinstance(offered, Cards)
    assert card == offered.cards[0]
    assert is_challenge(card)


@pytest.mark.parametrize("words", ["daily", "код дня", "щоденний код", "код дня!"])
async def test_whoever_wants_the_day_gets_its_invitation(bot: Inside, words: str) -> None:
    assert (await card_for(bot, f"@{BOT_NAME} {words}")).id.startswith("day-")


@pytest.mark.parametrize("words", ["rules", "правила", "як грати", "как играть", "help", "how to play?"])
async def test_whoever_wants_the_rules_gets_them_with_an_example(bot: Inside, words: str) -> None:
    html = (await card_for(bot, f"@{BOT_NAME} {words}")).screen.html
    assert "Bulls and Cows" in html
    assert "🐂" in html
    assert "🐄" in html


@pytest.mark.parametrize(
    "words", ["0834", "1234 please", "hint", "підказка", "/hint", "give up", "x" * 4000, "🐂", "quordle", "меню"]
)
async def test_a_code_a_hint_and_all_else_get_one_small_card_with_the_ways(bot: Inside, words: str) -> None:
    card = await card_for(bot, f"@{BOT_NAME} {words}")
    links = re.findall(r'href="https://t\.me/BullsBot\?start=(\w+)"', card.screen.html)
    assert (links, card.screen.rows) == ([GREETING, "daily", RULES], ())


def test_the_name_may_stand_anywhere_in_any_case() -> None:
    for text in ("@BullsBot play", "play @bullsbot", "@BULLSBOT, play", "/play@BullsBot"):
        intent = parse(Summoned(1, "q", ANN, text, 5), BOT_NAME)
        assert isinstance(intent, Ask)
        assert intent.text.strip(" ,/") == "play"


@pytest.mark.parametrize(
    "text",
    [
        "nice",
        "0834",
        "@BullsBots play",
        "mail@BullsBot",
        "🐂🐄 Bulls and Cows @BullsBot\n3 guesses\n🐂▫️▫️▫️\n🐂🐂🐄▫️\n🐂🐂🐂🐂",
    ],
)
def test_neither_a_reply_without_the_name_nor_a_result_that_is_pasted_is_a_summons(text: str) -> None:
    assert parse(Summoned(1, "q", ANN, text, 5), BOT_NAME) == Nothing()


async def test_who_speaks_is_answered_in_their_language(bot: Inside) -> None:
    olena = replace(bot, person=Person(2002, "Олена", "uk"), chat=Chat(2002))
    assert "Бики й корови" in (await card_for(olena, f"@{BOT_NAME} правила")).screen.html


# What it must not touch.


async def everything(place: str) -> list[object]:
    """All of it but what is offered to whoever is answered: challenges, and the jobs that end them."""
    tables = ("games", "slots", "outbox", "chats", "jobs WHERE kind <> 'expire'", "prompts")
    return [[tuple(row) for row in await rows_at(place, f"SELECT * FROM {table}")] for table in tables]


@pytest.mark.parametrize("words", ["0834", "0123", "hint", "give up", "/resign", "play", "daily", "rules", "/forgetme"])
async def test_nothing_is_read_or_written_under_the_id_of_somebodys_private_chat(
    bot: Inside, place: str, words: str
) -> None:
    mallory = replace(bot, person=Person(6006, "Mallory", "en"), chat=Chat(6006))
    await mallory.says("/start")
    before = await everything(place)
    there = await card_for(mallory, f"@{BOT_NAME} {words}", place=ANN.id)
    assert await everything(place) == before
    elsewhere = await card_for(mallory, f"@{BOT_NAME} {words}", place=ELSEWHERE)
    assert there == elsewhere


async def test_a_result_of_ones_own_is_not_shown_to_a_chat_unasked(bot: Inside) -> None:
    await bot.says("/daily")
    await bot.says("0834")
    assert (await card_for(bot, f"@{BOT_NAME} daily")).id.startswith("day-")


async def test_a_thousand_summons_keep_no_more_offers_than_one(bot: Inside, place: str) -> None:
    for _ in range(50):
        await bot.is_named(f"@{BOT_NAME}", ELSEWHERE)
    [(offers,)] = await rows_at(place, "SELECT COUNT(*) FROM challenges")
    assert offers <= 3


async def test_whoever_has_as_many_challenges_waiting_as_they_may_gets_the_ways(bot: Inside) -> None:
    for number in range(CHALLENGES + 1):
        challenge = await card_for(bot, f"@{BOT_NAME} play")
        if number < CHALLENGES:
            assert is_challenge(challenge)
            await bot.worker.run(Chose(next(bot.numbers), ANN, challenge.id, Inline(f"card {number}")))
    assert challenge.id == "ways"


# Who is not answered.


async def test_nobody_is_answered_while_inline_mode_is_switched_off(bot: Inside, store: DatabaseStore) -> None:
    await store.run(switched_off(Feature.INLINE))
    assert await bot.is_named(f"@{BOT_NAME} play", ELSEWHERE) == []


async def test_without_games_of_two_the_ways_are_told_and_without_the_day_it_is_none_of_them(
    bot: Inside, store: DatabaseStore
) -> None:
    await store.run(switched_off(Feature.PEOPLE))
    assert (await card_for(bot, f"@{BOT_NAME} play")).id == "ways"
    await store.run(switched_off(Feature.DAILY))
    card = await card_for(bot, f"@{BOT_NAME} daily")
    assert card.id == "ways"
    assert "start=daily" not in card.screen.html


def switched_off(feature: Feature) -> Callable[[Work], Awaitable[None]]:
    async def job(work: Work) -> None:
        await work.of(Operators).switch(feature, on=False)

    return job


async def test_whoever_is_kept_away_is_not_answered(bot: Inside, store: DatabaseStore) -> None:
    async def ban(work: Work) -> None:
        work.of(Operators).ban(ANN.id, 9009, 1.0)

    await store.run(ban)
    assert await bot.is_named(f"@{BOT_NAME} play", ELSEWHERE) == []


def test_one_person_and_one_chat_are_answered_once_in_ten_seconds_and_others_meanwhile() -> None:
    limit, numbers = RateLimit(), count(1)

    def heard(person: int, place: int, at: float) -> bool:
        summons = Summoned(next(numbers), "q", Person(person, "Kim"), "@b", place)
        return limit.verdict(summons, Ask(""), at) is Verdict.READ

    assert heard(1, -5, 0)
    assert not heard(1, -5, 1)
    assert not heard(1, -6, 2)
    assert not heard(2, -5, 3)
    assert heard(3, -7, 3)
    assert heard(1, -5, 11)
    assert not heard(4, -5, 12)
    assert heard(4, -5, 22)


# With the real process.


async def pair_of(stage: Stage, language: str = "en") -> tuple[Player, Player, Pair]:
    alice, bob = await stage.sandbox.person("Alice", language), await stage.sandbox.person("Bob", language)
    for person in (alice, bob):
        await person.send("/start")
        await person.sees("0123")
    return alice, bob, await alice.meets(bob)


async def summons(player: Player, chat: Pair, words: str, answer: str) -> Message:
    sent = await player.send(f"@sandbox_bot {words}".strip(), chat=chat)
    return await player.sees(answer, chat=chat, after=sent)


@on_stage
async def test_two_who_summon_the_bot_play_on_the_card_that_it_posts(stage: Stage) -> None:
    alice, bob, pair = await pair_of(stage)
    card = await summons(alice, pair, "", "Alice")
    await bob.presses("Accept", on=card)
    board = await alice.sees("Alice — Bob", chat=pair)
    assert board.id == card.id
    assert len(matches_of(stage, alice, bob)) == 1


@on_stage
async def test_a_kill_between_the_answer_and_the_first_press_loses_nothing(own_stage: Stage) -> None:
    alice, bob, pair = await pair_of(own_stage)
    card = await summons(alice, pair, "play", "Alice")
    await own_stage.bot.kill()
    await own_stage.bot.start()
    await bob.presses("Accept", on=card)
    assert (await alice.sees("Alice — Bob", chat=pair)).id == card.id


@on_stage
async def test_a_summons_that_comes_twice_is_answered_once(stage: Stage) -> None:
    alice, _, pair = await pair_of(stage)
    await summons(alice, pair, "rules", "Bulls and Cows")
    await stage.sandbox.redeliver((await stage.sandbox.state())["last_update_id"])
    await stage.quiet()
    assert len(by_bot(alice, pair)) == 1


@on_stage
async def test_a_code_that_is_sent_to_the_bot_among_others_is_no_guess(stage: Stage) -> None:
    alice, bob, pair = await pair_of(stage)
    await talk("/play → I’ve hidden", alice)
    before = stored.position(stage.bot, alice.id)
    secret = stage.secret_of(alice.id)
    await summons(bob, pair, secret, "Here you play on a card’s buttons")
    assert stored.position(stage.bot, alice.id) == before


@on_stage
async def test_the_ways_lead_into_the_private_chat(stage: Stage) -> None:
    alice, _, pair = await pair_of(stage)
    await summons(alice, pair, "banana", "Here you play on a card’s buttons")
    for payload, text in ((GREETING, "I’ve hidden"), ("daily", "#"), (RULES, "I hide a secret: 4 different digits")):
        assert await alice.sees(text, after=await alice.opens(payload))


@on_stage
async def test_in_a_group_of_its_own_what_is_sent_to_the_bot_is_an_ordinary_message_answered_once(
    own_stage: Stage,
) -> None:
    alice, bob, _ = await pair_of(own_stage)
    await own_stage.sandbox.privacy(on=False)
    group = await own_stage.sandbox.group("Friends", alice, bob)
    await alice.sees("/play", chat=group)
    await own_stage.after(alice.send("/play", chat=group))
    [guess] = wrong_guesses(own_stage.secret_of(group.id), 1)
    await own_stage.after(alice.send(f"@sandbox_bot {guess}", chat=group))
    assert f"1. {guess}" in (await alice.sees("1. ", chat=group)).text
    assert guess in (await bob.sees("1. ", chat=group)).text
    assert await own_stage.sandbox.calls("answerGuestQuery") == []


@on_stage
@pytest.mark.parametrize("on", [True, False])
async def test_guest_messages_are_asked_for_only_where_the_bot_may_be_summoned(own_stage: Stage, *, on: bool) -> None:
    await own_stage.bot.kill()
    await own_stage.sandbox.guests(on=on)
    await own_stage.bot.start()
    alice = await own_stage.sandbox.person("Alice")
    await talk("/start → 0123", alice)
    asked = (await own_stage.sandbox.calls("getUpdates"))[-1]["parameters"]["allowed_updates"]
    assert ("guest_message" in asked) == on


async def test_whoever_names_the_terms_as_well_gets_a_card_on_these(bot: Inside) -> None:
    assert "5 digits" in (await card_for(bot, f"@{BOT_NAME} play 5 digits")).description
    assert (await card_for(bot, f"@{BOT_NAME} new")).screen.rows
