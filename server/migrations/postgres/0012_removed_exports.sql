-- Of an export that was removed its row stays for a while, so that the history does not lose it without a word.
ALTER TABLE jobs ADD COLUMN removed_at BIGINT;
