-- Exports that are taken somewhere again and again. Each run is a job. The schedule keeps the moment of its next run, so
-- that one which passed while no server was running is still seen.

CREATE TABLE schedules (
    id         TEXT    PRIMARY KEY,
    quiz_id    TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    -- JSON: when, in which format, to whose keys, where to.
    plan       TEXT    NOT NULL,
    next_at    INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX schedules_due ON schedules (next_at);
CREATE INDEX schedules_by_quiz ON schedules (quiz_id);

-- Of a schedule's run: the moment it was to begin.
ALTER TABLE jobs ADD COLUMN schedule_id TEXT REFERENCES schedules (id) ON DELETE CASCADE;
ALTER TABLE jobs ADD COLUMN slot_at INTEGER;

-- However many servers look at the schedules, a moment is run once.
CREATE UNIQUE INDEX jobs_of_schedule ON jobs (schedule_id, slot_at) WHERE schedule_id IS NOT NULL;

-- A quiz may have several schedules, which do not wait for each other.
DROP INDEX jobs_under_way;
CREATE UNIQUE INDEX jobs_under_way ON jobs (quiz_id, kind) WHERE state IN ('queued', 'running') AND schedule_id IS NULL;
