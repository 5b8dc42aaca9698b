-- Each namespace has a chain of its own, and so have the events of no namespace: a line carries a hash over itself and
-- the line before it in its chain. Every chain begins after the last line of the one chain that all events shared, so
-- that none of the shared lines can be cut off.

-- Counts the lines of a chain from 1. NULL: a line of the shared chain.
ALTER TABLE audit_log ADD COLUMN chain_seq INTEGER;

CREATE UNIQUE INDEX audit_log_chains ON audit_log (coalesce(namespace_id, ''), chain_seq) WHERE chain_seq IS NOT NULL;

-- Finds the last line of the shared chain; it never grows.
CREATE INDEX audit_log_shared ON audit_log (seq) WHERE chain_seq IS NULL;
