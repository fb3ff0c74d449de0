-- name: say(remark_id, stream, person_id, name, said, said_at)*!
INSERT INTO remarks (remark_id, stream, person_id, name, said, said_at)
VALUES (:remark_id, :stream, :person_id, :name, :said, :said_at) ON CONFLICT (remark_id) DO NOTHING;

-- name: said(stream, most)
SELECT remark_id, stream, person_id, name, said, said_at FROM remarks
WHERE stream = :stream ORDER BY said_at DESC, remark_id LIMIT :most;

-- name: forget_remarks(before)
DELETE FROM remarks WHERE said_at < :before RETURNING remark_id;

-- name: listen(stream, person_id)*!
INSERT INTO listeners (stream, person_id) VALUES (:stream, :person_id) ON CONFLICT (stream, person_id) DO NOTHING;

-- name: stop_listening(stream, person_id)*!
DELETE FROM listeners WHERE stream = :stream AND person_id = :person_id;

-- name: listens(stream, person_id)^
SELECT EXISTS (SELECT 1 FROM listeners WHERE stream = :stream AND person_id = :person_id) AS listens;

-- name: hearers(stream, most)
SELECT person_id FROM listeners WHERE stream = :stream ORDER BY person_id LIMIT :most;

-- name: muted_by(person_id)
SELECT muted_id FROM mutes WHERE person_id = :person_id;

-- name: parted_from(person_id)
-- Whom the person has blocked, and who has blocked them.
SELECT blocked_id FROM blocks WHERE person_id = :person_id
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
