-- Links that show some figures of a quiz to anyone who has them.
CREATE TABLE reports (
    id         TEXT COLLATE "C" NOT NULL,
    quiz_id    TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    -- SHA-256 of the token in the link.
    token_hash BYTEA  NOT NULL,
    title      TEXT   NOT NULL,
    -- The names of its tables, as JSON.
    tables     TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (quiz_id, id)
);

CREATE INDEX reports_by_quiz ON reports (quiz_id, created_at);
CREATE INDEX reports_by_token ON reports (token_hash);

-- What all reports of a quiz may show, as JSON; one state for all of them, so that none tells what another one hides.
CREATE TABLE report_figures (
    quiz_id TEXT COLLATE "C" PRIMARY KEY REFERENCES quizzes (id) ON DELETE CASCADE,
    figures TEXT NOT NULL
);
