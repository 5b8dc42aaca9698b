-- Moments are nanoseconds since 1970 in UTC. JSON columns hold domain values that are always read whole.

CREATE TABLE namespaces (
    id         TEXT    PRIMARY KEY,
    name       TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE quizzes (
    id           TEXT    PRIMARY KEY,
    namespace_id TEXT    NOT NULL REFERENCES namespaces (id),
    kind         TEXT    NOT NULL CHECK (kind IN ('open', 'inapp', 'invited')),
    settings     TEXT    NOT NULL,
    version      INTEGER NOT NULL CHECK (version >= 1),
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL,
    -- Set first when a quiz is deleted, so that it is gone at once while its records go in small pieces.
    deleted_at   INTEGER
) STRICT, WITHOUT ROWID;

-- Lists go by namespace, newest first.
CREATE INDEX quizzes_by_namespace ON quizzes (namespace_id, created_at DESC, id DESC);

-- What each version asked. Rows are only ever added.
CREATE TABLE quiz_versions (
    quiz_id    TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    version    INTEGER NOT NULL,
    definition TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (quiz_id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE invitations (
    id          TEXT    PRIMARY KEY,
    quiz_id     TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    name        TEXT,
    email       TEXT,
    custom_data TEXT,
    created_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX invitations_by_quiz ON invitations (quiz_id, created_at, id);

-- One person's answers to one quiz. With a rowid on purpose: people who answer now began recently, so their rows stand
-- on the same few pages and a commit of many answers writes few of them.
CREATE TABLE records (
    quiz_id      TEXT    NOT NULL REFERENCES quizzes (id),
    user_id      TEXT    NOT NULL,
    version      INTEGER NOT NULL,
    language     TEXT    NOT NULL,
    -- {"<question id>": "<option id>"}
    answers      TEXT    NOT NULL,
    custom_data  TEXT,
    started_at   INTEGER NOT NULL,
    -- Grows with every change, also within one tick of the clock: it serves as the row's revision.
    activity_at  INTEGER NOT NULL,
    submitted_at INTEGER,
    -- From submission on; NULL where a score is absent.
    score        INTEGER,
    spend_score  INTEGER,
    save_score   INTEGER,
    borrow_score INTEGER,
    plan_score   INTEGER,
    -- {"fhn1": points}
    indicators   TEXT,
    UNIQUE (quiz_id, user_id)
) STRICT;

CREATE INDEX records_by_start ON records (quiz_id, started_at, user_id);
CREATE INDEX records_by_custom_data ON records (quiz_id, custom_data, activity_at) WHERE custom_data IS NOT NULL;

-- Counting a million records takes too long to do on every look at a quiz.
CREATE TABLE record_counts (
    quiz_id   TEXT    PRIMARY KEY REFERENCES quizzes (id) ON DELETE CASCADE,
    started   INTEGER NOT NULL DEFAULT 0,
    completed INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TRIGGER quiz_counts_begin AFTER INSERT ON quizzes BEGIN
    INSERT INTO record_counts (quiz_id) VALUES (new.id);
END;

CREATE TRIGGER count_started AFTER INSERT ON records BEGIN
    UPDATE record_counts
    SET started = started + 1, completed = completed + (new.submitted_at IS NOT NULL)
    WHERE quiz_id = new.quiz_id;
END;

CREATE TRIGGER count_completed AFTER UPDATE OF submitted_at ON records
WHEN old.submitted_at IS NULL AND new.submitted_at IS NOT NULL BEGIN
    UPDATE record_counts SET completed = completed + 1 WHERE quiz_id = new.quiz_id;
END;

CREATE TRIGGER count_erased AFTER DELETE ON records BEGIN
    UPDATE record_counts
    SET started = started - 1, completed = completed - (old.submitted_at IS NOT NULL)
    WHERE quiz_id = old.quiz_id;
END;

CREATE TABLE api_keys (
    id           TEXT    PRIMARY KEY,
    -- SHA-256 of the secret part; the secret itself is shown once and kept nowhere.
    secret_hash  BLOB    NOT NULL,
    label        TEXT    NOT NULL,
    -- NULL: all namespaces.
    namespace_id TEXT    REFERENCES namespaces (id),
    scope        TEXT    NOT NULL CHECK (scope IN ('read', 'export', 'admin')),
    created_at   INTEGER NOT NULL,
    expires_at   INTEGER,
    revoked_at   INTEGER,
    last_used_at INTEGER
) STRICT, WITHOUT ROWID;

-- Keys of this installation that must outlive a restart and be the same on every server, such as the one that seals
-- anonymous ids.
CREATE TABLE installation_secrets (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
