-- The secrets of the installation, of second factors and of signed sessions are encrypted from here on, with a key that is
-- kept elsewhere. The program that opens the database encrypts those that are there, and notes the key's fingerprint
-- among the secrets of the installation.
CREATE TABLE sealed_session_secrets (
    quiz_id TEXT PRIMARY KEY REFERENCES quizzes (id) ON DELETE CASCADE,
    secret  BLOB NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO sealed_session_secrets (quiz_id, secret) SELECT quiz_id, CAST(secret AS BLOB) FROM session_secrets;

DROP TABLE session_secrets;
ALTER TABLE sealed_session_secrets RENAME TO session_secrets;
