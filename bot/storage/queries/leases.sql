-- A lease says which replica sends to a chat; it is over when that replica has let go of it, or lives no more. One that
-- was claimed a moment ago is not over, whatever else: whoever claims at the same moment waits for the row and then finds
-- it as the first has left it, but everything else, a sign of life included, as it was before both.

-- name: beat(name)
-- Say that we live. Gives nothing.
INSERT INTO replicas (name, seen_at) SELECT CAST(:name AS TEXT), now FROM clock WHERE true
ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at;

-- name: claim(chat_id, holder)*!
-- Gives who sends to the chat now, and in how many seconds the chat's allowance of messages is whole again.
INSERT INTO leases (chat_id, holder, claimed_at, full_at)
SELECT CAST(:chat_id AS BIGINT), CAST(:holder AS TEXT), now, 0 FROM clock WHERE true
ON CONFLICT (chat_id) DO UPDATE SET
    holder = CASE
        WHEN leases.holder <> '' AND (leases.holder IN (SELECT name FROM living)
            OR leases.claimed_at BETWEEN excluded.claimed_at - 3 AND excluded.claimed_at + 3)
        THEN leases.holder ELSE excluded.holder END,
    claimed_at = CASE
        WHEN leases.holder <> '' AND (leases.holder IN (SELECT name FROM living)
            OR leases.claimed_at BETWEEN excluded.claimed_at - 3 AND excluded.claimed_at + 3)
        THEN leases.claimed_at ELSE excluded.claimed_at END
RETURNING chat_id, holder, full_at - (SELECT now FROM clock) AS debt;

-- name: claim_waiting(holder)
-- The same for every chat for which something waits and nobody sends.
INSERT INTO leases (chat_id, holder, claimed_at, full_at)
SELECT waiting.chat_id, CAST(:holder AS TEXT), clock.now, 0
FROM (SELECT DISTINCT chat_id FROM outbox) AS waiting CROSS JOIN clock
LEFT JOIN leases ON leases.chat_id = waiting.chat_id
WHERE leases.chat_id IS NULL OR leases.holder = '' OR (leases.holder NOT IN (SELECT name FROM living)
    AND leases.claimed_at NOT BETWEEN clock.now - 3 AND clock.now + 3)
ORDER BY 1
ON CONFLICT (chat_id) DO UPDATE SET holder = excluded.holder, claimed_at = excluded.claimed_at
WHERE leases.holder = '' OR (leases.holder NOT IN (SELECT name FROM living)
    AND leases.claimed_at NOT BETWEEN excluded.claimed_at - 3 AND excluded.claimed_at + 3)
RETURNING chat_id, full_at - (SELECT now FROM clock) AS debt;

-- name: held(holder)
SELECT chat_id FROM leases WHERE holder = :holder;

-- name: ours_waiting(holder)
-- The same for every chat for which something waits and to which this replica sends, told of it or not.
SELECT DISTINCT outbox.chat_id, leases.full_at - (SELECT now FROM clock) AS debt
FROM outbox JOIN leases ON leases.chat_id = outbox.chat_id WHERE leases.holder = :holder;

-- name: lock_lease(chat_id, holder)*!
-- Whoever claims the chat from now on waits for us; what was put for it before can be seen by the next statement.
UPDATE leases SET holder = holder WHERE chat_id = :chat_id AND holder = :holder RETURNING chat_id;

-- name: release(chat_id, holder, debt)*!
-- Gives the chat, or nothing where something has come to wait for it meanwhile.
UPDATE leases SET holder = '', full_at = (SELECT now FROM clock) + :debt
WHERE chat_id = :chat_id AND holder = :holder AND NOT EXISTS (SELECT 1 FROM outbox WHERE chat_id = :chat_id)
RETURNING chat_id;

-- name: leave(holder)
UPDATE leases SET holder = ''
WHERE chat_id IN (SELECT chat_id FROM leases WHERE holder = :holder ORDER BY chat_id /*+ FOR UPDATE */)
RETURNING chat_id;

-- name: forget_leases(before)
DELETE FROM leases WHERE chat_id IN (
    SELECT chat_id FROM leases WHERE holder = '' AND full_at < :before ORDER BY chat_id LIMIT 5000
    /*+ FOR UPDATE SKIP LOCKED */)
RETURNING chat_id;

-- name: forget_replicas(before)
DELETE FROM replicas WHERE seen_at < :before RETURNING name;

-- name: grant(seconds, burst)
-- Grants the messages of so many seconds; gives how many seconds to wait before they may be sent. What was not used
-- may be sent at once later, up to those of `burst` seconds.
UPDATE budget SET free_at = :seconds + (
    SELECT CASE
        WHEN free_at < now - :burst THEN now - CAST(:burst AS DOUBLE PRECISION)
        WHEN free_at > now + 10 THEN now ELSE free_at END
    FROM clock)
RETURNING free_at - (SELECT now FROM clock) AS wait;

-- name: grant_for_many(seconds, burst)
-- The same for messages to many, which have a budget of their own besides.
UPDATE budget SET many_free_at = :seconds + (
    SELECT CASE
        WHEN many_free_at < now - :burst THEN now - CAST(:burst AS DOUBLE PRECISION)
        WHEN many_free_at > now + 10 THEN now ELSE many_free_at END
    FROM clock)
RETURNING many_free_at - (SELECT now FROM clock) AS wait;
