-- What a job was asked for: JSON, of the kind's own form. Of an export, the format and who asked.
ALTER TABLE jobs ADD COLUMN parameters TEXT NOT NULL DEFAULT '{}';

UPDATE jobs SET kind = 'export', parameters = '{"format":"csv","requestedBy":"unknown"}' WHERE kind = 'csv_export';
