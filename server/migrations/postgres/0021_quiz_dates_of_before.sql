-- Apart from the column, whose strong lock must not last while rows are read.
UPDATE quizzes SET next_date = 0
WHERE CAST(settings AS json) ->> 'opens_at' IS NOT NULL OR CAST(settings AS json) ->> 'closes_at' IS NOT NULL;

CREATE INDEX quizzes_by_next_date ON quizzes (next_date) WHERE next_date IS NOT NULL;
