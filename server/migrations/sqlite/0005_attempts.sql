-- Taking a quiz again. The record is always the latest attempt; those before it are kept here as they were submitted.

ALTER TABLE records ADD COLUMN attempt INTEGER NOT NULL DEFAULT 1;

-- The columns of records; only what was submitted is ever put here.
CREATE TABLE past_attempts (
    quiz_id      TEXT    NOT NULL REFERENCES quizzes (id),
    user_id      TEXT    NOT NULL,
    attempt      INTEGER NOT NULL,
    version      INTEGER NOT NULL,
    language     TEXT    NOT NULL,
    answers      TEXT    NOT NULL,
    custom_data  TEXT,
    started_at   INTEGER NOT NULL,
    activity_at  INTEGER NOT NULL,
    submitted_at INTEGER NOT NULL,
    score        INTEGER,
    spend_score  INTEGER,
    save_score   INTEGER,
    borrow_score INTEGER,
    plan_score   INTEGER,
    indicators   TEXT,
    UNIQUE (quiz_id, user_id, attempt)
) STRICT;

-- Counts are of people: somebody who takes the quiz again has completed it already, and has done so only once.
DROP TRIGGER count_started;
DROP TRIGGER count_completed;
DROP TRIGGER count_erased;

CREATE TRIGGER count_started AFTER INSERT ON records BEGIN
    UPDATE record_counts
    SET started = started + 1, completed = completed + (new.submitted_at IS NOT NULL OR new.attempt > 1)
    WHERE quiz_id = new.quiz_id;
END;

CREATE TRIGGER count_completed AFTER UPDATE OF submitted_at ON records
WHEN old.submitted_at IS NULL AND new.submitted_at IS NOT NULL AND old.attempt = 1 BEGIN
    UPDATE record_counts SET completed = completed + 1 WHERE quiz_id = new.quiz_id;
END;

CREATE TRIGGER count_erased AFTER DELETE ON records BEGIN
    UPDATE record_counts
    SET started = started - 1, completed = completed - (old.submitted_at IS NOT NULL OR old.attempt > 1)
    WHERE quiz_id = old.quiz_id;
END;
