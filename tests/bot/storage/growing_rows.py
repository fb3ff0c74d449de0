"""Rows that grow a hundredfold, where that costs a query most: in one group, of one person, under one key.

What the app keeps within bounds for one chat or person (running games, open seats, what waits for a chat) does not
grow there, but everywhere else.
"""

import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass

from tests.bot.storage.stores import migrated

GROUP, PERSON, ROOM, FAMILY = -5, 1, "lobby", "4x10"
OURS, THEIRS = "ours", "theirs"
"""Two replicas that live."""
TIMES = 100
LATE = 1e12
"""Later than any time in the rows."""
LINE = re.compile(r"(?P<table>\w+)(?: × (?P<few>\d+))?: (?P<values>.+)")
FILLING = {"TEXT": "'{}'"}
"""For columns of that type of which a line says nothing, though they take no NULL; 1 for numbers."""


@dataclass(frozen=True)
class Growing:
    """Rows of a table: `few`, and later a hundred times as many. `values` are in terms of i, which is 1, 2, 3 …"""

    table: str
    values: dict[str, str]
    few: int

    def between(self, after: int, last: int) -> str:
        """The statement that inserts the rows of these numbers."""
        numbers = f"WITH RECURSIVE n (i) AS (SELECT {after + 1} UNION ALL SELECT i + 1 FROM n WHERE i < {last})"
        columns, values = ", ".join(self.values), ", ".join(self.values.values())
        return f"INSERT INTO {self.table} ({columns}) {numbers} SELECT {values} FROM n"


def rows(lines: str) -> tuple[Growing, ...]:
    """What the lines say: `table × few: column value; column value; …`, where few is 100 if it is not told."""
    found = []
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(migrated())
        for line in filter(None, re.sub(r"\n\s+", " ", lines).splitlines()):
            told = LINE.fullmatch(line)
            assert told, line
            columns = database.execute(f"PRAGMA table_info({told['table']})").fetchall()
            filled = [(name, kind) for _, name, kind, is_filled, default, _ in columns if is_filled and default is None]
            values = {name: FILLING.get(kind, "1") for name, kind in filled}
            values |= {name: value for name, _, value in (each.partition(" ") for each in told["values"].split("; "))}
            found.append(Growing(told["table"], values, int(told["few"] or 100)))
    return tuple(found)


GROWING = rows("""
seen_updates × 600: bot_id 123456; update_id i; seen_at i
chats × 250: chat_id i; style 'emoji'; username 'name' || i
games: game_id 'over' || i; kind 'number'; chat_id -5; opened_at i; ended_at i
games: game_id 'elsewhere' || i; kind 'number'; chat_id -1000 - i; opened_at i
played × 400: game_id 'played' || i
played_by × 400: person_id 1; number i
drafts: game_id 'running1'; person_id i
slots × 600: chat_id -5; slot 'game:over' || i; message_id i; below 0; letter_id i; shown_at i
outbox × 600: chat_id i; slot 'menu'
failed_updates: update_id i; failed_at i
failed_messages: letter_id 1000000 + i; chat_id -5; failed_at i
jobs: due_at i; kind 'expire'; subject 'o' || i
long_jobs: kind 'review'; subject 'nobodys' || i; person_id 0; chat_id 0; turn 0; behind 3; holder ''
long_jobs: kind 'review'; subject 'anybodys' || i; person_id 10 + i; chat_id 10 + i; turn 0; behind 0; holder ''
kept: name 'name' || i
seats: game_id 'over' || i; seat 0; person_id 1; is_over 1
challenges: token 'over' || i; person_id 1; card_chat -5; is_open 0; made_at i; expires_at i
challenges: token 'open' || i; person_id 10 + i; card_chat -5; is_open 1; made_at i; expires_at i
seeks: person_id 10 + i; wish 'duel'; rating 1400 + i * 0.02; deviation 100; since i; last_rival 0; is_open i % 2
people × 600: person_id i; last_rival 0
aborts × 300: person_id 1; rival_id 1 + i; aborted_at i
aborts × 300: person_id 1 + i; rival_id 1; aborted_at i
blocks × 300: person_id 1; blocked_id 1 + i
blocks × 300: person_id 1 + i; blocked_id 1
mutes × 300: person_id 1; muted_id 1 + i
mutes × 300: person_id 1 + i; muted_id 1
ratings × 600: person_id i; family '4x10'; rating CASE WHEN i % 7 = 0 THEN 2500 ELSE 1500 + i * 0.0001 END;
    deviation CASE WHEN i % 7 = 0 THEN 300 ELSE 60 END; volatility 0.06; games 3; played_at i; week 2881; week_games 3;
    band CASE WHEN i % 7 = 0 THEN NULL ELSE 150 END
bands: family 'family' || i; band 150; shard 0; people 3
results × 450: game_id 'over' || i; person_id 1; rival_id 2; family CASE WHEN i % 2 = 0 THEN '4x10' ELSE '5x10' END;
    is_rated CASE WHEN i % 4 < 2 THEN 1 ELSE 0 END; score 0.5; rating 1500; deviation 60; group_id -5; ended_at i
careers: person_id 10 + i; family '4x10'; games 3; best 1500
rivalries × 250: person_id 1; rival_id 1 + i; points 1; games 1 + i % 7; latest i
regulars × 250: group_id -5; person_id i; latest i
contests: token 'contest' || i; game_id 'over' || i; set_by i % 2
entries: token 'contest1'; person_id i; game_id 'entry' || i; has_solved 1; guesses i % 9; seconds i; began_at i;
    ended_at CASE WHEN i % 2 = 0 THEN i END
points: group_id -5; person_id i; won i % 9; games 9
masteries: game_id 'over' || i; chat_id 1; size i; nth i; widest i
learners: person_id i
puzzlers: person_id i
puzzles: number i; rating 1500; deviation 200; volatility 0.06
ledgers × 600: person_id i; accuracy CASE WHEN i % 3 = 0 THEN i % 100 END; body '{"tallies":{}}'
last_options: chat_id i; mode 'solo'
prompts: person_id i; kind 'hotseat'
bound_cards: card 'card' || i; token 'open' || i
outages × 600: began_at i; ended_at i + 0.5
remarks × 600: remark_id 'said' || i; stream 'lobby'; person_id i; said_at i
listeners × 250: stream 'lobby'; person_id i
rooms: stream 'room' || i; told_at i; is_behind 0
moved_groups: chat_id -1000000 - i; new_id -2000000 - i
stripped × 600: chat_id i; message_id 7; stripped_at i
reports: stream 'lobby'; person_id i; about_id 1; reported_at i; said '[]'
reports: stream 'room'; person_id 7; about_id 100 + i; reported_at i; said '[]'
forgotten × 250: person_id 1000 + i; forgotten_at i
daily_tries × 600: day 1000 + i; person_id 1; game_id 'day' || i; begun_at i; guesses 5; solved 1; hints 0; counts 1
daily_tries: day 7; person_id 1000 + i; game_id 'one' || i; begun_at i; guesses 5; solved 1; hints 0; counts 1
daily_counts: day 1000 + i; hinted 0; guesses 5; lost 40; finishers 9
daily_averages × 600: person_id 1000 + i; shown_on 7; average 3 + i % 50 / 10.0; days 20 + i % 11
daily_averages × 600: person_id 1; shown_on 1000 + i; average 5; days 25
daily_players: person_id i; token 't' || i; streak_day 7; streak 3; calm 6; best 3
daily_friends: person_id 1000 + i; friend_id 1
daily_friends: person_id 1000 + i; friend_id 200000 + i
daily_reminders: person_id i; zone 'Europe/Kyiv'; minute 540
daily_cards × 600: card 'card' || i; chat_id -1000 - i; day 7; put_at i; guests 9
daily_guests × 600: card 'card1'; person_id 1000 + i; day 7; place i % 20; joined_at i
daily_guests: card 'one' || i; person_id 1; day 1000 + i; place 9; joined_at i
daily_posts: post 'post' || i; chat_id -1000 - i; day 7; unplayed 0
daily_pardons × 600: day i
bans × 250: person_id i; banned_at i; banned_by 1
feedback × 250: person_id 1; said_at i
deeds × 250: done_at i; admin_id 1; deed 'warn'; person_id 1
broadcasts: broadcast_id 'cast' || i; admin_id 1; state 'done'; made_at i; up_to i; sent i; total i; pace 10
replicas: name 'gone' || i; seen_at i
leases × 600: chat_id 1000000 + i; holder ''; claimed_at i; full_at i
leases × 600: chat_id i; holder 'theirs'; claimed_at i; full_at i
""")
BOUNDED = rows("""
daily_cards × 30: card 'ours' || i; chat_id -5; day 100 + i; put_at i; guests 9
daily_guests × 20: card 'today' || i; person_id 1; day 7; place 9; joined_at i
daily_counts × 300: day 7; hinted i % 2; guesses 4 + i % 5; lost 10 * i; finishers 9
daily_friends × 50: person_id 1; friend_id 1000 + i
replicas × 2: name CASE WHEN i = 1 THEN 'ours' ELSE 'theirs' END; seen_at (SELECT now FROM clock)
chats × 1: chat_id -5; style 'emoji'
games × 10: game_id 'running' || i; kind 'number'; chat_id -5; opened_at i
seats × 30: game_id 'open' || i; seat 0; person_id 1; is_over 0
challenges × 50: token 'mine' || i; person_id 1; card_chat -5; is_open 1; made_at i; expires_at i
seeks × 2: person_id i; wish 'duel'; rating 1500; deviation 100; since i; last_rival 0; is_open i % 2
bands × 1840: family '4x10'; band i / 8; shard i % 8; people 3
careers × 12: person_id 1; family 'family' || i; games i; best 1500
last_options × 12: chat_id -5; mode 'mode' || i
outbox × 198: letter_id 2000000 + i; chat_id -5; slot CASE WHEN i % 2 = 0 THEN 'game:over' || i END;
    urgency CASE WHEN i % 20 = 1 THEN 4 ELSE 2 END
long_jobs × 3: kind 'review'; subject 'mine' || i; person_id 1; chat_id -5; turn 0; behind 0;
    holder CASE WHEN i = 1 THEN 'theirs' ELSE '' END
rooms × 1: stream 'lobby'; told_at 1; is_behind 0
stripped × 64: chat_id -5; message_id i; stripped_at i
leases × 20: chat_id -4 - i; holder 'ours'; claimed_at i; full_at i
""")
"""What stays as it is: the most that the app allows there, or as much as is in hand at one time."""
