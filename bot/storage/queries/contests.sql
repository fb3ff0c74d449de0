-- name: contest(token)^
SELECT contests.token, contests.body, contests.waits_for, contests.revision
FROM (SELECT 1 AS always) AS once LEFT JOIN contests ON contests.token = :token;

-- name: contest_about(game_id)^
SELECT contests.token, contests.body, contests.waits_for, contests.revision
FROM (SELECT 1 AS always) AS once LEFT JOIN contests ON contests.game_id = :game_id;

-- name: put_entry(token, person_id, game_id, has_solved, guesses, seconds, began_at, ended_at, body)*!
INSERT INTO entries (token, person_id, game_id, has_solved, guesses, seconds, began_at, ended_at, body)
VALUES (:token, :person_id, :game_id, :has_solved, :guesses, :seconds, :began_at, :ended_at, :body)
ON CONFLICT (token, person_id) DO UPDATE SET has_solved = excluded.has_solved, guesses = excluded.guesses,
    seconds = excluded.seconds, ended_at = excluded.ended_at, body = excluded.body;

-- name: entry(token, person_id)^
SELECT entries.person_id, entries.game_id, entries.began_at, entries.ended_at, entries.body
FROM (SELECT 1 AS always) AS once LEFT JOIN entries ON entries.token = :token AND entries.person_id = :person_id;

-- name: best_entries(token, most)
SELECT person_id, game_id, began_at, ended_at, body FROM entries
WHERE token = :token AND ended_at IS NOT NULL
ORDER BY has_solved DESC, guesses, seconds, person_id LIMIT :most;

-- name: playing_entries(token, most)
SELECT person_id, game_id, began_at, ended_at, body FROM entries
WHERE token = :token AND ended_at IS NULL ORDER BY began_at, person_id LIMIT :most;

-- name: latest_entries(token, most)
SELECT person_id, game_id, began_at, ended_at, body FROM entries
WHERE token = :token AND ended_at IS NOT NULL ORDER BY ended_at DESC, person_id LIMIT :most;

-- name: set_since(person_id, since)^
SELECT count(*) AS secrets FROM contests WHERE set_by = :person_id AND set_by <> 0 AND played_at > :since;

-- name: waiting_secrets(person_id, most)
-- An older replica lets somebody begin, and leaves it waiting; the same below.
SELECT token, body, waits_for, revision FROM contests WHERE waits_for = :person_id
    AND NOT EXISTS (SELECT 1 FROM entries WHERE token = contests.token AND person_id = :person_id)
ORDER BY played_at DESC LIMIT :most;

-- name: waits_from(set_by, person_id, since)^
SELECT EXISTS (SELECT 1 FROM contests
    WHERE set_by = :set_by AND set_by <> 0 AND played_at > :since AND waits_for = :person_id
        AND NOT EXISTS (SELECT 1 FROM entries WHERE token = contests.token AND person_id = :person_id)) AS waits;
