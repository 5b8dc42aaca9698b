-- Respondents stand in the audit log under a pseudonym: a hash over a salt and their id. The salt goes when they are
-- erased, and with it the last way from a line of the log to a person, while the lines and their chain stay as they are.

CREATE TABLE audit_subjects (
    pseudonym TEXT PRIMARY KEY,
    quiz_id   TEXT NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    user_id   TEXT NOT NULL,
    salt      BLOB NOT NULL,
    UNIQUE (quiz_id, user_id)
) STRICT, WITHOUT ROWID;
