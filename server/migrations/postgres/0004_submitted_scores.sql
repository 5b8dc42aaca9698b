-- The scores of submitted records, so that lists by any of them are read in their order: the overall score under the
-- category '', and one row for each category that has one. In tenths; the lowest number stands for an absent overall score.
-- A row follows its record in the same transaction.
CREATE TABLE submitted_scores (
    quiz_id    TEXT COLLATE "C" NOT NULL,
    category   TEXT COLLATE "C" NOT NULL,
    score      BIGINT NOT NULL,
    started_at BIGINT NOT NULL,
    user_id    TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (quiz_id, category, score, started_at, user_id)
);

INSERT INTO submitted_scores (quiz_id, category, score, started_at, user_id)
SELECT quiz_id, '', coalesce(score, -9223372036854775807), started_at, user_id
FROM records WHERE submitted_at IS NOT NULL;

INSERT INTO submitted_scores (quiz_id, category, score, started_at, user_id)
SELECT quiz_id, category, points * 10, started_at, user_id
FROM records CROSS JOIN LATERAL (VALUES
    ('spend', spend_score), ('save', save_score), ('borrow', borrow_score), ('plan', plan_score)
) AS categories (category, points)
WHERE own_scores IS NULL AND points IS NOT NULL;

INSERT INTO submitted_scores (quiz_id, category, score, started_at, user_id)
SELECT quiz_id, own.key, CAST(CAST(own.value ->> 'score' AS NUMERIC) * 10 AS BIGINT), started_at, user_id
FROM records CROSS JOIN LATERAL json_each(CAST(own_scores AS json) -> 'categories') AS own
WHERE own_scores IS NOT NULL AND submitted_at IS NOT NULL;

DROP INDEX records_by_score;
