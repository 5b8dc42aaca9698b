-- The first replies to requests with an idempotency key. They are returned when a request is repeated within a day.
CREATE TABLE kept_replies (
    -- SHA-256 of the caller, the route and the key.
    request BLOB    PRIMARY KEY,
    -- Encrypted, since a reply may hold a new API key: the hash of the request's body, and the reply.
    sealed  BLOB    NOT NULL,
    kept_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX kept_replies_by_age ON kept_replies (kept_at);
