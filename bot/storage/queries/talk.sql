-- name: say(remark_id, stream, person_id, name, said, said_at)*!
INSERT INTO remarks (remark_id, stream, person_id, name, said, said_at)
VALUES (:remark_id, :stream, :person_id, :name, :said, :said_at) ON CONFLICT (remark_id) DO NOTHING;

-- name: said(stream, most)
SELECT remark_id, stream, person_id, name, said, said_at FROM remarks
WHERE stream = :stream ORDER BY said_at DESC, remark_id LIMIT :most;

-- name: listen(stream, person_id)*!
INSERT INTO listeners (stream, person_id) VALUES (:stream, :person_id) ON CONFLICT (stream, person_id) DO NOTHING;

-- name: stop_listening(stream, person_id)*!
DELETE FROM listeners WHERE stream = :stream AND person_id = :person_id;

-- name: listens(stream, person_id)^
SELECT EXISTS (SELECT 1 FROM listeners WHERE stream = :stream AND person_id = :person_id) AS listens;

-- name: leave_rooms(person_id)*!
DELETE FROM listeners WHERE person_id = :person_id;

-- name: hearers(stream, after, most)
-- Who has joined the room, by id, and which language they chose and speak.
SELECT person_id, language, spoken
FROM (SELECT person_id FROM listeners WHERE stream = :stream AND person_id > :after ORDER BY person_id LIMIT :most) AS listening
LEFT JOIN chats ON chats.chat_id = listening.person_id ORDER BY person_id;

-- name: unheard(stream, after, up_to, speaker, most)
-- Whom the listeners between two ids do not hear of the last who spoke in the stream and of one who is just speaking:
-- because they have muted them, or are parted. Each pair is looked up, for somebody may block very many.
WITH spoke AS (
    SELECT person_id FROM (
        SELECT person_id FROM remarks WHERE stream = :stream ORDER BY said_at DESC, remark_id LIMIT :most) AS last
    UNION SELECT CAST(:speaker AS BIGINT)),
speakers AS MATERIALIZED (
    SELECT person_id, (SELECT 1 FROM blocks WHERE blocks.person_id = spoke.person_id LIMIT 1) AS blocks_some,
        (SELECT 1 FROM bans WHERE bans.person_id = spoke.person_id) AS is_banned
    FROM spoke),
listening AS MATERIALIZED (
    SELECT person_id, (SELECT 1 FROM blocks WHERE blocks.person_id = listeners.person_id LIMIT 1) AS blocks_some,
        (SELECT 1 FROM mutes WHERE mutes.person_id = listeners.person_id LIMIT 1) AS mutes_some,
        (SELECT 1 FROM bans WHERE bans.person_id = listeners.person_id) AS is_banned
    FROM listeners WHERE stream = :stream AND person_id > :after AND person_id <= :up_to),
pairs AS MATERIALIZED (
    SELECT listening.person_id, speakers.person_id AS other_id,
        COALESCE(listening.is_banned, speakers.is_banned) AS is_banned,
        CASE WHEN listening.mutes_some = 1 THEN (SELECT 1 FROM mutes
            WHERE mutes.person_id = listening.person_id AND muted_id = speakers.person_id) END AS has_muted,
        CASE WHEN listening.blocks_some = 1 THEN (SELECT 1 FROM blocks
            WHERE blocks.person_id = listening.person_id AND blocked_id = speakers.person_id) END AS has_blocked,
        CASE WHEN speakers.blocks_some = 1 THEN (SELECT 1 FROM blocks
            WHERE blocks.person_id = speakers.person_id AND blocked_id = listening.person_id) END AS is_blocked
    FROM listening CROSS JOIN speakers)
SELECT person_id, other_id, has_muted IS NOT NULL AS is_muted,
    COALESCE(has_blocked, is_blocked, is_banned) IS NOT NULL AS is_parted
FROM pairs WHERE COALESCE(has_muted, has_blocked, is_blocked, is_banned) IS NOT NULL ORDER BY 1, 2;

-- name: unheard_by(stream, person_id, most)
-- The same for one person, whether they listen or not.
SELECT speakers.person_id AS other_id, mutes.person_id IS NOT NULL AS is_muted,
    ours.person_id IS NOT NULL OR theirs.person_id IS NOT NULL
        OR EXISTS (SELECT 1 FROM bans WHERE person_id IN (:person_id, speakers.person_id)) AS is_parted
FROM (
    SELECT DISTINCT person_id FROM (
        SELECT person_id FROM remarks WHERE stream = :stream ORDER BY said_at DESC, remark_id LIMIT :most) AS last
) AS speakers
LEFT JOIN mutes ON mutes.person_id = :person_id AND mutes.muted_id = speakers.person_id
LEFT JOIN blocks AS ours ON ours.person_id = :person_id AND ours.blocked_id = speakers.person_id
LEFT JOIN blocks AS theirs ON theirs.person_id = speakers.person_id AND theirs.blocked_id = :person_id
ORDER BY 1;

-- name: room(stream)^
SELECT rooms.told_up_to, rooms.told_at, rooms.is_behind, rooms.revision
FROM (SELECT 1 AS always) AS once LEFT JOIN rooms ON rooms.stream = :stream;

-- name: mute(person_id, muted_id)*!
INSERT INTO mutes (person_id, muted_id) VALUES (:person_id, :muted_id) ON CONFLICT (person_id, muted_id) DO NOTHING;

-- name: unmute(person_id, muted_id)*!
DELETE FROM mutes WHERE person_id = :person_id AND muted_id = :muted_id;

-- name: block(person_id, blocked_id)*!
INSERT INTO blocks (person_id, blocked_id) VALUES (:person_id, :blocked_id)
ON CONFLICT (person_id, blocked_id) DO NOTHING;

-- name: unblock(person_id, blocked_id)*!
DELETE FROM blocks WHERE person_id = :person_id AND blocked_id = :blocked_id;

-- name: blocked(person_id, most)
-- Whom the person has blocked, with the names by which they are known. Without one: those who have left.
SELECT blocked_id, COALESCE(NULLIF(people.name, ''), ledgers.name, (SELECT name FROM daily_tries
    WHERE daily_tries.person_id = blocked_id ORDER BY day DESC LIMIT 1), people.name) AS name
FROM (SELECT blocked_id FROM blocks WHERE person_id = :person_id ORDER BY blocked_id LIMIT :most) AS listed
LEFT JOIN people ON people.person_id = blocked_id
LEFT JOIN ledgers ON ledgers.person_id = blocked_id ORDER BY blocked_id;

-- name: report(stream, person_id, about_id, reported_at, said, most)*!
-- No more than so many about one person are kept: those about others must be seen.
INSERT INTO reports (stream, person_id, about_id, reported_at, said)
SELECT CAST(:stream AS TEXT), CAST(:person_id AS BIGINT), CAST(:about_id AS BIGINT),
    CAST(:reported_at AS DOUBLE PRECISION), CAST(:said AS TEXT)
WHERE (SELECT count(*) FROM (SELECT 1 FROM reports WHERE about_id = :about_id LIMIT :most) AS known) < :most
ON CONFLICT (stream, person_id, about_id) DO UPDATE SET reported_at = excluded.reported_at, said = excluded.said;
