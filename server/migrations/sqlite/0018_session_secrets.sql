-- Secrets with which other applications sign the sessions of their users. A quiz with a row takes signed sessions only.
CREATE TABLE session_secrets (
    quiz_id TEXT PRIMARY KEY REFERENCES quizzes (id) ON DELETE CASCADE,
    secret  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
