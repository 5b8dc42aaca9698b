-- An export that is made in the place of one that holds a respondent who was erased since. It is told of once it is done.
ALTER TABLE jobs ADD COLUMN is_replacement BOOLEAN NOT NULL DEFAULT false;

UPDATE jobs SET is_replacement = true WHERE kind = 'export' AND parameters::json ->> 'requestedBy' = 'erasure';

-- Files that are handed out until a moment yet to come.
CREATE INDEX jobs_by_removal ON jobs (removed_at) WHERE removed_at IS NOT NULL;
