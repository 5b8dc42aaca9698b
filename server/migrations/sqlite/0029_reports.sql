-- Links that show some figures of a quiz to anyone who has them.
CREATE TABLE reports (
    id         TEXT    NOT NULL,
    quiz_id    TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    -- SHA-256 of the token in the link.
    token_hash BLOB    NOT NULL UNIQUE,
    title      TEXT    NOT NULL,
    -- The names of its tables, as JSON.
    tables     TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (quiz_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX reports_by_quiz ON reports (quiz_id, created_at);

-- What all reports of a quiz may show, as JSON; one state for all of them, so that none tells what another one hides.
CREATE TABLE report_figures (
    quiz_id TEXT PRIMARY KEY REFERENCES quizzes (id) ON DELETE CASCADE,
    figures TEXT NOT NULL
) STRICT, WITHOUT ROWID;
