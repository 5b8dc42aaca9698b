-- Pictures of quizzes, named by the digest of their contents. The bytes come last, so that what is told of a picture is read
-- without them.
CREATE TABLE quiz_images (
    quiz_id    TEXT    NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    id         TEXT    NOT NULL,
    type       TEXT    NOT NULL,
    width      INTEGER NOT NULL,
    height     INTEGER NOT NULL,
    -- 1 once a version shows it, which then does so as long as the quiz is there.
    shown      INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    bytes      BLOB    NOT NULL,
    PRIMARY KEY (quiz_id, id)
) STRICT;
