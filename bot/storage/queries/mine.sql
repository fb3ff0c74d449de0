-- What is stored of one person, for themselves: so many rows of each table at most, found by an index. Of others there is
-- what the person sees anyway: names, and never an id. A table that is missing here is shown by `shown` of its entry in
-- `TABLES` (bot/app/model/tables.py).

-- name: mine_games(person_id, most)
-- Boards in the private chat, those that were begun in groups, and matches.
SELECT game_id, kind, chat_id, opened_at, ended_at, body FROM (
    SELECT * FROM (SELECT * FROM games WHERE chat_id = :person_id
        ORDER BY kind DESC, opened_at DESC LIMIT :most) AS private
    UNION ALL
    SELECT * FROM (SELECT * FROM games WHERE starter = :person_id AND chat_id < 0
        ORDER BY opened_at DESC LIMIT :most) AS begun
    UNION ALL
    SELECT * FROM (SELECT games.* FROM seats JOIN games ON games.game_id = seats.game_id
        WHERE seats.person_id = :person_id AND seats.is_over = 0 LIMIT :most) AS running
    UNION ALL
    SELECT * FROM (SELECT games.* FROM seats JOIN games ON games.game_id = seats.game_id
        WHERE seats.person_id = :person_id AND seats.is_over = 1 LIMIT :most) AS over) AS theirs
LIMIT :most;

-- name: mine_seats(person_id, most)
SELECT game_id, seat, is_over FROM (
    SELECT * FROM (SELECT game_id, seat, is_over FROM seats
        WHERE person_id = :person_id AND is_over = 0 LIMIT :most) AS running
    UNION ALL
    SELECT * FROM (SELECT game_id, seat, is_over FROM seats
        WHERE person_id = :person_id AND is_over = 1 LIMIT :most) AS over) AS theirs
LIMIT :most;

-- name: mine_played(person_id, most)
-- The latest first. `is_hidden`: the bot has won, and its number can still be guessed.
SELECT played.number, played.line,
    EXISTS (SELECT 1 FROM games WHERE games.game_id = played.game_id
        AND (body LIKE '%"number":"held"%' OR body LIKE '%"number":"played-for"%')) AS is_hidden
FROM (SELECT number FROM played_by WHERE person_id = :person_id ORDER BY number DESC LIMIT :most) AS latest
JOIN played ON played.number = latest.number ORDER BY played.number DESC;

-- name: mine_rivalries(person_id, most)
SELECT people.name AS rival_name, met.points, met.games, met.latest, met.last_terms FROM (
    SELECT rival_id, points, games, latest, last_terms FROM rivalries
    WHERE person_id = :person_id ORDER BY games DESC, latest DESC, rival_id LIMIT :most) AS met
LEFT JOIN people ON people.person_id = met.rival_id;

-- name: mine_blocks(person_id, most)
SELECT people.name FROM (SELECT blocked_id FROM blocks WHERE person_id = :person_id LIMIT :most) AS theirs
LEFT JOIN people ON people.person_id = theirs.blocked_id;

-- name: mine_mutes(person_id, most)
SELECT people.name FROM (SELECT muted_id FROM mutes WHERE person_id = :person_id LIMIT :most) AS theirs
LEFT JOIN people ON people.person_id = theirs.muted_id;

-- name: mine_challenges(person_id, most)
SELECT made_at, expires_at, body FROM (
    SELECT * FROM (SELECT made_at, expires_at, body FROM challenges
        WHERE person_id = :person_id AND is_open = 1 LIMIT :most) AS waiting
    UNION ALL
    SELECT * FROM (SELECT made_at, expires_at, body FROM challenges
        WHERE person_id = :person_id AND is_open = 0 ORDER BY token LIMIT :most) AS answered) AS theirs
LIMIT :most;

-- name: mine_contests(person_id, most)
-- About games that they have played, the latest first; some are of others who played there as well. And what they set,
-- and what waits for them, which others have set.
SELECT theirs.token, theirs.game_id, theirs.played_at, theirs.body, theirs.waits_for, people.name AS waits_for_name
FROM (
    SELECT contests.* FROM (
        SELECT number FROM played_by WHERE person_id = :person_id ORDER BY number DESC LIMIT :most) AS latest
    JOIN played ON played.number = latest.number JOIN contests ON contests.game_id = played.game_id
    UNION ALL
    SELECT * FROM (SELECT * FROM contests WHERE set_by = :person_id AND set_by <> 0
        ORDER BY played_at DESC LIMIT :most) AS secrets
    UNION ALL
    SELECT * FROM (SELECT * FROM contests WHERE waits_for = :person_id ORDER BY played_at DESC LIMIT :most) AS waiting
) AS theirs LEFT JOIN people ON people.person_id = theirs.waits_for ORDER BY theirs.played_at DESC;

-- name: mine_daily_friends(person_id, most)
-- How many links of others they have opened, and how often theirs was; by whom is nobody's to know.
SELECT who, count(*) AS people FROM (
    SELECT * FROM (SELECT 'opened' AS who FROM daily_friends WHERE person_id = :person_id LIMIT :most) AS mine
    UNION ALL
    SELECT * FROM (SELECT 'opened by' AS who FROM daily_friends WHERE friend_id = :person_id LIMIT :most) AS theirs
) AS opened GROUP BY who ORDER BY who LIMIT :most;
