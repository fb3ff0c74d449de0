-- Older replicas beside it: yes. Back: DROP INDEX contests_waiting; ALTER TABLE contests DROP COLUMN waits_for; ALTER TABLE chats DROP COLUMN no_codes;
-- For whom a secret waits that somebody has set for them, until they open it; null: for nobody, or whoever has the link.
ALTER TABLE contests ADD COLUMN waits_for BIGINT;
CREATE INDEX contests_waiting ON contests (waits_for, played_at) WHERE waits_for IS NOT NULL;
-- Whether nobody sends a code by name to whose private chat it is.
ALTER TABLE chats ADD COLUMN no_codes BIGINT NOT NULL DEFAULT 0;
