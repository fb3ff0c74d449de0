-- name: seen(bot_id, update_id)^
SELECT 1 FROM seen_updates WHERE bot_id = :bot_id AND update_id = :update_id;

-- name: remember_update(bot_id, update_id, seen_at)*!
INSERT INTO seen_updates (bot_id, update_id, seen_at) VALUES (:bot_id, :update_id, :seen_at);

-- name: forget_updates(before)*!
DELETE FROM seen_updates WHERE seen_at < :before;

-- name: keep_failed_update(update_id, failed_at, content, error)*!
INSERT INTO failed_updates (update_id, failed_at, content, error) VALUES (:update_id, :failed_at, :content, :error);
