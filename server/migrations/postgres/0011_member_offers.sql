-- Roles in namespaces that wait for their person to accept them: one for each namespace and address.
CREATE TABLE member_offers (
    namespace_id TEXT COLLATE "C" NOT NULL,
    -- In lower case. There may be no account of this address.
    email        TEXT COLLATE "C" NOT NULL,
    id           TEXT COLLATE "C" NOT NULL UNIQUE,
    -- SHA-256 of the token in the link.
    token_hash   BYTEA  NOT NULL UNIQUE,
    role         TEXT   NOT NULL CHECK (role IN ('viewer', 'editor', 'owner')),
    -- Its maker, as in the audit log.
    actor_kind   TEXT   NOT NULL CHECK (actor_kind IN ('administrator', 'key', 'operator', 'system')),
    actor_id     TEXT   NOT NULL,
    actor_name   TEXT   NOT NULL,
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,
    PRIMARY KEY (namespace_id, email)
);

-- Last, because a reference locks the table that it leads to.
ALTER TABLE member_offers ADD FOREIGN KEY (namespace_id) REFERENCES namespaces (id) ON DELETE CASCADE;
