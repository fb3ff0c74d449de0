"""Thousands of hostile updates: the intake goes on, nothing foreign changes, nothing unescaped or secret is shown.

People whose names are tags, or hide and turn what is around them, play: nobody's screen is broken by them.
"""

import asyncio
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise, permutations
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from faults.processes.postgres import Cluster
from sandbox.client import Person
from sandbox.html import parse
from tests.bot.player import turns_on
from tests.faults.hostile.attack import PATIENCE, Attack, Run, begun, duel, duel_on_a_card, offered_to_one
from tests.faults.hostile.updates import MARK, ON_GAME, TAGS, WITH_TOKEN, Hostile, Targets, presses

pytestmark = pytest.mark.asyncio(loop_scope="session")

IN_HASTE, ON_SQLITE, ON_POSTGRES = 150, 4400, 1400
"""Those drawn by chance, besides one of each press."""
SETTLED_AFTER = 1500
DRAWN = settings(derandomize=True, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
A_MOVE_EVERY = 250
STRETCHES = 4
GROWTH = 4 * 2**20
"""Bytes in a stretch. A leak grows in each; what the allocator keeps of the largest batch so far, in some."""
TOLD = {"serving", "update", "unreadable update", "chat is unreachable"}
"""Of which events the bot's log speaks."""
SLOW = {"whoever thinks is not ready yet; the first who ask wait for it"}
TOO_SLOW = {"TimedOut", "Timed out"}
"""Those of a slow machine, and what its calls end with, which are made again."""
CODES = ["".join(digits) for digits in permutations("0123456789", 4)]
GONE = [f"message to {verb} not found" for verb in ("edit", "delete", "react")]
NOT_OURS = ("message can't be edited", "message can't be deleted", "chat not found", "message is not modified")
REFUSED = (*GONE, *NOT_OURS, "query is too old", "invalid inline message identifier")
"""What Telegram says of presses, messages, chats and cards that are not there. Whatever else it refuses is a bug."""


def hostile_updates(targets: Targets, many: int) -> list[dict[str, Any]]:
    """The same ones each time that the targets are the same."""
    found: list[dict[str, Any]] = []

    @settings(DRAWN, max_examples=many)
    @given(Hostile(targets).updates())
    def collect(update: dict[str, Any]) -> None:
        found.append(update)

    collect()
    return found[:many]


NOBODY = {"id": 999_999_999_999, "first_name": "Nobody"}
FROM_NOBODY = {"chat": NOBODY | {"type": "private"}, "from": NOBODY | {"is_bot": False}}
FROM_NOWHERE = {"message": {"message_id": 1, "date": 1, "text": "/help", **FROM_NOBODY}}
"""A message of a chat that is not there, so that it cannot be answered."""


async def test_hundreds_of_hostile_updates(run: Run) -> None:
    attack = await begun(run)
    few = replace(attack.targets, foreign=attack.targets.foreign[:1])
    drawn = await asyncio.to_thread(hostile_updates, attack.targets, IN_HASTE)
    await nothing_foreign_changes(attack, [FROM_NOWHERE, *presses(few), *drawn])


@pytest.mark.costly
async def test_thousands_of_hostile_updates(run: Run, cluster: Cluster | None) -> None:
    attack = await begun(run)
    many = ON_SQLITE if cluster is None else ON_POSTGRES
    drawn = await asyncio.to_thread(hostile_updates, attack.targets, many)
    updates = [FROM_NOWHERE, *presses(attack.targets), *drawn]
    stretch = (len(updates) - SETTLED_AFTER) // STRETCHES
    looks = range(SETTLED_AFTER, len(updates), stretch)[:STRETCHES]
    memory = await nothing_foreign_changes(attack, updates, looks)
    growths = [later - earlier for earlier, later in pairwise(memory)]
    assert len(growths) == STRETCHES
    assert min(growths) < GROWTH, growths


async def nothing_foreign_changes(
    attack: Attack, updates: list[dict[str, Any]], looks: Collection[int] = ()
) -> list[int]:
    """Carry them out and check everything; the bot's memory before those with the numbers `looks`, and after all."""
    run, before, hidden = attack.run, await attack.belongings(), await attack.hidden()
    guesses: list[list[str]] = [[] for _ in attack.players]
    memory: list[int] = []
    for number, update in enumerate(updates):
        if number in looks:
            await run.settled()
            memory.append(run.memory())
        if number % A_MOVE_EVERY == 0:
            for player, made in zip(attack.players, guesses, strict=True):
                secret = await run.secret_of(player)
                made.append([code for code in CODES if code != secret][len(made) * 37])
                await player.send(made[-1])
        await run.sandbox.update(update)
    await run.settled()
    memory.append(run.memory())
    for player, made in zip(attack.players, guesses, strict=True):
        board = await player.sees(f"{len(made)}. {made[-1]}", within=PATIENCE)
        assert [guess for _, guess, _, _ in turns_on(board.text)] == made
    await run.quiet()
    assert await attack.belongings() == before
    await the_intake_never_stopped(attack, len(updates))
    calls = await attack.calls()
    assert whatever_was_wrong(calls) == []
    assert telling(hidden, calls) == []
    await the_screens_of_the_watched_stay(attack)
    return memory


async def the_screens_of_the_watched_stay(attack: Attack) -> None:
    """Nobody but they can change them; and what stands on them still does what it says."""
    people, cards = {person.id for person in attack.watched}, {*attack.targets.cards} - {*attack.targets.own_cards}
    for call in await attack.calls():
        data = call["parameters"]
        assert data.get("chat_id") not in people, call
        assert data.get("inline_message_id") not in cards, call
        assert (data.get("chat_id"), data.get("message_id")) != (attack.offer.chat, attack.offer.id), call
    one, other = attack.watched
    assert str((await one.presses("My secret", on=attack.card)).text).endswith(attack.secret)
    accepted = await other.presses("Accept", on=attack.offer)
    assert accepted.url or accepted.alert


async def the_intake_never_stopped(attack: Attack, many: int) -> None:
    """Each update was carried out once and confirmed; what was kept as failed could not be read, and nothing broke."""
    run = attack.run
    assert await run.rows("SELECT content, error FROM failed_messages") == []
    updates = await run.sandbox.updates()
    assert len(updates) > many
    # What waits too long for a slow machine Telegram itself forgets.
    assert {update["confirmed"] for update in updates if not update["expired"]} == {True}
    found = [json.loads(line) for line in run.bot.log_text().splitlines()]
    events = Counter(one["event"] for one in found if one.get("error") not in TOO_SLOW)
    assert events.keys() - SLOW == TOLD
    done = {one["did"] for one in found if one["event"] == "update"}
    assert "again" not in done  # what is fetched again while something takes long is in hand already
    assert {f"Tap:{verb}" for verb in (*ON_GAME, *WITH_TOKEN)} <= done
    kept = await run.rows("SELECT content, error FROM failed_updates")
    assert len(kept) == events["unreadable update"] > 0
    assert {json.loads(content)["what"] for content, _ in kept} == {"unreadable"}
    assert all("bot/telegram/translate.py" in trace for _, trace in kept)
    refused = {refusal["description"] for refusal in (await run.sandbox.state())["refused"]}
    assert [why for why in refused if not why.removeprefix("Bad Request: ").startswith(REFUSED)] == []


ODD = (
    *("\u202egnirts\u202c", "\u2066\u2067\u200f\u061cx", "שלום עולם", "مرحبا ١٢٣٤", "\x01\x02\x1b[31m", "🐂" * 40),
    *("a" + "\u0301" * 40, "👩\u200d👩\u200d👧\u200d👦" * 9, "{0}{name}{count}", "ﷺ" * 64, "W" * 64, "a\nb\r\nc"),
)


async def all_is_well(run: Run) -> None:
    """Nothing misled anybody, and nothing that was said was refused or broke; what is gone may be deleted once more."""
    await run.quiet()
    assert whatever_was_wrong(await run.sandbox.calls()) == []
    assert await run.rows("SELECT content, error FROM failed_messages") == []
    assert await run.rows("SELECT content, error FROM failed_updates") == []
    refused = {refusal["description"] for refusal in (await run.sandbox.state())["refused"]}
    assert refused <= {"Bad Request: message to delete not found"}


async def paired(run: Run) -> list[tuple[Person, Person]]:
    people = [await run.sandbox.person(name) for name in (*TAGS, *ODD)]
    return list(zip(people[: len(TAGS)], people[len(TAGS) :], strict=True))


@pytest.mark.costly
async def test_they_play_by_link_talk_look_at_tables_play_on_cards_and_challenge_in_a_group(run: Run) -> None:
    pairs = await paired(run)
    for one, other in pairs:
        await duel(one, other)
        kept = str(await run.rows("SELECT body FROM games WHERE kind = 'match'"))
        wrong_for_all = next(code for code in map("".join, permutations("012345")) if code not in kept)
        for person in (one, other, one):
            sent = await person.send(wrong_for_all)
            assert (MARK in (await person.sees("🆚", after=sent)).text) == (person is other)
        await one.send("Good luck to you!")
        assert MARK in (await other.sees("💬")).text
        await other.send("/resign")
        await other.presses("Yes, resign", on=await other.sees("Resign?"))
        for command in ("/profile", "/top"):
            await other.send(command)
    people = [person for pair in pairs for person in pair]
    square = await run.sandbox.group("Square", *people, bot=False)
    hall = await run.sandbox.group("Hall", *people)
    for one, other in pairs:
        card, _ = await duel_on_a_card(one, other, square)
        await other.presses("Cancel", on=card)
        await offered_to_one(one, other, hall)
        await offered_to_one(other, one, hall)
    await all_is_well(run)


async def test_they_look_for_each_other_in_the_lobby_and_play_in_a_group_whose_board_names_them(run: Run) -> None:
    pairs = await paired(run)
    for one, other in pairs:
        await one.send("/duel")
        await one.presses("Find a rival", on=await one.sees("A game for two"))
        await one.sees("Looking for a rival")
        await other.send("/lobby")
        assert MARK in (await other.sees("Looking for a rival")).text
        await other.send("/duel")
        await other.presses("Find a rival", on=await other.sees("A game for two"))
        assert MARK in (await other.sees("🆚")).text
        await one.sees("🆚")
    people = [person for pair in pairs for person in pair]
    group = await run.sandbox.group("Tags", *people)
    await people[0].send("/play", chat=group)
    board = await people[0].sees("I have a secret", chat=group)
    secret = await run.secret_of(group)
    for person, code in zip(people, [code for code in CODES if code != secret][::96], strict=False):
        await person.send(f"/guess {code}", chat=group)
        board = await person.sees(code, chat=group, within=PATIENCE)
    assert board.text.count(MARK) == "".join(TAGS).count(MARK)
    await all_is_well(run)


OURS = re.compile(
    r"</?(?:b|i|u|code)>|</(?:a|blockquote|tg-time)>"
    r'|<a href="https://t\.me/\w+\?start=proof-[\w-]{43}">'
    r'|<a href="tg://user\?id=\d+">|<blockquote expandable>|<tg-time unix="\d{10}" format="(?:r|[Dd]t)">'
)
"""The tags that the bot's own words hold. A clock's has a time, in seconds since 1970; a lock's a fingerprint."""
WITH_NAMES = {"underline", "text_link", "text_mention", "expandable_blockquote"}
"""Inside of what people's names may stand."""
BOLD = re.compile(r"[0-9]{3,6}|[^\W\d_]+(?: [^\W\d_]+)?")
"""What we show in bold: a code, a word to guess, the name of a level."""
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
WANTED = {"\n", "\u200d", "\u2060", "\u2068", "\u2069"}
"""Ends of lines, what holds a picture or a word together, and what keeps a name from turning the words around it."""
ISOLATE, POP = "\u2068", "\u2069"
Call = dict[str, Any]


def html_in(call: Call) -> Iterator[str]:
    data = call["parameters"]
    match call["method"]:
        case "sendMessage" | "editMessageText":
            yield data["text"]
        case "answerInlineQuery":
            yield from (result["input_message_content"]["message_text"] for result in data["results"])


def plain_in(call: Call) -> Iterator[str]:
    """What is shown as it is: on buttons, in answers to presses, over cards."""
    data = call["parameters"]
    keyboards = [data.get("reply_markup")]
    match call["method"]:
        case "answerCallbackQuery":
            yield data.get("text", "")
        case "answerInlineQuery":
            yield data.get("button", {}).get("text", "")
            for result in data["results"]:
                yield from (result["title"], result.get("description", ""))
                keyboards.append(result.get("reply_markup"))
    for keyboard in filter(None, keyboards):
        for button in (button for row in keyboard["inline_keyboard"] for button in row):
            yield from (button["text"], button.get("copy_text", {}).get("text", ""))


def unescaped(html: str) -> bool:
    """Whether there is a tag that is not our own, or something of a person's inside of one."""
    shown, entities = parse(html)
    if "<" in OURS.sub("", html):
        return True
    for entity in entities:
        inside = shown.encode("utf-16-le")[2 * entity.offset : 2 * entity.end].decode("utf-16-le")
        if (MARK in inside and entity.type not in WITH_NAMES) or (entity.type == "bold" and not BOLD.fullmatch(inside)):
            return True
    return False


def misleads(text: str) -> bool:
    """Whether something in it hides or turns what stands around it."""
    for line in text.split("\n"):
        depth = 0
        for sign in line:
            depth += (sign == ISOLATE) - (sign == POP)
            if depth not in {0, 1} or (sign not in WANTED and unicodedata.category(sign) in UNSEEN):
                return True
        if depth:
            return True
    return False


def whatever_was_wrong(calls: Iterable[Call]) -> list[str]:
    wrong = []
    for call in calls:
        wrong += [html for html in html_in(call) if unescaped(html) or misleads(parse(html)[0])]
        wrong += [text for text in plain_in(call) if misleads(text)]
    return wrong


def telling(words: set[str], calls: Iterable[Call]) -> list[str]:
    """The texts in which one of the words stands, whole or with its signs apart."""
    any_of = "|".join(" ?".join(map(re.escape, word)) for word in sorted(words))
    pattern = re.compile(rf"(?<!\w)(?:{any_of})(?!\w)")
    texts = (text for call in calls for text in (*html_in(call), *plain_in(call)))
    return [text for text in texts if pattern.search(text)]
