-- name: put_points(game_id, person_id, group_id, name, won, ended_at)*!
INSERT INTO points (game_id, person_id, group_id, name, won, ended_at)
VALUES (:game_id, :person_id, :group_id, :name, :won, :ended_at) ON CONFLICT (game_id, person_id) DO NOTHING;

-- name: scores(group_id, most)
-- What everybody there has come to, called as they were called last.
SELECT person_id,
    (SELECT last.name FROM points AS last
        WHERE last.group_id = :group_id AND last.person_id = points.person_id ORDER BY last.ended_at DESC LIMIT 1) AS name,
    SUM(won) AS points, COUNT(*) AS games
FROM points WHERE group_id = :group_id
GROUP BY person_id ORDER BY 3 DESC, 4, person_id LIMIT :most;

-- name: rename_points(chat_id, new_id)*!
UPDATE points SET group_id = :new_id WHERE group_id = :chat_id;
