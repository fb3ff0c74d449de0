-- Each deletes some of the rows that are older than `TABLES` keeps them, found by an index, and gives what is needed to
-- delete what hangs on them. So few at a time that nobody waits. Others follow from bot/app/model/tables.py.

-- name: forget_games(before)
-- Games that are over.
DELETE FROM games WHERE game_id IN (
    SELECT game_id FROM games WHERE ended_at < :before ORDER BY ended_at LIMIT 20 /*+ FOR UPDATE SKIP LOCKED */)
RETURNING game_id, kind, chat_id, thread_id, starter, salt, opened_at, ended_at, body, revision;

-- name: forget_abandoned(before)
-- Running games in which nothing has been done since.
DELETE FROM games WHERE game_id IN (
    SELECT game_id FROM games WHERE opened_at < :before AND ended_at IS NULL AND saved_at < :before
    ORDER BY opened_at LIMIT 20 /*+ FOR UPDATE SKIP LOCKED */)
RETURNING game_id;

-- name: private_boards(chat_id, opened_at, game_id, before)
-- The running games that are next behind that key. Only those have a body that are with the bot alone, were not saved
-- since, and have no log: what has one was played. No other bound: SQLite would begin there instead of at the key.
SELECT game_id, kind, chat_id, thread_id, starter, salt, opened_at, ended_at, revision,
    CASE WHEN saved_at < :before AND kind <> 'group' AND body NOT LIKE '%"log":%' THEN body END AS body
FROM games WHERE ended_at IS NULL AND (chat_id, opened_at, game_id) > (:chat_id, :opened_at, :game_id)
ORDER BY chat_id, opened_at, game_id LIMIT 100;

-- name: drop_seats(game_id)*!
DELETE FROM seats WHERE game_id = :game_id;

-- name: drop_slot(slot)*!
-- In every chat.
DELETE FROM slots WHERE slot = :slot;

-- name: drop_card(slot, game_id)*!
-- The slot of a card, unless a game is played there.
DELETE FROM slots WHERE slot = :slot AND NOT EXISTS (SELECT 1 FROM games WHERE game_id = :game_id);

-- name: forget_failed_updates(before)
DELETE FROM failed_updates WHERE failed_at <= (SELECT max(failed_at) FROM (
    SELECT failed_at FROM failed_updates WHERE failed_at < :before ORDER BY failed_at LIMIT 100) AS oldest)
RETURNING update_id;

-- name: forget_failed_messages(before)
DELETE FROM failed_messages WHERE failed_at <= (SELECT max(failed_at) FROM (
    SELECT failed_at FROM failed_messages WHERE failed_at < :before ORDER BY failed_at LIMIT 100) AS oldest)
RETURNING letter_id;
