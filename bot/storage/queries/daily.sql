-- name: daily_try(day, person_id)^
SELECT tries.* FROM (SELECT 1 AS always) AS once
LEFT JOIN daily_tries AS tries ON tries.day = :day AND tries.person_id = :person_id;

-- name: daily_tries_since(person_id, since, most)
-- The latest first.
SELECT * FROM daily_tries WHERE person_id = :person_id AND day >= :since ORDER BY day DESC LIMIT :most;

-- name: begin_daily(day, person_id, name, game_id, begun_at)*!
INSERT INTO daily_tries (day, person_id, name, game_id, begun_at, guesses, solved, hints, counts)
VALUES (:day, :person_id, :name, :game_id, :begun_at, 0, 0, 0, 0) ON CONFLICT (day, person_id) DO NOTHING;

-- name: end_daily(day, person_id, ended_at, guesses, solved, hints, counts, is_missed)*!
UPDATE daily_tries SET ended_at = :ended_at, guesses = :guesses, solved = :solved, hints = :hints, counts = :counts,
    is_missed = :is_missed
WHERE day = :day AND person_id = :person_id AND ended_at IS NULL;

-- name: weigh_daily(day, person_id, lost)*!
UPDATE daily_tries SET lost = :lost WHERE day = :day AND person_id = :person_id;

-- name: count_daily(day, hinted, guesses, lost, finishers)*!
-- Gives the day, so that it is seen that the row was hit.
INSERT INTO daily_counts (day, hinted, guesses, lost, finishers) VALUES (:day, :hinted, :guesses, :lost, :finishers)
ON CONFLICT (day, hinted, guesses, lost) DO UPDATE SET finishers = daily_counts.finishers + excluded.finishers
/*+ RETURNING day */;

-- name: daily_spread(day)
SELECT hinted, guesses, lost, finishers FROM daily_counts WHERE day = :day AND finishers > 0;

-- name: daily_player(person_id)^
SELECT players.* FROM (SELECT 1 AS always) AS once LEFT JOIN daily_players AS players ON players.person_id = :person_id;

-- name: daily_player_of(token)^
-- With the name of their last try.
SELECT owner.person_id,
    (SELECT name FROM daily_tries WHERE daily_tries.person_id = owner.person_id ORDER BY day DESC LIMIT 1) AS name
FROM (SELECT (SELECT person_id FROM daily_players WHERE token = :token) AS person_id) AS owner;

-- name: befriend(person_id, friend_id)*!
INSERT INTO daily_friends (person_id, friend_id) VALUES (:person_id, :friend_id)
ON CONFLICT (person_id, friend_id) DO NOTHING;

-- name: opened_links(person_id, most)
SELECT friend_id FROM daily_friends WHERE person_id = :person_id ORDER BY friend_id LIMIT :most;

-- name: daily_of_friends(person_id, day, looked, most)
-- What those have come to of whom one has opened the other's link; only what counts, the best first. Who is parted from
-- the person is not named to them.
SELECT tries.*, EXISTS (SELECT 1 FROM blocks WHERE person_id = :person_id AND blocked_id = tries.person_id)
    OR EXISTS (SELECT 1 FROM blocks WHERE person_id = tries.person_id AND blocked_id = :person_id)
    OR EXISTS (SELECT 1 FROM bans WHERE person_id IN (:person_id, tries.person_id)) AS is_parted FROM (
    SELECT friend_id FROM (
        SELECT friend_id FROM daily_friends WHERE person_id = :person_id ORDER BY friend_id LIMIT :looked) AS opened
    UNION
    SELECT person_id FROM (
        SELECT person_id FROM daily_friends WHERE friend_id = :person_id ORDER BY person_id LIMIT :looked) AS followers
) AS friends
JOIN daily_tries AS tries ON tries.day = :day AND tries.person_id = friends.friend_id
WHERE tries.counts = 1
ORDER BY tries.solved DESC, tries.guesses, tries.ended_at, tries.person_id LIMIT :most;

-- name: daily_weeks_of_friends(person_id, first, last, closed, looked, most, stars3, stars2, stars1)
-- The stars of several days, of those whom nothing parts from the person and who let friends see it, the best first. Of
-- days after the last closed one, those that the person has finished. `stars3` …: with so many guesses and hints, 3 stars.
SELECT weeks.person_id, weeks.stars,
    (SELECT name FROM daily_tries WHERE person_id = weeks.person_id ORDER BY day DESC LIMIT 1) AS name
FROM (
    SELECT tries.person_id, SUM(CASE WHEN tries.solved = 0 THEN 0 WHEN tries.guesses + tries.hints <= :stars3 THEN 3
        WHEN tries.guesses + tries.hints <= :stars2 THEN 2 WHEN tries.guesses + tries.hints <= :stars1 THEN 1 ELSE 0 END
    ) AS stars
    FROM (
        SELECT friend_id FROM (
            SELECT friend_id FROM daily_friends WHERE person_id = :person_id ORDER BY friend_id LIMIT :looked
        ) AS opened
        UNION
        SELECT person_id FROM (
            SELECT person_id FROM daily_friends WHERE friend_id = :person_id ORDER BY person_id LIMIT :looked
        ) AS followers
    ) AS friends
    LEFT JOIN chats ON chats.chat_id = friends.friend_id
    JOIN daily_tries AS tries ON tries.person_id = friends.friend_id AND tries.day >= :first AND tries.day <= :last
    WHERE tries.counts = 1 AND COALESCE(chats.hides_week, 0) = 0
        AND (tries.day <= :closed OR EXISTS (
            SELECT 1 FROM daily_tries AS mine
            WHERE mine.day = tries.day AND mine.person_id = :person_id AND mine.ended_at IS NOT NULL))
        AND NOT EXISTS (SELECT 1 FROM blocks WHERE person_id = :person_id AND blocked_id = friends.friend_id)
        AND NOT EXISTS (SELECT 1 FROM blocks WHERE person_id = friends.friend_id AND blocked_id = :person_id)
        AND NOT EXISTS (SELECT 1 FROM bans WHERE person_id IN (:person_id, friends.friend_id))
    GROUP BY tries.person_id ORDER BY stars DESC, tries.person_id LIMIT :most
) AS weeks
ORDER BY weeks.stars DESC, weeks.person_id;

-- name: pardon(day)*!
INSERT INTO daily_pardons (day) VALUES (:day) ON CONFLICT (day) DO NOTHING;

-- name: pardons(since, most)
SELECT day FROM daily_pardons WHERE day >= :since ORDER BY day LIMIT :most;

-- name: reminder(person_id)^
SELECT reminders.* FROM (SELECT 1 AS always) AS once
LEFT JOIN daily_reminders AS reminders ON reminders.person_id = :person_id;

-- name: drop_reminder(person_id)*!
DELETE FROM daily_reminders WHERE person_id = :person_id;
