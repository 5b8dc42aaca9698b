-- Messages on their way to people: references to what they tell of, and no text of theirs.
CREATE TABLE mails (
    -- In the order of their moments.
    id           TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    kind         TEXT    NOT NULL,
    at           BIGINT NOT NULL,
    namespace_id TEXT COLLATE "C" REFERENCES namespaces (id) ON DELETE CASCADE,
    quiz_id      TEXT COLLATE "C",
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

CREATE INDEX mails_due ON mails (due_at) WHERE state IN ('queued', 'claimed');
CREATE INDEX mails_ended ON mails (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX mails_by_admin ON mails (admin_id) WHERE admin_id IS NOT NULL;
CREATE INDEX mails_by_namespace ON mails (namespace_id) WHERE namespace_id IS NOT NULL;
CREATE INDEX mails_by_person ON mails (quiz_id, user_id) WHERE user_id IS NOT NULL;
