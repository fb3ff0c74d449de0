-- name: put_long_job(kind, subject, person_id, chat_id, thread_id, turn, content, least, most)*!
-- Gives the job, or nothing where so many of the person's wait. What nobody in particular wants (0) is never too much.
-- `least`: how many of one person's it stands behind at least.
INSERT INTO long_jobs (kind, subject, person_id, chat_id, thread_id, turn, content, behind, holder)
SELECT CAST(:kind AS TEXT), CAST(:subject AS TEXT), CAST(:person_id AS BIGINT), CAST(:chat_id AS BIGINT),
    CAST(:thread_id AS BIGINT), CAST(:turn AS INTEGER), CAST(:content AS TEXT), theirs.waiting + CAST(:least AS INTEGER), ''
FROM (SELECT count(*) AS waiting
    FROM (SELECT 1 FROM long_jobs WHERE person_id = :person_id LIMIT :most) AS counted) AS theirs
WHERE theirs.waiting < :most OR CAST(:person_id AS BIGINT) = 0
/*+ RETURNING job_id */;

-- name: long_jobs_of(person_id)
SELECT job_id, kind, subject, person_id, chat_id, thread_id, turn, content FROM long_jobs
WHERE person_id = :person_id ORDER BY job_id;

-- name: has_long_jobs()^
SELECT EXISTS (SELECT 1 FROM long_jobs) AS has;

-- name: take_long_job(holder, kinds)
-- The one whose turn it is of those that no living replica is about; none of a person of whom another replica has one.
-- `kinds`: those that are known here, each between commas.
UPDATE long_jobs SET holder = CAST(:holder AS TEXT) WHERE job_id = (
    SELECT job_id FROM long_jobs AS waiting
    WHERE CAST(:kinds AS TEXT) LIKE '%,' || kind || ',%'
        AND (holder IN ('', CAST(:holder AS TEXT)) OR NOT EXISTS (SELECT 1 FROM living WHERE name = waiting.holder))
        AND (person_id = 0 OR NOT EXISTS (
            SELECT 1 FROM long_jobs AS theirs WHERE theirs.person_id = waiting.person_id
            AND theirs.holder <> CAST(:holder AS TEXT)
            AND EXISTS (SELECT 1 FROM living WHERE name = theirs.holder)))
    ORDER BY behind, job_id LIMIT 1 /*+ FOR UPDATE SKIP LOCKED */)
RETURNING job_id, kind, subject, person_id, chat_id, thread_id, turn, content;

-- name: long_job(job_id)
-- Nothing where it is done, or being finished by another replica.
SELECT job_id, kind, subject, person_id, chat_id, thread_id, turn, content FROM long_jobs
WHERE job_id = :job_id /*+ FOR UPDATE SKIP LOCKED */;

-- name: drop_long_job(job_id)*!
DELETE FROM long_jobs WHERE job_id = :job_id;
