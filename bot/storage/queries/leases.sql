-- A lease says which replica sends to a chat; it is over when that replica lives no more, or has let go of it.

-- name: beat(name)
-- Say that we live. Gives nothing.
INSERT INTO replicas (name, seen_at) SELECT CAST(:name AS TEXT), now FROM clock WHERE true
ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at;

-- name: claim(chat_id, holder)*!
-- Gives who sends to the chat now, and in how many seconds the chat's allowance of messages is whole again.
INSERT INTO leases (chat_id, holder, full_at) VALUES (:chat_id, :holder, 0)
ON CONFLICT (chat_id) DO UPDATE SET
    holder = CASE WHEN leases.holder IN (SELECT name FROM living) THEN leases.holder ELSE excluded.holder END
RETURNING chat_id, holder, full_at - (SELECT now FROM clock) AS debt;

-- name: claim_waiting(holder)
-- The same for every chat for which something waits and nobody sends.
INSERT INTO leases (chat_id, holder, full_at)
SELECT DISTINCT outbox.chat_id, CAST(:holder AS TEXT), CAST(0 AS DOUBLE PRECISION)
FROM outbox LEFT JOIN leases ON leases.chat_id = outbox.chat_id
WHERE leases.chat_id IS NULL OR leases.holder NOT IN (SELECT name FROM living)
ORDER BY 1
ON CONFLICT (chat_id) DO UPDATE SET holder = excluded.holder WHERE leases.holder NOT IN (SELECT name FROM living)
RETURNING chat_id, full_at - (SELECT now FROM clock) AS debt;

-- name: ours_waiting(holder)
-- The same for every chat for which something waits and to which this replica sends, told of it or not.
SELECT DISTINCT outbox.chat_id, leases.full_at - (SELECT now FROM clock) AS debt
FROM outbox JOIN leases ON leases.chat_id = outbox.chat_id WHERE leases.holder = :holder;

-- name: release(chat_id, holder, debt)*!
-- Gives the chat, or nothing where something has come to wait for it meanwhile.
UPDATE leases SET holder = '', full_at = (SELECT now FROM clock) + :debt
WHERE chat_id = :chat_id AND holder = :holder AND NOT EXISTS (SELECT 1 FROM outbox WHERE chat_id = :chat_id)
RETURNING chat_id;

-- name: leave(holder)
UPDATE leases SET holder = ''
WHERE chat_id IN (SELECT chat_id FROM leases WHERE holder = :holder ORDER BY chat_id /*+ FOR UPDATE */)
RETURNING chat_id;

-- name: forget_leases(before)*!
DELETE FROM leases WHERE holder = '' AND full_at < :before;

-- name: forget_replicas(before)*!
DELETE FROM replicas WHERE seen_at < :before;

-- name: grant(seconds, burst)
-- Grants the messages of so many seconds; gives how many seconds to wait before they may be sent. What was not used
-- may be sent at once later, up to those of `burst` seconds.
UPDATE budget SET free_at = :seconds + (
    SELECT CASE
        WHEN free_at < now - :burst THEN now - CAST(:burst AS DOUBLE PRECISION)
        WHEN free_at > now + 60 THEN now ELSE free_at END
    FROM clock)
RETURNING free_at - (SELECT now FROM clock) AS wait;
