-- name: learner(person_id)^
SELECT learners.body, learners.revision
FROM (SELECT 1 AS always) AS once LEFT JOIN learners ON learners.person_id = :person_id;

-- name: save_learner(person_id, body, revision)*!
-- Gives the person, or nothing where somebody else has saved them since `revision`.
INSERT INTO learners (person_id, body, revision) VALUES (:person_id, :body, 1)
ON CONFLICT (person_id) DO UPDATE SET body = excluded.body, revision = learners.revision + 1
WHERE learners.revision = :revision
/*+ RETURNING person_id */;
