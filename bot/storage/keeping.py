"""How long the rows of each table are kept, one entry for each, and their deletion, a few at a time."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from bot.app.model.game import SLOTS_OF_GAMES
from bot.app.work import Store, Work
from bot.game.daily import DAY

# What it means that rows are kept for so long, and what goes with them.

Rows = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Rule:
    """Which rows go. `query` deletes some of those that are older; `then` what hangs on the rows that it gives."""

    query: str
    days: int
    since: str
    then: Callable[[Rows, Work], None] = lambda _rows, _work: None

    def __str__(self) -> str:
        """For how long rows are kept, in words."""
        return f"{self.days} days after {self.since}"


@dataclass(frozen=True, slots=True)
class Kept:
    """What a table grows by, how long a row is kept, and why. The rules say how long; without one, `until` does."""

    grows: str
    why: str
    rules: tuple[Rule, ...] = ()
    until: str = ""

    @property
    def how_long(self) -> str:
        """How long a row is kept, in words."""
        return "; ".join([*map(str, self.rules), *([self.until] if self.until else [])])


def drop_games(rows: Rows, work: Work) -> None:
    """What hangs on games goes with them."""
    for row in rows:
        work.write("drop_seats", game_id=row["game_id"])
        work.write("drop_drafts", game_id=row["game_id"])
        for name in SLOTS_OF_GAMES:
            work.write("drop_slot", slot=f"{name}:{row['game_id']}")


def drop_ended(rows: Rows, work: Work) -> None:
    """The same; of a game that ended before lines were kept, the line is kept now."""
    drop_games(rows, work)
    for row in rows:
        work.games.keep_line_of(row)


def drop_challenges(rows: Rows, work: Work) -> None:
    """What hangs on challenges goes with them."""
    for row in rows:
        match = _match_of(row["body"])
        work.write("drop_slot", slot=f"challenge:{row['token']}")
        work.write("drop_card", slot=f"card:{match}", game_id=match)


def _match_of(challenge: str) -> str:
    """The match of a stored challenge; nothing where it cannot be read, for that must hold up nothing."""
    try:
        return str(json.loads(challenge)["match"])
    except (ValueError, LookupError, TypeError):
        return ""


def drop_contests(rows: Rows, work: Work) -> None:
    """What hangs on contests goes with them."""
    for row in rows:
        work.write("drop_slot", slot=f"contest:{row['token']}")


def drop_daily_cards(rows: Rows, work: Work) -> None:
    """What hangs on the cards of days goes with them: every group's card of a day is about as old."""
    for day in {row["day"] for row in rows}:
        work.write("drop_slot", slot=f"daily:{day}")


# How long the rows of each table are kept: one entry for each.
#
# docs/keeping.md is the same table, for people; a test compares the two with each other and with the database.

FOR_EVER = "for ever"
KEEPING = {
    "games": Kept(
        "each game that begins",
        "So long the buttons under a board work: review, proof, once more, rematch, beat my game. A match without a "
        "clock may rest for months; one that nobody has touched for half a year is abandoned.",
        (
            Rule("forget_games", 30, "its end", drop_ended),
            Rule("forget_abandoned", 180, "the last move of a game that still runs", drop_games),
        ),
    ),
    "seats": Kept("two for each match", "They say who plays it.", until="as long as the game"),
    "drafts": Kept(
        "each code that is being tapped", "It is for one guess.", until="until it is sent; as long as the game runs"
    ),
    "slots": Kept(
        "each screen in each chat",
        "It says which message shows a screen. Menus are one for each chat.",
        until="as long as the game, challenge or contest",
    ),
    "played": Kept(
        "each game that ends and in which something was done",
        "Statistics, replays, and what a person may ask for.",
        until=FOR_EVER,
    ),
    "played_by": Kept("each person of such a game", "A person's games in order.", until=FOR_EVER),
    "results": Kept(
        "two for each match that counts or was played out", "`/profile` and `/top` are read from it.", until=FOR_EVER
    ),
    "points": Kept(
        "each person in each group in which they have played a party", "The scores of the group.", until=FOR_EVER
    ),
    "careers": Kept("each person in each family of variants", "`/profile` shows them.", until=FOR_EVER),
    "rivalries": Kept("each two people who play a match", "`/profile` and `/top` show them.", until=FOR_EVER),
    "regulars": Kept(
        "each person in each group in which they play a match", "`/top` there ranks them.", until=FOR_EVER
    ),
    "bands": Kept("eight rows for each ten points that somebody has in a family", "Places in `/top`.", until=FOR_EVER),
    "masteries": Kept("each number guessed as a master", "`/profile` counts them.", until=FOR_EVER),
    "learners": Kept(
        "each person who takes lessons", "How far they have come; what waits to be asked again.", until=FOR_EVER
    ),
    "puzzlers": Kept("each person who tries puzzles", "Rating, what was tried, what is open.", until=FOR_EVER),
    "puzzles": Kept("each puzzle that somebody has tried", "Its rating.", until=FOR_EVER),
    "ledgers": Kept(
        "each person who ends a game alone", "`/stats` and `/top` by accuracy are read from it.", until=FOR_EVER
    ),
    "ratings": Kept("each person in each family of variants", "The rating.", until=FOR_EVER),
    "people": Kept("each person who plays with others", "Name, record, last choice.", until=FOR_EVER),
    "chats": Kept(
        "each chat",
        "Language and style; what rings; whether it can be reached; what is still to be explained; the username of"
        " whose private chat it is, for `/profile @name`.",
        until=FOR_EVER,
    ),
    "last_options": Kept("each mode in each chat", "`/play` begins what was played last.", until=FOR_EVER),
    "moved_groups": Kept(
        "each group that becomes a supergroup",
        "What comes late from the old id belongs to the new one.",
        until=FOR_EVER,
    ),
    "blocks": Kept("each person whom somebody blocks", "They wished it.", until="until they unblock"),
    "mutes": Kept("each person whom somebody mutes", "They wished it.", until="until they unmute"),
    "listeners": Kept(
        "each person who joins the room", "They wished it.", until="until they leave or cannot be reached"
    ),
    "rooms": Kept("one row for each room", "How far what was said has been brought.", until=FOR_EVER),
    "challenges": Kept(
        "each challenge, and three offers for each day on which a person types the bot's name in a chat",
        "Whoever presses late is told why. Its match needs it no more.",
        (Rule("forget_challenges", 7, "it can be accepted no more", drop_challenges),),
    ),
    "bound_cards": Kept(
        "each card of inline mode that is sent",
        "Nobody may put another challenge on a card; longer than a game on it rests.",
        (Rule("forget_bound_cards", 365, "it was sent"),),
    ),
    "contests": Kept(
        "each game that is offered to friends",
        "So long its link and card lead to it.",
        (Rule("forget_contests", 90, "the end of the game that it is about", drop_contests),),
    ),
    "entries": Kept(
        "each friend who takes part",
        "Nobody begins before the game that it is about has ended, so the contest has gone first.",
        (Rule("forget_entries", 90, "its game began"),),
    ),
    "seeks": Kept(
        "each search for a rival", "One for each person.", until="until a rival is found, or an hour or a day"
    ),
    "prompts": Kept(
        "each question of the bot's",
        "Nobody answers later.",
        (Rule("forget_prompts", 30, "it was asked"),),
        until="until it is answered",
    ),
    "remarks": Kept(
        "each remark in a match or a room",
        "Reports quote the last ones; talk is nobody's archive.",
        (Rule("forget_talk", 3, "it was made"),),
    ),
    "reports": Kept(
        "each report about a person",
        "The operator reads them and decides.",
        (Rule("forget_reports", 365, "it was made"),),
        until="until it is decided",
    ),
    "bans": Kept(
        "each person whom the operator keeps away", "Else they would be back at once.", until="until they may come back"
    ),
    "feedback": Kept(
        "each thing that somebody tells the operator",
        "The operator reads it, and may answer.",
        (Rule("forget_feedback", 365, "it was said"),),
        until="until it is read",
    ),
    "deeds": Kept(
        "each thing that an operator does in the chat",
        "So that it is known who was warned or kept away, when and by whom.",
        (Rule("forget_deeds", 400, "it was done"),),
    ),
    "broadcasts": Kept(
        "each message of the operator's to everybody",
        "How far it has come, and what was written.",
        (Rule("forget_broadcasts", 400, "it was written"),),
    ),
    "daily_tries": Kept(
        "each person on each day on which they begin the code of the day",
        "One try a day; the calendar, the streak, what friends have come to.",
        (Rule("forget_daily_tries", 400, "it was begun"),),
    ),
    "daily_averages": Kept(
        "each person and each day on which they stand in the table of the codes of days: twelve ahead at most",
        "`/top` reads it.",
        (Rule("forget_daily_averages", 3, "that day"),),
    ),
    "daily_counts": Kept(
        "a few hundred rows for each day", "How all have done on that day; nobody is named.", until=FOR_EVER
    ),
    "daily_players": Kept(
        "each person who begins the code of a day", "The streak, and the token of their link.", until=FOR_EVER
    ),
    "daily_friends": Kept(
        "each link to the code of the day that somebody opens", "Who sees whose result; fifty at most.", until=FOR_EVER
    ),
    "daily_reminders": Kept(
        "each person who wants to be reminded of the code of the day",
        "They wished it: in which zone their clock runs, and when.",
        until="until they want it no more or cannot be reached",
    ),
    "daily_cards": Kept(
        "each card of a day in a group",
        "It is edited as people finish.",
        (Rule("forget_daily_cards", 30, "it was put there", drop_daily_cards),),
    ),
    "daily_guests": Kept(
        "each person who presses *Play* on such a card",
        "The card names them.",
        (Rule("forget_daily_guests", 30, "they pressed"),),
    ),
    "daily_posts": Kept(
        "each group into which the card of each day comes by itself",
        "Its administrators wished it: in which topic.",
        until="until they want it no more, or nobody plays, or the bot cannot write there",
    ),
    "daily_pardons": Kept(
        "each day on which the bot was away for more than two hours", "Nobody has missed it.", until=FOR_EVER
    ),
    "forgotten": Kept(
        "each person who asks to be forgotten",
        "Their number and the time, and nothing else: a backup that is put in place forgets them again.",
        (Rule("forget_forgotten", 400, "they were forgotten"),),
    ),
    "failed_updates": Kept(
        "each update or job that fails by a bug",
        "The operator reads them.",
        (Rule("forget_failed_updates", 90, "it failed"),),
    ),
    "failed_messages": Kept(
        "each message that Telegram refuses for good",
        "The operator reads them; they are as they were to be sent.",
        (Rule("forget_failed_messages", 90, "it failed"),),
    ),
    "seen_updates": Kept(
        "each update",
        "None is carried out twice; Telegram sends one again for a day.",
        (Rule("forget_updates", 3, "it came"),),
    ),
    "stripped": Kept(
        "each old message that is pressed",
        "Its buttons are taken off once.",
        (Rule("forget_stripped", 3, "its buttons were taken off"),),
    ),
    "outbox": Kept("each screen on its way", "It is not sent yet.", until="until it is sent or refused"),
    "jobs": Kept("each clock, challenge and search", "It is not due yet.", until="until it is done"),
    "long_jobs": Kept("each review that is asked for", "It is not done yet.", until="until it is done"),
    "leases": Kept(
        "each chat to which something is sent",
        "Which replica sends there.",
        (Rule("forget_leases", 3, "its allowance of messages was whole again"),),
    ),
    "replicas": Kept("each start of the bot", "Who lives.", (Rule("forget_replicas", 3, "its last sign of life"),)),
    "outages": Kept(
        "each time in which nobody served",
        "They lengthen clocks, which run for a day at most.",
        (Rule("forget_outages", 3, "its end"),),
    ),
    "uptime": Kept("one row", "When the bot served last.", until=FOR_EVER),
    "budget": Kept("one row", "What may be sent to all chats together.", until=FOR_EVER),
    "kept": Kept("a few rows", "What the bot made up once, such as the webhook's secret.", until=FOR_EVER),
    "migrations": Kept("each migration", "It is run once.", until=FOR_EVER),
}
"""By table. A new table is one entry here and one in docs/keeping.md."""


# Deletes rows that are older than `KEEPING` keeps them, a few at a time, and gives their space back to the disk.

PAUSE = 0.05
"""Seconds between two transactions, in which others have the database to themselves."""


async def forget_old(store: Store, now: float) -> None:
    """Delete the rows that are older than their tables keep them, and give the space back to the disk.

    Each step is a short transaction of its own, and others have their turn between two of them.
    """
    for kept in KEEPING.values():
        for rule in kept.rules:
            await _repeat(store, partial(_forget_some, rule, now - rule.days * DAY))
    await _repeat(store, _give_back)


async def _repeat(store: Store, step: Callable[[Work], Awaitable[bool]]) -> None:
    """Carry the step out until it finds nothing more to do."""
    while True:
        if not await store.run(step, alone=True):
            return
        await asyncio.sleep(PAUSE)


async def _forget_some(rule: Rule, before: float, work: Work) -> bool:
    rows = await work.rows_at_once(rule.query, before=before)
    rule.then(rows, work)
    return bool(rows)


async def _give_back(work: Work) -> bool:
    return await work.give_back()
