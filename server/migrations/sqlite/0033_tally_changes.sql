-- What commits change of the tallies, one row for each quiz of a commit, until it is added to the tallies themselves: a
-- submission changes some sixteen of them, each a row with an index.
CREATE TABLE tally_changes (
    quiz_id TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    number  INTEGER NOT NULL,
    -- [["<dimension>", "<bucket>", <what is added>], …]
    changes TEXT    NOT NULL,
    PRIMARY KEY (quiz_id, number)
) STRICT, WITHOUT ROWID;
