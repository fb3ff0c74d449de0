-- What is stored of one person, for themselves: so many rows of each table at most, found by an index. Of others there is
-- what the person sees anyway: names, and never an id.

-- name: mine_chats(person_id, most)
SELECT language, spoken, style, greeted, reachable, unexplained, bell, username, focus FROM chats
WHERE chat_id = :person_id LIMIT :most;

-- name: mine_people(person_id, most)
SELECT name, choice, finished, walked_out FROM people WHERE person_id = :person_id LIMIT :most;

-- name: mine_last_options(person_id, most)
SELECT mode, options FROM last_options WHERE chat_id = :person_id ORDER BY mode LIMIT :most;

-- name: mine_prompts(person_id, most)
SELECT kind, content, kept_at FROM prompts WHERE person_id = :person_id ORDER BY kind LIMIT :most;

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

-- name: mine_drafts(person_id, most)
SELECT game_id, symbols FROM drafts WHERE person_id = :person_id LIMIT :most;

-- name: mine_slots(person_id, most)
SELECT slot, message_id, shown_at FROM slots WHERE chat_id = :person_id LIMIT :most;

-- name: mine_outbox(person_id, most)
SELECT slot, content FROM outbox WHERE chat_id = :person_id LIMIT :most;

-- name: mine_played(person_id, most)
-- The latest first. `is_hidden`: the bot has won, and its number can still be guessed.
SELECT played.number, played.line,
    EXISTS (SELECT 1 FROM games WHERE games.game_id = played.game_id
        AND (body LIKE '%"number":"held"%' OR body LIKE '%"number":"played-for"%')) AS is_hidden
FROM (SELECT number FROM played_by WHERE person_id = :person_id ORDER BY number DESC LIMIT :most) AS latest
JOIN played ON played.number = latest.number ORDER BY played.number DESC;

-- name: mine_played_by(person_id, most)
SELECT number FROM played_by WHERE person_id = :person_id ORDER BY number DESC LIMIT :most;

-- name: mine_results(person_id, most)
SELECT game_id, rival_name, family, is_rated, score, rating, deviation, guesses, has_solved, group_id, ended_at
FROM results WHERE person_id = :person_id LIMIT :most;

-- name: mine_points(person_id, most)
SELECT group_id, name, won, games FROM points WHERE person_id = :person_id LIMIT :most;

-- name: mine_careers(person_id, most)
SELECT family, games, solved, guesses, best FROM careers WHERE person_id = :person_id LIMIT :most;

-- name: mine_rivalries(person_id, most)
SELECT people.name AS rival_name, met.points, met.games, met.latest FROM (
    SELECT rival_id, points, games, latest FROM rivalries
    WHERE person_id = :person_id ORDER BY games DESC, latest DESC, rival_id LIMIT :most) AS met
LEFT JOIN people ON people.person_id = met.rival_id;

-- name: mine_regulars(person_id, most)
SELECT group_id, latest FROM regulars WHERE person_id = :person_id LIMIT :most;

-- name: mine_masteries(person_id, most)
SELECT game_id, size, nth FROM masteries WHERE chat_id = :person_id ORDER BY nth DESC LIMIT :most;

-- name: mine_learners(person_id, most)
SELECT body FROM learners WHERE person_id = :person_id LIMIT :most;

-- name: mine_puzzlers(person_id, most)
SELECT body FROM puzzlers WHERE person_id = :person_id LIMIT :most;

-- name: mine_ledgers(person_id, most)
SELECT name, body FROM ledgers WHERE person_id = :person_id LIMIT :most;

-- name: mine_ratings(person_id, most)
SELECT family, rating, deviation, volatility, games, wins, draws, losses, played_at, week, week_points, week_games
FROM ratings WHERE person_id = :person_id LIMIT :most;

-- name: mine_blocks(person_id, most)
SELECT people.name FROM (SELECT blocked_id FROM blocks WHERE person_id = :person_id LIMIT :most) AS theirs
LEFT JOIN people ON people.person_id = theirs.blocked_id;

-- name: mine_mutes(person_id, most)
SELECT people.name FROM (SELECT muted_id FROM mutes WHERE person_id = :person_id LIMIT :most) AS theirs
LEFT JOIN people ON people.person_id = theirs.muted_id;

-- name: mine_listeners(person_id, most)
SELECT stream FROM listeners WHERE person_id = :person_id LIMIT :most;

-- name: mine_challenges(person_id, most)
SELECT made_at, expires_at, body FROM (
    SELECT * FROM (SELECT made_at, expires_at, body FROM challenges
        WHERE person_id = :person_id AND is_open = 1 LIMIT :most) AS waiting
    UNION ALL
    SELECT * FROM (SELECT made_at, expires_at, body FROM challenges
        WHERE person_id = :person_id AND is_open = 0 LIMIT :most) AS answered) AS theirs
LIMIT :most;

-- name: mine_contests(person_id, most)
-- About games that they have played, the latest first; some are of others who played there as well.
SELECT contests.token, contests.game_id, contests.played_at, contests.body, contests.revision
FROM (SELECT number FROM played_by WHERE person_id = :person_id ORDER BY number DESC LIMIT :most) AS latest
JOIN played ON played.number = latest.number JOIN contests ON contests.game_id = played.game_id
ORDER BY played.number DESC;

-- name: mine_entries(person_id, most)
SELECT token, game_id, has_solved, guesses, seconds, began_at, ended_at, body FROM entries
WHERE person_id = :person_id LIMIT :most;

-- name: mine_seeks(person_id, most)
SELECT name, wish, rating, deviation, since, is_open FROM seeks WHERE person_id = :person_id LIMIT :most;

-- name: mine_remarks(person_id, most)
SELECT stream, name, said, said_at FROM remarks WHERE person_id = :person_id LIMIT :most;

-- name: mine_reports(person_id, most)
-- Those that they made; who has reported them is nobody's to know.
SELECT reported_at, said FROM reports WHERE person_id = :person_id LIMIT :most;

-- name: mine_long_jobs(person_id, most)
SELECT kind, turn, content FROM long_jobs WHERE person_id = :person_id LIMIT :most;

-- name: mine_stripped(person_id, most)
SELECT message_id, stripped_at FROM stripped WHERE chat_id = :person_id LIMIT :most;

-- name: mine_leases(person_id, most)
SELECT full_at FROM leases WHERE chat_id = :person_id LIMIT :most;

-- name: mine_failed_messages(person_id, most)
SELECT failed_at, content FROM failed_messages WHERE chat_id = :person_id LIMIT :most;

-- name: mine_forgotten(person_id, most)
SELECT forgotten_at FROM forgotten WHERE person_id = :person_id LIMIT :most;

-- name: mine_bans(person_id, most)
SELECT banned_at FROM bans WHERE person_id = :person_id LIMIT :most;

-- name: mine_feedback(person_id, most)
SELECT name, said, said_at FROM feedback WHERE person_id = :person_id LIMIT :most;

-- name: mine_deeds(person_id, most)
-- What operators have done to them; by which of them is nobody's to know.
SELECT done_at, deed FROM deeds WHERE person_id = :person_id ORDER BY done_at DESC LIMIT :most;

-- name: mine_daily_tries(person_id, most)
SELECT day, name, begun_at, ended_at, guesses, solved, hints, lost, counts FROM daily_tries
WHERE person_id = :person_id ORDER BY day DESC LIMIT :most;

-- name: mine_daily_averages(person_id, most)
SELECT shown_on, average, days FROM daily_averages WHERE person_id = :person_id ORDER BY shown_on LIMIT :most;

-- name: mine_daily_players(person_id, most)
SELECT token, streak_day, streak, calm, best FROM daily_players WHERE person_id = :person_id LIMIT :most;

-- name: mine_daily_friends(person_id, most)
-- How many links of others they have opened, and how often theirs was; by whom is nobody's to know.
SELECT who, count(*) AS people FROM (
    SELECT * FROM (SELECT 'opened' AS who FROM daily_friends WHERE person_id = :person_id LIMIT :most) AS mine
    UNION ALL
    SELECT * FROM (SELECT 'opened by' AS who FROM daily_friends WHERE friend_id = :person_id LIMIT :most) AS theirs
) AS opened GROUP BY who ORDER BY who LIMIT :most;

-- name: mine_daily_reminders(person_id, most)
SELECT zone, minute FROM daily_reminders WHERE person_id = :person_id LIMIT :most;

-- name: mine_daily_guests(person_id, most)
SELECT day, name, joined_at FROM daily_guests WHERE person_id = :person_id ORDER BY day DESC LIMIT :most;
