-- What an administrator wants to hear by mail, beside the security of the account.
ALTER TABLE administrators ADD COLUMN mails_failures INTEGER NOT NULL DEFAULT 1 CHECK (mails_failures IN (0, 1));
-- The interval of messages about new responses; NULL for none.
ALTER TABLE administrators ADD COLUMN digest TEXT CHECK (digest IN ('daily', 'weekly'));
-- The time that the next of these messages covers, and at whose end it is written.
ALTER TABLE administrators ADD COLUMN digest_from INTEGER;
ALTER TABLE administrators ADD COLUMN digest_due INTEGER;
CREATE INDEX administrators_by_digest ON administrators (digest_due) WHERE digest_due IS NOT NULL;

-- The maker's words to the person.
ALTER TABLE member_offers ADD COLUMN message TEXT;
