-- Sessions of people who do not play now, for both databases: a chat, a game that is over, the message that shows it and an
-- update that was seen; every fourth has a game on as well. The ids of games are sixteen digits as if at random.

CREATE TEMPORARY TABLE session AS
WITH RECURSIVE counted (n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM counted WHERE n < :sessions)
SELECT
    n,
    1000000 + 7 * n AS chat_id,
    substr(CAST(10000000000000000 + n * 2654435761 % 4294967296 * 1000003 AS TEXT), 2) AS game_id
FROM counted;

INSERT INTO chats (chat_id, language, spoken, style, greeted, reachable)
SELECT chat_id, 'uk', 'en', 'emoji', 1, 1 FROM session;

INSERT INTO games (game_id, kind, chat_id, starter, salt, opened_at, ended_at, body, revision)
SELECT game_id, 'alone', chat_id, chat_id, '5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a', clock.now - 600, clock.now - 60, ':played', 1
FROM session CROSS JOIN clock ORDER BY game_id;

INSERT INTO games (game_id, kind, chat_id, starter, salt, opened_at, ended_at, body, revision)
SELECT 'f' || game_id, 'alone', chat_id, chat_id, '5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a', clock.now - 600, NULL, ':begun', 1
FROM session CROSS JOIN clock WHERE n % 4 = 0 ORDER BY game_id;

INSERT INTO slots (chat_id, slot, message_id, below)
SELECT chat_id, 'board ' || game_id, n, 0 FROM session;

INSERT INTO seen_updates (bot_id, update_id, seen_at)
SELECT :bot, 1000000000 + n, (SELECT now FROM clock) FROM session;

DROP TABLE session;
