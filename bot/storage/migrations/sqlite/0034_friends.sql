-- Older replicas beside it: yes. Back: DROP INDEX over_challenges_by_time; ALTER TABLE rivalries DROP COLUMN last_terms; ALTER TABLE chats DROP COLUMN seen_at; ALTER TABLE chats DROP COLUMN friends_only;
-- Whether only friends may challenge whose private chat it is; when they were here last, null: that is nobody's to see.
ALTER TABLE chats ADD COLUMN friends_only INTEGER NOT NULL DEFAULT 0;
ALTER TABLE chats ADD COLUMN seen_at REAL;
-- The terms of the last match of the two; null: it was before they were kept.
ALTER TABLE rivalries ADD COLUMN last_terms TEXT;
-- Whom somebody has challenged lately.
CREATE INDEX over_challenges_by_time ON challenges (person_id, made_at) WHERE is_open = 0;
