"""Rows that grow a hundredfold, where that costs a query most: in one group, of one person, under one key.

What the app keeps within bounds for one chat or person (running games, open seats, what waits for a chat) does not
grow there, but everywhere else.
"""

from dataclasses import dataclass

GROUP, PERSON, ROOM, FAMILY = -5, 1, "lobby", "4x10"
OURS, THEIRS = "ours", "theirs"
"""Two replicas that live."""
TIMES = 100
LATE = 1e12
"""Later than any time in the rows."""


@dataclass(frozen=True)
class Growing:
    """Rows of a table: `few`, and later a hundred times as many. `values` are in terms of i, which is 1, 2, 3 …"""

    table: str
    values: str
    few: int = 100

    def between(self, after: int, last: int) -> str:
        """The statement that inserts the rows of these numbers."""
        numbers = f"WITH RECURSIVE n (i) AS (SELECT {after + 1} UNION ALL SELECT i + 1 FROM n WHERE i < {last})"
        return f"INSERT INTO {self.table} {numbers} SELECT {self.values} FROM n"


GROWING = (
    Growing("seen_updates (bot_id, update_id, seen_at)", "123456, i, i", 600),
    Growing("chats (chat_id, style, greeted, reachable, username)", "i, 'emoji', 1, 1, 'name' || i", 250),
    Growing(
        "games (game_id, kind, chat_id, starter, salt, opened_at, ended_at, body, revision)",
        "'over' || i, 'number', -5, 1, '5a', i, i, '{}', 1",
    ),
    Growing(
        "games (game_id, kind, chat_id, starter, salt, opened_at, ended_at, body, revision)",
        "'elsewhere' || i, 'number', -1000 - i, 1, '5a', i, NULL, '{}', 1",
    ),
    Growing("played (game_id, line)", "'played' || i, 'a line'", 400),
    Growing("played_by (person_id, number)", "1, i", 400),
    Growing("drafts (game_id, person_id, symbols)", "'running1', i, '01'"),
    Growing("slots (chat_id, slot, message_id, below, letter_id, shown_at)", "-5, 'game:over' || i, i, 0, i, i", 600),
    Growing("outbox (chat_id, slot, content)", "i, 'menu', '{}'", 600),
    Growing("failed_updates (update_id, failed_at, content, error)", "i, i, '{}', 'why'"),
    Growing("failed_messages (letter_id, chat_id, failed_at, content, error)", "1000000 + i, -5, i, '{}', 'why'"),
    Growing("jobs (due_at, kind, subject, turn)", "i, 'expire', 'o' || i, 0"),
    Growing(
        "long_jobs (kind, subject, person_id, chat_id, turn, content, behind, holder)",
        "'review', 'nobodys' || i, 0, 0, 0, '', 3, ''",
    ),
    Growing(
        "long_jobs (kind, subject, person_id, chat_id, turn, content, behind, holder)",
        "'review', 'anybodys' || i, 10 + i, 10 + i, 0, '', 0, ''",
    ),
    Growing("kept (name, value)", "'name' || i, 'value'"),
    Growing("seats (game_id, seat, person_id, is_over)", "'over' || i, 0, 1, 1"),
    Growing(
        "challenges (token, person_id, card_chat, is_open, made_at, expires_at, body, revision)",
        "'over' || i, 1, -5, 0, i, i, '{}', 1",
    ),
    Growing(
        "challenges (token, person_id, card_chat, is_open, made_at, expires_at, body, revision)",
        "'open' || i, 10 + i, -5, 1, i, i, '{}', 1",
    ),
    Growing(
        "seeks (person_id, name, wish, rating, deviation, finished, walked_out, since, last_rival, is_open)",
        "10 + i, 'Ann', 'duel', 1400 + i * 0.02, 100, 3, 0, i, 0, i % 2",
    ),
    Growing("people (person_id, name, finished, walked_out, last_rival, revision)", "i, 'Ann', 3, 0, 0, 1", 600),
    Growing("aborts (person_id, rival_id, aborted_at)", "1, 1 + i, i", 300),
    Growing("aborts (person_id, rival_id, aborted_at)", "1 + i, 1, i", 300),
    Growing("blocks (person_id, blocked_id)", "1, 1 + i", 300),
    Growing("blocks (person_id, blocked_id)", "1 + i, 1", 300),
    Growing("mutes (person_id, muted_id)", "1, 1 + i", 300),
    Growing("mutes (person_id, muted_id)", "1 + i, 1", 300),
    Growing(
        "ratings (person_id, family, rating, deviation, volatility, games, wins, draws, losses, played_at, week, "
        "week_points, week_games, band, revision)",
        "i, '4x10', CASE WHEN i % 7 = 0 THEN 2500 ELSE 1500 + i * 0.0001 END, "
        "CASE WHEN i % 7 = 0 THEN 300 ELSE 60 END, 0.06, 3, 2, 0, 1, i, 2881, 1.0, 3, "
        "CASE WHEN i % 7 = 0 THEN NULL ELSE 150 END, 1",
        600,
    ),
    Growing("bands (family, band, shard, people)", "'family' || i, 150, 0, 3"),
    Growing(
        "results (game_id, person_id, rival_id, rival_name, family, is_rated, score, rating, deviation, guesses, "
        "has_solved, group_id, ended_at)",
        "'over' || i, 1, 2, 'Bob', CASE WHEN i % 2 = 0 THEN '4x10' ELSE '5x10' END, CASE WHEN i % 4 < 2 THEN 1 ELSE 0 "
        "END, 0.5, 1500, 60, 6, 1, -5, i",
        450,
    ),
    Growing("careers (person_id, family, games, solved, guesses, best)", "10 + i, '4x10', 3, 3, 18, 1500"),
    Growing("rivalries (person_id, rival_id, points, games, latest)", "1, 1 + i, 1, 1 + i % 7, i", 250),
    Growing("regulars (group_id, person_id, latest)", "-5, i, i", 250),
    Growing("contests (token, game_id, body, revision, set_by)", "'contest' || i, 'over' || i, '{}', 1, i % 2"),
    Growing(
        "entries (token, person_id, game_id, has_solved, guesses, seconds, began_at, ended_at, body)",
        "'contest1', i, 'entry' || i, 1, i % 9, i, i, CASE WHEN i % 2 = 0 THEN i END, '{}'",
    ),
    Growing("points (group_id, person_id, name, won, games)", "-5, i, 'Ann', i % 9, 9"),
    Growing("masteries (game_id, chat_id, size, nth, widest)", "'over' || i, 1, i, i, i"),
    Growing("learners (person_id, body, revision)", "i, '{}', 1"),
    Growing("puzzlers (person_id, body, revision)", "i, '{}', 1"),
    Growing("puzzles (number, rating, deviation, volatility, revision)", "i, 1500, 200, 0.06, 1"),
    Growing(
        "ledgers (person_id, name, done, accuracy, body, revision)",
        """i, 'Ann', NULL, CASE WHEN i % 3 = 0 THEN i % 100 END, '{"tallies":{}}', 1""",
        600,
    ),
    Growing("last_options (chat_id, mode, options)", "i, 'solo', 'solo classic'"),
    Growing("prompts (person_id, kind, content)", "i, 'hotseat', ''"),
    Growing("bound_cards (card, token)", "'card' || i, 'open' || i"),
    Growing("outages (began_at, ended_at)", "i, i + 0.5", 600),
    Growing(
        "remarks (remark_id, stream, person_id, name, said, said_at)", "'said' || i, 'lobby', i, 'Ann', 'hi', i", 600
    ),
    Growing("listeners (stream, person_id)", "'lobby', i", 250),
    Growing("rooms (stream, told_at, is_behind, revision)", "'room' || i, i, 0, 1"),
    Growing("moved_groups (chat_id, new_id)", "-1000000 - i, -2000000 - i"),
    Growing("stripped (chat_id, message_id, stripped_at)", "i, 7, i", 600),
    Growing("reports (stream, person_id, about_id, reported_at, said)", "'lobby', i, 1, i, '[]'"),
    Growing("reports (stream, person_id, about_id, reported_at, said)", "'room', 7, 100 + i, i, '[]'"),
    Growing("forgotten (person_id, forgotten_at)", "1000 + i, i", 250),
    Growing("daily_tries (day, person_id, name, game_id, begun_at, guesses, solved, hints, counts)",
        "1000 + i, 1, 'Ann', 'day' || i, i, 5, 1, 0, 1", 600),
    Growing("daily_tries (day, person_id, name, game_id, begun_at, guesses, solved, hints, counts)",
        "7, 1000 + i, 'Ann', 'one' || i, i, 5, 1, 0, 1"),
    Growing("daily_counts (day, hinted, guesses, lost, finishers)", "1000 + i, 0, 5, 40, 9"),
    Growing("daily_averages (person_id, shown_on, average, days)", "1000 + i, 7, 3 + i % 50 / 10.0, 20 + i % 11", 600),
    Growing("daily_averages (person_id, shown_on, average, days)", "1, 1000 + i, 5, 25", 600),
    Growing("daily_players (person_id, token, streak_day, streak, calm, best)", "i, 't' || i, 7, 3, 6, 3"),
    Growing("daily_friends (person_id, friend_id)", "1000 + i, 1"),
    Growing("daily_friends (person_id, friend_id)", "1000 + i, 200000 + i"),
    Growing("daily_reminders (person_id, zone, minute, version)", "i, 'Europe/Kyiv', 540, 1"),
    Growing("daily_cards (card, chat_id, day, put_at, guests)", "'card' || i, -1000 - i, 7, i, 9", 600),
    Growing("daily_guests (card, person_id, day, name, place, joined_at)", "'card1', 1000 + i, 7, 'Ann', i % 20, i",
        600),
    Growing("daily_guests (card, person_id, day, name, place, joined_at)", "'one' || i, 1, 1000 + i, 'Ann', 9, i"),
    Growing("daily_posts (post, chat_id, day, unplayed)", "'post' || i, -1000 - i, 7, 0"),
    Growing("daily_pardons (day)", "i", 600),
    Growing("bans (person_id, banned_at, banned_by)", "i, i, 1", 250),
    Growing("feedback (person_id, name, said, said_at)", "1, 'Ann', 'more', i", 250),
    Growing("deeds (done_at, admin_id, deed, person_id, detail)", "i, 1, 'warn', 1, ''", 250),
    Growing("broadcasts (broadcast_id, admin_id, state, body, made_at, up_to, sent, total, pace, revision)",
        "'cast' || i, 1, 'done', '{}', i, i, i, i, 10, 1"),
    Growing("replicas (name, seen_at)", "'gone' || i, i"),
    Growing("leases (chat_id, holder, claimed_at, full_at)", "1000000 + i, '', i, i", 600),
    Growing("leases (chat_id, holder, claimed_at, full_at)", "i, 'theirs', i, i", 600),
)  # fmt: skip
BOUNDED = (
    Growing("daily_cards (card, chat_id, day, put_at, guests)", "'ours' || i, -5, 100 + i, i, 9", 30),
    Growing("daily_guests (card, person_id, day, name, place, joined_at)", "'today' || i, 1, 7, 'Ann', 9, i", 20),
    Growing("daily_counts (day, hinted, guesses, lost, finishers)", "7, i % 2, 4 + i % 5, 10 * i, 9", 300),
    Growing("daily_friends (person_id, friend_id)", "1, 1000 + i", 50),
    Growing("replicas (name, seen_at)", "CASE WHEN i = 1 THEN 'ours' ELSE 'theirs' END, (SELECT now FROM clock)", 2),
    Growing("chats (chat_id, style, greeted, reachable)", "-5, 'emoji', 1, 1", 1),
    Growing(
        "games (game_id, kind, chat_id, starter, salt, opened_at, ended_at, body, revision)",
        "'running' || i, 'number', -5, 1, '5a', i, NULL, '{}', 1",
        10,
    ),
    Growing("seats (game_id, seat, person_id, is_over)", "'open' || i, 0, 1, 0", 30),
    Growing(
        "challenges (token, person_id, card_chat, is_open, made_at, expires_at, body, revision)",
        "'mine' || i, 1, -5, 1, i, i, '{}', 1",
        50,
    ),
    Growing("seeks (person_id, name, wish, rating, deviation, finished, walked_out, since, last_rival, is_open)",
        "i, 'Ann', 'duel', 1500, 100, 3, 0, i, 0, i % 2", 2),
    Growing("bands (family, band, shard, people)", "'4x10', i / 8, i % 8, 3", 1840),
    Growing("careers (person_id, family, games, solved, guesses, best)", "1, 'family' || i, i, 3, 18, 1500", 12),
    Growing("last_options (chat_id, mode, options)", "-5, 'mode' || i, 'solo classic'", 12),
    Growing(
        "outbox (letter_id, chat_id, slot, content, urgency)",
        "2000000 + i, -5, CASE WHEN i % 2 = 0 THEN 'game:over' || i END, '{}', CASE WHEN i % 20 = 1 THEN 4 ELSE 2 END",
        198,
    ),
    Growing("long_jobs (kind, subject, person_id, chat_id, turn, content, behind, holder)",
        "'review', 'mine' || i, 1, -5, 0, '', 0, CASE WHEN i = 1 THEN 'theirs' ELSE '' END", 3),
    Growing("rooms (stream, told_at, is_behind, revision)", "'lobby', 1, 0, 1", 1),
    Growing("stripped (chat_id, message_id, stripped_at)", "-5, i, i", 64),
    Growing("leases (chat_id, holder, claimed_at, full_at)", "-4 - i, 'ours', i, i", 20),
)  # fmt: skip
"""What stays as it is: the most that the app allows there, or as much as is in hand at one time."""
