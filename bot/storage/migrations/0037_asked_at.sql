-- Older replicas beside it: yes. Back: ALTER TABLE chats DROP COLUMN asked_at;
-- When a rival's move brought the match that is in focus to the bottom of a private chat; null: one's own act did.
ALTER TABLE chats ADD COLUMN asked_at DOUBLE PRECISION;
