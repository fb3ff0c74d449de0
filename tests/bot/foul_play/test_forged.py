"""What doctored clients, other bots and crowds send: it takes no board, no card and no voice from anybody."""

from dataclasses import replace
from functools import partial
from itertools import count, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.buttons import OnChallenge, TokenPress, button_data
from bot.app.duels.model import Challenge, Challenges, ChallengeState
from bot.app.intents import Closing, Typed
from bot.app.messages import Chat, Chose, Incoming, Inline, MemberLeft, Person, Pressed, Said, Topic, Unknown
from bot.app.outbox import ScreenItem
from bot.app.rate_limit import RateLimit, Verdict
from bot.app.talk.actions import ROOM
from bot.app.talk.model import KEPT, MOST, MOST_TOGETHER, WITHIN, Talk, TalkMessage, has_had_turn, says_too_much
from bot.app.work import Work
from bot.app.worker import Replies, Worker
from bot.storage.store import DatabaseStore
from bot.telegram.translate import ANONYMOUS, incoming_of
from tests.bot.inside import AtOnce, Inside, inside, world_with
from tests.bot.storage.stores import write

GROUP, PRIVATE = Chat(-1000000000007), Chat(1001)
IN_BOTH = pytest.mark.parametrize("chat", [GROUP, PRIVATE])
SECRET, FORGED = (4, 2, 7, 1), 99_999_999
MALLORY, ANN = Person(666, "Mallory"), Person(2002, "Ann")


# A forged press takes no board from those who play on it, whatever message it names, also while one is on its way
async def begun(bot: Inside) -> str:
    """A game with one guess on the board; its slot."""
    await bot.says("/play")
    await bot.says("/guess 0123")
    return next(slot for slot in bot.screens if slot.startswith("game:"))


async def guess_is_on_its_way(bot: Inside) -> int:
    """Another guess, whose board is not delivered yet; the number of the message."""
    number = next(bot.numbers)
    await bot.worker.run(Said(number, bot.chat, bot.person, number, "/guess 4567"))
    return number


async def shown(bot: Inside, slot: str) -> int | None:
    return (await bot.store.run(lambda work: work.slot_state(bot.chat, slot))).message


async def press(bot: Inside, data: str, *, carries: bool, message: int = FORGED) -> None:
    number = next(bot.numbers)
    pressed = Pressed(number, f"query {number}", bot.chat, MALLORY, message, data, carries=carries)
    await bot.worker.run(pressed)


async def test_a_forged_id_takes_no_board_from_a_group_while_the_next_one_is_on_its_way() -> None:
    async with inside(SECRET, GROUP) as bot:
        board = await shown(bot, slot := await begun(bot))
        await guess_is_on_its_way(bot)
        for data in {data for data, where in bot.buttons if where == slot} | {f"1:d:{slot[5:]}:2:1"}:
            await press(bot, data, carries=False)
        assert await shown(bot, slot) == board
        await bot.says("/guess 8901")
        message, screen = bot.screens[slot]
        assert "8901" in screen.html
        assert await shown(bot, slot) == message


@IN_BOTH
async def test_a_board_that_was_sent_a_moment_ago_takes_presses_before_its_id_is_stored(chat: Chat) -> None:
    async with inside(SECRET, chat) as bot:
        slot = await begun(bot)
        sent = await guess_is_on_its_way(bot) + 1
        await press(bot, f"1:hint:{slot[5:]}:2:menu", carries=True, message=sent)
        assert await shown(bot, slot) == sent


@IN_BOTH
async def test_what_telegram_returns_takes_the_place_of_a_message_that_never_was(chat: Chat) -> None:
    async with inside(SECRET, chat) as bot:
        slot = await begun(bot)
        await write(bot.store, lambda work: work.adopt(chat, slot, FORGED, None))
        await guess_is_on_its_way(bot)
        items = [item for item in await bot.store.outbox.pending(chat.id) if isinstance(item, ScreenItem)]
        await bot.store.outbox.note_delivered([item for item in items if item.slot == slot], 12, None)
        assert await shown(bot, slot) == 12


# A card that was sent by inline mode stays what it was sent as, whatever a doctored client says of it later
CARD = Inline("AgAAAB")


async def offered(bot: Inside) -> str:
    await bot.says("/start")
    await bot.asks_inline("")
    [challenge, *_] = await bot.store.run(lambda work: work.of(Challenges).open_of(bot.person.id))
    return challenge.token


async def taken(bot: Inside, token: str) -> Challenge | None:
    """What is on the card, once somebody has pressed *Accept* there with that token."""
    number = next(bot.numbers)
    data = button_data(TokenPress(OnChallenge.TAKE, token))
    await bot.worker.run(Pressed(number, f"query {number}", None, bot.person, None, data, CARD))
    waiting = await bot.store.run(lambda work: work.of(Challenges).open_of(bot.person.id))
    return next((challenge for challenge in waiting if challenge.card == CARD), None)


@pytest.mark.parametrize("sent", ["s0123456789abcdef", "m0123456789abcdef", f"b{'t' * 22}", "day-1"])
async def test_nobody_makes_the_card_of_another_their_own_challenge(sent: str) -> None:
    async with inside(None, PRIVATE) as mallory:
        token = await offered(mallory)
        await mallory.worker.run(Chose(next(mallory.numbers), ANN, sent, CARD))
        assert await taken(mallory, token) is None
        stored = await mallory.store.run(lambda work: work.of(Challenges).load(token))
        assert (stored and stored.state) is ChallengeState.UNSENT


@pytest.mark.parametrize("reports", [0, 2])
async def test_a_challenge_is_on_its_card_once_however_often_telegram_reports_that_it_was_sent(reports: int) -> None:
    async with inside(None, PRIVATE) as bob:
        token = await offered(bob)
        for _ in range(reports):
            await bob.worker.run(Chose(next(bob.numbers), bob.person, token, CARD))
        one = await taken(bob, token)
        assert one is not None
        assert not reports or one == await taken(bob, token)


# What Telegram says of who writes, leaves and presses
MARVIN = {"id": 77, "is_bot": True, "first_name": "Marvin", "username": "marvin_bot"}
BOB = {"id": 6, "is_bot": False, "first_name": "Bob"}
FRIENDS = {"id": -5, "type": "supergroup", "title": "Friends"}
CHANNEL = {"id": -(10**12) - 9, "type": "channel", "title": "News"}
messages = count(700_000)


def written(text: str, by: dict[str, Any] = MARVIN, chat: dict[str, Any] = FRIENDS, **more: Any) -> dict[str, Any]:
    return {"message_id": next(messages), "date": 1, "chat": chat, "from": by, "text": text, **more}


def read(content: object, kind: str = "message") -> Incoming:
    return incoming_of({"update_id": 1, kind: content}, 42)


HEARD: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
    (BOB, {}),
    (BOB, {"via_bot": MARVIN}),
    (MARVIN | {"id": ANONYMOUS}, {"sender_chat": FRIENDS}),
    (MARVIN | {"id": 136817688}, {"sender_chat": CHANNEL}),
)


def test_people_and_who_writes_in_the_name_of_a_chat_are_heard_and_another_bot_is_not() -> None:
    for by, more in HEARD:
        said = read(written("/play", by, **more))
        assert isinstance(said, Said)
        assert said.anonymous == ("sender_chat" in more)
    for kind, text in product(("message", "edited_message"), ("/play", "/g 0123", "0123", "hello")):
        assert isinstance(read(written(text), kind), Unknown)


def test_only_people_leave_seats() -> None:
    service = {key: value for key, value in written("", BOB | {"id": 7}).items() if key != "text"}
    assert isinstance(left := read(service | {"left_chat_member": BOB}), MemberLeft)
    assert left.person == Person(6, "Bob")
    assert isinstance(read(service | {"left_chat_member": BOB | {"id": 42, "is_bot": True}}), Unknown)


SOMEBODY = {"en": "somebody", "uk": "хтось", "ru": "кто-то", "de": "somebody"}
UNSEEN = ("\u3164", "\u2800\u2800", "\u200d", "\u202e", " ")
CALLED = [({"first_name": "A\u3164", "last_name": "B"}, "A\u3164 B")]
CALLED += [({"first_name": name, "language_code": code}, SOMEBODY[code]) for name in UNSEEN for code in SOMEBODY]


def test_a_name_that_cannot_be_seen_is_somebody() -> None:
    for names, called in CALLED:
        said = read(written("hi", BOB | names))
        assert isinstance(said, Said)
        assert said.person.name == called


KEY = {"text": "1", "callback_data": "1:d:0123456789abcdef:1:1"}


def test_telegram_says_whether_a_message_carries_the_button() -> None:
    carrying = {"reply_markup": {"inline_keyboard": [[{"text": "x", "url": "https://t.me"}, KEY]]}}
    other = {"reply_markup": {"inline_keyboard": [[KEY | {"callback_data": "1:d:0123456789abcdef:1:2"}]]}}
    for message in (carrying, other, {"date": 0}, {}):
        about = {"message_id": 7, "date": 1, "chat": FRIENDS} | message
        pressed = read({"id": "1", "from": BOB, "data": KEY["callback_data"], "message": about}, "callback_query")
        assert isinstance(pressed, Pressed)
        assert pressed.carries is (message is carrying)


# Somebody with many accounts silences nobody: in the lobby's room each speaks in turn, in a group each is read
NOON = 1e6
RING, KIM, LEE = range(10, 16), 1, 2


def listens(work: Work, person: int) -> None:
    work.of(Talk).listen(ROOM, person)


async def test_six_accounts_do_not_silence_the_room(store: DatabaseStore) -> None:
    world = replace(world_with(None, AtOnce()), now=lambda: NOON)
    worker = Worker(store, AtOnce(), world, Replies(lambda _query, _answer: None), limits=False)

    await write(store, *(partial(listens, person=person) for person in (KIM, LEE, *RING)))
    order = [person for _ in range(2 * MOST) for person in RING] + [KIM, KIM, *RING, LEE, *RING, KIM]
    for number, person in enumerate(order, 1):
        await worker.run(Said(number, Chat(person), Person(person, "Kim", "en"), number, f"/say hi there, {number}"))
    said = [message.person for message in await store.run(lambda work: work.of(Talk).last_messages(ROOM, 1000))]
    assert sorted(person for person in said if person not in RING) == [KIM, KIM, KIM, LEE]
    assert len(said) == MOST_TOGETHER + 4, "those who have had their share wait"


@given(st.lists(st.tuples(st.integers(1, 60), st.floats(0, WITHIN / 2)), max_size=200))
def test_whoever_has_said_nothing_lately_is_always_heard(tries: list[tuple[int, float]]) -> None:
    said: list[TalkMessage] = []
    for person, at in sorted(tries, key=lambda each: each[1]):
        lately = said[-KEPT:]
        if not says_too_much(person, lately, at) and not has_had_turn(person, lately, at):
            said.append(TalkMessage(str(len(said)), ROOM, person, "Kim", "hi", at))
        assert any(message.person == person for message in said)
        assert not has_had_turn(1000, said[-KEPT:], at)


def test_a_few_who_chat_are_not_held_up_and_in_a_group_limits_are_each_persons_own() -> None:
    said = [TalkMessage(str(number), ROOM, number % 5, "Kim", "hi", NOON) for number in range(MOST_TOGETHER - 1)]
    assert not any(has_had_turn(person, said, NOON) for person in range(6))
    limit, group, guess = RateLimit(), Chat(-5), Typed("0123")
    for number in range(600):
        limit.verdict(Said(number, group, Person(10 + number % 6, "Kim"), number, "0123"), guess, NOON)
    assert limit.verdict(Said(1000, group, Person(1, "Ann"), 1000, "0123"), guess, NOON) is Verdict.READ


def test_a_topic_that_is_closed_again_and_again_is_no_flood() -> None:
    limit, topic = RateLimit(), Chat(-1001000000001, 5)
    verdicts = [limit.verdict(Topic(number, topic, is_open=False), Closing(is_open=False), 7.0) for number in range(50)]
    assert verdicts.count(Verdict.READ) == 10
    assert limit.verdict(Topic(99, Chat(topic.id, 6), is_open=False), Closing(is_open=False), 7.0) is Verdict.READ
