-- What an administrator wants to hear by mail, beside the security of the account.
ALTER TABLE administrators ADD COLUMN mails_failures BOOLEAN NOT NULL DEFAULT TRUE;
-- The interval of messages about new responses; NULL for none.
ALTER TABLE administrators ADD COLUMN digest TEXT CHECK (digest IN ('daily', 'weekly'));
-- The time that the next of these messages covers, and at whose end it is written.
ALTER TABLE administrators ADD COLUMN digest_from BIGINT;
ALTER TABLE administrators ADD COLUMN digest_due BIGINT;
CREATE INDEX administrators_by_digest ON administrators (digest_due) WHERE digest_due IS NOT NULL;

-- The maker's words to the person.
ALTER TABLE member_offers ADD COLUMN message TEXT;
