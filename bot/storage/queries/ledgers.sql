-- The sums of games alone: a row for each person.

-- name: ledger(person_id)^
SELECT ledgers.person_id, name, done, body, revision,
    EXISTS (SELECT 1 FROM played_by WHERE played_by.person_id = :person_id) AS has_played
FROM (SELECT 1 AS always) AS once LEFT JOIN ledgers ON ledgers.person_id = :person_id;

-- name: most_accurate(most)
SELECT person_id, name, accuracy FROM ledgers WHERE accuracy IS NOT NULL ORDER BY accuracy DESC, person_id LIMIT :most;
