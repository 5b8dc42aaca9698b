-- The secrets of the installation, of second factors and of signed sessions are encrypted from here on, with a key that is
-- kept elsewhere. The program that opens the database encrypts those that are there.
ALTER TABLE session_secrets ALTER COLUMN secret TYPE BYTEA USING convert_to(secret, 'UTF8');
