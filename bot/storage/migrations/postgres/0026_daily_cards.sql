-- Older replicas beside it: yes. Back: DROP TABLE daily_guests; DROP TABLE daily_cards;
-- The card of a day in a group. `guests`: how many have pressed Play on it.
CREATE TABLE daily_cards (
    card      TEXT PRIMARY KEY,
    chat_id   BIGINT NOT NULL,
    thread_id BIGINT,
    day       INTEGER NOT NULL,
    put_at    DOUBLE PRECISION NOT NULL,
    guests    INTEGER NOT NULL
);
CREATE UNIQUE INDEX daily_cards_by_chat ON daily_cards (chat_id, day);
CREATE INDEX daily_cards_by_age ON daily_cards (put_at);

-- Who has pressed Play on a card. `place`: by which they stand on it, the best first.
CREATE TABLE daily_guests (
    card      TEXT NOT NULL,
    person_id BIGINT NOT NULL,
    day       INTEGER NOT NULL,
    name      TEXT NOT NULL,
    place     INTEGER NOT NULL,
    joined_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (card, person_id)
);
CREATE INDEX daily_guests_by_place ON daily_guests (card, place, person_id);
CREATE INDEX daily_guests_by_person ON daily_guests (person_id, day);
CREATE INDEX daily_guests_by_age ON daily_guests (joined_at);
