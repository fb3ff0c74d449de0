-- Older replicas beside it: yes. Back: ALTER TABLE played_by DROP COLUMN day;
-- On which day the game ended, in days since 1970 (UTC): of one day no more than some hundred lines of a person are kept.
-- 0: before that was noted.
ALTER TABLE played_by ADD COLUMN day INTEGER NOT NULL DEFAULT 0;
