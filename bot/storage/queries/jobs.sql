-- name: put_job(due_at, kind, subject, turn)*!
INSERT INTO jobs (due_at, kind, subject, turn) VALUES (:due_at, :kind, :subject, :turn);

-- name: due_job(now)
SELECT job_id, kind, subject, turn FROM jobs WHERE due_at <= :now ORDER BY due_at, job_id LIMIT 1
/*+ FOR UPDATE SKIP LOCKED */;

-- name: postpone_job(job_id, seconds)*!
UPDATE jobs SET due_at = due_at + :seconds WHERE job_id = :job_id;

-- name: drop_job(job_id)*!
DELETE FROM jobs WHERE job_id = :job_id;
