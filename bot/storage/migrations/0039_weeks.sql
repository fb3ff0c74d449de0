-- Older replicas beside it: yes. Back: ALTER TABLE daily_tries DROP COLUMN is_missed; ALTER TABLE chats DROP COLUMN hides_week;
-- Whether streaks take the day for a missed one, as its code was given up. What older versions store is none: they count it.
ALTER TABLE daily_tries ADD COLUMN is_missed BIGINT NOT NULL DEFAULT 0;
-- Whether friends do not see the stars of the week of whose private chat it is.
ALTER TABLE chats ADD COLUMN hides_week BIGINT NOT NULL DEFAULT 0;
