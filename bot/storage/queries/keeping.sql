-- Each deletes some of the rows that are older than its entry in bot/storage/keeping.py allows, found by an index, and
-- gives what is needed to delete what hangs on them. So few at a time that nobody waits.

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

-- name: drop_seats(game_id)*!
DELETE FROM seats WHERE game_id = :game_id;

-- name: drop_slot(slot)*!
-- In every chat.
DELETE FROM slots WHERE slot = :slot;

-- name: drop_card(slot, game_id)*!
-- The slot of a card, unless a game is played there.
DELETE FROM slots WHERE slot = :slot AND NOT EXISTS (SELECT 1 FROM games WHERE game_id = :game_id);

-- name: forget_challenges(before)
DELETE FROM challenges WHERE token IN (
    SELECT token FROM challenges WHERE expires_at < :before ORDER BY expires_at LIMIT 50
    /*+ FOR UPDATE SKIP LOCKED */)
RETURNING token, body;

-- name: forget_contests(before)
DELETE FROM contests WHERE token IN (
    SELECT token FROM contests WHERE played_at < :before ORDER BY played_at LIMIT 50
    /*+ FOR UPDATE SKIP LOCKED */)
RETURNING token;

-- name: forget_entries(before)
DELETE FROM entries WHERE (token, person_id) IN (
    SELECT token, person_id FROM entries WHERE began_at < :before ORDER BY began_at LIMIT 50)
RETURNING token;

-- name: forget_bound_cards(before)
DELETE FROM bound_cards WHERE card IN (
    SELECT card FROM bound_cards WHERE bound_at < :before ORDER BY bound_at LIMIT 100)
RETURNING card;

-- name: forget_prompts(before)
DELETE FROM prompts WHERE (person_id, kind) IN (
    SELECT person_id, kind FROM prompts WHERE kept_at < :before ORDER BY kept_at LIMIT 100)
RETURNING person_id;

-- name: forget_reports(before)
DELETE FROM reports WHERE (stream, person_id, about_id) IN (
    SELECT stream, person_id, about_id FROM reports WHERE reported_at < :before ORDER BY reported_at LIMIT 100)
RETURNING stream;

-- name: forget_feedback(before)
DELETE FROM feedback WHERE feedback_id IN (
    SELECT feedback_id FROM feedback WHERE said_at < :before ORDER BY said_at LIMIT 100)
RETURNING feedback_id;

-- name: forget_deeds(before)
DELETE FROM deeds WHERE deed_id IN (SELECT deed_id FROM deeds WHERE done_at < :before ORDER BY done_at LIMIT 100)
RETURNING deed_id;

-- name: forget_broadcasts(before)
DELETE FROM broadcasts WHERE broadcast_id IN (
    SELECT broadcast_id FROM broadcasts WHERE made_at < :before ORDER BY made_at LIMIT 100)
RETURNING broadcast_id;

-- name: forget_failed_updates(before)
DELETE FROM failed_updates WHERE failed_at <= (SELECT max(failed_at) FROM (
    SELECT failed_at FROM failed_updates WHERE failed_at < :before ORDER BY failed_at LIMIT 100) AS oldest)
RETURNING update_id;

-- name: forget_failed_messages(before)
DELETE FROM failed_messages WHERE failed_at <= (SELECT max(failed_at) FROM (
    SELECT failed_at FROM failed_messages WHERE failed_at < :before ORDER BY failed_at LIMIT 100) AS oldest)
RETURNING letter_id;
