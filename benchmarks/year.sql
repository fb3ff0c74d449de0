-- What a day of players leaves behind, for both databases. Games are numbered from :first on; their ids are sixteen digits as
-- if at random. A part is left out where its rows would be deleted by now: `-- kept N` says for how many days they stay.

-- kept 100000
CREATE TEMPORARY TABLE day AS
WITH RECURSIVE counted (n) AS (
    SELECT CAST(:first AS BIGINT) UNION ALL SELECT n + 1 FROM counted WHERE n < :first + :games - 1)
SELECT
    n,
    substr(CAST(10000000000000000 + n * 2654435761 % 4294967296 * 1000003 AS TEXT), 2) AS game_id,
    1000000000 + n * 40503 % :people AS person_id,
    1000000000 + (n * 40503 + 77) % :people AS rival_id,
    CASE WHEN n % 20 < 14 THEN 'alone' WHEN n % 20 < 16 THEN 'keeper' WHEN n % 20 < 18 THEN 'number' ELSE 'match' END
        AS kind,
    :at + 86400.0 * (n - :first) / :games AS opened_at
FROM counted;

INSERT INTO played (game_id, line)
SELECT game_id, replace(replace(replace(
    CASE kind WHEN 'alone' THEN ':alone_line' WHEN 'keeper' THEN ':keeper_line' WHEN 'number' THEN ':number_line'
        ELSE ':match_line' END,
    'PERSON', CAST(person_id AS TEXT)), 'RIVAL', CAST(rival_id AS TEXT)), 'OPENED', CAST(CAST(opened_at AS BIGINT) AS TEXT))
FROM day WHERE n % 100 > 0 ORDER BY n;

INSERT INTO played_by (person_id, number)
SELECT day.person_id, played.number FROM day JOIN played ON played.game_id = day.game_id
UNION ALL SELECT day.rival_id, played.number FROM day JOIN played ON played.game_id = day.game_id WHERE day.kind = 'match';

INSERT INTO results (game_id, person_id, rival_id, rival_name, family, is_rated, score, rating, deviation, guesses,
    has_solved, group_id, ended_at)
SELECT game_id, person_id, rival_id, 'A rival of theirs', '4x10', 1, 1.0, 1543.21, 87.65, 6, 1, CAST(NULL AS BIGINT), opened_at + 95
FROM day WHERE kind = 'match'
UNION ALL
SELECT game_id, rival_id, person_id, 'A rival of theirs', '4x10', 1, 0.0, 1456.78, 87.65, 6, 0, CAST(NULL AS BIGINT), opened_at + 95
FROM day WHERE kind = 'match';

INSERT INTO masteries (game_id, chat_id, size) SELECT game_id, person_id, 100 FROM day WHERE n % 200 = 16;

INSERT INTO chats (chat_id, language, spoken, style, greeted, reachable)
SELECT DISTINCT person_id, 'uk', 'en', 'emoji', 1, 1 FROM day WHERE true ON CONFLICT (chat_id) DO NOTHING;
INSERT INTO slots (chat_id, slot, message_id, below)
SELECT DISTINCT person_id, 'menu', 1, 0 FROM day WHERE true ON CONFLICT (chat_id, slot) DO NOTHING;
INSERT INTO last_options (chat_id, mode, options)
SELECT DISTINCT person_id, 'solo', 'solo classic normal perfect' FROM day WHERE true ON CONFLICT (chat_id, mode) DO NOTHING;
INSERT INTO people (person_id, name, finished, walked_out, last_rival, revision)
SELECT DISTINCT person_id, 'Somebody who plays', 3, 0, rival_id, 4 FROM day WHERE kind = 'match'
ON CONFLICT (person_id) DO NOTHING;
INSERT INTO ratings (person_id, family, rating, deviation, volatility, games, wins, draws, losses, played_at, revision)
SELECT DISTINCT person_id, '4x10', 1543.21, 87.65, 0.06, 9, 5, 0, 4, 1.7e9, 9 FROM day WHERE kind = 'match'
ON CONFLICT (person_id, family) DO NOTHING;

-- kept 180
INSERT INTO games (game_id, kind, chat_id, starter, salt, opened_at, saved_at, body, revision)
SELECT game_id, 'alone', person_id, person_id, ':salt', opened_at, opened_at, ':begun_body', 3
FROM day WHERE n % 100 = 0 ORDER BY game_id;
INSERT INTO slots (chat_id, slot, message_id, below) SELECT person_id, 'game:' || game_id, n, 0 FROM day WHERE n % 100 = 0;

-- kept 30
INSERT INTO games (game_id, kind, chat_id, starter, salt, opened_at, ended_at, saved_at, body, revision)
SELECT game_id, kind, CASE kind WHEN 'match' THEN NULL ELSE person_id END, person_id, ':salt', opened_at, opened_at + 95,
    opened_at + 95, CASE kind WHEN 'alone' THEN ':alone_body' WHEN 'keeper' THEN ':keeper_body'
        WHEN 'number' THEN ':number_body' ELSE ':match_body' END, 9
FROM day WHERE n % 100 > 0 ORDER BY game_id;
INSERT INTO seats (game_id, seat, person_id, is_over)
SELECT game_id, 0, person_id, 1 FROM day WHERE kind = 'match' UNION ALL
SELECT game_id, 1, rival_id, 1 FROM day WHERE kind = 'match';
INSERT INTO slots (chat_id, slot, message_id, below)
SELECT person_id, 'game:' || game_id, n, 0 FROM day WHERE n % 100 > 0 UNION ALL
SELECT rival_id, 'game:' || game_id, n, 0 FROM day WHERE kind = 'match';
INSERT INTO prompts (person_id, kind, content, kept_at)
SELECT DISTINCT person_id, 'which', '0123', :at FROM day WHERE n % 50 = 7 ON CONFLICT (person_id, kind) DO NOTHING;

-- kept 90
INSERT INTO contests (token, game_id, body, revision, played_at)
SELECT 'tttttt' || game_id, game_id, ':contest_body', 3, opened_at + 95 FROM day WHERE n % 50 = 1;
INSERT INTO entries (token, person_id, game_id, has_solved, guesses, seconds, began_at, ended_at, body)
SELECT 'tttttt' || game_id, person_id + 1, game_id, 1, 7, 95.0, opened_at + 900, opened_at + 995, ':entry_body'
FROM day WHERE n % 50 = 1;
INSERT INTO slots (chat_id, slot, message_id, below)
SELECT person_id, 'contest:tttttt' || game_id, n, 0 FROM day WHERE n % 50 = 1;
INSERT INTO failed_messages (letter_id, chat_id, failed_at, content, error)
SELECT n, person_id, opened_at, ':entry_body', 'Bad Request: message to edit not found' FROM day WHERE n % 5000 = 1;

-- kept 9
INSERT INTO challenges (token, person_id, is_open, made_at, expires_at, body, revision)
SELECT 'ttttt' || CAST(offer AS TEXT) || game_id, person_id, 0, opened_at, opened_at + 172800.0, ':challenge_body', 2
FROM day CROSS JOIN (SELECT 1 AS offer UNION ALL SELECT 2 UNION ALL SELECT 3) AS offers WHERE n % 20 = 3;

-- kept 365
INSERT INTO bound_cards (card, token, bound_at)
SELECT 'AAAAAAAAAAAAAAAA-' || game_id, 'ttttt1' || game_id, opened_at FROM day WHERE n % 40 = 3;

-- kept 3
INSERT INTO seen_updates (bot_id, update_id, seen_at)
WITH RECURSIVE counted (u) AS (SELECT 1 UNION ALL SELECT u + 1 FROM counted WHERE u < 12)
SELECT 1, n * 12 + u, opened_at FROM day CROSS JOIN counted;
INSERT INTO remarks (remark_id, stream, person_id, name, said, said_at)
SELECT game_id, game_id, person_id, 'Somebody who plays', 'Good luck to you!', opened_at FROM day WHERE kind = 'match';
INSERT INTO stripped (chat_id, message_id, stripped_at) SELECT person_id, n, opened_at FROM day WHERE n % 10 = 1;

-- kept 100000
DROP TABLE day;
