-- name: stored()
-- How much of what changes with use is stored, by name. For the operator: it counts rows.
SELECT 'outbox' AS what, count(*) AS count FROM outbox
UNION ALL SELECT 'failed_updates', count(*) FROM failed_updates
UNION ALL SELECT 'failed_messages', count(*) FROM failed_messages
UNION ALL SELECT 'games', count(*) FROM games WHERE ended_at IS NULL AND chat_id IS NOT NULL
UNION ALL SELECT 'matches', count(*) FROM games WHERE ended_at IS NULL AND chat_id IS NULL
UNION ALL SELECT 'challenges', count(*) FROM challenges WHERE is_open = 1
UNION ALL SELECT 'seeks', count(*) FROM seeks
UNION ALL SELECT 'jobs', count(*) FROM jobs
UNION ALL SELECT 'long_jobs', count(*) FROM long_jobs
UNION ALL SELECT 'reports', count(*) FROM reports;
