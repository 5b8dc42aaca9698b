-- Drafts of the editor that another administrator replaced, or that were discarded: the latest few of each quiz.
CREATE TABLE earlier_drafts (
    quiz_id    TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    updated_at INTEGER NOT NULL,
    fields     TEXT    NOT NULL,
    based_on   INTEGER NOT NULL,
    admin_id   TEXT    NOT NULL,
    PRIMARY KEY (quiz_id, updated_at)
) STRICT, WITHOUT ROWID;
