-- The columns of the table of answers that an administrator chose for a quiz, in order, as JSON.
CREATE TABLE answer_columns (
    quiz_id  TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    admin_id TEXT COLLATE "C" NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
    columns  TEXT NOT NULL,
    PRIMARY KEY (quiz_id, admin_id)
);

CREATE INDEX answer_columns_by_admin ON answer_columns (admin_id);

-- Filters and orders of the table of answers, saved under a name for all administrators of the quiz.
CREATE TABLE answer_views (
    quiz_id    TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    name       TEXT COLLATE "C" NOT NULL,
    -- The query of the page's address.
    query      TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (quiz_id, name)
);

-- Such as Europe/Madrid; NULL stands for UTC.
ALTER TABLE administrators ADD COLUMN time_zone TEXT;

-- Lists in the order of submissions.
CREATE INDEX records_by_submission ON records (quiz_id, submitted_at, user_id) WHERE submitted_at IS NOT NULL;
