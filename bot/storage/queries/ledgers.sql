-- The sums of games alone: a row for each person.

-- name: ledger(person_id)^
SELECT ledgers.person_id, name, done, body, revision,
    EXISTS (SELECT 1 FROM played_by WHERE played_by.person_id = :person_id) AS has_played
FROM (SELECT 1 AS always) AS once LEFT JOIN ledgers ON ledgers.person_id = :person_id;

-- name: save_ledger(person_id, name, done, accuracy, body, revision)*!
-- Gives the person, or nothing where somebody else has saved the ledger since `revision`.
INSERT INTO ledgers (person_id, name, done, accuracy, body, revision)
VALUES (:person_id, :name, :done, :accuracy, :body, 1)
ON CONFLICT (person_id) DO UPDATE SET name = excluded.name, done = excluded.done, accuracy = excluded.accuracy,
    body = excluded.body, revision = ledgers.revision + 1
WHERE ledgers.revision = :revision
/*+ RETURNING person_id */;

-- name: most_accurate(most)
SELECT person_id, name, accuracy FROM ledgers WHERE accuracy IS NOT NULL ORDER BY accuracy DESC, person_id LIMIT :most;
