-- name: relations(person_id, others)
-- What stands between the person and each of the others, who are the keys of `others`. Who may reach whom by it is told
-- in bot/app/model/reach.py. The queries that filter many people say the same of each: rivals, listed_seeks, friends,
-- daily_of_friends, unheard, unheard_by. Each pair is looked up, for somebody may block, or have played, very many.
SELECT met.other_id,
    COALESCE((SELECT 1 FROM blocks WHERE person_id = :person_id AND blocked_id = met.other_id LIMIT 1), 0) AS blocks,
    COALESCE((SELECT 1 FROM blocks WHERE person_id = met.other_id AND blocked_id = :person_id LIMIT 1), 0) AS is_blocked,
    COALESCE((SELECT 1 FROM bans WHERE person_id IN (:person_id, met.other_id) LIMIT 1), 0) AS is_banned,
    COALESCE(chats.friends_only, 0) AS friends_only,
    COALESCE((SELECT 1 FROM rivalries WHERE person_id = met.other_id AND rival_id = :person_id LIMIT 1),
        (SELECT 1 FROM daily_friends WHERE person_id = met.other_id AND friend_id = :person_id LIMIT 1), 0) AS knows_me,
    COALESCE(chats.greeted, 0) AS has_started, 1 - COALESCE(chats.reachable, 1) AS is_away,
    COALESCE(chats.no_codes, 0) AS no_codes
FROM (SELECT CAST(key AS BIGINT) AS other_id FROM json_each(:others /*+ ::json */)) AS met
LEFT JOIN chats ON chats.chat_id = met.other_id ORDER BY met.other_id;
