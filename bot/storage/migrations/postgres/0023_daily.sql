-- Older replicas beside it: yes. Back: DROP TABLE daily_reminders; DROP TABLE daily_pardons; DROP TABLE daily_friends; DROP TABLE daily_players; DROP TABLE daily_counts; DROP TABLE daily_tries;
-- Who has tried the code of which day, and how that ended. `lost`: hundredths of a turn; NULL: not known (yet).
CREATE TABLE daily_tries (
    day       INTEGER NOT NULL,
    person_id BIGINT NOT NULL,
    name      TEXT NOT NULL,
    game_id   TEXT NOT NULL,
    begun_at  DOUBLE PRECISION NOT NULL,
    ended_at  DOUBLE PRECISION,
    guesses   INTEGER NOT NULL,
    solved    INTEGER NOT NULL,
    hints     INTEGER NOT NULL,
    lost      INTEGER,
    counts    INTEGER NOT NULL,
    PRIMARY KEY (day, person_id)
);
CREATE INDEX daily_tries_by_person ON daily_tries (person_id, day);
CREATE INDEX daily_tries_by_age ON daily_tries (begun_at);

-- How many have come to each result on a day: what is asked costs the same however many have played.
CREATE TABLE daily_counts (
    day     INTEGER NOT NULL,
    hinted  INTEGER NOT NULL,
    guesses INTEGER NOT NULL,
    lost    INTEGER NOT NULL,
    finishers INTEGER NOT NULL,
    PRIMARY KEY (day, hinted, guesses, lost)
);

-- Who plays the daily code: the token of their link, and their streak up to the last day that is closed for good.
CREATE TABLE daily_players (
    person_id BIGINT PRIMARY KEY,
    token     TEXT NOT NULL,
    streak_day INTEGER NOT NULL,
    streak    INTEGER NOT NULL,
    calm      INTEGER NOT NULL,
    best      INTEGER NOT NULL
);
CREATE UNIQUE INDEX daily_players_by_token ON daily_players (token);

-- Who has opened whose link.
CREATE TABLE daily_friends (
    person_id BIGINT NOT NULL,
    friend_id BIGINT NOT NULL,
    PRIMARY KEY (person_id, friend_id)
);
CREATE INDEX daily_friends_by_friend ON daily_friends (friend_id, person_id);

-- Days that nobody could miss, for the bot was away.
CREATE TABLE daily_pardons (
    day INTEGER PRIMARY KEY
);

-- Who wants to be reminded, where their clock runs, and at which minute of the day. `version`: of the job that does it.
CREATE TABLE daily_reminders (
    person_id BIGINT PRIMARY KEY,
    zone      TEXT NOT NULL,
    minute    INTEGER NOT NULL,
    version   INTEGER NOT NULL
);
