-- Fields of people that the quiz declares, as JSON; NULL where none is filled. An attempt has those of its beginning.
ALTER TABLE invitations ADD COLUMN fields TEXT;
ALTER TABLE records ADD COLUMN fields TEXT;
ALTER TABLE past_attempts ADD COLUMN fields TEXT;
