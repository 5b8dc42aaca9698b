-- Messages about occasions, of which those to one address go as one.
CREATE INDEX mails_of_occasions ON mails (namespace_id, recipient) WHERE kind = 'occasion';
