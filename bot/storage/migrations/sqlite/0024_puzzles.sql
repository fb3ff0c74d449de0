-- Older replicas beside it: yes. Back: DROP TABLE puzzlers; DROP TABLE puzzles;
-- What people have come to with puzzles, and the one that each has open.
CREATE TABLE puzzlers (
    person_id INTEGER PRIMARY KEY,
    body      TEXT NOT NULL,
    revision  INTEGER NOT NULL
);

-- The ratings of puzzles that were tried; the others have the one that follows from their size.
CREATE TABLE puzzles (
    number     INTEGER PRIMARY KEY,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    revision   INTEGER NOT NULL
);
