-- A group is told by its first id, whatever it has become: so a move has nothing to rewrite. Under that id itself nobody
-- is found once it has moved.

-- name: count_points(group_id, person_id, name, won)*!
INSERT INTO points (group_id, person_id, name, won, games)
SELECT COALESCE((SELECT chat_id FROM moved_groups WHERE new_id = :group_id), CAST(:group_id AS BIGINT)),
    CAST(:person_id AS BIGINT), CAST(:name AS TEXT), CAST(:won AS BIGINT), 1
WHERE true
ON CONFLICT (group_id, person_id) DO UPDATE SET name = excluded.name, won = points.won + excluded.won,
    games = points.games + 1
/*+ RETURNING person_id */;

-- name: score(group_id, person_id)^
SELECT points.person_id, points.name, points.won AS points, points.games
FROM (SELECT 1 AS always) AS once LEFT JOIN points ON points.person_id = :person_id
    AND points.group_id = COALESCE((SELECT chat_id FROM moved_groups WHERE new_id = :group_id), :group_id);

-- name: scores(group_id, most)
SELECT person_id, name, won AS points, games FROM points
WHERE group_id = COALESCE((SELECT chat_id FROM moved_groups WHERE new_id = :group_id), :group_id)
    AND NOT EXISTS (SELECT 1 FROM moved_groups WHERE chat_id = :group_id)
ORDER BY won DESC, games, person_id LIMIT :most;
