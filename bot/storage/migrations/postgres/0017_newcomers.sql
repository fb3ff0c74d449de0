-- Older replicas beside it: yes. Back: ALTER TABLE chats DROP COLUMN unexplained;
-- How many of somebody's first replies are still to be explained; null: not known yet. A group is explained nothing, nor
-- is whoever has played already.
ALTER TABLE chats ADD COLUMN unexplained INTEGER;
UPDATE chats SET unexplained = CASE
    WHEN chat_id < 0 OR chat_id IN (SELECT person_id FROM played_by) OR chat_id IN (SELECT chat_id FROM last_options)
        OR chat_id IN (SELECT person_id FROM seats) OR chat_id IN (SELECT person_id FROM results)
        OR EXISTS (SELECT 1 FROM games WHERE games.chat_id = chats.chat_id) THEN 0
    ELSE 2 END;
