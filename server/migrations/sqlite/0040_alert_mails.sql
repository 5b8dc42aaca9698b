-- True once members have been told of it by mail, or have seen it. Alerts from before are not told any more.
ALTER TABLE alerts ADD COLUMN is_told INTEGER NOT NULL DEFAULT 1 CHECK (is_told IN (0, 1));
CREATE INDEX untold_alerts ON alerts (quiz_id) WHERE NOT is_told;
-- When members were last told of new alerts.
ALTER TABLE quizzes ADD COLUMN alerts_told_at INTEGER;

-- When an administrator wants to hear of alerts by mail; NULL for never.
ALTER TABLE administrators ADD COLUMN mails_alerts TEXT DEFAULT 'at-once' CHECK (mails_alerts IN ('at-once', 'daily'));
-- Daily: the next moment at which to look whether some are open.
ALTER TABLE administrators ADD COLUMN alerts_due INTEGER;
CREATE INDEX administrators_by_alerts ON administrators (alerts_due) WHERE alerts_due IS NOT NULL;
