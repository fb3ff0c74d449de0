-- name: begin_seek(person_id, name, wish, rating, deviation, completion, since, last_rival)*!
INSERT INTO seeks (person_id, name, wish, rating, deviation, completion, since, last_rival, revision)
VALUES (:person_id, :name, :wish, :rating, :deviation, :completion, :since, :last_rival, 1)
ON CONFLICT (person_id) DO UPDATE SET name = excluded.name, wish = excluded.wish, rating = excluded.rating,
    deviation = excluded.deviation, completion = excluded.completion, since = excluded.since,
    last_rival = excluded.last_rival, revision = seeks.revision + 1;

-- name: drop_seek(person_id, since)*!
-- Gives the person, or nothing where somebody else was faster.
DELETE FROM seeks WHERE person_id = :person_id AND since = :since RETURNING person_id;

-- name: seek(person_id)^
SELECT seeks.person_id, name, wish, rating, deviation, completion, since, last_rival
FROM (SELECT 1 AS always) AS once LEFT JOIN seeks ON seeks.person_id = :person_id;

-- name: rivals(person_id, last_rival, wish, rating)
-- The closest in rating on either side, a handful of each, whom neither history nor a block parts from the person.
SELECT person_id, name, wish, rating, deviation, completion, since, last_rival FROM (
    SELECT person_id, name, wish, rating, deviation, completion, since, last_rival FROM seeks
    WHERE wish = :wish AND rating >= :rating AND person_id NOT IN (:person_id, :last_rival) AND last_rival <> :person_id
        AND NOT EXISTS (SELECT 1 FROM blocks WHERE person_id = :person_id AND blocked_id = seeks.person_id)
        AND NOT EXISTS (SELECT 1 FROM blocks WHERE person_id = seeks.person_id AND blocked_id = :person_id)
        AND NOT EXISTS (SELECT 1 FROM chats WHERE chat_id = seeks.person_id AND reachable = 0)
    ORDER BY rating LIMIT 8) AS stronger
UNION ALL
SELECT person_id, name, wish, rating, deviation, completion, since, last_rival FROM (
    SELECT person_id, name, wish, rating, deviation, completion, since, last_rival FROM seeks
    WHERE wish = :wish AND rating < :rating AND person_id NOT IN (:person_id, :last_rival) AND last_rival <> :person_id
        AND NOT EXISTS (SELECT 1 FROM blocks WHERE person_id = :person_id AND blocked_id = seeks.person_id)
        AND NOT EXISTS (SELECT 1 FROM blocks WHERE person_id = seeks.person_id AND blocked_id = :person_id)
        AND NOT EXISTS (SELECT 1 FROM chats WHERE chat_id = seeks.person_id AND reachable = 0)
    ORDER BY rating DESC LIMIT 8) AS weaker;

-- name: waiting_longest(most)
SELECT person_id, name, wish, rating, deviation, completion, since, last_rival FROM seeks
ORDER BY since, person_id LIMIT :most;

-- name: waiting_count(most)^
SELECT count(*) AS waiting FROM (SELECT 1 AS one FROM seeks LIMIT :most) AS counted;
