-- Moments are nanoseconds since 1970 in UTC. JSON columns hold domain values that are always read whole.

CREATE TABLE namespaces (
    id                     TEXT    PRIMARY KEY,
    name                   TEXT    NOT NULL,
    created_at             INTEGER NOT NULL,
    -- True where members without a second factor are led to set one up before they see anything.
    requires_second_factor INTEGER NOT NULL DEFAULT 0 CHECK (requires_second_factor IN (0, 1))
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
    deleted_at   INTEGER,
    -- Of its newest version, so that lists read no definitions.
    language     TEXT    NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

CREATE INDEX quizzes_by_namespace ON quizzes (namespace_id, created_at DESC, id DESC);

-- Definitions by version. Rows are only ever added.
CREATE TABLE quiz_versions (
    quiz_id    TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    version    INTEGER NOT NULL,
    definition TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (quiz_id, version)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER quizzes_have_the_language_of_their_version AFTER INSERT ON quiz_versions BEGIN
    UPDATE quizzes SET language = coalesce(NEW.definition ->> 'language', '') WHERE id = NEW.quiz_id;
END;

-- Pictures of quizzes, named by the digest of their contents. The bytes come last, so that what is told of a picture is read
-- without them.
CREATE TABLE quiz_images (
    quiz_id    TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    id         TEXT    NOT NULL,
    type       TEXT    NOT NULL,
    width      INTEGER NOT NULL,
    height     INTEGER NOT NULL,
    -- 1 once a version shows it, which then does so as long as the quiz is there.
    shown      INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    bytes      BLOB    NOT NULL,
    PRIMARY KEY (quiz_id, id)
) STRICT;

-- The editor's fields as they were sent, valid or not, so that nothing typed is lost.
CREATE TABLE quiz_drafts (
    quiz_id    TEXT    PRIMARY KEY REFERENCES quizzes (id) ON DELETE CASCADE,
    fields     TEXT    NOT NULL,
    -- The quiz as the draft was begun from: its updated_at.
    based_on   INTEGER NOT NULL,
    admin_id   TEXT    NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Drafts that another administrator replaced, or that were discarded: the latest few of each quiz.
CREATE TABLE earlier_drafts (
    quiz_id    TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    updated_at INTEGER NOT NULL,
    fields     TEXT    NOT NULL,
    based_on   INTEGER NOT NULL,
    admin_id   TEXT    NOT NULL,
    PRIMARY KEY (quiz_id, updated_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE invitations (
    id          TEXT    PRIMARY KEY,
    quiz_id     TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    name        TEXT,
    email       TEXT,
    custom_data TEXT,
    created_at  INTEGER NOT NULL,
    -- NULL while the link works.
    revoked_at  INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX invitations_by_quiz ON invitations (quiz_id, created_at, id);

-- A respondent's answers to a quiz: the latest attempt. With a rowid on purpose: people who answer now began recently, so
-- their rows stand on the same few pages and a commit of many answers writes few of them.
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
    -- In tenths, from submission on; NULL where there is no overall score.
    score        INTEGER,
    -- Of the built-in questions, in points.
    spend_score  INTEGER,
    save_score   INTEGER,
    borrow_score INTEGER,
    plan_score   INTEGER,
    -- {"fhn1": points}
    indicators   TEXT,
    attempt      INTEGER NOT NULL DEFAULT 1,
    -- Of its last change. A change takes the number after the highest of the quiz, in the transaction that makes it, so the
    -- numbers follow the order of commits.
    changed      INTEGER NOT NULL DEFAULT 0,
    -- Of a scoring of the quiz's own: JSON with the overall score and those of categories, with their bands and bounds.
    -- NULL for scores of the built-in questions alone, which the other columns hold.
    own_scores   TEXT,
    UNIQUE (quiz_id, user_id)
) STRICT;

CREATE INDEX records_by_start ON records (quiz_id, started_at, user_id);
CREATE INDEX records_by_custom_data ON records (quiz_id, custom_data, activity_at) WHERE custom_data IS NOT NULL;
CREATE INDEX records_by_change ON records (quiz_id, changed);
CREATE INDEX records_by_submission ON records (quiz_id, submitted_at, user_id) WHERE submitted_at IS NOT NULL;
-- An answer changes none of these columns, so it does not wait for this index.
CREATE INDEX records_unfinished ON records (quiz_id, started_at, user_id) WHERE submitted_at IS NULL;

-- The attempts before a record, as they were submitted.
CREATE TABLE past_attempts (
    quiz_id      TEXT    NOT NULL REFERENCES quizzes (id),
    user_id      TEXT    NOT NULL,
    attempt      INTEGER NOT NULL,
    version      INTEGER NOT NULL,
    language     TEXT    NOT NULL,
    answers      TEXT    NOT NULL,
    custom_data  TEXT,
    started_at   INTEGER NOT NULL,
    activity_at  INTEGER NOT NULL,
    submitted_at INTEGER NOT NULL,
    score        INTEGER,
    spend_score  INTEGER,
    save_score   INTEGER,
    borrow_score INTEGER,
    plan_score   INTEGER,
    indicators   TEXT,
    own_scores   TEXT,
    UNIQUE (quiz_id, user_id, attempt)
) STRICT;

-- Records that were erased: the id, for callers that follow the changes, and nothing else.
CREATE TABLE erased_records (
    quiz_id TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    changed INTEGER NOT NULL,
    user_id TEXT    NOT NULL,
    PRIMARY KEY (quiz_id, changed)
) STRICT, WITHOUT ROWID;

-- The scores of submitted records, so that lists by any of them are read in their order: the overall score under the
-- category '', and one row for each category that has one. In tenths; the lowest number stands for an absent overall score.
-- A row follows its record in the same transaction.
CREATE TABLE submitted_scores (
    quiz_id    TEXT    NOT NULL,
    category   TEXT    NOT NULL,
    score      INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    user_id    TEXT    NOT NULL,
    PRIMARY KEY (quiz_id, category, score, started_at, user_id)
) STRICT, WITHOUT ROWID;

-- Sums over the records of a quiz, so that its figures need not read a million of them. Changed by the same writes as the
-- records, in sums of their own, since a trigger would run for each record that is loaded.
CREATE TABLE tallies (
    quiz_id   TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    -- 'started' counts every record, the others those that are submitted.
    dimension TEXT    NOT NULL,
    -- The day since 1970, the score, the seconds, the language, the question id, or '<question id>/<option id>'.
    bucket    TEXT    NOT NULL,
    n         INTEGER NOT NULL,
    PRIMARY KEY (quiz_id, dimension, bucket)
) STRICT, WITHOUT ROWID;

-- What the records, versions, drafts and invitations of each quiz take: a row counts 1,024 bytes and its texts, a record
-- that is not submitted the 1,024 alone. A namespace's rows stand together, so that its sum is read at once.
CREATE TABLE quiz_usage (
    namespace_id TEXT    NOT NULL,
    quiz_id      TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    bytes        INTEGER NOT NULL,
    PRIMARY KEY (namespace_id, quiz_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX quiz_usage_by_quiz ON quiz_usage (quiz_id);

-- Bounds that a namespace has of its own; without a row, or where a column is NULL, it has those of all. The highest number
-- is no bound.
CREATE TABLE quotas (
    namespace_id TEXT    PRIMARY KEY REFERENCES namespaces (id) ON DELETE CASCADE,
    quizzes      INTEGER,
    bytes        INTEGER
) STRICT, WITHOUT ROWID;

-- Days after which the records of a namespace are erased by themselves; without a row, or where a column is NULL, they
-- are kept.
CREATE TABLE retention (
    namespace_id    TEXT    PRIMARY KEY REFERENCES namespaces (id) ON DELETE CASCADE,
    unfinished_days INTEGER,
    answers_days    INTEGER
) STRICT, WITHOUT ROWID;

-- Secrets with which other applications sign the sessions of their users. A quiz with a row takes signed sessions only.
CREATE TABLE session_secrets (
    quiz_id TEXT PRIMARY KEY REFERENCES quizzes (id) ON DELETE CASCADE,
    secret  BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Keys of this installation that must outlive a restart and be the same on every server, such as the one that seals
-- anonymous ids, and the fingerprint of the key that encrypts all secrets and is kept elsewhere.
CREATE TABLE installation_secrets (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE api_keys (
    id           TEXT    PRIMARY KEY,
    -- SHA-256 of the secret part; the secret itself is shown once and kept nowhere.
    secret_hash  BLOB    NOT NULL,
    label        TEXT    NOT NULL,
    -- NULL: all namespaces.
    namespace_id TEXT    REFERENCES namespaces (id),
    created_at   INTEGER NOT NULL,
    expires_at   INTEGER,
    revoked_at   INTEGER,
    last_used_at INTEGER,
    -- Names in a fixed order, with a space between them.
    scopes       TEXT    NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

-- The first replies to requests with an idempotency key. They are returned when a request is repeated within a day.
CREATE TABLE kept_replies (
    -- SHA-256 of the caller, the route and the key.
    request BLOB    PRIMARY KEY,
    -- Encrypted, since a reply may hold a new API key: the hash of the request's body, and the reply.
    sealed  BLOB    NOT NULL,
    kept_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX kept_replies_by_age ON kept_replies (kept_at);

-- Exports that are taken somewhere again and again. Each run is a job. The schedule keeps the moment of its next run, so
-- that one which passed while no server was running is still seen.
CREATE TABLE schedules (
    id         TEXT    PRIMARY KEY,
    quiz_id    TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    -- JSON: when, in which format, to whose keys, where to.
    plan       TEXT    NOT NULL,
    next_at    INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX schedules_due ON schedules (next_at);
CREATE INDEX schedules_by_quiz ON schedules (quiz_id);

-- Work that outlives a request. A worker claims a job for a while (the lease) and gets a number that grows with every
-- claim (the fence); what it reports is taken only while its number is the latest, so a worker that was thought dead
-- cannot spoil what its successor does.
CREATE TABLE jobs (
    id             TEXT    PRIMARY KEY,
    kind           TEXT    NOT NULL,
    quiz_id        TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    state          TEXT    NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed')),
    attempts       INTEGER NOT NULL DEFAULT 0,
    fence          INTEGER NOT NULL DEFAULT 0,
    -- Queued: not to be claimed before. Running: to be claimed by another worker from then on.
    due_at         INTEGER NOT NULL,
    items_done     INTEGER NOT NULL DEFAULT 0,
    items_total    INTEGER NOT NULL DEFAULT 0,
    error          TEXT,
    -- JSON, of the kind's own form.
    outcome        TEXT,
    created_at     INTEGER NOT NULL,
    finished_at    INTEGER,
    -- What was asked for: JSON, of the kind's own form. Of an export, the format and the requester.
    parameters     TEXT    NOT NULL DEFAULT '{}',
    -- Of a schedule's run, and the moment it was to begin.
    schedule_id    TEXT    REFERENCES schedules (id) ON DELETE CASCADE,
    slot_at        INTEGER,
    is_cancelled   INTEGER NOT NULL DEFAULT 0 CHECK (is_cancelled IN (0, 1)),
    -- Of an export that was removed. Its row stays for a while, so that the history does not lose it without a word.
    removed_at     INTEGER,
    -- Made in the place of one that holds a respondent who was erased since. It is told of once it is done.
    is_replacement INTEGER NOT NULL DEFAULT 0 CHECK (is_replacement IN (0, 1))
) STRICT, WITHOUT ROWID;

-- At most one job of a kind is under way for a quiz, apart from runs of schedules, which do not wait for each other.
CREATE UNIQUE INDEX jobs_under_way ON jobs (quiz_id, kind) WHERE state IN ('queued', 'running') AND schedule_id IS NULL;
-- However many servers look at the schedules, a moment is run once.
CREATE UNIQUE INDEX jobs_of_schedule ON jobs (schedule_id, slot_at) WHERE schedule_id IS NOT NULL;
CREATE INDEX jobs_due ON jobs (due_at) WHERE state IN ('queued', 'running');
CREATE INDEX jobs_by_quiz ON jobs (quiz_id, kind, created_at DESC);
-- Files that are handed out until a moment yet to come.
CREATE INDEX jobs_by_removal ON jobs (removed_at) WHERE removed_at IS NOT NULL;

-- The files of exports, noted before their first byte and until they are removed. Tidying removes what stands here and
-- nothing else, so files of others in the same folder or bucket are safe. A row outlives its job, which may go with its
-- quiz.
CREATE TABLE export_files (
    name   TEXT    PRIMARY KEY,
    job_id TEXT    NOT NULL,
    -- Of the claim under which the file was made.
    fence  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

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
    created_at    INTEGER NOT NULL,
    -- Such as Europe/Madrid; NULL stands for UTC.
    time_zone     TEXT
) STRICT, WITHOUT ROWID;

-- Codes that stand in for the second factor, each of them once: a row goes with its use.
CREATE TABLE recovery_codes (
    admin_id  TEXT NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
    -- SHA-256 of the account's id and the code, which has 80 random bits and is kept nowhere.
    code_hash BLOB NOT NULL,
    PRIMARY KEY (admin_id, code_hash)
) STRICT, WITHOUT ROWID;

-- Links that work once: to choose a password, or (admin_id NULL) to make the first administrator.
CREATE TABLE sign_in_links (
    token_hash BLOB    PRIMARY KEY,
    admin_id   TEXT    REFERENCES administrators (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    -- SHA-256 of the cookie's value.
    token_hash BLOB    PRIMARY KEY,
    -- The name of the session in lists and forms.
    id         TEXT    NOT NULL UNIQUE,
    admin_id   TEXT    NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
    -- The browser, as it calls itself.
    client     TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_administrator ON sessions (admin_id, seen_at);

CREATE TABLE memberships (
    admin_id     TEXT NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
    namespace_id TEXT NOT NULL REFERENCES namespaces (id) ON DELETE CASCADE,
    role         TEXT NOT NULL CHECK (role IN ('viewer', 'editor', 'owner')),
    PRIMARY KEY (admin_id, namespace_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX memberships_by_namespace ON memberships (namespace_id, admin_id);

-- Roles in namespaces that wait for their person to accept them: one for each namespace and address.
CREATE TABLE member_offers (
    namespace_id TEXT    NOT NULL REFERENCES namespaces (id) ON DELETE CASCADE,
    -- In lower case. There may be no account of this address.
    email        TEXT    NOT NULL,
    id           TEXT    NOT NULL UNIQUE,
    -- SHA-256 of the token in the link.
    token_hash   BLOB    NOT NULL UNIQUE,
    role         TEXT    NOT NULL CHECK (role IN ('viewer', 'editor', 'owner')),
    -- Its maker, as in the audit log.
    actor_kind   TEXT    NOT NULL CHECK (actor_kind IN ('administrator', 'key', 'operator', 'system')),
    actor_id     TEXT    NOT NULL,
    actor_name   TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    expires_at   INTEGER NOT NULL,
    PRIMARY KEY (namespace_id, email)
) STRICT, WITHOUT ROWID;

-- Rows are only ever added. Each namespace has a chain of its own, and so have the events of no namespace: a line carries a
-- hash over itself and the line before it in its chain, so one that is changed, taken out or put in between breaks the
-- chain from there on. Logs of early releases begin with one chain of all events; every chain begins after its last line, so
-- that none of the shared lines can be cut off.
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
    hash         BLOB    NOT NULL,
    -- Counts the lines of a chain from 1. NULL: a line of the shared chain.
    chain_seq    INTEGER
) STRICT;

CREATE INDEX audit_log_by_namespace ON audit_log (namespace_id, seq);
CREATE UNIQUE INDEX audit_log_chains ON audit_log (coalesce(namespace_id, ''), chain_seq) WHERE chain_seq IS NOT NULL;
-- Finds the last line of the shared chain; it never grows.
CREATE INDEX audit_log_shared ON audit_log (seq) WHERE chain_seq IS NULL;

CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE ON audit_log BEGIN
    SELECT raise(ABORT, 'the audit log is append-only');
END;

CREATE TRIGGER audit_log_is_not_shortened BEFORE DELETE ON audit_log BEGIN
    SELECT raise(ABORT, 'the audit log is append-only');
END;

-- Respondents stand in the audit log under a pseudonym: a hash over a salt and their id. The salt goes when they are
-- erased, and with it the last way from a line of the log to a person, while the lines and their chain stay as they are.
CREATE TABLE audit_subjects (
    pseudonym TEXT PRIMARY KEY,
    quiz_id   TEXT NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    user_id   TEXT NOT NULL,
    salt      BLOB NOT NULL,
    UNIQUE (quiz_id, user_id)
) STRICT, WITHOUT ROWID;

-- The columns of the table of answers that an administrator chose for a quiz, in order, as JSON.
CREATE TABLE answer_columns (
    quiz_id  TEXT NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    admin_id TEXT NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
    columns  TEXT NOT NULL,
    PRIMARY KEY (quiz_id, admin_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX answer_columns_by_admin ON answer_columns (admin_id);

-- Filters and orders of the table of answers, saved under a name for all administrators of the quiz.
CREATE TABLE answer_views (
    quiz_id    TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    name       TEXT    NOT NULL,
    -- The query of the page's address.
    query      TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (quiz_id, name)
) STRICT, WITHOUT ROWID;

-- Links that show some figures of a quiz to anyone who has them. They show what their owner publishes.
CREATE TABLE reports (
    id              TEXT    NOT NULL,
    quiz_id         TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    -- SHA-256 of the token in the link.
    token_hash      BLOB    NOT NULL UNIQUE,
    title           TEXT    NOT NULL,
    -- The names of its tables, as JSON.
    tables          TEXT    NOT NULL,
    created_at      INTEGER NOT NULL,
    expires_at      INTEGER NOT NULL,
    -- NULL: nothing is shown until then.
    published_at    INTEGER,
    -- The last moment of submissions that it took up.
    published_until INTEGER,
    -- Of the quiz, at that moment.
    withdrawals     INTEGER NOT NULL DEFAULT 0,
    -- The tables that got no new numbers, as JSON.
    withheld        TEXT    NOT NULL DEFAULT '[]',
    PRIMARY KEY (quiz_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX reports_by_quiz ON reports (quiz_id, created_at);

-- The figures of a report as they were published, as JSON. Counts and labels alone, nothing of a single person.
CREATE TABLE report_snapshots (
    quiz_id   TEXT NOT NULL,
    report_id TEXT NOT NULL,
    snapshot  TEXT NOT NULL,
    PRIMARY KEY (quiz_id, report_id),
    FOREIGN KEY (quiz_id, report_id) REFERENCES reports (quiz_id, id) ON DELETE CASCADE
) STRICT;

-- What all reports of a quiz have shown last, and the threshold.
CREATE TABLE report_figures (
    quiz_id     TEXT PRIMARY KEY REFERENCES quizzes (id) ON DELETE CASCADE,
    -- As JSON; one state for all reports, so that none tells what another one hides.
    rules       TEXT    NOT NULL,
    -- Times that answers were erased by others than their respondent: each hides what was published before.
    withdrawals INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What other systems are told. Events are written with what they tell of, and only where an endpoint listens.

CREATE TABLE webhook_endpoints (
    id            TEXT    PRIMARY KEY,
    namespace_id  TEXT    NOT NULL REFERENCES namespaces (id),
    url           TEXT    NOT NULL,
    description   TEXT    NOT NULL,
    -- ' response.begun response.submitted ': names between spaces. Empty: all.
    types         TEXT    NOT NULL,
    -- Ids between spaces. Empty: all quizzes of the namespace.
    quizzes       TEXT    NOT NULL,
    with_answers  INTEGER NOT NULL CHECK (with_answers IN (0, 1)),
    -- The names of the custom headers, a line each. Their values are among what is sealed.
    header_names  TEXT    NOT NULL,
    -- JSON, encrypted: the secret, the one before, the values of headers.
    sealed        BLOB    NOT NULL,
    -- 'stopped': off by itself, and tried once a day.
    state         TEXT    NOT NULL CHECK (state IN ('on', 'stopped', 'off')),
    -- The first failure since the last success.
    failing_since INTEGER,
    -- Of one that is stopped: the next try.
    probe_at      INTEGER,
    created_by    TEXT    NOT NULL,
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_endpoints_by_namespace ON webhook_endpoints (namespace_id, created_at DESC, id);

CREATE TABLE events (
    id           TEXT    NOT NULL,
    type         TEXT    NOT NULL,
    at           INTEGER NOT NULL,
    namespace_id TEXT    NOT NULL,
    quiz_id      TEXT    NOT NULL,
    -- The respondent, of events that tell of one.
    user_id      TEXT,
    -- What is sent, byte for byte. NULL once the respondent is erased.
    body         TEXT,
    -- The same with answers, where an endpoint asks for them.
    full_body    TEXT,
    PRIMARY KEY (quiz_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX events_by_moment ON events (at);
CREATE INDEX events_by_respondent ON events (quiz_id, user_id);

CREATE TABLE webhook_deliveries (
    quiz_id     TEXT    NOT NULL,
    event_id    TEXT    NOT NULL,
    -- No reference: writing an event does not wait for changes of endpoints.
    endpoint_id TEXT    NOT NULL,
    -- The moment of the event.
    at          INTEGER NOT NULL,
    is_full     INTEGER NOT NULL CHECK (is_full IN (0, 1)),
    state       TEXT    NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed', 'held')),
    attempts    INTEGER NOT NULL DEFAULT 0,
    -- Waiting: not to be sent before. Under way: to be sent by another worker from then on.
    due_at      INTEGER NOT NULL,
    fence       INTEGER NOT NULL DEFAULT 0,
    -- Of the last attempt.
    sent_at     INTEGER,
    status      INTEGER,
    reply       TEXT,
    last_error  TEXT,
    first_error TEXT,
    PRIMARY KEY (quiz_id, event_id, endpoint_id),
    FOREIGN KEY (quiz_id, event_id) REFERENCES events (quiz_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_left ON webhook_deliveries (endpoint_id, state, at) WHERE state IN ('failed', 'held');
-- The ids of events are in the order of their moments.
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, event_id);
