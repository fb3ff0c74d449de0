-- What is kept for ever of games that are over, numbered in the order in which they first ended.

-- name: keep_played(game_id, line)*!
-- Once for each game: one that is saved again changes nothing, unless it was taken up again and has ended otherwise.
INSERT INTO played (game_id, line) VALUES (:game_id, :line)
ON CONFLICT (game_id) DO UPDATE SET line = excluded.line WHERE played.line <> excluded.line;

-- name: keep_player(game_id, person_id)*!
INSERT INTO played_by (person_id, number)
SELECT CAST(:person_id AS BIGINT), number FROM played WHERE game_id = :game_id
ON CONFLICT (person_id, number) DO NOTHING;

-- name: played_by(person_id, up_to, most)
SELECT played.number, played.line FROM played_by JOIN played ON played.number = played_by.number
WHERE played_by.person_id = :person_id AND played_by.number <= :up_to
ORDER BY played_by.number DESC LIMIT :most;

-- name: played_after(person_id, after, most)
SELECT played.number, played.line FROM played_by JOIN played ON played.number = played_by.number
WHERE played_by.person_id = :person_id AND played_by.number > :after
ORDER BY played_by.number LIMIT :most;

-- name: number_of(game_id)^
SELECT COALESCE((SELECT number FROM played WHERE game_id = :game_id), 0) AS number;
