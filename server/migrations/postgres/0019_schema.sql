-- The tables of SQLite, and how PostgreSQL's differ:
--
-- Moments are nanoseconds since 1970 in UTC, and JSON that is always read whole is text, as in SQLite. Texts that are
-- ordered, compared or searched have the collation "C", so that every server orders them by their bytes and folds the
-- letters of ASCII only.
--
-- Every key of the tables that grow with respondents begins with the quiz, so that they can be partitioned or
-- distributed by it. Namespaces, keys, administrators and the audit log are not.

CREATE TABLE namespaces (
    id                     TEXT COLLATE "C" PRIMARY KEY,
    name                   TEXT NOT NULL,
    created_at             BIGINT NOT NULL,
    -- True where members without a second factor are led to set one up before they see anything.
    requires_second_factor BOOLEAN NOT NULL DEFAULT false
);

CREATE TABLE quizzes (
    id           TEXT COLLATE "C" PRIMARY KEY,
    namespace_id TEXT COLLATE "C" NOT NULL REFERENCES namespaces (id),
    kind         TEXT NOT NULL CHECK (kind IN ('open', 'inapp', 'invited')),
    settings     TEXT NOT NULL,
    version      BIGINT NOT NULL CHECK (version >= 1),
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    -- Set first when a quiz is deleted, so that it is gone at once while its records go in small pieces.
    deleted_at   BIGINT,
    -- Of its newest version, so that lists read no definitions.
    language     TEXT NOT NULL DEFAULT ''
);

CREATE INDEX quizzes_by_namespace ON quizzes (namespace_id, created_at DESC, id DESC);

-- Definitions by version. Rows are only ever added.
CREATE TABLE quiz_versions (
    quiz_id    TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    version    BIGINT NOT NULL,
    definition TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (quiz_id, version)
);

CREATE FUNCTION note_quiz_language() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE quizzes SET language = coalesce(CAST(NEW.definition AS json) ->> 'language', '') WHERE id = NEW.quiz_id;
    RETURN NULL;
END
$$;

CREATE TRIGGER quizzes_have_the_language_of_their_version AFTER INSERT ON quiz_versions
FOR EACH ROW EXECUTE FUNCTION note_quiz_language();

-- Pictures of quizzes, named by the digest of their contents. The bytes come last, so that what is told of a picture is read
-- without them.
CREATE TABLE quiz_images (
    quiz_id    TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    id         TEXT COLLATE "C" NOT NULL,
    type       TEXT NOT NULL,
    width      BIGINT NOT NULL,
    height     BIGINT NOT NULL,
    -- 1 once a version shows it, which then does so as long as the quiz is there.
    shown      BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    bytes      BYTEA NOT NULL,
    PRIMARY KEY (quiz_id, id)
);

-- They are compressed already.
ALTER TABLE quiz_images ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- The editor's fields as they were sent, valid or not, so that nothing typed is lost.
CREATE TABLE quiz_drafts (
    quiz_id    TEXT COLLATE "C" PRIMARY KEY REFERENCES quizzes (id) ON DELETE CASCADE,
    fields     TEXT NOT NULL,
    -- The quiz as the draft was begun from: its updated_at.
    based_on   BIGINT NOT NULL,
    admin_id   TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);

-- Drafts that another administrator replaced, or that were discarded: the latest few of each quiz.
CREATE TABLE earlier_drafts (
    quiz_id    TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    updated_at BIGINT NOT NULL,
    fields     TEXT NOT NULL,
    based_on   BIGINT NOT NULL,
    admin_id   TEXT NOT NULL,
    PRIMARY KEY (quiz_id, updated_at)
);

CREATE TABLE invitations (
    quiz_id     TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    id          TEXT COLLATE "C" NOT NULL,
    name        TEXT COLLATE "C",
    email       TEXT COLLATE "C",
    custom_data TEXT COLLATE "C",
    created_at  BIGINT NOT NULL,
    -- NULL while the link works.
    revoked_at  BIGINT,
    PRIMARY KEY (quiz_id, id)
);

CREATE INDEX invitations_by_age ON invitations (quiz_id, created_at, id);

-- A respondent's answers to a quiz: the latest attempt.
CREATE TABLE records (
    quiz_id      TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id),
    user_id      TEXT COLLATE "C" NOT NULL,
    attempt      BIGINT NOT NULL DEFAULT 1,
    version      BIGINT NOT NULL,
    language     TEXT NOT NULL,
    -- {"<question id>": "<option id>"}
    answers      TEXT NOT NULL,
    custom_data  TEXT COLLATE "C",
    started_at   BIGINT NOT NULL,
    -- Grows with every change, also within one tick of the clock: it serves as the row's revision.
    activity_at  BIGINT NOT NULL,
    submitted_at BIGINT,
    -- In tenths, from submission on; NULL where there is no overall score.
    score        BIGINT,
    -- Of the built-in questions, in points.
    spend_score  SMALLINT,
    save_score   SMALLINT,
    borrow_score SMALLINT,
    plan_score   SMALLINT,
    -- {"fhn1": points}
    indicators   TEXT,
    -- Of its last change: see change_numbers.
    changed      BIGINT NOT NULL,
    -- Of a scoring of the quiz's own: JSON with the overall score and those of categories, with their bands and bounds.
    -- NULL for scores of the built-in questions alone, which the other columns hold.
    own_scores   TEXT,
    PRIMARY KEY (quiz_id, user_id)
);

CREATE INDEX records_by_start ON records (quiz_id, started_at, user_id);
CREATE INDEX records_by_custom_data ON records (quiz_id, custom_data, activity_at) WHERE custom_data IS NOT NULL;
CREATE INDEX records_by_change ON records (quiz_id, changed);
CREATE INDEX records_by_submission ON records (quiz_id, submitted_at, user_id) WHERE submitted_at IS NOT NULL;
-- An answer changes none of these columns, so it does not wait for this index.
CREATE INDEX records_unfinished ON records (quiz_id, started_at, user_id) WHERE submitted_at IS NULL;

-- The order in which the records of a quiz changed. A transaction takes the numbers from `first` up to `next` and holds
-- the row until it ends. So the transactions that change records of a quiz come one after the other, the numbers follow
-- the order of their commits, and a reader that has seen a number has been shown all lower ones: their transactions were
-- visible before the one with the higher number could begin to change anything.
CREATE TABLE change_numbers (
    quiz_id TEXT COLLATE "C" PRIMARY KEY REFERENCES quizzes (id) ON DELETE CASCADE,
    first   BIGINT NOT NULL,
    next    BIGINT NOT NULL
) WITH (fillfactor = 20);

-- The attempts before a record, as they were submitted.
CREATE TABLE past_attempts (
    quiz_id      TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id),
    user_id      TEXT COLLATE "C" NOT NULL,
    attempt      BIGINT NOT NULL,
    version      BIGINT NOT NULL,
    language     TEXT NOT NULL,
    answers      TEXT NOT NULL,
    custom_data  TEXT COLLATE "C",
    started_at   BIGINT NOT NULL,
    activity_at  BIGINT NOT NULL,
    submitted_at BIGINT NOT NULL,
    score        BIGINT,
    spend_score  SMALLINT,
    save_score   SMALLINT,
    borrow_score SMALLINT,
    plan_score   SMALLINT,
    indicators   TEXT,
    own_scores   TEXT,
    PRIMARY KEY (quiz_id, user_id, attempt)
);

-- Records that were erased: the id, for callers that follow the changes, and nothing else.
CREATE TABLE erased_records (
    quiz_id TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    changed BIGINT NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (quiz_id, changed)
);

-- The scores of submitted records, so that lists by any of them are read in their order: the overall score under the
-- category '', and one row for each category that has one. In tenths; the lowest number stands for an absent overall score.
-- A row follows its record in the same transaction.
CREATE TABLE submitted_scores (
    quiz_id    TEXT COLLATE "C" NOT NULL,
    category   TEXT COLLATE "C" NOT NULL,
    score      BIGINT NOT NULL,
    started_at BIGINT NOT NULL,
    user_id    TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (quiz_id, category, score, started_at, user_id)
);

-- Sums over the records of a quiz, so that its figures need not read a million of them. Changed by the same writes as the
-- records, in sums of their own, since a trigger would run for each record that is loaded.
CREATE TABLE tallies (
    quiz_id   TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    -- 'started' counts every record, the others those that are submitted.
    dimension TEXT NOT NULL,
    -- The day since 1970, the score, the seconds, the language, the question id, or '<question id>/<option id>'.
    bucket    TEXT NOT NULL,
    n         BIGINT NOT NULL,
    PRIMARY KEY (quiz_id, dimension, bucket)
) WITH (fillfactor = 50);

-- What the records, versions, drafts and invitations of each quiz take: a row counts 1,024 bytes and its texts, a record
-- that is not submitted the 1,024 alone.
CREATE TABLE quiz_usage (
    namespace_id TEXT COLLATE "C" NOT NULL,
    quiz_id      TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    bytes        BIGINT NOT NULL,
    PRIMARY KEY (quiz_id, namespace_id)
) WITH (fillfactor = 50);

-- For the sum of a namespace.
CREATE INDEX quiz_usage_by_namespace ON quiz_usage (namespace_id);

-- Bounds that a namespace has of its own; without a row, or where a column is NULL, it has those of all. The highest number
-- is no bound.
CREATE TABLE quotas (
    namespace_id TEXT COLLATE "C" PRIMARY KEY REFERENCES namespaces (id) ON DELETE CASCADE,
    quizzes      BIGINT,
    bytes        BIGINT
);

-- Days after which the records of a namespace are erased by themselves; without a row, or where a column is NULL, they
-- are kept.
CREATE TABLE retention (
    namespace_id    TEXT COLLATE "C" PRIMARY KEY REFERENCES namespaces (id) ON DELETE CASCADE,
    unfinished_days BIGINT,
    answers_days    BIGINT
);

-- Servers remember quizzes for a moment. Every change of one is announced on a channel of the schema, when its transaction
-- commits, so that they forget it at once. Triggers announce also what an older release or the operator changes.
CREATE FUNCTION announce_quiz() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('quiz-answers/' || TG_TABLE_SCHEMA, to_jsonb(coalesce(NEW, OLD)) ->> TG_ARGV[0]);
    RETURN NULL;
END
$$;

CREATE TRIGGER quizzes_are_announced AFTER UPDATE OR DELETE ON quizzes
FOR EACH ROW EXECUTE FUNCTION announce_quiz('id');

-- Secrets with which other applications sign the sessions of their users. A quiz with a row takes signed sessions only.
CREATE TABLE session_secrets (
    quiz_id TEXT COLLATE "C" PRIMARY KEY REFERENCES quizzes (id) ON DELETE CASCADE,
    secret  BYTEA NOT NULL
);

CREATE TRIGGER session_secrets_are_announced AFTER INSERT OR UPDATE OR DELETE ON session_secrets
FOR EACH ROW EXECUTE FUNCTION announce_quiz('quiz_id');

-- Rows that units of work lock, so that they come one after the other on all servers: 'installation' for those on accounts
-- and other things of no namespace, where those of a namespace lock its row in `namespaces`; 'work' is shared by all. Checks
-- of readiness write to the row 'probe'.
CREATE TABLE work_turns (
    name TEXT PRIMARY KEY
);

INSERT INTO work_turns (name) VALUES ('work'), ('probe'), ('installation');

-- Keys of this installation that must outlive a restart and be the same on every server, such as the one that seals
-- anonymous ids, and the fingerprint of the key that encrypts all secrets and is kept elsewhere.
CREATE TABLE installation_secrets (
    name  TEXT PRIMARY KEY,
    value BYTEA NOT NULL
);

CREATE TABLE api_keys (
    id           TEXT COLLATE "C" PRIMARY KEY,
    -- SHA-256 of the secret part; the secret itself is shown once and kept nowhere.
    secret_hash  BYTEA NOT NULL,
    label        TEXT NOT NULL,
    -- NULL: all namespaces.
    namespace_id TEXT COLLATE "C" REFERENCES namespaces (id),
    -- Names in a fixed order, with a space between them.
    scopes       TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT,
    revoked_at   BIGINT,
    last_used_at BIGINT
);

-- The first replies to requests with an idempotency key. They are returned when a request is repeated within a day.
CREATE TABLE kept_replies (
    -- SHA-256 of the caller, the route and the key.
    request BYTEA PRIMARY KEY,
    -- Encrypted, since a reply may hold a new API key: the hash of the request's body, and the reply.
    sealed  BYTEA NOT NULL,
    kept_at BIGINT NOT NULL
);

CREATE INDEX kept_replies_by_age ON kept_replies (kept_at);

-- Exports that are taken somewhere again and again. Each run is a job. The schedule keeps the moment of its next run, so
-- that one which passed while no server was running is still seen.
CREATE TABLE schedules (
    quiz_id    TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    id         TEXT COLLATE "C" NOT NULL,
    -- JSON: when, in which format, to whose keys, where to.
    plan       TEXT NOT NULL,
    next_at    BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (quiz_id, id)
);

CREATE INDEX schedules_due ON schedules (next_at);
CREATE INDEX schedules_by_id ON schedules (id);

-- Work that outlives a request. A worker claims a job for a while (the lease) and gets a number that grows with every
-- claim (the fence); what it reports is taken only while its number is the latest, so a worker that was thought dead
-- cannot spoil what its successor does.
CREATE TABLE jobs (
    quiz_id        TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    id             TEXT COLLATE "C" NOT NULL,
    kind           TEXT NOT NULL,
    -- What was asked for: JSON, of the kind's own form. Of an export, the format and the requester.
    parameters     TEXT NOT NULL DEFAULT '{}',
    -- Of a schedule's run, and the moment it was to begin.
    schedule_id    TEXT COLLATE "C",
    slot_at        BIGINT,
    state          TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed')),
    is_cancelled   BOOLEAN NOT NULL DEFAULT false,
    attempts       BIGINT NOT NULL DEFAULT 0,
    fence          BIGINT NOT NULL DEFAULT 0,
    -- Queued: not to be claimed before. Running: to be claimed by another worker from then on.
    due_at         BIGINT NOT NULL,
    items_done     BIGINT NOT NULL DEFAULT 0,
    items_total    BIGINT NOT NULL DEFAULT 0,
    error          TEXT,
    -- JSON, of the kind's own form.
    outcome        TEXT,
    created_at     BIGINT NOT NULL,
    finished_at    BIGINT,
    -- Of an export that was removed. Its row stays for a while, so that the history does not lose it without a word.
    removed_at     BIGINT,
    -- Made in the place of one that holds a respondent who was erased since. It is told of once it is done.
    is_replacement BOOLEAN NOT NULL DEFAULT false,
    PRIMARY KEY (quiz_id, id),
    FOREIGN KEY (quiz_id, schedule_id) REFERENCES schedules (quiz_id, id) ON DELETE CASCADE
);

-- At most one job of a kind is under way for a quiz, apart from runs of schedules, which do not wait for each other.
CREATE UNIQUE INDEX jobs_under_way ON jobs (quiz_id, kind) WHERE state IN ('queued', 'running') AND schedule_id IS NULL;
-- However many servers look at the schedules, a moment is run once.
CREATE UNIQUE INDEX jobs_of_schedule ON jobs (quiz_id, schedule_id, slot_at) WHERE schedule_id IS NOT NULL;
CREATE INDEX jobs_by_id ON jobs (id);
CREATE INDEX jobs_by_schedule ON jobs (schedule_id, slot_at) WHERE schedule_id IS NOT NULL;
CREATE INDEX jobs_due ON jobs (due_at) WHERE state IN ('queued', 'running');
CREATE INDEX jobs_by_quiz ON jobs (quiz_id, kind, created_at DESC);
-- Files that are handed out until a moment yet to come.
CREATE INDEX jobs_by_removal ON jobs (removed_at) WHERE removed_at IS NOT NULL;

-- The files of exports, noted before their first byte and until they are removed. Tidying removes what stands here and
-- nothing else, so files of others in the same folder or bucket are safe. A row outlives its job, which may go with its
-- quiz.
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
    name          TEXT NOT NULL,
    -- Argon2id, in PHC form. NULL until the person has chosen one by a link.
    password_hash TEXT,
    -- The shared secret of the second factor, and the last time step it was used in: no code is taken twice.
    totp_secret   BYTEA,
    totp_step     BIGINT NOT NULL DEFAULT 0,
    -- Owner of every namespace, also of those made later.
    is_everywhere BOOLEAN NOT NULL,
    created_at    BIGINT NOT NULL,
    -- Such as Europe/Madrid; NULL stands for UTC.
    time_zone     TEXT
);

-- Codes that stand in for the second factor, each of them once: a row goes with its use.
CREATE TABLE recovery_codes (
    admin_id  TEXT COLLATE "C" NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
    -- SHA-256 of the account's id and the code, which has 80 random bits and is kept nowhere.
    code_hash BYTEA NOT NULL,
    PRIMARY KEY (admin_id, code_hash)
);

-- Links that work once: to choose a password, or (admin_id NULL) to make the first administrator.
CREATE TABLE sign_in_links (
    token_hash BYTEA PRIMARY KEY,
    admin_id   TEXT COLLATE "C" REFERENCES administrators (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL
);

CREATE TABLE sessions (
    -- SHA-256 of the cookie's value.
    token_hash BYTEA PRIMARY KEY,
    -- The name of the session in lists and forms.
    id         TEXT COLLATE "C" NOT NULL UNIQUE,
    admin_id   TEXT COLLATE "C" NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
    -- The browser, as it calls itself.
    client     TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX sessions_by_administrator ON sessions (admin_id, seen_at);

CREATE TABLE memberships (
    admin_id     TEXT COLLATE "C" NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
    namespace_id TEXT COLLATE "C" NOT NULL REFERENCES namespaces (id) ON DELETE CASCADE,
    role         TEXT NOT NULL CHECK (role IN ('viewer', 'editor', 'owner')),
    PRIMARY KEY (admin_id, namespace_id)
);

CREATE INDEX memberships_by_namespace ON memberships (namespace_id, admin_id);

-- Roles in namespaces that wait for their person to accept them: one for each namespace and address.
CREATE TABLE member_offers (
    namespace_id TEXT COLLATE "C" NOT NULL REFERENCES namespaces (id) ON DELETE CASCADE,
    -- In lower case. There may be no account of this address.
    email        TEXT COLLATE "C" NOT NULL,
    id           TEXT COLLATE "C" NOT NULL UNIQUE,
    -- SHA-256 of the token in the link.
    token_hash   BYTEA NOT NULL UNIQUE,
    role         TEXT NOT NULL CHECK (role IN ('viewer', 'editor', 'owner')),
    -- Its maker, as in the audit log.
    actor_kind   TEXT NOT NULL CHECK (actor_kind IN ('administrator', 'key', 'operator', 'system')),
    actor_id     TEXT NOT NULL,
    actor_name   TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,
    PRIMARY KEY (namespace_id, email)
);

-- Rows are only ever added. Each namespace has a chain of its own, and so have the events of no namespace: a line carries a
-- hash over itself and the line before it in its chain, so one that is changed, taken out or put in between breaks the
-- chain from there on. Logs of early releases begin with one chain of all events; every chain begins after its last line, so
-- that none of the shared lines can be cut off.
CREATE TABLE audit_log (
    seq          BIGINT PRIMARY KEY,
    -- Counts the lines of a chain from 1. NULL: a line of the shared chain.
    chain_seq    BIGINT,
    at           BIGINT NOT NULL,
    actor_kind   TEXT NOT NULL CHECK (actor_kind IN ('administrator', 'key', 'operator', 'system')),
    actor_id     TEXT NOT NULL,
    -- What people know the actor by: an e-mail address, the label of a key.
    actor_name   TEXT COLLATE "C" NOT NULL,
    action       TEXT COLLATE "C" NOT NULL,
    namespace_id TEXT COLLATE "C",
    quiz_id      TEXT COLLATE "C",
    -- What it was done to within the quiz or namespace, such as a user or a key.
    subject      TEXT COLLATE "C",
    details      TEXT,
    hash         BYTEA NOT NULL
);

CREATE INDEX audit_log_by_namespace ON audit_log (namespace_id, seq);
CREATE UNIQUE INDEX audit_log_chains ON audit_log (coalesce(namespace_id, ''), chain_seq) WHERE chain_seq IS NOT NULL;
-- Finds the last line of the shared chain; it never grows.
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

-- Lines are numbered as they come, so that writers of different chains need not wait for each other. A copy keeps the
-- numbers that its lines have.
CREATE SEQUENCE audit_log_lines OWNED BY audit_log.seq;

CREATE FUNCTION number_audit_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('application_name') <> 'quiz-answers copy' THEN
        NEW.seq := nextval(TG_ARGV[0]);
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER audit_log_is_numbered BEFORE INSERT ON audit_log
FOR EACH ROW EXECUTE FUNCTION number_audit_line('audit_log_lines');

-- Respondents stand in the audit log under a pseudonym: a hash over a salt and their id. The salt goes when they are
-- erased, and with it the last way from a line of the log to a person, while the lines and their chain stay as they are.
CREATE TABLE audit_subjects (
    quiz_id   TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    user_id   TEXT COLLATE "C" NOT NULL,
    pseudonym TEXT COLLATE "C" NOT NULL,
    salt      BYTEA NOT NULL,
    PRIMARY KEY (quiz_id, user_id)
);

CREATE INDEX audit_subjects_by_pseudonym ON audit_subjects (pseudonym);

-- The columns of the table of answers that an administrator chose for a quiz, in order, as JSON.
CREATE TABLE answer_columns (
    quiz_id  TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    admin_id TEXT COLLATE "C" NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
    columns  TEXT NOT NULL,
    PRIMARY KEY (quiz_id, admin_id)
);

CREATE INDEX answer_columns_by_admin ON answer_columns (admin_id);

-- Filters and orders of the table of answers, saved under a name for all administrators of the quiz.
CREATE TABLE answer_views (
    quiz_id    TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    name       TEXT COLLATE "C" NOT NULL,
    -- The query of the page's address.
    query      TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (quiz_id, name)
);

-- Links that show some figures of a quiz to anyone who has them. They show what their owner publishes.
CREATE TABLE reports (
    id              TEXT COLLATE "C" NOT NULL,
    quiz_id         TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    -- SHA-256 of the token in the link.
    token_hash      BYTEA NOT NULL,
    title           TEXT NOT NULL,
    -- The names of its tables, as JSON.
    tables          TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    expires_at      BIGINT NOT NULL,
    -- NULL: nothing is shown until then.
    published_at    BIGINT,
    -- The last moment of submissions that it took up.
    published_until BIGINT,
    -- Of the quiz, at that moment.
    withdrawals     BIGINT NOT NULL DEFAULT 0,
    -- The tables that got no new numbers, as JSON.
    withheld        TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (quiz_id, id)
);

CREATE INDEX reports_by_quiz ON reports (quiz_id, created_at);
CREATE INDEX reports_by_token ON reports (token_hash);

-- The figures of a report as they were published, as JSON. Counts and labels alone, nothing of a single person.
CREATE TABLE report_snapshots (
    quiz_id   TEXT COLLATE "C" NOT NULL,
    report_id TEXT COLLATE "C" NOT NULL,
    snapshot  TEXT NOT NULL,
    PRIMARY KEY (quiz_id, report_id),
    FOREIGN KEY (quiz_id, report_id) REFERENCES reports (quiz_id, id) ON DELETE CASCADE
);

-- What all reports of a quiz have shown last, and the threshold.
CREATE TABLE report_figures (
    quiz_id     TEXT COLLATE "C" PRIMARY KEY REFERENCES quizzes (id) ON DELETE CASCADE,
    -- As JSON; one state for all reports, so that none tells what another one hides.
    rules       TEXT NOT NULL,
    -- Times that answers were erased by others than their respondent: each hides what was published before.
    withdrawals BIGINT NOT NULL
);

-- What other systems are told. Events are written with what they tell of, and only where an endpoint listens.

CREATE TABLE webhook_endpoints (
    id            TEXT COLLATE "C" PRIMARY KEY,
    namespace_id  TEXT COLLATE "C" NOT NULL REFERENCES namespaces (id),
    url           TEXT NOT NULL,
    description   TEXT NOT NULL,
    -- ' response.begun response.submitted ': names between spaces. Empty: all.
    types         TEXT NOT NULL,
    -- Ids between spaces. Empty: all quizzes of the namespace.
    quizzes       TEXT NOT NULL,
    with_answers  BOOLEAN NOT NULL,
    -- The names of the custom headers, a line each. Their values are among what is sealed.
    header_names  TEXT NOT NULL,
    -- JSON, encrypted: the secret, the one before, the values of headers.
    sealed        BYTEA NOT NULL,
    -- 'stopped': off by itself, and tried once a day.
    state         TEXT NOT NULL CHECK (state IN ('on', 'stopped', 'off')),
    -- The first failure since the last success.
    failing_since BIGINT,
    -- Of one that is stopped: the next try.
    probe_at      BIGINT,
    created_by    TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL
);

CREATE INDEX webhook_endpoints_by_namespace ON webhook_endpoints (namespace_id, created_at DESC, id);

CREATE TABLE events (
    id           TEXT COLLATE "C" NOT NULL,
    type         TEXT NOT NULL,
    at           BIGINT NOT NULL,
    namespace_id TEXT COLLATE "C" NOT NULL,
    quiz_id      TEXT COLLATE "C" NOT NULL,
    -- The respondent, of events that tell of one.
    user_id      TEXT COLLATE "C",
    -- What is sent, byte for byte. NULL once the respondent is erased.
    body         TEXT,
    -- The same with answers, where an endpoint asks for them.
    full_body    TEXT,
    PRIMARY KEY (quiz_id, id)
);

CREATE INDEX events_by_moment ON events (at);
CREATE INDEX events_by_respondent ON events (quiz_id, user_id);

CREATE TABLE webhook_deliveries (
    quiz_id     TEXT COLLATE "C" NOT NULL,
    event_id    TEXT COLLATE "C" NOT NULL,
    -- No reference: writing an event does not wait for changes of endpoints.
    endpoint_id TEXT COLLATE "C" NOT NULL,
    -- The moment of the event.
    at          BIGINT NOT NULL,
    is_full     BOOLEAN NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed', 'held')),
    attempts    BIGINT NOT NULL DEFAULT 0,
    -- Waiting: not to be sent before. Under way: to be sent by another worker from then on.
    due_at      BIGINT NOT NULL,
    fence       BIGINT NOT NULL DEFAULT 0,
    -- Of the last attempt.
    sent_at     BIGINT,
    status      BIGINT,
    reply       TEXT,
    last_error  TEXT,
    first_error TEXT,
    PRIMARY KEY (quiz_id, event_id, endpoint_id),
    FOREIGN KEY (quiz_id, event_id) REFERENCES events (quiz_id, id) ON DELETE CASCADE
);

CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_left ON webhook_deliveries (endpoint_id, state, at) WHERE state IN ('failed', 'held');
-- The ids of events are in the order of their moments.
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, event_id);
