-- Older replicas beside it: yes. Back: DROP TABLE daily_averages; DELETE FROM jobs WHERE kind = 'count-days';
-- Who stands in the table of the codes of days: a row for each person and each day on which they stand there, written
-- ahead. `shown_on`: midnight of the day.
CREATE TABLE daily_averages (
    person_id INTEGER NOT NULL,
    shown_on  REAL NOT NULL,
    average   REAL NOT NULL,
    days      INTEGER NOT NULL,
    PRIMARY KEY (person_id, shown_on)
);
CREATE INDEX daily_averages_by_place ON daily_averages (shown_on, average, days DESC, person_id);

-- What was played before is counted a few people at a time.
INSERT INTO jobs (due_at, kind, subject, turn)
SELECT 0, 'count-days', '0', 0 WHERE EXISTS (SELECT 1 FROM daily_tries);
