-- When the link of an invited person was revoked; NULL while it works.
ALTER TABLE invitations ADD COLUMN revoked_at INTEGER;
