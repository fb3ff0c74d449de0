-- Older replicas beside it: no. Back: restore a backup of before
-- Contests: friends break the secret of a game that is over, each at a table of their own.

CREATE TABLE contests (
    token    TEXT PRIMARY KEY,
    table_id TEXT NOT NULL,
    body     TEXT NOT NULL,
    revision BIGINT NOT NULL
);
CREATE INDEX contests_by_table ON contests (table_id);

-- Who has taken part, once each. The columns are those by which the best are found.
CREATE TABLE entries (
    token      TEXT NOT NULL,
    person_id  BIGINT NOT NULL,
    table_id   TEXT NOT NULL,
    has_solved INTEGER NOT NULL,
    guesses    INTEGER NOT NULL,
    seconds    DOUBLE PRECISION NOT NULL,
    began_at   DOUBLE PRECISION NOT NULL,
    ended_at   DOUBLE PRECISION,
    body       TEXT NOT NULL,
    PRIMARY KEY (token, person_id)
);
