-- Work that outlives a request. A worker claims a job for a while (the lease) and gets a number that grows with every
-- claim (the fence); what it reports is taken only while its number is the latest, so a worker that was thought dead
-- cannot spoil what its successor does.

CREATE TABLE jobs (
    id          TEXT    PRIMARY KEY,
    kind        TEXT    NOT NULL,
    -- What the job is about; at most one job of a kind is under way for a quiz.
    quiz_id     TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    state       TEXT    NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed')),
    attempts    INTEGER NOT NULL DEFAULT 0,
    fence       INTEGER NOT NULL DEFAULT 0,
    -- Queued: not to be claimed before. Running: to be claimed by another worker from then on.
    due_at      INTEGER NOT NULL,
    items_done  INTEGER NOT NULL DEFAULT 0,
    items_total INTEGER NOT NULL DEFAULT 0,
    error       TEXT,
    -- JSON, of the kind's own form.
    outcome     TEXT,
    created_at  INTEGER NOT NULL,
    finished_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX jobs_under_way ON jobs (quiz_id, kind) WHERE state IN ('queued', 'running');
CREATE INDEX jobs_due ON jobs (due_at) WHERE state IN ('queued', 'running');
CREATE INDEX jobs_by_quiz ON jobs (quiz_id, kind, created_at DESC);
