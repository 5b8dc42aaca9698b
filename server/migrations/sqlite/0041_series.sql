-- Persons who answer a quiz again and again by its plan.
CREATE TABLE series (
    quiz_id     TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    user_id     TEXT    NOT NULL,
    -- The day, as a number since 1970, on which the occasion of the number beside it is due, and from which all others
    -- are counted; NULL where they are to be counted from the next look on.
    base_day    INTEGER,
    base_number INTEGER NOT NULL DEFAULT 1,
    -- Of the last occasion that has come; 0 before the first.
    number      INTEGER NOT NULL DEFAULT 0,
    -- Reminders of the last occasion whose moments have passed.
    reminded    INTEGER NOT NULL DEFAULT 0,
    -- When to look at what is due; NULL if nothing is to come.
    next_at     INTEGER,
    PRIMARY KEY (quiz_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX series_by_moment ON series (next_at) WHERE next_at IS NOT NULL;

-- Occasions that have come, for good: a later change of the plan or of the time zone leaves them as they are.
CREATE TABLE occasions (
    quiz_id    TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    user_id    TEXT    NOT NULL,
    -- Counts from 1.
    number     INTEGER NOT NULL,
    -- The public id, which sorts by the moment.
    id         TEXT    NOT NULL,
    -- A number of days since 1970.
    due_day    INTEGER NOT NULL,
    -- Within this window an attempt may begin.
    opens_at   INTEGER NOT NULL,
    closes_at  INTEGER NOT NULL,
    -- 1 if the person had stopped by then.
    is_stopped INTEGER NOT NULL,
    -- The attempt that was begun within the window.
    attempt    INTEGER,
    PRIMARY KEY (quiz_id, user_id, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX occasions_by_id ON occasions (quiz_id, id);
CREATE INDEX occasions_by_end ON occasions (quiz_id, closes_at);

-- The occasion that an attempt was begun on.
ALTER TABLE records ADD COLUMN occasion INTEGER;
ALTER TABLE past_attempts ADD COLUMN occasion INTEGER;
