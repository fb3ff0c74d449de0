"""Rows that grow a hundredfold, and for every named query the values with which it costs most among them.

They grow where that costs a query most: in one group, of one person, under one key. What the app keeps within bounds
for one chat or person (running games, open seats, what waits for a chat) does not grow there, but everywhere else.
"""

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from typing import Any

from bot.storage.store import queries_for
from tests.bot.storage.stores import migrated

GROUP, PERSON, ROOM, FAMILY = -5, 1, "lobby", "4x10"
OURS, THEIRS = "ours", "theirs"
"""Two replicas that live."""
TIMES = 100
LATE = 1e12
"""Later than any time in the rows."""
OTHERS = json.dumps(dict.fromkeys(range(2, 34), 0))
"""As many people as stand on a screen."""
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
games: game_id 'alone' || i; kind 'number'; chat_id 1000 + i; opened_at i; saved_at 2e12
played × 400: game_id 'played' || i
played_by × 400: person_id 1; number i
drafts: game_id 'running1'; person_id i
crowds: game_id 'running' || i; strength i
watchers: game_id 'running1'; person_id i; is_live 0
watchers: game_id 'watched' || i; person_id 1; is_live 0
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
contests: token 'contest' || i; game_id 'over' || i; set_by i % 2; waits_for CASE WHEN i % 2 = 0 THEN 1 END
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
watchers × 100: game_id 'running1'; person_id 1000000 + i; is_live 1
leases × 20: chat_id -4 - i; holder 'ours'; claimed_at i; full_at i
""")
"""What stays as it is: the most that the app allows there, or as much as is in hand at one time."""
USUAL: dict[str, Any] = {
    "aborted_at": 1.0, "about_id": 2, "accuracy": 90.0, "admin_id": PERSON, "after": 0, "asked_at": 9.0, "at_bottom": 1,
    "band": 150,
    "banned_at": 9.0, "banned_by": PERSON, "before": LATE, "began_at": 7.5, "begun_at": 9.0, "bell": None, "best": 3,
    "blocked_id": 2, "body": "{}", "bot_id": 123456, "bound_at": 9.0, "broadcast_id": "cast1", "burst": 1.0, "calm": 6,
    "chat_ids": '{"-5":0}', "game_ids": '{"over1":0,"running1":0}',
    "card": "card1", "card_chat": GROUP, "change": 1, "chat_id": GROUP, "choice": None, "content": "{}", "counts": 1,
    "day": 7, "debt": 1.5, "deed": "warn", "detail": "", "deviation": 110.0, "done": None, "done_at": 9.0, "draws": 0,
    "due_at": 5.0, "ended_at": 70.0, "error": "why", "expires_at": 9.0, "failed_at": 60.0, "family": FAMILY,
    "feedback_id": 1, "fewest": 3, "finished": 3, "finishers": 1, "focus": "running1", "forgotten_at": 9.0,
    "friend_id": -7, "friends_only": 1, "full": 30, "game_id": "over1", "games": 3, "given_up": 10, "greeted": 1,
    "group_id": GROUP, "guesses": 5, "has_solved": 1, "hides_week": 1,
    "hinted": 0, "hints": 0, "holder": OURS, "is_behind": 0, "is_live": 1, "is_missed": 0,
    "is_open": 0, "is_over": 1, "is_rated": 1, "is_shared": 1, "is_summed": 1, "job_id": 1, "joined_at": 9.0,
    "kept_at": 9.0, "kind": "hotseat", "kinds": ",review,", "language": "uk", "last_key": "over10", "last_rival": 0,
    "last_terms": "duel classic days friendly", "least": 0, "letter_id": 9, "line": "x", "lobby_choice": None,
    "longest": 15.0, "looked": 8, "losses": 1, "lost": 40, "made_at": 1.0, "message_id": 70, "midnight": 7.0,
    "minute": 540, "mode": "mode1", "most": 100, "muted_id": PERSON, "name": "Ann", "names_them": "%1%", "needed": 20,
    "new_id": -6, "no_codes": 1, "now": LATE, "number": 1, "number_last": "%: 1}%", "number_within": "%: 1,%",
    "opened_at": 5.0,
    "options": "new", "others": OTHERS, "pace": 10, "paired_from": 0.0, "past": "", "person_id": PERSON, "place": 9,
    "played_at": 9.0, "post": "post1", "put_at": 9.0, "rating": 1500.0, "reachable": 1, "remark_id": "new",
    "reported_at": 7.5, "rested": LATE, "revision": 1, "rival_id": 2, "rival_name": "Bob", "said": "[]",
    "said_at": 9.0, "salt": "5a",
    "saved_at": 9.0, "score": 0.5, "seat": 0, "seconds": 1.0, "seen_at": 7.5, "sent": 1, "set_by": 7, "shard": 1,
    "shown": 7,
    "shown_at": 9.0, "shown_on": 7.0, "since": 0, "since_abort": 0.0, "sign": "👏", "size": 100, "skip": 299,
    "slot": "game:over2",
    "solved": 1, "span": 30, "speaker": PERSON, "spoken": "uk", "starter": PERSON, "state": "done", "streak": 3,
    "strength": 1500.0,
    "streak_day": 7, "stream": ROOM, "stripped_at": 70.0, "style": "emoji", "subject": "new", "symbols": "012",
    "text_within": '%"1 %', "thread_id": None, "token": "contest1", "told_at": 60.0, "told_up_to": 7, "top": 1510.0,
    "total": 1, "turn": 0, "unexplained": 2, "unplayed": 1, "up_to": 1, "update_id": 1, "urgency": 3,
    "username": "name1", "value": "talk", "value_before": "", "version": 2, "volatility": 0.06, "waits_for": 1,
    "walked_out": 0, "watchable": 1,
    "week": 2881, "week_games": 3, "week_points": 1.5, "wins": 2, "wish": "duel", "won": 3, "zone": "Europe/Kyiv",
}  # fmt: skip
"""What a query is given for its parameters where nothing below says otherwise."""
MOST = {
    5: "daily_of_friends latest_games rivalries",
    10: "audience best_averages best_entries best_of_all best_of_group best_of_rivals best_of_week latest_entries "
    "most_accurate playing_entries scores",
    20: "banned daily_cards_of deeds deeds_about failed feedback open_challenges_in pending played_by reported "
    "waiting_secrets",
    30: "daily_guests friends running_of",
    40: "daily_tries_since said unheard unheard_by",
    50: "daily_players_after drop_reports_about listed_seeks opened_links played_after report reports_about "
    "waiting_count",
    200: "blocked known_rivals next_challenges next_contests next_games points_by_rival put_item",
    500: "stronger waiting_chats",
}
"""How many rows they are to find."""
SPECIAL: dict[str, dict[str, Any]] = {
    "challenge": {"token": "mine1"},
    "save_challenge": {"token": "mine1"},
    "bind_card": {"card": "new", "token": "mine1"},
    "mark_unreachable": {"chat_id": GROUP},
    **{name: {"game_id": "running1"} for name in ("draft", "keep_draft", "drop_draft", "drop_drafts")},
    **{name: {"game_id": "running1"} for name in ("applause", "cheer", "drop_crowd", "watcher", "watchers")},
    **{name: {"game_id": "running1"} for name in ("keep_watcher", "watch_no_other", "drop_watcher", "drop_watchers")},
    "begin_crowd": {"game_id": "new"},
    "put_entry": {"game_id": "entry1"},
    **{name: {"slot": "game:over1"} for name in ("drop_slot", "drop_card")},
    "latest_game": {"kind": "number"},
    "save_game": {"game_id": "running1", "kind": "number"},
    "seat": {"game_id": "open1"},
    "latest_games": {"chat_id": PERSON, "kind": "alone"},
    "master": {"game_id": "new", "chat_id": PERSON},
    "masteries": {"chat_id": PERSON},
    **{name: {"game_id": "played1"} for name in ("number_of", "keep_played", "keep_player")},
    "played_after": {"after": 5},
    "played_by": {"up_to": 10**9},
    "begin_daily": {"person_id": -7, "game_id": "new"},
    **{name: {"token": "t1"} for name in ("save_daily_player", "daily_player_of")},
    "pardon": {"day": -7},
    "pardons": {"most": 400},
    "daily_card": {"day": 101},
    "daily_cards_between": {"first": 101, "last": 107},
    "daily_weeks_of_friends": {"first": 1, "last": 7, "closed": 3, "stars3": 5, "stars2": 7, "stars1": 9},
    "put_daily_card": {"card": "new", "chat_id": -7},
    "rename_daily_cards": {"new_id": -7},
    "daily_guest": {"person_id": 1001},
    "add_daily_guest": {"person_id": -7},
    "drop_daily_guest": {"person_id": 1001},
    "daily_post_of": {"chat_id": -1001},
    "begin_daily_post": {"post": "new", "chat_id": -7},
    "note_daily_post": {"day": 8},
    "rename_daily_posts": {"chat_id": -1001, "new_id": -7},
    "foresee_daily": {"first": 1100, "last": 1111},
    "daily_players_after": {"person_id": 0},
    **{name: {"number": 7} for name in ("puzzle", "save_puzzle")},
    "switch_off": {"name": "switched-off"},
    "ban": {"person_id": -7},
    "waits_for_many": {"chat_id": PERSON},
    "drop_failed_update": {"failed_at": 1.0},
    "drop_failed_message": {"letter_id": 1_000_001},
    "put_job": {"kind": "review"},
    "postpone_job": {"seconds": 60.0},
    "put_long_job": {"person_id": 0, "chat_id": 0, "content": "", "most": 3, "kind": "review"},
    "keep": {"name": "new"},
    "kept": {"name": "name1"},
    "beat": {"name": OURS},
    "claim_waiting": {"up_to": 500},
    "release": {"chat_id": -6},
    "private_boards": {"chat_id": 10**12},  # behind all: the last of many pages
    "forget_replicas": {"before": 0.0},
    "begin_seek": {"since": 1.0, "is_open": 1},
    "drop_seek": {"since": 1.0},
    "rivals": {"rating": 1401.0},
    "note_abort": {"rival_id": 7},
    "forgotten_lately": {"rival_id": PERSON},
    **{name: {"past": "over1"} for name in ("games_with", "challenges_with")},
    "contests_with": {"past": "contest1", "last_key": "contest10"},
    "rewrite_game": {"starter": -1},
    "rewrite_challenge": {"token": "over1", "person_id": -1},
    "leave_result": {"rival_id": PERSON, "person_id": 2},
    "leave_rivalry": {"rival_id": PERSON, "person_id": 3},
    **{name: {"rival_id": 3} for name in ("drop_rivalry", "rivalry")},
    "put_item": {"urgency": 2},
    "drop_item": {"letter_id": 2_000_001},
    "drop_screens": {"letter_id": 2_000_002},
    "may_strip": {"most": 3},
    "drop_stripped": {"most": 63},
    "slot_at": {"message_id": 50},
    **{name: {"message_id": 7} for name in ("adopt_message", "occupy_slot")},
    "save_rating": {"deviation": 60.0},
    "put_result": {"game_id": "new"},
    **{name: {"since": LATE} for name in ("rated_games_between", "outages")},
    "careers": {"most": 4},
    "stronger": {"band": 0},  # all bands are above, and all in that of the rating
    "say": {"said_at": LATE},
    "unheard": {"up_to": 100},
    "unmute": {"muted_id": 2},
    "block": {"blocked_id": PERSON},
    "remember_update": {"update_id": 2**40},
}
MOST_OF = {name: {"most": most} for most, names in MOST.items() for name in names.split()}


@cache
def queries() -> Any:
    return queries_for("sqlite3")


def names() -> list[str]:
    return sorted(name for name in queries().available_queries if not name.endswith("_cursor"))


def parameters_of(name: str) -> set[str]:
    return set(getattr(queries(), name).parameters or ())


def worst(name: str) -> dict[str, Any]:
    """The values with which the query costs most, as far as they are known."""
    known = USUAL | MOST_OF.get(name, {}) | SPECIAL.get(name, {})
    return {parameter: known[parameter] for parameter in parameters_of(name) & known.keys()}


WORST = {name: worst(name) for name in names()}
