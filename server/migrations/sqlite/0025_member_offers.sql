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
