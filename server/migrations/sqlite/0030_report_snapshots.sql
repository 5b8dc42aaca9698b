-- Reports show what their owner publishes. Those of before show nothing until then.
ALTER TABLE reports ADD COLUMN published_at INTEGER;
-- The last moment of submissions that it took up.
ALTER TABLE reports ADD COLUMN published_until INTEGER;
-- Of the quiz, at that moment.
ALTER TABLE reports ADD COLUMN withdrawals INTEGER NOT NULL DEFAULT 0;
-- The tables that got no new numbers, as JSON.
ALTER TABLE reports ADD COLUMN withheld TEXT NOT NULL DEFAULT '[]';

-- The figures of a report as they were published, as JSON. Counts and labels alone, nothing of a single person.
CREATE TABLE report_snapshots (
    quiz_id   TEXT NOT NULL,
    report_id TEXT NOT NULL,
    snapshot  TEXT NOT NULL,
    PRIMARY KEY (quiz_id, report_id),
    FOREIGN KEY (quiz_id, report_id) REFERENCES reports (quiz_id, id) ON DELETE CASCADE
) STRICT;

-- What all reports of a quiz have shown last, in the place of batches. The threshold stays.
ALTER TABLE report_figures RENAME TO report_batches;
CREATE TABLE report_figures (
    quiz_id     TEXT PRIMARY KEY REFERENCES quizzes (id) ON DELETE CASCADE,
    -- As JSON; one state for all reports, so that none tells what another one hides.
    rules       TEXT    NOT NULL,
    -- Times that answers were erased by others than their respondent: each hides what was published before.
    withdrawals INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO report_figures (quiz_id, rules, withdrawals)
SELECT quiz_id, json_object('threshold', figures -> 'threshold', 'until', NULL, 'shown', json('{}')), 0
FROM report_batches;
DROP TABLE report_batches;
