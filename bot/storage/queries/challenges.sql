-- name: challenge(token)^
SELECT challenges.token, challenges.body, challenges.revision
FROM (SELECT 1 AS always) AS once LEFT JOIN challenges ON challenges.token = :token;

-- name: open_challenges(person_id)
SELECT token, body, revision FROM challenges WHERE person_id = :person_id AND is_open = 1 ORDER BY made_at, token;

-- name: answered_challenges(person_id, since, most)
-- Those that wait no more, the latest first.
SELECT token, body, revision FROM challenges WHERE person_id = :person_id AND is_open = 0 AND made_at > :since
ORDER BY made_at DESC LIMIT :most;

-- name: open_challenges_in(chat_id, most)
SELECT token, body, revision FROM challenges
WHERE card_chat = :chat_id AND is_open = 1 ORDER BY made_at, token LIMIT :most;

-- name: bound_card(card)^
SELECT (SELECT token FROM bound_cards WHERE card = :card) AS token;

-- name: bind_card(card, token, bound_at)*!
INSERT INTO bound_cards (card, token, bound_at) VALUES (:card, :token, :bound_at) ON CONFLICT (card) DO NOTHING;
