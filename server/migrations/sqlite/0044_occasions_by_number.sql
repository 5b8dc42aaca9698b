-- Lists of the occasions of one number.
CREATE INDEX occasions_by_number ON occasions (quiz_id, number, id);
