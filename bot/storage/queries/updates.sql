-- name: scene(bot_id, update_id, chat_id, person_id, rested)
-- One row for each game that runs in the chat, the oldest first, or one without a game; the rest is the same in each.
-- Without those that rest: with the bot alone, not saved since, and neither the only try of somebody nor guarded.
SELECT
    EXISTS (SELECT 1 FROM seen_updates WHERE bot_id = :bot_id AND update_id = :update_id) AS seen,
    EXISTS (SELECT 1 FROM bans WHERE person_id = :person_id) AS is_banned,
    (SELECT forgotten_at FROM forgotten WHERE person_id = :person_id) AS forgotten_at,
    (SELECT value FROM kept WHERE name = 'switched-off') AS switched_off,
    EXISTS (SELECT 1 FROM seats WHERE person_id = :chat_id AND is_over = 0) AS has_seats,
    (SELECT new_id FROM moved_groups WHERE moved_groups.chat_id = :chat_id) AS moved_to,
    chats.focus, chats.asked_at, chats.language, chats.spoken, chats.style, chats.greeted, chats.reachable, chats.unexplained,
    chats.bell, chats.username, chats.friends_only, chats.seen_at, chats.no_codes, chats.hides_week,
    chats.watchable,
    (coalesce(chats.unexplained, 2) = 2 AND EXISTS (SELECT 1 FROM played_by WHERE person_id = :chat_id)) AS has_played,
    games.game_id, games.kind, games.chat_id, games.thread_id, games.starter, games.salt, games.opened_at,
    games.ended_at, games.body, games.revision
FROM (SELECT 1 AS always) AS once
LEFT JOIN chats ON chats.chat_id = :chat_id
LEFT JOIN games ON games.chat_id = :chat_id AND games.ended_at IS NULL AND (games.saved_at >= :rested
    OR games.chat_id < 0 OR games.kind = 'group' OR games.body LIKE '%"daily":%' OR games.body LIKE '%"target":%'
    OR games.body LIKE '%"help":"blind"%')
ORDER BY games.opened_at, games.game_id;

-- name: remember_update(bot_id, update_id, seen_at)*!
INSERT INTO seen_updates (bot_id, update_id, seen_at) VALUES (:bot_id, :update_id, :seen_at)
ON CONFLICT (bot_id, update_id) DO NOTHING;

-- name: keep_failed_update(update_id, failed_at, content, error)*!
INSERT INTO failed_updates (update_id, failed_at, content, error) VALUES (:update_id, :failed_at, :content, :error);
