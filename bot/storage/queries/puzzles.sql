-- name: puzzler(person_id)^
SELECT puzzlers.body, puzzlers.revision
FROM (SELECT 1 AS always) AS once LEFT JOIN puzzlers ON puzzlers.person_id = :person_id;

-- name: save_puzzler(person_id, body, revision)*!
-- Gives the person, or nothing where somebody else has saved them since `revision`.
INSERT INTO puzzlers (person_id, body, revision) VALUES (:person_id, :body, 1)
ON CONFLICT (person_id) DO UPDATE SET body = excluded.body, revision = puzzlers.revision + 1
WHERE puzzlers.revision = :revision
/*+ RETURNING person_id */;

-- name: puzzle(number)^
SELECT puzzles.rating, puzzles.deviation, puzzles.volatility, puzzles.revision
FROM (SELECT 1 AS always) AS once LEFT JOIN puzzles ON puzzles.number = :number;

-- name: save_puzzle(number, rating, deviation, volatility, revision)*!
-- Gives the number, or nothing where somebody else has saved it since `revision`.
INSERT INTO puzzles (number, rating, deviation, volatility, revision)
VALUES (:number, :rating, :deviation, :volatility, 1)
ON CONFLICT (number) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
    volatility = excluded.volatility, revision = puzzles.revision + 1
WHERE puzzles.revision = :revision
/*+ RETURNING number */;
