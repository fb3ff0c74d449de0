-- Older replicas beside it: no. Back: restore a backup of before
-- Seeks tell all that is shown of who looks, and may be challenges to everybody; the closest rivals, the longest lists
-- and what is due first are read off an index, however much waits.

ALTER TABLE seeks DROP COLUMN revision;
ALTER TABLE seeks DROP COLUMN completion;
ALTER TABLE seeks ADD COLUMN finished BIGINT NOT NULL DEFAULT 0;
ALTER TABLE seeks ADD COLUMN walked_out BIGINT NOT NULL DEFAULT 0;
ALTER TABLE seeks ADD COLUMN is_open INTEGER NOT NULL DEFAULT 0;
DROP INDEX seeks_by_wish;
CREATE INDEX seeks_by_wish ON seeks (wish, rating, since);
CREATE INDEX seeks_by_time ON seeks (is_open, since);
DROP INDEX jobs_by_time;
CREATE INDEX jobs_by_time ON jobs (due_at, job_id);
