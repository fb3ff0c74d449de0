-- Older replicas beside it: yes. Back: DROP TABLE ledgers;
-- The sums of games alone, a row for each person. `done`: how far their older games are counted; none: all are.
CREATE TABLE ledgers (
    person_id BIGINT PRIMARY KEY,
    name      TEXT NOT NULL,
    done      BIGINT,
    accuracy  DOUBLE PRECISION,
    body      TEXT NOT NULL,
    revision  BIGINT NOT NULL
);
CREATE INDEX ledgers_by_accuracy ON ledgers (accuracy DESC, person_id) WHERE accuracy IS NOT NULL;
