-- Older replicas beside it: yes. Back: DROP TABLE aborts; ALTER TABLE seeks DROP COLUMN paired_from;
-- Somebody whom the lobby led into a match has aborted it before the first guess.
CREATE TABLE aborts (
    person_id  INTEGER NOT NULL,
    rival_id   INTEGER NOT NULL,
    aborted_at REAL NOT NULL,
    PRIMARY KEY (person_id, rival_id, aborted_at)
);
CREATE INDEX aborts_by_time ON aborts (aborted_at);
CREATE INDEX aborts_by_person ON aborts (person_id, aborted_at);
ALTER TABLE seeks ADD COLUMN paired_from REAL NOT NULL DEFAULT 0;
