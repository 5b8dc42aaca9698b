-- Overall scores are kept in tenths, because a quiz's own scoring may publish one decimal place.
--
-- The scores of such a scoring stand whole in `own_scores`: JSON with the overall score and those of any categories, with
-- their bands and bounds. It is NULL for scores of the built-in questions alone, which the other columns hold.
DROP INDEX records_by_score;

ALTER TABLE records ALTER COLUMN score TYPE BIGINT USING score * 10, ADD COLUMN own_scores TEXT;
ALTER TABLE past_attempts ALTER COLUMN score TYPE BIGINT USING score * 10, ADD COLUMN own_scores TEXT;

-- Submitted records of one score stand together, in the order of their starts; a number below every score is for those
-- without one.
CREATE INDEX records_by_score ON records (quiz_id, coalesce(score, -9223372036854775807), started_at, user_id)
WHERE submitted_at IS NOT NULL;

-- What can be counted grows with the kinds of question, so the dimensions are no longer listed here.
ALTER TABLE tallies DROP CONSTRAINT tallies_dimension_check;
