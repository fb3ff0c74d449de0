-- name: puzzler(person_id)^
SELECT puzzlers.body, puzzlers.revision
FROM (SELECT 1 AS always) AS once LEFT JOIN puzzlers ON puzzlers.person_id = :person_id;

-- name: puzzle(number)^
SELECT puzzles.rating, puzzles.deviation, puzzles.volatility, puzzles.revision
FROM (SELECT 1 AS always) AS once LEFT JOIN puzzles ON puzzles.number = :number;
