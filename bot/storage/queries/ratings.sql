-- name: player(person_id)^
SELECT people.person_id, name, choice, finished, walked_out, last_rival, revision
FROM (SELECT 1 AS always) AS once LEFT JOIN people ON people.person_id = :person_id;

-- name: save_player(person_id, name, choice, finished, walked_out, last_rival, revision)*!
-- Gives the person, or nothing where somebody else has saved them since `revision`.
INSERT INTO people (person_id, name, choice, finished, walked_out, last_rival, revision)
VALUES (:person_id, :name, :choice, :finished, :walked_out, :last_rival, 1)
ON CONFLICT (person_id) DO UPDATE SET name = excluded.name, choice = excluded.choice, finished = excluded.finished,
    walked_out = excluded.walked_out, last_rival = excluded.last_rival, revision = people.revision + 1
WHERE people.revision = :revision
/*+ RETURNING person_id */;

-- name: standing(person_id, family)^
SELECT ratings.person_id, family, rating, deviation, volatility, wins, draws, losses, played_at,
    week, week_points, week_games, revision
FROM (SELECT 1 AS always) AS once LEFT JOIN ratings ON ratings.person_id = :person_id AND ratings.family = :family;

-- name: save_rating(person_id, family, rating, deviation, volatility, games, wins, draws, losses, played_at, week, week_points, week_games, revision)*!
-- Gives the person, or nothing where somebody else has saved the rating since `revision`.
INSERT INTO ratings (person_id, family, rating, deviation, volatility, games, wins, draws, losses, played_at,
    week, week_points, week_games, revision)
VALUES (:person_id, :family, :rating, :deviation, :volatility, :games, :wins, :draws, :losses, :played_at,
    :week, :week_points, :week_games, 1)
ON CONFLICT (person_id, family) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
    volatility = excluded.volatility, games = excluded.games, wins = excluded.wins, draws = excluded.draws,
    losses = excluded.losses, played_at = excluded.played_at, week = excluded.week,
    week_points = excluded.week_points, week_games = excluded.week_games, revision = ratings.revision + 1
WHERE ratings.revision = :revision
/*+ RETURNING person_id */;

-- name: put_result(game_id, person_id, rival_id, rival_name, family, is_rated, score, rating, deviation, guesses, has_solved, group_id, ended_at)*!
-- Gives the match, or nothing where it has brought this person a result already.
INSERT INTO results (game_id, person_id, rival_id, rival_name, family, is_rated, score, rating, deviation, guesses,
    has_solved, group_id, ended_at)
VALUES (:game_id, :person_id, :rival_id, :rival_name, :family, :is_rated, :score, :rating, :deviation, :guesses,
    :has_solved, :group_id, :ended_at)
ON CONFLICT (game_id, person_id) DO NOTHING
/*+ RETURNING game_id */;

-- name: rename_group(chat_id, new_id)*!
UPDATE results SET group_id = :new_id WHERE group_id = :chat_id;

-- name: rated_games_between(person_id, rival_id, since)^
SELECT COUNT(*) AS games FROM results
WHERE person_id = :person_id AND ended_at > :since AND rival_id = :rival_id AND is_rated = 1;

-- name: rating_history(person_id, family, most)
-- The latest first.
SELECT rating FROM results WHERE person_id = :person_id AND family = :family AND is_rated = 1
ORDER BY ended_at DESC, game_id DESC LIMIT :most;

-- name: careers(person_id, most)
SELECT family, COUNT(*) AS games, AVG(CASE WHEN has_solved = 1 THEN CAST(guesses AS DOUBLE PRECISION) END) AS usual,
    MAX(CASE WHEN is_rated = 1 THEN rating END) AS best
FROM results WHERE person_id = :person_id GROUP BY family ORDER BY 2 DESC, 1 LIMIT :most;

-- name: rivalries(person_id, most)
SELECT people.name, met.points, met.games FROM (
    SELECT rival_id, SUM(score) AS points, COUNT(*) AS games, MAX(ended_at) AS latest FROM results
    WHERE person_id = :person_id GROUP BY rival_id ORDER BY 3 DESC, 4 DESC, 1 LIMIT :most) AS met
JOIN people ON people.person_id = met.rival_id ORDER BY met.games DESC, met.latest DESC, met.rival_id;

-- name: best_of_week(family, week, most)
SELECT people.name, ratings.person_id, family, rating, deviation, volatility, wins, draws, losses, played_at,
    week, week_points, week_games, ratings.revision
FROM ratings JOIN people ON people.person_id = ratings.person_id WHERE family = :family AND week = :week
ORDER BY week_points DESC, week_games, ratings.person_id LIMIT :most;

-- name: best_of_all(family, deviation, most)
SELECT people.name, ratings.person_id, family, rating, deviation, volatility, wins, draws, losses, played_at,
    week, week_points, week_games, ratings.revision
FROM ratings JOIN people ON people.person_id = ratings.person_id WHERE family = :family AND deviation <= :deviation
ORDER BY rating DESC, ratings.person_id LIMIT :most;

-- name: stronger(family, deviation, rating)^
SELECT COUNT(*) AS people FROM ratings WHERE family = :family AND rating > :rating AND deviation <= :deviation;

-- name: best_of_group(group_id, family, deviation, most)
-- First those whose rating is certain enough.
SELECT people.name, ratings.person_id, family, rating, deviation, volatility, wins, draws, losses, played_at,
    week, week_points, week_games, ratings.revision
FROM (SELECT DISTINCT person_id FROM results WHERE group_id = :group_id) AS seen
JOIN ratings ON ratings.person_id = seen.person_id AND family = :family
JOIN people ON people.person_id = seen.person_id
ORDER BY CASE WHEN deviation <= :deviation THEN 0 ELSE 1 END, rating DESC, ratings.person_id LIMIT :most;

-- name: best_of_rivals(person_id, family, deviation, most)
-- The person and whoever has played with them.
SELECT people.name, ratings.person_id, family, rating, deviation, volatility, wins, draws, losses, played_at,
    week, week_points, week_games, ratings.revision
FROM (SELECT rival_id AS person_id FROM results WHERE person_id = :person_id
    UNION SELECT people.person_id FROM people WHERE people.person_id = :person_id) AS met
JOIN ratings ON ratings.person_id = met.person_id AND family = :family
JOIN people ON people.person_id = met.person_id
ORDER BY CASE WHEN deviation <= :deviation THEN 0 ELSE 1 END, rating DESC, ratings.person_id LIMIT :most;
