-- The next moment at which a quiz opens or closes by its dates, to be told to those who listen; NULL where there is none. 0
-- stands for one that is not known yet.
ALTER TABLE quizzes ADD COLUMN next_date BIGINT;
