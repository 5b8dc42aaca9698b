-- A key has one or more scopes: their names in a fixed order, with a space between them.
ALTER TABLE api_keys ADD COLUMN scopes TEXT NOT NULL DEFAULT '';
UPDATE api_keys SET scopes = scope;
ALTER TABLE api_keys DROP COLUMN scope;
