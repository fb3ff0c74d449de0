-- name: match(match_id)^
SELECT matches.match_id, matches.body, matches.revision
FROM (SELECT 1 AS always) AS once LEFT JOIN matches ON matches.match_id = :match_id;

-- name: running_matches(person_id, most)
SELECT matches.match_id, matches.body, matches.revision
FROM seats JOIN matches ON matches.match_id = seats.match_id
WHERE seats.person_id = :person_id AND seats.is_over = 0 ORDER BY matches.opened_at, matches.match_id
LIMIT :most;

-- name: running_count(person_id)^
SELECT count(*) AS running FROM seats WHERE person_id = :person_id AND is_over = 0;

-- name: save_match(match_id, is_over, opened_at, body, revision)*!
-- Gives the id, or nothing where somebody else has saved the match since `revision`.
INSERT INTO matches (match_id, is_over, opened_at, body, revision)
VALUES (:match_id, :is_over, :opened_at, :body, 1)
ON CONFLICT (match_id) DO UPDATE SET is_over = excluded.is_over, body = excluded.body, revision = matches.revision + 1
WHERE matches.revision = :revision
RETURNING match_id;

-- name: seat(match_id, seat, person_id, is_over)*!
INSERT INTO seats (match_id, seat, person_id, is_over) VALUES (:match_id, :seat, :person_id, :is_over)
ON CONFLICT (match_id, seat) DO UPDATE SET is_over = excluded.is_over;

-- name: glance(chat_id)^
SELECT
    (SELECT front FROM chats WHERE chat_id = :chat_id) AS front,
    (SELECT table_id FROM tables WHERE chat_id = :chat_id AND is_over = 0 ORDER BY opened_at DESC LIMIT 1) AS table_id,
    (SELECT number_id FROM numbers WHERE chat_id = :chat_id AND is_over = 0 ORDER BY opened_at DESC LIMIT 1) AS number_id,
    EXISTS (SELECT 1 FROM seats WHERE person_id = :chat_id AND is_over = 0) AS has_matches;

-- name: bring_to_front(chat_id, front)*!
UPDATE chats SET front = :front WHERE chat_id = :chat_id;
