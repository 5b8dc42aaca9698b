-- Days after which the records of a namespace are erased by themselves; without a row, or where a column is NULL, they
-- are kept.
CREATE TABLE retention (
    namespace_id    TEXT    PRIMARY KEY REFERENCES namespaces (id) ON DELETE CASCADE,
    unfinished_days INTEGER,
    answers_days    INTEGER
) STRICT, WITHOUT ROWID;
