-- What is kept for ever of games that are over, numbered in the order in which they first ended.

-- name: keep_played(game_id, line, person_id, day, skip, is_summed, is_shared, since)*!
-- For each person of a game that is over; once for each game: one that is saved again changes nothing, unless it was taken
-- up again and has ended otherwise. Whoever has ended `skip` + 1 games since that day began, or later, leaves no more
-- lines of it, today or when it is saved again; but one that sums are read from waits until they are read. Nor does
-- whoever was forgotten `since` leave one of a game with others, with whom it would stay.
INSERT INTO played (game_id, line)
SELECT CAST(:game_id AS TEXT), CAST(:line AS TEXT)
WHERE EXISTS (SELECT 1 FROM played WHERE game_id = :game_id)
OR (COALESCE((SELECT day FROM played_by WHERE person_id = :person_id
    ORDER BY number DESC LIMIT 1 OFFSET :skip), -1) < :day
    AND NOT (:is_shared = 1
        AND EXISTS (SELECT 1 FROM forgotten WHERE person_id = :person_id AND forgotten_at > :since)))
OR (:is_summed = 1 AND NOT EXISTS (SELECT 1 FROM ledgers WHERE person_id = :person_id AND done IS NULL))
ON CONFLICT (game_id) DO UPDATE SET line = excluded.line WHERE played.line <> excluded.line;

-- name: keep_player(game_id, person_id, day, skip, is_summed)*!
INSERT INTO played_by (person_id, number, day)
SELECT CAST(:person_id AS BIGINT), number, CAST(:day AS INTEGER) FROM played WHERE game_id = :game_id
AND (COALESCE((SELECT day FROM played_by WHERE person_id = :person_id
    ORDER BY number DESC LIMIT 1 OFFSET :skip), -1) < :day
OR (:is_summed = 1 AND NOT EXISTS (SELECT 1 FROM ledgers WHERE person_id = :person_id AND done IS NULL)))
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
