-- name: gate(person_id)^
-- Whether the person is kept away, when they asked to be forgotten, and what is switched off for all.
SELECT EXISTS (SELECT 1 FROM bans WHERE person_id = :person_id) AS is_banned,
    (SELECT forgotten_at FROM forgotten WHERE person_id = :person_id) AS forgotten_at,
    (SELECT value FROM kept WHERE name = 'switched-off') AS switched_off;

-- name: switch_off(name, value, value_before)*!
-- Gives the name, or nothing where somebody has switched another feature since `value_before` was read.
INSERT INTO kept (name, value) VALUES (:name, :value)
ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE kept.value = :value_before
/*+ RETURNING name */;

-- name: ban(person_id, banned_at, banned_by)*!
INSERT INTO bans (person_id, banned_at, banned_by) VALUES (:person_id, :banned_at, :banned_by)
ON CONFLICT (person_id) DO NOTHING;

-- name: unban(person_id)*!
DELETE FROM bans WHERE person_id = :person_id;

-- name: banned(most)
-- The latest first.
SELECT bans.person_id, bans.banned_at, people.name
FROM (SELECT person_id, banned_at FROM bans ORDER BY banned_at DESC LIMIT :most) AS bans
LEFT JOIN people ON people.person_id = bans.person_id ORDER BY bans.banned_at DESC;

-- name: reported(most)
-- About whom the oldest reports are, the first reported first.
SELECT about_id, min(reported_at) AS since
FROM (SELECT about_id, reported_at FROM reports ORDER BY reported_at LIMIT :most) AS oldest
GROUP BY about_id ORDER BY 2, 1;

-- name: reports_about(person_id, most)
-- The latest first.
SELECT stream, person_id, reported_at, said FROM reports WHERE about_id = :person_id
ORDER BY reported_at DESC LIMIT :most;

-- name: drop_reports_about(person_id, most)*!
DELETE FROM reports WHERE (stream, person_id, about_id) IN (
    SELECT stream, person_id, about_id FROM reports WHERE about_id = :person_id ORDER BY reported_at DESC LIMIT :most);

-- name: name_of(person_id)^
-- Under which name they play; none: they play with nobody.
SELECT (SELECT name FROM people WHERE person_id = :person_id) AS name;

-- name: put_feedback(person_id, name, said, said_at)*!
INSERT INTO feedback (person_id, name, said, said_at) VALUES (:person_id, :name, :said, :said_at);

-- name: feedback(most)
-- The oldest first.
SELECT feedback_id, person_id, name, said, said_at FROM feedback ORDER BY said_at, feedback_id LIMIT :most;

-- name: drop_feedback(feedback_id)*!
DELETE FROM feedback WHERE feedback_id = :feedback_id;

-- name: note_deed(done_at, admin_id, deed, person_id, detail)*!
INSERT INTO deeds (done_at, admin_id, deed, person_id, detail) VALUES (:done_at, :admin_id, :deed, :person_id, :detail);

-- name: deeds(most)
-- The latest first.
SELECT done_at, admin_id, deed, person_id, detail FROM deeds ORDER BY done_at DESC, deed_id DESC LIMIT :most;

-- name: deeds_about(person_id, most)
SELECT done_at, admin_id, deed, person_id, detail FROM deeds WHERE person_id = :person_id
ORDER BY done_at DESC LIMIT :most;

-- name: failed(most)
-- What failed lately, the latest first. `what`: update or message.
SELECT what, number, failed_at, content, error, chat_id FROM (
    SELECT * FROM (SELECT 'update' AS what, update_id AS number, failed_at, content, error, 0 AS chat_id
        FROM failed_updates ORDER BY failed_at DESC LIMIT :most) AS updates
    UNION ALL
    SELECT * FROM (SELECT 'message' AS what, letter_id AS number, failed_at, content, error, chat_id
        FROM failed_messages ORDER BY failed_at DESC LIMIT :most) AS messages) AS all_failed
ORDER BY failed_at DESC, what, number LIMIT :most;

-- name: drop_failed_update(update_id, failed_at)*!
DELETE FROM failed_updates WHERE failed_at = :failed_at AND update_id = :update_id;

-- name: drop_failed_message(letter_id)*!
DELETE FROM failed_messages WHERE letter_id = :letter_id;

-- name: broadcast(broadcast_id)^
SELECT broadcasts.* FROM (SELECT 1 AS always) AS once LEFT JOIN broadcasts ON broadcasts.broadcast_id = :broadcast_id;

-- name: latest_broadcast()^
SELECT (SELECT broadcast_id FROM broadcasts ORDER BY made_at DESC, broadcast_id LIMIT 1) AS broadcast_id;

-- name: audience(after, most)
-- Private chats that can be reached, by id, after that one; without those who are kept away.
SELECT chats.chat_id, chats.language, chats.spoken, bans.person_id AS banned
FROM (SELECT chat_id, language, spoken FROM chats
    WHERE chat_id > 0 AND reachable = 1 AND chat_id > :after ORDER BY chat_id LIMIT :most) AS chats
LEFT JOIN bans ON bans.person_id = chats.chat_id ORDER BY chats.chat_id;

-- name: waits_for_many(chat_id, urgency)^
SELECT EXISTS (SELECT 1 FROM outbox WHERE chat_id = :chat_id AND urgency = :urgency) AS waits;
