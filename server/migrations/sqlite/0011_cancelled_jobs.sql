-- A cancelled job has failed, and says so by this column instead of by the text of its error.
ALTER TABLE jobs ADD COLUMN is_cancelled INTEGER NOT NULL DEFAULT 0 CHECK (is_cancelled IN (0, 1));

UPDATE jobs SET is_cancelled = 1, error = NULL WHERE kind = 'export' AND state = 'failed' AND error = 'cancelled';
