-- The scores of submitted records, so that lists by any of them are read in their order: the overall score under the
-- category '', and one row for each category that has one. In tenths; the lowest number stands for an absent overall score.
-- A row follows its record in the same transaction.
CREATE TABLE submitted_scores (
    quiz_id    TEXT    NOT NULL,
    category   TEXT    NOT NULL,
    score      INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    user_id    TEXT    NOT NULL,
    PRIMARY KEY (quiz_id, category, score, started_at, user_id)
) STRICT, WITHOUT ROWID;

INSERT INTO submitted_scores (quiz_id, category, score, started_at, user_id)
SELECT quiz_id, '', coalesce(score, -9223372036854775807), started_at, user_id
FROM records WHERE submitted_at IS NOT NULL ORDER BY 1, 3, 4, 5;

INSERT INTO submitted_scores (quiz_id, category, score, started_at, user_id)
SELECT quiz_id, category, score * 10, started_at, user_id FROM (
    SELECT quiz_id, 'borrow' AS category, borrow_score AS score, started_at, user_id, own_scores FROM records
    UNION ALL SELECT quiz_id, 'plan', plan_score, started_at, user_id, own_scores FROM records
    UNION ALL SELECT quiz_id, 'save', save_score, started_at, user_id, own_scores FROM records
    UNION ALL SELECT quiz_id, 'spend', spend_score, started_at, user_id, own_scores FROM records
) WHERE own_scores IS NULL AND score IS NOT NULL;

INSERT INTO submitted_scores (quiz_id, category, score, started_at, user_id)
SELECT quiz_id, own.key, CAST(round((own.value ->> 'score') * 10) AS INTEGER), started_at, user_id
FROM records CROSS JOIN json_each(own_scores, '$.categories') AS own
WHERE own_scores IS NOT NULL AND submitted_at IS NOT NULL;

DROP INDEX records_by_score;
