-- Who stands in the table of the codes of days, today and on the days to come: a row for each person and table.

-- name: foresee_daily(person_id, first, last, midnight, span, needed, fewest, given_up)*!
-- The person's rows in the tables whose last days are `first` to `last`. More days are a later look at the same tries,
-- so what another has written meanwhile is never made older.
INSERT INTO daily_averages (person_id, shown_on, average, days)
WITH RECURSIVE tables (last_day) AS (
    SELECT CAST(:first AS INTEGER) UNION ALL SELECT last_day + 1 FROM tables WHERE last_day < :last)
SELECT tries.person_id, :midnight + 86400.0 * (tables.last_day - :first),
    CAST(sum(CASE WHEN tries.solved = 0 OR tries.guesses > :given_up THEN :given_up
            WHEN tries.guesses < :fewest THEN :fewest ELSE tries.guesses END)
        AS DOUBLE PRECISION) / count(*), count(*)
FROM tables JOIN daily_tries AS tries ON tries.person_id = :person_id
    AND tries.day > tables.last_day - :span AND tries.day <= tables.last_day
WHERE tries.counts = 1 AND tries.hints = 0
GROUP BY tries.person_id, tables.last_day HAVING count(*) >= :needed
ON CONFLICT (person_id, shown_on) DO UPDATE SET average = excluded.average, days = excluded.days
WHERE excluded.days > daily_averages.days;

-- name: best_averages(shown_on, most)
-- With the name by which each tried their latest code.
SELECT person_id, average, days, (SELECT name FROM daily_tries
    WHERE daily_tries.person_id = daily_averages.person_id ORDER BY day DESC LIMIT 1) AS name
FROM daily_averages WHERE shown_on = :shown_on ORDER BY shown_on, average, days DESC, person_id LIMIT :most;

-- name: daily_players_after(person_id, most)
SELECT person_id FROM daily_players WHERE person_id > :person_id ORDER BY person_id LIMIT :most;
