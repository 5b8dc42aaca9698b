-- The tables that SQLite's migrations make, and how PostgreSQL's differ:
--
-- Moments are nanoseconds since 1970 in UTC, and JSON that is always read whole is text, as in SQLite. Texts that are
-- ordered, compared or searched have the collation "C", so that every server orders them by their bytes and folds the
-- letters of ASCII only.
--
-- Every key of the tables that grow with respondents begins with the quiz, so that they can be partitioned or
-- distributed by it. Namespaces, keys, administrators and the audit log are not.

CREATE TABLE namespaces (
    id                     TEXT COLLATE "C" PRIMARY KEY,
    name                   TEXT    NOT NULL,
    created_at             BIGINT  NOT NULL,
    -- True where members without a second factor are led to set one up before they see anything.
    requires_second_factor BOOLEAN NOT NULL DEFAULT false
);

CREATE TABLE quizzes (
    id           TEXT COLLATE "C" PRIMARY KEY,
    namespace_id TEXT COLLATE "C" NOT NULL REFERENCES namespaces (id),
    kind         TEXT   NOT NULL CHECK (kind IN ('open', 'inapp', 'invited')),
    settings     TEXT   NOT NULL,
    version      BIGINT NOT NULL CHECK (version >= 1),
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    -- Set first when a quiz is deleted, so that it is gone at once while its records go in small pieces.
    deleted_at   BIGINT
);

CREATE INDEX quizzes_by_namespace ON quizzes (namespace_id, created_at DESC, id DESC);

-- Definitions by version. Rows are only ever added.
CREATE TABLE quiz_versions (
    quiz_id    TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    version    BIGINT NOT NULL,
    definition TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (quiz_id, version)
);

CREATE TABLE invitations (
    quiz_id     TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    id          TEXT COLLATE "C" NOT NULL,
    name        TEXT COLLATE "C",
    email       TEXT COLLATE "C",
    custom_data TEXT COLLATE "C",
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (quiz_id, id)
);

CREATE INDEX invitations_by_age ON invitations (quiz_id, created_at, id);

-- One person's answers to one quiz.
CREATE TABLE records (
    quiz_id      TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id),
    user_id      TEXT COLLATE "C" NOT NULL,
    attempt      BIGINT NOT NULL DEFAULT 1,
    version      BIGINT NOT NULL,
    language     TEXT   NOT NULL,
    -- {"<question id>": "<option id>"}
    answers      TEXT   NOT NULL,
    custom_data  TEXT COLLATE "C",
    started_at   BIGINT NOT NULL,
    -- Grows with every change, also within one tick of the clock: it serves as the row's revision.
    activity_at  BIGINT NOT NULL,
    submitted_at BIGINT,
    -- From submission on; NULL where a score is absent.
    score        SMALLINT,
    spend_score  SMALLINT,
    save_score   SMALLINT,
    borrow_score SMALLINT,
    plan_score   SMALLINT,
    -- {"fhn1": points}
    indicators   TEXT,
    -- Of its last change: see change_numbers.
    changed      BIGINT NOT NULL,
    PRIMARY KEY (quiz_id, user_id)
);

CREATE INDEX records_by_start ON records (quiz_id, started_at, user_id);
CREATE INDEX records_by_custom_data ON records (quiz_id, custom_data, activity_at) WHERE custom_data IS NOT NULL;
CREATE INDEX records_by_change ON records (quiz_id, changed);
CREATE INDEX records_unfinished ON records (quiz_id, started_at, user_id) WHERE submitted_at IS NULL;

-- A score has 101 values, so submitted records stand in 102 lanes, each in the order of its starts; -1 is for those
-- without a score.
CREATE INDEX records_by_score ON records (quiz_id, coalesce(score, -1), started_at, user_id)
WHERE submitted_at IS NOT NULL;

-- The order in which the records of a quiz changed. A transaction takes the numbers from `first` up to `next` and holds
-- the row until it ends. So the transactions that change records of a quiz come one after the other, the numbers follow
-- the order of their commits, and a reader that has seen a number has been shown all lower ones: their transactions were
-- visible before the one with the higher number could begin to change anything.
CREATE TABLE change_numbers (
    quiz_id TEXT COLLATE "C" PRIMARY KEY REFERENCES quizzes (id) ON DELETE CASCADE,
    first   BIGINT NOT NULL,
    next    BIGINT NOT NULL
) WITH (fillfactor = 20);

-- Records that were erased: the id, for callers that follow the changes, and nothing else.
CREATE TABLE erased_records (
    quiz_id TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    changed BIGINT NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (quiz_id, changed)
);

-- The attempts before a record, as they were submitted.
CREATE TABLE past_attempts (
    quiz_id      TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id),
    user_id      TEXT COLLATE "C" NOT NULL,
    attempt      BIGINT NOT NULL,
    version      BIGINT NOT NULL,
    language     TEXT   NOT NULL,
    answers      TEXT   NOT NULL,
    custom_data  TEXT COLLATE "C",
    started_at   BIGINT NOT NULL,
    activity_at  BIGINT NOT NULL,
    submitted_at BIGINT NOT NULL,
    score        SMALLINT,
    spend_score  SMALLINT,
    save_score   SMALLINT,
    borrow_score SMALLINT,
    plan_score   SMALLINT,
    indicators   TEXT,
    PRIMARY KEY (quiz_id, user_id, attempt)
);

-- Sums over the records of a quiz, so that its figures need not read a million of them.
CREATE TABLE tallies (
    quiz_id   TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    -- 'started' counts every record, the others those that are submitted.
    dimension TEXT   NOT NULL CHECK (dimension IN
        ('started', 'completed', 'score', 'spend', 'save', 'borrow', 'plan', 'took', 'language', 'answer')),
    -- The day since 1970, the score, the seconds, the language, or '<question id>/<option id>'.
    bucket    TEXT   NOT NULL,
    n         BIGINT NOT NULL,
    PRIMARY KEY (quiz_id, dimension, bucket)
) WITH (fillfactor = 50);

CREATE TABLE api_keys (
    id           TEXT COLLATE "C" PRIMARY KEY,
    -- SHA-256 of the secret part; the secret itself is shown once and kept nowhere.
    secret_hash  BYTEA  NOT NULL,
    label        TEXT   NOT NULL,
    -- NULL: all namespaces.
    namespace_id TEXT COLLATE "C" REFERENCES namespaces (id),
    -- Names in a fixed order, with a space between them.
    scopes       TEXT   NOT NULL,
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT,
    revoked_at   BIGINT,
    last_used_at BIGINT
);

CREATE TABLE installation_secrets (
    name  TEXT PRIMARY KEY,
    value BYTEA NOT NULL
);

-- Units of work lock the row 'work', so that they come one after the other on all servers. Checks of readiness write to the
-- row 'probe'.
CREATE TABLE work_turns (
    name TEXT PRIMARY KEY
);

INSERT INTO work_turns (name) VALUES ('work'), ('probe');

-- Exports that are taken somewhere again and again. Each run is a job.
CREATE TABLE schedules (
    quiz_id    TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    id         TEXT COLLATE "C" NOT NULL,
    -- JSON: when, in which format, to whose keys, where to.
    plan       TEXT   NOT NULL,
    next_at    BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (quiz_id, id)
);

CREATE INDEX schedules_by_id ON schedules (id);
CREATE INDEX schedules_due ON schedules (next_at);

-- Work that outlives a request. A worker claims a job for a while (the lease) and gets a number that grows with every
-- claim (the fence); what it reports is taken only while its number is the latest.
CREATE TABLE jobs (
    quiz_id      TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    id           TEXT COLLATE "C" NOT NULL,
    kind         TEXT    NOT NULL,
    -- JSON, of the kind's own form.
    parameters   TEXT    NOT NULL DEFAULT '{}',
    -- Of a schedule's run, and the moment it was to begin.
    schedule_id  TEXT COLLATE "C",
    slot_at      BIGINT,
    state        TEXT    NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed')),
    is_cancelled BOOLEAN NOT NULL DEFAULT false,
    attempts     BIGINT  NOT NULL DEFAULT 0,
    fence        BIGINT  NOT NULL DEFAULT 0,
    -- Queued: not to be claimed before. Running: to be claimed by another worker from then on.
    due_at       BIGINT  NOT NULL,
    items_done   BIGINT  NOT NULL DEFAULT 0,
    items_total  BIGINT  NOT NULL DEFAULT 0,
    error        TEXT,
    -- JSON, of the kind's own form.
    outcome      TEXT,
    created_at   BIGINT  NOT NULL,
    finished_at  BIGINT,
    PRIMARY KEY (quiz_id, id),
    FOREIGN KEY (quiz_id, schedule_id) REFERENCES schedules (quiz_id, id) ON DELETE CASCADE
);

-- At most one job of a kind is under way for a quiz, apart from runs of schedules, which do not wait for each other.
CREATE UNIQUE INDEX jobs_under_way ON jobs (quiz_id, kind)
WHERE state IN ('queued', 'running') AND schedule_id IS NULL;
-- However many servers look at the schedules, a moment is run once.
CREATE UNIQUE INDEX jobs_of_schedule ON jobs (quiz_id, schedule_id, slot_at) WHERE schedule_id IS NOT NULL;
CREATE INDEX jobs_by_id ON jobs (id);
CREATE INDEX jobs_by_schedule ON jobs (schedule_id, slot_at) WHERE schedule_id IS NOT NULL;
CREATE INDEX jobs_due ON jobs (due_at) WHERE state IN ('queued', 'running');
CREATE INDEX jobs_by_quiz ON jobs (quiz_id, kind, created_at DESC);

-- The files of exports, noted before their first byte and until they are removed. A row outlives its job.
CREATE TABLE export_files (
    name   TEXT COLLATE "C" PRIMARY KEY,
    job_id TEXT COLLATE "C" NOT NULL,
    -- Of the claim under which the file was made.
    fence  BIGINT NOT NULL
);

CREATE TABLE administrators (
    id            TEXT COLLATE "C" PRIMARY KEY,
    -- In lower case.
    email         TEXT COLLATE "C" NOT NULL UNIQUE,
    name          TEXT    NOT NULL,
    -- Argon2id, in PHC form. NULL until the person has chosen one by a link.
    password_hash TEXT,
    -- The shared secret of the second factor, and the last time step it was used in: no code is taken twice.
    totp_secret   BYTEA,
    totp_step     BIGINT  NOT NULL DEFAULT 0,
    -- Owner of every namespace, also of those made later.
    is_everywhere BOOLEAN NOT NULL,
    created_at    BIGINT  NOT NULL
);

CREATE TABLE memberships (
    admin_id     TEXT COLLATE "C" NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
    namespace_id TEXT COLLATE "C" NOT NULL REFERENCES namespaces (id) ON DELETE CASCADE,
    role         TEXT NOT NULL CHECK (role IN ('viewer', 'editor', 'owner')),
    PRIMARY KEY (admin_id, namespace_id)
);

CREATE INDEX memberships_by_namespace ON memberships (namespace_id, admin_id);

-- Codes that stand in for the second factor, each of them once: a row goes with its use.
CREATE TABLE recovery_codes (
    admin_id  TEXT COLLATE "C" NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
    -- SHA-256 of the account's id and the code, which has 80 random bits and is kept nowhere.
    code_hash BYTEA NOT NULL,
    PRIMARY KEY (admin_id, code_hash)
);

-- Links that work once: to choose a password, or (admin_id NULL) to make the first administrator.
CREATE TABLE sign_in_links (
    token_hash BYTEA  PRIMARY KEY,
    admin_id   TEXT COLLATE "C" REFERENCES administrators (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL
);

CREATE TABLE sessions (
    -- SHA-256 of the cookie's value.
    token_hash BYTEA  PRIMARY KEY,
    -- The name of the session in lists and forms.
    id         TEXT COLLATE "C" NOT NULL UNIQUE,
    admin_id   TEXT COLLATE "C" NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
    -- The browser, as it calls itself.
    client     TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX sessions_by_administrator ON sessions (admin_id, seen_at);

-- Rows are only ever added. Each carries a hash over itself and the hash before it in the chain of its namespace, so a
-- row that is changed, taken out or put in between breaks the chain from there on.
CREATE TABLE audit_log (
    seq          BIGINT PRIMARY KEY,
    -- Counts the lines of a chain from 1. NULL only in logs that began in an early release.
    chain_seq    BIGINT,
    at           BIGINT NOT NULL,
    actor_kind   TEXT   NOT NULL CHECK (actor_kind IN ('administrator', 'key', 'operator', 'system')),
    actor_id     TEXT   NOT NULL,
    -- An e-mail address, or the label of a key.
    actor_name   TEXT COLLATE "C" NOT NULL,
    action       TEXT COLLATE "C" NOT NULL,
    namespace_id TEXT COLLATE "C",
    quiz_id      TEXT COLLATE "C",
    subject      TEXT COLLATE "C",
    details      TEXT,
    hash         BYTEA  NOT NULL
);

CREATE INDEX audit_log_by_namespace ON audit_log (namespace_id, seq);
CREATE UNIQUE INDEX audit_log_chains ON audit_log (coalesce(namespace_id, ''), chain_seq) WHERE chain_seq IS NOT NULL;
CREATE INDEX audit_log_shared ON audit_log (seq) WHERE chain_seq IS NULL;

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is append-only';
END
$$;

CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE ON audit_log
FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER audit_log_is_not_shortened BEFORE DELETE ON audit_log
FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER audit_log_is_not_emptied BEFORE TRUNCATE ON audit_log
FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Respondents stand in the audit log under a pseudonym: a hash over a salt and their id. The salt goes when they are
-- erased, and with it the last way from a line of the log to a person.
CREATE TABLE audit_subjects (
    quiz_id   TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    user_id   TEXT COLLATE "C" NOT NULL,
    pseudonym TEXT COLLATE "C" NOT NULL,
    salt      BYTEA NOT NULL,
    PRIMARY KEY (quiz_id, user_id)
);

CREATE INDEX audit_subjects_by_pseudonym ON audit_subjects (pseudonym);

-- The editor's fields as they were sent, valid or not, so that nothing typed is lost.
CREATE TABLE quiz_drafts (
    quiz_id    TEXT COLLATE "C" PRIMARY KEY REFERENCES quizzes (id) ON DELETE CASCADE,
    fields     TEXT   NOT NULL,
    -- The quiz as the draft was begun from: its updated_at.
    based_on   BIGINT NOT NULL,
    admin_id   TEXT   NOT NULL,
    updated_at BIGINT NOT NULL
);

-- The first replies to requests with an idempotency key. They are returned when a request is repeated within a day.
CREATE TABLE kept_replies (
    -- SHA-256 of the caller, the route and the key.
    request BYTEA  PRIMARY KEY,
    -- Encrypted, since a reply may hold a new API key: the hash of the request's body, and the reply.
    sealed  BYTEA  NOT NULL,
    kept_at BIGINT NOT NULL
);

CREATE INDEX kept_replies_by_age ON kept_replies (kept_at);

-- Days after which the records of a namespace are erased by themselves; without a row, or where a column is NULL, they
-- are kept.
CREATE TABLE retention (
    namespace_id    TEXT COLLATE "C" PRIMARY KEY REFERENCES namespaces (id) ON DELETE CASCADE,
    unfinished_days BIGINT,
    answers_days    BIGINT
);

-- Secrets with which other applications sign the sessions of their users. A quiz with a row takes signed sessions only.
CREATE TABLE session_secrets (
    quiz_id TEXT COLLATE "C" PRIMARY KEY REFERENCES quizzes (id) ON DELETE CASCADE,
    secret  TEXT NOT NULL
);
