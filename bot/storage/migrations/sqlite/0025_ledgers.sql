-- Older replicas beside it: yes. Back: DROP TABLE ledgers;
-- The sums of games alone, a row for each person. `done`: how far their older games are counted; none: all are.
CREATE TABLE ledgers (
    person_id INTEGER PRIMARY KEY,
    name      TEXT NOT NULL,
    done      INTEGER,
    accuracy  REAL,
    body      TEXT NOT NULL,
    revision  INTEGER NOT NULL
);
CREATE INDEX ledgers_by_accuracy ON ledgers (accuracy DESC, person_id) WHERE accuracy IS NOT NULL;
