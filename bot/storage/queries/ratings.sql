-- name: player(person_id)^
SELECT people.person_id, name, choice, lobby_choice, finished, walked_out, last_rival, revision
FROM (SELECT 1 AS always) AS once LEFT JOIN people ON people.person_id = :person_id;

-- name: standing(person_id, family)^
SELECT ratings.person_id, family, rating, deviation, volatility, wins, draws, losses, played_at,
    week, week_points, week_games, band, revision
FROM (SELECT 1 AS always) AS once LEFT JOIN ratings ON ratings.person_id = :person_id AND ratings.family = :family;

-- name: count_rated(family, band, shard, change)*!
INSERT INTO bands (family, band, shard, people) VALUES (:family, :band, :shard, :change)
ON CONFLICT (family, band, shard) DO UPDATE SET people = bands.people + excluded.people
/*+ RETURNING family */;

-- name: put_result(game_id, person_id, rival_id, rival_name, family, is_rated, score, rating, deviation, guesses, has_solved, group_id, ended_at)*!
-- Gives the match, or nothing where it has brought this person a result already.
INSERT INTO results (game_id, person_id, rival_id, rival_name, family, is_rated, score, rating, deviation, guesses,
    has_solved, group_id, ended_at)
VALUES (:game_id, :person_id, :rival_id, :rival_name, :family, :is_rated, :score, :rating, :deviation, :guesses,
    :has_solved, :group_id, :ended_at)
ON CONFLICT (game_id, person_id) DO NOTHING
/*+ RETURNING game_id */;

-- name: count_in_career(person_id, family, solved, guesses, best)*!
-- `guesses`: 0 where the code was not broken; `best`: null where the game was not rated.
INSERT INTO careers (person_id, family, games, solved, guesses, best)
VALUES (:person_id, :family, 1, :solved, :guesses, :best)
ON CONFLICT (person_id, family) DO UPDATE SET games = careers.games + 1, solved = careers.solved + excluded.solved,
    guesses = careers.guesses + excluded.guesses,
    best = CASE WHEN careers.best IS NULL OR excluded.best > careers.best THEN excluded.best ELSE careers.best END
/*+ RETURNING person_id */;

-- name: count_rivalry(person_id, rival_id, score, ended_at, last_terms)*!
INSERT INTO rivalries (person_id, rival_id, points, games, latest, last_terms)
VALUES (:person_id, :rival_id, :score, 1, :ended_at, :last_terms)
ON CONFLICT (person_id, rival_id) DO UPDATE SET points = rivalries.points + excluded.points,
    games = rivalries.games + 1, latest = excluded.latest, last_terms = excluded.last_terms
/*+ RETURNING person_id */;

-- name: note_regular(group_id, person_id, ended_at)*!
-- A group is told by its first id, whatever it has become.
INSERT INTO regulars (group_id, person_id, latest)
SELECT COALESCE((SELECT chat_id FROM moved_groups WHERE new_id = :group_id), CAST(:group_id AS BIGINT)),
    CAST(:person_id AS BIGINT), CAST(:ended_at AS DOUBLE PRECISION)
WHERE true
ON CONFLICT (group_id, person_id) DO UPDATE SET latest = excluded.latest
/*+ RETURNING person_id */;

-- name: rated_games_between(person_id, rival_id, since)^
SELECT COUNT(*) AS games FROM results
WHERE person_id = :person_id AND ended_at > :since AND rival_id = :rival_id AND is_rated = 1;

-- name: known_rivals(person_id, family, rival_id, deviation, most)^
-- Others than the one rival whose ratings are certain, of the latest so many rated games.
SELECT COUNT(*) AS rivals FROM (
    SELECT DISTINCT rival_id FROM (
        SELECT rival_id FROM results WHERE person_id = :person_id AND family = :family AND is_rated = 1
        ORDER BY ended_at DESC, game_id DESC LIMIT :most) AS latest WHERE rival_id <> :rival_id) AS met
JOIN ratings ON ratings.person_id = met.rival_id AND ratings.family = :family WHERE deviation <= :deviation;

-- name: points_by_rival(person_id, family, most)
-- Of the latest so many rated games; with how many rated games each rival has played at all.
SELECT COUNT(*) AS games, SUM(latest.score) AS points,
    COALESCE(MAX(ratings.wins + ratings.draws + ratings.losses), 0) AS of_theirs
FROM (SELECT rival_id, score FROM results WHERE person_id = :person_id AND family = :family AND is_rated = 1
    ORDER BY ended_at DESC, game_id DESC LIMIT :most) AS latest
LEFT JOIN ratings ON ratings.person_id = latest.rival_id AND ratings.family = :family GROUP BY latest.rival_id;

-- name: rating_history(person_id, family, most)
-- The latest first.
SELECT rating FROM results WHERE person_id = :person_id AND family = :family AND is_rated = 1
ORDER BY ended_at DESC, game_id DESC LIMIT :most;

-- name: careers(person_id, most)
SELECT family, games, CASE WHEN solved > 0 THEN CAST(guesses AS DOUBLE PRECISION) / solved END AS usual, best
FROM careers WHERE person_id = :person_id ORDER BY games DESC, family LIMIT :most;

-- name: rivalries(person_id, most)
-- Without a name: those who have left, all together.
SELECT met.rival_id, COALESCE(people.name, '') AS name, met.points, met.games FROM (
    SELECT rival_id, points, games, latest FROM rivalries
    WHERE person_id = :person_id ORDER BY games DESC, latest DESC, rival_id LIMIT :most) AS met
LEFT JOIN people ON people.person_id = met.rival_id ORDER BY met.games DESC, met.latest DESC, met.rival_id;

-- name: rivalry(person_id, rival_id)^
SELECT people.name, met.points, met.games FROM (SELECT 1 AS always) AS once
LEFT JOIN rivalries AS met ON met.person_id = :person_id AND met.rival_id = :rival_id
LEFT JOIN people ON people.person_id = met.rival_id;

-- name: friends(person_id, day, most)
-- Those with whom the person has played most, and those of whom one has opened the other's link, so many of each: but for
-- whom a block parts from them, and those who are kept away or have no name. With what they have come to on that day.
-- `knows_me`: they have played the person, or opened a link of theirs.
SELECT tries.*, met.friend_id, COALESCE(NULLIF(people.name, ''), ledgers.name, tries.name) AS known_as,
    score.points, score.games, score.last_terms, chats.seen_at, score.person_id IS NOT NULL OR EXISTS (
        SELECT 1 FROM daily_friends WHERE person_id = met.friend_id AND friend_id = :person_id) AS knows_me
FROM (
    SELECT friend_id FROM (SELECT rival_id AS friend_id FROM rivalries WHERE person_id = :person_id
        ORDER BY games DESC, latest DESC, rival_id LIMIT :most) AS often
    UNION SELECT friend_id FROM (
        SELECT friend_id FROM daily_friends WHERE person_id = :person_id ORDER BY friend_id LIMIT :most) AS opened
    UNION SELECT person_id FROM (
        SELECT person_id FROM daily_friends WHERE friend_id = :person_id ORDER BY person_id LIMIT :most) AS followers
) AS met
LEFT JOIN rivalries AS score ON score.person_id = :person_id AND score.rival_id = met.friend_id
LEFT JOIN people ON people.person_id = met.friend_id
LEFT JOIN ledgers ON ledgers.person_id = met.friend_id
LEFT JOIN chats ON chats.chat_id = met.friend_id
LEFT JOIN daily_tries AS tries ON tries.day = :day AND tries.person_id = met.friend_id AND tries.ended_at IS NOT NULL
WHERE met.friend_id > 0 AND COALESCE(NULLIF(people.name, ''), ledgers.name, tries.name) IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM blocks WHERE person_id = :person_id AND blocked_id = met.friend_id)
    AND NOT EXISTS (SELECT 1 FROM blocks WHERE person_id = met.friend_id AND blocked_id = :person_id)
    AND NOT EXISTS (SELECT 1 FROM bans WHERE person_id IN (:person_id, met.friend_id))
ORDER BY COALESCE(score.latest, 0) DESC, met.friend_id;

-- name: best_of_week(family, week, most)
-- Those who stand in the tables of all first.
SELECT people.name, ratings.person_id, family, rating, deviation, volatility, wins, draws, losses, played_at,
    week, week_points, week_games, band, ratings.revision
FROM ratings JOIN people ON people.person_id = ratings.person_id WHERE family = :family AND week = :week
ORDER BY (band IS NULL), week_points DESC, week_games, ratings.person_id LIMIT :most;

-- name: best_of_all(family, most)
SELECT people.name, ratings.person_id, family, rating, deviation, volatility, wins, draws, losses, played_at,
    week, week_points, week_games, band, ratings.revision
FROM ratings JOIN people ON people.person_id = ratings.person_id WHERE family = :family AND band IS NOT NULL
ORDER BY rating DESC, ratings.person_id LIMIT :most;

-- name: stronger(family, band, rating, top, most)^
-- Those in the bands above, who are counted already, and those above the rating in its own band, which ends at `top`:
-- of these so many at most.
SELECT COALESCE((SELECT sum(people) FROM bands WHERE family = :family AND band > :band), 0)
    + (SELECT count(*) FROM (SELECT 1 FROM ratings WHERE family = :family AND band IS NOT NULL
        AND rating > :rating AND rating < :top LIMIT :most) AS near) AS people;

-- name: best_of_group(group_id, family, deviation, most)
-- Of those who have played there most lately; first those whose rating is certain enough. A group is told by its first
-- id, whatever it has become.
SELECT people.name, ratings.person_id, family, rating, deviation, volatility, wins, draws, losses, played_at,
    week, week_points, week_games, band, ratings.revision
FROM (SELECT person_id FROM regulars
    WHERE group_id = COALESCE((SELECT chat_id FROM moved_groups WHERE new_id = :group_id), :group_id)
        AND NOT EXISTS (SELECT 1 FROM moved_groups WHERE chat_id = :group_id)
    ORDER BY latest DESC, person_id LIMIT 200) AS seen
JOIN ratings ON ratings.person_id = seen.person_id AND family = :family
JOIN people ON people.person_id = seen.person_id
ORDER BY CASE WHEN deviation <= :deviation THEN 0 ELSE 1 END, rating DESC, ratings.person_id LIMIT :most;

-- name: best_of_rivals(person_id, family, deviation, most)
-- The person and those who have played with them most often.
SELECT people.name, ratings.person_id, family, rating, deviation, volatility, wins, draws, losses, played_at,
    week, week_points, week_games, band, ratings.revision
FROM (SELECT person_id FROM (SELECT rival_id AS person_id FROM rivalries WHERE rivalries.person_id = :person_id
        ORDER BY games DESC, latest DESC, rival_id LIMIT 200) AS often
    UNION SELECT people.person_id FROM people WHERE people.person_id = :person_id) AS met
JOIN ratings ON ratings.person_id = met.person_id AND family = :family
JOIN people ON people.person_id = met.person_id
ORDER BY CASE WHEN deviation <= :deviation THEN 0 ELSE 1 END, rating DESC, ratings.person_id LIMIT :most;
