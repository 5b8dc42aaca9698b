-- Messages on their way to people: references to what they tell of, and no text of theirs.
CREATE TABLE mails (
    -- In the order of their moments.
    id           TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    kind         TEXT    NOT NULL,
    at           BIGINT NOT NULL,
    namespace_id TEXT COLLATE "C" REFERENCES namespaces (id) ON DELETE CASCADE,
    quiz_id      TEXT COLLATE "C" REFERENCES quizzes (id) ON DELETE CASCADE,
    -- The invited person that it is for.
    user_id      TEXT COLLATE "C",
    -- The administrator that it is for.
    admin_id     TEXT COLLATE "C" REFERENCES administrators (id) ON DELETE CASCADE,
    -- What it is about, by its kind.
    reference    TEXT,
    recipient    TEXT    NOT NULL,
    -- What stands after the @, by which the rate is bounded.
    domain       TEXT    NOT NULL,
    state        TEXT    NOT NULL CHECK (state IN ('queued', 'claimed', 'accepted', 'refused', 'unknown', 'cancelled')),
    attempts     BIGINT NOT NULL DEFAULT 0,
    -- Queued: not to be sent before. Claimed: of unknown outcome from then on, unless the claim is renewed.
    due_at       BIGINT NOT NULL,
    fence        BIGINT NOT NULL DEFAULT 0,
    message_id   TEXT,
    ended_at     BIGINT,
    error        TEXT
);

-- What belongs to no namespace goes first, then in turns by namespace, administrators before people.
CREATE INDEX mails_due ON mails (due_at) WHERE state = 'queued' AND namespace_id IS NULL;
CREATE INDEX mails_due_in_namespace ON mails (namespace_id, due_at)
    WHERE state = 'queued' AND user_id IS NULL AND namespace_id IS NOT NULL;
CREATE INDEX mails_due_to_people ON mails (namespace_id, due_at) WHERE state = 'queued' AND user_id IS NOT NULL;
CREATE INDEX mails_claimed ON mails (due_at) WHERE state = 'claimed';
CREATE INDEX mails_ended ON mails (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX mails_by_admin ON mails (admin_id) WHERE admin_id IS NOT NULL;
CREATE INDEX mails_by_namespace ON mails (namespace_id) WHERE namespace_id IS NOT NULL;
CREATE INDEX mails_by_person ON mails (quiz_id, user_id) WHERE user_id IS NOT NULL;
CREATE INDEX mails_by_quiz ON mails (quiz_id, id) WHERE quiz_id IS NOT NULL;
-- Two who send at the same time send each message once.
CREATE UNIQUE INDEX mails_once ON mails (quiz_id, user_id, reference)
    WHERE user_id IS NOT NULL AND state NOT IN ('refused', 'cancelled');

-- What became of the messages to a person: this outlives the messages.
ALTER TABLE invitations ADD COLUMN language TEXT COLLATE "C";
ALTER TABLE invitations ADD COLUMN mail_state TEXT COLLATE "C" CHECK (mail_state IN ('sent', 'refused', 'unknown', 'bounced'));
-- The last that was accepted, or may have been.
ALTER TABLE invitations ADD COLUMN mailed_at BIGINT;
ALTER TABLE invitations ADD COLUMN mail_error TEXT COLLATE "C";
ALTER TABLE invitations ADD COLUMN reminders BIGINT NOT NULL DEFAULT 0;

-- The owner's words, as they are when a message is sent.
CREATE TABLE mail_texts (
    quiz_id  TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    kind     TEXT COLLATE "C" NOT NULL,
    language TEXT COLLATE "C" NOT NULL,
    subject  TEXT COLLATE "C" NOT NULL,
    body     TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (quiz_id, kind, language)
);

-- Addresses, as keyed hashes, that want no messages of a quiz.
CREATE TABLE quiz_opt_outs (
    quiz_id TEXT COLLATE "C" NOT NULL REFERENCES quizzes (id) ON DELETE CASCADE,
    address TEXT COLLATE "C" NOT NULL,
    at      BIGINT NOT NULL,
    PRIMARY KEY (quiz_id, address)
);

-- And of none of a namespace.
CREATE TABLE namespace_opt_outs (
    namespace_id TEXT COLLATE "C" NOT NULL REFERENCES namespaces (id) ON DELETE CASCADE,
    address      TEXT COLLATE "C" NOT NULL,
    at           BIGINT NOT NULL,
    PRIMARY KEY (namespace_id, address)
);
