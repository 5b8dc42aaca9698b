-- The next moment at which a quiz opens or closes by its dates, to be told to those who listen; NULL where there is none. 0
-- stands for one that is not known yet.
ALTER TABLE quizzes ADD COLUMN next_date INTEGER;

UPDATE quizzes SET next_date = 0
WHERE settings ->> 'opens_at' IS NOT NULL OR settings ->> 'closes_at' IS NOT NULL;

CREATE INDEX quizzes_by_next_date ON quizzes (next_date) WHERE next_date IS NOT NULL;
