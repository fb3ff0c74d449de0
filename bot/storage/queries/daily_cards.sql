-- name: daily_card(chat_id, day)^
SELECT cards.* FROM (SELECT 1 AS always) AS once
LEFT JOIN daily_cards AS cards ON cards.chat_id = :chat_id AND cards.day = :day;

-- name: daily_card_of(card)^
SELECT cards.* FROM (SELECT 1 AS always) AS once LEFT JOIN daily_cards AS cards ON cards.card = :card;

-- name: daily_cards_between(chat_id, first, last)
SELECT * FROM daily_cards WHERE chat_id = :chat_id AND day >= :first AND day <= :last ORDER BY day LIMIT 7;

-- name: put_daily_card(card, chat_id, thread_id, day, put_at)*!
INSERT INTO daily_cards (card, chat_id, thread_id, day, put_at, guests)
VALUES (:card, :chat_id, :thread_id, :day, :put_at, 0)
ON CONFLICT (chat_id, day) DO UPDATE SET thread_id = excluded.thread_id;

-- name: daily_guest(card, person_id)^
SELECT (SELECT place FROM daily_guests WHERE card = :card AND person_id = :person_id) AS place;

-- name: add_daily_guest(card, person_id, day, name, place, joined_at)*!
INSERT INTO daily_guests (card, person_id, day, name, place, joined_at)
VALUES (:card, :person_id, :day, :name, :place, :joined_at) ON CONFLICT (card, person_id) DO NOTHING;

-- name: drop_daily_guest(card, person_id)*!
DELETE FROM daily_guests WHERE card = :card AND person_id = :person_id;

-- name: count_daily_guest(card, change)*!
UPDATE daily_cards SET guests = guests + :change WHERE card = :card;

-- name: place_daily_guest(day, person_id, place)*!
UPDATE daily_guests SET place = :place WHERE person_id = :person_id AND day = :day;

-- name: daily_cards_of(day, person_id, most)
SELECT card FROM daily_guests WHERE person_id = :person_id AND day = :day LIMIT :most;

-- name: daily_guests(card, most)
-- The best first. Results stand in the try: it may have ended while its place was written.
SELECT guests.name AS guest, tries.* FROM (
    SELECT * FROM daily_guests WHERE card = :card ORDER BY place, person_id LIMIT :most) AS guests
LEFT JOIN daily_tries AS tries ON tries.day = guests.day AND tries.person_id = guests.person_id
ORDER BY guests.place, guests.person_id;

-- name: daily_post(post)^
SELECT posts.* FROM (SELECT 1 AS always) AS once LEFT JOIN daily_posts AS posts ON posts.post = :post;

-- name: daily_post_of(chat_id)^
SELECT posts.* FROM (SELECT 1 AS always) AS once LEFT JOIN daily_posts AS posts ON posts.chat_id = :chat_id;

-- name: begin_daily_post(post, chat_id, thread_id)*!
INSERT INTO daily_posts (post, chat_id, thread_id, day, unplayed) VALUES (:post, :chat_id, :thread_id, 0, 0)
ON CONFLICT (chat_id) DO UPDATE SET post = excluded.post, thread_id = excluded.thread_id, day = 0, unplayed = 0;

-- name: note_daily_post(post, day, unplayed)*!
UPDATE daily_posts SET day = :day, unplayed = :unplayed WHERE post = :post;

-- name: end_daily_post(post)*!
DELETE FROM daily_posts WHERE post = :post;
