-- name: scene(bot_id, update_id, chat_id)^
SELECT
    EXISTS (SELECT 1 FROM seen_updates WHERE bot_id = :bot_id AND update_id = :update_id) AS seen,
    EXISTS (SELECT 1 FROM seats WHERE person_id = :chat_id AND is_over = 0) AS has_matches,
    (SELECT number_id FROM numbers WHERE chat_id = :chat_id AND is_over = 0 ORDER BY opened_at DESC LIMIT 1) AS number_id,
    (SELECT new_id FROM moved_groups WHERE moved_groups.chat_id = :chat_id) AS moved_to,
    chats.front, chats.language, chats.spoken, chats.style, chats.greeted, chats.reachable,
    tables.table_id, tables.chat_id, tables.body, tables.revision
FROM (SELECT 1 AS always) AS once
LEFT JOIN chats ON chats.chat_id = :chat_id
LEFT JOIN tables ON tables.table_id = (
    SELECT table_id FROM tables WHERE chat_id = :chat_id AND is_over = 0 ORDER BY opened_at DESC LIMIT 1
);

-- name: remember_update(bot_id, update_id, seen_at)*!
INSERT INTO seen_updates (bot_id, update_id, seen_at) VALUES (:bot_id, :update_id, :seen_at)
ON CONFLICT (bot_id, update_id) DO NOTHING;

-- name: forget_updates(before)
-- Some of them; gives what was forgotten.
DELETE FROM seen_updates WHERE (bot_id, update_id) IN (
    SELECT bot_id, update_id FROM seen_updates WHERE seen_at < :before LIMIT 5000)
RETURNING update_id;

-- name: keep_failed_update(update_id, failed_at, content, error)*!
INSERT INTO failed_updates (update_id, failed_at, content, error) VALUES (:update_id, :failed_at, :content, :error);
