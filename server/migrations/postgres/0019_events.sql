-- What other systems are told. Events are written with what they tell of, and only where an endpoint listens.

CREATE TABLE webhook_endpoints (
    id            TEXT COLLATE "C" PRIMARY KEY,
    namespace_id  TEXT COLLATE "C" NOT NULL REFERENCES namespaces (id),
    url           TEXT    NOT NULL,
    description   TEXT    NOT NULL,
    -- ' response.begun response.submitted ': names between spaces. Empty: all.
    types         TEXT    NOT NULL,
    -- Ids between spaces. Empty: all quizzes of the namespace.
    quizzes       TEXT    NOT NULL,
    with_answers  BOOLEAN NOT NULL,
    -- The names of the custom headers, a line each. Their values are among what is sealed.
    header_names  TEXT    NOT NULL,
    -- JSON, encrypted: the secret, the one before, the values of headers.
    sealed        BYTEA    NOT NULL,
    -- 'stopped': off by itself, and tried once a day.
    state         TEXT    NOT NULL CHECK (state IN ('on', 'stopped', 'off')),
    -- The first failure since the last success.
    failing_since BIGINT,
    -- Of one that is stopped: the next try.
    probe_at      BIGINT,
    created_by    TEXT    NOT NULL,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL
);

CREATE INDEX webhook_endpoints_by_namespace ON webhook_endpoints (namespace_id, created_at DESC, id);

CREATE TABLE events (
    id           TEXT COLLATE "C" NOT NULL,
    type         TEXT    NOT NULL,
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
    state       TEXT    NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed', 'held')),
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
