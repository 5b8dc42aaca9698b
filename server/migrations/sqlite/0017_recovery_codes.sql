-- Codes that stand in for the second factor, each of them once: a row goes with its use.
CREATE TABLE recovery_codes (
    admin_id  TEXT NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
    -- SHA-256 of the account's id and the code, which has 80 random bits and is kept nowhere.
    code_hash BLOB NOT NULL,
    PRIMARY KEY (admin_id, code_hash)
) STRICT, WITHOUT ROWID;

-- True where members without a second factor are led to set one up before they see anything.
ALTER TABLE namespaces ADD COLUMN requires_second_factor INTEGER NOT NULL DEFAULT 0
    CHECK (requires_second_factor IN (0, 1));
