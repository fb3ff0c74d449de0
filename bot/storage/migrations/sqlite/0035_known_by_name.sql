-- Older replicas beside it: yes. Back: DELETE FROM people WHERE revision = 0;
-- Whoever opens another's link, or is blocked, is known by name; so are those who did it before, as far as a name is kept.
INSERT INTO people (person_id, name, finished, walked_out, last_rival, revision)
SELECT person_id, name, 0, 0, 0, 0 FROM (
    SELECT met.person_id, COALESCE(
        (SELECT name FROM ledgers WHERE ledgers.person_id = met.person_id),
        (SELECT name FROM daily_tries WHERE daily_tries.person_id = met.person_id ORDER BY day DESC LIMIT 1),
        (SELECT json_extract(body, '$.first.name') FROM contests
            WHERE set_by = met.person_id AND set_by <> 0 AND json_valid(body) ORDER BY played_at DESC LIMIT 1),
        (SELECT json_extract(body, '$.name') FROM entries
            WHERE entries.person_id = met.person_id AND json_valid(body) ORDER BY began_at DESC LIMIT 1)) AS name
    FROM (SELECT person_id FROM daily_friends UNION SELECT friend_id FROM daily_friends
        UNION SELECT person_id FROM blocks UNION SELECT blocked_id FROM blocks) AS met
    WHERE met.person_id > 0) AS known
WHERE name IS NOT NULL
ON CONFLICT (person_id) DO NOTHING;
