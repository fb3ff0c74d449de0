-- name: game(game_id)^
-- Of a game that had ended before its group became a supergroup, the row has the group's first id still.
SELECT games.game_id, games.kind,
    COALESCE((SELECT new_id FROM moved_groups WHERE moved_groups.chat_id = games.chat_id), games.chat_id) AS chat_id,
    games.thread_id, games.starter, games.salt, games.opened_at,
    games.ended_at, games.body, games.revision
FROM (SELECT 1 AS always) AS once LEFT JOIN games ON games.game_id = :game_id;

-- name: running_in(chat_id)
SELECT game_id, kind, chat_id, thread_id, starter, salt, opened_at, ended_at, body, revision
FROM games WHERE chat_id = :chat_id AND ended_at IS NULL ORDER BY opened_at, game_id;

-- name: running_of(person_id, most)
SELECT games.game_id, games.kind, games.chat_id, games.thread_id, games.starter, games.salt, games.opened_at,
    games.ended_at, games.body, games.revision
FROM seats JOIN games ON games.game_id = seats.game_id
WHERE seats.person_id = :person_id AND seats.is_over = 0 ORDER BY games.opened_at, games.game_id
LIMIT :most;

-- name: running_count(person_id)^
SELECT count(*) AS running FROM seats WHERE person_id = :person_id AND is_over = 0;

-- name: latest_game(chat_id, kind)^
SELECT games.game_id, games.kind, games.chat_id, games.thread_id, games.starter, games.salt, games.opened_at,
    games.ended_at, games.body, games.revision
FROM (SELECT 1 AS always) AS once LEFT JOIN games ON games.game_id = COALESCE(
    (SELECT game_id FROM games WHERE chat_id = :chat_id AND kind = :kind ORDER BY opened_at DESC, game_id LIMIT 1),
    (SELECT game_id FROM games WHERE chat_id = (SELECT chat_id FROM moved_groups WHERE new_id = :chat_id)
        AND kind = :kind ORDER BY opened_at DESC, game_id LIMIT 1));

-- name: latest_games(chat_id, kind, most)
SELECT game_id, kind, chat_id, thread_id, starter, salt, opened_at, ended_at, body, revision
FROM games WHERE chat_id = :chat_id AND kind = :kind ORDER BY opened_at DESC LIMIT :most;

-- name: rename_games(chat_id, new_id)*!
-- Those that run, which are few.
UPDATE games SET chat_id = :new_id, revision = revision + 1 WHERE chat_id = :chat_id AND ended_at IS NULL;

-- name: seat(game_id, seat, person_id, is_over)*!
INSERT INTO seats (game_id, seat, person_id, is_over) VALUES (:game_id, :seat, :person_id, :is_over)
ON CONFLICT (game_id, seat) DO UPDATE SET is_over = excluded.is_over;

-- name: focus_on(chat_id, focus, asked_at)*!
UPDATE chats SET focus = :focus, asked_at = CAST(:asked_at AS DOUBLE PRECISION) WHERE chat_id = :chat_id;

-- name: master(game_id, chat_id, size)*!
INSERT INTO masteries (game_id, chat_id, size, nth, widest)
SELECT CAST(:game_id AS TEXT), CAST(:chat_id AS BIGINT), CAST(:size AS BIGINT), COALESCE(max(nth), 0) + 1,
    COALESCE(max(CASE WHEN widest > :size THEN widest END), :size)
FROM (SELECT nth, widest FROM masteries WHERE chat_id = :chat_id ORDER BY nth DESC LIMIT 1) AS last WHERE true
ON CONFLICT (game_id) DO NOTHING;

-- name: masteries(chat_id)^
SELECT COALESCE(max(nth), 0) AS games, COALESCE(max(widest), 0) AS widest
FROM (SELECT nth, widest FROM masteries WHERE chat_id = :chat_id ORDER BY nth DESC LIMIT 1) AS last;

-- name: revisions(game_ids, chat_ids)
-- Of the games that are keys of `game_ids`, and of those that run on boards in the chats that are keys of `chat_ids`.
SELECT games.game_id, games.revision, games.chat_id FROM json_each(:game_ids /*+ ::json */) AS named
JOIN games ON games.game_id = named.key
UNION
SELECT games.game_id, games.revision, games.chat_id FROM json_each(:chat_ids /*+ ::json */) AS there
JOIN games ON games.chat_id = CAST(there.key AS BIGINT) AND games.ended_at IS NULL;
