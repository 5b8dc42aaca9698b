-- What the records of a quiz add up to, so that its figures need not read a million of them. Changed by the same writes
-- as the records, in sums of their own, since a trigger would run for each record that is loaded.
CREATE TABLE tallies (
    quiz_id   TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    -- What is counted; 'started' counts every record, the others those that are submitted.
    dimension TEXT    NOT NULL CHECK (dimension IN
        ('started', 'completed', 'score', 'spend', 'save', 'borrow', 'plan', 'took', 'language', 'answer')),
    -- The day since 1970, the score, the seconds, the language, or '<question id>/<option id>'.
    bucket    TEXT    NOT NULL,
    n         INTEGER NOT NULL,
    PRIMARY KEY (quiz_id, dimension, bucket)
) STRICT, WITHOUT ROWID;

INSERT INTO tallies (quiz_id, dimension, bucket, n)
SELECT quiz_id, 'started', started_at / 86400000000000, count(*) FROM records GROUP BY 1, 3;

INSERT INTO tallies (quiz_id, dimension, bucket, n)
SELECT quiz_id, 'completed', submitted_at / 86400000000000, count(*)
FROM records WHERE submitted_at IS NOT NULL GROUP BY 1, 3;

INSERT INTO tallies (quiz_id, dimension, bucket, n)
SELECT quiz_id, dimension, points, count(*)
FROM (
    SELECT quiz_id, 'score' AS dimension, score AS points FROM records
    UNION ALL SELECT quiz_id, 'spend', spend_score FROM records
    UNION ALL SELECT quiz_id, 'save', save_score FROM records
    UNION ALL SELECT quiz_id, 'borrow', borrow_score FROM records
    UNION ALL SELECT quiz_id, 'plan', plan_score FROM records
)
WHERE points IS NOT NULL GROUP BY 1, 2, 3;

-- Seconds up to ten minutes, minutes up to a day, hours up to thirty days.
INSERT INTO tallies (quiz_id, dimension, bucket, n)
SELECT quiz_id, 'took',
    CASE
        WHEN seconds <= 600 THEN seconds
        WHEN seconds < 86400 THEN seconds / 60 * 60
        ELSE min(seconds, 2592000) / 3600 * 3600
    END,
    count(*)
FROM (
    SELECT quiz_id, max(submitted_at - started_at, 0) / 1000000000 AS seconds
    FROM records WHERE submitted_at IS NOT NULL
)
GROUP BY 1, 3;

INSERT INTO tallies (quiz_id, dimension, bucket, n)
SELECT quiz_id, 'language', language, count(*) FROM records WHERE submitted_at IS NOT NULL GROUP BY 1, 3;

INSERT INTO tallies (quiz_id, dimension, bucket, n)
SELECT records.quiz_id, 'answer', answer.key || '/' || answer.value, count(*)
FROM records, json_each(records.answers) AS answer
WHERE records.submitted_at IS NOT NULL GROUP BY 1, 3;

-- A score has 101 values, so submitted records stand in 101 lanes, each in the order of its starts. With all the
-- columns that finding a page needs, so that rows are read only of the records that are shown.
CREATE INDEX records_by_score ON records (quiz_id, score, started_at, user_id, submitted_at)
WHERE submitted_at IS NOT NULL;

-- An answer changes none of these columns: nobody who answers waits for an index.
CREATE INDEX records_unfinished ON records (quiz_id, started_at, user_id) WHERE submitted_at IS NULL;
