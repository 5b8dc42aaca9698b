-- What the records, versions, drafts and invitations of each quiz take: a row counts 1,024 bytes and its texts, a record
-- that is not submitted the 1,024 alone. A namespace's rows stand together, so that its sum is read at once.
CREATE TABLE quiz_usage (
    namespace_id TEXT    NOT NULL,
    quiz_id      TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    bytes        INTEGER NOT NULL,
    PRIMARY KEY (namespace_id, quiz_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX quiz_usage_by_quiz ON quiz_usage (quiz_id);

INSERT INTO quiz_usage (namespace_id, quiz_id, bytes)
SELECT q.namespace_id, q.id, sum(held.bytes) FROM (
    SELECT id AS quiz_id, 1024 + octet_length(settings) AS bytes FROM quizzes
    UNION ALL SELECT quiz_id, 1024 + octet_length(definition) FROM quiz_versions
    UNION ALL SELECT quiz_id, 1024 + octet_length(fields) FROM quiz_drafts
    UNION ALL SELECT quiz_id, 1024 + coalesce(octet_length(name), 0) + coalesce(octet_length(email), 0)
        + coalesce(octet_length(custom_data), 0) FROM invitations
    UNION ALL SELECT quiz_id, 1024 + iif(submitted_at IS NULL, 0,
        octet_length(answers) + coalesce(octet_length(custom_data), 0)) FROM records
    UNION ALL SELECT quiz_id, 1024 + octet_length(answers) + coalesce(octet_length(custom_data), 0) FROM past_attempts
) AS held JOIN quizzes q ON q.id = held.quiz_id
GROUP BY 1, 2;

-- Bounds that a namespace has of its own; without a row, or where a column is NULL, it has those of all. The highest number
-- is no bound.
CREATE TABLE quotas (
    namespace_id TEXT    PRIMARY KEY REFERENCES namespaces (id) ON DELETE CASCADE,
    quizzes      INTEGER,
    bytes        INTEGER
) STRICT, WITHOUT ROWID;
