-- The words by which people are found, folded: of their names, addresses and custom data, and ids that are not written as
-- they are folded. None for respondents of whom only an id is known.
CREATE TABLE person_words (
    quiz_id TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    word    TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (quiz_id, word, user_id)
);

CREATE INDEX person_words_by_user ON person_words (quiz_id, user_id, word);

-- How far the words of people from before are filled in; empty once all are.
CREATE TABLE person_words_left (
    part  TEXT COLLATE "C" PRIMARY KEY,
    -- The quiz, and the last respondent in it.
    place TEXT NOT NULL
);
INSERT INTO person_words_left (part, place) SELECT 'people', '' WHERE EXISTS (SELECT 1 FROM quizzes);
