-- When we were last known to serve, in one row; and the times in which we did not, for they lengthen clocks.

-- name: note_outage(now, longest)*!
-- Who finds that nobody has served for longer than that puts it down, once.
INSERT INTO outages (began_at, ended_at)
SELECT seen_at, CAST(:now AS DOUBLE PRECISION) FROM uptime WHERE seen_at < :now - CAST(:longest AS DOUBLE PRECISION)
ON CONFLICT (began_at) DO NOTHING;

-- name: note_serving(now)*!
-- A clock that is a little behind another's sets nothing back; one that was put right does.
UPDATE uptime SET seen_at = :now WHERE seen_at < :now OR seen_at - 60 > :now;

-- name: outages(since, now, longest)
-- Those that ended after `since`, in no order; one that nobody has put down yet included.
SELECT began_at, ended_at FROM outages WHERE ended_at > :since
UNION ALL
SELECT seen_at, CAST(:now AS DOUBLE PRECISION) FROM uptime
WHERE seen_at < :now - CAST(:longest AS DOUBLE PRECISION);
