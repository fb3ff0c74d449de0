-- Sessions of people who do not play now, for both databases: a chat, a game that is over, the message that shows it and an
-- update that was seen; every fourth has a game on as well. The ids of games are sixteen digits as if at random.

CREATE TEMPORARY TABLE session AS
WITH RECURSIVE counted (n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM counted WHERE n < :sessions)
SELECT
    n,
    1000000 + 7 * n AS chat_id,
    substr(CAST(10000000000000000 + n * 2654435761 % 4294967296 * 1000003 AS TEXT), 2) AS table_id
FROM counted;

INSERT INTO chats (chat_id, language, spoken, style, greeted, reachable)
SELECT chat_id, 'uk', 'en', 'emoji', 1, 1 FROM session;

INSERT INTO tables (table_id, chat_id, is_over, opened_at, body)
SELECT table_id, chat_id, 1, 1.7e9 + n, ':played' FROM session ORDER BY table_id;

INSERT INTO tables (table_id, chat_id, is_over, opened_at, body)
SELECT 'f' || table_id, chat_id, 0, 1.8e9 + n, ':begun' FROM session WHERE n % 4 = 0 ORDER BY table_id;

INSERT INTO slots (chat_id, slot, message_id, below)
SELECT chat_id, 'board ' || table_id, n, 0 FROM session;

INSERT INTO seen_updates (bot_id, update_id, seen_at)
SELECT :bot, 1000000000 + n, (SELECT now FROM clock) FROM session;

DROP TABLE session;
