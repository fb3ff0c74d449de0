-- name: learner(person_id)^
SELECT learners.body, learners.revision
FROM (SELECT 1 AS always) AS once LEFT JOIN learners ON learners.person_id = :person_id;
