-- What commits change of the tallies and of the submitted scores, one row for each quiz of a commit, until it is added to
-- these themselves: a submission changes some sixteen tallies and five scores, each a row with an index.
CREATE SEQUENCE tally_change_numbers;

CREATE TABLE tally_changes (
    quiz_id TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    number  BIGINT NOT NULL DEFAULT nextval('tally_change_numbers'),
    -- [["<dimension>", "<bucket>", <what is added>], …]
    changes TEXT   NOT NULL,
    -- [["<category>", <score>, <started_at>, "<user_id>", 1 or -1], …]
    scores  TEXT   NOT NULL,
    PRIMARY KEY (quiz_id, number)
);
