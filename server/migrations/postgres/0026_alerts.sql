-- Alerts that attempts have raised: each once an attempt, for good.
CREATE TABLE alerts (
    quiz_id         TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    user_id         TEXT COLLATE "C" NOT NULL,
    attempt         BIGINT NOT NULL,
    -- Its id in the definition.
    alert           TEXT COLLATE "C" NOT NULL,
    -- The public id, which sorts by the moment.
    id              TEXT COLLATE "C" NOT NULL,
    -- The version of the quiz that declares it.
    version         BIGINT NOT NULL,
    at              BIGINT NOT NULL,
    acknowledged_at BIGINT,
    -- The name of the administrator or key.
    acknowledged_by TEXT,
    -- Encrypted.
    note            TEXT,
    PRIMARY KEY (quiz_id, user_id, attempt, alert)
);

CREATE UNIQUE INDEX alerts_by_id ON alerts (quiz_id, id);
CREATE INDEX open_alerts ON alerts (quiz_id, id) WHERE acknowledged_at IS NULL;
