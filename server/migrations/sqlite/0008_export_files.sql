-- The files of exports, noted before their first byte and until they are removed. Tidying removes what stands here and
-- nothing else, so files of others in the same folder or bucket are safe. A row outlives its job, which may go with its
-- quiz.

CREATE TABLE export_files (
    name   TEXT    PRIMARY KEY,
    job_id TEXT    NOT NULL,
    -- Of the claim under which the file was made.
    fence  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One for every attempt so far.
WITH RECURSIVE attempts (job_id, fence, format) AS (
    SELECT id, fence, coalesce(parameters ->> 'format', 'csv') FROM jobs WHERE kind = 'export' AND fence > 0
    UNION ALL
    SELECT job_id, fence - 1, format FROM attempts WHERE fence > 1
)
INSERT INTO export_files (name, job_id, fence)
SELECT job_id || '-' || fence || '.' || format, job_id, fence FROM attempts;
