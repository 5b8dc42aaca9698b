-- Overall scores are kept in tenths, because a quiz's own scoring may publish one decimal place.
--
-- The scores of such a scoring stand whole in `own_scores`: JSON with the overall score and those of any categories, with
-- their bands and bounds. It is NULL for scores of the built-in questions alone, which the other columns hold.
DROP INDEX records_by_score;

UPDATE records SET score = score * 10 WHERE score IS NOT NULL;
UPDATE past_attempts SET score = score * 10 WHERE score IS NOT NULL;

ALTER TABLE records ADD COLUMN own_scores TEXT;
ALTER TABLE past_attempts ADD COLUMN own_scores TEXT;

-- Submitted records of one score stand together, in the order of their starts. With all the columns that finding a page
-- needs, so that rows are read only of the records that are shown.
CREATE INDEX records_by_score ON records (quiz_id, score, started_at, user_id, submitted_at)
WHERE submitted_at IS NOT NULL;

-- What can be counted grows with the kinds of question, so the dimensions are no longer listed here.
CREATE TABLE new_tallies (
    quiz_id   TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    -- What is counted; 'started' counts every record, the others those that are submitted.
    dimension TEXT    NOT NULL,
    -- The day since 1970, the score, the seconds, the language, the question id, or '<question id>/<option id>'.
    bucket    TEXT    NOT NULL,
    n         INTEGER NOT NULL,
    PRIMARY KEY (quiz_id, dimension, bucket)
) STRICT, WITHOUT ROWID;

INSERT INTO new_tallies (quiz_id, dimension, bucket, n) SELECT quiz_id, dimension, bucket, n FROM tallies;

DROP TABLE tallies;
ALTER TABLE new_tallies RENAME TO tallies;
