-- Apart from the column, whose strong lock must not last while rows are read.
UPDATE quizzes SET language = coalesce(CAST(v.definition AS json) ->> 'language', '')
FROM quiz_versions v WHERE v.quiz_id = quizzes.id AND v.version = quizzes.version AND quizzes.language = '';
