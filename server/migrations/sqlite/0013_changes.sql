-- The order in which the records of a quiz changed. A change takes the number after the highest of the quiz, in the
-- transaction that makes it, so the numbers follow the order of commits.
ALTER TABLE records ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;

UPDATE records SET changed = rowid;

CREATE INDEX records_by_change ON records (quiz_id, changed);

-- Records that were erased: the id, for callers that follow the changes, and nothing else.
CREATE TABLE erased_records (
    quiz_id TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    changed INTEGER NOT NULL,
    user_id TEXT    NOT NULL,
    PRIMARY KEY (quiz_id, changed)
) STRICT, WITHOUT ROWID;
