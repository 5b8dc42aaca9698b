-- What the records, versions, drafts and invitations of each quiz take: a row counts 1,024 bytes and its texts, a record
-- that is not submitted the 1,024 alone.
CREATE TABLE quiz_usage (
    namespace_id TEXT COLLATE "C" NOT NULL,
    quiz_id      TEXT COLLATE "C" NOT NULL,
    bytes        BIGINT NOT NULL,
    PRIMARY KEY (quiz_id, namespace_id)
) WITH (fillfactor = 50);

-- For the sum of a namespace.
CREATE INDEX quiz_usage_by_namespace ON quiz_usage (namespace_id);

INSERT INTO quiz_usage (namespace_id, quiz_id, bytes)
SELECT q.namespace_id, q.id, CAST(sum(held.bytes) AS BIGINT) FROM (
    SELECT id AS quiz_id, 1024 + octet_length(settings) AS bytes FROM quizzes
    UNION ALL SELECT quiz_id, 1024 + octet_length(definition) FROM quiz_versions
    UNION ALL SELECT quiz_id, 1024 + octet_length(fields) FROM quiz_drafts
    UNION ALL SELECT quiz_id, 1024 + coalesce(octet_length(name), 0) + coalesce(octet_length(email), 0)
        + coalesce(octet_length(custom_data), 0) FROM invitations
    UNION ALL SELECT quiz_id, 1024 + CASE WHEN submitted_at IS NULL THEN 0
        ELSE octet_length(answers) + coalesce(octet_length(custom_data), 0) END FROM records
    UNION ALL SELECT quiz_id, 1024 + octet_length(answers) + coalesce(octet_length(custom_data), 0) FROM past_attempts
) AS held JOIN quizzes q ON q.id = held.quiz_id
GROUP BY 1, 2;

-- Bounds that a namespace has of its own; without a row, or where a column is NULL, it has those of all. The highest number
-- is no bound.
CREATE TABLE quotas (
    namespace_id TEXT COLLATE "C" PRIMARY KEY,
    quizzes      BIGINT,
    bytes        BIGINT
);

-- Last, because a reference locks the table that it leads to.
ALTER TABLE quotas ADD FOREIGN KEY (namespace_id) REFERENCES namespaces (id) ON DELETE CASCADE;
ALTER TABLE quiz_usage ADD FOREIGN KEY (quiz_id) REFERENCES quizzes (id) ON DELETE CASCADE;
