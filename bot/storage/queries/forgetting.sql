-- Somebody is forgotten: a few rows at a time. -1 stands for whoever has left, where a game is others' as well.

-- name: note_forgotten(person_id, forgotten_at)*!
INSERT INTO forgotten (person_id, forgotten_at) VALUES (:person_id, :forgotten_at)
ON CONFLICT (person_id) DO UPDATE SET forgotten_at = excluded.forgotten_at;

-- name: forgotten_lately(person_id, rival_id, since)^
SELECT count(*) AS people FROM forgotten WHERE person_id IN (:person_id, :rival_id) AND forgotten_at >= :since;

-- name: next_games(past, most)^
-- The last of the next games by id; null: there are no more.
SELECT max(game_id) AS last FROM (SELECT game_id FROM games WHERE game_id > :past ORDER BY game_id LIMIT :most) AS next;

-- name: games_with(past, last_key, person_id, names_them)
-- Those of them that may name the person, or somebody's contest.
SELECT game_id, kind, chat_id, starter, body, revision FROM games WHERE game_id > :past AND game_id <= :last_key
    AND (starter = :person_id OR chat_id = :person_id OR body LIKE :names_them OR body LIKE '%"target":%');

-- name: next_challenges(past, most)^
SELECT max(token) AS last FROM (SELECT token FROM challenges WHERE token > :past ORDER BY token LIMIT :most) AS next;

-- name: challenges_with(past, last_key, person_id, names_them)
SELECT token, person_id, body, revision FROM challenges WHERE token > :past AND token <= :last_key
    AND (person_id = :person_id OR body LIKE :names_them);

-- name: next_contests(past, most)^
SELECT max(token) AS last FROM (SELECT token FROM contests WHERE token > :past ORDER BY token LIMIT :most) AS next;

-- name: contests_with(past, last_key, person_id, names_them)
SELECT token, body, revision, set_by, waits_for FROM contests
WHERE token > :past AND token <= :last_key
    AND (body LIKE :names_them OR set_by = :person_id OR waits_for = :person_id);

-- name: rewrite_game(game_id, starter, body, revision)*!
-- Gives the game, or nothing where somebody has saved it since `revision`.
UPDATE games SET starter = :starter, body = :body, revision = revision + 1
WHERE game_id = :game_id AND revision = :revision /*+ RETURNING game_id */;

-- name: drop_game(game_id, revision)*!
DELETE FROM games WHERE game_id = :game_id AND revision = :revision /*+ RETURNING game_id */;

-- name: rewrite_challenge(token, person_id, is_open, body, revision)*!
UPDATE challenges SET person_id = :person_id, is_open = :is_open, body = :body, revision = revision + 1
WHERE token = :token AND revision = :revision /*+ RETURNING token */;

-- name: rewrite_contest(token, body, revision, person_id)*!
-- What its author leaves, or for whom it waits, waits no more.
UPDATE contests SET body = :body, revision = revision + 1,
    set_by = CASE WHEN set_by = :person_id THEN 0 ELSE set_by END,
    waits_for = CASE WHEN :person_id IN (set_by, waits_for) THEN NULL ELSE waits_for END
WHERE token = :token AND revision = :revision /*+ RETURNING token */;

-- name: drop_entry(token, person_id)*!
DELETE FROM entries WHERE token = :token AND person_id = :person_id;

-- name: leave_seat(game_id, seat)*!
UPDATE seats SET person_id = -1 WHERE game_id = :game_id AND seat = :seat;

-- name: results_between(person_id, most)
SELECT game_id, rival_id FROM results WHERE person_id = :person_id LIMIT :most;

-- name: leave_result(game_id, rival_id, person_id, name)*!
-- The rival's.
UPDATE results SET rival_id = -1, rival_name = :name
WHERE game_id = :game_id AND person_id = :rival_id AND rival_id = :person_id;

-- name: drop_result(game_id, person_id)*!
DELETE FROM results WHERE game_id = :game_id AND person_id = :person_id;

-- name: rivals_of(person_id, most)
SELECT rival_id FROM rivalries WHERE person_id = :person_id LIMIT :most;

-- name: leave_rivalry(person_id, rival_id)*!
-- What the rival has played with whoever has left, all of them together.
INSERT INTO rivalries (person_id, rival_id, points, games, latest)
SELECT person_id, -1, points, games, latest FROM rivalries WHERE person_id = :rival_id AND rival_id = :person_id
ON CONFLICT (person_id, rival_id) DO UPDATE SET points = rivalries.points + excluded.points,
    games = rivalries.games + excluded.games,
    latest = CASE WHEN excluded.latest > rivalries.latest THEN excluded.latest ELSE rivalries.latest END;

-- name: drop_rivalry(person_id, rival_id)*!
DELETE FROM rivalries WHERE person_id = :person_id AND rival_id = :rival_id;

-- name: lines_of(person_id, most)
SELECT played.number, played.line FROM (
    SELECT number FROM played_by WHERE person_id = :person_id ORDER BY number DESC LIMIT :most) AS latest
JOIN played ON played.number = latest.number;

-- name: rewrite_line(number, line)*!
UPDATE played SET line = :line WHERE number = :number;

-- name: drop_line(number)*!
DELETE FROM played WHERE number = :number;

-- name: drop_player(person_id, number)*!
DELETE FROM played_by WHERE person_id = :person_id AND number = :number;

-- name: rated_in(person_id, most)
SELECT family, band FROM ratings WHERE person_id = :person_id LIMIT :most;

-- name: drop_rating(person_id, family)*!
DELETE FROM ratings WHERE person_id = :person_id AND family = :family;

-- name: forget_rival(person_id, most)*!
-- Nobody has met them last.
UPDATE people SET last_rival = 0, revision = revision + 1 WHERE person_id IN (
    SELECT person_id FROM people WHERE last_rival = :person_id AND last_rival <> 0 LIMIT :most);

-- name: forget_rival_sought(person_id, most)*!
UPDATE seeks SET last_rival = 0 WHERE person_id IN (
    SELECT person_id FROM seeks WHERE last_rival = :person_id AND last_rival <> 0 LIMIT :most);

-- name: has_met(person_id)^
SELECT EXISTS (SELECT 1 FROM people WHERE last_rival = :person_id AND last_rival <> 0)
    OR EXISTS (SELECT 1 FROM seeks WHERE last_rival = :person_id AND last_rival <> 0) AS has_rows;

-- name: leave_reports(person_id)*!
-- What they have reported stays, without them.
UPDATE reports SET person_id = -1 WHERE (stream, person_id, about_id) IN (
    SELECT stream, person_id, about_id FROM reports WHERE person_id = :person_id LIMIT 100)
    AND NOT EXISTS (SELECT 1 FROM reports AS there
        WHERE there.stream = reports.stream AND there.person_id = -1 AND there.about_id = reports.about_id);

-- name: drop_reports(person_id)*!
DELETE FROM reports WHERE (stream, person_id, about_id) IN (
    SELECT stream, person_id, about_id FROM reports AS mine WHERE mine.person_id = :person_id
        AND EXISTS (SELECT 1 FROM reports AS there WHERE there.stream = mine.stream AND there.person_id = -1
            AND there.about_id = mine.about_id) LIMIT 100);

-- name: drop_failures(number_within, number_last, text_within)*!
-- What broke when they wrote.
DELETE FROM failed_updates WHERE content LIKE :number_within OR content LIKE :number_last OR content LIKE :text_within;

-- name: drop_daily_friends_of(person_id, most)*!
DELETE FROM daily_friends
WHERE (person_id = :person_id AND friend_id IN (
        SELECT friend_id FROM daily_friends WHERE person_id = :person_id LIMIT :most))
    OR (friend_id = :person_id AND person_id IN (
        SELECT person_id FROM daily_friends WHERE friend_id = :person_id LIMIT :most));
