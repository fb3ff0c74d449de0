-- Older replicas beside it: yes. Back: ALTER TABLE seeks DROP COLUMN shown;
-- What somebody who looks for a rival has read of it last, as a checksum: their screen changes only if it says something else.
ALTER TABLE seeks ADD COLUMN shown BIGINT NOT NULL DEFAULT 0;
