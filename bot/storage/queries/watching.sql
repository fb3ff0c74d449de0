-- name: begin_crowd(game_id, strength)*!
INSERT INTO crowds (game_id, strength) VALUES (:game_id, :strength) ON CONFLICT (game_id) DO NOTHING;

-- name: applause(game_id)^
SELECT crowds.* FROM (SELECT 1 AS always) AS once LEFT JOIN crowds ON crowds.game_id = :game_id;

-- name: cheer(game_id, place)*!
-- One more has given the sign of that place; nothing once the match is over.
UPDATE crowds SET sign_0 = sign_0 + CASE WHEN :place = 0 THEN 1 ELSE 0 END,
    sign_1 = sign_1 + CASE WHEN :place = 1 THEN 1 ELSE 0 END, sign_2 = sign_2 + CASE WHEN :place = 2 THEN 1 ELSE 0 END,
    sign_3 = sign_3 + CASE WHEN :place = 3 THEN 1 ELSE 0 END, sign_4 = sign_4 + CASE WHEN :place = 4 THEN 1 ELSE 0 END,
    sign_5 = sign_5 + CASE WHEN :place = 5 THEN 1 ELSE 0 END
WHERE game_id = :game_id;

-- name: drop_crowd(game_id)*!
DELETE FROM crowds WHERE game_id = :game_id;

-- name: strongest(person_id, most)
-- Those of the lobby that the person does not play.
SELECT game_id FROM crowds
WHERE strength > 0
    AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.game_id = crowds.game_id AND seats.person_id = :person_id)
ORDER BY strength DESC, game_id DESC LIMIT :most;

-- name: watcher(game_id, person_id, most)^
-- What is kept of the person there, and how many watch it live, up to so many.
SELECT theirs.is_live, theirs.sign, (SELECT count(*) FROM (
    SELECT 1 AS one FROM watchers WHERE game_id = :game_id AND is_live = 1 LIMIT :most) AS live) AS live
FROM (SELECT 1 AS always) AS once
LEFT JOIN watchers AS theirs ON theirs.game_id = :game_id AND theirs.person_id = :person_id;

-- name: watchers(game_id, least, after, most)
-- The next of those who watch it live, or with `least` 0 of all that are kept, those who watch it live first.
SELECT theirs.person_id, theirs.is_live, chats.* FROM (
    SELECT person_id, is_live FROM watchers WHERE game_id = :game_id AND is_live >= :least AND person_id > :after
    ORDER BY is_live DESC, person_id LIMIT :most) AS theirs
LEFT JOIN chats ON chats.chat_id = theirs.person_id ORDER BY theirs.is_live DESC, theirs.person_id;

-- name: watch_no_other(game_id, person_id)*!
-- They watch no other match live.
UPDATE watchers SET is_live = 0 WHERE person_id = :person_id AND is_live = 1 AND game_id <> :game_id;

-- name: drop_watcher(game_id, person_id)*!
DELETE FROM watchers WHERE game_id = :game_id AND person_id = :person_id;

-- name: drop_watchers(game_id)*!
DELETE FROM watchers WHERE game_id = :game_id;
