-- name: say(remark_id, stream, person_id, name, said, said_at)*!
INSERT INTO remarks (remark_id, stream, person_id, name, said, said_at)
VALUES (:remark_id, :stream, :person_id, :name, :said, :said_at) ON CONFLICT (remark_id) DO NOTHING;

-- name: said(stream, most)
SELECT remark_id, stream, person_id, name, said, said_at FROM remarks
WHERE stream = :stream ORDER BY said_at DESC, remark_id LIMIT :most;

-- name: forget_talk(before)
DELETE FROM remarks WHERE said_at < :before RETURNING remark_id;

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
-- Whom those between two ids do not hear of the last who spoke in the stream and of one who is just speaking; and
-- whether they have muted them, or a block parts them.
WITH speakers AS (
    SELECT person_id FROM (
        SELECT person_id FROM remarks WHERE stream = :stream ORDER BY said_at DESC, remark_id LIMIT :most) AS last
    UNION SELECT CAST(:speaker AS BIGINT))
SELECT person_id, muted_id AS other_id, 1 AS is_muted FROM mutes
WHERE muted_id IN (SELECT person_id FROM speakers) AND person_id > :after AND person_id <= :up_to
UNION SELECT person_id, blocked_id, 0 FROM blocks
WHERE blocked_id IN (SELECT person_id FROM speakers) AND person_id > :after AND person_id <= :up_to
UNION SELECT blocked_id, person_id, 0 FROM blocks
WHERE person_id IN (SELECT person_id FROM speakers) AND blocked_id > :after AND blocked_id <= :up_to
ORDER BY 1, 2, 3;

-- name: room(stream)^
SELECT rooms.told_up_to, rooms.told_at, rooms.is_behind, rooms.revision
FROM (SELECT 1 AS always) AS once LEFT JOIN rooms ON rooms.stream = :stream;

-- name: save_room(stream, told_up_to, told_at, is_behind, revision)*!
-- Gives the stream, or nothing where somebody else has saved the room since `revision`.
INSERT INTO rooms (stream, told_up_to, told_at, is_behind, revision)
VALUES (:stream, :told_up_to, :told_at, :is_behind, 1)
ON CONFLICT (stream) DO UPDATE SET told_up_to = excluded.told_up_to, told_at = excluded.told_at,
    is_behind = excluded.is_behind, revision = rooms.revision + 1
WHERE rooms.revision = :revision
/*+ RETURNING stream */;

-- name: muted_by(person_id)
SELECT muted_id FROM mutes WHERE person_id = :person_id;

-- name: parted_from(person_id)
-- Whom the person has blocked, and who has blocked them.
SELECT blocked_id AS other_id FROM blocks WHERE person_id = :person_id
UNION SELECT person_id FROM blocks WHERE blocked_id = :person_id;

-- name: mute(person_id, muted_id)*!
INSERT INTO mutes (person_id, muted_id) VALUES (:person_id, :muted_id) ON CONFLICT (person_id, muted_id) DO NOTHING;

-- name: unmute(person_id, muted_id)*!
DELETE FROM mutes WHERE person_id = :person_id AND muted_id = :muted_id;

-- name: block(person_id, blocked_id)*!
INSERT INTO blocks (person_id, blocked_id) VALUES (:person_id, :blocked_id)
ON CONFLICT (person_id, blocked_id) DO NOTHING;

-- name: unblock(person_id, blocked_id)*!
DELETE FROM blocks WHERE person_id = :person_id AND blocked_id = :blocked_id;

-- name: parted(person_id, blocked_id)^
SELECT EXISTS (SELECT 1 FROM blocks WHERE person_id = :person_id AND blocked_id = :blocked_id)
    OR EXISTS (SELECT 1 FROM blocks WHERE person_id = :blocked_id AND blocked_id = :person_id) AS are_parted;

-- name: report(stream, person_id, about_id, reported_at, said)*!
INSERT INTO reports (stream, person_id, about_id, reported_at, said)
VALUES (:stream, :person_id, :about_id, :reported_at, :said)
ON CONFLICT (stream, person_id, about_id) DO UPDATE SET reported_at = excluded.reported_at, said = excluded.said;
