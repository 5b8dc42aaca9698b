-- Respondents who had their result sent to them: one message an attempt.
CREATE TABLE result_mails (
    quiz_id TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    user_id TEXT    NOT NULL,
    attempt INTEGER NOT NULL,
    -- The message, which is removed some time after its end.
    mail_id TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    -- The encrypted address, until the message has ended.
    sealed  TEXT,
    -- A keyed hash of the address, for a day, by which messages to it are counted.
    address TEXT,
    PRIMARY KEY (quiz_id, user_id, attempt)
) STRICT, WITHOUT ROWID;

CREATE INDEX result_mails_by_moment ON result_mails (quiz_id, at);
CREATE INDEX result_mails_by_address ON result_mails (address, at) WHERE address IS NOT NULL;
CREATE INDEX result_mails_by_mail ON result_mails (mail_id);
