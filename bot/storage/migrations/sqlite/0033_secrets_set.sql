-- Older replicas beside it: yes. Back: DROP INDEX contests_by_author; ALTER TABLE contests DROP COLUMN set_by;
-- A contest may be about a secret that somebody has set for others.
ALTER TABLE contests ADD COLUMN set_by INTEGER NOT NULL DEFAULT 0;
CREATE INDEX contests_by_author ON contests (set_by, played_at) WHERE set_by <> 0;
