-- Older replicas beside it: yes. Back: DROP TABLE learners;
-- How far people have come in the lessons, and what waits to be asked again.
CREATE TABLE learners (
    person_id BIGINT PRIMARY KEY,
    body      TEXT NOT NULL,
    revision  BIGINT NOT NULL
);
