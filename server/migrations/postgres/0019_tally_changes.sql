-- What commits change of the tallies, one row for each quiz of a commit, until it is added to the tallies themselves: a
-- submission changes some sixteen of them, each a row with an index.
CREATE SEQUENCE tally_change_numbers;

CREATE TABLE tally_changes (
    quiz_id TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    number  BIGINT NOT NULL DEFAULT nextval('tally_change_numbers'),
    -- [["<dimension>", "<bucket>", <what is added>], …]
    changes TEXT   NOT NULL,
    PRIMARY KEY (quiz_id, number)
);
