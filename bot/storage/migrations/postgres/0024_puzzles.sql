-- Older replicas beside it: yes. Back: DROP TABLE puzzlers; DROP TABLE puzzles;
-- What people have come to with puzzles, and the one that each has open.
CREATE TABLE puzzlers (
    person_id BIGINT PRIMARY KEY,
    body      TEXT NOT NULL,
    revision  BIGINT NOT NULL
);

-- The ratings of puzzles that were tried; the others have the one that follows from their size.
CREATE TABLE puzzles (
    number     BIGINT PRIMARY KEY,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    revision   BIGINT NOT NULL
);
