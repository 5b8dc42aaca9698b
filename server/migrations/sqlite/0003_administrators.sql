-- The people who run quizzes, how they are signed in, and what was done by whom.

CREATE TABLE administrators (
    id            TEXT    PRIMARY KEY,
    -- In lower case.
    email         TEXT    NOT NULL UNIQUE,
    name          TEXT    NOT NULL,
    -- Argon2id, in PHC form. NULL until the person has chosen one by a link.
    password_hash TEXT,
    -- The shared secret of the second factor, and the last time step it was used in: no code is taken twice.
    totp_secret   BLOB,
    totp_step     INTEGER NOT NULL DEFAULT 0,
    -- Owner of every namespace, also of those made later.
    is_everywhere INTEGER NOT NULL CHECK (is_everywhere IN (0, 1)),
    created_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE memberships (
    admin_id     TEXT NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
    namespace_id TEXT NOT NULL REFERENCES namespaces (id) ON DELETE CASCADE,
    role         TEXT NOT NULL CHECK (role IN ('viewer', 'editor', 'owner')),
    PRIMARY KEY (admin_id, namespace_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX memberships_by_namespace ON memberships (namespace_id, admin_id);

-- Links that work once: to choose a password, or (admin_id NULL) to make the first administrator.
CREATE TABLE sign_in_links (
    token_hash BLOB    PRIMARY KEY,
    admin_id   TEXT    REFERENCES administrators (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    -- SHA-256 of the cookie's value.
    token_hash BLOB    PRIMARY KEY,
    -- What names the session in lists and forms.
    id         TEXT    NOT NULL UNIQUE,
    admin_id   TEXT    NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
    -- The browser, as it calls itself.
    client     TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_administrator ON sessions (admin_id, seen_at);

-- Rows are only ever added. Each carries a hash over itself and the hash before it, so a row that is changed, taken out
-- or put in between breaks the chain from there on.
CREATE TABLE audit_log (
    seq          INTEGER PRIMARY KEY,
    at           INTEGER NOT NULL,
    actor_kind   TEXT    NOT NULL CHECK (actor_kind IN ('administrator', 'key', 'operator', 'system')),
    actor_id     TEXT    NOT NULL,
    -- What people know the actor by: an e-mail address, the label of a key.
    actor_name   TEXT    NOT NULL,
    action       TEXT    NOT NULL,
    namespace_id TEXT,
    quiz_id      TEXT,
    -- What it was done to within the quiz or namespace, such as a user or a key.
    subject      TEXT,
    details      TEXT,
    hash         BLOB    NOT NULL
) STRICT;

CREATE INDEX audit_log_by_namespace ON audit_log (namespace_id, seq);

CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE ON audit_log BEGIN
    SELECT raise(ABORT, 'the audit log is append-only');
END;

CREATE TRIGGER audit_log_is_not_shortened BEFORE DELETE ON audit_log BEGIN
    SELECT raise(ABORT, 'the audit log is append-only');
END;

-- What somebody is changing in the editor and has not saved as a version; the form's fields as they were sent, valid or
-- not, so that nothing typed is lost.
CREATE TABLE quiz_drafts (
    quiz_id    TEXT    PRIMARY KEY REFERENCES quizzes (id) ON DELETE CASCADE,
    fields     TEXT    NOT NULL,
    -- The quiz as the draft was begun from: its updated_at.
    based_on   INTEGER NOT NULL,
    admin_id   TEXT    NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
