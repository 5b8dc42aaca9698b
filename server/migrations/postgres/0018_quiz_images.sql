-- Pictures of quizzes, named by the digest of their contents.
CREATE TABLE quiz_images (
    quiz_id    TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    id         TEXT COLLATE "C" NOT NULL,
    type       TEXT   NOT NULL,
    width      BIGINT NOT NULL,
    height     BIGINT NOT NULL,
    -- 1 once a version shows it, which then does so as long as the quiz is there.
    shown      BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    bytes      BYTEA  NOT NULL,
    PRIMARY KEY (quiz_id, id)
);

-- They are compressed already.
ALTER TABLE quiz_images ALTER COLUMN bytes SET STORAGE EXTERNAL;
